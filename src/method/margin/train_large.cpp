#include "method/margin/train_large.h"

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

#include "base/train_context.h"
#include "linear/storage.h"
#include "method/margin/pack_large.h"
#include "model/model_builder.h"
#include "solver/ascent/ascent.h"
#include "solver/backend/decision_groups.h"
#include "solver/backend/hybrid_backend.h"

namespace clade::detail {

bool is_large(const Problem<float>& problem, const MarginDesign& design, const MarginParams& params,
              bool free_bias, std::size_t most_row_bytes) {
  StorageNeeds needs = HybridBackend::needs_of(problem);
  needs.most_row_bytes = most_row_bytes;
  needs.has_constant = needs.has_constant || free_bias;
  needs.has_other_solver = design.products || design.psi ||
                           design.decoding != Decoding::best_class ||
                           params.solver.solver != SolverKind::fast;
  return plan_storage(needs).storage == Storage::hybrid;
}

Trained train_large(std::string method, OptionTexts options, MarginDesign design,
                    const MarginParams& params, Problem<float> problem, FeatureIndex features,
                    const LabelSpace& labels, TrainContext& context) {
  const DecisionGroups groups(problem.score_map);
  problem.score_map = groups.map();
  const std::size_t row_bytes = std::min(hybrid_row_bytes, context.most_row_bytes);
  HybridBackend backend(problem, groups, context.pool, row_bytes);
  TrainContext own = context;
  // What is kept belongs to these rows: with another budget the training begins anew.
  if (row_bytes < hybrid_row_bytes) {
    own.checkpoint = context.checkpoint.part("rows-" + std::to_string(row_bytes));
  }
  const SolverResult result = Ascent<HybridBackend>(problem, backend, params.solver, own).run();
  context.reporter.on_stage("packing the weights");
  Model model =
      ModelBuilder(std::move(method), std::move(options), labels, std::move(design.attributes))
          .label_set_rule(design.label_set_rule)
          .features(std::move(features))
          .weights(pack_large(backend.weights(), groups.number_of_unit(), context.pool,
                              context.reporter))
          .build();
  return {std::move(model), summary_of(result)};
}

}  // namespace clade::detail
