#include "measure/choose_c_for.h"

#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "data/folds.h"
#include "measure/calibrate.h"
#include "measure/evaluate.h"
#include "measure/metric_direction.h"
#include "method/buffered_reporter.h"
#include "method/margin/c_search.h"
#include "method/margin/margin_params.h"
#include "method/timed_reporter.h"

namespace clade::detail {

namespace {

// The examples of a part, and the others.
struct HeldOutPart {
  std::vector<std::size_t> train, test;
};

std::vector<HeldOutPart> parts_of(const Dataset& data, std::size_t classes, std::uint64_t seed) {
  const auto fold_of = stratified_folds(data, classes, search_folds, seed);
  std::vector<HeldOutPart> parts(search_folds);
  for (std::uint32_t f = 0; f < search_folds; ++f) {
    for (std::size_t i = 0; i < data.size(); ++i) {
      (fold_of[i] == f ? parts[f].test : parts[f].train).push_back(i);
    }
    if (!parts[f].test.empty()) continue;
    fail_parameter(ErrorKind::input, "C",
                   "auto needs {} examples or more of classes that have at least two; give a "
                   "number instead",
                   search_folds);
  }
  return parts;
}

double median_squared_length(const Dataset& data) {
  std::vector<double> lengths;
  const auto measure = [&](const auto& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      double sum = 0;
      for (const auto& feature : rows.row(i))
        sum += static_cast<double>(feature.value) * feature.value;
      if (sum > 0) lengths.push_back(sum);
    }
  };
  std::visit(measure, data.rows());
  if (lengths.empty()) return 1;
  const auto middle = lengths.begin() + static_cast<std::ptrdiff_t>(lengths.size() / 2);
  std::nth_element(lengths.begin(), middle, lengths.end());
  return *middle;
}

// The measure of models of the other parts, its mean over all parts.
class HeldOutMeasure {
 public:
  HeldOutMeasure(std::string measure, Method& method, std::optional<std::size_t> calibration_folds,
                 const Dataset& data, const LabelSpace& labels, TrainContext& context)
      : measure_(std::move(measure)),
        method_(method),
        calibration_folds_(calibration_folds),
        data_(data),
        labels_(labels),
        context_(context),
        parts_(parts_of(data, labels.size(), context.seed)) {}

  std::optional<double> at(double C) {
    method_.set_C(C);
    double sum = 0;
    for (const HeldOutPart& part : parts_) {
      const std::optional<double> value = measure(part);
      if (!value) return std::nullopt;
      sum += *value;
    }
    return sum / static_cast<double>(parts_.size());
  }

 private:
  std::optional<double> measure(const HeldOutPart& part) {
    BufferedReporter reporter(context_.reporter);
    TrainContext quiet = context_.for_part("fold", reporter, context_.pool);
    double kept = 0;
    const auto fields = [&](State& s) { s(kept); };
    if (quiet.checkpoint.restore_result(fields)) return kept;
    const Dataset training = data_.part(part.train);
    Model model = method_.train(training, labels_, quiet).model;
    if (reporter.stop_requested()) return std::nullopt;
    const std::uint32_t folds =
        settled_folds(calibration_folds_, method_, training, labels_, context_.seed);
    if (folds > 0) {
      model = calibrated(model, method_, training, labels_, folds, quiet);
      if (reporter.stop_requested()) return std::nullopt;
    }
    const Evaluation seen =
        evaluate(model, model.label_space(), data_.part(part.test), {}, context_.pool);
    if (const auto value = seen.find(measure_)) {
      kept = *value;
      quiet.checkpoint.finish(fields);
      return kept;
    }
    std::vector<std::string> known;
    for (const auto& metric : seen.metrics) known.push_back(metric.first);
    fail_parameter("for", "these data have no {} to choose by; they have {}", quoted(measure_),
                   join(known, ", "));
  }

  std::string measure_;
  Method& method_;
  std::optional<std::size_t> calibration_folds_;
  const Dataset& data_;
  const LabelSpace& labels_;
  TrainContext& context_;
  std::vector<HeldOutPart> parts_;
};

// While it lives, C of the method may be set; then it is left open again.
class OpenC {
 public:
  explicit OpenC(Method& method) : method_(method) {}
  ~OpenC() { method_.set_C(std::nullopt); }
  OpenC(const OpenC&) = delete;
  OpenC& operator=(const OpenC&) = delete;

 private:
  Method& method_;
};

}  // namespace

void check_measure(const char* parameter, const std::string& name) {
  const std::vector<std::string> known(metric_names.begin(), metric_names.end());
  if (std::find(known.begin(), known.end(), name) != known.end()) return;
  fail_parameter(parameter, "there is no measure {}{}; there are {}", quoted(name),
                 did_you_mean(name, known), join(known, ", "));
}

double choose_C_for(const std::string& measure, Method& method,
                    std::optional<std::size_t> calibration_folds, const Dataset& data,
                    const LabelSpace& labels, TrainContext& context) {
  const MethodTraits traits = method.traits();
  check_measure("for", measure);
  if (!traits.C || traits.C->value) fail_parameter("for", "has no effect without `C=auto`");
  if (traits.intersects_labels && data.is_multilabel()) {
    fail_parameter("for", "sets of labels are classes here: leave it out, or give `C` a number");
  }
  context.reporter.on_stage("choosing C");
  Reporter& reporter = context.reporter;
  TimedReporter limited(reporter, search_share_of_time * reporter.seconds_left());
  TrainContext search = context.for_part("choose-C", limited, context.pool);
  const OpenC open(method);
  HeldOutMeasure held_out(measure, method, calibration_folds, data, labels, search);
  int decade = 0;
  if (traits.kernel == KernelKind::linear) decade -= nearest_decade(median_squared_length(data));
  if (traits.C->is_per_example) decade += nearest_decade(total_weight(data));
  const double sign = smaller_is_better(measure) ? -1 : 1;
  CSearch::Steps steps;
  steps.at = [&](double C) -> std::optional<CSearch::Quality> {
    const std::optional<double> value = held_out.at(C);
    if (!value) return std::nullopt;
    return CSearch::Quality{sign * *value};
  };
  steps.words = [&](const CSearch::Quality& quality) {
    return fmt::format("{} {:.4f}", measure, sign * quality[0]);
  };
  return CSearch(decade, std::move(steps), reporter).best();
}

}  // namespace clade::detail
