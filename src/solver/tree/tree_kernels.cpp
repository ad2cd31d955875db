#include "solver/tree/tree_kernels.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "solver/tree/tree_kernels.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

template <class Real>
using Tag = hn::CappedTag<Real, TreeTables<Real>::width>;
template <class Real>
using IndexTag = hn::Rebind<typename TreeTables<Real>::Index, Tag<Real>>;
template <class Real>
using Vec = hn::Vec<Tag<Real>>;

// A vector has all lanes of a block.
template <class Real>
constexpr bool has_whole_blocks = hn::MaxLanes(Tag<Real>()) == TreeTables<Real>::width;

template <class D>
HWY_INLINE double total(D d, hn::Vec<D> v) {
  return static_cast<double>(hn::GetLane(hn::SumOfLanes(d, v)));
}

// sum + what a link brings from numbers in a vector.
template <class Real>
HWY_INLINE Vec<Real> with_link(const typename TreeTables<Real>::Link& link, Vec<Real> from,
                               Vec<Real> sum) {
  const Tag<Real> d;
  const auto permuted = hn::TableLookupLanes(from, hn::SetTableIndices(d, link.lanes.data()));
  return hn::MulAdd(permuted, hn::Load(d, link.weights.data()), sum);
}

// What the nodes of some lanes have.
template <class Real>
HWY_INLINE Vec<Real> of_lanes(const TreeTables<Real>& t, const Real* by_node, std::size_t lane) {
  const Tag<Real> d;
  if constexpr (has_whole_blocks<Real>) {
    auto sum = hn::Zero(d);
    for (const auto& link : t.to_lanes[lane / t.width]) {
      sum = with_link<Real>(link, hn::Load(d, by_node + link.from), sum);
    }
    return sum;
  } else {
    const IndexTag<Real> di;
    return hn::GatherIndex(d, by_node, hn::Load(di, t.node_of_lane.data() + lane));
  }
}

// Sums up neighbours of one node, as of_nodes wants them.
template <class Real>
HWY_INLINE Vec<Real> folded(const TreeTables<Real>& t, Vec<Real> values, std::size_t lane) {
  if constexpr (has_whole_blocks<Real>) {
    for (const auto& link : t.folds[lane / t.width]) {
      values = with_link<Real>(link, values, values);
    }
  }
  return values;
}

// Sums over all lanes of some nodes.
template <class Real>
HWY_INLINE Vec<Real> of_nodes(const TreeTables<Real>& t, const Real* by_lane, std::size_t v) {
  const Tag<Real> d;
  if constexpr (has_whole_blocks<Real>) {
    auto sum = hn::Zero(d);
    for (const auto& link : t.to_nodes[v / t.width]) {
      sum = with_link<Real>(link, hn::Load(d, by_lane + link.from), sum);
    }
    return sum;
  } else {
    HWY_ALIGN Real sums[hn::MaxLanes(Tag<Real>())] = {};
    for (std::size_t k = 0; k < hn::Lanes(d); ++k) {
      for (const std::uint32_t lane : t.lanes_of_node.row(v + k)) sums[k] += by_lane[lane];
    }
    return hn::Load(d, sums);
  }
}

template <class Real>
HWY_INLINE void add_up_paths(const TreeTables<Real>& t, TreeScratch<Real>& s, const Real* raw) {
  Real* HWY_RESTRICT path = s.path.data();
  path[t.root] = 0;
  for (std::size_t v = 0; v < t.root; ++v) {
    path[v] = path[static_cast<std::size_t>(t.parent[v])] + t.strength[v] * raw[t.unit[v]];
  }
  if (!t.has_equal_factors) {
    for (std::size_t v = 0; v < t.root; ++v) path[v] *= t.factor[v];
  }
}

// As the weights of inner units follow from those below, so do their scores.
template <class Real>
HWY_INLINE void sum_up(const TreeTables<Real>& t, TreeScratch<Real>& s,
                       const Real* HWY_RESTRICT raw) {
  const Tag<Real> d;
  for (std::size_t b = 0; b < t.blocks.size(); ++b) {
    const auto& block = t.blocks[b];
    for (std::size_t lane = 0; lane < t.width; lane += hn::Lanes(d)) {
      const std::size_t l = b * t.width + lane;
      auto even = hn::Zero(d), odd = hn::Zero(d);
      for (std::size_t k = 0; k < block.slots; ++k) {
        const auto score = hn::Load(d, raw + block.first_place + k * t.width + lane);
        (k % 2 == 0 ? even : odd) = hn::Add(k % 2 == 0 ? even : odd, score);
      }
      const auto sum = hn::Mul(hn::Add(even, odd), hn::Load(d, t.share.data() + l));
      hn::Store(folded(t, sum, l), d, s.sum.data() + l);
    }
  }
  Real* HWY_RESTRICT below = s.below.data();
  for (std::size_t v = 0; v < t.root; v += hn::Lanes(d)) {
    const bool has_classes = v >= t.first_home && v < t.last_home;
    hn::Store(has_classes ? of_nodes(t, s.sum.data(), v) : hn::Zero(d), d, below + v);
  }
  for (std::size_t level = t.levels.size() - 1; level-- > 1;) {
    for (std::size_t v = t.levels[level]; v < t.levels[level + 1]; v += t.width) {
      if constexpr (has_whole_blocks<Real>) {
        for (const auto& link : t.to_parents[v / t.width]) {
          Real* up = below + link.to;
          hn::Store(with_link<Real>(link, hn::Load(d, below + v), hn::Load(d, up)), d, up);
        }
      } else {
        for (std::size_t k = v; k < v + t.width; ++k) {
          below[static_cast<std::size_t>(t.parent[k])] += below[k];
        }
      }
    }
  }
}

