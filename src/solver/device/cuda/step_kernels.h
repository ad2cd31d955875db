// Kernels that take the steps of a group: its instances side by side, a block of threads each.
#pragma once

#include "solver/device/cuda/tables.h"
#include "solver/device/cuda/teams.h"

namespace clade::device {

constexpr unsigned step_threads = 128;

// The units of some decisions, increasing. `bits` is shared memory, a bit for each unit.
class UnitSet {
 public:
  __device__ UnitSet(const Tables& t, std::uint32_t* bits) : t_(t), bits_(bits) {
    for (std::uint32_t w = threadIdx.x; w < words(); w += blockDim.x) bits_[w] = 0;
    __syncthreads();
  }
  // By single threads.
  __device__ void add(std::uint32_t decision) {
    for (std::uint32_t a = t_.map.begin[decision]; a < t_.map.begin[decision + 1]; ++a) {
      atomicOr(&bits_[t_.map.units[a] / 32], 1U << t_.map.units[a] % 32);
    }
  }
  // By all threads, when all are added; returns how many there are.
  __device__ std::uint32_t list(std::uint32_t* units) const {
    __syncthreads();
    const std::uint32_t part = (words() + blockDim.x - 1) / blockDim.x;
    const std::uint32_t begin = min(threadIdx.x * part, words()), end = min(begin + part, words());
    std::uint32_t count = 0;
    for (std::uint32_t w = begin; w < end; ++w) count += __popc(bits_[w]);
    const Place place = place_in_block(count);
    std::uint32_t at = place.before;
    for (std::uint32_t w = begin; w < end; ++w) {
      for (std::uint32_t rest = bits_[w]; rest != 0; rest &= rest - 1) {
        units[at++] = 32 * w + static_cast<std::uint32_t>(__ffs(static_cast<int>(rest)) - 1);
      }
    }
    __syncthreads();
    return place.total;
  }

 private:
  __device__ std::uint32_t words() const { return (t_.units + 31) / 32; }

