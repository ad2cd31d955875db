#include "linear/hybrid_weights.h"

#include <fmt/core.h>

#include <algorithm>
#include <atomic>
#include <cerrno>
#include <cmath>
#include <cstring>

#include "base/memory.h"
#include "linear/row_kernels.h"
#include "linear/storage.h"
#include "linear/zeroed_array.h"

namespace clade::detail {
namespace {

std::size_t padded(std::size_t units) { return (units + tile_units - 1) / tile_units * tile_units; }

}  // namespace

std::span<const Neighbours::Neighbour> Neighbours::find(const HybridRows& rows,
                                                        std::size_t instance) {
  found_.clear();
  for (const Feature& x : rows.rare(instance)) {
    for (const HybridRows::Posting& p : rows.postings(x.index)) {
      float& product = products_[p.instance];
      if (product == 0) found_.push_back({p.instance, 0});
      product += x.value * p.value;
    }
  }
  for (Neighbour& n : found_) {
    n.product = products_[n.instance];
    products_[n.instance] = 0;
  }
  return found_;
}

HybridWeights::HybridWeights(const SparseRows<float>& rows, std::size_t features, std::size_t units,
                             std::size_t most_bytes)
    : units_(units),
      stride_(padded(units)),
      rows_(rows, features, most_bytes / (stride_ * sizeof(float)), hybrid_least_instances),
      shares_(rows.size()) {
  const std::size_t bytes = rows_.frequent_count() * stride_ * sizeof(float);
  pages_ = ZeroedPages(bytes);
  if (bytes > 0 && (pages_.data() == nullptr || !pages_.use(bytes))) {
    throw OutOfMemory(fmt::format(
        "no memory for weights of {} features and {} units ({:.1f} GB): {}", rows_.frequent_count(),
        units, static_cast<double>(bytes) * 1e-9, std::strerror(errno)));
  }
  tiles_ = static_cast<float*>(pages_.data());
}

void HybridWeights::add_rare(std::size_t instance, Neighbours& scratch, float* raw) const {
  const auto neighbours = scratch.find(rows_, instance);
  constexpr std::size_t ahead = 4;
  for (std::size_t k = 0; k < neighbours.size(); ++k) {
    if (k + 2 * ahead < neighbours.size()) {
      __builtin_prefetch(&shares_[neighbours[k + 2 * ahead].instance]);
    }
    if (k + ahead < neighbours.size()) {
      const auto& next = shares_[neighbours[k + ahead].instance];
      for (std::size_t s = 0; s < next.size(); s += 8) __builtin_prefetch(next.data() + s);
    }
    const float product = neighbours[k].product;
    for (const UnitShare& s : shares_[neighbours[k].instance]) raw[s.unit] += product * s.value;
  }
}

// Instances come in random order: their rows are put side by side, as every tile reads them all.
SparseRows<float> HybridWeights::frequent_of(std::span<const std::uint32_t> instances) const {
  SparseRows<float> rows;
  for (const std::uint32_t i : instances) {
    for (const Feature& x : rows_.frequent(i)) rows.push(x);
    rows.end_row();
  }
  return rows;
}

// Calls score(k, start of row k, raw of row k) for all rows. They are too far apart for the
// processor to guess: asked for ahead of time.
template <class Score>
void HybridWeights::for_each_row(std::size_t rows, const float* start, std::size_t start_stride,
                                 float* raw, std::size_t raw_stride, Score score) {
  constexpr std::size_t ahead = 8;
  for (std::size_t k = 0; k < rows; ++k) {
    if (k + ahead < rows) {
      __builtin_prefetch(start + (k + ahead) * start_stride);
      __builtin_prefetch(raw + (k + ahead) * raw_stride, 1);
    }
    score(k, start + k * start_stride, raw + k * raw_stride);
  }
}

// Tiles are handed out to the threads, so that each stays in the cache of one.
void HybridWeights::add_frequent(std::span<const std::uint32_t> instances, const float* start,
                                 std::size_t units, float* raw, ThreadPool& pool) const {
  const SparseRows<float> rows = frequent_of(instances);
  // From then on so many rows of a tile are read that reading all, in order, is faster.
  const bool are_many = instances.size() >= rows_.frequent_count() / 64;
  pool.for_blocks(units / tile_units, [&](std::size_t t) {
    if (are_many) fetch_tile(tile(t), tile_size());
    for_each_row(instances.size(), start + t * tile_units, stride_, raw + t * tile_units, units,
                 [&](std::size_t k, const float* from, float* to) {
                   score_tile(tile(t), rows.row(k), from, to);
                 });
  });
}

// Every thread takes pair after pair of tiles; what is left of an odd number is scored as it is.
void HybridWeights::add_frequent_roughly(std::span<const std::uint32_t> instances, float scale,
                                         const float* start, std::size_t units, float* raw,
                                         ThreadPool& pool) const {
  const SparseRows<float> rows = frequent_of(instances);
  const std::size_t pairs = units / half_tile_units;
  std::atomic<std::size_t> next = 0;
  pool.for_blocks(pool.size(), [&](std::size_t) {
    ZeroedArray<HalfBits> halves(2 * tile_size());
    for (std::size_t pair = next++; pair < pairs; pair = next++) {
      halve_tiles({tiles_, tile_size()}, 2 * pair, scale, halves.data());
      const std::size_t first = pair * half_tile_units;
      for_each_row(instances.size(), start + first, stride_, raw + first, units,
                   [&](std::size_t k, const float* from, float* to) {
                     score_half_tile(halves.data(), rows.row(k), 1 / scale, from, to);
                   });
    }
  });
  for (std::size_t t = 2 * pairs; t < units / tile_units; ++t) {
    for_each_row(instances.size(), start + t * tile_units, stride_, raw + t * tile_units, units,
                 [&](std::size_t k, const float* from, float* to) {
                   score_tile(tile(t), rows.row(k), from, to);
                 });
  }
}

// The largest weight becomes 2^10 to 2^11: a thirty-second of the largest number.
float HybridWeights::scale_for_halves(ThreadPool& pool) const {
  std::vector<float> of_tiles(stride_ / tile_units);
  pool.for_blocks(of_tiles.size(),
                  [&](std::size_t t) { of_tiles[t] = largest_in_tile(tile(t), tile_size()); });
  const float largest = *std::max_element(of_tiles.begin(), of_tiles.end());
  return largest > 0 ? std::ldexp(1.0F, 10 - std::ilogb(largest)) : 0.0F;
}

void HybridWeights::add_frequent(std::size_t instance, std::span<const std::uint32_t> tiles,
                                 float* raw) const {
  score_tiles({tiles_, tile_size()}, rows_.frequent(instance), tiles, raw);
}

void HybridWeights::add(std::span<const ShareChange> changes, ThreadPool& pool) {
  pool.for_blocks(parts_of_changes, [&](std::size_t part) { add_part(changes, part); });
}

// Each part has some neighbouring tiles, so no two threads write to the same weights.
void HybridWeights::add_part(std::span<const ShareChange> changes, std::size_t part) {
  const std::size_t tiles = stride_ / tile_units;
  const auto first = static_cast<std::uint32_t>(tiles * part / parts_of_changes);
  const auto last = static_cast<std::uint32_t>(tiles * (part + 1) / parts_of_changes);
  for (const ShareChange& change : changes) {
    const auto begin = std::lower_bound(change.tiles.begin(), change.tiles.end(), first);
    const auto end = std::lower_bound(begin, change.tiles.end(), last);
    add_to_tiles({tiles_, tile_size()}, rows_.frequent(change.instance), {begin, end},
                 change.values);
  }
}

void HybridWeights::set_share(std::size_t instance, std::span<const UnitShare> share) {
  shares_[instance].assign(share.begin(), share.end());
}

void HybridWeights::set_zero() {
  pages_.set_zero();
  for (auto& share : shares_) share.clear();
}

void HybridWeights::copy_row(std::size_t feature, std::span<float> to) const {
  const HybridRows::Place place = rows_.place(feature);
  if (place.is_frequent) {
    for (std::size_t u = 0; u < units_; u += tile_units) {
      std::copy_n(tile(u / tile_units) + place.number * tile_units,
                  std::min(tile_units, units_ - u), to.data() + u);
    }
    return;
  }
  std::fill(to.begin(), to.end(), 0.0F);
  for (const HybridRows::Posting& p : rows_.postings(place.number)) {
    for (const UnitShare& s : shares_[p.instance]) to[s.unit] += p.value * s.value;
  }
}

void HybridWeights::sparse_row(std::size_t rare_number, std::span<float> sums,
                               std::vector<UnitShare>& row) const {
  row.clear();
  for (const HybridRows::Posting& p : rows_.postings(rare_number)) {
    for (const UnitShare& s : shares_[p.instance]) {
      if (sums[s.unit] == 0) row.push_back({s.unit, 0});
      sums[s.unit] += p.value * s.value;
    }
  }
  for (UnitShare& s : row) {
    s.value = sums[s.unit];
    sums[s.unit] = 0;
  }
  std::erase_if(row, [](const UnitShare& s) { return s.value == 0; });
}

HybridWeightsView::HybridWeightsView(const HybridWeights& weights,
                                     std::span<const std::uint32_t> number_of_unit)
    : features(weights.rows().features()),
      units(number_of_unit.size()),
      weights_(weights),
      number_of_unit_(number_of_unit),
      unit_of_number_(weights.units()),
      row_(weights.units()),
      sums_(weights.units()) {
  for (std::size_t u = 0; u < units; ++u) {
    unit_of_number_[number_of_unit[u]] = static_cast<std::uint32_t>(u);
  }
}

void HybridWeightsView::find_sparse_row(std::size_t rare_number, Order order) const {
  weights_.sparse_row(rare_number, sums_, sparse_);
  if (order == Order::any) return;
  for (UnitShare& s : sparse_) s.unit = unit_of_number_[s.unit];
  std::sort(sparse_.begin(), sparse_.end(),
            [](const UnitShare& a, const UnitShare& b) { return a.unit < b.unit; });
}

BatchScorer::BatchScorer(const HybridWeights& weights)
    : weights_(weights), scratch_(parts, Neighbours(weights.rows().size())) {}

void BatchScorer::operator()(std::span<const std::uint32_t> instances, float* rare,
                             std::size_t units, float* raw, ThreadPool& pool, float half_scale) {
  const std::size_t stride = weights_.stride();
  const std::size_t part = (instances.size() + parts - 1) / parts;
  pool.for_blocks(parts, [&](std::size_t p) {
    for (std::size_t k = p * part; k < std::min(instances.size(), (p + 1) * part); ++k) {
      std::fill_n(rare + k * stride, stride, 0.0F);
      weights_.add_rare(instances[k], scratch_[p], rare + k * stride);
    }
  });
  if (half_scale == 0) return weights_.add_frequent(instances, rare, units, raw, pool);
  weights_.add_frequent_roughly(instances, half_scale, rare, units, raw, pool);
}

double HybridWeights::squared_norm(ThreadPool& pool) const {
  constexpr std::size_t grain = 1024;
  std::vector<double> sums((rows_.features() + grain - 1) / grain);
  pool.for_ranges(rows_.features(), grain, [&](std::size_t begin, std::size_t end) {
    std::vector<float> scratch(units_);
    std::vector<UnitShare> row;
    double& sum = sums[begin / grain];
    for (std::size_t j = begin; j < end; ++j) {
      const HybridRows::Place place = rows_.place(j);
      if (place.is_frequent) continue;
      sparse_row(place.number, scratch, row);
      for (const UnitShare& s : row) {
        sum += static_cast<double>(s.value) * static_cast<double>(s.value);
      }
    }
  });
  double total = 0;
  for (const double sum : sums) total += sum;
  std::vector<double> of_tiles(stride_ / tile_units);
  pool.for_blocks(of_tiles.size(),
                  [&](std::size_t t) { of_tiles[t] = sum_of_squares(tile(t), tile_size()); });
  for (const double sum : of_tiles) total += sum;
  return total;
}

}  // namespace clade::detail
