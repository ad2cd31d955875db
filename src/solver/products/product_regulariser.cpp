#include "solver/products/product_regulariser.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <vector>

#include "linear/aligned_array.h"
#include "solver/backend/kernel_backend.h"
#include "solver/backend/linear_backend.h"

namespace clade::detail {

namespace {

constexpr std::size_t rows_of_a_block = 4096;

void add(AncestorForm& to, const AncestorForm& other) {
  for (std::size_t v = 0; v < to.diagonal.size(); ++v) to.diagonal[v] += other.diagonal[v];
  for (std::size_t p = 0; p < to.between.size(); ++p) to.between[p] += other.between[p];
}

// What one feature, or one instance of a kernel, has in the products.
void add_row(const AncestorPairs& pairs, std::span<const double> left,
             std::span<const double> right, AncestorForm& sum) {
  for (std::size_t v = 0; v < left.size(); ++v) {
    if (left[v] == 0) continue;
    sum.diagonal[v] += left[v] * right[v];
    double* between = sum.between.data() + pairs.first(v);
    for (const std::uint32_t above : pairs.ancestors(v)) *between++ += left[v] * right[above];
  }
}

template <class Real>
bool is_zero(std::span<const Real> row) {
  for (const Real value : row) {
    if (value != 0) return false;
  }
  return true;
}

// Row by row, each thread some of the blocks; `fill(row, left, right)` says whether there is
// anything in the row.
template <class MakeFill>
AncestorForm sum_of_rows(std::size_t rows, const AncestorPairs& pairs, ThreadPool& pool,
                         MakeFill&& make_fill) {
  const std::size_t blocks = (rows + rows_of_a_block - 1) / rows_of_a_block;
  std::vector<AncestorForm> sums(blocks);
  pool.for_ranges(rows, rows_of_a_block, [&](std::size_t begin, std::size_t end) {
    AncestorForm sum{std::vector<double>(pairs.units()), std::vector<double>(pairs.size())};
    std::vector<double> left(pairs.units()), right(pairs.units());
    auto fill = make_fill();
    for (std::size_t row = begin; row < end; ++row) {
      if (fill(row, left, right)) add_row(pairs, left, right, sum);
    }
    sums[begin / rows_of_a_block] = std::move(sum);
  });
  AncestorForm total{std::vector<double>(pairs.units()), std::vector<double>(pairs.size())};
  for (const AncestorForm& sum : sums) add(total, sum);
  return total;
}

// Of explicit weights, to which `map` is applied: the sum over the features.
template <class Real, class Map>
AncestorForm feature_products(const WeightRows<Real>& weights, const AncestorPairs& pairs,
                              std::size_t first, ThreadPool& pool, const Map& map) {
  return sum_of_rows(weights.features(), pairs, pool, [&] {
    return [&, raw = std::vector<Real>(weights.units())](
               std::size_t feature, std::span<double> left, std::span<double> right) mutable {
      if (feature < first) return false;
      weights.view().copy_row(feature, raw);
      if (is_zero<Real>(raw)) return false;
      map(std::span<const Real>(raw), left);
      std::copy(left.begin(), left.end(), right.begin());
      return true;
    };
  });
}

// The constant is feature 0.
template <class Real>
AncestorForm products(const Problem<Real>& problem, const LinearBackend<Real>& backend,
                      const AncestorPairs& pairs, bool free_bias, ThreadPool& pool) {
  return feature_products(backend.weights(), pairs, free_bias ? 1 : 0, pool,
                          [&](std::span<const Real> raw, std::span<double> nodes) {
                            problem.score_map.apply(raw, nodes);
                          });
}

// Of a kernel (orthogonal Thm. 3): w_i.w_j = sum_k c_ik f_j(x_k), where f_j is without its bias.
template <class Real>
AncestorForm products(const Problem<Real>& problem, const KernelBackend<Real>& backend,
                      const AncestorPairs& pairs, bool free_bias, ThreadPool& pool) {
  const ScoreMap& map = problem.score_map;
  std::vector<double> biases(map.decisions());
  if (free_bias) {
    const std::vector<double> weights = backend.constant_weights();
    map.apply(std::span<const double>(weights), std::span(biases));
  }
  return sum_of_rows(problem.rows.size(), pairs, pool, [&] {
    return [&, raw = AlignedArray<Real>(backend.raw_size()), own = std::vector<Real>(map.units())](
               std::size_t instance, std::span<double> left, std::span<double> right) mutable {
      backend.coefficients().view().copy_row(instance, own);
      if (is_zero<Real>(own)) return false;
      backend.score(instance, raw.data());
      map.apply(std::span<const Real>(own), left);
      map.apply(std::span<const Real>(raw.data(), map.units()), right);
      for (std::size_t v = 0; v < right.size(); ++v) right[v] -= problem.constant * biases[v];
      return true;
    };
  });
}

}  // namespace

double ProductRegulariser::operator()(const AncestorForm& products) const {
  double sum = 0;
  for (std::size_t v = 0; v < interaction_weights.diagonal.size(); ++v) {
    sum += 0.5 * interaction_weights.diagonal[v] * std::abs(products.diagonal[v]);
  }
  for (std::size_t p = 0; p < interaction_weights.between.size(); ++p) {
    sum += interaction_weights.between[p] * std::abs(products.between[p]);
  }
  return sum;
}

AncestorForm ProductRegulariser::with_signs(std::span<const double> signs) const {
  AncestorForm form = interaction_weights;
  for (std::size_t p = 0; p < signs.size(); ++p) form.between[p] *= signs[p];
  return form;
}

template <class Backend>
AncestorForm node_products(const Problem<typename Backend::Real>& problem, const Backend& backend,
                           const AncestorPairs& pairs, bool free_bias, ThreadPool& pool) {
  return products(problem, backend, pairs, free_bias, pool);
}

template <class Real>
AncestorForm weight_products(const WeightRows<Real>& weights, const AncestorPairs& pairs,
                             std::size_t first, ThreadPool& pool) {
  return feature_products(weights, pairs, first, pool,
                          [](std::span<const Real> raw, std::span<double> nodes) {
                            std::copy(raw.begin(), raw.end(), nodes.begin());
                          });
}

template AncestorForm node_products(const Problem<float>&, const LinearBackend<float>&,
                                    const AncestorPairs&, bool, ThreadPool&);
template AncestorForm node_products(const Problem<double>&, const LinearBackend<double>&,
                                    const AncestorPairs&, bool, ThreadPool&);
template AncestorForm node_products(const Problem<float>&, const KernelBackend<float>&,
                                    const AncestorPairs&, bool, ThreadPool&);
template AncestorForm node_products(const Problem<double>&, const KernelBackend<double>&,
                                    const AncestorPairs&, bool, ThreadPool&);

template AncestorForm weight_products(const WeightRows<float>&, const AncestorPairs&, std::size_t,
                                      ThreadPool&);
template AncestorForm weight_products(const WeightRows<double>&, const AncestorPairs&, std::size_t,
                                      ThreadPool&);

}  // namespace clade::detail
