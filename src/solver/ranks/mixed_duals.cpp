#include "solver/ranks/mixed_duals.h"

#include <algorithm>
#include <cmath>
#include <cstdint>
#include <utility>

#include "solver/problem/slack.h"

namespace clade::detail {

namespace {

// Rounding to single precision and back changes a variable by this part of it.
constexpr double rounding = 2.5e-7;

// By constraint; one that is zero on a side is left out there.
struct Pair {
  std::uint64_t key = 0;
  DualVariable variable;  // of either side
  double before = 0, after = 0;
};

// In the order of the constraint set: blocks, and the rivals of each in increasing order.
std::vector<Pair> pairs_of(const ConstraintSet& constraints, std::size_t instance,
                           const InstanceDuals& before, const InstanceDuals& after) {
  const auto blocks = constraints.blocks(instance);
  const auto key = [&](const DualVariable& v) {
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const auto& block) { return block.plus == v.plus; });
    return static_cast<std::uint64_t>(found - blocks.begin()) << 32 | v.minus;
  };
  std::vector<Pair> pairs;
  pairs.reserve(before.size() + after.size());
  for (const DualVariable& v : before) pairs.push_back({key(v), v, v.beta, 0});
  for (const DualVariable& v : after) pairs.push_back({key(v), v, 0, v.beta});
  std::sort(pairs.begin(), pairs.end(), [](const Pair& a, const Pair& b) { return a.key < b.key; });
  std::size_t kept = 0;
  for (const Pair& pair : pairs) {
    if (kept > 0 && pairs[kept - 1].key == pair.key) {
      pairs[kept - 1].before += pair.before;
      pairs[kept - 1].after += pair.after;
    } else {
      pairs[kept++] = pair;
    }
  }
  pairs.resize(kept);
  return pairs;
}

}  // namespace

void DualLine::operator+=(const DualLine& other) {
  moved_linear += other.moved_linear;
  square_at_0 += other.square_at_0;
  square_slope += other.square_slope;
  square_bend += other.square_bend;
}

bool are_same(const InstanceDuals& before, const InstanceDuals& after) {
  return std::equal(before.begin(), before.end(), after.begin(), after.end(),
                    [](const DualVariable& a, const DualVariable& b) {
                      return a.plus == b.plus && a.minus == b.minus &&
                             std::abs(a.beta - b.beta) <= rounding * a.beta;
                    });
}

template <class Real>
DualLine dual_line(const Problem<Real>& problem, std::size_t instance, const InstanceDuals& before,
                   const InstanceDuals& after) {
  const Slack slack{problem.C[instance], problem.slack_power};
  DualLine line;
  // Of a mass of 1: the term grows with its square, and is none with linear slacks.
  const auto add_square = [&](double from, double to) {
    const double moved = to - from, unit = slack.dual_term(1.0);
    line.square_at_0 += unit * from * from;
    line.square_slope += 2 * unit * from * moved;
    line.square_bend += unit * moved * moved;
  };
  double mass_before = 0, mass_after = 0;
  for (const Pair& pair : pairs_of(problem.constraints, instance, before, after)) {
    line.moved_linear += pair.variable.scale * (pair.after - pair.before);
    mass_before += pair.before;
    mass_after += pair.after;
    if (problem.groups == SlackGroups::constraint) add_square(pair.before, pair.after);
  }
  if (problem.groups == SlackGroups::instance) add_square(mass_before, mass_after);
  return line;
}

InstanceDuals mixed(const ConstraintSet& constraints, std::size_t instance,
                    const InstanceDuals& before, const InstanceDuals& after, double t) {
  InstanceDuals result;
  for (const Pair& pair : pairs_of(constraints, instance, before, after)) {
    DualVariable variable = pair.variable;
    variable.beta = pair.before + t * (pair.after - pair.before);
    if (variable.beta > 0) result.push_back(variable);
  }
  return result;
}

template DualLine dual_line(const Problem<float>&, std::size_t, const InstanceDuals&,
                            const InstanceDuals&);
template DualLine dual_line(const Problem<double>&, std::size_t, const InstanceDuals&,
                            const InstanceDuals&);

}  // namespace clade::detail
