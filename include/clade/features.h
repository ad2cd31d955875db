// Features of one example, sparse.
#pragma once

#include <cstdint>
#include <span>

namespace clade {

template <class Real>
struct BasicFeature {
  std::uint32_t index;  // from 1, as in the file; 0 is the constant feature of `bias=feature`
  Real value;
};
using Feature = BasicFeature<float>;

template <class Real>
using BasicSparseRow = std::span<const BasicFeature<Real>>;  // sorted by index, no duplicates
using SparseRow = BasicSparseRow<float>;

// Chosen once per run: float by default, double where the tolerance asks for it.
enum class Precision { single, double_ };

}  // namespace clade
