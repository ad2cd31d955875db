// What one core of this machine can do at most, measured.
#pragma once

#include <cstddef>

namespace clade::detail::bench {

// GB/s of reading an array of this size again and again; the best of several runs.
double read_bandwidth(std::size_t bytes);

// GFLOP/s of multiply-adds in single precision that stay in registers; the best of several runs.
double multiply_add_peak();

}  // namespace clade::detail::bench