// The squares of the products, in double.
template <class Real>
HWY_INLINE double squares_of(const Real* HWY_RESTRICT values, const Real* HWY_RESTRICT factors,
                             std::size_t size) {
  const hn::CappedTag<double, 8> d;
  const hn::Rebind<Real, decltype(d)> from;
  auto sum = hn::Zero(d);
  for (std::size_t k = 0; k < size; k += hn::Lanes(d)) {
    auto value = hn::LoadU(from, values + k);
    if (factors != nullptr) value = hn::Mul(value, hn::LoadU(from, factors + k));
    if constexpr (sizeof(Real) == sizeof(double)) {
      sum = hn::MulAdd(value, value, sum);
    } else {
      const auto wide = hn::PromoteTo(d, value);
      sum = hn::MulAdd(wide, wide, sum);
    }
  }
  return total(d, sum);
}

template <class Real>
double squared_norm(const TreeTables<Real>& t, TreeScratch<Real>& s, const Real* weights) {
  sum_up(t, s, weights);
  return squares_of<Real>(weights, nullptr, t.places) +
         squares_of<Real>(s.below.data(), t.strength.data(), t.root);
}

template <class Real>
HWY_INLINE void add_up_paths_of_places(const TreeTables<Real>& t, TreeScratch<Real>& s) {
  const Tag<Real> d;
  const IndexTag<Real> di;
  Real* HWY_RESTRICT path = s.path.data();
  for (std::size_t v = 0; v < t.root; v += hn::Lanes(d)) {
    const auto above =
        v < t.levels[1] ? hn::Zero(d) : hn::GatherIndex(d, path, hn::Load(di, t.parent.data() + v));
    const auto q2 = hn::Load(d, t.squared_strength.data() + v);
    hn::Store(hn::MulAdd(q2, hn::Load(d, s.below.data() + v), above), d, path + v);
  }
  if (t.has_equal_factors) return;
  for (std::size_t v = 0; v < t.root; v += hn::Lanes(d)) {
    hn::Store(hn::Mul(hn::Load(d, path + v), hn::Load(d, t.factor.data() + v)), d, path + v);
  }
}

// Raw scores are by place, or by unit.
template <bool ByPlace, class Real>
HWY_INLINE void look(const TreeTables<Real>& t, TreeScratch<Real>& s,
                     const Real* HWY_RESTRICT raw) {
  const Tag<Real> d;
  const IndexTag<Real> di;
  if constexpr (ByPlace) {
    sum_up(t, s, raw);
    add_up_paths_of_places(t, s);
  } else {
    add_up_paths(t, s, raw);
  }
  const auto& own = t.classes[s.plus];
  const Real own_score =
      static_cast<Real>(own.strength) * raw[ByPlace ? own.place : own.unit] + s.path[own.home];
  const auto base = hn::Set(d, 1 - own_score);
  auto highest = hn::Set(d, t.no_rival);
  auto masses = hn::Zero(d), earned = hn::Zero(d), flows = hn::Zero(d);
  for (std::size_t b = 0; b < t.blocks.size(); ++b) {
    const auto& block = t.blocks[b];
    for (std::size_t lane = 0; lane < t.width; lane += hn::Lanes(d)) {
      const std::size_t l = b * t.width + lane;
      const auto scale = hn::Load(d, s.scales.of_lanes + l),
                 strength = hn::Load(d, t.own.data() + l);
      const auto path = hn::Add(base, of_lanes(t, s.path.data(), l));
      auto mass = hn::Zero(d), gain = hn::Zero(d), most = hn::Set(d, t.no_rival);
      for (std::size_t k = 0; k < block.slots; ++k) {
        const std::size_t at = block.first_place + k * t.width + lane;
        Vec<Real> of_unit;
        if constexpr (ByPlace) {
          of_unit = hn::Load(d, raw + at);
        } else {
          of_unit = hn::GatherIndex(d, raw, hn::Load(di, t.unit_at.data() + at));
        }
        const auto beta = hn::Load(d, s.beta + at);
        const auto missing =  // 1 - F(plus) + F(class)
            hn::Add(hn::MulAdd(of_unit, strength, path), hn::Load(d, s.allowed.data() + at));
        hn::Store(missing, d, s.values.data() + at);
        most = hn::Max(most, missing);
        mass = hn::Add(mass, beta);
        gain = hn::MulAdd(beta, missing, gain);
      }
      const auto flow = hn::Mul(scale, mass);
      hn::Store(folded(t, flow, l), d, s.flow.data() + l);
      highest = hn::Max(highest, hn::Mul(scale, most));
      masses = hn::Add(masses, mass);
      flows = hn::Add(flows, flow);
      earned = hn::MulAdd(scale, gain, earned);
    }
  }
  s.highest = static_cast<double>(hn::GetLane(hn::MaxOfLanes(d, highest)));
  s.mass = total(d, masses);
  s.earned = total(d, earned);
  s.flows = total(d, flows);
}

