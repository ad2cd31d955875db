#include "cli/options/compare_curve.h"

#include <algorithm>
#include <cmath>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "eval/compare/run_store.h"

namespace clade::detail::cli {

namespace {

constexpr const char* flag = "--curve";

// With underscores, as parameters are called.
std::string plain_name(std::string name) {
  std::replace(name.begin(), name.end(), '-', '_');
  return name;
}

std::vector<Parameter> axes_of(SplitOptions& splits) {
  std::vector<Parameter> parameters = parameters_of(splits);
  std::erase_if(parameters, [](const Parameter& p) {
    return p.name != "sample_per_class" && p.name != "train_fraction";
  });
  return parameters;
}

void check_axis_of_splits(const CompareOptions& options, const std::string& name,
                          const std::vector<std::string>& values) {
  if (!options.splits.test.empty() || options.splits.folds > 0 ||
      (name == "sample_per_class" ? options.splits.train_fraction > 0
                                  : options.splits.sample_per_class > 0)) {
    fail(ErrorKind::usage, "compare: --curve {}: leave out --test, --folds and other splits", name);
  }
  SplitOptions splits;
  for (const Parameter& axis : axes_of(splits)) {
    if (axis.name != name) continue;
    for (const std::string& value : values) {
      axis.set(value);
      if (splits.sample_per_class == 0 && splits.train_fraction == 0) {
        fail(ErrorKind::usage, "compare: --curve {}: expected values above 0", name);
      }
    }
  }
}

// One point: as the comparison, with the value in place.
class Point {
 public:
  Point(const CurveAxis& axis, const CurveInput& input, const std::string& value)
      : input_(input), folder_("curve-" + axis.name() + '-' + value), plan_(input.plan) {
    plan_.measures.keep_instances = plan_.measures.keep_judged = false;
    if (axis.is_of_splits()) {
      input.make_splits(axis.at(input.options.splits, value), plan_);
      for (std::size_t c = 0; c < plan_.contenders.size(); ++c) places_.push_back(c);
      return;
    }
    std::vector<Contender> all = std::move(plan_.contenders);
    plan_.contenders.clear();
    for (std::size_t c = 0; c < all.size(); ++c) {
      const auto setting = axis.setting(input.methods[c], value);
      if (!setting) continue;
      all[c].configure = [configure = all[c].configure, setting](const Setting& chosen) {
        Setting with = chosen;
        with.insert(with.end(), setting->begin(), setting->end());
        return configure(with);
      };
      all[c].name += fmt::format(" {}", setting_text(*setting));
      plan_.contenders.push_back(std::move(all[c]));
      places_.push_back(c);
    }
  }

  // Contenders that the option does not touch stay as they are.
  std::vector<ContenderSummary> run(ThreadPool& pool, Reporter& reporter) const {
    std::optional<RunStore> store;
    if (!input_.options.run.empty()) {
      store.emplace(std::filesystem::path(input_.options.run) / folder_,
                    comparison_identity(plan_));
    }
    const auto outcomes = run_comparison(plan_, store ? &*store : nullptr, pool, reporter);
    std::vector<ContenderSummary> summaries = input_.summaries;
    const auto own = summarise_means(plan_, outcomes);
    for (std::size_t k = 0; k < places_.size(); ++k) {
      const std::string name = summaries[places_[k]].name;
      summaries[places_[k]] = own[k];
      summaries[places_[k]].name = name;
    }
    return summaries;
  }

 private:
  const CurveInput& input_;
  std::string folder_;  // in that of --run
  ComparisonPlan plan_;
  std::vector<std::size_t> places_;  // of the plan's contenders among all
};

}  // namespace

CurveAxis::CurveAxis(const CompareOptions& options, const std::vector<MethodWords>& methods) {
  const Grid grid = parse_grid(flag, options.curve);
  if (grid.size() != 1) {
    fail(ErrorKind::usage, "compare: --curve: expected one option with its values, got {}",
         quoted(options.curve));
  }
  name_ = grid.front().first;
  values_ = grid.front().second;
  for (const std::string& value : values_) {
    const auto number = parse_double(value);
    if (!number || !std::isfinite(*number)) {
      fail(ErrorKind::usage,
           "compare: --curve: expected numbers, which have a place on an axis, got {}",
           quoted(value));
    }
  }
  if (plain_name(name_) == "sample_per_class" || plain_name(name_) == "train_fraction") {
    name_ = plain_name(name_);
    check_axis_of_splits(options, name_, values_);
    return;
  }
  check_grid_is_used(flag, grid, methods);
  for (const auto& [tuned, values] : parse_grid("--tune", options.tuning.tune)) {
    if (plain_name(tuned) == plain_name(name_)) {
      fail(ErrorKind::usage,
           "compare: --curve and --tune are about different options, got {} twice", name_);
    }
  }
  for (const MethodWords& method : methods) {
    for (const std::string& value : values_) setting(method, value);
  }
}

bool CurveAxis::is_of_splits() const {
  return name_ == "sample_per_class" || name_ == "train_fraction";
}

SplitOptions CurveAxis::at(const SplitOptions& splits, const std::string& value) const {
  SplitOptions result = splits;
  for (const Parameter& axis : axes_of(result)) {
    if (axis.name == name_) axis.set(value);
  }
  return result;
}

void CurveAxis::complete(SplitOptions& splits) const {
  if (!is_of_splits() || splits.sample_per_class > 0 || splits.train_fraction > 0) return;
  splits = at(splits, values_.back());
}

std::optional<Setting> CurveAxis::setting(const MethodWords& method,
                                          const std::string& value) const {
  const std::vector<Setting> settings = settings_for(method, {{name_, {value}}});
  if (settings.empty()) return std::nullopt;
  return settings.front();
}

Curve run_curve(const CurveAxis& axis, const CurveInput& input, ThreadPool& pool,
                Reporter& reporter) {
  Curve curve{axis.name(), axis.values(), {}};
  for (const std::string& value : axis.values()) {
    reporter.on_stage(fmt::format("{} = {}", axis.name(), value));
    curve.points.push_back(Point(axis, input, value).run(pool, reporter));
  }
  return curve;
}

}  // namespace clade::detail::cli
