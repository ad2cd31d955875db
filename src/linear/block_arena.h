// Where sparse rows keep their blocks: runs of places in one array that rows take and give back as
// they grow.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace clade::detail {

// Runs have one of few sizes, each up to an eighth larger than the one before, so that little stays
// unused; what a row gives back goes to another row, whole or in parts.
class BlockArena {
 public:
  using SizeClass = std::uint8_t;

  BlockArena() = default;
  explicit BlockArena(std::size_t longest);  // places of the longest run

  // The smallest run of at least so many places.
  SizeClass class_for(std::size_t places) const;
  SizeClass longest() const { return static_cast<SizeClass>(sizes_.size() - 1); }
  std::size_t size(SizeClass run) const { return sizes_[run]; }

  // The first place of a run that nobody has.
  std::uint64_t take(SizeClass run);
  void give_back(std::uint64_t begin, SizeClass run);
  // From now on all places before `end` are taken, and the others were never.
  void reset(std::uint64_t end = 0);

  std::uint64_t end() const { return end_; }        // places that were ever taken
  std::uint64_t unused() const { return unused_; }  // of these, what came back and nobody has

 private:
  void keep(std::uint64_t begin, std::size_t places);

  std::vector<std::size_t> sizes_;
  std::vector<std::vector<std::uint64_t>> free_;  // by size
  std::uint64_t end_ = 0, unused_ = 0;
};

}  // namespace clade::detail
