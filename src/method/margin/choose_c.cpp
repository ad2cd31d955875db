#include "method/margin/choose_c.h"

#include <fmt/core.h>

#include <optional>
#include <variant>

#include "base/train_context.h"
#include "method/margin/c_search.h"
#include "method/margin/cross_validation.h"
#include "method/timed_reporter.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"

namespace clade::detail {

namespace {

template <class Backend>
double choose_with(const SparseRows<typename Backend::Real>& rows, const MarginDesign& design,
                   const MarginParams& params, const Dataset& data, const LabelSpace& labels,
                   TrainContext& context) {
  Reporter& reporter = context.reporter;
  TimedReporter limited(reporter, search_share_of_time * reporter.seconds_left());
  TrainContext search = context.for_part("choose-C", limited, context.pool);
  double chosen = 0;
  const auto fields = [&](State& s) { s(chosen); };
  if (search.checkpoint.restore_result(fields)) return chosen;
  CrossValidation<Backend> validation(rows, design, params, data, labels, search_folds, search);
  // The best C goes with the square of the rows' length.
  int decade = -nearest_decade(validation.median_squared_length());
  if (params.scale_C == ScaleC::n) decade += nearest_decade(total_weight(data));
  CSearch::Steps steps;
  steps.at = [&](double C) -> std::optional<CSearch::Quality> {
    const std::optional<RankQuality> quality = validation.at(C);
    if (!quality) return std::nullopt;
    return CSearch::Quality{quality->average_precision, quality->top_is_right};
  };
  steps.return_to_first = [&] { validation.return_to_first(); };
  steps.words = [](const CSearch::Quality& quality) {
    return fmt::format("average precision {:.4f}, accuracy {:.4f}", quality[0], quality[1]);
  };
  chosen = CSearch(decade, std::move(steps), reporter).best();
  if (!limited.stop_requested()) search.checkpoint.finish(fields);
  return chosen;
}

}  // namespace

double choose_C(const MarginDesign& design, const MarginParams& params, const Dataset& data,
                const LabelSpace& labels, TrainContext& context) {
  context.reporter.on_stage("choosing C");
  const bool linear = params.kernel.kernel == KernelKind::linear;
  const auto choose = [&]<class Real>(const SparseRows<Real>& rows) {
    const auto with = linear ? choose_with<LinearBackend<Real>> : choose_with<KernelBackend<Real>>;
    return with(rows, design, params, data, labels, context);
  };
  const double C = std::visit(choose, data.rows());
  context.reporter.on_stage("training");
  return C;
}

}  // namespace clade::detail
