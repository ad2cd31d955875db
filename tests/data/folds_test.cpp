#include "data/folds.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

namespace clade::detail {
namespace {

// One record for each label set, without features.
struct Labelled {
  Labelled(std::vector<std::string> names, const std::vector<std::vector<std::uint32_t>>& sets)
      : records(make_records(std::move(names), sets)),
        labels(TaxonomySource{}, LabelNodes::terminal, records.label_names),
        data(records, labels) {}

  static Records make_records(std::vector<std::string> names,
                              const std::vector<std::vector<std::uint32_t>>& sets) {
    Records records;
    for (std::string& name : names) records.label_names.push_back({std::move(name), ""});
    SparseRows<float> rows;
    for (const auto& set : sets) {
      rows.end_row();
      records.labels.insert(records.labels.end(), set.begin(), set.end());
      records.label_offsets.push_back(records.labels.size());
    }
    records.rows = std::move(rows);
    return records;
  }

  std::vector<std::uint32_t> folds(std::uint32_t count, std::uint64_t seed = 0) const {
    return stratified_folds(data, labels.size(), count, seed);
  }

  Records records;
  LabelSpace labels;
  Dataset data;
};

// 23 of a, 10 of b, 7 of c, mixed.
Labelled three_classes() {
  std::vector<std::vector<std::uint32_t>> sets;
  for (std::uint32_t k = 0; k < 40; ++k) sets.push_back({k % 4 == 1 ? 1U : k % 6 == 2 ? 2U : 0U});
  return Labelled({"a", "b", "c"}, sets);
}

TEST(Folds, SpreadEveryClassEvenly) {
  const Labelled set = three_classes();
  const auto fold_of = set.folds(5);
  for (std::uint32_t c = 0; c < 3; ++c) {
    std::vector<int> counts(5, 0);
    for (std::size_t i = 0; i < fold_of.size(); ++i) {
      ASSERT_LT(fold_of[i], 5U);
      if (set.data.labels(i).front() == ClassId{c}) ++counts[fold_of[i]];
    }
    const auto [least, most] = std::minmax_element(counts.begin(), counts.end());
    EXPECT_LE(*most - *least, 1) << c;
  }
}

TEST(Folds, AreOfEqualSizeThoughClassesAreSmall) {
  std::vector<std::vector<std::uint32_t>> sets;
  std::vector<std::string> names;
  for (std::uint32_t c = 0; c < 20; ++c) {
    names.push_back("c" + std::to_string(c));
    sets.push_back({c});
    sets.push_back({c});
  }
  std::vector<int> sizes(5, 0);
  for (const std::uint32_t fold : Labelled(names, sets).folds(5)) ++sizes[fold];
  EXPECT_EQ(sizes, std::vector<int>(5, 8));
}

TEST(Folds, FollowTheSeed) {
  const Labelled set = three_classes();
  EXPECT_EQ(set.folds(5, 1), set.folds(5, 1));
  EXPECT_NE(set.folds(5, 1), set.folds(5, 2));
}

TEST(Folds, NeverHoldOutWhatHasNoOtherExample) {
  const Labelled set({"a", "b", "c"}, {{0}, {1}, {0}, {}, {0, 2}});
  const auto fold_of = set.folds(2);
  EXPECT_NE(fold_of[0], never_held_out);
  EXPECT_EQ(fold_of[1], never_held_out);  // the only b
  EXPECT_NE(fold_of[2], never_held_out);
  EXPECT_EQ(fold_of[3], never_held_out);  // no label
  EXPECT_EQ(fold_of[4], never_held_out);  // the only c
}

// The rare class b is spread over both folds, though all its examples are of a, too.
TEST(Folds, SeveralLabelsGoByTheRarest) {
  const Labelled set({"a", "b"}, {{0, 1}, {0}, {0}, {0, 1}, {0}, {0}});
  for (std::uint64_t seed = 0; seed < 10; ++seed) {
    const auto fold_of = set.folds(2, seed);
    EXPECT_NE(fold_of[0], fold_of[3]);
  }
}

}  // namespace
}  // namespace clade::detail
