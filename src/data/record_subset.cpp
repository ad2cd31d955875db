#include "data/record_subset.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <variant>
#include <vector>

#include "data/sparse_rows.h"

namespace clade::detail {

namespace {

template <class T>
std::vector<T> chosen(const std::vector<T>& values, std::span<const std::size_t> indices) {
  std::vector<T> result;
  if (values.empty()) return result;
  result.reserve(indices.size());
  for (const std::size_t i : indices) result.push_back(values[i]);
  return result;
}

void choose_labels(const Records& from, std::span<const std::size_t> indices, Records& to) {
  constexpr std::uint32_t unused = std::numeric_limits<std::uint32_t>::max();
  std::vector<std::uint32_t> number(from.label_names.size(), unused);
  for (const std::size_t i : indices) {
    for (const std::uint32_t label : from.labels_of(i)) {
      if (number[label] == unused) {
        number[label] = static_cast<std::uint32_t>(to.label_names.size());
        to.label_names.push_back(from.label_names[label]);
      }
      to.labels.push_back(number[label]);
    }
    to.label_offsets.push_back(to.labels.size());
  }
}

bool is_named(std::uint32_t index, std::size_t names) {
  return index >= FeatureNames::first_index && index - FeatureNames::first_index < names;
}

template <class Real>
std::size_t renumber(SparseRows<Real>& rows, std::span<const std::uint32_t> new_index) {
  std::size_t dropped = 0;
  rows.edit_rows([&](std::span<BasicFeature<Real>> row) {
    std::size_t kept = 0;
    for (BasicFeature<Real> feature : row) {
      if (is_named(feature.index, new_index.size())) {
        feature.index = new_index[feature.index - FeatureNames::first_index];
      }
      if (feature.index != FeatureNames::unknown) row[kept++] = feature;
    }
    dropped += row.size() - kept;
    const auto left = row.first(kept);
    std::sort(left.begin(), left.end(),
              [](const auto& a, const auto& b) { return a.index < b.index; });
    return kept;
  });
  return dropped;
}

// The names that the rows use, in the same order.
void choose_names(const FeatureNames& names, Records& records) {
  std::vector<bool> used(names.size());
  std::visit(
      [&](const auto& rows) {
        for (std::size_t i = 0; i < rows.size(); ++i) {
          for (const auto& feature : rows.row(i)) {
            if (is_named(feature.index, used.size())) {
              used[feature.index - FeatureNames::first_index] = true;
            }
          }
        }
      },
      records.rows);
  std::vector<std::uint32_t> numbers(names.size(), FeatureNames::unknown);
  for (std::size_t i = 0; i < names.size(); ++i) {
    if (used[i]) numbers[i] = records.names.add(names.mark(i), names.name(i));
  }
  renumber_names(records.rows, numbers);
}

}  // namespace

Records subset(const Records& records, std::span<const std::size_t> indices) {
  Records result;
  result.rows =
      std::visit([&](const auto& rows) { return Rows(chosen_rows(rows, indices)); }, records.rows);
  choose_labels(records, indices, result);
  result.weights = chosen(records.weights, indices);
  result.ids = chosen(records.ids, indices);
  result.snippets = chosen(records.snippets, indices);
  result.fingerprints = chosen(records.fingerprints, indices);
  choose_names(records.names, result);
  result.taxonomy = records.taxonomy;
  result.missing = records.missing;
  result.has_text = records.has_text;
  result.has_splits = records.has_splits;
  result.files = records.files;
  result.adapted = records.adapted;
  return result;
}

std::size_t renumber_names(Rows& rows, std::span<const std::uint32_t> new_index) {
  return std::visit([&](auto& some) { return renumber(some, new_index); }, rows);
}

void use_names(Records& records, const FeatureNames& known) {
  std::vector<std::uint32_t> numbers;
  numbers.reserve(records.names.size());
  for (std::size_t i = 0; i < records.names.size(); ++i) {
    numbers.push_back(known.find(records.names.mark(i), records.names.name(i)));
  }
  records.unknown_features += renumber_names(records.rows, numbers);
  records.names = known;
}

Records slice(const Records& records, std::size_t begin, std::size_t end) {
  std::vector<std::size_t> indices(end - begin);
  std::iota(indices.begin(), indices.end(), begin);
  Records part;
  part.rows = std::visit([&](const auto& rows) -> Rows { return chosen_rows(rows, indices); },
                         records.rows);
  part.label_names = records.label_names;
  for (const std::size_t i : indices) {
    const auto labels = records.labels_of(i);
    part.labels.insert(part.labels.end(), labels.begin(), labels.end());
    part.label_offsets.push_back(part.labels.size());
  }
  part.weights = chosen(records.weights, indices);
  part.ids = chosen(records.ids, indices);
  part.fingerprints = chosen(records.fingerprints, indices);
  part.names = records.names;
  part.taxonomy = records.taxonomy;
  part.has_text = records.has_text;
  part.has_splits = records.has_splits;
  return part;
}

}  // namespace clade::detail
