// What `train` says about a run, for people and as JSON.
#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "clade/method.h"
#include "cli/output/search_report.h"
#include "pipeline/part_test.h"
#include "pipeline/prepare.h"
#include "pipeline/training_estimate.h"

namespace clade::detail::cli {

struct TrainReport {
  std::string method;
  bool is_update = false;
  TrainingSize size;
  std::optional<TrainingEstimate> estimate;
  TrainSummary summary;
  std::optional<double> chosen_C;  // where it was left to the method
  std::vector<OnlineProgress> progressive;
  std::shared_ptr<const PartTest> test;  // null: none was asked for
  std::shared_ptr<const SearchReport> search;
  double load_seconds = 0, train_seconds = 0, total_seconds = 0;
};

// The measures that most people ask for.
std::string part_test_text(const PartTest& test);

std::string train_json(const TrainReport& report);
std::string train_text(const TrainReport& report, const std::string& model_file);
// `parameters` are those of the method and of the text.
std::string dry_run_text(const TrainReport& report, const std::vector<Parameter>& parameters,
                         bool as_json);

}  // namespace clade::detail::cli
