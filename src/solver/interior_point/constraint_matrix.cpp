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

// Fewer features are no whole tile of a product.
constexpr std::size_t fewest_dense = 16;
// Instances whose curvatures are at hand together, and those of one product.
constexpr std::size_t instances_at_once = 512, panel_rows = 64;

bool has_dense_rows(const Problem<double>& problem) {
  if (problem.features < fewest_dense) return false;
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    if (problem.rows.row(i).size() < problem.features) return false;
  }
  return true;
}

// One pair of units, u >= v: the sum over instances of K_uv x x'.
struct UnitPair {
  std::size_t u, v;
};

}  // namespace

ConstraintMatrix::ConstraintMatrix(const Problem<double>& problem, const ConstraintList& list)
    : problem_(problem), list_(list), units_(problem.score_map.units()) {
  ends_.reserve(list.constraints.size());
  locals_.reserve(list.instances());
  for (std::size_t i = 0; i < list.instances(); ++i) {
    locals_.push_back(make_local(constraints_of(i)));
  }
  if (!has_dense_rows(problem)) return;
  width_ = dense_padded(problem.features);
  values_ = AlignedArray<double>(width_ * problem.rows.size());
  for (std::size_t i = 0; i < problem.rows.size(); ++i) {
    double* row = values_.data() + i * width_;
    for (const auto& f : problem.rows.row(i)) row[f.index] = f.value;
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
                                    LowerMatrix& A, ThreadPool& pool) const {
  if (width_ > 0) return add_dense_products(d, e, A, pool);
  for (std::size_t i = 0; i < locals_.size(); ++i) add_outer(i, curvature(i, d, e), A);
}

// D - dd'/E of an instance, by the units that it touches.
std::vector<double> ConstraintMatrix::curvature(std::size_t instance, std::span<const double> d,
                                                std::span<const double> e) const {
  const Local& local = locals_[instance];
  const std::size_t stride = local.decisions + 1;
  std::vector<double> K(stride * stride);
  for (std::size_t g = list_.first_group[instance]; g < list_.first_group[instance + 1]; ++g) {
    add_group(list_.groups[g], d, e[g], stride, K);
  }
  return on_units(local, K);
}

// Each thread has pairs of units of its own, and goes through the instances in their order.
void ConstraintMatrix::add_dense_products(std::span<const double> d, std::span<const double> e,
                                          LowerMatrix& A, ThreadPool& pool) const {
  std::vector<UnitPair> pairs;
  for (std::size_t u = 0; u < units_; ++u) {
    for (std::size_t v = 0; v <= u; ++v) pairs.push_back({u, v});
  }
  std::vector<AlignedArray<double>> sums;
  for (std::size_t p = 0; p < pairs.size(); ++p) sums.emplace_back(width_ * width_);
  std::vector<double> K(instances_at_once * pairs.size());
  for (std::size_t first = 0; first < locals_.size(); first += instances_at_once) {
    const std::size_t count = std::min(instances_at_once, locals_.size() - first);
    std::fill(K.begin(), K.end(), 0.0);
    for (std::size_t i = 0; i < count; ++i) {
      const std::vector<std::uint32_t>& units = locals_[first + i].units;
      const std::vector<double> own = curvature(first + i, d, e);
      for (std::size_t a = 0; a < units.size(); ++a) {
        for (std::size_t b = 0; b <= a; ++b) {
          const std::size_t pair = units[a] * (units[a] + 1) / 2 + units[b];
          K[pair * instances_at_once + i] = own[a * units.size() + b];
        }
      }
    }
    pool.for_ranges(pairs.size(), 1, [&](std::size_t p, std::size_t) {
      AlignedArray<double> left(panel_rows * width_), right(panel_rows * width_);
      std::size_t rows = 0;
      const auto add = [&] {
        const DenseProduct product{sums[p].data(), width_,       width_, width_, left.data(), 1,
                                   width_,         right.data(), width_, rows};
        add_symmetric_product(product);
        rows = 0;
      };
      for (std::size_t i = 0; i < count; ++i) {
        const double factor = K[p * instances_at_once + i];
        if (factor == 0) continue;
        const double* row = values_.data() + (first + i) * width_;
        std::copy_n(row, width_, right.data() + rows * width_);
        for (std::size_t k = 0; k < width_; ++k) left[rows * width_ + k] = factor * row[k];
        if (++rows == panel_rows) add();
      }
      if (rows > 0) add();
    });
  }
  pool.for_ranges(pairs.size(), 1, [&](std::size_t p, std::size_t) {
    const auto [u, v] = pairs[p];
    for (std::size_t a = 0; a < problem_.features; ++a) {
      const double* from = sums[p].data() + a * width_;
      for (std::size_t b = 0; b <= a; ++b) {
        A.row(a * units_ + u)[b * units_ + v] += from[b];
        if (b < a && v < u) A.row(a * units_ + v)[b * units_ + u] += from[b];
      }
    }
  });
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
