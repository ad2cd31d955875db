#include "data/merge_copies.h"

#include <fmt/format.h>
#include <gmock/gmock.h>

#include <limits>

#include "tests/data/support.h"

namespace clade::detail::testing {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::UnorderedElementsAre;

Records read_svm(const std::string& text) { return read_text("svm", text); }

// Every record as "weight [labels] features".
std::vector<std::string> shown(const Records& records) {
  std::vector<std::string> result;
  const std::vector<std::string> contents = shown_by_name(records);
  for (std::size_t i = 0; i < records.size(); ++i) {
    const double weight = records.weights.empty() ? 1 : records.weights[i];
    result.push_back(fmt::format("{}{}", weight, contents[i].substr(contents[i].find(' '))));
  }
  return result;
}

TEST(MergeCopies, LeavesWhatHasNoneAsItIs) {
  Records records = read_svm("b 1:1\na 1:1\na 2:1\nc 1:1 2:1\n");
  EXPECT_EQ(merge_copies(records), 0U);
  EXPECT_THAT(shown_by_name(records),
              ElementsAre("0 [b] 1:1", "1 [a] 1:1", "2 [a] 2:1", "3 [c] 1:1 2:1"));
  EXPECT_THAT(records.ids, IsEmpty());
  EXPECT_THAT(records.weights, IsEmpty());
  records.weights.assign(4, 1.0);
  EXPECT_EQ(merge_copies(records), 0U);
  EXPECT_THAT(records.ids, IsEmpty());
}

TEST(MergeCopies, SumsTheWeightsOfCopies) {
  Records records = read_svm("a 1:1\nb 2:1\na 1:1\na 1:1\na 2:1\n");
  EXPECT_EQ(merge_copies(records), 2U);
  EXPECT_THAT(shown(records), UnorderedElementsAre("3 [a] 1:1", "1 [b] 2:1", "1 [a] 2:1"));
  EXPECT_THAT(records.ids, UnorderedElementsAre("0", "1", "4"));  // where the first stood
}

TEST(MergeCopies, LeavesFewCopiesUnlessThereAreWeights) {
  std::string text;
  for (int i = 0; i < 18; ++i) text += "a 1:" + std::to_string(i + 1) + "\n";
  Records tenth = read_svm(text + "a 1:1\na 1:2\n"), fewer = read_svm(text + "a 1:1\n");
  EXPECT_EQ(merge_copies(tenth), 2U);
  EXPECT_EQ(merge_copies(fewer), 0U);
  EXPECT_EQ(fewer.size(), 19U);
  EXPECT_THAT(fewer.ids, IsEmpty());
  fewer.weights.assign(19, 2.0);
  EXPECT_EQ(merge_copies(fewer), 1U);
  EXPECT_EQ(fewer.size(), 18U);
}

TEST(MergeCopies, SumsGivenWeights) {
  Records records = read_svm("a 1:1\nb 2:1\na 1:1\n");
  records.weights = {0.5, 2, 0.25};
  EXPECT_EQ(merge_copies(records), 1U);
  EXPECT_THAT(shown(records), UnorderedElementsAre("0.75 [a] 1:1", "2 [b] 2:1"));
}

TEST(MergeCopies, WeightsAndCopiesAreTheSameInAnyOrder) {
  Records copies = read_svm("a 1:1\na 1:1\nb 2:1\nc 3:1\nc 3:1\nc 3:1\na,b 1:1\na,b 1:1\n");
  Records weights = read_svm("c 3:1\na,b 1:1\nb 2:1\na 1:1\n");
  weights.weights = {3, 2, 1, 2};
  EXPECT_EQ(merge_copies(copies), 4U);
  EXPECT_EQ(merge_copies(weights), 0U);
  EXPECT_EQ(shown(copies), shown(weights));
  EXPECT_THAT(shown(copies),
              UnorderedElementsAre("2 [a] 1:1", "2 [a],[b] 1:1", "1 [b] 2:1", "3 [c] 3:1"));
}

TEST(MergeCopies, TellsValuesApartThatAFingerprintDoesNot) {
  ReadOptions options;
  options.precision = Precision::double_;
  Records records = read_text("jsonl",
                              "{\"labels\":[\"a\"],\"features\":{\"x\":1,\"y\":2}}\n"
                              "{\"labels\":[\"a\"],\"features\":{\"x\":1.000000001,\"y\":2}}\n"
                              "{\"labels\":[\"a\"],\"features\":{\"x\":1,\"y\":2}}\n",
                              options);
  EXPECT_EQ(merge_copies(records), 1U);
  EXPECT_EQ(records.size(), 2U);
}

TEST(MergeCopies, AMissingValueIsEqualToItself) {
  Records records = read_svm("a 1:1\na 1:1\na 1:1\nb 2:1\n");
  auto& rows = std::get<SparseRows<float>>(records.rows);
  rows.mutable_row(0)[0].value = std::numeric_limits<float>::quiet_NaN();
  rows.mutable_row(2)[0].value = std::numeric_limits<float>::quiet_NaN();
  EXPECT_EQ(merge_copies(records), 1U);
  EXPECT_EQ(records.size(), 3U);
}

TEST(MergeCopies, LeavesTextsAsTheyAre) {
  Records records = read_text("jsonl",
                              "{\"labels\":[\"a\"],\"text\":\"red\"}\n"
                              "{\"labels\":[\"a\"],\"text\":\"red\"}\n");
  EXPECT_EQ(merge_copies(records), 0U);
  EXPECT_EQ(records.size(), 2U);
}

TEST(MergeCopies, LeavesVeryManyDifferentOnesAsTheyAre) {
  std::string different, copies;
  for (int i = 0; i < 16'001; ++i) different += "a 1:" + std::to_string(i + 1) + "\n";
  for (int i = 0; i < 32'000; ++i) copies += "a 1:" + std::to_string(i / 2 + 1) + "\n";
  Records many = read_svm(different + "a 1:1\n"), twice = read_svm(copies);
  EXPECT_EQ(merge_copies(many), 0U);
  EXPECT_EQ(many.size(), 16'002U);
  EXPECT_EQ(merge_copies(twice), 16'000U);
}

}  // namespace
}  // namespace clade::detail::testing
