// Sparse rows of weights that grow: a row has memory for the blocks that were changed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <mutex>
#include <span>
#include <vector>

#include "clade/features.h"
#include "linear/block_arena.h"
#include "linear/weight_view.h"
#include "linear/zeroed_pages.h"

namespace clade::detail {

template <class Real>
class SparseWeights {
 public:
  // All zero. Error{environment} where not even one block for each feature would fit into memory.
  SparseWeights(std::size_t features, std::size_t units, std::size_t stride);

  // Valid as long as the object; shows every change.
  const WeightView<Real>& view() const { return view_; }

  // (row j) += x_j * change for every feature of x, in the blocks with these numbers, which
  // increase. `places` is scratch. Several threads may do so at once for different features.
  // Error{environment} where memory ends.
  void add(BasicSparseRow<Real> x, const Real* change, std::span<const std::uint32_t> numbers,
           std::vector<std::uint64_t>& places);
  // Moves the blocks together where too much memory between them is unused; before some add().
  void tidy();
  void set_row(std::size_t feature, const BlockRow<Real>& row);
  void set_zero();
  void scale(double factor);

  // Blocks that memory was taken for, in use or not.
  std::size_t places() const { return arena_.end(); }

 private:
  using Numbers = std::span<const std::uint32_t>;

  std::size_t count(std::size_t feature) const { return ends_[feature] - begins_[feature]; }
  bool is_full(std::size_t feature) const { return count(feature) == view_.blocks_per_row(); }
  // A row that has most of its blocks gets all: nothing is inserted into it any more, and a change
  // needs no search. From half on it would be faster still, but takes more memory.
  bool should_be_full(std::size_t blocks) const { return 4 * blocks > 3 * view_.blocks_per_row(); }

  void prefetch_row(std::size_t feature) const;
  void find_places(std::size_t feature, Numbers numbers, std::uint64_t* places);
  std::size_t find_known(std::size_t feature, Numbers numbers, std::uint64_t* places) const;
  void insert(std::size_t feature, std::size_t missing, Numbers numbers, std::uint64_t* places);
  void make_full(std::size_t feature);
  void close_gaps();
  std::uint64_t take(BlockArena::SizeClass run);
  void give_back(std::size_t feature);
  void set_run(std::size_t feature, std::uint64_t begin, std::size_t blocks,
               BlockArena::SizeClass run);
  void move_blocks(std::uint64_t from, std::uint64_t to, std::size_t blocks);
  void put_zero_block(std::uint64_t place, std::uint32_t number);

  std::mutex mutex_;  // of arena_ and the pages
  BlockArena arena_;
  ZeroedPages block_pages_, number_pages_, table_pages_;
  Real* blocks_ = nullptr;
  std::uint32_t* numbers_ = nullptr;
  std::uint64_t* begins_ = nullptr;  // begin and end of a row without blocks are equal
  std::uint64_t* ends_ = nullptr;
  BlockArena::SizeClass* runs_ = nullptr;
  WeightView<Real> view_;
};

}  // namespace clade::detail
