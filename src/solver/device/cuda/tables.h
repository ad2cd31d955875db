// What kernels see of a problem and of the state of a device: pointers into its memory.
#pragma once

#include <cstddef>
#include <cstdint>

#include "solver/device/block_step.h"
#include "solver/device/device.h"

namespace clade::device {

struct Tables {
  std::uint32_t instances, features, units, decisions;
  std::size_t stride;  // of rows of weights and scores: units, padded to whole cache lines
  const std::uint64_t* row_begin;
  const CladeDeviceFeature* rows;
  Map map;
  // The map once more, by attribute number and decision, filled up with strengths of zero.
  std::uint32_t most_attributes;
  const std::uint32_t* wide_units;
  const float* wide_strengths;
  const std::uint32_t* plus;
  const std::uint32_t* pattern;
  const std::uint32_t* left_out_begin;
  const std::uint32_t* left_out;
  const std::uint8_t* is_rival;
  const float* scales;  // null: all 1
  const std::uint32_t* loss_row;
  const std::uint32_t* loss_column;
  std::uint32_t loss_columns;
  const double* C;
  const double* squared_lengths;
  int slack_power;
  std::uint32_t most_new, most_active, most_set;  // most_set: of a working set

  __device__ float scale(std::uint32_t plus_decision, std::uint32_t minus) const {
    if (scales == nullptr) return 1;
    return scales[std::size_t{loss_row[plus_decision]} * loss_columns + loss_column[minus]];
  }
  __device__ SlackTerm slack(std::uint32_t i) const { return {C[i], slack_power}; }
};

// By place in a batch: rows of `most_set` but for scores and gradients.
struct Batch {
  const std::uint32_t* instances;
  float* scores;     // by unit
  float* gradients;  // by decision
  std::uint32_t* set_size;
  std::uint32_t* minus;
  float* scale;
  double* old_beta;
  double* beta;
  double* gradient;
  double* before;
  CladeDeviceLook* looks;
};

// By place in a group: the units of a working set, increasing, and their changes.
struct Group {
  std::uint32_t most_units;  // of one instance
  std::uint32_t* unit_count;
  std::uint32_t* units;
  double* changes;
  double* by_unit;  // rows of `stride`, zeros but while they are added up
  Slope* slopes;
};

// What a group of steps leaves for the next.
struct Progress {
  double damping, part;
  unsigned long long changes, full;
  int out_of_range;  // a weight is, or soon would be
};

struct Weights {
  std::int32_t* data;
  float unit;      // 2^-exponent
  double inverse;  // 2^exponent
};

}  // namespace clade::device
