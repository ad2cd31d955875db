// Documents over a tree of topics.
//
// The words of a document are drawn one by one: from the own words of its leaf, from those of one
// of the leaf's ancestors, or from the whole vocabulary; each of these follows Zipf's law. So a
// node's distribution is a mixture of its own words and its parent's distribution, down from the
// root, whose own words are the whole vocabulary.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "generate/text_alias.h"
#include "generate/text_shape.h"
#include "generate/text_tree.h"

namespace clade {

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

}  // namespace clade
