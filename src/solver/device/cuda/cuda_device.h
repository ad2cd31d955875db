// The state of a device and how it comes about; cuda_work.h is what it does.
#pragma once

#include <cuda_runtime.h>

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <stdexcept>
#include <string>
#include <vector>

#include "solver/device/cuda/look_kernels.h"
#include "solver/device/cuda/memory.h"
#include "solver/device/cuda/step_kernels.h"

struct CladeDevice {
  virtual ~CladeDevice() = default;
  std::string error;
};

namespace clade::device {
namespace {

constexpr int first_exponent = 26, coarser = 2;
constexpr unsigned norm_blocks = 2048;
constexpr std::size_t cache_line = 32;  // units

std::size_t padded(std::size_t units) { return (units + cache_line - 1) / cache_line * cache_line; }

std::uint32_t most_attributes(const CladeDeviceProblem& p) {
  std::uint32_t most = 1;
  for (std::uint32_t d = 0; d < p.decisions; ++d) {
    most = std::max(most, p.map_begin[d + 1] - p.map_begin[d]);
  }
  return most;
}

class CudaDevice : public CladeDevice {
 public:
  explicit CudaDevice(const CladeDeviceProblem& problem);

  void look(const std::uint32_t* instances, std::uint32_t count, CladeDeviceLook* looks);
  CladeDeviceSteps step(std::uint32_t group);
  void rebuild();
  double squared_norm();
  void certify(CladeDeviceBound* bounds);
  double rounding() const { return additions_ * std::ldexp(1.0, -2 * exponent_); }
  void get_duals(std::uint32_t first, std::uint32_t count, std::uint32_t* counts,
                 CladeDeviceDual* duals);
  void set_duals(std::uint32_t first, std::uint32_t count, const std::uint32_t* counts,
                 const CladeDeviceDual* duals);
  void read_weights(std::uint32_t first, std::uint32_t count, float* rows);
  const char* description() const { return description_.c_str(); }

 private:
  void describe_and_check_memory(const CladeDeviceProblem& p);
  void widen_map(const CladeDeviceProblem& p);
  void measure_rows(const CladeDeviceProblem& p);
  void set_tables(const CladeDeviceProblem& p);
  void score(std::uint32_t count);
  Weights weights() const {
    return {weights_.get(), std::ldexp(1.0F, -exponent_), std::ldexp(1.0, exponent_)};
  }
  Batch batch() const;
  Group group() const;
  std::size_t bits_bytes() const { return (tables_.units + 31) / 32 * sizeof(std::uint32_t); }
  std::size_t list_bytes() const { return most_units_ * sizeof(std::uint32_t); }
  Progress read_progress();

