// Documents over a tree of topics.
//
// The words of a document are drawn one by one: from the own words of its leaf, from those of one
// of the leaf's ancestors, or from the whole vocabulary; each of these follows Zipf's law. So a
// node's distribution is a mixture of its own words and its parent's distribution, down from the
// root, whose own words are the whole vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <vector>

#include "base/random.h"
#include "generate/text_shape.h"

namespace clade::detail {

// Draws from a fixed distribution over 0, 1, ... in constant time (Walker's alias method).
class AliasTable {
 public:
  // Weights above 0, at least one and fewer than 2^32 of them.
  explicit AliasTable(std::span<const double> weights);
  // Zipf's law: the weight of k is 1 / (k + 1)^exponent.
  static AliasTable zipf(std::size_t size, double exponent);

  // One draw of 64 bits serves for both the cell and the choice inside it: what that leaves of
  // bias is below 2^-32 * size.
  std::uint32_t draw(Random& random) const {
    const std::uint64_t bits = random.bits();
    const auto cell = static_cast<std::uint32_t>(((bits >> 32) * cells_.size()) >> 32);
    return static_cast<std::uint32_t>(bits) < cells_[cell].share ? cell : cells_[cell].alias;
  }

 private:
  struct Cell {
    std::uint32_t share;  // of the cell's own number, in units of 2^-32
    std::uint32_t alias;
  };
  std::vector<Cell> cells_;
};

// A tree with a given number of nodes on each level, whose inner nodes have unequally many
// children.
//
// Nodes are in the order of a walk by levels, the root first. The last level is the leaves: every
// inner node has at least one child. Names are made-up words, all different.
class LevelTree {
 public:
  // `levels`: nodes on each level below the root, none smaller than the one before.
  LevelTree(std::span<const std::size_t> levels, Random& random);

  std::size_t size() const { return parents_.size(); }
  std::size_t first_leaf() const { return first_leaf_; }
  std::size_t leaves() const { return size() - first_leaf_; }
  std::uint32_t parent(std::size_t node) const { return parents_[node]; }  // not of the root
  std::string name(std::size_t node) const;

  std::string edge_list() const;  // parent<TAB>child per line, a child before its own children

 private:
  void add_level(std::size_t nodes, Random& random);

  std::vector<std::uint32_t> parents_{0};
  std::size_t first_leaf_ = 0;
};

using WordId = std::uint32_t;  // from the most frequent word of the vocabulary to the rarest

class TextCorpus {
 public:
  TextCorpus(const TextShape& shape, std::uint64_t seed);

  const LevelTree& tree() const { return tree_; }
  // Documents to train on are numbered from 0 to size() - 1, those to test on follow them.
  std::size_t size() const { return leaf_of_.size() - tests_; }
  std::size_t tests() const { return tests_; }
  std::size_t vocabulary() const { return words_; }
  double mean_length() const { return length_; }
  std::size_t leaf(std::size_t document) const { return leaf_of_[document]; }  // a node of tree()

  // Replaces `words` by the document's, in the order of the text; the same at every call.
  // Safe to call from several threads.
  void draw(std::size_t document, std::vector<WordId>& words) const;

 private:
  std::vector<WordId> draw_topics(Random& random) const;
  std::vector<std::uint32_t> draw_leaves(const TextShape& shape, Random& random) const;
  std::size_t draw_length(Random& random) const;
  WordId draw_word(std::size_t leaf, Random& random) const;
  std::size_t ancestor(std::size_t leaf, std::size_t steps) const;

  TextCorpus(const TextShape& shape, std::uint64_t seed, Random random);

  std::uint64_t seed_;
  std::size_t tests_, words_, topic_words_, ancestors_;
  double length_, leaf_share_, topic_share_;
  LevelTree tree_;
  AliasTable vocabulary_, topic_;  // ranks in the vocabulary and in a node's own words
  std::vector<WordId> own_words_;  // topic_words_ for each node, most frequent first
  std::vector<std::uint32_t> leaf_of_;
};

}  // namespace clade::detail
