// The page of `clade evaluate --report FILE`.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "clade/metrics.h"
#include "clade/reporter.h"
#include "data/records.h"
#include "report/report_head.h"

namespace clade::detail::report {

struct EvaluationPicture {
  std::string method;            // what is measured, in a word or two
  const Evaluation& evaluation;  // with `judged`
  const LabelSpace& labels;
  const Records& texts;         // ids and beginnings of the records are taken from here
  std::vector<Progress> trace;  // of the training, where it is known
};

nlohmann::ordered_json evaluation_report(const ReportHead& head, const EvaluationPicture& picture);

}  // namespace clade::detail::report
