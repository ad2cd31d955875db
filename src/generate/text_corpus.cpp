#include "generate/text_corpus.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>
#include <span>

#include "generate/text_words.h"

namespace clade::detail {

AliasTable::AliasTable(std::span<const double> weights) : cells_(weights.size()) {
  const double mean =
      std::accumulate(weights.begin(), weights.end(), 0.0) / static_cast<double>(weights.size());
  constexpr auto all = std::numeric_limits<std::uint32_t>::max();
  std::vector<double> left(weights.size());
  std::vector<std::uint32_t> small, large;
  for (std::uint32_t k = 0; k < weights.size(); ++k) {
    left[k] = weights[k] / mean;
    cells_[k] = {all, k};
    (left[k] < 1 ? small : large).push_back(k);
  }
  // Each cell is filled up to 1 by a number that has too much; what rounding leaves over is 1.
  while (!small.empty() && !large.empty()) {
    const std::uint32_t poor = small.back(), rich = large.back();
    small.pop_back();
    cells_[poor] = {static_cast<std::uint32_t>(left[poor] * all), rich};
    left[rich] -= 1 - left[poor];
    if (left[rich] < 1) {
      large.pop_back();
      small.push_back(rich);
    }
  }
}

AliasTable AliasTable::zipf(std::size_t size, double exponent) {
  std::vector<double> weights(size);
  for (std::size_t k = 0; k < size; ++k) {
    weights[k] = std::pow(static_cast<double>(k) + 1, -exponent);
  }
  return AliasTable(weights);
}

namespace {

// How unequal the numbers of children are: with 1 the largest family of a level of a hundred would
// have a fifth of all children, with 0 all would be alike.
constexpr double family_exponent = 0.7;

}  // namespace

LevelTree::LevelTree(std::span<const std::size_t> levels, Random& random) {
  for (const std::size_t nodes : levels) add_level(nodes, random);
}

void LevelTree::add_level(std::size_t nodes, Random& random) {
  const std::size_t above = first_leaf_;
  const std::size_t families = size() - above;
  std::vector<std::uint32_t> by_size(families);
  for (std::size_t k = 0; k < families; ++k) by_size[k] = static_cast<std::uint32_t>(k);
  random.shuffle(std::span(by_size));
  std::vector<std::size_t> children(families, 1);
  const AliasTable table = AliasTable::zipf(families, family_exponent);
  for (std::size_t k = families; k < nodes; ++k) ++children[by_size[table.draw(random)]];
  first_leaf_ = size();
  for (std::size_t k = 0; k < families; ++k) {
    parents_.insert(parents_.end(), children[k], static_cast<std::uint32_t>(above + k));
  }
}

std::string LevelTree::name(std::size_t node) const {
  return node == 0 ? "root" : made_up_name(node, size());
}

std::string LevelTree::edge_list() const {
  std::string text;
  for (std::size_t node = 1; node < size(); ++node) {
    text += name(parent(node)) + '\t' + name(node) + '\n';
  }
  return text;
}

namespace {

constexpr double word_exponent = 1.0;     // Zipf's law in the vocabulary and in a node's own words
constexpr double length_deviation = 0.4;  // of the logarithm of a document's length

// A node's own words are drawn from the vocabulary at the rank words * u^2: frequent words are
// preferred, so that topics share words and a single word seldom tells the leaf.
constexpr double own_word_power = 2.0;

// Scatters neighbouring numbers over all 64 bits (the finaliser of SplitMix64).
std::uint64_t scatter(std::uint64_t x) {
  x += 0x9e3779b97f4a7c15;
  x = (x ^ (x >> 30)) * 0xbf58476d1ce4e5b9;
  x = (x ^ (x >> 27)) * 0x94d049bb133111eb;
  return x ^ (x >> 31);
}

}  // namespace

TextCorpus::TextCorpus(const TextShape& shape, std::uint64_t seed)
    : TextCorpus(shape, seed, Random(seed)) {}

TextCorpus::TextCorpus(const TextShape& shape, std::uint64_t seed, Random random)
    : seed_(scatter(seed)),
      tests_(shape.test),
      words_(shape.words),
      topic_words_(shape.topic_words),
      ancestors_(shape.levels.size() - 1),
      length_(shape.length),
      leaf_share_(shape.leaf_share),
      topic_share_(shape.leaf_share + (ancestors_ > 0 ? shape.ancestor_share : 0)),
      tree_(shape.levels, random),
      vocabulary_(AliasTable::zipf(words_, word_exponent)),
      topic_(AliasTable::zipf(topic_words_, word_exponent)),
      own_words_(draw_topics(random)),
      leaf_of_(draw_leaves(shape, random)) {}

std::vector<WordId> TextCorpus::draw_topics(Random& random) const {
  std::vector<WordId> own(tree_.size() * topic_words_);
  for (WordId& word : own) {
    const double place = std::pow(random.uniform(), own_word_power);
    word = static_cast<WordId>(static_cast<double>(words_) * place);
  }
  return own;
}

// One document for every leaf where there are enough, the others by Zipf's law over the leaves in
// a random order; then shuffled. Test documents are by Zipf's law alone, from a generator of their
// own: the others are the same without them.
std::vector<std::uint32_t> TextCorpus::draw_leaves(const TextShape& shape, Random& random) const {
  std::vector<std::uint32_t> by_size(tree_.leaves());
  for (std::size_t k = 0; k < by_size.size(); ++k) {
    by_size[k] = static_cast<std::uint32_t>(tree_.first_leaf() + k);
  }
  random.shuffle(std::span(by_size));
  std::vector<std::uint32_t> leaf_of;
  leaf_of.reserve(shape.documents + shape.test);
  if (shape.documents >= by_size.size()) leaf_of = by_size;
  const AliasTable table = AliasTable::zipf(by_size.size(), shape.skew);
  while (leaf_of.size() < shape.documents) leaf_of.push_back(by_size[table.draw(random)]);
  random.shuffle(std::span(leaf_of));
  Random test_random(~seed_);
  for (std::size_t k = 0; k < shape.test; ++k) leaf_of.push_back(by_size[table.draw(test_random)]);
  return leaf_of;
}

// Log-normal with the mean length_, at least one word.
std::size_t TextCorpus::draw_length(Random& random) const {
  const double mean = std::log(length_) - length_deviation * length_deviation / 2;
  const double length = std::exp(mean + length_deviation * random.normal());
  return static_cast<std::size_t>(std::max(1.0, std::round(length)));
}

std::size_t TextCorpus::ancestor(std::size_t leaf, std::size_t steps) const {
  std::size_t node = leaf;
  for (std::size_t step = 0; step < steps; ++step) node = tree_.parent(node);
  return node;
}

WordId TextCorpus::draw_word(std::size_t leaf, Random& random) const {
  const double source = random.uniform();
  if (source >= topic_share_) return vocabulary_.draw(random);
  std::size_t node = leaf;
  if (source >= leaf_share_) {
    const double place = (source - leaf_share_) / (topic_share_ - leaf_share_);
    const auto steps = static_cast<std::size_t>(place * static_cast<double>(ancestors_));
    node = ancestor(leaf, std::min(steps, ancestors_ - 1) + 1);
  }
  return own_words_[node * topic_words_ + topic_.draw(random)];
}

void TextCorpus::draw(std::size_t document, std::vector<WordId>& words) const {
  Random random(scatter(seed_ + document));
  words.resize(draw_length(random));
  for (WordId& word : words) word = draw_word(leaf_of_[document], random);
}

}  // namespace clade::detail