// A first guess of the slack's multiplier.
template <class Real>
double guessed_theta(const TreeScratch<Real>& s) {
  constexpr double nearly_all = 0.999;
  if (s.mass == 0) return 0.5 * s.highest;
  if (s.slack.power == 2) return s.slack.gradient(s.mass);
  return s.mass > nearly_all * s.slack.C ? std::max(0.0, s.earned / s.mass) : 0;
}

// value_c = r_c - highest / scale_c: what matters lies near the largest gradient, and hC may be
// small against it. The first bounds are those that only the guess of theta sets; counts what is
// above them.
template <class Real>
HWY_INLINE void set_values(const TreeTables<Real>& t, TreeScratch<Real>& s) {
  const Tag<Real> d;
  const auto h = hn::Set(d, static_cast<Real>(s.squared_length));
  const auto highest = hn::Set(d, static_cast<Real>(s.highest));
  const auto guess = hn::Set(d, static_cast<Real>(guessed_theta(s) - s.highest));
  const auto one = hn::Set(d, Real{1});
  for (std::size_t b = 0; b < t.blocks.size(); ++b) {
    const auto& block = t.blocks[b];
    for (std::size_t lane = 0; lane < t.width; lane += hn::Lanes(d)) {
      const std::size_t l = b * t.width + lane;
      const auto per_scale = hn::Load(d, s.scales.per_lanes + l);
      const auto start = hn::Mul(highest, per_scale), bound = hn::Mul(guess, per_scale);
      const auto bend =
          hn::Mul(hn::Mul(h, hn::Load(d, s.scales.of_lanes + l)), hn::Load(d, t.own2.data() + l));
      auto count = hn::Zero(d), sum = hn::Zero(d);
      for (std::size_t k = 0; k < block.slots; ++k) {
        const std::size_t at = block.first_place + k * t.width + lane;
        const auto from_highest = hn::Sub(hn::Load(d, s.values.data() + at), start);
        const auto value = hn::MulAdd(bend, hn::Load(d, s.beta + at), from_highest);
        hn::Store(value, d, s.values.data() + at);
        const auto is_above = hn::Gt(value, bound);
        count = hn::Add(count, hn::IfThenElseZero(is_above, one));
        sum = hn::Add(sum, hn::IfThenElseZero(is_above, value));
      }
      hn::Store(folded(t, count, l), d, s.count.data() + l);
      hn::Store(folded(t, sum, l), d, s.sum.data() + l);
    }
  }
  for (std::size_t v = t.first_home; v < t.last_home; v += hn::Lanes(d)) {
    const auto length = hn::Mul(h, hn::Load(d, t.factor.data() + v));
    hn::Store(hn::Mul(length, of_nodes(t, s.flow.data(), v)), d, s.flow_before.data() + v);
  }
}

// Which classes are above their bounds. True where they are as many as before in every lane: the
// set of a lane is nested in its bound, so equal numbers are equal sets.
template <class Real, class BoundOfLanes>
HWY_INLINE bool count_above(const TreeTables<Real>& t, TreeScratch<Real>& s,
                            BoundOfLanes bound_of_lanes) {
  const Tag<Real> d;
  const auto one = hn::Set(d, Real{1});
  auto differs = hn::Ne(hn::Zero(d), hn::Zero(d));
  for (std::size_t b = 0; b < t.blocks.size(); ++b) {
    const auto& block = t.blocks[b];
    for (std::size_t lane = 0; lane < t.width; lane += hn::Lanes(d)) {
      const std::size_t l = b * t.width + lane;
      const auto bound = bound_of_lanes(l);
      auto count = hn::Zero(d), sum = hn::Zero(d);
      for (std::size_t k = 0; k < block.slots; ++k) {
        const std::size_t at = block.first_place + k * t.width + lane;
        const auto value = hn::Load(d, s.values.data() + at);
        const auto is_above = hn::Gt(value, bound);
        count = hn::Add(count, hn::IfThenElseZero(is_above, one));
        sum = hn::Add(sum, hn::IfThenElseZero(is_above, value));
      }
      count = folded(t, count, l);
      differs = hn::Or(differs, hn::Ne(count, hn::Load(d, s.count.data() + l)));
      hn::Store(count, d, s.count.data() + l);
      hn::Store(folded(t, sum, l), d, s.sum.data() + l);
    }
  }
  return hn::AllFalse(d, differs);
}

// The sums over active leaves from which theta and mu follow (tree_step.h).
template <class Real>
struct Equations {
  Vec<Real> e0, ee, m0, me, mm;
};

template <bool Equal, class Real>
HWY_INLINE void clear_nodes(TreeScratch<Real>& s, std::size_t begin, std::size_t end) {
  const Tag<Real> d;
  for (std::size_t v = begin; v < end; v += hn::Lanes(d)) {
    hn::Store(hn::Zero(d), d, s.G.data() + v);
    hn::Store(hn::Zero(d), d, s.S.data() + v);
    hn::Store(hn::Zero(d), d, s.T.data() + v);
    if constexpr (!Equal) hn::Store(hn::Zero(d), d, s.U.data() + v);
  }
}

