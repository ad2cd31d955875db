// The interface between the solver and a device that keeps the rows, the dual variables and the
// weights of a problem, and takes the steps on them. Plain C, as it is what a plug-in
// (cuda/clade_cuda.cu) and the program agree on; plain_device.h implements it in the library.
//
// The problem is that of solver/problem/problem.h where every instance has one slack and compares
// one decision, `plus`, with a list of rivals that is the same for all.
//
// Weights are whole numbers of a unit 2^-k: sums of such are the same in any order, so that a
// device with thousands of threads leaves the same weights in every run. A device chooses k, and
// another one when weights grow out of their range.
#pragma once

// NOLINTBEGIN(modernize-*)
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define CLADE_DEVICE_VERSION 1u
#define CLADE_NO_DECISION 0xffffffffu

struct CladeDeviceFeature {
  uint32_t index;
  float value;
};

// A dual variable: that of the constraint between an instance's `plus` and `minus`.
struct CladeDeviceDual {
  double beta;
  uint32_t minus;
  float scale;
};

// Everything that pointers show is read by create() alone.
struct CladeDeviceProblem {
  uint32_t instances, features, units, decisions;
  const uint64_t* row_begin;  // of `rows`, by instance, and the end
  const struct CladeDeviceFeature* rows;
  const uint32_t* map_begin;  // of the attributes, by decision, and the end
  const uint32_t* map_units;  // increasing for a decision
  const float* map_strengths;
  const uint32_t* plus;            // by instance; CLADE_NO_DECISION: it has no constraints
  const uint32_t* pattern;         // by instance: its row of left_out
  const uint32_t* left_out_begin;  // by pattern, and the end
  const uint32_t* left_out;        // decisions that are no rivals there
  uint32_t patterns;
  const uint8_t* is_rival;  // by decision
  // scale_c = scales[loss_row[plus] * loss_columns + loss_column[minus]]; null: all are 1. A
  // constraint of scale 0 does not exist.
  const float* scales;
  const uint32_t* loss_row;     // by decision; any where it is never a `plus`
  const uint32_t* loss_column;  // by decision
  uint32_t loss_rows, loss_columns;
  const double* C;       // by instance
  int32_t slack_power;   // 1 or 2
  uint32_t most_new;     // constraints that one look may add
  uint32_t most_active;  // variables that an instance may have
  uint32_t most_batch;   // instances of one look
  uint32_t most_group;   // of them that take their steps at once
};

// What a look at an instance sees (VisitReport).
struct CladeDeviceLook {
  double violation, gap, cost, value;
};

struct CladeDeviceSteps {
  uint64_t changes;  // of dual variables
  uint64_t full;     // instances that had no place for all new constraints
  double damping;    // the last group's
};

// What an instance adds to both bounds (BoundParts).
struct CladeDeviceBound {
  double slack, cost, earned, value, slack_term;
};

typedef struct CladeDevice CladeDevice;

// All but create() return 0, or another number where error() then says what went wrong. A device is
// for one thread.
struct CladeDeviceFunctions {
  uint32_t version;  // CLADE_DEVICE_VERSION: that of all that stands here
  const char* name;
  // All variables and weights are zero. Null where the problem does not fit: `error` then has a
  // text that says what was needed and what is there.
  CladeDevice* (*create)(const struct CladeDeviceProblem* problem, char* error,
                         uint32_t error_size);
  void (*destroy)(CladeDevice* device);
  const char* (*error)(const CladeDevice* device);
  // What kind of device it is, for people.
  const char* (*describe)(const CladeDevice* device);
  // Scores a batch, different instances, against the weights as they are and chooses for each the
  // constraints that are violated most.
  int (*look)(CladeDevice* device, const uint32_t* instances, uint32_t count,
              struct CladeDeviceLook* looks);
  // Takes steps on the batch of the last look, `group` instances at a time.
  int (*step)(CladeDevice* device, uint32_t group, struct CladeDeviceSteps* steps);
  // Of `count` instances from `first` on: how many variables each has, and, unless `duals` is null,
  // these in rows of `most_active`.
  int (*get_duals)(CladeDevice* device, uint32_t first, uint32_t count, uint32_t* counts,
                   struct CladeDeviceDual* duals);
  int (*set_duals)(CladeDevice* device, uint32_t first, uint32_t count, const uint32_t* counts,
                   const struct CladeDeviceDual* duals);
  // Builds the weights anew from the variables.
  int (*rebuild)(CladeDevice* device);
  int (*squared_norm)(CladeDevice* device, double* norm);
  // Both bounds' parts, by instance, at the weights as they are; and how far these may be, as the
  // square of a distance, from those of the variables: as many units squared as there were
  // additions since the last rebuild.
  int (*certify)(CladeDevice* device, struct CladeDeviceBound* bounds, double* rounding);
  // Rows of `units` weights, of `count` features from `first` on.
  int (*weights)(CladeDevice* device, uint32_t first, uint32_t count, float* rows);
};

// What a plug-in exports.
typedef const struct CladeDeviceFunctions* (*CladeDeviceEntry)(void);
#define CLADE_DEVICE_ENTRY "clade_device_functions"

#ifdef __cplusplus
}
#endif
// NOLINTEND(modernize-*)
