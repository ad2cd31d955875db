#include "data/merge_copies.h"

#include <algorithm>
#include <bit>
#include <compare>
#include <cstdint>
#include <numeric>
#include <string>
#include <type_traits>
#include <unordered_set>
#include <utility>
#include <variant>
#include <vector>

#include "data/fingerprint.h"
#include "data/record_subset.h"

namespace clade::detail {

namespace {

// As many as the default method takes a kernel for.
constexpr std::size_t most_different = 16'000;
// One of so many records, or fewer.
constexpr std::size_t few_copies = 10;

bool has_weights(const Records& records) {
  return std::any_of(records.weights.begin(), records.weights.end(),
                     [](double weight) { return weight != 1; });
}

double weight_of(const Records& records, std::size_t i) {
  return records.weights.empty() ? 1 : records.weights[i];
}

// NaN is equal to itself here.
template <class Real>
std::strong_ordering compare_rows(BasicSparseRow<Real> a, BasicSparseRow<Real> b) {
  using Bits = std::conditional_t<sizeof(Real) == 4, std::uint32_t, std::uint64_t>;
  const auto compare = [](const BasicFeature<Real>& f, const BasicFeature<Real>& g) {
    const std::strong_ordering by_index = f.index <=> g.index;
    return by_index != 0 ? by_index : std::bit_cast<Bits>(f.value) <=> std::bit_cast<Bits>(g.value);
  };
  return std::lexicographical_compare_three_way(a.begin(), a.end(), b.begin(), b.end(), compare);
}

// An order of records in which copies are neighbours. It follows from what records hold, not from
// where they stand.
class ContentOrder {
 public:
  explicit ContentOrder(const Records& records) : records_(records) {
    std::vector<std::uint32_t> by_name(records.label_names.size());
    std::iota(by_name.begin(), by_name.end(), 0U);
    const auto name = [&](std::uint32_t label) -> const std::string& {
      return records.label_names[label].name;
    };
    std::ranges::sort(by_name, {}, name);
    std::vector<std::uint32_t> rank(by_name.size());
    for (std::uint32_t r = 0; r < by_name.size(); ++r) rank[by_name[r]] = r;
    labels_.resize(records.size());
    for (std::size_t i = 0; i < records.size(); ++i) {
      for (const std::uint32_t label : records.labels_of(i)) labels_[i].push_back(rank[label]);
      std::ranges::sort(labels_[i]);
    }
  }

  std::strong_ordering compare(std::size_t a, std::size_t b) const {
    const auto by_hash = records_.fingerprints[a] <=> records_.fingerprints[b];
    if (by_hash != 0) return by_hash;
    const auto rows = [&](const auto& all) { return compare_rows(all.row(a), all.row(b)); };
    const std::strong_ordering by_row = std::visit(rows, records_.rows);
    return by_row != 0 ? by_row : labels_[a] <=> labels_[b];
  }

 private:
  const Records& records_;
  std::vector<std::vector<std::uint32_t>> labels_;  // by record: their places by name
};

void make_fingerprints(Records& records) {
  const RowFingerprints fingerprints(records.names);
  const auto make = [&](const auto& rows) {
    for (std::size_t i = 0; i < rows.size(); ++i) {
      records.fingerprints.push_back(fingerprints.of(rows.row(i)));
    }
  };
  std::visit(make, records.rows);
}

bool has_many(const Records& records) {
  if (records.size() <= most_different) return false;
  std::unordered_set<std::uint64_t> different;
  for (const std::uint64_t one : records.fingerprints) {
    different.insert(one);
    if (different.size() > most_different) return true;
  }
  return false;
}

// Every record once, each with the sum of the weights of its copies.
struct Different {
  std::vector<std::size_t> records;  // the first of each
  std::vector<double> weights;
};

Different different_ones(const Records& records) {
  const ContentOrder order(records);
  std::vector<std::size_t> sorted(records.size());
  std::iota(sorted.begin(), sorted.end(), std::size_t{0});
  std::ranges::stable_sort(sorted,
                           [&](std::size_t a, std::size_t b) { return order.compare(a, b) < 0; });
  Different result;
  for (const std::size_t i : sorted) {
    if (!result.records.empty() && order.compare(result.records.back(), i) == 0) {
      result.weights.back() += weight_of(records, i);
    } else {
      result.records.push_back(i);
      result.weights.push_back(weight_of(records, i));
    }
  }
  return result;
}

Records merged(Records& records, Different different) {
  // Messages name records by where they stood.
  if (records.ids.empty()) {
    for (std::size_t i = 0; i < records.size(); ++i) records.ids.push_back(std::to_string(i));
  }
  Records result = subset(records, different.records);
  result.weights = std::move(different.weights);
  result.has_numbers_as_ids = records.has_numbers_as_ids;
  result.unknown_features = records.unknown_features;
  result.replaced_bytes = records.replaced_bytes;
  result.without_split = records.without_split;
  return result;
}

}  // namespace

std::size_t merge_copies(Records& records) {
  if (records.has_text || records.size() == 0) return 0;
  const bool had_fingerprints = !records.fingerprints.empty();
  if (!had_fingerprints) make_fingerprints(records);
  std::size_t copies = 0;
  if (!has_many(records)) {
    Different different = different_ones(records);
    copies = records.size() - different.records.size();
    if (copies * few_copies < records.size() && !has_weights(records)) {
      copies = 0;
    } else {
      records = merged(records, std::move(different));
    }
  }
  if (!had_fingerprints) records.fingerprints.clear();
  return copies;
}

}  // namespace clade::detail
