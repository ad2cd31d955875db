#include "linear/hybrid_weights.h"

#include <algorithm>
#include <cerrno>
#include <cstring>

#include "base/fail.h"
#include "linear/row_kernels.h"
#include "linear/storage.h"

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
    fail(ErrorKind::environment,
         "no memory for weights of {} features and {} units ({:.1f} GB): {}",
         rows_.frequent_count(), units, static_cast<double>(bytes) * 1e-9, std::strerror(errno));
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

// Tiles are handed out to the threads, so that each stays in the cache of one.
void HybridWeights::add_frequent(std::span<const std::uint32_t> instances, const float* start,
                                 std::size_t units, float* raw, ThreadPool& pool) const {
  pool.for_blocks(units / tile_units, [&](std::size_t t) {
    const std::size_t first = t * tile_units;
    for (std::size_t k = 0; k < instances.size(); ++k) {
      score_tile(tile(t), rows_.frequent(instances[k]), start + k * stride_ + first,
                 raw + k * units + first);
    }
  });
}

void HybridWeights::add_frequent(std::size_t instance, std::span<const std::uint32_t> blocks,
                                 float* raw) const {
  const SparseRow x = rows_.frequent(instance);
  for (const std::uint32_t b : blocks) score_tile_block(block(b), x, raw + b * tile_block);
}

// Each part has the blocks of some tiles, so no two threads write to the same weights.
void HybridWeights::add(std::span<const ShareChange> changes, ThreadPool& pool) {
  constexpr std::size_t parts = 16;
  pool.for_blocks(parts, [&](std::size_t part) {
    for (const ShareChange& change : changes) {
      const SparseRow x = rows_.frequent(change.instance);
      for (const std::uint32_t b : change.blocks) {
        if (b / blocks_per_tile % parts != part) continue;
        add_to_tile_block(block(b), x, change.values + b * tile_block);
      }
    }
  });
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
                             std::size_t units, float* raw, ThreadPool& pool) {
  const std::size_t stride = weights_.stride();
  const std::size_t part = (instances.size() + parts - 1) / parts;
  pool.for_blocks(parts, [&](std::size_t p) {
    for (std::size_t k = p * part; k < std::min(instances.size(), (p + 1) * part); ++k) {
      std::fill_n(rare + k * stride, stride, 0.0F);
      weights_.add_rare(instances[k], scratch_[p], rare + k * stride);
    }
  });
  weights_.add_frequent(instances, rare, units, raw, pool);
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