// What the leaves put into G, S, T and U of their nodes.
template <bool Equal, class Real>
HWY_INLINE Equations<Real> sum_up_leaves(const TreeTables<Real>& t, TreeScratch<Real>& s) {
  const Tag<Real> d;
  const auto zero = hn::Zero(d);
  Equations<Real> q{zero, zero, zero, zero, zero};
  clear_nodes<Equal>(s, 0, t.first_home);
  clear_nodes<Equal>(s, t.last_home, t.nodes);
  // The label is a leaf, too. Added in vectors: those that read it would wait for a single number.
  const auto& own = t.classes[s.plus];
  const double with_factor = own.factor / (own.strength * own.strength);
  const auto home = hn::Set(d, static_cast<Real>(own.home));
  const auto of_label = hn::Set(d, static_cast<Real>(own.factor * with_factor));
  for (std::size_t v = t.first_home; v < t.last_home; v += hn::Lanes(d)) {
    const auto e = hn::Load(d, s.scales.per_nodes + v);
    const auto per_own2 = hn::Load(d, t.per_own2.data() + v);
    const auto conductance = hn::Mul(per_own2, of_nodes(t, s.count.data(), v));
    const auto sources = hn::Mul(per_own2, of_nodes(t, s.sum.data(), v));
    const auto with_e = hn::Mul(conductance, e);
    q.e0 = hn::MulAdd(sources, e, q.e0);
    q.ee = hn::MulAdd(with_e, e, q.ee);
    const auto before = hn::Load(d, s.flow_before.data() + v);
    const auto is_home = hn::Eq(hn::Iota(d, static_cast<Real>(v)), home);
    const auto label = hn::IfThenElseZero(is_home, of_label);
    if constexpr (Equal) {
      hn::Store(hn::Add(conductance, label), d, s.G.data() + v);
      hn::Store(hn::Sub(sources, before), d, s.S.data() + v);
      hn::Store(with_e, d, s.T.data() + v);
    } else {
      const auto k = hn::Load(d, t.factor.data() + v);
      const auto with_k = hn::Mul(k, conductance);
      hn::Store(hn::MulAdd(k, with_k, label), d, s.G.data() + v);
      hn::Store(hn::MulSub(k, sources, before), d, s.S.data() + v);
      hn::Store(hn::Mul(k, with_e), d, s.T.data() + v);
      const auto without_factor = hn::Set(d, static_cast<Real>(with_factor));
      hn::Store(hn::Add(with_k, hn::IfThenElseZero(is_home, without_factor)), d, s.U.data() + v);
      q.m0 = hn::Add(q.m0, sources);
      q.me = hn::Add(q.me, with_e);
      q.mm = hn::Add(q.mm, conductance);
    }
  }
  return q;
}

// What nodes hand up to their parents.
template <class Real>
struct HandedUp {
  Vec<Real> G, S, T, U;
};

// Adds it to them. With shorter vectors one after the other: neighbours may have one parent.
template <bool Equal, class Real>
HWY_INLINE void add_to_parents(const TreeTables<Real>& t, TreeScratch<Real>& s, std::size_t v,
                               const HandedUp<Real>& handed) {
  const Tag<Real> d;
  if constexpr (has_whole_blocks<Real>) {
    for (const auto& link : t.to_parents[v / t.width]) {
      const auto add = [&](Vec<Real> values, Real* sums) HWY_ATTR {
        hn::Store(with_link<Real>(link, values, hn::Load(d, sums)), d, sums);
      };
      add(handed.G, s.G.data() + link.to);
      add(handed.S, s.S.data() + link.to);
      add(handed.T, s.T.data() + link.to);
      if constexpr (!Equal) add(handed.U, s.U.data() + link.to);
    }
  } else {
    HWY_ALIGN Real values[4][hn::MaxLanes(Tag<Real>())];
    hn::Store(handed.G, d, values[0]);
    hn::Store(handed.S, d, values[1]);
    hn::Store(handed.T, d, values[2]);
    hn::Store(handed.U, d, values[3]);
    for (std::size_t k = 0; k < hn::Lanes(d); ++k) {
      const auto up = static_cast<std::size_t>(t.parent[v + k]);
      s.G[up] += values[0][k];
      s.S[up] += values[1][k];
      s.T[up] += values[2][k];
      if constexpr (!Equal) s.U[up] += values[3][k];
    }
  }
}

