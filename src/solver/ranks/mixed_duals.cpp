#include "solver/ranks/mixed_duals.h"

#include <algorithm>
#include <cmath>
#include <cstdint>

namespace clade::detail {

std::vector<DualMove> moves(const ConstraintSet& constraints, std::size_t instance,
                            const InstanceDuals& before, const InstanceDuals& after,
                            double rounding) {
  const auto blocks = constraints.blocks(instance);
  // Blocks, and the rivals of each in increasing order.
  const auto key = [&](const DualVariable& v) {
    const auto found = std::find_if(blocks.begin(), blocks.end(),
                                    [&](const auto& block) { return block.plus == v.plus; });
    return static_cast<std::uint64_t>(found - blocks.begin()) << 32 | v.minus;
  };
  struct Keyed {
    std::uint64_t key;
    DualMove move;
  };
  std::vector<Keyed> all;
  all.reserve(before.size() + after.size());
  for (const DualVariable& v : before) all.push_back({key(v), {v, v.beta, 0}});
  for (const DualVariable& v : after) all.push_back({key(v), {v, 0, v.beta}});
  std::sort(all.begin(), all.end(), [](const Keyed& a, const Keyed& b) { return a.key < b.key; });
  std::vector<DualMove> moves;
  for (std::size_t k = 0; k < all.size(); ++k) {
    if (k > 0 && all[k - 1].key == all[k].key) {
      moves.back().before += all[k].move.before;
      moves.back().after += all[k].move.after;
    } else {
      moves.push_back(all[k].move);
    }
  }
  for (DualMove& move : moves) {
    if (std::abs(move.after - move.before) <= rounding * move.before) move.after = move.before;
  }
  return moves;
}

bool is_still(const std::vector<DualMove>& moves) {
  return std::all_of(moves.begin(), moves.end(),
                     [](const DualMove& move) { return move.before == move.after; });
}

void DualLine::operator+=(const DualLine& other) {
  moved_linear += other.moved_linear;
  square_at_0 += other.square_at_0;
  square_slope += other.square_slope;
  square_bend += other.square_bend;
}

DualLine dual_line(Slack slack, SlackGroups groups, const std::vector<DualMove>& moves) {
  DualLine line;
  // Of a mass of 1: the term grows with its square, and is none with linear slacks.
  const auto add_square = [&](double from, double to) {
    const double moved = to - from, unit = slack.dual_term(1.0);
    line.square_at_0 += unit * from * from;
    line.square_slope += 2 * unit * from * moved;
    line.square_bend += unit * moved * moved;
  };
  double mass_before = 0, mass_after = 0;
  for (const DualMove& move : moves) {
    line.moved_linear += move.variable.scale * (move.after - move.before);
    mass_before += move.before;
    mass_after += move.after;
    if (groups == SlackGroups::constraint) add_square(move.before, move.after);
  }
  if (groups == SlackGroups::instance) add_square(mass_before, mass_after);
  return line;
}

InstanceDuals mixed(const std::vector<DualMove>& moves, double t) {
  InstanceDuals result;
  for (const DualMove& move : moves) {
    DualVariable variable = move.variable;
    variable.beta = t == 1 ? move.after : move.before + t * (move.after - move.before);
    if (variable.beta > 0) result.push_back(variable);
  }
  return result;
}

}  // namespace clade::detail
