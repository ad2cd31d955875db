#include "kernel/subsequence.h"

#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <limits>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/random.h"
#include "clade/error.h"

namespace clade::detail {
namespace {

using Word = std::vector<std::uint32_t>;

Word word(const std::string& text) { return {text.begin(), text.end()}; }

// phi_u(s) for every u, one occurrence after the other.
std::map<Word, double> occurrences(const Word& s, std::size_t length, double decay) {
  std::map<Word, double> phi;
  for (std::size_t chosen = 0; chosen < (std::size_t{1} << s.size()); ++chosen) {
    Word letters;
    std::size_t first = s.size(), last = 0;
    for (std::size_t k = 0; k < s.size(); ++k) {
      if ((chosen >> k & 1) == 0) continue;
      letters.push_back(s[k]);
      first = std::min(first, k);
      last = k;
    }
    if (letters.size() != length) continue;
    phi[letters] += std::pow(decay, static_cast<double>(last - first + 1));
  }
  return phi;
}

double by_enumeration(const Word& s, const Word& t, std::size_t length, double decay) {
  const auto of_s = occurrences(s, length, decay), of_t = occurrences(t, length, decay);
  double sum = 0;
  for (const auto& [letters, weight] : of_s) {
    const auto found = of_t.find(letters);
    if (found != of_t.end()) sum += weight * found->second;
  }
  return sum;
}

Word random_word(Random& random, std::size_t longest, std::uint64_t alphabet) {
  Word letters(random.below(longest + 1));
  for (auto& letter : letters) letter = static_cast<std::uint32_t>(random.below(alphabet));
  return letters;
}

TEST(SubsequenceKernel, AgreesWithTheGoldenMatrices) {
  const auto folder = std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden/kernel/a-subsequence";
  std::vector<Word> strings;
  std::ifstream lines(folder / "strings.txt");
  for (std::string line; std::getline(lines, line);) strings.push_back(word(line));
  ASSERT_EQ(strings.size(), 6U);
  const auto golden = nlohmann::json::parse(std::ifstream(folder / "case.json"));
  const auto& matrices = golden["expected"]["matrices"];
  ASSERT_GT(matrices.size(), 0U);
  for (const auto& matrix : matrices) {
    SubsequenceKernel kernel(matrix["length"], matrix["decay"]);
    for (std::size_t i = 0; i < strings.size(); ++i) {
      for (std::size_t j = 0; j < strings.size(); ++j) {
        const double raw = matrix["raw"][i][j], normalised = matrix["normalized"][i][j];
        EXPECT_NEAR(kernel(strings[i], strings[j]), raw, 1e-10 * std::max(1.0, raw));
        EXPECT_NEAR(kernel.normalised(strings[i], strings[j]), normalised, 1e-10);
      }
    }
  }
}

TEST(SubsequenceKernel, AgreesWithEnumerationOnRandomStrings) {
  Random random(1);
  int positive = 0;
  for (int trial = 0; trial < 1000; ++trial) {
    const std::size_t length = 1 + random.below(5);
    const double decay = trial % 10 == 0 ? 1 : 0.05 + 0.95 * random.uniform();
    const std::uint64_t alphabet = 1 + random.below(4);
    const Word s = random_word(random, 11, alphabet), t = random_word(random, 11, alphabet);
    const double expected = by_enumeration(s, t, length, decay);
    SubsequenceKernel kernel(length, decay);
    EXPECT_NEAR(kernel(s, t), expected, 1e-10 * expected) << "trial " << trial;
    positive += expected > 0 ? 1 : 0;
  }
  EXPECT_GT(positive, 400);
}

// Longer than any vector, where enumeration would take too long: one letter, no gaps' factors.
TEST(SubsequenceKernel, CountsPairsOfOccurrencesWithoutDecay) {
  const Word s(100, 7), t(37, 7);
  EXPECT_DOUBLE_EQ(SubsequenceKernel(1, 1)(s, t), 100 * 37);
  EXPECT_DOUBLE_EQ(SubsequenceKernel(2, 1)(s, t), (100 * 99 / 2) * (37 * 36 / 2));
  EXPECT_DOUBLE_EQ(SubsequenceKernel(37, 0.5)(t, t), std::pow(0.5, 74));
}

TEST(SubsequenceKernel, ALongGapCostsOneFactorForEachPosition) {
  Word s(200, 1);
  s.front() = 5;
  s.back() = 6;
  const Word t{5, 6};
  EXPECT_NEAR(SubsequenceKernel(2, 0.9)(s, t) / std::pow(0.9, 202), 1, 1e-12);
}

TEST(SubsequenceKernel, IsExactlySymmetric) {
  Random random(2);
  SubsequenceKernel kernel(3, 0.7);
  for (int trial = 0; trial < 50; ++trial) {
    Word s = random_word(random, 60, 3), t = random_word(random, 60, 3);
    if (trial % 2 == 0) t.resize(s.size(), 1);
    EXPECT_EQ(kernel(s, t), kernel(t, s));
  }
}

TEST(SubsequenceKernel, KeepsNothingFromTheCallBefore) {
  SubsequenceKernel kernel(2, 0.5);
  const Word s = word("abcabcabcabcabcabc"), t = word("ab");
  const double alone = SubsequenceKernel(2, 0.5)(t, t);
  kernel(s, s);
  EXPECT_EQ(kernel(t, t), alone);
  EXPECT_EQ(alone, 0.0625);
}

TEST(SubsequenceKernel, IsZeroForAStringShorterThanItsLength) {
  SubsequenceKernel kernel(3, 0.5);
  const Word none, two = word("ab"), three = word("aba");
  EXPECT_EQ(kernel(two, three), 0);
  EXPECT_EQ(kernel(none, three), 0);
  EXPECT_EQ(kernel(none, none), 0);
  EXPECT_EQ(kernel.normalised(two, two), 0);
  EXPECT_EQ(kernel.normalised(none, three), 0);
  EXPECT_EQ(kernel.normalised(three, three), 1);
}

TEST(SubsequenceKernel, TellsAllLettersApart) {
  SubsequenceKernel kernel(1, 1);
  const std::uint32_t largest = std::numeric_limits<std::uint32_t>::max();
  EXPECT_EQ(kernel(Word{0}, Word{largest}), 0);
  EXPECT_EQ(kernel(Word{largest - 1}, Word{largest}), 0);
  EXPECT_EQ(kernel(Word{largest}, Word{largest}), 1);
  EXPECT_EQ(kernel(Word{0}, Word{0}), 1);
}

TEST(SubsequenceKernel, NormalisesWhereTheRawValueIsTooSmallForANumber) {
  SubsequenceKernel kernel(150, 0.001);
  Word s(160, 1), t(160, 1);
  t[0] = 2;
  EXPECT_EQ(kernel(s, t), 0);
  EXPECT_GT(kernel.normalised(s, t), 0.9);
  EXPECT_NEAR(kernel.normalised(s, s), 1, 1e-12);
}

TEST(SubsequenceKernel, RefusesValuesBeyondTheRangeOfNumbers) {
  const Word s(600, 1);
  SubsequenceKernel kernel(300, 1);
  try {
    kernel(s, s);
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::input);
    EXPECT_NE(std::string(error.what()).find("600"), std::string::npos) << error.what();
  }
}

TEST(SubsequenceKernel, RefusesLengthsAndDecaysThatMakeNoSense) {
  for (const double decay : {0.0, -0.5, 1.01, std::nan("")}) {
    EXPECT_THROW(SubsequenceKernel(2, decay), Error) << decay;
  }
  EXPECT_THROW(SubsequenceKernel(0, 0.5), Error);
  EXPECT_NO_THROW(SubsequenceKernel(1, 1));
}

}  // namespace
}  // namespace clade::detail
