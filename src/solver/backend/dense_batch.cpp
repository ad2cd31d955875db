#include "solver/backend/dense_batch.h"

#include <algorithm>
#include <numeric>

#include "linear/dense_products.h"
#include "linear/row_kernels.h"

namespace clade::detail {

namespace {

// With half of the values batches take a quarter longer than rows one by one.
constexpr double least_density = 0.7;
// What a first cache may hold besides.
constexpr std::size_t first_cache = std::size_t{1} << 15;

}  // namespace

template <class Real>
bool DenseBatch<Real>::is_worth(const Problem<Real>& problem, const WeightView<Real>& weights) {
  const double cells =
      static_cast<double>(problem.rows.size()) * static_cast<double>(problem.features);
  return weights.form == RowForm::dense &&
         weights.features * weights.stride * sizeof(Real) > first_cache &&
         static_cast<double>(problem.rows.nonzeros()) >= least_density * cells;
}

template <class Real>
DenseBatch<Real>::DenseBatch(const Problem<Real>& problem, std::size_t stride)
    : problem_(problem),
      features_(problem.features),
      stride_(stride),
      row_stride_(AlignedArray<Real>::padded(problem.features)),
      rows_(size * row_stride_),
      scores_(size * stride),
      changes_(size * stride),
      made_(size),
      all_features_(problem.features) {
  std::iota(all_features_.begin(), all_features_.end(), 0U);
}

template <class Real>
void DenseBatch<Real>::begin(std::span<const std::uint32_t> instances,
                             const WeightView<Real>& weights) {
  factors_.clear();
  for (std::size_t a = 0; a < instances.size(); ++a) {
    Real* to = rows_.data() + a * row_stride_;
    const BasicSparseRow<Real> from = problem_.rows.row(instances[a]);
    if (from.size() < features_) std::fill_n(to, features_, Real{0});
    for (const auto& feature : from) to[feature.index] = feature.value;
    factors_.push_back(to);
  }
  multiply_rows<Real>(weights.data, stride_, features_, factors_, scores_.data());
  made_size_ = 0;
}

template <class Real>
Real* DenseBatch<Real>::scores(std::size_t a) {
  Real* scores = scores_.data() + a * stride_;
  for (const Change& earlier : std::span(made_).first(made_size_)) {
    const Real product = dense_product(row(a), row(earlier.of), features_);
    for (const std::uint32_t block : earlier.blocks) {
      const std::size_t begin = block * block_units<Real>;
      add_scaled(product, change(earlier.of) + begin, block_units<Real>, scores + begin);
    }
  }
  return scores;
}

template <class Real>
void DenseBatch<Real>::add(std::size_t a, const Real* change,
                           std::span<const std::uint32_t> blocks) {
  Change& made = made_[made_size_++];
  made.of = a;
  made.blocks.assign(blocks.begin(), blocks.end());
  for (const std::uint32_t block : blocks) {
    const std::size_t begin = block * block_units<Real>;
    std::copy_n(change + begin, block_units<Real>, this->change(a) + begin);
  }
}

// Block by block of units, with the changes that it has.
template <class Real>
void DenseBatch<Real>::end(Real* weights) {
  const auto made = std::span(made_).first(made_size_);
  for (std::uint32_t block = 0; block < stride_ / block_units<Real>; ++block) {
    const std::size_t begin = block * block_units<Real>;
    of_block_.clear();
    factors_.clear();
    for (const Change& one : made) {
      if (!std::binary_search(one.blocks.begin(), one.blocks.end(), block)) continue;
      of_block_.push_back(change(one.of) + begin);
      factors_.push_back(row(one.of));
    }
    if (of_block_.empty()) continue;
    add_products<Real>({weights + begin, stride_, all_features_, factors_, of_block_});
  }
}

template class DenseBatch<float>;
template class DenseBatch<double>;

}  // namespace clade::detail
