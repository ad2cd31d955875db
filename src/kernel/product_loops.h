// The inner loops of kernels that follow from inner products, compiled for every instruction set of
// the processor family and chosen when the program runs (Google Highway).
#pragma once

#include <cstddef>

#include "kernel/kernel_spec.h"

namespace clade::detail {

// Instances are packed in panels: of a feature, the values of one cache line of instances.
template <class Real>
inline constexpr std::size_t panel_size = 64 / sizeof(Real);

// Rows that are multiplied with a panel at once.
inline constexpr std::size_t rows_at_once = 6;

// out[t][j] = sum over f of z[t][f] panel[f][j] for `count` rows z, at most rows_at_once, and the
// instances j of one panel.
template <class Real>
void panel_products(const Real* panel, std::size_t features, const Real* const* z,
                    std::size_t count, Real* const* out);

// From <x_j, z> to k(x_j, z), in place, for a kernel that follows from inner products and squared
// lengths.
template <class Real>
void finish_products(const KernelSpec& spec, Real* products, const Real* squared_lengths,
                     Real squared_length, std::size_t size);

}  // namespace clade::detail
