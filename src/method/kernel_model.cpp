#include "method/kernel_model.h"

#include <utility>

namespace clade::detail {

namespace {

template <class Real>
std::vector<std::size_t> instances_needed(const WeightRows<Real>& coefficients) {
  std::vector<std::size_t> needed;
  for (std::size_t i = 0; i < coefficients.features(); ++i) {
    bool is_needed = false;
    coefficients.view().for_each_nonzero(i, [&](std::size_t, Real) { is_needed = true; });
    if (is_needed) needed.push_back(i);
  }
  return needed;
}

// With a precomputed kernel, an instance is the unit vector of its own feature.
template <class Real>
void set_rows(ModelBuilder& model, const KernelSpec& spec, const TrainingRows<Real>& prepared,
              std::span<const std::size_t> needed) {
  SparseRows<Real> rows;
  std::vector<std::uint32_t> indices;
  for (const std::size_t i : needed) {
    if (spec.kind == KernelKind::precomputed) {
      rows.push({static_cast<std::uint32_t>(indices.size()), Real{1}});
      indices.push_back(prepared.features.indices()[i]);
    } else {
      for (const auto& feature : prepared.rows.row(i)) rows.push(feature);
    }
    rows.end_row();
  }
  FeatureIndex features =
      spec.kind == KernelKind::precomputed ? FeatureIndex(std::move(indices)) : prepared.features;
  model
      .support(std::make_shared<const SupportSet>(
          spec, std::move(rows), features.size(),
          std::vector<std::uint32_t>(needed.begin(), needed.end())))
      .features(std::move(features));
}

template <class Real>
WeightRows<Real> kept_weights(const Coefficients<Real>& coefficients,
                              std::span<const std::size_t> needed) {
  const std::size_t units = coefficients.of_instances.units();
  WeightRows<Real> weights(needed.size() + (coefficients.of_constant ? 1 : 0), units);
  std::vector<Real> row(units);
  for (std::size_t s = 0; s < needed.size(); ++s) {
    coefficients.of_instances.view().copy_row(needed[s], row);
    weights.set_row(s, row);
  }
  if (coefficients.of_constant) {
    for (std::size_t u = 0; u < units; ++u) {
      row[u] = static_cast<Real>((*coefficients.of_constant)[u]);
    }
    weights.set_row(needed.size(), row);
  }
  return weights;
}

}  // namespace

template <class Real>
void set_support(ModelBuilder& model, const KernelSpec& spec, const TrainingRows<Real>& prepared,
                 const Coefficients<Real>& coefficients) {
  const std::vector<std::size_t> needed = instances_needed(coefficients.of_instances);
  set_rows(model, spec, prepared, needed);
  model.weights(kept_weights(coefficients, needed));
}

template void set_support(ModelBuilder&, const KernelSpec&, const TrainingRows<float>&,
                          const Coefficients<float>&);
template void set_support(ModelBuilder&, const KernelSpec&, const TrainingRows<double>&,
                          const Coefficients<double>&);

}  // namespace clade::detail
