#include "solver/interior_point/constraint_matrix.h"

#include <algorithm>

namespace clade::detail {

namespace {

std::vector<Decision> decisions_of(std::span<const ListedConstraint> constraints) {
  std::vector<Decision> all;
  for (const ListedConstraint& c : constraints) {
    for (const Decision d : {c.plus, c.minus}) {
      if (d != constant_zero) all.push_back(d);
    }
  }
  std::sort(all.begin(), all.end());
  all.erase(std::unique(all.begin(), all.end()), all.end());
  return all;
}

template <class T>
std::uint32_t place_of(T value, const std::vector<T>& sorted) {
  return static_cast<std::uint32_t>(std::lower_bound(sorted.begin(), sorted.end(), value) -
                                    sorted.begin());
}

}  // namespace

ConstraintMatrix::ConstraintMatrix(const Problem<double>& problem, const ConstraintList& list)
    : problem_(problem), list_(list), units_(problem.score_map.units()) {
  ends_.reserve(list.constraints.size());
  locals_.reserve(list.instances());
  for (std::size_t i = 0; i < list.instances(); ++i) {
    locals_.push_back(make_local(constraints_of(i)));
  }
}

ConstraintMatrix::Range ConstraintMatrix::constraints_of(std::size_t instance) const {
  const std::size_t begin = list_.first_group[instance], end = list_.first_group[instance + 1];
  if (begin == end) return {0, 0};
  return {list_.groups[begin].begin, list_.groups[end - 1].end};
}

ConstraintMatrix::Local ConstraintMatrix::make_local(Range range) {
  const auto constraints =
      std::span(list_.constraints).subspan(range.begin, range.end - range.begin);
  const std::vector<Decision> decisions = decisions_of(constraints);
  for (const ListedConstraint& c : constraints) {
    ends_.push_back({place_of(c.plus, decisions), place_of(c.minus, decisions)});
  }
  Local local;
  local.decisions = decisions.size();
  for (const Decision d : decisions) {
    for (const Attribute& a : problem_.score_map.of(d)) {
      local.units.push_back(static_cast<std::uint32_t>(a.unit));
    }
  }
  std::sort(local.units.begin(), local.units.end());
  local.units.erase(std::unique(local.units.begin(), local.units.end()), local.units.end());
  const std::size_t units = local.units.size();
  local.strengths.resize(decisions.size() * units);
  local.is_identity = units == decisions.size();
  for (std::size_t d = 0; d < decisions.size(); ++d) {
    const auto row = problem_.score_map.of(decisions[d]);
    for (const Attribute& a : row) {
      const std::size_t u = place_of(static_cast<std::uint32_t>(a.unit), local.units);
      local.strengths[d * units + u] = a.strength;
      local.is_identity = local.is_identity && row.size() == 1 && u == d && a.strength == 1;
    }
  }
  return local;
}

void ConstraintMatrix::times(std::span<const double> w, std::span<double> out) const {
  std::vector<double> raw, scores;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    const Local& local = locals_[i];
    const std::size_t units = local.units.size();
    raw.assign(units, 0.0);
    for (const auto& f : problem_.rows.row(i)) {
      const double* row = w.data() + f.index * units_;
      for (std::size_t u = 0; u < units; ++u) raw[u] += f.value * row[local.units[u]];
    }
    scores.assign(local.decisions + 1, 0.0);
    for (std::size_t d = 0; d < local.decisions; ++d) {
      const double* strengths = local.strengths.data() + d * units;
      for (std::size_t u = 0; u < units; ++u) scores[d] += strengths[u] * raw[u];
    }
    const auto [begin, end] = constraints_of(i);
    for (std::size_t c = begin; c < end; ++c) {
      out[c] = list_.constraints[c].scale * (scores[ends_[c].plus] - scores[ends_[c].minus]);
    }
  }
}

void ConstraintMatrix::add_transposed(std::span<const double> q, std::span<double> out) const {
  std::vector<double> flow, change;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    const Local& local = locals_[i];
    const std::size_t units = local.units.size();
    flow.assign(local.decisions + 1, 0.0);
    const auto [begin, end] = constraints_of(i);
    for (std::size_t c = begin; c < end; ++c) {
      const double amount = list_.constraints[c].scale * q[c];
      flow[ends_[c].plus] += amount;
      flow[ends_[c].minus] -= amount;
    }
    change.assign(units, 0.0);
    for (std::size_t d = 0; d < local.decisions; ++d) {
      const double* strengths = local.strengths.data() + d * units;
      for (std::size_t u = 0; u < units; ++u) change[u] += strengths[u] * flow[d];
    }
    for (const auto& f : problem_.rows.row(i)) {
      double* row = out.data() + f.index * units_;
      for (std::size_t u = 0; u < units; ++u) row[local.units[u]] += f.value * change[u];
    }
  }
}