// From the last level to the first: each node is eliminated into its parent. All of the first level
// are children of the root, which is grounded where factors differ.
template <bool Equal, class Real>
HWY_INLINE void eliminate(const TreeTables<Real>& t, TreeScratch<Real>& s, Equations<Real>& q) {
  const Tag<Real> d;
  const auto one = hn::Set(d, Real{1});
  HandedUp<Real> to_root{hn::Zero(d), hn::Zero(d), hn::Zero(d), hn::Zero(d)};
  for (std::size_t level = t.levels.size() - 1; level-- > 0;) {
    for (std::size_t v = t.levels[level]; v < t.levels[level + 1]; v += hn::Lanes(d)) {
      const auto q2 = hn::Load(d, t.squared_strength.data() + v);
      const auto g = hn::Load(d, s.G.data() + v), source = hn::Load(d, s.S.data() + v),
                 e = hn::Load(d, s.T.data() + v);
      const auto w = hn::Div(one, hn::MulAdd(q2, g, one));
      const auto w2 = hn::Mul(q2, w), with_e = hn::Mul(w2, e);
      q.e0 = hn::NegMulAdd(source, with_e, q.e0);
      q.ee = hn::NegMulAdd(e, with_e, q.ee);
      hn::Store(w, d, s.w.data() + v);
      HandedUp<Real> handed{hn::Mul(w, g), hn::Mul(w, source), hn::Mul(w, e), hn::Zero(d)};
      if constexpr (!Equal) {
        const auto u = hn::Load(d, s.U.data() + v), with_u = hn::Mul(w2, u);
        q.m0 = hn::NegMulAdd(source, with_u, q.m0);
        q.me = hn::NegMulAdd(e, with_u, q.me);
        q.mm = hn::NegMulAdd(u, with_u, q.mm);
        handed.U = hn::Mul(w, u);
      }
      if (level > 0) {
        add_to_parents<Equal>(t, s, v, handed);
      } else if constexpr (Equal) {
        to_root.G = hn::Add(to_root.G, handed.G);
        to_root.S = hn::Add(to_root.S, handed.S);
        to_root.T = hn::Add(to_root.T, handed.T);
      }
    }
  }
  if constexpr (Equal) {
    s.G[t.root] += hn::GetLane(hn::SumOfLanes(d, to_root.G));
    s.S[t.root] += hn::GetLane(hn::SumOfLanes(d, to_root.S));
    s.T[t.root] += hn::GetLane(hn::SumOfLanes(d, to_root.T));
  }
}

// The multipliers of the slack, less the largest gradient, and, where factors differ, of the
// balance of flows.
struct Multipliers {
  double theta, mu, root_potential;
};

// What all nodes handed up to the root.
struct AtRoot {
  double G, S, T;
};

template <bool Equal, class Real>
HWY_INLINE Multipliers multipliers_of(const TreeTables<Real>& t, const TreeScratch<Real>& s,
                                      const Equations<Real>& q, AtRoot root) {
  const Tag<Real> d;
  const double most = s.squared_length * s.slack.C;
  // h B = e0 - ee theta is `most`, or 2 most (theta + highest): wanted = slope theta.
  double wanted = total(d, q.e0) - (s.slack.power == 2 ? 2 * most * s.highest : most);
  double slope = total(d, q.ee) + (s.slack.power == 2 ? 2 * most : 0);
  // Both times what they are divided by, so that theta takes one division.
  double m0 = 0, me = 0, mm = 1;
  if constexpr (Equal) {
    mm = root.G;
    wanted = wanted * mm - root.S * root.T;
    slope = slope * mm - root.T * root.T;
  } else {
    const double own = t.classes[s.plus].strength;
    m0 = total(d, q.m0) - s.squared_length * s.flows;
    me = total(d, q.me);
    mm = total(d, q.mm) + 1 / (own * own);
    wanted = wanted * mm - me * m0;
    slope = slope * mm - me * me;
  }
  const double per_mm = 1 / mm;
  const double theta = slope > 0 ? std::max(-s.highest, wanted / slope) : -s.highest;
  if constexpr (Equal) return {theta, 0, (root.S - theta * root.T) * per_mm};
  return {theta, (theta * me - m0) * per_mm, 0};
}

template <bool Equal, class Real>
HWY_INLINE Multipliers multipliers(const TreeTables<Real>& t, const TreeScratch<Real>& s,
                                   const Equations<Real>& q) {
  return multipliers_of<Equal>(t, s, q,
                               {static_cast<double>(s.G[t.root]), static_cast<double>(s.S[t.root]),
                                static_cast<double>(s.T[t.root])});
}

// From the root down: the potentials, and from them the bounds.
template <bool Equal, class Real>
HWY_INLINE void set_bounds(const TreeTables<Real>& t, TreeScratch<Real>& s, Multipliers of) {
  const Tag<Real> d;
  const IndexTag<Real> di;
  Real* HWY_RESTRICT potential = s.potential.data();
  potential[t.root] = static_cast<Real>(of.root_potential);
  const auto theta = hn::Set(d, static_cast<Real>(of.theta));
  const auto mu = hn::Set(d, static_cast<Real>(of.mu));
  for (std::size_t v = 0; v < t.root; v += hn::Lanes(d)) {
    auto source = hn::NegMulAdd(theta, hn::Load(d, s.T.data() + v), hn::Load(d, s.S.data() + v));
    if constexpr (!Equal) source = hn::MulAdd(mu, hn::Load(d, s.U.data() + v), source);
    const auto above = v < t.levels[1]
                           ? hn::Set(d, static_cast<Real>(of.root_potential))
                           : hn::GatherIndex(d, potential, hn::Load(di, t.parent.data() + v));
    const auto q2 = hn::Load(d, t.squared_strength.data() + v);
    hn::Store(hn::Mul(hn::Load(d, s.w.data() + v), hn::MulAdd(q2, source, above)), d,
              potential + v);
  }
  for (std::size_t v = t.first_home; v < t.last_home; v += hn::Lanes(d)) {
    auto level = hn::Load(d, potential + v);
    if constexpr (!Equal) level = hn::MulSub(hn::Load(d, t.factor.data() + v), level, mu);
    hn::Store(hn::MulAdd(theta, hn::Load(d, s.scales.per_nodes + v), level), d, s.bound.data() + v);
  }
}

