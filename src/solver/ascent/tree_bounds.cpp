#include "solver/ascent/tree_bounds.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>

#include "linear/aligned_array.h"
#include "solver/ascent/flat_step.h"
#include "solver/problem/slack.h"
#include "solver/tree/tree_kernels.h"

namespace clade::detail {

namespace {

// One thread's.
template <class Real>
class InstanceBounds {
 public:
  InstanceBounds(const Problem<Real>& problem, const TreeTables<Real>& tree)
      : problem_(problem), tree_(tree), scratch_(tree), scores_(tree.places), found_(tree.places) {}

  BoundParts operator()(std::size_t i, const WeightView<Real>& weights, Real* beta) {
    if (problem_.constraints.count(i) == 0) return {};
    TreeScratch<Real>& s = scratch_;
    const Slack slack{problem_.C[i], problem_.slack_power};
    s.begin(tree_, problem_.constraints.blocks(i)[0].plus, problem_.constraints.left_out(i), slack);
    s.beta = beta;
    weights.score(problem_.rows.row(i), scores_.data());
    look_at_places(tree_, s, scores_.data());
    BoundParts parts;
    parts.slack.slack = std::max(0.0, s.highest);
    parts.slack.cost = slack.cost(parts.slack.slack);
    parts.dual = dual_part(slack, beta);
    return parts;
  }

 private:
  // Rounding may put the sum of the variables a little above C.
  DualPart dual_part(const Slack& slack, const Real* beta) {
    DualPart part;
    double mass = 0;
    const std::size_t count = find_positive(beta, tree_.places, found_.data());
    for (std::size_t k = 0; k < count; ++k) {
      const std::uint32_t place = found_[k];
      const auto variable = static_cast<double>(beta[place]);
      const auto scale = static_cast<double>(tree_.scale(scratch_.plus, tree_.class_at[place]));
      part.earned += variable * scale * static_cast<double>(scratch_.values[place]);
      part.value += variable * scale;
      mass += variable;
    }
    if (slack.power == 1 && mass > slack.C) {
      part.earned *= slack.C / mass;
      part.value *= slack.C / mass;
      mass = slack.C;
    }
    part.slack_terms = slack.dual_term(mass);
    return part;
  }

  const Problem<Real>& problem_;
  const TreeTables<Real>& tree_;
  TreeScratch<Real> scratch_;
  AlignedArray<Real> scores_;
  std::vector<std::uint32_t> found_;
};

}  // namespace

template <class Real>
std::vector<BoundParts> bounds_by_place(const Problem<Real>& problem, const TreeTables<Real>& tree,
                                        const WeightView<Real>& weights, Real* beta,
                                        ThreadPool& pool) {
  const std::size_t instances = problem.rows.size();
  std::vector<BoundParts> parts((instances + instances_per_part - 1) / instances_per_part);
  pool.for_ranges(instances, instances_per_part, [&](std::size_t begin, std::size_t end) {
    InstanceBounds<Real> bounds_of(problem, tree);
    for (std::size_t i = begin; i < end; ++i) {
      parts[begin / instances_per_part] += bounds_of(i, weights, beta + i * tree.places);
    }
  });
  return parts;
}

template std::vector<BoundParts> bounds_by_place(const Problem<float>&, const TreeTables<float>&,
                                                 const WeightView<float>&, float*, ThreadPool&);
template std::vector<BoundParts> bounds_by_place(const Problem<double>&, const TreeTables<double>&,
                                                 const WeightView<double>&, double*, ThreadPool&);

}  // namespace clade::detail