  Tables tables_{};
  std::string description_;
  std::uint32_t most_batch_ = 0, most_group_ = 0, most_units_ = 0, batch_size_ = 0;
  int exponent_ = first_exponent;
  double additions_ = 0;
  bool is_dense_ = true;  // every row has every feature
  std::vector<double> row_sizes_;
  // The problem.
  Array<std::uint64_t> row_begin_;
  Array<CladeDeviceFeature> rows_;
  Array<std::uint32_t> map_begin_, map_units_, wide_units_, plus_, pattern_, left_out_begin_,
      left_out_, loss_row_, loss_column_;
  Array<float> map_strengths_, wide_strengths_, scales_;
  Array<std::uint8_t> is_rival_;
  Array<double> C_, squared_lengths_;
  // The solution.
  Array<std::int32_t> weights_;
  Array<std::uint32_t> counts_;
  Array<CladeDeviceDual> duals_;
  // A batch and a group.
  Array<std::uint32_t> instances_, set_size_, minus_, unit_count_, units_;
  Array<float> scores_, gradients_, scale_;
  Array<double> old_beta_, beta_, gradient_, before_, changes_, by_unit_, squares_;
  Array<CladeDeviceLook> looks_;
  Array<CladeDeviceBound> bounds_;
  Array<Slope> slopes_;
  Array<Progress> progress_;
  Array<int> flag_;
};

CudaDevice::CudaDevice(const CladeDeviceProblem& p)
    : most_batch_(p.most_batch), most_group_(p.most_group) {
  if (p.most_new > 1024) throw std::runtime_error("it asks for too many new constraints");
  const std::uint32_t attributes = most_attributes(p);
  const std::size_t most_set = p.most_active;
  most_units_ =
      static_cast<std::uint32_t>(std::min<std::size_t>(p.units, (most_set + 1) * attributes));
  tables_.most_attributes = attributes;
  tables_.stride = padded(p.units);
  describe_and_check_memory(p);
  const std::size_t batch = most_batch_, set = batch * most_set;
  row_begin_ = {p.row_begin, std::size_t{p.instances} + 1};
  rows_ = {p.rows, p.row_begin[p.instances]};
  map_begin_ = {p.map_begin, std::size_t{p.decisions} + 1};
  map_units_ = {p.map_units, p.map_begin[p.decisions]};
  map_strengths_ = {p.map_strengths, p.map_begin[p.decisions]};
  widen_map(p);
  plus_ = {p.plus, p.instances};
  pattern_ = {p.pattern, p.instances};
  left_out_begin_ = {p.left_out_begin, std::size_t{p.patterns} + 1};
  left_out_ = {p.left_out, p.left_out_begin[p.patterns]};
  is_rival_ = {p.is_rival, p.decisions};
  if (p.scales != nullptr) {
    scales_ = {p.scales, std::size_t{p.loss_rows} * p.loss_columns};
    loss_row_ = {p.loss_row, p.decisions};
    loss_column_ = {p.loss_column, p.decisions};
  }
  C_ = {p.C, p.instances};
  measure_rows(p);
  weights_ = Array<std::int32_t>(std::size_t{p.features} * tables_.stride);
  weights_.set_zero();
  counts_ = Array<std::uint32_t>(p.instances);
  counts_.set_zero();
  duals_ = Array<CladeDeviceDual>(std::size_t{p.instances} * p.most_active);
  instances_ = Array<std::uint32_t>(batch);
  set_size_ = Array<std::uint32_t>(batch);
  minus_ = Array<std::uint32_t>(set);
  scale_ = Array<float>(set);
  old_beta_ = Array<double>(set);
  beta_ = Array<double>(set);
  gradient_ = Array<double>(set);
  before_ = Array<double>(set);
  scores_ = Array<float>(batch * tables_.stride);
  gradients_ = Array<float>(batch * p.decisions);
  looks_ = Array<CladeDeviceLook>(batch);
  bounds_ = Array<CladeDeviceBound>(batch);
  unit_count_ = Array<std::uint32_t>(most_group_);
  units_ = Array<std::uint32_t>(std::size_t{most_group_} * most_units_);
  changes_ = Array<double>(std::size_t{most_group_} * most_units_);
  by_unit_ = Array<double>(most_group_ * tables_.stride);
  by_unit_.set_zero();
  slopes_ = Array<Slope>(most_group_);
  squares_ = Array<double>(norm_blocks);
  flag_ = Array<int>(1);
  flag_.set_zero();
  const Progress start{1, 1, 0, 0, 0};
  progress_ = {&start, 1};
  set_tables(p);
  for (const void* kernel :
       {reinterpret_cast<const void*>(solve), reinterpret_cast<const void*>(list_contributions)}) {
    check(cudaFuncSetAttribute(kernel, cudaFuncAttributeMaxDynamicSharedMemorySize,
                               static_cast<int>(bits_bytes())),
          "asking for shared memory");
  }
  check(cudaDeviceSynchronize(), "copying the problem to the device");
}

// Large arrays are counted before the first is made, so that a refusal says what would fit.
void CudaDevice::describe_and_check_memory(const CladeDeviceProblem& p) {
  int count = 0;
  check(cudaGetDeviceCount(&count), "looking for a GPU");
  if (count == 0) throw std::runtime_error("there is no GPU");
  cudaDeviceProp properties{};
  check(cudaGetDeviceProperties(&properties, 0), "asking the GPU what it is");
  std::size_t free = 0, total = 0;
  check(cudaMemGetInfo(&free, &total), "asking for the memory of the GPU");
  const double stride = static_cast<double>(tables_.stride), batch = most_batch_;
  const double weights = 4 * stride * p.features;
  const double needed = weights + 8.0 * static_cast<double>(p.row_begin[p.instances]) +
                        (8 + 8 + 8 + 4 + 4 + 4 + 16.0 * p.most_active) * p.instances +
                        (p.scales == nullptr ? 0 : 4.0 * p.loss_rows * p.loss_columns) +
                        batch * (4 * stride + 4.0 * p.decisions + 40.0 * p.most_active + 128) +
                        most_group_ * (8 * stride + 12.0 * most_units_) +
                        (8.0 * tables_.most_attributes + 64) * p.decisions;
  char text[512];
  std::snprintf(text, sizeof text, "%s, %.1f of %.1f GB for weights and data", properties.name,
                needed * 1e-9, static_cast<double>(total) * 1e-9);
  description_ = text;
  constexpr double spare = 0.5e9;
  if (needed + spare > static_cast<double>(free)) {
    std::snprintf(
        text, sizeof text,
        "it needs %.1f GB of device memory, %.1f of it for weights, and %.1f GB are free; "
        "fewer features would help (for texts a larger min_df, or hash)",
        (needed + spare) * 1e-9, weights * 1e-9, static_cast<double>(free) * 1e-9);
    throw std::runtime_error(text);
  }
  if (bits_bytes() > properties.sharedMemPerBlockOptin ||
      list_bytes() > properties.sharedMemPerBlock - 1024) {
    throw std::runtime_error("it has more units than the GPU's shared memory has bits");
  }
}

void CudaDevice::widen_map(const CladeDeviceProblem& p) {
  std::vector<std::uint32_t> units(std::size_t{tables_.most_attributes} * p.decisions);
  std::vector<float> strengths(units.size());
  for (std::uint32_t d = 0; d < p.decisions; ++d) {
    for (std::uint32_t a = p.map_begin[d]; a < p.map_begin[d + 1]; ++a) {
      const std::size_t place = std::size_t{a - p.map_begin[d]} * p.decisions + d;
      units[place] = p.map_units[a];
      strengths[place] = p.map_strengths[a];
    }
  }
  wide_units_ = {units.data(), units.size()};
  wide_strengths_ = {strengths.data(), strengths.size()};
}

void CudaDevice::measure_rows(const CladeDeviceProblem& p) {
  std::vector<double> lengths(p.instances);
  row_sizes_.resize(p.instances);
  for (std::uint32_t i = 0; i < p.instances; ++i) {
    for (std::uint64_t k = p.row_begin[i]; k < p.row_begin[i + 1]; ++k) {
      const auto value = static_cast<double>(p.rows[k].value);
      lengths[i] += value * value;
    }
    row_sizes_[i] = static_cast<double>(p.row_begin[i + 1] - p.row_begin[i]);
    is_dense_ = is_dense_ && p.row_begin[i + 1] - p.row_begin[i] == p.features;
  }
  squared_lengths_ = {lengths.data(), lengths.size()};
}

void CudaDevice::set_tables(const CladeDeviceProblem& p) {
  Tables& t = tables_;
  t.instances = p.instances;
  t.features = p.features;
  t.units = p.units;
  t.decisions = p.decisions;
  t.row_begin = row_begin_.get();
  t.rows = rows_.get();
  t.map = {map_begin_.get(), map_units_.get(), map_strengths_.get()};
  t.wide_units = wide_units_.get();
  t.wide_strengths = wide_strengths_.get();
  t.plus = plus_.get();
  t.pattern = pattern_.get();
  t.left_out_begin = left_out_begin_.get();
  t.left_out = left_out_.get();
  t.is_rival = is_rival_.get();
  t.scales = scales_.size() > 0 ? scales_.get() : nullptr;
  t.loss_row = loss_row_.get();
  t.loss_column = loss_column_.get();
  t.loss_columns = p.loss_columns;
  t.C = C_.get();
  t.squared_lengths = squared_lengths_.get();
  t.slack_power = p.slack_power;
  t.most_new = p.most_new;
  t.most_active = t.most_set = p.most_active;
}

Batch CudaDevice::batch() const {
  return {instances_.get(), scores_.get(), gradients_.get(), set_size_.get(),
          minus_.get(),     scale_.get(),  old_beta_.get(),  beta_.get(),
          gradient_.get(),  before_.get(), looks_.get()};
}

Group CudaDevice::group() const {
  return {most_units_,    unit_count_.get(), units_.get(),
          changes_.get(), by_unit_.get(),    slopes_.get()};
}

Progress CudaDevice::read_progress() {
  Progress seen{};
  progress_.read(&seen, 1);
  return seen;
}

}  // namespace
}  // namespace clade::device