// A round solves the equations for the present sets of active classes.
template <bool Equal, class Real>
HWY_INLINE bool run_rounds(const TreeTables<Real>& t, TreeScratch<Real>& s, int most_rounds) {
  for (int round = 0; round < most_rounds; ++round) {
    Equations<Real> q = sum_up_leaves<Equal>(t, s);
    eliminate<Equal>(t, s, q);
    set_bounds<Equal>(t, s, multipliers<Equal>(t, s, q));
    const auto bound = [&](std::size_t lane) HWY_ATTR { return of_lanes(t, s.bound.data(), lane); };
    if (count_above(t, s, bound)) return true;
  }
  return false;
}

// Whether all classes are below nodes of one level that fill one vector.
template <class Real>
HWY_INLINE bool is_one_block(const TreeTables<Real>& t) {
  return t.has_equal_factors && t.levels.size() == 2 && t.root == t.width && t.last_home <= t.width;
}

// The same rounds for such trees, to the bit: what nodes have stays in registers.
template <class Real>
HWY_INLINE bool run_rounds_on_one_block(const TreeTables<Real>& t, TreeScratch<Real>& s,
                                        int most_rounds) {
  const Tag<Real> d;
  const auto one = hn::Set(d, Real{1});
  const auto e = hn::Load(d, s.scales.per_nodes), per_own2 = hn::Load(d, t.per_own2.data());
  const auto q2 = hn::Load(d, t.squared_strength.data()),
             before = hn::Load(d, s.flow_before.data());
  const auto& own = t.classes[s.plus];
  const auto is_home = hn::Eq(hn::Iota(d, Real{0}), hn::Set(d, static_cast<Real>(own.home)));
  const auto of_label = static_cast<Real>(1 / (own.strength * own.strength));
  const auto label = hn::IfThenElseZero(is_home, hn::Set(d, of_label));
  for (int round = 0; round < most_rounds; ++round) {
    const auto conductance = hn::Mul(per_own2, of_nodes(t, s.count.data(), 0));
    const auto sources = hn::Mul(per_own2, of_nodes(t, s.sum.data(), 0));
    const auto T = hn::Mul(conductance, e);
    const auto G = hn::Add(conductance, label), S = hn::Sub(sources, before);
    const auto w = hn::Div(one, hn::MulAdd(q2, G, one));
    const auto with_e = hn::Mul(hn::Mul(q2, w), T);
    Equations<Real> q{};
    q.e0 = hn::NegMulAdd(S, with_e, hn::Mul(sources, e));
    q.ee = hn::NegMulAdd(T, with_e, hn::Mul(T, e));
    const Multipliers of = multipliers_of<true>(
        t, s, q, {total(d, hn::Mul(w, G)), total(d, hn::Mul(w, S)), total(d, hn::Mul(w, T))});
    const auto theta = hn::Set(d, static_cast<Real>(of.theta));
    const auto above = hn::Set(d, static_cast<Real>(of.root_potential));
    const auto potential = hn::Mul(w, hn::MulAdd(q2, hn::NegMulAdd(theta, T, S), above));
    const auto bound = hn::MulAdd(theta, e, potential);
    const auto of_block = [&](std::size_t lane) HWY_ATTR {
      auto sum = hn::Zero(d);
      for (const auto& link : t.to_lanes[lane / t.width]) sum = with_link<Real>(link, bound, sum);
      return sum;
    };
    hn::Store(bound, d, s.bound.data());
    if (count_above(t, s, of_block)) return true;
  }
  return false;
}

template <class Real>
bool solve(const TreeTables<Real>& t, TreeScratch<Real>& s, int most_rounds) {
  set_values(t, s);
  if constexpr (has_whole_blocks<Real>) {
    if (is_one_block(t)) return run_rounds_on_one_block(t, s, most_rounds);
  }
  return t.has_equal_factors ? run_rounds<true>(t, s, most_rounds)
                             : run_rounds<false>(t, s, most_rounds);
}

