// The comparison again for every value of an option.
#include <algorithm>
#include <cctype>
#include <cmath>
#include <utility>

#include "base/fail.h"
#include "base/params.h"
#include "base/text.h"
#include "eval/compare/comparison_splits.h"
#include "eval/compare/comparison_summary.h"
#include "eval/compare/contender.h"
#include "eval/compare/curve.h"
#include "eval/compare/run_store.h"

namespace clade::detail {

namespace {

double number_at(const std::string& name, const NumberRule& rule, bool is_whole,
                 const std::string& value) {
  const std::optional<double> number = parse_double(value);
  if (!number || !rule.holds(*number) || (is_whole && *number != std::floor(*number))) {
    fail_parameter(name, "expected {}, got {}", rule.expects, quoted(value));
  }
  return *number;
}

void check_values(const std::string& name, const std::vector<std::string>& values) {
  for (const std::string& value : values) {
    if (*parse_double(value) > 0) continue;
    fail(ErrorKind::usage, "compare: `curve={}`: expected values above 0", name);
  }
}

// For a folder: of other values than numbers what a name can hold, and their place.
std::string folder_name(const CurveAxis& axis, const std::string& value) {
  std::string name = value;
  if (!parse_double(value)) {
    for (char& c : name) {
      if (std::isalnum(static_cast<unsigned char>(c)) == 0) c = '_';
    }
    const auto& values = axis.values();
    name += fmt::format("-{}", std::find(values.begin(), values.end(), value) - values.begin());
  }
  return "curve-" + axis.name() + '-' + name;
}

// One point: as the comparison, with the value in place.
class Point {
 public:
  Point(const CurveAxis& axis, const CurveInput& input, const std::string& value)
      : input_(input), folder_(folder_name(axis, value)), plan_(input.plan) {
    plan_.measures.keep_instances = plan_.measures.keep_judged = false;
    plan_.explained = 0;
    if (axis.is_of_splits()) {
      make_splits(axis.at(input.options.splits, value), *plan_.contenders.front().data, plan_);
      for (std::size_t c = 0; c < plan_.contenders.size(); ++c) places_.push_back(c);
      return;
    }
    std::vector<Contender> all = std::move(plan_.contenders);
    plan_.contenders.clear();
    const std::size_t taxonomies = all.size() / input.methods.size();
    for (std::size_t c = 0; c < all.size(); ++c) {
      const auto setting = axis.setting(input.methods[c / taxonomies], value);
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
  std::vector<MethodSummary> run(const CheckpointPart& checkpoint, ThreadPool& pool,
                                 Reporter& reporter, Communicator& peers) const {
    std::optional<RunStore> store;
    if (!input_.options.run.empty()) {
      store.emplace(input_.options.run / folder_, comparison_identity(plan_));
    } else if (checkpoint) {
      store.emplace(checkpoint.part(folder_));
    }
    const auto outcomes = run_comparison(plan_, store ? &*store : nullptr, pool, reporter, peers);
    std::vector<MethodSummary> summaries = input_.summaries;
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
  std::string folder_;  // in that of the comparison's runs
  ComparisonPlan plan_;
  std::vector<std::size_t> places_;  // of the plan's contenders among all
};

}  // namespace

CurveAxis::CurveAxis(const CompareOptions& options, const std::vector<ComparedMethod>& methods,
                     bool has_test)
    : name_(options.curve->option), values_(options.curve->values) {
  for (const std::string& value : values_) {
    const auto number = parse_double(value);
    if (value.empty() || (number && !std::isfinite(*number))) {
      fail(ErrorKind::usage, "compare: `curve`: expected values, got {}", quoted(value));
    }
  }
  if (values_.empty()) fail(ErrorKind::usage, "compare: `curve`: expected values, got none");
  if (is_of_splits()) {
    name_ = plain_name(name_);
    const Splitting& splits = options.splits;
    if (has_test || splits.folds > 0 ||
        (name_ == "sample_per_class" ? splits.train_fraction > 0 : splits.sample_per_class > 0)) {
      fail(ErrorKind::usage, "compare: `curve={}`: leave out `test`, `folds` and other splits",
           name_);
    }
    for (const std::string& value : values_) static_cast<void>(at({}, value));
    check_values(name_, values_);
    return;
  }
  check_grid_is_used("curve", {*options.curve}, methods);
  for (const OptionValues& tuned : options.tuning.options) {
    if (plain_name(tuned.option) == plain_name(name_)) {
      fail(ErrorKind::usage,
           "compare: `curve` and `tune` are about different options, got {} twice", name_);
    }
  }
  for (const ComparedMethod& method : methods) {
    for (const std::string& value : values_) setting(method, value);
  }
}

bool CurveAxis::is_of_splits() const {
  const std::string name = plain_name(name_);
  return name == "sample_per_class" || name == "train_fraction";
}

Splitting CurveAxis::at(const Splitting& splitting, const std::string& value) const {
  constexpr NumberRule part{[](double v) { return v >= 0 && v < 1; },
                            "a number above 0 and below 1"};
  Splitting result = splitting;
  if (name_ == "sample_per_class") {
    result.sample_per_class = static_cast<std::size_t>(number_at(name_, whole_number, true, value));
  } else {
    result.train_fraction = number_at(name_, part, false, value);
  }
  return result;
}

void CurveAxis::complete(Splitting& splitting) const {
  if (!is_of_splits() || splitting.sample_per_class > 0 || splitting.train_fraction > 0) return;
  splitting = at(splitting, values_.back());
}

std::optional<Setting> CurveAxis::setting(const ComparedMethod& method,
                                          const std::string& value) const {
  const std::vector<Setting> settings = settings_for(method, {{name_, {value}}});
  if (settings.empty()) return std::nullopt;
  return settings.front();
}

Curve run_curve(const CurveAxis& axis, const CurveInput& input, const CheckpointPart& checkpoint,
                ThreadPool& pool, Reporter& reporter, Communicator& peers) {
  Curve curve{axis.name(), axis.values(), {}};
  for (const std::string& value : axis.values()) {
    reporter.on_stage(fmt::format("{} = {}", axis.name(), value));
    curve.points.push_back(Point(axis, input, value).run(checkpoint, pool, reporter, peers));
  }
  return curve;
}

}  // namespace clade::detail
