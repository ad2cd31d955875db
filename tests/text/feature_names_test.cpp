#include "data/feature_names.h"

#include <gtest/gtest.h>

#include <array>
#include <map>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "data/term_table.h"
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

TEST(FeatureNames, TellsARunByItsParts) {
  FeatureNames names;
  const auto a = names.add(term, "a"), b = names.add(term, "b");
  const auto pair = names.add_run(a, b);
  EXPECT_EQ(pair, FeatureNames::first_index + 2);
  EXPECT_EQ(names.name(2), "a b");
  EXPECT_EQ(names.mark(2), term);
  EXPECT_EQ(names.add_run(a, b), pair);
  const auto triple = names.add_run(pair, a);
  EXPECT_EQ(names.name(triple - FeatureNames::first_index), "a b a");
  EXPECT_NE(names.add_run(b, a), pair);
  EXPECT_EQ(names.size(), 5U);
}

TEST(FeatureNames, FindsARunByItsLettersHoweverItCame) {
  FeatureNames names;
  const auto lettered = names.add(term, "x y");
  const auto x = names.add(term, "x"), y = names.add(term, "y");
  EXPECT_EQ(names.add_run(x, y), lettered);
  EXPECT_EQ(names.add_run(x, y), lettered);
  const auto run = names.add_run(y, x);
  EXPECT_EQ(names.add(term, "y x"), run);
  EXPECT_EQ(names.find(term, "y x"), run);
  EXPECT_EQ(names.find(term, "x y"), lettered);
  const auto longer = names.add_run(run, y);
  EXPECT_EQ(names.find(term, "y x y"), longer);
  EXPECT_EQ(names.find(term, "y y"), FeatureNames::unknown);
  EXPECT_EQ(names.find(term, "y  x"), FeatureNames::unknown);
  EXPECT_EQ(names.find(term, "z x"), FeatureNames::unknown);
  EXPECT_EQ(names.find(feature, "y x"), FeatureNames::unknown);
  EXPECT_NE(names.add(feature, "y x"), run);
  const FeatureNames copy = names;
  EXPECT_EQ(copy.find(term, "y x y"), longer);
}

TEST(FeatureNames, TakesRunsOfAnotherSetInItsOrder) {
  FeatureNames first, second;
  const auto add_words = [](FeatureNames& names, const std::vector<std::string>& words) {
    std::uint32_t before = FeatureNames::unknown;
    for (const std::string& word : words) {
      const std::uint32_t index = names.add(term, word);
      if (before != FeatureNames::unknown) names.add_run(before, index);
      before = index;
    }
  };
  add_words(first, {"to", "be", "or", "not"});
  add_words(second, {"not", "to", "be", "here", std::string(300, 'w'), "be"});
  FeatureNames all;
  static_cast<void>(all.add_all(first));
  const std::vector<std::uint32_t> indices = all.add_all(second);
  FeatureNames by_letters;
  for (const FeatureNames* names : {&first, &second}) {
    for (std::size_t n = 0; n < names->size(); ++n) by_letters.add(term, names->name(n));
  }
  ASSERT_EQ(all.size(), by_letters.size());
  for (std::size_t n = 0; n < all.size(); ++n) EXPECT_EQ(all.name(n), by_letters.name(n));
  for (std::size_t n = 0; n < second.size(); ++n) {
    EXPECT_EQ(all.name(indices[n] - FeatureNames::first_index), second.name(n));
  }
}

TEST(FeatureNames, TakesChosenNamesOfAnotherSet) {
  FeatureNames names;
  const auto a = names.add(term, "a"), b = names.add(term, "b");
  names.add_run(a, b);
  names.add_run(b, a);
  FeatureNames chosen;
  const auto indices = chosen.add_chosen(names, {true, false, true, false});
  EXPECT_EQ(indices,
            (std::vector<std::uint32_t>{FeatureNames::first_index, FeatureNames::unknown,
                                        FeatureNames::first_index + 1, FeatureNames::unknown}));
  EXPECT_EQ(chosen.find(term, "a b"), FeatureNames::first_index + 1);
  EXPECT_EQ(chosen.find(term, "b a"), FeatureNames::unknown);
}

TEST(TermTable, TellsTermsApartWhateverTheirLength) {
  std::vector<std::string> terms{std::string(), std::string("a\0", 2), std::string("\0", 1)};
  for (std::size_t size = 1; size <= 20; ++size) {
    terms.emplace_back(size, 'a');
    terms.push_back(std::string(size - 1, 'a') + "b");
    terms.push_back("b" + std::string(size, 'a'));
  }
  for (int i = 0; i < 5000; ++i) terms.push_back("w" + std::to_string(i) + "*");
  std::map<std::string, std::uint32_t> expected;
  TermTable table;
  for (int round = 0; round < 2; ++round) {
    for (const std::string& one : terms) {
      const auto next = static_cast<std::uint32_t>(expected.size());
      const std::uint32_t wanted = expected.try_emplace(one, next).first->second;
      const TermKey key = TermKey::of(one);
      const auto is_same = [&](std::uint32_t number) { return expected.at(one) == number; };
      ASSERT_EQ(table.add(key, key.hash(), next, is_same), wanted) << one;
    }
  }
}

TEST(TermKey, IsTheSameWithPadding) {
  for (std::size_t size = 0; size <= 20; ++size) {
    const std::string letters = std::string("abcdefghijklmnopqrst").substr(0, size);
    const std::string padded = letters + std::string(16, '#');
    const TermKey key = TermKey::of(letters);
    const TermKey other = TermKey::of_padded(std::string_view(padded).substr(0, size));
    EXPECT_EQ(key.first, other.first);
    EXPECT_EQ(key.next, other.next);
    EXPECT_EQ(key.is_long, other.is_long);
    EXPECT_EQ(key.is_long, size == 0 || size > TermKey::most_letters);
    std::array<char, TermKey::padding> out;
    if (!key.is_long) {
      EXPECT_EQ(key.letters(out), letters);
    }
  }
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