// beta_c = (value_c - bound) / (scale_c h own^2), where that is above zero.
template <class Real>
void list_changes(const TreeTables<Real>& t, TreeScratch<Real>& s) {
  using Index = typename TreeTables<Real>::Index;
  const Tag<Real> d;
  const IndexTag<Real> di;
  const auto from_zero = hn::Iota(di, 0);
  const auto per_length = hn::Set(d, static_cast<Real>(1 / s.squared_length));
  std::size_t changed = 0;
  for (std::size_t b = 0; b < t.blocks.size(); ++b) {
    const auto& block = t.blocks[b];
    for (std::size_t lane = 0; lane < t.width; lane += hn::Lanes(d)) {
      const std::size_t l = b * t.width + lane;
      const auto bound = of_lanes(t, s.bound.data(), l);
      const auto slope = hn::Div(hn::Mul(hn::Load(d, s.scales.per_lanes + l), per_length),
                                 hn::Load(d, t.own2.data() + l));
      for (std::size_t k = 0; k < block.slots; ++k) {
        const std::size_t at = block.first_place + k * t.width + lane;
        const auto above = hn::Sub(hn::Load(d, s.values.data() + at), bound);
        const auto now = hn::Max(hn::Zero(d), hn::Mul(above, slope));
        hn::Store(now, d, s.values.data() + at);
        const auto has_mass = hn::Gt(hn::Max(now, hn::Load(d, s.beta + at)), hn::Zero(d));
        const auto place = hn::Add(from_zero, hn::Set(di, static_cast<Index>(at)));
        hn::StoreU(hn::Compress(place, hn::RebindMask(di, has_mass)), di,
                   s.changed.data() + changed);
        changed += hn::CountTrue(d, has_mass);
      }
    }
  }
  s.changed_count = changed;
}

// Rows of up to this many blocks are changed whole: to ask which would take longer.
constexpr std::size_t most_whole_blocks = 4;

template <class Real>
TreeMove move(const TreeTables<Real>& t, TreeScratch<Real>& s, Real* HWY_RESTRICT change,
              std::uint32_t* HWY_RESTRICT touched) {
  const Tag<Real> d;
  const auto per_length = hn::Set(d, static_cast<Real>(1 / s.squared_length));
  const std::size_t own_block = t.classes[s.plus].place / t.width;
  const bool is_whole = t.places <= most_whole_blocks * t.width;
  Real* HWY_RESTRICT bounds = s.sum.data();
  Real* HWY_RESTRICT slopes = s.count.data();
  TreeMove result;
  auto moved = hn::Zero(d);
  for (std::size_t b = 0; b < t.blocks.size(); ++b) {
    const auto& block = t.blocks[b];
    for (std::size_t l = b * t.width; l < (b + 1) * t.width; l += hn::Lanes(d)) {
      hn::Store(of_lanes(t, s.bound.data(), l), d, bounds + l);
      hn::Store(hn::Div(hn::Mul(hn::Load(d, s.scales.per_lanes + l), per_length),
                        hn::Load(d, t.own2.data() + l)),
                d, slopes + l);
    }
    for (std::size_t k = 0; k < block.slots; ++k) {
      const std::size_t first = block.first_place + k * t.width;
      std::size_t changes = 0;
      for (std::size_t lane = 0; lane < t.width; lane += hn::Lanes(d)) {
        const std::size_t at = first + lane, l = b * t.width + lane;
        const auto old = hn::Load(d, s.beta + at);
        const auto above = hn::Sub(hn::Load(d, s.values.data() + at), hn::Load(d, bounds + l));
        const auto now = hn::Max(hn::Zero(d), hn::Mul(above, hn::Load(d, slopes + l)));
        const auto flow = hn::Mul(hn::Load(d, s.scales.of_lanes + l), hn::Sub(old, now));
        hn::Store(hn::Mul(flow, hn::Load(d, t.own.data() + l)), d, change + at);
        hn::Store(now, d, s.beta + at);
        moved = hn::Sub(moved, flow);
        changes += hn::CountTrue(d, hn::Ne(old, now));
        result.new_support +=
            static_cast<std::ptrdiff_t>(hn::CountTrue(d, hn::Gt(now, hn::Zero(d))));
        result.new_support -=
            static_cast<std::ptrdiff_t>(hn::CountTrue(d, hn::Gt(old, hn::Zero(d))));
      }
      touched[result.touched] = static_cast<std::uint32_t>(first / t.width);
      result.touched += changes > 0 || first / t.width == own_block || is_whole ? 1 : 0;
      result.changes += changes;
    }
  }
  result.moved = total(d, moved);
  return result;
}

}  // namespace

void look_float(const TreeTables<float>& t, TreeScratch<float>& s, const float* raw) {
  look<false>(t, s, raw);
}
void look_double(const TreeTables<double>& t, TreeScratch<double>& s, const double* raw) {
  look<false>(t, s, raw);
}
void places_float(const TreeTables<float>& t, TreeScratch<float>& s, const float* raw) {
  look<true>(t, s, raw);
}
void places_double(const TreeTables<double>& t, TreeScratch<double>& s, const double* raw) {
  look<true>(t, s, raw);
}
double norm_float(const TreeTables<float>& t, TreeScratch<float>& s, const float* weights) {
  return squared_norm(t, s, weights);
}
double norm_double(const TreeTables<double>& t, TreeScratch<double>& s, const double* weights) {
  return squared_norm(t, s, weights);
}
TreeMove move_float(const TreeTables<float>& t, TreeScratch<float>& s, float* change,
                    std::uint32_t* blocks) {
  return move(t, s, change, blocks);
}
TreeMove move_double(const TreeTables<double>& t, TreeScratch<double>& s, double* change,
                     std::uint32_t* blocks) {
  return move(t, s, change, blocks);
}
bool solve_float(const TreeTables<float>& t, TreeScratch<float>& s, int most_rounds) {
  return solve(t, s, most_rounds);
}
bool solve_double(const TreeTables<double>& t, TreeScratch<double>& s, int most_rounds) {
  return solve(t, s, most_rounds);
}
void list_float(const TreeTables<float>& t, TreeScratch<float>& s) { list_changes(t, s); }
void list_double(const TreeTables<double>& t, TreeScratch<double>& s) { list_changes(t, s); }

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(look_float);
HWY_EXPORT(look_double);
HWY_EXPORT(places_float);
HWY_EXPORT(places_double);
HWY_EXPORT(norm_float);
HWY_EXPORT(norm_double);
HWY_EXPORT(move_float);
HWY_EXPORT(move_double);
HWY_EXPORT(solve_float);
HWY_EXPORT(solve_double);
HWY_EXPORT(list_float);
HWY_EXPORT(list_double);

