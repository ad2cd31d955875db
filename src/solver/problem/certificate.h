// Both sides of the optimum: what the solver's stopping rule and every reported objective rest on.
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <span>
#include <vector>

#include "base/threads.h"
#include "linear/decision_scores.h"
#include "solver/problem/duals.h"
#include "solver/problem/instance_scan.h"
#include "solver/problem/problem.h"

namespace clade::detail {

struct Certificate {
  double primal = 0;
  double dual = 0;
  double lower_bound = 0;   // dual less an allowance for rounding, or what duals of zero prove
  double relative_gap = 1;  // (primal - lower_bound) / primal
  double mean_slack = 0;    // over instances; the sum over its groups where an instance has several
  // The primal value is that of the weights times this. With a hard margin they meet every
  // constraint then; 0: no multiple does.
  double weight_scale = 1;
};

// The largest slack of an instance (or the sum over its groups), what it costs, and its smallest
// margin a_c'F, which only a hard margin asks for.
struct InstanceSlack {
  double slack = 0;
  double cost = 0;
  double margin = std::numeric_limits<double>::infinity();
};

// What instances add to the dual value.
struct DualPart {
  double earned = 0;       // sum beta_c g_c
  double value = 0;        // sum scale_c beta_c
  double slack_terms = 0;  // sum B^2/(4C)
};

// What instances add to both sides.
struct BoundParts {
  InstanceSlack slack;
  DualPart dual;
  void operator+=(const BoundParts& other);
};

// Parts are added up by so many instances, so that sums are the same for any number of threads.
inline constexpr std::size_t instances_per_part = 128;

// Slacks of many instances, on one thread.
template <class Real>
class SlackScan {
 public:
  SlackScan(const Problem<Real>& problem, const ScanTables<Real>& tables)
      : problem_(problem), scan_(tables) {}
  // `scores` as InstanceScan wants them.
  InstanceSlack operator()(std::size_t instance, Real* scores);

 private:
  double smallest_margin(std::size_t instance, const Real* scores);

  const Problem<Real>& problem_;
  InstanceScan<Real> scan_;
};

// What the instances add at the backend's weights, instances_per_part of them at a time.
template <class Backend>
std::vector<BoundParts> bound_parts(const Problem<typename Backend::Real>& problem,
                                    const ScanTables<typename Backend::Real>& tables,
                                    const DecisionScores<typename Backend::Real>& map,
                                    const Backend& backend, const Duals& duals, ThreadPool& pool);

// The bounds that follow from those parts (see below) and ||w - w0||^2/2.
template <class Real>
Certificate bounds_of(const Problem<Real>& problem, std::span<const BoundParts> parts,
                      double half_distance, double drift, double multiple = 1);

// Primal value, dual value and bounds at the backend's weights w. With g_c = scale_c (1 - a_c'F) at
// w and B the mass of a slack group,
//   dual = ||w - w0||^2/2 + sum_c beta_c g_c - sum B^2/(4C),
// so the gap is a sum over instances of cost + B^2/(4C) - sum_c beta_c g_c, each at least zero.
// Rounding may part w from the weights of the duals: of the dual value, that takes half the square
// of their distance, of which `drift` is a bound. With a hard margin the primal value is that of
// the weights times weight_scale.
//
// `multiple` is for a subproblem whose C are the wanted problem's divided by it: then the duals are
// too, and the bounds are those of the wanted problem at its duals, which are `multiple` times
// these.
template <class Backend>
Certificate certify(const Problem<typename Backend::Real>& problem,
                    const ScanTables<typename Backend::Real>& tables,
                    const DecisionScores<typename Backend::Real>& map, const Backend& backend,
                    const Duals& duals, double drift, ThreadPool& pool, double multiple = 1);

// Multiples of the weights that are tried.
inline constexpr std::array longer_scales{1.00002, 1.0001, 1.0003, 1.001, 1.003, 1.01};
// Takes the primal value of slightly longer weights where it is lower. With a large C and many
// constraints that fail by very little, be it by the rounding of scores alone, it is by much. For
// problems without anchor and biases, at finite C.
template <class Backend>
void try_longer_weights(const Problem<typename Backend::Real>& problem,
                        const ScanTables<typename Backend::Real>& tables,
                        const DecisionScores<typename Backend::Real>& map, const Backend& backend,
                        ThreadPool& pool, Certificate& bounds);

}  // namespace clade::detail
