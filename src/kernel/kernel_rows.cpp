#include "kernel/kernel_rows.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdint>
#include <vector>

#include "kernel/product_loops.h"
#include "kernel/subsequence.h"

namespace clade::detail {

namespace {

template <class Real>
std::size_t panels_of(std::size_t instances) {
  return (instances + panel_size<Real> - 1) / panel_size<Real>;
}

// What kernels share that follow from <x, z>, |x|^2 and |z|^2.
template <class Real>
class ProductKernel : public KernelRows<Real> {
 public:
  ProductKernel(const KernelSpec& spec, const SparseRows<Real>& rows)
      : spec_(spec), size_(rows.size()) {
    squared_lengths_.reserve(size_);
    for (std::size_t j = 0; j < size_; ++j) {
      squared_lengths_.push_back(static_cast<Real>(squared_length<Real>(rows.row(j))));
    }
  }
  std::size_t size() const override { return size_; }
  double between(BasicSparseRow<Real> a, BasicSparseRow<Real> b) const override {
    const double product = inner_product<Real>(a, b);
    if (spec_.kind == KernelKind::poly) {
      return std::pow(spec_.gamma * product + spec_.coef0, spec_.degree);
    }
    if (spec_.kind != KernelKind::rbf) return product;
    const double distance = squared_length<Real>(a) + squared_length<Real>(b) - 2 * product;
    return std::exp(-spec_.gamma * std::max(0.0, distance));
  }

 protected:
  void finish(const KernelQuery<Real>& query) const {
    finish_products<Real>(spec_, query.out, squared_lengths_.data(),
                          static_cast<Real>(query.squared_length), size_);
  }

 private:
  KernelSpec spec_;
  std::size_t size_;
  std::vector<Real> squared_lengths_;
};

// Values by panel, feature and instance, zeros included.
template <class Real>
class DenseKernel : public ProductKernel<Real> {
 public:
  DenseKernel(const KernelSpec& spec, const SparseRows<Real>& rows, std::size_t features)
      : ProductKernel<Real>(spec, rows),
        features_(features),
        panels_(panels_of<Real>(rows.size()) * features * panel_size<Real>) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      Real* panel = panels_.data() + j / panel_size<Real> * features * panel_size<Real>;
      for (const auto& f : rows.row(j)) {
        panel[f.index * panel_size<Real> + j % panel_size<Real>] = f.value;
      }
    }
  }

  void compute(std::span<const KernelQuery<Real>> queries) const override {
    std::vector<Real> dense(std::min(queries.size(), rows_at_once) * features_);
    for (std::size_t first = 0; first < queries.size(); first += rows_at_once) {
      multiply(queries.subspan(first, std::min(rows_at_once, queries.size() - first)), dense);
    }
    for (const auto& query : queries) this->finish(query);
  }

 private:
  void multiply(std::span<const KernelQuery<Real>> queries, std::vector<Real>& dense) const {
    std::fill(dense.begin(), dense.end(), Real{0});
    std::array<const Real*, rows_at_once> z{};
    std::array<Real*, rows_at_once> out{};
    for (std::size_t t = 0; t < queries.size(); ++t) {
      Real* row = dense.data() + t * features_;
      for (const auto& f : queries[t].row) row[f.index] = f.value;
      z[t] = row;
      out[t] = queries[t].out;
    }
    for (std::size_t p = 0; p < panels_of<Real>(this->size()); ++p) {
      panel_products<Real>(panels_.data() + p * features_ * panel_size<Real>, features_, z.data(),
                           queries.size(), out.data());
      for (Real*& place : out) {
        if (place != nullptr) place += panel_size<Real>;
      }
    }
  }

  std::size_t features_;
  std::vector<Real> panels_;
};

// For every feature the instances that have it.
template <class Real>
class SparseKernel : public ProductKernel<Real> {
 public:
  SparseKernel(const KernelSpec& spec, const SparseRows<Real>& rows, std::size_t features)
      : ProductKernel<Real>(spec, rows), ends_(features + 1), entries_(rows.nonzeros()) {
    for (std::size_t j = 0; j < rows.size(); ++j) {
      for (const auto& f : rows.row(j)) ++ends_[f.index + 1];
    }
    for (std::size_t f = 0; f < features; ++f) ends_[f + 1] += ends_[f];
    std::vector<std::size_t> next(ends_.begin(), ends_.end() - 1);
    for (std::size_t j = 0; j < rows.size(); ++j) {
      for (const auto& f : rows.row(j)) {
        entries_[next[f.index]++] = {static_cast<std::uint32_t>(j), f.value};
      }
    }
  }