template <class Real>
TreeScratch<Real>::TreeScratch(const TreeTables<Real>& tables)
    : count(tables.lanes),
      sum(tables.lanes),
      flow(tables.lanes),
      allowed(tables.places),
      values(tables.places),
      changed(tables.places + tables.width),
      below(tables.nodes),
      path(tables.nodes),
      bound(tables.nodes),
      flow_before(tables.nodes),
      G(tables.nodes),
      S(tables.nodes),
      T(tables.nodes),
      U(tables.nodes),
      w(tables.nodes),
      potential(tables.nodes) {
  std::copy(tables.allowed.begin(), tables.allowed.end(), allowed.begin());
}

// What is left out is written before the scores are known: vectors would wait for it.
template <class Real>
void TreeScratch<Real>::begin(const TreeTables<Real>& tables, Decision label,
                              std::span<const Decision> no_rivals, Slack its_slack) {
  plus = label;
  slack = its_slack;
  scales = tables.scales(label);
  for (const std::uint32_t place : left_out) allowed[place] = tables.allowed[place];
  left_out.assign(1, tables.classes[label].place);
  for (const Decision d : no_rivals) left_out.push_back(tables.classes[d].place);
  for (const std::uint32_t place : left_out) allowed[place] = TreeTables<Real>::no_rival;
}

template <class Real>
typename TreeScratch<Real>::Seen TreeScratch<Real>::seen() const {
  const double cost = slack.cost(std::max(0.0, highest));
  const double slack_term = slack.dual_term(mass);
  return {cost + slack_term - earned, cost, flows - slack_term};
}

template <>
void look_at_tree(const TreeTables<float>& t, TreeScratch<float>& s, const float* raw) {
  HWY_DYNAMIC_DISPATCH(look_float)(t, s, raw);
}
template <>
void look_at_tree(const TreeTables<double>& t, TreeScratch<double>& s, const double* raw) {
  HWY_DYNAMIC_DISPATCH(look_double)(t, s, raw);
}
template <>
void look_at_places(const TreeTables<float>& t, TreeScratch<float>& s, const float* raw) {
  HWY_DYNAMIC_DISPATCH(places_float)(t, s, raw);
}
template <>
double squared_norm_of_places(const TreeTables<float>& t, TreeScratch<float>& s,
                              const float* weights) {
  return HWY_DYNAMIC_DISPATCH(norm_float)(t, s, weights);
}
template <>
TreeMove move_on_tree(const TreeTables<float>& t, TreeScratch<float>& s, float* change,
                      std::uint32_t* blocks) {
  return HWY_DYNAMIC_DISPATCH(move_float)(t, s, change, blocks);
}
template <>
void look_at_places(const TreeTables<double>& t, TreeScratch<double>& s, const double* raw) {
  HWY_DYNAMIC_DISPATCH(places_double)(t, s, raw);
}
template <>
double squared_norm_of_places(const TreeTables<double>& t, TreeScratch<double>& s,
                              const double* weights) {
  return HWY_DYNAMIC_DISPATCH(norm_double)(t, s, weights);
}
template <>
TreeMove move_on_tree(const TreeTables<double>& t, TreeScratch<double>& s, double* change,
                      std::uint32_t* blocks) {
  return HWY_DYNAMIC_DISPATCH(move_double)(t, s, change, blocks);
}
template <>
bool solve_tree(const TreeTables<float>& t, TreeScratch<float>& s, int most_rounds) {
  return HWY_DYNAMIC_DISPATCH(solve_float)(t, s, most_rounds);
}
template <>
bool solve_tree(const TreeTables<double>& t, TreeScratch<double>& s, int most_rounds) {
  return HWY_DYNAMIC_DISPATCH(solve_double)(t, s, most_rounds);
}
template <>
void list_changes_of_tree(const TreeTables<float>& t, TreeScratch<float>& s) {
  HWY_DYNAMIC_DISPATCH(list_float)(t, s);
}
template <>
void list_changes_of_tree(const TreeTables<double>& t, TreeScratch<double>& s) {
  HWY_DYNAMIC_DISPATCH(list_double)(t, s);
}

template struct TreeScratch<float>;
template struct TreeScratch<double>;

}  // namespace clade::detail
#endif