  const Tables& t_;
  std::uint32_t* bits_;
};

__device__ inline float score_of(const Tables& t, const Weights& w, std::uint32_t i,
                                 std::uint32_t unit) {
  float sum = 0;
  const std::uint64_t end = t.row_begin[i + 1];
#pragma unroll 8
  for (std::uint64_t k = t.row_begin[i]; k < end; ++k) {
    const CladeDeviceFeature x = t.rows[k];
    sum = fmaf(x.value, static_cast<float>(w.data[x.index * t.stride + unit]), sum);
  }
  return sum * w.unit;
}

// change = sum_c scale_c (beta_c - old_c) M'a_c, by one warp, one variable after the other.
template <class Old>
__device__ void add_up_change(const Tables& t, std::uint32_t plus, std::uint32_t size,
                              const std::uint32_t* minus, const float* scale, const double* beta,
                              Old old, double* by_unit) {
  const Warp warp;
  double total = 0;
  for (std::uint32_t c = 0; c <= size; ++c) {
    const double change = c < size ? static_cast<double>(scale[c]) * (beta[c] - old(c)) : -total;
    if (change == 0) continue;
    const std::uint32_t d = c < size ? minus[c] : plus;
    for (std::uint32_t a = t.map.begin[d] + warp.rank(); a < t.map.begin[d + 1]; a += warp.size()) {
      by_unit[t.map.units[a]] -= change * static_cast<double>(t.map.strengths[a]);
    }
    warp.sync();
    total += change;
  }
}

// Solves the block of one instance from scores of this moment, and says how its changes would
// change the dual value.
__global__ void __launch_bounds__(step_threads)
    solve(Tables t, Weights w, Batch b, Group g, std::uint32_t first, const Progress* progress) {
  extern __shared__ std::uint32_t bits[];
  const std::uint32_t place = blockIdx.x, k = first + place, i = b.instances[k];
  const std::uint32_t size = b.set_size[k];
  if (size == 0) {
    if (threadIdx.x == 0) {
      g.unit_count[place] = 0;
      g.slopes[place] = {0, 0, 0};
    }
    return;
  }
  const std::size_t row = std::size_t{k} * t.most_set;
  const std::uint32_t plus = t.plus[i];
  UnitSet set(t, bits);
  for (std::uint32_t c = threadIdx.x; c < size; c += blockDim.x) set.add(b.minus[row + c]);
  if (threadIdx.x == 0) set.add(plus);
  std::uint32_t* units = g.units + std::size_t{place} * g.most_units;
  const std::uint32_t count = set.list(units);
  float* scores = b.scores + k * t.stride;
  for (std::uint32_t c = threadIdx.x; c < count; c += blockDim.x) {
    scores[units[c]] = score_of(t, w, i, units[c]);
  }
  for (std::uint32_t c = threadIdx.x; c < size; c += blockDim.x) {
    b.beta[row + c] = b.old_beta[row + c];
  }
  __syncthreads();
  double* by_unit = g.by_unit + place * t.stride;
  if (threadIdx.x < 32) {
    const Warp warp;
    Block block{t.map,
                plus,
                size,
                b.minus + row,
                b.scale + row,
                b.beta + row,
                b.gradient + row,
                scores,
                t.squared_lengths[i],
                progress->damping,
                t.C[i],
                t.slack_power};
    double mass = 0;
    for (std::uint32_t c = 0; c < size; ++c) mass += b.old_beta[row + c];
    look_at_block(warp, block, mass);
    for (std::uint32_t c = warp.rank(); c < size; c += warp.size()) {
      b.before[row + c] = b.gradient[row + c];
    }
    warp.sync();
    solve_block(warp, block);
    double new_mass = 0;
    for (std::uint32_t c = 0; c < size; ++c) new_mass += b.beta[row + c];
    look_at_block(warp, block, new_mass);
    Slope slope{0, 0, 0};
    for (std::uint32_t c = warp.rank(); c < size; c += warp.size()) {
      const double change = b.beta[row + c] - b.old_beta[row + c];
      slope.gain += change * b.before[row + c];
      slope.own += change * (b.before[row + c] - b.gradient[row + c]) / block.damping;
    }
    const SlackTerm slack = t.slack(i);
    const double moved = new_mass - mass;
    slope.gain = warp.sum(slope.gain) - moved * slack.gradient(mass);
    slope.own = warp.sum(slope.own) + moved * moved * slack.curvature();
    if (warp.rank() == 0) g.slopes[place] = slope;
    add_up_change(
        t, plus, size, b.minus + row, b.scale + row, b.beta + row,
        [&](std::uint32_t c) { return b.old_beta[row + c]; }, by_unit);
  }
  __syncthreads();
  double* changes = g.changes + std::size_t{place} * g.most_units;
  for (std::uint32_t c = threadIdx.x; c < count; c += blockDim.x) {
    changes[c] = by_unit[units[c]];
    by_unit[units[c]] = 0;
  }
  if (threadIdx.x == 0) g.unit_count[place] = count;
}

// weights += factor * change (x) x_i. Sums of whole numbers are the same in any order.
__device__ inline void add_changes(const Tables& t, const Weights& w, const Group& g,
                                   std::uint32_t place, std::uint32_t i, double factor,
                                   Progress* progress) {
  extern __shared__ std::uint32_t changed[];  // numbers in the list of units
  __shared__ std::uint32_t count;
  const std::uint32_t* units = g.units + std::size_t{place} * g.most_units;
  const double* changes = g.changes + std::size_t{place} * g.most_units;
  if (threadIdx.x == 0) count = 0;
  __syncthreads();
  for (std::uint32_t c = threadIdx.x; c < g.unit_count[place]; c += blockDim.x) {
    if (changes[c] != 0) changed[atomicAdd(&count, 1U)] = c;
  }
  __syncthreads();
  bool fits = true;
  const double scaled = factor * w.inverse;
  const std::uint64_t end = t.row_begin[i + 1];
  for (std::uint64_t k = t.row_begin[i] + threadIdx.x / 32; k < end; k += blockDim.x / 32) {
    const CladeDeviceFeature x = t.rows[k];
    std::int32_t* weights = w.data + x.index * t.stride;
    for (std::uint32_t c = threadIdx.x & 31U; c < count; c += 32) {
      const double exact = scaled * changes[changed[c]] * static_cast<double>(x.value);
      const int amount = __double2int_rn(exact);  // the nearest there is
      const int old = atomicAdd(&weights[units[changed[c]]], amount);
      const int sum = static_cast<int>(static_cast<unsigned>(old) + static_cast<unsigned>(amount));
      fits = fits && fabs(exact) < 2147483647.0 && ((old ^ sum) & (amount ^ sum)) >= 0;
    }
  }
  if (!fits) progress->out_of_range = 1;
}

__global__ void __launch_bounds__(step_threads)
    add_all_changes(Tables t, Weights w, Batch b, Group g, std::uint32_t first,
                    Progress* progress) {
  if (g.unit_count[blockIdx.x] == 0) return;
  add_changes(t, w, g, blockIdx.x, b.instances[first + blockIdx.x], 1, progress);
}

// After the changes of the whole group.
__global__ void __launch_bounds__(step_threads)
    see_what_is_left(Tables t, Weights w, Batch b, Group g, std::uint32_t first) {
  const std::uint32_t place = blockIdx.x, k = first + place, i = b.instances[k];
  const std::uint32_t count = g.unit_count[place];
  if (count == 0) return;
  const std::uint32_t* units = g.units + std::size_t{place} * g.most_units;
  const double* changes = g.changes + std::size_t{place} * g.most_units;
  double left = 0, mass = 0, moved = 0;
  for (std::uint32_t c = threadIdx.x; c < count; c += blockDim.x) {
    if (changes[c] == 0) continue;
    left -= changes[c] * static_cast<double>(score_of(t, w, i, units[c]));
  }
  const std::size_t row = std::size_t{k} * t.most_set;
  for (std::uint32_t c = threadIdx.x; c < b.set_size[k]; c += blockDim.x) {
    const double change = b.beta[row + c] - b.old_beta[row + c];
    mass += b.beta[row + c];
    moved += change;
    left += change * static_cast<double>(b.scale[row + c]);
  }
  left = reduce_block(left, Add());
  mass = reduce_block(mass, Add());
  moved = reduce_block(moved, Add());
  if (threadIdx.x == 0) g.slopes[place].left = left - moved * t.slack(i).gradient(mass);
}

// How far the group goes, and the damping of the next: one block of threads.
__global__ void decide(Group g, std::uint32_t size, Progress* progress) {
  Slope sum{0, 0, 0};
  for (std::uint32_t k = threadIdx.x; k < size; k += blockDim.x) {
    sum.gain += g.slopes[k].gain;
    sum.left += g.slopes[k].left;
    sum.own += g.slopes[k].own;
  }
  sum.gain = reduce_block(sum.gain, Add());
  sum.left = reduce_block(sum.left, Add());
  sum.own = reduce_block(sum.own, Add());
  if (threadIdx.x != 0) return;
  progress->part = best_part(sum);
  progress->damping = next_damping(progress->damping, sum);
}

// Takes back what was too much, and keeps the variables with mass, in their order.
__global__ void __launch_bounds__(step_threads)
    keep(Tables t, Weights w, Batch b, Group g, std::uint32_t first, std::uint32_t* counts,
         CladeDeviceDual* duals, Progress* progress) {
  const std::uint32_t place = blockIdx.x, k = first + place, i = b.instances[k];
  const std::uint32_t size = b.set_size[k];
  if (size == 0) return;
  const double part = progress->part;
  if (part < 1) add_changes(t, w, g, place, i, part - 1, progress);
  const std::size_t row = std::size_t{k} * t.most_set;
  CladeDeviceDual* own = duals + std::size_t{i} * t.most_active;
  std::uint32_t kept = 0, changes = 0;
  for (std::uint32_t begin = 0; begin < size; begin += blockDim.x) {
    const std::uint32_t c = begin + threadIdx.x;
    double beta = 0;
    if (c < size) {
      const double old = b.old_beta[row + c], wanted = b.beta[row + c];
      beta = part < 1 ? old + part * (wanted - old) : wanted;
      changes += wanted != old;
    }
    const Place to = place_in_block(beta > 0 ? 1 : 0);
    if (beta > 0) own[kept + to.before] = {beta, b.minus[row + c], b.scale[row + c]};
    kept += to.total;
    __syncthreads();
  }
  changes = reduce_block(changes, Add());
  if (threadIdx.x != 0) return;
  counts[i] = kept;
  atomicAdd(&progress->changes, static_cast<unsigned long long>(changes));
}

// In place of solve(): all that the variables of instances from `first` on stand for.
__global__ void __launch_bounds__(step_threads)
    list_contributions(Tables t, Batch b, Group g, std::uint32_t first, const std::uint32_t* counts,
                       const CladeDeviceDual* duals) {
  extern __shared__ std::uint32_t bits[];
  const std::uint32_t place = blockIdx.x, i = first + place, size = counts[i];
  if (size == 0) {
    if (threadIdx.x == 0) g.unit_count[place] = 0;
    return;
  }
  const std::size_t row = std::size_t{place} * t.most_set;
  const CladeDeviceDual* own = duals + std::size_t{i} * t.most_active;
  UnitSet set(t, bits);
  for (std::uint32_t c = threadIdx.x; c < size; c += blockDim.x) {
    set.add(own[c].minus);
    b.minus[row + c] = own[c].minus;
    b.scale[row + c] = own[c].scale;
    b.beta[row + c] = own[c].beta;
  }
  if (threadIdx.x == 0) set.add(t.plus[i]);
  std::uint32_t* units = g.units + std::size_t{place} * g.most_units;
  const std::uint32_t count = set.list(units);
  double* by_unit = g.by_unit + place * t.stride;
  if (threadIdx.x < 32) {
    add_up_change(
        t, t.plus[i], size, b.minus + row, b.scale + row, b.beta + row,
        [](std::uint32_t) { return 0.0; }, by_unit);
  }
  __syncthreads();
  double* changes = g.changes + std::size_t{place} * g.most_units;
  for (std::uint32_t c = threadIdx.x; c < count; c += blockDim.x) {
    changes[c] = by_unit[units[c]];
    by_unit[units[c]] = 0;
  }
  if (threadIdx.x == 0) g.unit_count[place] = count;
}

// Parts of the squared norm, by block, and, with `rows`, how many additions instances make.
__global__ void __launch_bounds__(256)
    add_squares(const std::int32_t* weights, std::size_t size, float unit, double* sums) {
  double sum = 0;
  for (std::size_t p = blockIdx.x * std::size_t{blockDim.x} + threadIdx.x; p < size;
       p += std::size_t{gridDim.x} * blockDim.x) {
    const auto weight = static_cast<double>(static_cast<float>(weights[p]) * unit);
    sum = fma(weight, weight, sum);
  }
  sum = reduce_block(sum, Add());
  if (threadIdx.x == 0) sums[blockIdx.x] = sum;
}

}  // namespace clade::device
