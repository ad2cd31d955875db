// Weights w = sum over i of x_i (x) u_i of problems whose rows do not fit into memory.
//
// A feature that many instances have gets a row of its own over all units. The rows of rare
// features, nearly all of them, would take far more than what they are made of: the shares u_i, a
// few units for each instance. So these rows are not kept, and an instance is scored on its rare
// features through the instances that have them, too:
//
//   sum over rare j of x_j w_j = sum over i of <x, x_i>_rare u_i
//
// Rows are cut into tiles of neighbouring units (tile_kernels.h): many instances are scored against
// one tile after the other, at the speed of the cache and not of the memory.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/threads.h"
#include "linear/aligned_array.h"
#include "linear/hybrid_rows.h"
#include "linear/tile_kernels.h"
#include "linear/zeroed_pages.h"

namespace clade::detail {

struct UnitShare {
  std::uint32_t unit;
  float value;
};

// What a change of one share does: to the units of these tiles, which increase.
struct ShareChange {
  std::size_t instance;
  const float* values;  // over all units
  std::span<const std::uint32_t> tiles;
};

class Neighbours;

class HybridWeights {
 public:
  // All zero. Rows of frequent features take at most `most_bytes`. Error{environment} where memory
  // does not suffice.
  HybridWeights(const SparseRows<float>& rows, std::size_t features, std::size_t units,
                std::size_t most_bytes);

  const HybridRows& rows() const { return rows_; }
  std::size_t units() const { return units_; }
  std::size_t stride() const { return stride_; }  // units, padded to whole tiles

  // The part of rare features in the scores of an instance, added to `raw`.
  void add_rare(std::size_t instance, Neighbours& scratch, float* raw) const;
  // raw = start + the part of the frequent features, for many instances on all threads and the
  // first `units`, whole tiles. Row k of both is that of instances[k]; rows of `start` are
  // `stride()` apart, those of `raw` `units`.
  void add_frequent(std::span<const std::uint32_t> instances, const float* start, std::size_t units,
                    float* raw, ThreadPool& pool) const;
  // The same from weights in half precision, multiplied with `scale` before: for choices, not for
  // bounds.
  void add_frequent_roughly(std::span<const std::uint32_t> instances, float scale,
                            const float* start, std::size_t units, float* raw,
                            ThreadPool& pool) const;
  // A scale for that: a power of two that leaves room for weights to grow; 0 where all are zero.
  float scale_for_halves(ThreadPool& pool) const;
  // add_frequent() for one instance and some tiles, in place.
  void add_frequent(std::size_t instance, std::span<const std::uint32_t> tiles, float* raw) const;

  // Adds the changes to the rows of frequent features, in their order, on all threads.
  void add(std::span<const ShareChange> changes, ThreadPool& pool);
  // The same in parts, which different threads may add at once.
  static constexpr std::size_t parts_of_changes = 32;
  void add_part(std::span<const ShareChange> changes, std::size_t part);
  // The share that rare features use from now on. Several threads may set different ones.
  void set_share(std::size_t instance, std::span<const UnitShare> share);
  std::span<const UnitShare> share(std::size_t instance) const { return shares_[instance]; }

  void set_zero();
  void state(State& s) { s(pages_, shares_); }
  double squared_norm(ThreadPool& pool) const;
  // The weights of one feature, `units()` numbers.
  void copy_row(std::size_t feature, std::span<float> to) const;
  // The weights of a rare feature that are not zero, units in any order. `sums` are zeros,
  // `units()` of them, before and after.
  void sparse_row(std::size_t rare_number, std::span<float> sums,
                  std::vector<UnitShare>& row) const;

 private:
  float* tile(std::size_t number) { return tiles_ + number * tile_size(); }
  const float* tile(std::size_t number) const { return tiles_ + number * tile_size(); }
  SparseRows<float> frequent_of(std::span<const std::uint32_t> instances) const;
  template <class Score>
  static void for_each_row(std::size_t rows, const float* start, std::size_t start_stride,
                           float* raw, std::size_t raw_stride, Score score);
  std::size_t tile_size() const { return rows_.frequent_count() * tile_units; }

  std::size_t units_, stride_;
  HybridRows rows_;
  ZeroedPages pages_;
  float* tiles_ = nullptr;
  std::vector<std::vector<UnitShare>> shares_;
};

// Scratch of one thread: the instances that share rare features with one, each with its inner
// product over these.
class Neighbours {
 public:
  struct Neighbour {
    std::uint32_t instance;
    float product;
  };
  explicit Neighbours(std::size_t instances) : products_(instances, 0.0F) {}

  std::span<const Neighbour> find(const HybridRows& rows, std::size_t instance);

 private:
  std::vector<float> products_;
  std::vector<Neighbour> found_;
};

// Scores many instances at once.
class BatchScorer {
 public:
  explicit BatchScorer(const HybridWeights& weights);

  // The raw scores of these instances for the first `units`, rows of so many numbers, and the part
  // of their rare features, rows of `weights.stride()`, which may be the same where that is
  // `units`.
  // Where `half_scale` is not 0 by add_frequent_roughly().
  void operator()(std::span<const std::uint32_t> instances, float* rare, std::size_t units,
                  float* raw, ThreadPool& pool, float half_scale = 0);

 private:
  static constexpr std::size_t parts = 16;  // of the instances, with scratch of their own

  const HybridWeights& weights_;
  std::vector<Neighbours> scratch_;
};

// The rows, one after the other, with the units under other numbers. For one thread.
class HybridWeightsView {
 public:
  // Unit u of this view has the number number_of_unit[u] in the weights.
  HybridWeightsView(const HybridWeights& weights, std::span<const std::uint32_t> number_of_unit);

  const std::size_t features, units;

  // Calls use(weight) for all weights of a row, and maybe zeros.
  template <class Use>
  void for_each_weight(std::size_t feature, Use use) const {
    const HybridRows::Place place = weights_.rows().place(feature);
    if (place.is_frequent) {
      weights_.copy_row(feature, row_);
      for (const float weight : row_) use(weight);
    } else {
      find_sparse_row(place.number, Order::any);
      for (const UnitShare& s : sparse_) use(s.value);
    }
  }
  // Calls use(unit, weight) for the weights of a row that are not zero, units in order.
  template <class Use>
  void for_each_nonzero(std::size_t feature, Use use) const {
    const HybridRows::Place place = weights_.rows().place(feature);
    if (place.is_frequent) {
      weights_.copy_row(feature, row_);
      for (std::size_t u = 0; u < units; ++u) {
        if (const float weight = row_[number_of_unit_[u]]; weight != 0) use(u, weight);
      }
      return;
    }
    find_sparse_row(place.number, Order::increasing);
    for (const UnitShare& s : sparse_) use(s.unit, s.value);
  }

 private:
  enum class Order { increasing, any };
  void find_sparse_row(std::size_t rare_number, Order order) const;

  const HybridWeights& weights_;
  std::span<const std::uint32_t> number_of_unit_;
  std::vector<std::uint32_t> unit_of_number_;
  mutable std::vector<float> row_, sums_;
  mutable std::vector<UnitShare> sparse_;
};

}  // namespace clade::detail