void ConstraintMatrix::add_products(std::span<const double> d, std::span<const double> e,
                                    LowerMatrix& A) const {
  std::vector<double> K;
  for (std::size_t i = 0; i < locals_.size(); ++i) {
    const Local& local = locals_[i];
    const std::size_t stride = local.decisions + 1;
    K.assign(stride * stride, 0.0);
    for (std::size_t g = list_.first_group[i]; g < list_.first_group[i + 1]; ++g) {
      add_group(list_.groups[g], d, e[g], stride, K);
    }
    add_outer(i, on_units(local, K), A);
  }
}

// With E = sum d + e the diagonal of D - dd'/E is d_c (E - d_c) / E, where the difference is summed
// without d_c: next to a large d_c the others would be lost.
void ConstraintMatrix::add_group(const SlackGroup& group, std::span<const double> d, double e,
                                 std::size_t stride, std::span<double> K) const {
  double all = e, before = e;
  for (std::size_t c = group.begin; c < group.end; ++c) all += d[c];
  if (!(all > 0)) return;
  std::vector<double> after(group.end - group.begin + 1);
  for (std::size_t c = group.end; c-- > group.begin;) {
    after[c - group.begin] = after[c - group.begin + 1] + d[c];
  }
  const auto add = [&](std::size_t c, std::size_t k, double weight) {
    const double w = weight * list_.constraints[c].scale * list_.constraints[k].scale;
    double* plus = K.data() + ends_[c].plus * stride;
    double* minus = K.data() + ends_[c].minus * stride;
    plus[ends_[k].plus] += w;
    plus[ends_[k].minus] -= w;
    minus[ends_[k].plus] -= w;
    minus[ends_[k].minus] += w;
  };
  for (std::size_t c = group.begin; c < group.end; ++c) {
    const double share = d[c] / all;
    add(c, c, share * (before + after[c - group.begin + 1]));
    for (std::size_t k = group.begin; k < group.end; ++k) {
      if (k != c) add(c, k, -share * d[k]);
    }
    before += d[c];
  }
}

// M'KM
std::vector<double> ConstraintMatrix::on_units(const Local& local,
                                               std::span<const double> K) const {
  const std::size_t units = local.units.size(), stride = local.decisions + 1;
  std::vector<double> result(units * units), row(units);
  for (std::size_t a = 0; a < local.decisions; ++a) {
    const double* of_a = K.data() + a * stride;
    if (local.is_identity) {
      std::copy_n(of_a, units, result.data() + a * units);
      continue;
    }
    row.assign(units, 0.0);
    for (std::size_t b = 0; b < local.decisions; ++b) {
      const double* strengths = local.strengths.data() + b * units;
      for (std::size_t u = 0; u < units; ++u) row[u] += of_a[b] * strengths[u];
    }
    for (std::size_t u = 0; u < units; ++u) {
      const double strength = local.strengths[a * units + u];
      if (strength == 0) continue;
      for (std::size_t v = 0; v < units; ++v) result[u * units + v] += strength * row[v];
    }
  }
  return result;
}

// A += (x x') (x) K, up to the diagonal.
void ConstraintMatrix::add_outer(std::size_t instance, std::span<const double> K,
                                 LowerMatrix& A) const {
  const Local& local = locals_[instance];
  const std::size_t units = local.units.size();
  if (units == 0) return;
  const bool is_stretch = local.units.back() - local.units.front() + 1 == units;
  const auto row = problem_.rows.row(instance);
  for (std::size_t a = 0; a < row.size(); ++a) {
    for (std::size_t u = 0; u < units; ++u) {
      double* of_u = A.row(row[a].index * units_ + local.units[u]);
      const double* from = K.data() + u * units;
      for (std::size_t b = 0; b <= a; ++b) {
        const double product = row[a].value * row[b].value;
        const std::size_t count = b < a ? units : u + 1;
        double* to = of_u + row[b].index * units_;
        if (is_stretch) {
          to += local.units[0];
          for (std::size_t v = 0; v < count; ++v) to[v] += product * from[v];
        } else {
          for (std::size_t v = 0; v < count; ++v) to[local.units[v]] += product * from[v];
        }
      }
    }
  }
}

}  // namespace clade::detail
