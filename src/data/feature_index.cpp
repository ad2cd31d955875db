#include "data/feature_index.h"

#include <algorithm>
#include <numeric>

#include "data/feature_names.h"

namespace clade::detail {

FeatureIndex::FeatureIndex(std::vector<std::uint32_t> indices) : indices_(std::move(indices)) {
  const auto names = std::lower_bound(indices_.begin(), indices_.end(), FeatureNames::first_index);
  const auto split = static_cast<std::size_t>(names - indices_.begin());
  numbered_ = make_table(0, split, 0);
  named_ = make_table(split, indices_.size(), FeatureNames::first_index);
}

FeatureIndex::Table FeatureIndex::make_table(std::size_t begin, std::size_t end,
                                             std::uint32_t first) const {
  if (begin == end) return {};
  const std::size_t span = std::size_t{indices_[end - 1]} - first + 1;
  if (span > 16 * (end - begin) + (std::size_t{1} << 20)) return {};
  Table table{first, std::vector<std::uint32_t>(span, unknown)};
  for (std::size_t i = begin; i < end; ++i) {
    table.numbers[indices_[i] - first] = static_cast<std::uint32_t>(i);
  }
  return table;
}

namespace {

// The distinct indices from `first` to `last`, marked in a table.
template <class Real>
void append_marked(const SparseRows<Real>& rows, std::uint32_t first, std::uint32_t last,
                   std::vector<std::uint32_t>& out) {
  std::vector<std::uint8_t> is_seen(std::size_t{last} - first + 1);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& f : rows.row(i)) {
      if (f.index >= first && f.index <= last) is_seen[f.index - first] = 1;
    }
  }
  for (std::size_t k = 0; k < is_seen.size(); ++k) {
    if (is_seen[k] != 0) out.push_back(first + static_cast<std::uint32_t>(k));
  }
}

// The same for indices that are spread too thin for a table. Sorting now and then keeps the list
// near the number of distinct features.
template <class Real>
void append_sorted(const SparseRows<Real>& rows, std::uint32_t first, std::uint32_t last,
                   std::vector<std::uint32_t>& out) {
  std::vector<std::uint32_t> seen;
  std::size_t limit = std::size_t{1} << 20;
  const auto compact = [&seen] {
    std::sort(seen.begin(), seen.end());
    seen.erase(std::unique(seen.begin(), seen.end()), seen.end());
  };
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& f : rows.row(i)) {
      if (f.index >= first && f.index <= last) seen.push_back(f.index);
    }
    if (seen.size() > limit) {
      compact();
      limit = std::max(limit, 4 * seen.size());
    }
  }
  compact();
  out.insert(out.end(), seen.begin(), seen.end());
}

}  // namespace

template <class Real>
FeatureIndex FeatureIndex::of(const SparseRows<Real>& rows, bool with_constant) {
  std::uint32_t largest_number = 0, largest_name = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const auto& f : rows.row(i)) {
      std::uint32_t& largest = f.index < FeatureNames::first_index ? largest_number : largest_name;
      largest = std::max(largest, f.index);
    }
  }
  std::vector<std::uint32_t> seen;
  if (with_constant) seen.push_back(constant);
  const auto append = [&](std::uint32_t first, std::uint32_t last) {
    if (last < first) return;
    const bool fits = last - first < 16 * rows.nonzeros() + (std::size_t{1} << 20);
    fits ? append_marked(rows, first, last, seen) : append_sorted(rows, first, last, seen);
  };
  append(1, largest_number);
  append(FeatureNames::first_index, largest_name);
  seen.shrink_to_fit();
  return FeatureIndex(std::move(seen));
}

std::uint32_t FeatureIndex::find(std::uint32_t index) const {
  const Table& table = index < FeatureNames::first_index ? numbered_ : named_;
  if (!table.numbers.empty()) {
    const std::size_t place = index - table.first;
    return place < table.numbers.size() ? table.numbers[place] : unknown;
  }
  const auto found = std::lower_bound(indices_.begin(), indices_.end(), index);
  if (found == indices_.end() || *found != index) return unknown;
  return static_cast<std::uint32_t>(found - indices_.begin());
}

template FeatureIndex FeatureIndex::of(const SparseRows<float>&, bool);
template FeatureIndex FeatureIndex::of(const SparseRows<double>&, bool);

std::uint32_t FeatureNumbers::add(std::uint32_t index) {
  const auto next = static_cast<std::uint32_t>(indices_.size());
  if (index >= table_limit) {
    const auto [entry, is_new] = others_.try_emplace(index, next);
    if (is_new) indices_.push_back(index);
    return entry->second;
  }
  if (index >= table_.size()) {
    table_.resize(std::max<std::size_t>(index + 1, std::min(table_limit, 2 * table_.size())), none);
  }
  if (table_[index] == none) {
    table_[index] = next;
    indices_.push_back(index);
  }
  return table_[index];
}

std::vector<std::uint32_t> FeatureNumbers::by_index() const {
  std::vector<std::uint32_t> order(indices_.size());
  std::iota(order.begin(), order.end(), 0U);
  std::sort(order.begin(), order.end(),
            [this](std::uint32_t a, std::uint32_t b) { return indices_[a] < indices_[b]; });
  return order;
}

}  // namespace clade::detail
