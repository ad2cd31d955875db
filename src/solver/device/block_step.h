// The step on the dual block of one instance, in one source for all devices.
//
// It is written for a team of threads: a warp of a GPU, or one thread of the processor. A team says
// rank(), size() and sync(), and reduces over its members: max_of() finds the entry of the largest
// value, of equal ones the first, sum() adds up. All members call all functions with the same
// arguments and go the same way.
#pragma once

#include <cmath>
#include <cstdint>

#ifdef __CUDACC__
#define CLADE_ON_DEVICE __host__ __device__
#else
#define CLADE_ON_DEVICE
#endif

namespace clade::device {

constexpr std::uint32_t none = 0xffffffffU;
// A block is solved until its violation is this part of what it was, or so many steps were taken.
constexpr double inner_tolerance = 0.1;
constexpr int most_steps = 300;
// Violations below this are rounding.
constexpr double negligible = 1e-14;

struct Entry {
  double value;
  std::uint32_t index;
};

// One thread.
struct Alone {
  CLADE_ON_DEVICE std::uint32_t rank() const { return 0; }
  CLADE_ON_DEVICE std::uint32_t size() const { return 1; }
  CLADE_ON_DEVICE void sync() const {}
  CLADE_ON_DEVICE Entry max_of(Entry e) const { return e; }
  CLADE_ON_DEVICE double sum(double value) const { return value; }
};

// The score map: attributes of a decision are those from begin[d] to begin[d + 1].
struct Map {
  const std::uint32_t* begin;
  const std::uint32_t* units;
  const float* strengths;

  CLADE_ON_DEVICE double score(std::uint32_t decision, const float* scores) const {
    double sum = 0;
    for (std::uint32_t a = begin[decision]; a < begin[decision + 1]; ++a) {
      sum += static_cast<double>(strengths[a]) * static_cast<double>(scores[units[a]]);
    }
    return sum;
  }
};

// This member's part of weight <lambda(a), lambda(b)>.
template <class Team>
CLADE_ON_DEVICE double part_of_gram(const Team& team, const Map& map, std::uint32_t a,
                                    std::uint32_t b, double weight) {
  const std::uint32_t first = map.begin[a], size = map.begin[a + 1] - first;
  const std::uint32_t other = map.begin[b], pairs = size * (map.begin[b + 1] - other);
  double sum = 0;
  for (std::uint32_t p = team.rank(); p < pairs; p += team.size()) {
    const std::uint32_t i = first + p % size, j = other + p / size;
    if (map.units[i] != map.units[j]) continue;
    sum += static_cast<double>(map.strengths[i]) * static_cast<double>(map.strengths[j]);
  }
  return weight * sum;
}

// || up (plus - to) - down (plus - from) ||^2 as vectors of attributes.
template <class Team>
CLADE_ON_DEVICE double squared_direction(const Team& team, const Map& map, std::uint32_t plus,
                                         std::uint32_t to, double up, std::uint32_t from,
                                         double down) {
  const double own = up - down;
  return team.sum(part_of_gram(team, map, plus, plus, own * own) +
                  part_of_gram(team, map, to, to, up * up) +
                  part_of_gram(team, map, from, from, down * down) +
                  part_of_gram(team, map, plus, to, -2 * own * up) +
                  part_of_gram(team, map, plus, from, 2 * own * down) +
                  part_of_gram(team, map, to, from, -2 * up * down));
}

// The working set of an instance, and the scores of its units: both change with every step.
struct Block {
  Map map;
  std::uint32_t plus;
  std::uint32_t size;  // variables
  const std::uint32_t* minus;
  const float* scale;
  double* beta;
  double* gradient;  // scratch
  float* scores;     // by unit
  double squared_length;
  double damping;  // how much steeper than by itself the instance's part is taken to be
  double C;
  int power;
};

struct Found {
  double high, low;
  std::uint32_t to, from;  // none: the slack
};

struct SlackTerm {
  double C;
  int power;

