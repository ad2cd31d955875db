#include "linear/hybrid_rows.h"

#include <algorithm>
#include <numeric>

namespace clade::detail {

HybridRows::HybridRows(const SparseRows<float>& rows, std::size_t features,
                       std::size_t most_frequent, std::size_t least)
    : place_(features) {
  choose_places(rows, most_frequent, least);
  std::vector<std::uint32_t> counts(features - frequent_count_);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const Feature& x : rows.row(i)) {
      const Place place = place_[x.index];
      (place.is_frequent ? frequent_ : rare_).push({place.number, x.value});
      if (!place.is_frequent) ++counts[place.number];
    }
    frequent_.end_row();
    rare_.end_row();
  }
  postings_ = Csr<Posting>::of_sizes(counts);
  std::fill(counts.begin(), counts.end(), 0);
  for (std::size_t i = 0; i < rare_.size(); ++i) {
    for (const Feature& x : rare_.row(i)) {
      postings_.row(x.index)[counts[x.index]++] = {static_cast<std::uint32_t>(i), x.value};
    }
  }
}

// The most frequent features have the first numbers: their weights stay together in the caches.
void HybridRows::choose_places(const SparseRows<float>& rows, std::size_t most_frequent,
                               std::size_t least) {
  std::vector<std::uint32_t> counts(place_.size());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    for (const Feature& x : rows.row(i)) ++counts[x.index];
  }
  std::vector<std::uint32_t> by_count(place_.size());
  std::iota(by_count.begin(), by_count.end(), 0U);
  frequent_count_ = std::min(most_frequent, by_count.size());
  const auto middle = by_count.begin() + static_cast<std::ptrdiff_t>(frequent_count_);
  const auto is_more_frequent = [&](std::uint32_t a, std::uint32_t b) {
    return counts[a] != counts[b] ? counts[a] > counts[b] : a < b;
  };
  std::partial_sort(by_count.begin(), middle, by_count.end(), is_more_frequent);
  std::uint32_t frequent = 0, rare = 0;
  for (auto feature = by_count.begin(); feature != middle && counts[*feature] >= least; ++feature) {
    place_[*feature] = {true, frequent++};
  }
  for (Place& place : place_) {
    if (!place.is_frequent) place.number = rare++;
  }
  frequent_count_ = frequent;
}

}  // namespace clade::detail
