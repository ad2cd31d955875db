#include "linear/sparse_weights.h"

#include <fmt/core.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <limits>
#include <numeric>

#include "base/memory.h"

namespace clade::detail {
namespace {

constexpr std::size_t table_bytes = 2 * sizeof(std::uint64_t) + sizeof(BlockArena::SizeClass);
constexpr std::size_t place_bytes = block_bytes + sizeof(std::uint32_t);
// How many rows ahead memory is asked for.
constexpr std::size_t rows_ahead = 4;

[[noreturn]] void fail_memory(std::size_t features, std::size_t units, const char* reason) {
  throw OutOfMemory(fmt::format("weights of {} features times {} units do not fit into memory: {}",
                                features, units, reason));
}

void check_size(std::size_t features, std::size_t units, std::size_t blocks_per_row) {
  const double least = static_cast<double>(features) * (table_bytes + place_bytes);
  if (least > physical_memory()) {
    fail_memory(features, units, "one block for each feature is more than this machine has");
  }
  if (blocks_per_row > std::numeric_limits<std::uint32_t>::max()) {
    fail_memory(features, units, "there are too many units");
  }
}

// Addresses for the blocks, never more than memory. Were all rows to become full, and the runs that
// they had before of no use to others, they would take at most four times their size.
std::size_t most_places(std::size_t features, std::size_t blocks_per_row) {
  const double wanted = 4.0 * static_cast<double>(features) * static_cast<double>(blocks_per_row);
  const double possible = physical_memory() / place_bytes;
  return possible < wanted && possible < 1e15 ? static_cast<std::size_t>(possible)
                                              : 4 * features * blocks_per_row;
}

// The first of `count` increasing numbers that is not below `least`. Without a branch: what comes
// next is not known.
const std::uint32_t* first_from(const std::uint32_t* numbers, std::size_t count,
                                std::uint32_t least) {
  while (count > 0) {
    const std::size_t half = (count + 1) / 2;
    numbers += numbers[half - 1] < least ? half : 0;
    count -= half;
  }
  return numbers;
}

template <class Real>
bool is_zero(const Real* block) {
  return std::all_of(block, block + block_units<Real>, [](Real w) { return w == Real{0}; });
}

}  // namespace

template <class Real>
SparseWeights<Real>::SparseWeights(std::size_t features, std::size_t units, std::size_t stride) {
  const std::size_t blocks_per_row = stride / block_units<Real>;
  check_size(features, units, blocks_per_row);
  const std::size_t places = most_places(features, blocks_per_row);
  arena_ = BlockArena(blocks_per_row);
  block_pages_ = ZeroedPages(places * block_bytes);
  number_pages_ = ZeroedPages(places * sizeof(std::uint32_t));
  table_pages_ = ZeroedPages(features * table_bytes);
  const bool reserved = block_pages_.bytes() == places * block_bytes &&
                        number_pages_.bytes() == places * sizeof(std::uint32_t);
  if (!reserved || !table_pages_.use(features * table_bytes)) {
    fail_memory(features, units, std::strerror(errno));
  }
  blocks_ = static_cast<Real*>(block_pages_.data());
  numbers_ = static_cast<std::uint32_t*>(number_pages_.data());
  begins_ = static_cast<std::uint64_t*>(table_pages_.data());
  ends_ = begins_ + features;
  runs_ = reinterpret_cast<BlockArena::SizeClass*>(ends_ + features);
  view_ = {blocks_, features, units, stride, RowForm::sparse, {begins_, ends_, numbers_}};
}

// A tenth of the memory at most is unused, and closing gaps, which looks at every row, is rare.
template <class Real>
void SparseWeights<Real>::tidy() {
  if (arena_.unused() > std::max<std::uint64_t>(arena_.end() / 10, view_.features)) close_gaps();
}

// First all places, then all additions: memory is asked for long before it is needed.
template <class Real>
void SparseWeights<Real>::add(BasicSparseRow<Real> x, const Real* change, Numbers numbers,
                              std::vector<std::uint64_t>& places) {
  places.resize(x.size() * numbers.size());
  for (std::size_t j = 0; j < x.size(); ++j) {
    if (j + rows_ahead < x.size()) prefetch_row(x[j + rows_ahead].index);
    std::uint64_t* of_row = places.data() + j * numbers.size();
    find_places(x[j].index, numbers, of_row);
    for (std::size_t i = 0; i < numbers.size(); ++i) {
      __builtin_prefetch(blocks_ + of_row[i] * block_units<Real>, 1);
    }
  }
  add_to_places<Real>(blocks_, x, change, numbers, places.data());
}

template <class Real>
void SparseWeights<Real>::prefetch_row(std::size_t feature) const {
  if (is_full(feature)) return;
  const std::uint32_t* end = numbers_ + ends_[feature];
  constexpr std::size_t numbers_per_line = block_bytes / sizeof(std::uint32_t);
  for (const std::uint32_t* n = numbers_ + begins_[feature]; n < end; n += numbers_per_line) {
    __builtin_prefetch(n);
  }
}

template <class Real>
void SparseWeights<Real>::find_places(std::size_t feature, Numbers numbers, std::uint64_t* places) {
  if (!is_full(feature)) {
    const std::size_t missing = find_known(feature, numbers, places);
    if (missing == 0) return;
    if (!should_be_full(count(feature) + missing)) {
      return insert(feature, missing, numbers, places);
    }
    make_full(feature);
  }
  for (std::size_t i = 0; i < numbers.size(); ++i) places[i] = begins_[feature] + numbers[i];
}

// Sets the place of every block, for a missing one that of the block it comes before. Returns how
// many are missing.
template <class Real>
std::size_t SparseWeights<Real>::find_known(std::size_t feature, Numbers numbers,
                                            std::uint64_t* places) const {
  const std::uint32_t* at = numbers_ + begins_[feature];
  const std::uint32_t* end = numbers_ + ends_[feature];
  std::size_t missing = 0;
  for (std::size_t i = 0; i < numbers.size(); ++i) {
    at = first_from(at, static_cast<std::size_t>(end - at), numbers[i]);
    places[i] = static_cast<std::uint64_t>(at - numbers_);
    if (at == end || *at != numbers[i]) ++missing;
  }
  return missing;
}

// Puts the missing blocks in, from the last to the first, so that every block moves once, and sets
// the places to the new ones.
template <class Real>
void SparseWeights<Real>::insert(std::size_t feature, std::size_t missing, Numbers numbers,
                                 std::uint64_t* places) {
  const std::uint64_t old = begins_[feature];
  const std::size_t blocks = count(feature) + missing;
  BlockArena::SizeClass run = runs_[feature];
  const bool fits = blocks > missing && blocks <= arena_.size(run);
  if (!fits) run = arena_.class_for(blocks);
  const std::uint64_t begin = fits ? old : take(run);

  std::uint64_t moved = ends_[feature];  // blocks from here on are where they belong
  for (std::size_t i = numbers.size(); i-- > 0;) {
    const std::uint64_t before = places[i];
    places[i] = begin + (before - old) + missing;
    if (before < moved && numbers_[before] == numbers[i]) continue;
    move_blocks(before, places[i], moved - before);
    moved = before;
    put_zero_block(--places[i], numbers[i]);
    --missing;
  }
  if (!fits) {
    move_blocks(old, begin, moved - old);
    give_back(feature);
  }
  set_run(feature, begin, blocks, run);
}

template <class Real>
void SparseWeights<Real>::make_full(std::size_t feature) {
  const std::size_t blocks = view_.blocks_per_row();
  const std::uint64_t begin = take(arena_.longest());
  std::fill_n(blocks_ + begin * block_units<Real>, view_.stride, Real{0});
  std::iota(numbers_ + begin, numbers_ + begin + blocks, std::uint32_t{0});
  for (std::uint64_t at = begins_[feature]; at < ends_[feature]; ++at) {
    move_blocks(at, begin + numbers_[at], 1);
  }
  give_back(feature);
  set_run(feature, begin, blocks, arena_.longest());
}

// Moves all runs together, in the order in which they lie in memory.
template <class Real>
void SparseWeights<Real>::close_gaps() {
  std::vector<std::uint32_t> features;
  for (std::size_t j = 0; j < view_.features; ++j) {
    if (count(j) > 0) features.push_back(static_cast<std::uint32_t>(j));
  }
  std::sort(features.begin(), features.end(),
            [this](std::uint32_t a, std::uint32_t b) { return begins_[a] < begins_[b]; });
  std::uint64_t end = 0;
  for (const std::uint32_t j : features) {
    move_blocks(begins_[j], end, count(j));
    set_run(j, end, count(j), runs_[j]);
    end += arena_.size(runs_[j]);
  }
  arena_.reset(end);
}

template <class Real>
void SparseWeights<Real>::set_row(std::size_t feature, const BlockRow<Real>& row) {
  std::size_t blocks = 0;
  for (std::size_t i = 0; i < row.count; ++i) blocks += is_zero(row.block(i)) ? 0U : 1U;
  give_back(feature);
  set_run(feature, 0, 0, 0);
  if (blocks == 0) return;
  const BlockArena::SizeClass run = arena_.class_for(blocks);
  const std::uint64_t begin = take(run);
  set_run(feature, begin, blocks, run);
  std::uint64_t at = begin;
  for (std::size_t i = 0; i < row.count; ++i) {
    if (is_zero(row.block(i))) continue;
    std::copy_n(row.block(i), block_units<Real>, blocks_ + at * block_units<Real>);
    numbers_[at++] = static_cast<std::uint32_t>(row.number(i));
  }
  if (should_be_full(blocks) && !is_full(feature)) make_full(feature);
}

// The places keep what they have: a row writes to all that it takes.
template <class Real>
void SparseWeights<Real>::set_zero() {
  arena_.reset();
  table_pages_.set_zero();
}

template <class Real>
void SparseWeights<Real>::scale(double factor) {
  for (std::size_t j = 0; j < view_.features; ++j) {
    Real* row = blocks_ + begins_[j] * block_units<Real>;
    std::transform(row, row + count(j) * block_units<Real>, row,
                   [factor](Real w) { return static_cast<Real>(static_cast<double>(w) * factor); });
  }
}

template <class Real>
std::uint64_t SparseWeights<Real>::take(BlockArena::SizeClass run) {
  const std::lock_guard lock(mutex_);
  const std::uint64_t begin = arena_.take(run);
  const std::size_t places = arena_.end();
  if (places > block_pages_.bytes() / block_bytes) {
    fail_memory(view_.features, view_.units, "they need more than this machine has");
  }
  if (!block_pages_.use(places * block_bytes) ||
      !number_pages_.use(places * sizeof(std::uint32_t))) {
    fail_memory(view_.features, view_.units, std::strerror(errno));
  }
  return begin;
}

template <class Real>
void SparseWeights<Real>::give_back(std::size_t feature) {
  if (count(feature) == 0) return;
  const std::lock_guard lock(mutex_);
  arena_.give_back(begins_[feature], runs_[feature]);
}

template <class Real>
void SparseWeights<Real>::set_run(std::size_t feature, std::uint64_t begin, std::size_t blocks,
                                  BlockArena::SizeClass run) {
  begins_[feature] = begin;
  ends_[feature] = begin + blocks;
  runs_[feature] = run;
}

template <class Real>
void SparseWeights<Real>::move_blocks(std::uint64_t from, std::uint64_t to, std::size_t blocks) {
  std::memmove(blocks_ + to * block_units<Real>, blocks_ + from * block_units<Real>,
               blocks * block_bytes);
  std::memmove(numbers_ + to, numbers_ + from, blocks * sizeof(std::uint32_t));
}

template <class Real>
void SparseWeights<Real>::put_zero_block(std::uint64_t place, std::uint32_t number) {
  std::fill_n(blocks_ + place * block_units<Real>, block_units<Real>, Real{0});
  numbers_[place] = number;
}

template class SparseWeights<float>;
template class SparseWeights<double>;

}  // namespace clade::detail
