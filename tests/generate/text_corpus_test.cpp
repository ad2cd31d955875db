#include "generate/text_corpus.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>
#include <string>
#include <vector>

#include "generate/text_words.h"

namespace clade::detail {
namespace {

TextShape small_shape() { return {{3, 6, 20}, 500, 2000, 50, 0.2, 0.3, 30, 0.6}; }

TEST(MadeUpWord, IsDifferentForEveryNumberAndShortForSmallOnes) {
  std::set<std::string> words;
  std::size_t longest = 0;
  for (std::uint64_t k = 0; k < 100'000; ++k) {
    const std::string word = made_up_word(k);
    ASSERT_TRUE(words.insert(word).second) << word;
    ASSERT_EQ(word.find_first_not_of("abcdefghijklmnopqrstuvwxyz"), std::string::npos) << word;
    ASSERT_GE(word.size(), longest) << word;
    longest = word.size();
  }
  EXPECT_EQ(made_up_word(0).size(), 3U);
  EXPECT_EQ(longest, 7U);
  EXPECT_FALSE(made_up_word(~std::uint64_t{0}).empty());
}

TEST(MadeUpName, IsDifferentForEveryNumberOfTheSameCount) {
  for (const std::uint64_t count : {1U, 16'900U, 16'901U, 40'000U}) {
    std::set<std::string> names;
    for (std::uint64_t k = 0; k < count; ++k) names.insert(made_up_name(k, count));
    EXPECT_EQ(names.size(), count);
    EXPECT_EQ(names.begin()->size(), count <= 16'900 ? 5U : 7U);
    EXPECT_TRUE(names.begin()->front() >= 'A' && names.begin()->front() <= 'Z');
  }
}

TEST(AliasTable, DrawsByWeight) {
  const std::vector<double> weights{5, 1, 0.5, 3, 0.5};
  const AliasTable table(weights);
  Random random(1);
  std::vector<double> counts(5, 0.0);
  for (int k = 0; k < 100'000; ++k) ++counts.at(table.draw(random));
  for (std::size_t k = 0; k < 5; ++k) EXPECT_NEAR(counts[k] / 1e5, weights[k] / 10, 0.006) << k;
}

TEST(AliasTable, OfZipfFallsAsTheRankToTheExponent) {
  const AliasTable table = AliasTable::zipf(50, 1.5);
  Random random(2);
  std::vector<double> counts(50, 0.0);
  for (int k = 0; k < 200'000; ++k) ++counts.at(table.draw(random));
  EXPECT_NEAR(counts[0] / counts[3], 8, 0.5);
  EXPECT_NEAR(counts[0] / counts[8], 27, 3);
  EXPECT_EQ(AliasTable::zipf(1, 1).draw(random), 0U);
}

TEST(LevelTree, HasTheLevelsAskedForAndEveryInnerNodeAChild) {
  Random random(3);
  const LevelTree tree(std::vector<std::size_t>{5, 5, 40, 200}, random);
  ASSERT_EQ(tree.size(), 251U);
  EXPECT_EQ(tree.leaves(), 200U);
  EXPECT_EQ(tree.first_leaf(), 51U);
  std::vector<std::size_t> children(tree.size(), 0), level(tree.size(), 0), sizes(5, 0);
  for (std::size_t node = 1; node < tree.size(); ++node) {
    ASSERT_LT(tree.parent(node), node);
    ++children[tree.parent(node)];
    level[node] = level[tree.parent(node)] + 1;
    ++sizes.at(level[node]);
  }
  EXPECT_EQ(sizes, (std::vector<std::size_t>{0, 5, 5, 40, 200}));
  for (std::size_t node = 0; node < tree.first_leaf(); ++node) EXPECT_GE(children[node], 1U);
  EXPECT_GE(*std::max_element(children.begin() + 11, children.end()), 10U) << "mean is 5";
}

TEST(TextCorpus, WordsAreTheLeavesOwnWhereTheShareIsOne) {
  TextShape shape = small_shape();
  shape.leaf_share = 1;
  shape.ancestor_share = 0;
  const TextCorpus corpus(shape, 4);
  std::map<std::size_t, std::set<WordId>> used;
  std::vector<WordId> words;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    corpus.draw(i, words);
    used[corpus.leaf(i)].insert(words.begin(), words.end());
  }
  for (const auto& [leaf, own] : used) EXPECT_LE(own.size(), shape.topic_words) << leaf;
}

// All words come from the two ancestors, ten each: so the children of one parent share them all.
TEST(TextCorpus, ChildrenInheritTheWordsOfTheirParents) {
  TextShape shape = small_shape();
  shape.leaf_share = 0;
  shape.ancestor_share = 1;
  shape.topic_words = 10;
  const TextCorpus corpus(shape, 4);
  std::map<std::size_t, std::set<WordId>> by_leaf, by_parent;
  std::vector<WordId> words;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    corpus.draw(i, words);
    by_leaf[corpus.leaf(i)].insert(words.begin(), words.end());
    by_parent[corpus.tree().parent(corpus.leaf(i))].insert(words.begin(), words.end());
  }
  EXPECT_EQ(by_leaf.size(), 20U);
  for (const auto& [parent, used] : by_parent) EXPECT_LE(used.size(), 20U) << parent;
}

TEST(TextCorpus, ADocumentIsTheSameAtEveryCall) {
  const TextCorpus corpus(small_shape(), 4), again(small_shape(), 4), other(small_shape(), 5);
  std::vector<WordId> first, second;
  corpus.draw(17, first);
  corpus.draw(18, second);
  EXPECT_NE(first, second);
  again.draw(17, second);
  EXPECT_EQ(first, second);
  other.draw(17, second);
  EXPECT_NE(first, second);
}

TEST(TextCorpus, LengthsVaryAroundTheMean) {
  const TextCorpus corpus(small_shape(), 4);
  std::vector<WordId> words;
  std::set<std::size_t> lengths;
  double total = 0;
  for (std::size_t i = 0; i < corpus.size(); ++i) {
    corpus.draw(i, words);
    lengths.insert(words.size());
    total += static_cast<double>(words.size());
  }
  EXPECT_NEAR(total / static_cast<double>(corpus.size()), 50, 4);
  EXPECT_GT(lengths.size(), 30U);
  EXPECT_GE(*lengths.begin(), 1U);
}

}  // namespace
}  // namespace clade::detail
