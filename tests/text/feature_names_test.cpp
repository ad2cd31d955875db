#include "data/feature_names.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

#include "data/text_analyzer.h"
#include "text/feature_table.h"

namespace clade::detail {
namespace {

constexpr char term = FeatureNames::term_mark;
constexpr char feature = FeatureNames::feature_mark;

TEST(FeatureNames, NumbersNamesInOrderOfAppearance) {
  FeatureNames names;
  EXPECT_TRUE(names.empty());
  EXPECT_EQ(names.find(term, "a"), FeatureNames::unknown);
  EXPECT_EQ(names.add(term, "a"), FeatureNames::first_index);
  EXPECT_EQ(names.add(term, "b"), FeatureNames::first_index + 1);
  EXPECT_EQ(names.add(term, "a"), FeatureNames::first_index);
  EXPECT_EQ(names.find(term, "b"), FeatureNames::first_index + 1);
  EXPECT_EQ(names.find(term, "c"), FeatureNames::unknown);
  EXPECT_EQ(names.size(), 2U);
  EXPECT_EQ(names.name(1), "b");
}

TEST(FeatureNames, KeepsATermApartFromAFeatureOfTheSameSpelling) {
  FeatureNames names;
  const auto word = names.add(term, "colour");
  const auto number = names.add(feature, "colour");
  EXPECT_NE(word, number);
  EXPECT_EQ(names.mark(0), term);
  EXPECT_EQ(names.mark(1), feature);
  EXPECT_EQ(names.find(term, "colour"), word);
  EXPECT_EQ(names.find(feature, "colour"), number);
  EXPECT_EQ(names.find(feature, "tcolour"), FeatureNames::unknown);
}

TEST(FeatureNames, TakesAnyBytes) {
  FeatureNames names;
  const std::string zeros("\0\0", 2);
  const std::string odd[] = {"",    std::string("\0", 1),  zeros, "\xff",
                             "a b", std::string(5000, 'x')};
  for (const std::string& name : odd) names.add(feature, name);
  ASSERT_EQ(names.size(), std::size(odd));
  for (std::size_t i = 0; i < std::size(odd); ++i) {
    EXPECT_EQ(names.name(i), odd[i]);
    EXPECT_EQ(names.find(feature, odd[i]), FeatureNames::first_index + i);
  }
}

TEST(FeatureNames, FindsEachOfVeryManyNames) {
  FeatureNames names;
  constexpr std::uint32_t many = 300'000;
  const auto name = [](std::uint32_t i) { return std::to_string(i * 7919U) + "w"; };
  for (std::uint32_t i = 0; i < many; ++i) {
    ASSERT_EQ(names.add(term, name(i)), FeatureNames::first_index + i);
  }
  for (std::uint32_t i = 0; i < many; ++i) {
    ASSERT_EQ(names.find(term, name(i)), FeatureNames::first_index + i);
    ASSERT_EQ(names.name(i), name(i));
  }
  EXPECT_EQ(names.find(term, "1w"), FeatureNames::unknown);
  const FeatureNames copy = names;
  EXPECT_EQ(copy.find(term, name(17)), FeatureNames::first_index + 17);
}

// The numbers come from another implementation, which works on single bytes.
TEST(TermHash, IsTheSameOnEveryMachine) {
  EXPECT_EQ(term_hash(""), 0x4e17cf67001b3979U);
  EXPECT_EQ(term_hash("a"), 0x3299e74c069403dcU);
  EXPECT_EQ(term_hash("word"), 0xf459cb339248ab39U);
  EXPECT_EQ(term_hash("a term of several words"), 0x438334b2258dc721U);
}

TEST(TermHash, TellsNearWordsApart) {
  std::set<std::uint64_t> full;
  std::set<std::uint64_t> low;
  for (int length = 1; length <= 40; ++length) {
    for (int place = 0; place < length; ++place) {
      for (const char c : {'b', 'c', '\0'}) {
        std::string word(static_cast<std::size_t>(length), 'a');
        word[static_cast<std::size_t>(place)] = c;
        full.insert(term_hash(word));
        low.insert(term_hash(word) & 0xfffff);
      }
    }
  }
  EXPECT_EQ(full.size(), 3U * 820U);
  EXPECT_GT(low.size(), 3U * 820U - 12U);  // about three collisions are expected
}

TEST(HashedTerms, LieAboveNamesAndBelowUnknown) {
  for (const int bits : {8, 20, 30}) {
    for (int i = 0; i < 1000; ++i) {
      const std::uint32_t index = hashed_term_index(std::to_string(i), bits);
      ASSERT_GE(index, first_hashed_index);
      ASSERT_LT(index - first_hashed_index, std::uint32_t{1} << bits);
    }
  }
  EXPECT_EQ(first_hashed_index, FeatureNames::first_index + FeatureNames::max_size);
  EXPECT_LT(first_hashed_index + ((std::uint32_t{1} << 30) - 1), FeatureNames::unknown);
}

TEST(FeatureTable, NumbersIndicesInOrderOfAppearance) {
  FeatureTable table;
  EXPECT_EQ(table.find(1), FeatureTable::none);
  for (std::uint32_t i = 0; i < 10'000; ++i) ASSERT_EQ(table.add(i * 4'000'000'007U), i);
  for (std::uint32_t i = 0; i < 10'000; ++i) {
    ASSERT_EQ(table.add(i * 4'000'000'007U), i);
    ASSERT_EQ(table.find(i * 4'000'000'007U), i);
  }
  EXPECT_EQ(table.size(), 10'000U);
  EXPECT_EQ(table.find(1), FeatureTable::none);
}

}  // namespace
}  // namespace clade::detail
