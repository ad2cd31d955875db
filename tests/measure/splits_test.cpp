#include "measure/splits.h"

#include <map>
#include <set>

#include "tests/measure/small_data.h"

namespace clade::detail {

inline bool operator==(const Split& a, const Split& b) {
  return a.train == b.train && a.test == b.test;
}

}  // namespace clade::detail

namespace clade::detail::test {
namespace {

using ::testing::Each;
using ::testing::ElementsAre;

// So many records of class k as counts[k] says, classes taking turns.
Records classes_of(std::vector<std::size_t> counts) {
  Words labels;
  for (bool is_left = true; is_left;) {
    is_left = false;
    for (std::size_t k = 0; k < counts.size(); ++k) {
      if (counts[k] == 0) continue;
      --counts[k];
      labels.push_back("c" + std::to_string(k));
      is_left = true;
    }
  }
  return records(labels);
}

std::map<std::string, std::size_t> count_labels(const Records& data,
                                                const std::vector<std::size_t>& part) {
  std::map<std::string, std::size_t> counts;
  for (const std::size_t i : part) {
    for (const std::uint32_t label : data.labels_of(i)) ++counts[data.label_names[label].name];
  }
  return counts;
}

// Together all records, none twice, each part in order.
void expect_partition(const Split& split, std::size_t size) {
  std::set<std::size_t> all(split.train.begin(), split.train.end());
  all.insert(split.test.begin(), split.test.end());
  EXPECT_EQ(all.size(), size);
  EXPECT_EQ(split.train.size() + split.test.size(), size);
  EXPECT_TRUE(std::is_sorted(split.train.begin(), split.train.end()));
  EXPECT_TRUE(std::is_sorted(split.test.begin(), split.test.end()));
}

TEST(FoldSplits, TestEveryRecordOnceAndSpreadClassesEvenly) {
  const Records data = classes_of({20, 13, 6, 1});
  const auto splits = fold_splits(data, 5, 3);
  ASSERT_EQ(splits.size(), 5U);
  std::vector<int> tested(data.size(), 0);
  for (const Split& split : splits) {
    expect_partition(split, 40);
    EXPECT_EQ(split.test.size(), 8U);
    for (const std::size_t i : split.test) ++tested[i];
    auto counts = count_labels(data, split.test);
    EXPECT_EQ(counts["c0"], 4U);
    EXPECT_GE(counts["c1"], 2U);
    EXPECT_LE(counts["c1"], 3U);
  }
  EXPECT_THAT(tested, Each(1));  // the only record of c3, too
}

TEST(FoldSplits, LeaveOutRecordsWithoutALabel) {
  const Records data = records({"a", "", "b", "a", "", "b"});
  for (const Split& split : fold_splits(data, 2, 0)) {
    EXPECT_EQ(split.train.size(), 2U);
    EXPECT_EQ(split.test.size(), 2U);
    for (const std::size_t i : split.test) EXPECT_FALSE(data.labels_of(i).empty());
    for (const std::size_t i : split.train) EXPECT_FALSE(data.labels_of(i).empty());
  }
}

TEST(FoldSplits, AreThoseOfTheSeed) {
  const Records data = classes_of({20, 20});
  EXPECT_TRUE(fold_splits(data, 4, 7) == fold_splits(data, 4, 7));
  EXPECT_FALSE(fold_splits(data, 4, 7) == fold_splits(data, 4, 8));
}

TEST(FoldSplits, NeedARecordForEveryFold) {
  expect_error(
      [] {
        fold_splits(records({"a", "b", "a"}), 4, 0);
      },
      ErrorKind::input, "too few records");
}

TEST(FractionSplits, HaveExactSizesAndKeepTheSharesOfClasses) {
  const Records data = classes_of({50, 30, 7, 3});
  const auto splits = fraction_splits(data, 0.7, 6, 1);
  ASSERT_EQ(splits.size(), 6U);
  for (const Split& split : splits) {
    expect_partition(split, 90);
    EXPECT_EQ(split.train.size(), 63U);
    auto counts = count_labels(data, split.train);
    EXPECT_NEAR(static_cast<double>(counts["c0"]), 35, 1);
    EXPECT_NEAR(static_cast<double>(counts["c1"]), 21, 1);
    EXPECT_NEAR(static_cast<double>(counts["c2"]), 4.9, 1);
  }
}

TEST(FractionSplits, DifferFromRepeatToRepeatAndFollowTheSeed) {
  const Records data = classes_of({20, 20});
  const auto splits = fraction_splits(data, 0.5, 3, 5);
  EXPECT_FALSE(splits[0] == splits[1]);
  EXPECT_FALSE(splits[1] == splits[2]);
  EXPECT_TRUE(splits == fraction_splits(data, 0.5, 3, 5));
  EXPECT_FALSE(splits == fraction_splits(data, 0.5, 3, 6));
}

TEST(FractionSplits, HoldOutOtherSmallClassesEachTime) {
  // Ten classes of one record: half of them train, but not always the same half.
  const Records data = classes_of(std::vector<std::size_t>(10, 1));
  std::set<std::size_t> tested;
  for (const Split& split : fraction_splits(data, 0.5, 20, 0)) {
    EXPECT_EQ(split.train.size(), 5U);
    tested.insert(split.test.begin(), split.test.end());
  }
  EXPECT_EQ(tested.size(), 10U);
}

TEST(FractionSplits, MustLeaveSomethingOnBothSides) {
  for (const double fraction : {0.01, 0.99}) {
    expect_error(
        [&] {
          fraction_splits(records({"a", "b"}), fraction, 1, 0);
        },
        ErrorKind::input, "too few records");
  }
}

TEST(PerClassSplits, TakeThatManyOfEachClassOrAll) {
  const Records data = classes_of({10, 5, 2});
  for (const Split& split : per_class_splits(data, 3, 4, 2)) {
    expect_partition(split, 17);
    const auto counts = count_labels(data, split.train);
    EXPECT_EQ(counts.at("c0"), 3U);
    EXPECT_EQ(counts.at("c1"), 3U);
    EXPECT_EQ(counts.at("c2"), 2U);
  }
}

TEST(PerClassSplits, CountARecordOfSeveralLabelsForOne) {
  // Twelve records of both classes: six train, whichever they count for.
  const Records data = records(Words(12, "a,b"));
  for (const Split& split : per_class_splits(data, 3, 5, 0)) {
    EXPECT_EQ(split.train.size(), 6U);
    expect_partition(split, 12);
  }
}

TEST(PerClassSplits, DifferFromRepeatToRepeatAndFollowTheSeed) {
  const Records data = classes_of({20, 20});
  const auto splits = per_class_splits(data, 4, 2, 9);
  EXPECT_FALSE(splits[0] == splits[1]);
  EXPECT_TRUE(splits == per_class_splits(data, 4, 2, 9));
}

TEST(PerClassSplits, MustLeaveSomethingToTest) {
  expect_error(
      [] {
        per_class_splits(records({"a", "b", "a"}), 2, 1, 0);
      },
      ErrorKind::input, "leave 3 to train on and 0 to test on");
}

}  // namespace
}  // namespace clade::detail::test
