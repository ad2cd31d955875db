// --curve of `clade compare`: the comparison again, with other values of one option.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "cli/options/compare_options.h"
#include "cli/options/compared_methods.h"
#include "eval/compare/comparison.h"
#include "eval/compare/curve.h"

namespace clade::detail::cli {

// One option of the splits or of the methods, with its values.
class CurveAxis {
 public:
  // Error{usage} for what is neither, and for an option that --tune chooses.
  CurveAxis(const CompareOptions& options, const std::vector<MethodWords>& methods);

  bool is_of_splits() const;
  // Where the option is one of the splits and the call does not say it: the last value.
  void complete(SplitOptions& splits) const;

  const std::string& name() const { return name_; }
  const std::vector<std::string>& values() const { return values_; }
  // The splits of a point.
  SplitOptions at(const SplitOptions& splits, const std::string& value) const;
  // The method with the value; nothing where it has no such option or sets it itself.
  std::optional<Setting> setting(const MethodWords& method, const std::string& value) const;

 private:
  std::string name_;
  std::vector<std::string> values_;
};

struct CurveInput {
  const CompareOptions& options;
  const std::vector<MethodWords>& methods;  // by contender
  const ComparisonPlan& plan;               // of the comparison itself
  const std::vector<ContenderSummary>& summaries;
  // Splits for a plan, as the comparison makes them.
  std::function<void(const SplitOptions&, ComparisonPlan&)> make_splits;
};

// Nothing where the run was asked to stop.
Curve run_curve(const CurveAxis& axis, const CurveInput& input, ThreadPool& pool,
                Reporter& reporter);

}  // namespace clade::detail::cli
