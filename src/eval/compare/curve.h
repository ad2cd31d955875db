// A comparison again with other values of one option.
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>
#include <vector>

#include "base/checkpoint.h"
#include "base/communicator.h"
#include "base/threads.h"
#include "clade/compare.h"
#include "eval/compare/comparison.h"

namespace clade::detail {

// The metric of every contender at every value, one line each.
std::string curve_table(const Curve& curve, const std::string& metric);

nlohmann::ordered_json curve_json(const Curve& curve);

// One option of the splits or of the methods, with its values.
class CurveAxis {
 public:
  // Error{usage} for what is neither, for values that are no numbers, and for an option that is
  // chosen by tuning.
  CurveAxis(const CompareOptions& options, const std::vector<ComparedMethod>& methods,
            bool has_test);

  bool is_of_splits() const;
  // Where the option is one of the splits and the call does not say it: the last value.
  void complete(Splitting& splitting) const;

  const std::string& name() const { return name_; }
  const std::vector<std::string>& values() const { return values_; }
  // The splits of a point.
  Splitting at(const Splitting& splitting, const std::string& value) const;
  // The method with the value; empty where it has no such option or sets it itself.
  std::optional<Setting> setting(const ComparedMethod& method, const std::string& value) const;

 private:
  std::string name_;
  std::vector<std::string> values_;
};

struct CurveInput {
  const CompareOptions& options;
  const std::vector<ComparedMethod>& methods;
  const ComparisonPlan& plan;  // of the comparison itself: each method with every taxonomy
  const std::vector<MethodSummary>& summaries;
};

// Cancelled where the reporter asks to stop.
Curve run_curve(const CurveAxis& axis, const CurveInput& input, const CheckpointPart& checkpoint,
                ThreadPool& pool, Reporter& reporter, Communicator& peers = single_rank());

}  // namespace clade::detail
