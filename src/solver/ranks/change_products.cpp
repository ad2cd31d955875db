#include "solver/ranks/change_products.h"

#include <algorithm>
#include <memory>
#include <numeric>

#include "linear/aligned_array.h"

namespace clade::detail {

namespace {

// So many are added at a time: each takes memory over all units.
constexpr std::size_t products_at_once = 16;
constexpr std::size_t products_of_a_task = 64;

}  // namespace

template <class Real>
void ChangeProducts<Real>::clear() {
  rows_ = {};
  numbers_ = {};
  amounts_ = {};
}

template <class Real>
void ChangeProducts<Real>::add(BasicSparseRow<Real> row, UnitChange<Real>& change) {
  for (const std::uint32_t block : change.blocks()) {
    const std::size_t begin = block * block_units<Real>;
    for (std::size_t u = begin; u < std::min(units_, begin + block_units<Real>); ++u) {
      if (change.values()[u] == 0) continue;
      numbers_.values.push_back(static_cast<std::uint32_t>(u));
      amounts_.values.push_back(change.values()[u]);
    }
  }
  rows_.values.insert(rows_.values.end(), row.begin(), row.end());
  rows_.end();
  numbers_.end();
  amounts_.end();
}

template <class Real>
void ChangeProducts<Real>::add(BasicSparseRow<Real> row, std::span<const Real> of_all_units) {
  amounts_.values.insert(amounts_.values.end(), of_all_units.begin(), of_all_units.end());
  rows_.values.insert(rows_.values.end(), row.begin(), row.end());
  rows_.end();
  numbers_.end();
  amounts_.end();
}

template <class Real>
double ChangeProducts<Real>::along(const WeightView<Real>& weights, ThreadPool& pool) const {
  std::vector<double> products(size());
  pool.for_ranges(size(), products_of_a_task, [&](std::size_t begin, std::size_t end) {
    AlignedArray<Real> scores(weights.room());
    std::vector<std::uint32_t> blocks;
    for (std::size_t n = begin; n < end; ++n) {
      const auto numbers = numbers_[n];
      const auto amounts = amounts_[n];
      blocks.clear();
      for (const std::uint32_t u : numbers) {
        const auto block = static_cast<std::uint32_t>(u / block_units<Real>);
        if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
      }
      weights.score_blocks(rows_[n], blocks, scores.data());
      for (std::size_t k = 0; k < numbers.size(); ++k) {
        products[n] += static_cast<double>(amounts[k]) * static_cast<double>(scores[numbers[k]]);
      }
    }
  });
  return std::accumulate(products.begin(), products.end(), 0.0);
}

template <class Real>
void ChangeProducts<Real>::set(UnitChange<Real>& change, std::size_t n, double factor) const {
  const auto numbers = numbers_[n];
  const auto amounts = amounts_[n];
  for (std::size_t k = 0; k < amounts.size(); ++k) {
    if (amounts[k] == 0) continue;
    const std::size_t u = numbers.empty() ? k : numbers[k];
    change.add(static_cast<UnitId>(u), factor * static_cast<double>(amounts[k]));
  }
}

template <class Real>
void ChangeProducts<Real>::add_to(LinearBackend<Real>& backend, double factor,
                                  ThreadPool& pool) const {
  std::vector<UnitChange<Real>> changes;
  for (std::size_t k = 0; k < std::min(size(), products_at_once); ++k) changes.emplace_back(units_);
  std::vector<RowChange<Real>> of_rows;
  for (std::size_t first = 0; first < size(); first += changes.size()) {
    of_rows.clear();
    for (std::size_t n = first; n < std::min(size(), first + changes.size()); ++n) {
      UnitChange<Real>& change = changes[n - first];
      change.clear();
      set(change, n, factor);
      const std::span<const std::uint32_t> blocks = change.blocks();
      of_rows.push_back({rows_[n], change.values(), blocks});
    }
    backend.add(of_rows, pool);
  }
}

// ---- As bytes

template <class Real>
void ChangeProducts<Real>::append_to(std::string& bytes) const {
  const std::vector<std::uint32_t> touched = touched_features();
  const std::size_t by_features =
      touched.size() *
      (units_ * sizeof(Real) + sizeof(BasicFeature<Real>) + 3 * sizeof(std::uint64_t));
  if (by_features >= byte_count()) return append_as_it_is(bytes);
  by_feature(touched).append_as_it_is(bytes);
}

template <class Real>
std::size_t ChangeProducts<Real>::byte_count() const {
  return rows_.values.size() * sizeof(BasicFeature<Real>) +
         numbers_.values.size() * (sizeof(std::uint32_t) + sizeof(Real)) +
         3 * size() * sizeof(std::uint64_t);
}

template <class Real>
std::vector<std::uint32_t> ChangeProducts<Real>::touched_features() const {
  std::vector<std::uint32_t> touched;
  touched.reserve(rows_.values.size());
  for (const auto& feature : rows_.values) touched.push_back(feature.index);
  std::sort(touched.begin(), touched.end());
  touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
  return touched;
}

// The rows of the sum.
template <class Real>
ChangeProducts<Real> ChangeProducts<Real>::by_feature(
    const std::vector<std::uint32_t>& touched) const {
  std::vector<std::uint32_t> places(features_);
  for (std::size_t t = 0; t < touched.size(); ++t) {
    places[touched[t]] = static_cast<std::uint32_t>(t);
  }
  std::vector<Real> sums(touched.size() * units_);
  for (std::size_t n = 0; n < size(); ++n) {
    const auto numbers = numbers_[n];
    const auto amounts = amounts_[n];
    for (const auto& feature : rows_[n]) {
      Real* row = sums.data() + places[feature.index] * units_;
      for (std::size_t k = 0; k < numbers.size(); ++k)
        row[numbers[k]] += feature.value * amounts[k];
    }
  }
  ChangeProducts result(features_, units_);
  for (std::size_t t = 0; t < touched.size(); ++t) {
    const BasicFeature<Real> one{touched[t], Real{1}};
    result.add(std::span(&one, 1), std::span<const Real>(sums).subspan(t * units_, units_));
  }
  return result;
}

template <class Real>
void ChangeProducts<Real>::append_as_it_is(std::string& bytes) const {
  append_values<BasicFeature<Real>>(rows_.values, bytes);
  append_values<std::uint64_t>(rows_.ends, bytes);
  append_values<std::uint32_t>(numbers_.values, bytes);
  append_values<std::uint64_t>(numbers_.ends, bytes);
  append_values<Real>(amounts_.values, bytes);
  append_values<std::uint64_t>(amounts_.ends, bytes);
}

template <class Real>
ChangeProducts<Real> ChangeProducts<Real>::from(std::size_t features, std::size_t units,
                                                ByteReader& reader) {
  ChangeProducts products(features, units);
  products.rows_.values = reader.values<BasicFeature<Real>>();
  products.rows_.ends = reader.values<std::uint64_t>();
  products.numbers_.values = reader.values<std::uint32_t>();
  products.numbers_.ends = reader.values<std::uint64_t>();
  products.amounts_.values = reader.values<Real>();
  products.amounts_.ends = reader.values<std::uint64_t>();
  return products;
}

template class ChangeProducts<float>;
template class ChangeProducts<double>;

}  // namespace clade::detail