  CLADE_ON_DEVICE double gradient(double mass) const { return power == 2 ? mass / (2 * C) : 0; }
  CLADE_ON_DEVICE double curvature() const { return power == 2 ? 1 / (2 * C) : 0; }
  CLADE_ON_DEVICE double left(double mass) const {
    if (power == 2) return INFINITY;
    const double rest = C - mass;
    return rest > 1e-13 * C ? rest : 0;
  }
  CLADE_ON_DEVICE double dual_term(double mass) const {
    return power == 2 ? mass * mass / (4 * C) : 0;
  }
  CLADE_ON_DEVICE double cost(double xi) const {
    if (!(xi > 0)) return 0;
    return power == 2 ? C * xi * xi : C * xi;
  }
};

// g_c = scale_c (1 - F(plus) + F(minus)) for all variables, and the two that violate most.
template <class Team>
CLADE_ON_DEVICE Found look_at_block(const Team& team, Block& block, double mass) {
  const SlackTerm slack{block.C, block.power};
  const double base = 1 - block.map.score(block.plus, block.scores);
  Entry high{-INFINITY, none}, low{-INFINITY, none};
  for (std::uint32_t c = team.rank(); c < block.size; c += team.size()) {
    const double g = static_cast<double>(block.scale[c]) *
                     (base + block.map.score(block.minus[c], block.scores));
    block.gradient[c] = g;
    if (g > high.value) high = {g, c};
    if (block.beta[c] > 0 && -g > low.value) low = {-g, c};
  }
  high = team.max_of(high);
  low = team.max_of(low);
  Found found{high.value, -low.value, high.index, low.index};
  const double of_slack = slack.gradient(mass);
  if (found.high <= of_slack) {
    found.high = of_slack;
    found.to = none;
  }
  if (slack.left(mass) > 0 && of_slack <= found.low) {
    found.low = of_slack;
    found.from = none;
  }
  return found;
}

// scores += amount lambda(decision), every member some attributes.
template <class Team>
CLADE_ON_DEVICE void add_to_scores(const Team& team, const Map& map, std::uint32_t decision,
                                   double amount, float* scores) {
  for (std::uint32_t a = map.begin[decision] + team.rank(); a < map.begin[decision + 1];
       a += team.size()) {
    float& score = scores[map.units[a]];
    score = static_cast<float>(static_cast<double>(score) +
                               amount * static_cast<double>(map.strengths[a]));
  }
  team.sync();
}

// Moves mass between pairs of variables, the slack being one of them, until little is left to gain.
// Returns how many steps it took.
template <class Team>
CLADE_ON_DEVICE int solve_block(const Team& team, Block& block) {
  const SlackTerm slack{block.C, block.power};
  const double length = block.squared_length * block.damping;
  double mass = 0;
  for (std::uint32_t c = 0; c < block.size; ++c) mass += block.beta[c];
  double tolerance = negligible;
  for (int step = 0; step < most_steps; ++step) {
    const Found found = look_at_block(team, block, mass);
    const double violation = found.high - found.low;
    if (step == 0 && inner_tolerance * violation > tolerance) {
      tolerance = inner_tolerance * violation;
    }
    if (!(violation > tolerance)) return step;
    const bool to_slack = found.to == none, from_slack = found.from == none;
    if (to_slack && from_slack) return step;
    const std::uint32_t to = to_slack ? block.plus : block.minus[found.to];
    const std::uint32_t from = from_slack ? block.plus : block.minus[found.from];
    const double up = to_slack ? 0 : static_cast<double>(block.scale[found.to]);
    const double down = from_slack ? 0 : static_cast<double>(block.scale[found.from]);
    const double own = up - down;
    const double bend_of_scores =
        squared_direction(team, block.map, block.plus, to, up, from, down);
    const double bend = length * bend_of_scores + (to_slack || from_slack ? slack.curvature() : 0);
    const double available = from_slack ? slack.left(mass) : block.beta[found.from];
    double amount = bend > 0 ? violation / bend : available;
    if (amount > available) amount = available;
    if (!(amount > 0) || !(amount < INFINITY)) return step;
    team.sync();
    if (team.rank() == 0) {
      if (!to_slack) block.beta[found.to] += amount;
      if (!from_slack) {
        const double rest = block.beta[found.from] - amount;
        block.beta[found.from] = amount < block.beta[found.from] ? rest : 0;
      }
    }
    mass += (to_slack ? 0 : amount) - (from_slack ? 0 : amount);
    team.sync();
    add_to_scores(team, block.map, block.plus, own * amount * length, block.scores);
    if (!to_slack) add_to_scores(team, block.map, to, -up * amount * length, block.scores);
    if (!from_slack) add_to_scores(team, block.map, from, down * amount * length, block.scores);
  }
  return most_steps;
}

// Of all that a group does at once: `gain` is the derivative of the dual value along its changes
// before them, `left` after them. The value is a parabola between.
struct Slope {
  double gain, left, own;  // own: what the curvature would be if no two instances had a feature
};

// The part of the changes where the dual value is highest.
CLADE_ON_DEVICE inline double best_part(const Slope& slope) {
  if (!(slope.left < 0)) return 1;
  return slope.gain > 0 ? slope.gain / (slope.gain - slope.left) : 0;
}

// The damping of the next group: changes that add up without one another's knowledge bend the
// objective so many times more than each alone.
CLADE_ON_DEVICE inline double next_damping(double damping, const Slope& slope) {
  constexpr double memory = 0.7, most = 1e4;
  const double bend = slope.gain - slope.left;
  if (!(slope.own > 0) || !(bend > 0)) return damping;
  double seen = bend / slope.own;
  seen = seen < 1 ? 1 : seen > most ? most : seen;
  return seen > damping ? seen : memory * damping + (1 - memory) * seen;
}

}  // namespace clade::device
