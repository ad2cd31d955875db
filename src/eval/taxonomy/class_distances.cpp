#include "eval/taxonomy/class_distances.h"

#include <Eigen/Core>
#include <algorithm>
#include <cmath>
#include <span>
#include <utility>
#include <variant>

#include "base/csr.h"
#include "base/fail.h"
#include "base/text.h"
#include "data/feature_index.h"
#include "data/sparse_row.h"
#include "kernel/kernel_rows.h"

namespace clade::detail {

namespace {

// <c_a, c_b> of all centroids.
struct CentroidProducts {
  explicit CentroidProducts(std::size_t classes) : between(classes), own(classes) {}
  PairTable between;
  std::vector<double> own;
};

std::vector<double> examples_of_classes(const Dataset& data, const LabelSpace& labels) {
  std::vector<double> counts(labels.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) ++counts[index_of(c)];
  }
  for (std::size_t c = 0; c < counts.size(); ++c) {
    if (counts[c] > 0) continue;
    fail(ErrorKind::input, "class {} has no example, so it has no centroid",
         quoted(labels.name(static_cast<ClassId>(c))));
  }
  return counts;
}

// ---- Linear

struct Share {
  std::uint32_t of_class;
  double value;
};

// The centroids, by feature.
template <class Real>
Csr<Share> centroids_by_feature(const SparseRows<Real>& rows, const Dataset& data,
                                const std::vector<double>& counts) {
  const FeatureIndex index = FeatureIndex::of(rows, false);
  std::vector<std::vector<Share>> by_feature(index.size());
  std::vector<std::vector<std::size_t>> members(counts.size());
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId c : data.labels(i)) members[index_of(c)].push_back(i);
  }
  std::vector<double> sum(index.size());
  std::vector<std::uint32_t> touched;
  for (std::size_t c = 0; c < counts.size(); ++c) {
    touched.clear();
    for (const std::size_t i : members[c]) {
      for (const auto& feature : rows.row(i)) {
        touched.push_back(index.find(feature.index));
        sum[touched.back()] += static_cast<double>(feature.value);
      }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    for (const std::uint32_t f : touched) {
      by_feature[f].push_back(
          {static_cast<std::uint32_t>(c), std::exchange(sum[f], 0) / counts[c]});
    }
  }
  Csr<Share> result;
  for (const auto& shares : by_feature) {
    for (const Share& share : shares) result.push(share);
    result.end_row();
  }
  return result;
}

void add_sparse(std::span<const Share> shares, CentroidProducts& products) {
  for (std::size_t a = 0; a < shares.size(); ++a) {
    products.own[shares[a].of_class] += shares[a].value * shares[a].value;
    for (std::size_t b = a + 1; b < shares.size(); ++b) {
      products.between(shares[a].of_class, shares[b].of_class) += shares[a].value * shares[b].value;
    }
  }
}

// Features that most classes have, some at a time, as a dense matrix times itself. Threads take
// strips of it.
class DenseProducts {
 public:
  DenseProducts(std::size_t classes, ThreadPool& pool)
      : classes_(static_cast<Eigen::Index>(classes)), pool_(pool), panel_(classes_, width) {
    panel_.setZero();
  }

  void add(std::span<const Share> shares, CentroidProducts& products) {
    for (const Share& share : shares) panel_(share.of_class, filled_) = share.value;
    if (++filled_ == width) flush(products);
  }

  void flush(CentroidProducts& products) {
    if (filled_ == 0) return;
    constexpr std::size_t strip = 64;
    const auto size = static_cast<std::size_t>(classes_);
    pool_.for_ranges(size, strip, [&](std::size_t begin, std::size_t end) {
      const auto first = static_cast<Eigen::Index>(begin);
      const auto rows = static_cast<Eigen::Index>(end - begin);
      const Matrix part =
          panel_.middleRows(first, rows) * panel_.bottomRows(classes_ - first).transpose();
      for (std::size_t a = begin; a < end; ++a) {
        const auto row = static_cast<Eigen::Index>(a - begin);
        products.own[a] += part(row, row);
        for (std::size_t b = a + 1; b < size; ++b) {
          products.between(a, b) += part(row, static_cast<Eigen::Index>(b - begin));
        }
      }
    });
    panel_.setZero();
    filled_ = 0;
  }

