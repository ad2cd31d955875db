#include "linear/storage.h"

#include <algorithm>
#include <limits>

#include "base/fail.h"
#include "linear/row_kernels.h"

namespace clade::detail {

namespace {

// Above this, rows are sparse: dense ones would be mostly zeros, read from memory for nothing.
// Below, they are fast, since much of them stays in caches, and memory is no concern.
constexpr double most_dense_bytes = 1024.0 * 1024.0 * 1024.0;
// The weights of nodes in blocks, of dense rows that would take so much, are too large to join.
constexpr double most_joined_bytes = 16e9;
// A node knows the features of its own examples, so a row of more units is mostly zeros.
constexpr std::size_t most_dense_node_units = 256;

// As double: the product may not fit size_t.
double bytes_of(std::size_t features, std::size_t units, std::size_t real_size) {
  return static_cast<double>(features) * static_cast<double>(units) *
         static_cast<double>(real_size);
}

}  // namespace

std::size_t padded_units(std::size_t units, std::size_t real_size) {
  const std::size_t block = block_bytes / real_size;
  if (units > std::numeric_limits<std::size_t>::max() - block) {
    fail(ErrorKind::environment, "weights of {} units do not fit into memory", units);
  }
  return (units + block - 1) / block * block;
}

StoragePlan plan_storage(const StorageNeeds& needs) {
  const std::size_t stride = padded_units(needs.units, needs.real_size);
  const double dense = bytes_of(needs.features, stride, needs.real_size);
  const bool may_be_dense = dense <= static_cast<double>(needs.most_row_bytes);
  if (dense <= most_dense_bytes && may_be_dense) return {Storage::dense};
  const bool fits_hybrid = needs.real_size == sizeof(float) && !needs.has_constant &&
                           !needs.has_anchor && !needs.has_slack_groups && !needs.has_infinite_C &&
                           !needs.has_other_solver;
  if (fits_hybrid) {
    const std::size_t row_bytes = std::min(hybrid_row_bytes, needs.most_row_bytes);
    return {Storage::hybrid, row_bytes, hybrid_least_instances};
  }
  return {dense <= most_dense_bytes ? Storage::dense : Storage::blocks};
}

StoragePlan plan_node_storage(std::size_t features, std::size_t units, std::size_t real_size) {
  const bool is_single = real_size == sizeof(float);
  if (is_single && bytes_of(features, units, real_size) > most_joined_bytes) {
    return {Storage::packed};
  }
  return {units > most_dense_node_units ? Storage::blocks : Storage::dense};
}

}  // namespace clade::detail
