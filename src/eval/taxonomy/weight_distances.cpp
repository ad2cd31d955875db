#include "eval/taxonomy/weight_distances.h"

#include <cassert>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <variant>
#include <vector>

#include "base/fail.h"
#include "data/sparse_row.h"
#include "kernel/kernel_rows.h"
#include "model/model_parts.h"

namespace clade::detail {

namespace {

// Rows of class weights, from rows over the units.
template <class Real>
class ClassRows {
 public:
  ClassRows(const Model& model, const LabelSpace& labels, const WeightView<Real>& weights)
      : map_(ModelParts(model).score_map()), weights_(weights), row_(weights.units) {
    for (std::size_t c = 0; c < labels.size(); ++c) {
      const auto own = model.label_space().find(labels.name(static_cast<ClassId>(c)));
      assert(own);
      classes_.push_back(index_of(*own));
    }
  }

  // Those of one feature, or one instance, that are not zero.
  const std::vector<ClassShare>& of(std::size_t row) {
    weights_.copy_row(row, row_);
    shares_.clear();
    for (std::size_t c = 0; c < classes_.size(); ++c) {
      double sum = 0;
      for (const Attribute& a : map_.of(classes_[c])) {
        sum += a.strength * static_cast<double>(row_[index_of(a.unit)]);
      }
      if (sum != 0) shares_.push_back({static_cast<std::uint32_t>(c), sum});
    }
    return shares_;
  }

 private:
  const ScoreMap& map_;
  const WeightView<Real>& weights_;
  std::vector<std::size_t> classes_;  // their numbers in the model
  std::vector<Real> row_;
  std::vector<ClassShare> shares_;
};

template <class Real>
ClassProducts linear_products(const Model& model, const LabelSpace& labels, ThreadPool& pool) {
  const ModelParts parts(model);
  const auto& weights = parts.weights_as<Real>();
  ClassRows<Real> rows(model, labels, weights);
  FeatureProducts products(labels.size(), pool);
  for (std::size_t f = parts.features().has_constant() ? 1 : 0; f < weights.features; ++f) {
    products.add(rows.of(f));
  }
  return std::move(products).finish();
}

// <W_a, W_b> = sum over i and j of b_ia b_jb k(x_i, x_j), one instance i after the other.
template <class Real>
ClassProducts kernel_products(const Model& model, const LabelSpace& labels, ThreadPool& pool) {
  const ModelParts parts(model);
  const SupportSet& support = *parts.support();
  const auto& kernel = support.kernel<Real>();
  const auto& instances = std::get<SparseRows<Real>>(support.rows());
  const std::size_t size = support.size(), classes = labels.size();
  ClassRows<Real> rows(model, labels, parts.weights_as<Real>());
  Csr<ClassShare> shares;
  for (std::size_t i = 0; i < size; ++i) shares.push_row(rows.of(i));
  std::vector<double> sums(size * classes);  // of b_jb k(x_i, x_j) over j, by i and b
  pool.for_blocks(size, [&](std::size_t i) {
    std::vector<Real> values(kernel.padded_size());
    const auto row = instances.row(i);
    const KernelQuery<Real> query{row, squared_length<Real>(row), values.data()};
    kernel.compute({&query, 1});
    for (std::size_t j = 0; j < size; ++j) {
      for (const ClassShare& share : shares.row(j)) {
        sums[i * classes + share.of_class] += share.value * static_cast<double>(values[j]);
      }
    }
  });
  ClassProducts products(classes);
  for (std::size_t i = 0; i < size; ++i) {
    for (const ClassShare& share : shares.row(i)) {
      const std::size_t a = share.of_class;
      for (std::size_t b = a; b < classes; ++b) {
        (b == a ? products.own[a] : products.between(a, b)) += share.value * sums[i * classes + b];
      }
    }
  }
  return products;
}

template <class Real>
ClassProducts products_of(const Model& model, const LabelSpace& labels, ThreadPool& pool) {
  return ModelParts(model).support() != nullptr ? kernel_products<Real>(model, labels, pool)
                                                : linear_products<Real>(model, labels, pool);
}

}  // namespace

PairTable weight_distances(const Model& model, const LabelSpace& labels, ThreadPool& pool) {
  if (is_top_down(model.decoding())) {
    fail(ErrorKind::usage,
         "{} decides from the root down: its classes have no weights to learn a taxonomy from; "
         "take hsvm, perceptron, hieron or another method that scores classes",
         model.method());
  }
  const bool is_single = std::holds_alternative<WeightView<float>>(ModelParts(model).weights());
  ClassProducts products = is_single ? products_of<float>(model, labels, pool)
                                     : products_of<double>(model, labels, pool);
  return std::move(products).distances();
}

}  // namespace clade::detail
