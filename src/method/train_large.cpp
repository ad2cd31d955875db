#include "method/train_large.h"

#include <fmt/core.h>

#include <bit>
#include <cmath>
#include <cstdint>
#include <memory>
#include <utility>
#include <vector>

#include "linear/packed_weights.h"
#include "model/model_impl.h"
#include "solver/decision_groups.h"
#include "solver/large_solver.h"
#include "solver/split_backend.h"

namespace clade {
namespace {

// Weights that a model may have: about 2 GB in half precision with the numbers of their units.
constexpr std::uint64_t most_weights = 500'000'000;
// And below this in single precision, in as many bytes.
constexpr std::uint64_t most_single_weights = 300'000'000;

// How many weights there are of each magnitude, by the upper half of their bits: the numbers of
// floats increase with them.
class Magnitudes {
 public:
  explicit Magnitudes(const SplitRowsView& weights) : counts_(std::size_t{1} << 16) {
    for (std::size_t j = 0; j < weights.features; ++j) {
      weights.for_each_weight(j, [&](float weight) {
        ++counts_[std::bit_cast<std::uint32_t>(std::abs(weight)) >> 16];
        squares_ += static_cast<double>(weight) * static_cast<double>(weight);
      });
    }
    counts_[0] = 0;
    for (const std::uint64_t count : counts_) total_ += count;
  }
  std::uint64_t total() const { return total_; }
  double squares() const { return squares_; }

  // The least threshold that leaves at most so many.
  double threshold_for(std::uint64_t most) const {
    std::uint64_t kept = 0;
    for (std::size_t bin = counts_.size(); bin-- > 0;) {
      kept += counts_[bin];
      if (kept <= most) continue;
      return static_cast<double>(std::bit_cast<float>(static_cast<std::uint32_t>(bin + 1) << 16));
    }
    return 0;
  }

 private:
  std::vector<std::uint64_t> counts_;
  std::uint64_t total_ = 0;
  double squares_ = 0;
};

void warn_of_what_is_left_out(const Magnitudes& all, const PackedWeights& kept, double threshold,
                              Reporter& reporter) {
  std::uint64_t count = 0;
  double squares = 0;
  for (std::size_t j = 0; j < kept.view().features; ++j) {
    kept.view().for_each_nonzero(j, [&](std::size_t, float weight) {
      ++count;
      squares += static_cast<double>(weight) * static_cast<double>(weight);
    });
  }
  reporter.on_warning(fmt::format(
      "the model has the {:.0f} million largest of {:.0f} million weights, those of {:.2g} or "
      "more, "
      "in half precision: with all it would be too large to use. They are {:.2f} % of the squared "
      "length",
      static_cast<double>(count) * 1e-6, static_cast<double>(all.total()) * 1e-6, threshold,
      100 * squares / all.squares()));
}

std::shared_ptr<const PackedWeights> packed(const SplitWeights& weights,
                                            const DecisionGroups& groups, Reporter& reporter) {
  const SplitRowsView view(weights, groups.number_of_unit());
  const Magnitudes magnitudes(view);
  const bool is_single = magnitudes.total() <= most_single_weights;
  const double threshold = magnitudes.threshold_for(most_weights);
  auto result = std::make_shared<const PackedWeights>(
      view, threshold, is_single ? PackedNumbers::single : PackedNumbers::half);
  if (threshold > 0) warn_of_what_is_left_out(magnitudes, *result, threshold, reporter);
  return result;
}

}  // namespace

bool is_large(const Problem<float>& problem, const MarginDesign& design, const MarginParams& params,
              bool free_bias) {
  return !free_bias && !design.products && !design.psi && design.decoding == Decoding::best_class &&
         params.solver.solver == SolverKind::fast && SplitBackend::is_for(problem);
}

Trained train_large(std::string method, OptionTexts options, MarginDesign design,
                    const MarginParams& params, Problem<float> problem, FeatureIndex features,
                    const LabelSpace& labels, TrainContext& context) {
  const DecisionGroups groups(problem.score_map);
  problem.score_map = groups.map();
  SplitBackend backend(problem, context.pool);
  const SolverResult result = LargeSolver(problem, groups, backend, params.solver, context).run();
  context.reporter.on_stage("packing the weights");
  auto weights = packed(backend.weights(), groups, context.reporter);
  const Weights view = weights->view();
  auto impl = std::make_shared<Model::Impl>(
      Model::Impl{std::move(method), std::move(options), labels, design.label_set_rule, nullptr,
                  std::move(features), std::move(design.attributes.map),
                  std::move(design.attributes.unit_names), view, std::move(weights)});
  return {Model(std::move(impl)), summary_of(result)};
}

}  // namespace clade
