#include "method/nodes/node_weights.h"

#include <algorithm>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "model/model_parts.h"

namespace clade::detail {

namespace {

// The weights of the units from `first` on in one row.
template <class Real>
void copy_units(const BlockRow<Real>& row, std::size_t first, std::span<Real> to) {
  std::fill(to.begin(), to.end(), Real{0});
  for (std::size_t i = 0; i < row.count; ++i) {
    const std::size_t begin = row.number(i) * block_units<Real>;
    for (std::size_t u = begin; u < begin + block_units<Real>; ++u) {
      if (u >= first && u < first + to.size()) to[u - first] = row.block(i)[u - begin];
    }
  }
}

}  // namespace

template <class Real>
WeightRows<Real> weights_of_units(const Model& model, const FeatureIndex& features,
                                  std::size_t first_unit, std::size_t units) {
  const ModelParts parts(model);
  const auto& view = parts.weights_as<Real>();
  WeightRows<Real> result(features.size(), units);
  std::vector<Real> row(units);
  for (std::size_t j = 0; j < features.size(); ++j) {
    const std::uint32_t number = parts.features().find(features.indices()[j]);
    if (number == FeatureIndex::unknown) continue;
    copy_units(view.blocks(number), first_unit, std::span(row));
    result.set_row(j, row);
  }
  return result;
}

template <class Real>
NodeWeights<Real>::NodeWeights(FeatureIndex features, WeightRows<Real> start)
    : features_(std::move(features)), weights_(std::move(start)), change_(weights_.view().stride) {}

template <class Real>
void NodeWeights<Real>::add(const FeatureIndex& features, const WeightView<Real>& weights,
                            std::size_t first_unit, Real factor) {
  const std::lock_guard lock(mutex_);
  std::vector<std::uint32_t> blocks;
  for (std::size_t j = 0; j < features.size(); ++j) {
    blocks.clear();
    weights.for_each_nonzero(j, [&](std::size_t unit, Real weight) {
      change_[first_unit + unit] = weight;
      const auto block = static_cast<std::uint32_t>((first_unit + unit) / block_units<Real>);
      if (blocks.empty() || blocks.back() != block) blocks.push_back(block);
    });
    if (blocks.empty()) continue;
    const BasicFeature<Real> place{features_.find(features.indices()[j]), factor};
    weights_.add({&place, 1}, change_.data(), blocks);
    for (const std::uint32_t block : blocks) {
      std::fill_n(change_.data() + block * block_units<Real>, block_units<Real>, Real{0});
    }
  }
}

template WeightRows<float> weights_of_units(const Model&, const FeatureIndex&, std::size_t,
                                            std::size_t);
template WeightRows<double> weights_of_units(const Model&, const FeatureIndex&, std::size_t,
                                             std::size_t);
template class NodeWeights<float>;
template class NodeWeights<double>;

}  // namespace clade::detail
