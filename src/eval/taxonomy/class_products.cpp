#include "eval/taxonomy/class_products.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <limits>
#include <utility>
#include <variant>

#include "data/feature_index.h"
#include "data/sparse_row.h"
#include "kernel/kernel_rows.h"

namespace clade::detail {

namespace {

// value(<v_a, v_a>, <v_b, v_b>, <v_a, v_b>) of all pairs.
template <class Value>
PairTable table_of(ClassProducts& products, Value value) {
  PairTable& table = products.between;
  for (std::size_t a = 0; a < products.size(); ++a) {
    for (std::size_t b = a + 1; b < products.size(); ++b) {
      table(a, b) = value(products.own[a], products.own[b], table(a, b));
    }
  }
  return std::move(table);
}

}  // namespace

PairTable ClassProducts::distances() && {
  return table_of(*this, [](double a, double b, double product) {
    return std::sqrt(std::max(0.0, a + b - 2 * product));
  });
}

PairTable ClassProducts::cosines() && {
  return table_of(*this, [](double a, double b, double product) {
    return a > 0 && b > 0 ? product / std::sqrt(a * b) : std::numeric_limits<double>::quiet_NaN();
  });
}

// ---- Feature by feature

FeatureProducts::FeatureProducts(std::size_t classes, ThreadPool& pool)
    : products_(classes), pool_(pool), panel_(classes * width) {}

void FeatureProducts::add(std::span<const ClassShare> shares) {
  // A dense product costs about this part of a sparse one.
  constexpr double dense_price = 0.1;
  const std::size_t classes = products_.size();
  const double share = static_cast<double>(shares.size()) / static_cast<double>(classes);
  if (classes <= 64 || share * share <= dense_price) return add_sparse(shares);
  for (const ClassShare& s : shares) panel_[s.of_class * width + filled_] = s.value;
  if (++filled_ == width) multiply_panel();
}

void FeatureProducts::add_sparse(std::span<const ClassShare> shares) {
  for (std::size_t a = 0; a < shares.size(); ++a) {
    products_.own[shares[a].of_class] += shares[a].value * shares[a].value;
    for (std::size_t b = a + 1; b < shares.size(); ++b) {
      products_.between(shares[a].of_class, shares[b].of_class) +=
          shares[a].value * shares[b].value;
    }
  }
}

void FeatureProducts::multiply_panel() {
  if (filled_ == 0) return;
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  constexpr std::size_t strip = 64;
  const std::size_t size = products_.size();
  const auto classes = static_cast<Eigen::Index>(size);
  const Eigen::Map<const Matrix> panel(panel_.data(), classes, Eigen::Index{width});
  pool_.for_ranges(size, strip, [&](std::size_t begin, std::size_t end) {
    const auto first = static_cast<Eigen::Index>(begin);
    const auto rows = static_cast<Eigen::Index>(end - begin);
    const Matrix part =
        panel.middleRows(first, rows) * panel.bottomRows(classes - first).transpose();
    for (std::size_t a = begin; a < end; ++a) {
      const auto row = static_cast<Eigen::Index>(a - begin);
      products_.own[a] += part(row, row);
      for (std::size_t b = a + 1; b < size; ++b) {
        products_.between(a, b) += part(row, static_cast<Eigen::Index>(b - begin));
      }
    }
  });
  std::fill(panel_.begin(), panel_.end(), 0.0);
  filled_ = 0;
}

ClassProducts FeatureProducts::finish() && {
  multiply_panel();
  return std::move(products_);
}

// ---- Means of examples, linear

namespace {

// The means, by feature.
template <class Real>
Csr<ClassShare> means_by_feature(const SparseRows<Real>& rows, const Csr<std::uint32_t>& groups,
                                 const std::vector<double>& sizes) {
  const FeatureIndex index = FeatureIndex::of(rows, false);
  std::vector<std::vector<ClassShare>> by_feature(index.size());
  std::vector<std::vector<std::size_t>> members(sizes.size());
  for (std::size_t i = 0; i < groups.size(); ++i) {
    for (const std::uint32_t g : groups.row(i)) members[g].push_back(i);
  }
  std::vector<double> sum(index.size());
  std::vector<std::uint32_t> touched;
  for (std::size_t g = 0; g < sizes.size(); ++g) {
    touched.clear();
    for (const std::size_t i : members[g]) {
      for (const auto& feature : rows.row(i)) {
        touched.push_back(index.find(feature.index));
        sum[touched.back()] += static_cast<double>(feature.value);
      }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const std::uint32_t f : touched) {
      by_feature[f].push_back({static_cast<std::uint32_t>(g), std::exchange(sum[f], 0) / sizes[g]});
    }
  }
  Csr<ClassShare> result;
  for (const auto& shares : by_feature) {
    for (const ClassShare& share : shares) result.push(share);
    result.end_row();
  }
  return result;
}

template <class Real>
ClassProducts linear_products(const SparseRows<Real>& rows, const Csr<std::uint32_t>& groups,
                              const std::vector<double>& sizes, ThreadPool& pool) {
  const Csr<ClassShare> means = means_by_feature(rows, groups, sizes);
  FeatureProducts products(sizes.size(), pool);
  for (std::size_t f = 0; f < means.size(); ++f) products.add(means.row(f));
  return std::move(products).finish();
}

// ---- Means of examples, with a kernel

// Rows are numbered from 0 without gaps, as kernels want them.
template <class Real>
SparseRows<Real> numbered(const SparseRows<Real>& rows, const FeatureIndex& index) {
  SparseRows<Real> result;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& feature : rows.row(i)) {
      result.push({index.find(feature.index), feature.value});
    }
    result.end_row();
  }
  return result;
}

