#include "measure/stratified_parts.h"

#include <gtest/gtest.h>

#include <array>
#include <string>

namespace clade::detail {
namespace {

// `labels[i]` are the labels of record i, by number.
Records make_records(const std::vector<std::vector<std::uint32_t>>& labels, std::size_t names) {
  Records records;
  for (std::size_t l = 0; l < names; ++l) {
    records.label_names.push_back({"label" + std::to_string(l), ""});
  }
  for (const auto& own : labels) {
    records.labels.insert(records.labels.end(), own.begin(), own.end());
    records.label_offsets.push_back(records.labels.size());
  }
  return records;
}

TEST(StratifiedParts, HaveTheirShareOfEveryClass) {
  std::vector<std::vector<std::uint32_t>> labels;
  for (int i = 0; i < 100; ++i) labels.push_back({i < 60 ? 0U : 1U});
  const std::array fractions{0.7, 0.1, 0.2};
  const auto part = stratified_parts(make_records(labels, 2), fractions, 5);
  std::array<std::array<int, 3>, 2> count{};
  for (std::size_t i = 0; i < 100; ++i) ++count[labels[i][0]][part[i]];
  EXPECT_EQ(count[0], (std::array{42, 6, 12}));
  EXPECT_EQ(count[1], (std::array{28, 4, 8}));
  EXPECT_NE(part, stratified_parts(make_records(labels, 2), fractions, 6));
}

TEST(StratifiedParts, HaveEveryLabelInTheFirst) {
  // Label 9 comes with a rarer label only, on two records.
  const Records records =
      make_records({{0}, {1}, {2}, {3}, {4, 9}, {5, 9}, {6}, {7}, {8}, {}, {}}, 10);
  for (std::uint64_t seed = 0; seed < 20; ++seed) {
    const auto part = stratified_parts(records, std::array{0.1, 0.9}, seed);
    std::vector<bool> has(10, false);
    for (std::size_t i = 0; i < part.size(); ++i) {
      if (part[i] != 0) continue;
      for (const std::uint32_t label : records.labels_of(i)) has[label] = true;
    }
    EXPECT_EQ(has, std::vector<bool>(10, true));
  }
}

TEST(StratifiedParts, KeepTheSameContentTogether) {
  std::vector<std::vector<std::uint32_t>> labels;
  for (int i = 0; i < 60; ++i) labels.push_back({static_cast<std::uint32_t>(i % 2)});
  Records records = make_records(labels, 2);
  for (std::uint64_t i = 0; i < 60; ++i) records.fingerprints.push_back(i < 6 ? 0 : i % 20 + 1);
  const auto part = stratified_parts(records, std::array{0.5, 0.5}, 1);
  for (std::size_t i = 6; i < 60; ++i) {
    for (std::size_t j = 6; j < i; ++j) {
      if (records.fingerprints[i] != records.fingerprints[j]) continue;
      EXPECT_EQ(part[i], part[j]);
    }
  }
}

}  // namespace
}  // namespace clade::detail
