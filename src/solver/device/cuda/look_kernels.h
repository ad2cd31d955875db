// Kernels that score a batch and choose constraints.
#pragma once

#include "solver/device/cuda/tables.h"
#include "solver/device/cuda/teams.h"

namespace clade::device {

constexpr unsigned tile_threads = 128, tile_units = 4 * tile_threads;
constexpr std::int32_t soft_limit = std::int32_t{1} << 29;

// Raw scores of one instance for a tile of units. Instances vary fastest among blocks, so that rows
// of frequent features stay in the cache while all of a batch are scored for one tile.
__global__ void __launch_bounds__(tile_threads)
    score_tile(Tables t, Weights w, const std::uint32_t* instances, float* scores, int* flag) {
  const std::uint32_t i = instances[blockIdx.x];
  const std::size_t u = std::size_t{blockIdx.y} * tile_units + 4 * threadIdx.x;
  if (u >= t.stride) return;
  const std::uint64_t end = t.row_begin[i + 1];
  float4 sum{0, 0, 0, 0};
  std::int32_t largest = 0;
  const std::int32_t* base = w.data + u;
#pragma unroll 8
  for (std::uint64_t k = t.row_begin[i]; k < end; ++k) {
    const CladeDeviceFeature x = t.rows[k];
    const int4 v = *reinterpret_cast<const int4*>(base + x.index * t.stride);
    sum.x = fmaf(x.value, static_cast<float>(v.x), sum.x);
    sum.y = fmaf(x.value, static_cast<float>(v.y), sum.y);
    sum.z = fmaf(x.value, static_cast<float>(v.z), sum.z);
    sum.w = fmaf(x.value, static_cast<float>(v.w), sum.w);
    largest |= (v.x ^ (v.x >> 31)) | (v.y ^ (v.y >> 31));
    largest |= (v.z ^ (v.z >> 31)) | (v.w ^ (v.w >> 31));
  }
  if (largest >= soft_limit) atomicOr(flag, 1);
  *reinterpret_cast<float4*>(scores + blockIdx.x * t.stride + u) =
      float4{sum.x * w.unit, sum.y * w.unit, sum.z * w.unit, sum.w * w.unit};
}

// The same where every row has every feature: some instances share what is read of the weights.
constexpr unsigned dense_instances = 8;
__global__ void __launch_bounds__(tile_threads)
    score_dense_tile(Tables t, Weights w, const std::uint32_t* instances, std::uint32_t count,
                     float* scores, int* flag) {
  __shared__ float values[tile_threads][dense_instances];
  const std::uint32_t first = blockIdx.x * dense_instances;
  const std::size_t u = std::size_t{blockIdx.y} * tile_units + 4 * threadIdx.x;
  const bool has_units = u < t.stride;
  float4 sums[dense_instances] = {};
  std::int32_t largest = 0;
  for (std::uint32_t begin = 0; begin < t.features; begin += tile_threads) {
    const std::uint32_t j = begin + threadIdx.x;
    __syncthreads();
    for (unsigned d = 0; d < dense_instances; ++d) {
      const bool exists = j < t.features && first + d < count;
      values[threadIdx.x][d] = exists ? t.rows[t.row_begin[instances[first + d]] + j].value : 0;
    }
    __syncthreads();
    const std::uint32_t size = min(tile_threads, t.features - begin);
    for (std::uint32_t k = 0; has_units && k < size; ++k) {
      const int4 v = *reinterpret_cast<const int4*>(w.data + (begin + k) * t.stride + u);
      const float4 f{static_cast<float>(v.x), static_cast<float>(v.y), static_cast<float>(v.z),
                     static_cast<float>(v.w)};
      largest |= (v.x ^ (v.x >> 31)) | (v.y ^ (v.y >> 31));
      largest |= (v.z ^ (v.z >> 31)) | (v.w ^ (v.w >> 31));
#pragma unroll
      for (unsigned d = 0; d < dense_instances; ++d) {
        const float x = values[k][d];
        sums[d].x = fmaf(x, f.x, sums[d].x);
        sums[d].y = fmaf(x, f.y, sums[d].y);
        sums[d].z = fmaf(x, f.z, sums[d].z);
        sums[d].w = fmaf(x, f.w, sums[d].w);
      }
    }
  }
  if (!has_units) return;
  if (largest >= soft_limit) atomicOr(flag, 1);
  for (unsigned d = 0; d < dense_instances && first + d < count; ++d) {
    *reinterpret_cast<float4*>(scores + (first + d) * t.stride + u) =
        float4{sums[d].x * w.unit, sums[d].y * w.unit, sums[d].z * w.unit, sums[d].w * w.unit};
  }
}

constexpr unsigned look_threads = 256;

// Gradients of all constraints; minus infinity where there is none. Returns the largest.
__device__ inline float find_gradients(const Tables& t, std::uint32_t i, const float* scores,
                                       float* gradients) {
  const std::uint32_t plus = t.plus[i];
  const auto score = [&](std::uint32_t d) {
    float sum = 0;
    for (std::uint32_t a = 0; a < t.most_attributes; ++a) {
      const std::size_t place = std::size_t{a} * t.decisions + d;
      sum = fmaf(t.wide_strengths[place], scores[t.wide_units[place]], sum);
    }
    return sum;
  };
  const float base = 1 - score(plus);
  for (std::uint32_t d = threadIdx.x; d < t.decisions; d += blockDim.x) {
    const float scale = t.scale(plus, d);
    gradients[d] = t.is_rival[d] != 0 && scale > 0 ? scale * (base + score(d)) : -INFINITY;
  }
  __syncthreads();
  const std::uint32_t pattern = t.pattern[i];
  for (std::uint32_t k = t.left_out_begin[pattern] + threadIdx.x; k < t.left_out_begin[pattern + 1];
       k += blockDim.x) {
    gradients[t.left_out[k]] = -INFINITY;
  }
  __syncthreads();
  float top = -INFINITY;
  for (std::uint32_t d = threadIdx.x; d < t.decisions; d += blockDim.x) {
    top = gradients[d] > top ? gradients[d] : top;
  }
  return reduce_block(top, Max());
}

// Sums over the variables of an instance, by all threads of the block.
struct Support {
  double mass, earned, value, lowest;
};
__device__ inline Support look_at_support(const CladeDeviceDual* duals, std::uint32_t count,
                                          const float* gradients) {
  Support s{0, 0, 0, INFINITY};
  for (std::uint32_t c = threadIdx.x; c < count; c += blockDim.x) {
    const auto g = static_cast<double>(gradients[duals[c].minus]);
    s.mass += duals[c].beta;
    s.earned += duals[c].beta * g;
    s.value += duals[c].beta * static_cast<double>(duals[c].scale);
    s.lowest = g < s.lowest ? g : s.lowest;
  }
  return {reduce_block(s.mass, Add()), reduce_block(s.earned, Add()), reduce_block(s.value, Add()),
          -reduce_block(-s.lowest, Max())};
}

// Orders constraints by gradient, of equal ones the first before others; all keys differ.
__device__ inline unsigned long long key_of(float gradient, std::uint32_t decision) {
  const std::uint32_t bits = __float_as_uint(gradient);
  const std::uint32_t ordered = (bits & 0x80000000U) != 0 ? ~bits : bits | 0x80000000U;
  return static_cast<unsigned long long>(ordered) << 32 | (0xffffffffU - decision);
}

__device__ inline std::uint32_t count_from(const Tables& t, const float* gradients,
                                           unsigned long long key) {
  std::uint32_t count = 0;
  for (std::uint32_t d = threadIdx.x; d < t.decisions; d += blockDim.x) {
    count += key_of(gradients[d], d) >= key;
  }
  return reduce_block(count, Add());
}

// The least key of the `wanted` largest ones that are at least `low`.
__device__ inline unsigned long long find_bound(const Tables& t, const float* gradients,
                                                unsigned long long low, unsigned long long high,
                                                std::uint32_t wanted) {
  while (high - low > 1) {  // from low on there are more than wanted, from high on there are not
    const unsigned long long middle = low + (high - low) / 2;
    const std::uint32_t count = count_from(t, gradients, middle);
    if (count == wanted) return middle;
    if (count > wanted) {
      low = middle;
    } else {
      high = middle;
    }
  }
  return high;
}

// New constraints behind the instance's own in its working set, in the order of decisions.
__device__ inline std::uint32_t choose(const Tables& t, std::uint32_t i, const float* gradients,
                                       float top, float threshold, std::uint32_t own,
                                       std::uint32_t* minus, float* scale, double* old_beta,
                                       Progress* progress) {
  __shared__ std::uint32_t chosen[1024];
  __shared__ std::uint32_t count;
  const std::uint32_t places = t.most_active - own;
  unsigned long long bound = key_of(threshold, 0xffffffffU);
  const std::uint32_t found = count_from(t, gradients, bound);
  const std::uint32_t wanted = found < t.most_new ? found : t.most_new;
  const std::uint32_t taken = wanted < places ? wanted : places;
  if (threadIdx.x == 0) {
    count = 0;
    if (taken < wanted) atomicAdd(&progress->full, 1ULL);
  }
  __syncthreads();
  if (taken == 0) return 0;
  if (found > taken) bound = find_bound(t, gradients, bound, key_of(top, 0) + 1, taken);
  for (std::uint32_t d = threadIdx.x; d < t.decisions; d += blockDim.x) {
    if (key_of(gradients[d], d) >= bound) chosen[atomicAdd(&count, 1U)] = d;
  }
  __syncthreads();
  const std::uint32_t plus = t.plus[i];
  for (std::uint32_t c = threadIdx.x; c < taken; c += blockDim.x) {
    std::uint32_t rank = own;
    for (std::uint32_t b = 0; b < taken; ++b) rank += chosen[b] < chosen[c];
    minus[rank] = chosen[c];
    scale[rank] = t.scale(plus, chosen[c]);
    old_beta[rank] = 0;
  }
  return taken;
}

// What a look sees, and the working set. A working set of size 0 is not worth a step.
__global__ void __launch_bounds__(look_threads)
    look_at_batch(Tables t, Batch b, const std::uint32_t* counts, const CladeDeviceDual* duals,
                  Progress* progress) {
  const std::uint32_t k = blockIdx.x, i = b.instances[k];
  if (t.plus[i] == CLADE_NO_DECISION) {
    if (threadIdx.x == 0) {
      b.set_size[k] = 0;
      b.looks[k] = {0, 0, 0, 0};
    }
    return;
  }
  float* gradients = b.gradients + std::size_t{k} * t.decisions;
  const float top = find_gradients(t, i, b.scores + k * t.stride, gradients);
  const CladeDeviceDual* own = duals + std::size_t{i} * t.most_active;
  const std::uint32_t count = counts[i];
  const Support s = look_at_support(own, count, gradients);
  const std::size_t row = std::size_t{k} * t.most_set;
  for (std::uint32_t c = threadIdx.x; c < count; c += blockDim.x) {
    b.minus[row + c] = own[c].minus;
    b.scale[row + c] = own[c].scale;
    b.old_beta[row + c] = own[c].beta;
    gradients[own[c].minus] = -INFINITY;
  }
  __syncthreads();
  const SlackTerm slack = t.slack(i);
  const double of_slack = slack.gradient(s.mass);
  double lowest = s.lowest;
  if (slack.left(s.mass) > 0 && of_slack < lowest) lowest = of_slack;
  const auto high = static_cast<double>(top);
  CladeDeviceLook seen;
  seen.violation = (high > of_slack ? high : of_slack) - lowest;
  seen.cost = slack.cost(high);
  seen.gap = seen.cost + slack.dual_term(s.mass) - s.earned;
  seen.value = s.value - slack.dual_term(s.mass);
  std::uint32_t size = 0;
  if (seen.violation > negligible) {
    const auto threshold = static_cast<float>(lowest + 0.5 * seen.violation);
    size = count + choose(t, i, gradients, top, threshold, count, b.minus + row, b.scale + row,
                          b.old_beta + row, progress);
  }
  if (threadIdx.x == 0) {
    b.set_size[k] = size;
    b.looks[k] = seen;
  }
}

// What each instance adds to both bounds.
__global__ void __launch_bounds__(look_threads)
    find_bounds(Tables t, Batch b, const std::uint32_t* counts, const CladeDeviceDual* duals,
                CladeDeviceBound* bounds) {
  const std::uint32_t k = blockIdx.x, i = b.instances[k];
  if (t.plus[i] == CLADE_NO_DECISION) {
    if (threadIdx.x == 0) bounds[k] = {0, 0, 0, 0, 0};
    return;
  }
  float* gradients = b.gradients + std::size_t{k} * t.decisions;
  const auto top = static_cast<double>(find_gradients(t, i, b.scores + k * t.stride, gradients));
  const Support s = look_at_support(duals + std::size_t{i} * t.most_active, counts[i], gradients);
  if (threadIdx.x != 0) return;
  const SlackTerm slack = t.slack(i);
  bounds[k] = {top > 0 ? top : 0, slack.cost(top), s.earned, s.value, slack.dual_term(s.mass)};
}

}  // namespace clade::device
