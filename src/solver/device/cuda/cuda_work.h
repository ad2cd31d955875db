// What a device does with its state: launching kernels, and copying what they found.
#pragma once

#include <numeric>

#include "solver/device/cuda/cuda_device.h"

namespace clade::device {
namespace {

// Of the batch's instances.
void CudaDevice::score(std::uint32_t count) {
  const auto tiles = static_cast<unsigned>((tables_.stride + tile_units - 1) / tile_units);
  if (is_dense_) {
    const dim3 grid((count + dense_instances - 1) / dense_instances, tiles);
    score_dense_tile<<<grid, tile_threads>>>(tables_, weights(), instances_.get(), count,
                                             scores_.get(), flag_.get());
    return check_launch("score_dense_tile");
  }
  const dim3 grid(count, tiles);
  score_tile<<<grid, tile_threads>>>(tables_, weights(), instances_.get(), scores_.get(),
                                     flag_.get());
  check_launch("score_tile");
}

void CudaDevice::look(const std::uint32_t* instances, std::uint32_t count, CladeDeviceLook* looks) {
  if (count > most_batch_) throw std::runtime_error("the batch is larger than was agreed");
  batch_size_ = count;
  if (count == 0) return;
  for (;;) {
    instances_.write(instances, count);
    score(count);
    look_at_batch<<<count, look_threads>>>(tables_, batch(), counts_.get(), duals_.get(),
                                           progress_.get());
    check_launch("look_at_batch");
    int flag = 0;
    flag_.read(&flag, 1);
    if (flag == 0) return looks_.read(looks, count);
    // Building weights anew takes the memory of the batch.
    flag_.set_zero();
    exponent_ -= coarser;
    rebuild();
  }
}

CladeDeviceSteps CudaDevice::step(std::uint32_t size) {
  size = std::min(size, most_group_);
  const Weights w = weights();
  const Batch b = batch();
  const Group g = group();
  for (std::uint32_t first = 0; first < batch_size_; first += size) {
    const std::uint32_t count = std::min(size, batch_size_ - first);
    solve<<<count, step_threads, bits_bytes()>>>(tables_, w, b, g, first, progress_.get());
    check_launch("solve");
    add_all_changes<<<count, step_threads, list_bytes()>>>(tables_, w, b, g, first,
                                                           progress_.get());
    check_launch("add_all_changes");
    see_what_is_left<<<count, step_threads>>>(tables_, w, b, g, first);
    check_launch("see_what_is_left");
    decide<<<1, 1024>>>(g, count, progress_.get());
    check_launch("decide");
    keep<<<count, step_threads, list_bytes()>>>(tables_, w, b, g, first, counts_.get(),
                                                duals_.get(), progress_.get());
    check_launch("keep");
  }
  Progress seen = read_progress();
  const CladeDeviceSteps steps{seen.changes, seen.full, seen.damping};
  const bool is_in_range = seen.out_of_range == 0;
  seen.changes = seen.full = 0;
  seen.out_of_range = 0;
  progress_.write(&seen, 1);
  batch_size_ = 0;
  if (!is_in_range) {
    exponent_ -= coarser;
    rebuild();
  }
  return steps;
}

void CudaDevice::rebuild() {
  for (bool fits = false; !fits;) {
    weights_.set_zero();
    for (std::uint32_t first = 0; first < tables_.instances;) {
      const std::uint32_t count = std::min({most_group_, most_batch_, tables_.instances - first});
      std::vector<std::uint32_t> numbers(count);
      std::iota(numbers.begin(), numbers.end(), first);
      instances_.write(numbers.data(), count);
      list_contributions<<<count, step_threads, bits_bytes()>>>(tables_, batch(), group(), first,
                                                                counts_.get(), duals_.get());
      check_launch("list_contributions");
      add_all_changes<<<count, step_threads, list_bytes()>>>(tables_, weights(), batch(), group(),
                                                             0, progress_.get());
      check_launch("add_all_changes");
      first += count;
    }
    Progress seen = read_progress();
    fits = seen.out_of_range == 0;
    if (fits) break;
    seen.out_of_range = 0;
    progress_.write(&seen, 1);
    exponent_ -= coarser;
  }
  // At most: the units of a working set for every feature.
  std::vector<std::uint32_t> counts(tables_.instances);
  counts_.read(counts.data(), counts.size());
  additions_ = 0;
  for (std::uint32_t i = 0; i < tables_.instances; ++i) {
    const double units =
        counts[i] == 0 ? 0 : (counts[i] + 1.0) * static_cast<double>(tables_.most_attributes);
    additions_ += row_sizes_[i] * units;
  }
}

double CudaDevice::squared_norm() {
  add_squares<<<norm_blocks, 256>>>(weights_.get(), weights_.size(), weights().unit,
                                    squares_.get());
  check_launch("add_squares");
  std::vector<double> sums(norm_blocks);
  squares_.read(sums.data(), sums.size());
  return std::accumulate(sums.begin(), sums.end(), 0.0);
}

void CudaDevice::certify(CladeDeviceBound* bounds) {
  for (std::uint32_t first = 0; first < tables_.instances;) {
    const std::uint32_t count = std::min(most_batch_, tables_.instances - first);
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), first);
    instances_.write(numbers.data(), count);
    score(count);
    find_bounds<<<count, look_threads>>>(tables_, batch(), counts_.get(), duals_.get(),
                                         bounds_.get());
    check_launch("find_bounds");
    bounds_.read(bounds + first, count);
    first += count;
  }
}

void CudaDevice::get_duals(std::uint32_t first, std::uint32_t count, std::uint32_t* counts,
                           CladeDeviceDual* duals) {
  counts_.read(counts, count, first);
  if (duals == nullptr) return;
  const std::size_t row = tables_.most_active;
  duals_.read(duals, count * row, first * row);
}

void CudaDevice::set_duals(std::uint32_t first, std::uint32_t count, const std::uint32_t* counts,
                           const CladeDeviceDual* duals) {
  counts_.write(counts, count, first);
  const std::size_t row = tables_.most_active;
  duals_.write(duals, count * row, first * row);
}

void CudaDevice::read_weights(std::uint32_t first, std::uint32_t count, float* rows) {
  std::vector<std::int32_t> numbers(count * tables_.stride);
  weights_.read(numbers.data(), numbers.size(), first * tables_.stride);
  const float unit = weights().unit;
  for (std::size_t j = 0; j < count; ++j) {
    for (std::size_t u = 0; u < tables_.units; ++u) {
      rows[j * tables_.units + u] = static_cast<float>(numbers[j * tables_.stride + u]) * unit;
    }
  }
}

}  // namespace
}  // namespace clade::device
