// What a kernel model has in place of features: the training instances that others are compared
// with. Its weights are one row for each of them, and a last one where there is a constant.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <variant>
#include <vector>

#include "data/sparse_rows.h"
#include "kernel/kernel_rows.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

class SupportSet {
 public:
  // Indices of the rows are numbers below `features`.
  template <class Real>
  SupportSet(const KernelSpec& spec, SparseRows<Real> rows, std::size_t features,
             std::vector<std::uint32_t> instances = {})
      : spec_(spec),
        kernel_(std::shared_ptr(make_kernel_rows<Real>(spec, rows, features))),
        rows_(std::move(rows)),
        instances_(std::move(instances)) {}

  const KernelSpec& spec() const { return spec_; }
  const Rows& rows() const { return rows_; }
  std::size_t size() const {
    return std::visit([](const auto& rows) { return rows.size(); }, rows_);
  }
  // Their numbers among all training instances; empty where the model comes from a file.
  std::span<const std::uint32_t> instances() const { return instances_; }
  template <class Real>
  const KernelRows<Real>& kernel() const {
    return *std::get<std::shared_ptr<const KernelRows<Real>>>(kernel_);
  }

 private:
  KernelSpec spec_;
  std::variant<std::shared_ptr<const KernelRows<float>>, std::shared_ptr<const KernelRows<double>>>
      kernel_;
  Rows rows_;
  std::vector<std::uint32_t> instances_;
};

}  // namespace clade::detail
