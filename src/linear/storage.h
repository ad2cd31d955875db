// Where training keeps its weights: decided here alone, for training and for the estimate of what
// training takes.
#pragma once

#include <cstddef>
#include <limits>

namespace clade::detail {

enum class Storage {
  dense,   // a row over all units for every feature
  blocks,  // of each row the blocks of units that are not zero
  hybrid,  // rows of frequent features; others through the instances that have them
  packed,  // of many nodes, in half precision until the model is packed
};

// What of one problem over all units matters.
struct StorageNeeds {
  std::size_t features = 0, units = 0;
  std::size_t real_size = sizeof(float);
  // Where weights can be hybrid: what their rows may take at most.
  std::size_t most_row_bytes = std::numeric_limits<std::size_t>::max();

  // What hybrid weights cannot do.
  bool has_constant = false;      // a constant feature, or free biases
  bool has_anchor = false;        // weights that the solution is held to
  bool has_slack_groups = false;  // more than one slack for an instance
  bool has_infinite_C = false;
  bool has_other_solver = false;  // anything but the ascent on one problem that compares classes
};

struct StoragePlan {
  Storage storage = Storage::dense;
  // Of hybrid weights: the bytes that rows may take, and how many instances must have a feature
  // that gets a row.
  std::size_t row_bytes = 0, least_instances = 0;
};

StoragePlan plan_storage(const StorageNeeds& needs);

// Weights of the nodes of a tree, each trained by itself, in the rows of one model.
StoragePlan plan_node_storage(std::size_t features, std::size_t units, std::size_t real_size);

// Units rounded up to whole blocks. Error{environment} where that overflows.
std::size_t padded_units(std::size_t units, std::size_t real_size);

// From so many instances on a row of its own costs less time than going through the instances.
inline constexpr std::size_t hybrid_least_instances = 16;
inline constexpr std::size_t hybrid_row_bytes = std::size_t{4} << 30;

}  // namespace clade::detail