  void compute(std::span<const KernelQuery<Real>> queries) const override {
    for (const auto& query : queries) {
      std::fill_n(query.out, this->size(), Real{0});
      for (const auto& f : query.row) {
        for (std::size_t e = ends_[f.index]; e < ends_[f.index + 1]; ++e) {
          query.out[entries_[e].index] += f.value * entries_[e].value;
        }
      }
      this->finish(query);
    }
  }

 private:
  std::vector<std::size_t> ends_;            // of feature f at f + 1
  std::vector<BasicFeature<Real>> entries_;  // by instance
};

// Rows of letters, whose order is what matters.
template <class Real>
class SubsequenceRows : public KernelRows<Real> {
 public:
  SubsequenceRows(const KernelSpec& spec, const SparseRows<Real>& rows)
      : kernel_(static_cast<std::size_t>(spec.length), spec.decay) {
    SubsequenceKernel kernel = kernel_;
    for (std::size_t j = 0; j < rows.size(); ++j) {
      texts_.push_back(letters(rows.row(j)));
      own_.push_back(kernel.gap_weight(texts_.back(), texts_.back()));
    }
  }
  std::size_t size() const override { return texts_.size(); }

  void compute(std::span<const KernelQuery<Real>> queries) const override {
    SubsequenceKernel kernel = kernel_;
    for (const auto& query : queries) {
      const std::vector<std::uint32_t> z = letters(query.row);
      const double own = kernel.gap_weight(z, z);
      for (std::size_t j = 0; j < texts_.size(); ++j) {
        query.out[j] = static_cast<Real>(
            SubsequenceKernel::normalised(kernel.gap_weight(texts_[j], z), own_[j], own));
      }
    }
  }

  double between(BasicSparseRow<Real> a, BasicSparseRow<Real> b) const override {
    return SubsequenceKernel(kernel_).normalised(letters(a), letters(b));
  }

 private:
  static std::vector<std::uint32_t> letters(BasicSparseRow<Real> row) {
    std::vector<std::uint32_t> result;
    result.reserve(row.size());
    for (const auto& f : row) {
      result.push_back(is_character(f.value) ? static_cast<std::uint32_t>(f.value) : no_character);
    }
    return result;
  }
  static constexpr std::uint32_t no_character = ~std::uint32_t{0};

  SubsequenceKernel kernel_;
  std::vector<std::vector<std::uint32_t>> texts_;
  std::vector<double> own_;  // k(x, x)
};

// Whether whole panels are less work than walking along the features of sparse rows.
template <class Real>
bool is_dense(const SparseRows<Real>& rows, std::size_t features) {
  return 4 * rows.nonzeros() >= rows.size() * features;
}

}  // namespace

template <class Real>
std::size_t KernelRows<Real>::padded_size() const {
  return panels_of<Real>(size()) * panel_size<Real>;
}

template <class Real>
std::unique_ptr<const KernelRows<Real>> make_kernel_rows(const KernelSpec& spec,
                                                         const SparseRows<Real>& rows,
                                                         std::size_t features) {
  if (spec.kind == KernelKind::subsequence) {
    return std::make_unique<SubsequenceRows<Real>>(spec, rows);
  }
  if (is_dense(rows, features)) return std::make_unique<DenseKernel<Real>>(spec, rows, features);
  return std::make_unique<SparseKernel<Real>>(spec, rows, features);
}

template class KernelRows<float>;
template class KernelRows<double>;
template std::unique_ptr<const KernelRows<float>> make_kernel_rows(const KernelSpec&,
                                                                   const SparseRows<float>&,
                                                                   std::size_t);
template std::unique_ptr<const KernelRows<double>> make_kernel_rows(const KernelSpec&,
                                                                    const SparseRows<double>&,
                                                                    std::size_t);

}  // namespace clade::detail
