#include "generate/text_tree.h"

#include "generate/text_alias.h"
#include "generate/text_words.h"

namespace clade {
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

}  // namespace clade
