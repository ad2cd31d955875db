// What kernel training leaves, as a model keeps it: instances whose coefficients are all zero are
// left out.
#pragma once

#include <memory>
#include <optional>
#include <vector>

#include "kernel/kernel_spec.h"
#include "linear/weight_rows.h"
#include "method/training_rows.h"
#include "model/model_builder.h"

namespace clade::detail {

template <class Real>
struct Coefficients {
  const WeightRows<Real>& of_instances;
  std::optional<std::vector<double>> of_constant;  // scores that every instance has, by unit
};

// Fills in features, weights and support.
template <class Real>
void set_support(ModelBuilder& model, const KernelSpec& spec, const TrainingRows<Real>& prepared,
                 const Coefficients<Real>& coefficients);

// The rows of a problem with this kernel, without a constant feature.
template <class Real>
TrainingRows<Real> kernel_rows(const SparseRows<Real>& rows, KernelKind kind) {
  return kind == KernelKind::precomputed ? gram_rows(rows) : training_rows<Real>(rows, 0);
}

}  // namespace clade::detail