 private:
  using Matrix = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;
  static constexpr Eigen::Index width = 256;

  Eigen::Index classes_;
  ThreadPool& pool_;
  Matrix panel_;
  Eigen::Index filled_ = 0;
};

CentroidProducts linear_products(const Csr<Share>& centroids, std::size_t classes,
                                 ThreadPool& pool) {
  // A dense product costs about this part of a sparse one.
  constexpr double dense_price = 0.1;
  CentroidProducts products(classes);
  DenseProducts dense(classes, pool);
  for (std::size_t f = 0; f < centroids.size(); ++f) {
    const std::span<const Share> shares = centroids.row(f);
    const double share = static_cast<double>(shares.size()) / static_cast<double>(classes);
    if (classes > 64 && share * share > dense_price) {
      dense.add(shares, products);
    } else {
      add_sparse(shares, products);
    }
  }
  dense.flush(products);
  return products;
}

// ---- Kernels

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

// Sums of k over the examples of two classes, some examples at a time: the rows of their kernel on
// all threads, then their part of the sums.
template <class Real>
CentroidProducts kernel_products(const SparseRows<Real>& given, const Dataset& data,
                                 const std::vector<double>& counts, const KernelSpec& spec,
                                 ThreadPool& pool) {
  constexpr std::size_t at_once = 256;
  const bool has_letters = spec.kind == KernelKind::subsequence;
  const FeatureIndex index = FeatureIndex::of(given, false);
  const SparseRows<Real> rows = has_letters ? given : numbered(given, index);
  const auto kernel = make_kernel_rows<Real>(spec, rows, has_letters ? 0 : index.size());
  const std::size_t classes = counts.size();
  CentroidProducts products(classes);
  std::vector<double> sums;  // of k(x_i, .) over the examples of each class, by example
  for (std::size_t begin = 0; begin < data.size(); begin += at_once) {
    const std::size_t size = std::min(at_once, data.size() - begin);
    sums.assign(size * classes, 0.0);
    pool.for_blocks(size, [&](std::size_t k) {
      if (data.labels(begin + k).empty()) return;
      std::vector<Real> values(kernel->padded_size());
      const auto row = rows.row(begin + k);
      const KernelQuery<Real> query{row, squared_length<Real>(row), values.data()};
      kernel->compute({&query, 1});
      for (std::size_t j = 0; j < data.size(); ++j) {
        for (const ClassId c : data.labels(j)) {
          sums[k * classes + index_of(c)] += static_cast<double>(values[j]);
        }
      }
    });
    for (std::size_t k = 0; k < size; ++k) {
      for (const ClassId c : data.labels(begin + k)) {
        const std::size_t a = index_of(c);
        for (std::size_t b = a; b < classes; ++b) {
          const double share = sums[k * classes + b] / (counts[a] * counts[b]);
          (b == a ? products.own[a] : products.between(a, b)) += share;
        }
      }
    }
  }
  return products;
}

}  // namespace

PairTable class_distances(const Dataset& data, const LabelSpace& labels, const KernelSpec& kernel,
                          ThreadPool& pool) {
  const std::vector<double> counts = examples_of_classes(data, labels);
  const auto products_of = [&]<class Real>(const SparseRows<Real>& rows) {
    if (kernel.kind != KernelKind::linear) {
      return kernel_products(rows, data, counts, kernel, pool);
    }
    return linear_products(centroids_by_feature(rows, data, counts), counts.size(), pool);
  };
  CentroidProducts products = std::visit(products_of, data.rows());
  PairTable& table = products.between;
  for (std::size_t a = 0; a < counts.size(); ++a) {
    for (std::size_t b = a + 1; b < counts.size(); ++b) {
      const double squared = products.own[a] + products.own[b] - 2 * table(a, b);
      table(a, b) = std::sqrt(std::max(0.0, squared));
    }
  }
  return std::move(products.between);
}

}  // namespace clade::detail
