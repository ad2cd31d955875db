// Threads of a GPU that work together. Sums are the same in every run.
#pragma once

#include <cstdint>

#include "solver/device/block_step.h"

namespace clade::device {

struct Warp {
  __device__ std::uint32_t rank() const { return threadIdx.x & 31U; }
  __device__ std::uint32_t size() const { return 32; }
  __device__ void sync() const { __syncwarp(); }
  __device__ Entry max_of(Entry e) const {
    for (int step = 16; step > 0; step /= 2) {
      const double value = __shfl_xor_sync(0xffffffffU, e.value, step);
      const std::uint32_t index = __shfl_xor_sync(0xffffffffU, e.index, step);
      if (value > e.value || (value == e.value && index < e.index)) e = {value, index};
    }
    return e;
  }
  __device__ double sum(double value) const {
    for (int step = 16; step > 0; step /= 2) value += __shfl_xor_sync(0xffffffffU, value, step);
    return value;
  }
};

struct Add {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a + b;
  }
};
struct Max {
  template <class T>
  __device__ T operator()(T a, T b) const {
    return a > b ? a : b;
  }
};

// Of all threads of a block of up to 1024, which must be whole warps; all get the result.
template <class T, class Join>
__device__ T reduce_block(T value, Join join) {
  __shared__ T parts[32];
  for (int step = 16; step > 0; step /= 2) {
    value = join(value, __shfl_xor_sync(0xffffffffU, value, step));
  }
  __syncthreads();
  if ((threadIdx.x & 31U) == 0) parts[threadIdx.x / 32] = value;
  __syncthreads();
  T all = parts[0];
  for (unsigned w = 1; w < blockDim.x / 32; ++w) all = join(all, parts[w]);
  return all;
}

// The sum over all threads before this one, and over all.
struct Place {
  std::uint32_t before, total;
};
__device__ inline Place place_in_block(std::uint32_t count) {
  __shared__ std::uint32_t warps[32];
  std::uint32_t sum = count;
  const unsigned lane = threadIdx.x & 31U;
  for (unsigned step = 1; step < 32; step *= 2) {
    const std::uint32_t other = __shfl_up_sync(0xffffffffU, sum, step);
    if (lane >= step) sum += other;
  }
  __syncthreads();
  if (lane == 31) warps[threadIdx.x / 32] = sum;
  __syncthreads();
  Place place{sum - count, 0};
  for (unsigned w = 0; w < blockDim.x / 32; ++w) {
    if (w < threadIdx.x / 32) place.before += warps[w];
    place.total += warps[w];
  }
  return place;
}

}  // namespace clade::device
