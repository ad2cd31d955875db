// The page of `clade evaluate --report FILE`.
#pragma once

#include <cstddef>
#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <span>
#include <string>
#include <vector>

#include "clade/explanation.h"
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
  // Explains the records at these places of `judged`, where there is a model that can be explained;
  // else `unexplained` says why not.
  std::function<std::vector<ExplainedDocument>(std::span<const std::size_t> places)> explain = {};
  std::string unexplained = {};
};

nlohmann::ordered_json evaluation_report(const ReportHead& head, const EvaluationPicture& picture);

}  // namespace clade::detail::report
