#include "data/record_subset.h"

#include <gmock/gmock.h>

#include "tests/data/support.h"

namespace clade::detail::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

using Indices = std::vector<std::size_t>;

Records five_texts() {
  return read_text("jsonl",
                   "{\"id\":\"p\",\"labels\":[\"A\"],\"text\":\"red green\",\"weight\":1}\n"
                   "{\"id\":\"q\",\"labels\":[\"B\",\"A\"],\"text\":\"blue\",\"weight\":2}\n"
                   "{\"id\":\"r\",\"text\":\"grey\",\"weight\":3}\n"
                   "{\"id\":\"s\",\"labels\":[\"C\"],\"text\":\"green blue\",\"weight\":4}\n"
                   "{\"id\":\"t\",\"labels\":[\"B\"],\"features\":{\"red\":2},\"weight\":5}\n");
}

std::vector<std::string> names_of(const FeatureNames& names) {
  std::vector<std::string> result;
  for (std::size_t i = 0; i < names.size(); ++i) {
    result.push_back(names.mark(i) + std::string("/") + std::string(names.name(i)));
  }
  return result;
}

std::vector<std::string> label_names_of(const Records& records) {
  std::vector<std::string> result;
  for (const LabelName& label : records.label_names) result.push_back(label.name);
  return result;
}

TEST(RecordSubset, KeepsRecordsInTheGivenOrder) {
  const Records part = subset(five_texts(), Indices{3, 1});
  EXPECT_THAT(shown_by_name(part), ElementsAre("s [C] t/green:1 t/blue:1", "q [B],[A] t/blue:1"));
  EXPECT_THAT(part.weights, ElementsAre(4, 2));
  EXPECT_TRUE(part.has_text);
}

TEST(RecordSubset, KnowsOnlyTheLabelsAndNamesOfItsRecords) {
  const Records part = subset(five_texts(), Indices{4, 3});
  EXPECT_THAT(label_names_of(part), ElementsAre("B", "C"));
  EXPECT_THAT(names_of(part.names), ElementsAre("t/green", "t/blue", "f/red"));
}

TEST(RecordSubset, OfAllRecordsIsTheSame) {
  const Records all = five_texts();
  const Records same = subset(all, Indices{0, 1, 2, 3, 4});
  EXPECT_EQ(shown_by_name(same), shown_by_name(all));
  EXPECT_EQ(names_of(same.names), names_of(all.names));
  EXPECT_EQ(label_names_of(same), label_names_of(all));
  EXPECT_EQ(same.weights, all.weights);
}

TEST(RecordSubset, KeepsNumbersInDoublePrecision) {
  const Records part = subset(read_svm_text("A 1:0.1 7:2\nB 3:1\nA,B 2:0.3\n"), Indices{2, 0});
  EXPECT_TRUE(std::holds_alternative<SparseRows<double>>(part.rows));
  EXPECT_THAT(shown(part), ElementsAre("A,B 2:0.3", "A 1:0.1 7:2"));
  EXPECT_THAT(part.weights, IsEmpty());
}

TEST(RecordSubset, MayBeEmpty) {
  const Records part = subset(five_texts(), Indices{});
  EXPECT_EQ(part.size(), 0U);
  EXPECT_THAT(part.label_names, IsEmpty());
  EXPECT_TRUE(part.names.empty());
}

TEST(UseNames, DropsAndCountsUnknownNames) {
  const Records all = five_texts();
  const Records known = subset(all, Indices{3, 4});  // green, blue, feature red
  Records others = subset(all, Indices{0, 2, 1});
  use_names(others, known.names);
  // The word red is not the feature red.
  EXPECT_THAT(shown_by_name(others), ElementsAre("p [A] t/green:1", "r", "q [B],[A] t/blue:1"));
  EXPECT_EQ(others.unknown_features, 2U);
  EXPECT_EQ(names_of(others.names), names_of(known.names));
}

TEST(UseNames, LeavesNumberedFeaturesAlone) {
  Records records = read_svm_text("A 1:0.5 9:2\nB 3:1\n");
  use_names(records, five_texts().names);
  EXPECT_THAT(shown(records), ElementsAre("A 1:0.5 9:2", "B 3:1"));
  EXPECT_EQ(records.unknown_features, 0U);
}

TEST(UseNames, KeepsRowsSorted) {
  const Records known = read_text("jsonl",
                                  "{\"labels\":[\"A\"],\"text\":\"blue\"}\n"
                                  "{\"labels\":[\"A\"],\"text\":\"green red\"}\n");
  Records others = read_text("jsonl", "{\"labels\":[\"A\"],\"text\":\"red green blue\"}\n");
  use_names(others, known.names);
  EXPECT_THAT(shown_by_name(others), ElementsAre("0 [A] t/blue:1 t/green:1 t/red:1"));
}

}  // namespace
}  // namespace clade::detail::testing