// Sums of k over the examples of two groups, some examples at a time: the rows of their kernel on
// all threads, then their part of the sums.
template <class Real>
ClassProducts kernel_products(const SparseRows<Real>& given, const Csr<std::uint32_t>& groups,
                              const std::vector<double>& sizes, const KernelSpec& spec,
                              ThreadPool& pool) {
  constexpr std::size_t at_once = 256;
  const bool has_letters = spec.kind == KernelKind::subsequence;
  const FeatureIndex index = FeatureIndex::of(given, false);
  const SparseRows<Real> rows = has_letters ? given : numbered(given, index);
  const auto kernel = make_kernel_rows<Real>(spec, rows, has_letters ? 0 : index.size());
  const std::size_t all_groups = sizes.size();
  ClassProducts products(all_groups);
  std::vector<double> sums;  // of k(x_i, .) over the examples of each group, by example
  for (std::size_t begin = 0; begin < groups.size(); begin += at_once) {
    const std::size_t size = std::min(at_once, groups.size() - begin);
    sums.assign(size * all_groups, 0.0);
    pool.for_blocks(size, [&](std::size_t k) {
      if (groups.row(begin + k).empty()) return;
      std::vector<Real> values(kernel->padded_size());
      const auto row = rows.row(begin + k);
      const KernelQuery<Real> query{row, squared_length<Real>(row), values.data()};
      kernel->compute({&query, 1});
      for (std::size_t j = 0; j < groups.size(); ++j) {
        for (const std::uint32_t c : groups.row(j)) {
          sums[k * all_groups + c] += static_cast<double>(values[j]);
        }
      }
    });
    for (std::size_t k = 0; k < size; ++k) {
      for (const std::uint32_t a : groups.row(begin + k)) {
        for (std::size_t b = a; b < all_groups; ++b) {
          const double share = sums[k * all_groups + b] / (sizes[a] * sizes[b]);
          (b == a ? products.own[a] : products.between(a, b)) += share;
        }
      }
    }
  }
  return products;
}

}  // namespace

ClassProducts mean_products(const Dataset& data, const Csr<std::uint32_t>& groups,
                            const std::vector<double>& sizes, const KernelSpec& kernel,
                            ThreadPool& pool) {
  return std::visit(
      [&](const auto& rows) {
        return kernel.kind == KernelKind::linear
                   ? linear_products(rows, groups, sizes, pool)
                   : kernel_products(rows, groups, sizes, kernel, pool);
      },
      data.rows());
}

}  // namespace clade::detail
