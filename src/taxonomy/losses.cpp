// The losses that follow from the taxonomy alone, and the list of all names.
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>
#include <string>
#include <utility>
#include <vector>

#include "base/fail.h"
#include "base/text.h"
#include "clade/taxonomy.h"
#include "taxonomy/ancestor_sets.h"
#include "taxonomy/loss.h"
#include "taxonomy/loss_files.h"
#include "taxonomy/taxonomy_graph.h"

namespace clade::detail {

namespace {

// A tree's nodes numbered so that every subtree is a range: what lies below what is two
// comparisons.
class TreeOrder {
 public:
  explicit TreeOrder(const Taxonomy& tree);

  std::uint32_t depth(NodeId node) const { return places_[index_of(node)].depth; }
  std::size_t subtree_size(NodeId node) const {  // with the node itself
    return places_[index_of(node)].end - places_[index_of(node)].begin;
  }
  bool is_ancestor(NodeId above, NodeId node) const {  // or the same
    const std::uint32_t number = places_[index_of(node)].begin;
    return places_[index_of(above)].begin <= number && number < places_[index_of(above)].end;
  }
  NodeId deepest_common_ancestor(NodeId a, NodeId b) const;
  // The same, where `path` is the ancestor set of one of the two, root first.
  NodeId deepest_common_ancestor(std::span<const NodeId> path, NodeId node) const {
    std::size_t depth = 0;
    while (depth + 1 < path.size() && is_ancestor(path[depth + 1], node)) ++depth;
    return path[depth];
  }
  // The child of `above` that is an ancestor of `node`, which lies properly below it.
  NodeId child_towards(NodeId above, NodeId node) const {
    while (places_[index_of(node)].parent != above) node = places_[index_of(node)].parent;
    return node;
  }

 private:
  struct Place {
    std::uint32_t begin, end;  // the subtree's range; begin is the node's own number
    std::uint32_t depth;
    NodeId parent;  // the root's is itself
  };
  std::vector<Place> places_;
};

TreeOrder::TreeOrder(const Taxonomy& tree) : places_(tree.size()) {
  std::vector<std::uint32_t> subtree_size(tree.size(), 1);
  const auto nodes = tree.top_down();
  for (std::size_t k = nodes.size(); k-- > 0;) {
    if (nodes[k] == tree.root()) continue;
    subtree_size[index_of(tree.parents(nodes[k])[0])] += subtree_size[index_of(nodes[k])];
  }
  places_[index_of(tree.root())] = {0, static_cast<std::uint32_t>(tree.size()), 0, tree.root()};
  for (const NodeId node : nodes) {
    std::uint32_t begin = places_[index_of(node)].begin + 1;
    for (const NodeId child : tree.children(node)) {
      const std::uint32_t end = begin + subtree_size[index_of(child)];
      places_[index_of(child)] = {begin, end, places_[index_of(node)].depth + 1, node};
      begin = end;
    }
  }
}

NodeId TreeOrder::deepest_common_ancestor(NodeId a, NodeId b) const {
  while (!is_ancestor(a, b)) a = places_[index_of(a)].parent;
  return a;
}

struct ZeroOneLoss final : Loss {
  double operator()(NodeId truth, NodeId guess) const override { return truth == guess ? 0 : 1; }
};

// The losses on ancestor sets need three sizes, each less the root: of anc(truth), of anc(guess)
// and of what they share. On a tree these are depths.

// scale * |anc(y) sym.diff. anc(y')|: thesis Eq. 3.13, and half of it CIKM Eq. 34.
struct SymmetricDifference {
  double scale;
  double operator()(std::size_t truth, std::size_t guess, std::size_t common) const {
    return scale * static_cast<double>(truth + guess - 2 * common);
  }
};

// Thesis Eq. 7.2: either side is divided by the depth of its class; 0/0 at the root is 0.
struct NormalizedDifference {
  static double share(std::size_t depth, std::size_t common) {
    return depth == 0 ? 0 : static_cast<double>(depth - common) / static_cast<double>(depth);
  }
  double operator()(std::size_t truth, std::size_t guess, std::size_t common) const {
    return 0.5 * (share(truth, common) + share(guess, common));
  }
};

template <class Formula>
struct DepthFormula {
  Formula formula;
  double operator()(const TreeOrder& order, NodeId truth, NodeId guess, NodeId common) const {
    return formula(order.depth(truth), order.depth(guess), order.depth(common));
  }
};

// HPSI's losses: the prices of the highest nodes of disagreement, which are the highest node that
// is above the truth alone and the highest that is above the guess alone. Where one of the two is
// an ancestor of the other there is one such node.
struct DisagreementPrice {
  std::vector<double> price;  // by node
  double unit;                // what prices and their sums are divided by
  double operator()(const TreeOrder& order, NodeId truth, NodeId guess, NodeId common) const {
    if (truth == guess) return 0;
    double sum = 0;
    for (const NodeId node : {truth, guess}) {
      if (node != common) sum += price[index_of(order.child_towards(common, node))];
    }
    return sum / unit;
  }
};

// On a tree every loss here follows from the two nodes and their deepest common ancestor; right
// for any node, whether a class or not.
template <class Value>
class TreeLoss final : public Loss {
 public:
  TreeLoss(const Taxonomy& tree, TreeOrder order, Value value)
      : tree_(tree), order_(std::move(order)), value_(std::move(value)) {}

  double operator()(NodeId truth, NodeId guess) const override {
    return value_(order_, truth, guess, order_.deepest_common_ancestor(truth, guess));
  }

  void row(NodeId truth, std::span<const NodeId> guesses, std::span<double> out) const override {
    const std::vector<NodeId> path = tree_.ancestor_set(truth);
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      const NodeId common = order_.deepest_common_ancestor(path, guesses[i]);
      out[i] = value_(order_, truth, guesses[i], common);
    }
  }

 private:
  Taxonomy tree_;
  TreeOrder order_;
  Value value_;
};

// The same in a DAG, from the ancestor sets themselves.
template <class Formula>
class DagLoss final : public Loss {
 public:
  DagLoss(const Taxonomy& taxonomy, std::span<const NodeId> classes, Formula formula)
      : ancestors_(taxonomy, classes), formula_(formula) {}

  double operator()(NodeId truth, NodeId guess) const override {
    std::vector<NodeId> room_truth, room_guess;
    const auto a = ancestors_.of(truth, room_truth), b = ancestors_.of(guess, room_guess);
    return formula_(a.size() - 1, b.size() - 1, common_size(a, b) - 1);
  }

  void row(NodeId truth, std::span<const NodeId> guesses, std::span<double> out) const override {
    std::vector<NodeId> room;
    std::vector<unsigned char> is_above(ancestors_.taxonomy().size(), 0);
    const auto above = ancestors_.of(truth, room);
    const std::size_t depth = above.size() - 1;
    for (const NodeId node : above) is_above[index_of(node)] = 1;
    for (std::size_t i = 0; i < guesses.size(); ++i) {
      const auto set = ancestors_.of(guesses[i], room);
      std::size_t common = 0;
      for (const NodeId node : set) common += is_above[index_of(node)];
      out[i] = formula_(depth, set.size() - 1, common - 1);
    }
  }

 private:
  ClassAncestors ancestors_;
  Formula formula_;
};

template <class Formula>
std::unique_ptr<Loss> ancestor_set_loss(const Taxonomy& taxonomy, std::span<const NodeId> classes,
                                        Formula formula) {
  if (!taxonomy.is_tree()) return std::make_unique<DagLoss<Formula>>(taxonomy, classes, formula);
  return std::make_unique<TreeLoss<DepthFormula<Formula>>>(taxonomy, TreeOrder(taxonomy),
                                                           DepthFormula<Formula>{formula});
}

void check_tree(const Taxonomy& taxonomy, std::string_view loss) {
  if (taxonomy.is_tree()) return;
  for (const NodeId node : taxonomy.top_down()) {
    if (taxonomy.parents(node).size() > 1) {
      fail_parameter("loss", "{} needs a tree; node {} has several parents", loss,
                     quoted(taxonomy.name(node)));
    }
  }
}

// HPSI Eq. 4: the share of the non-root nodes that are in the subtree.
DisagreementPrice subtree_price(const Taxonomy& tree, const TreeOrder& order) {
  std::vector<double> price(tree.size());
  for (std::size_t i = 0; i < price.size(); ++i) {
    price[i] = static_cast<double>(order.subtree_size(node_at(i)));
  }
  return {std::move(price), static_cast<double>(tree.size() - 1)};
}

// HPSI Eq. 5: c_root = 1, c_v = c_parent / number of children of the parent.
DisagreementPrice sibling_price(const Taxonomy& tree) {
  std::vector<double> price(tree.size(), 1);
  for (const NodeId node : tree.top_down()) {
    const auto children = tree.children(node);
    for (const NodeId child : children) {
      price[index_of(child)] = price[index_of(node)] / static_cast<double>(children.size());
    }
  }
  return {std::move(price), 1};
}

std::unique_ptr<Loss> disagreement_loss(const std::string& spec, const Taxonomy& taxonomy) {
  check_tree(taxonomy, spec);
  TreeOrder order(taxonomy);
  DisagreementPrice value =
      spec == "subtree" ? subtree_price(taxonomy, order) : sibling_price(taxonomy);
  return std::make_unique<TreeLoss<DisagreementPrice>>(taxonomy, std::move(order),
                                                       std::move(value));
}

constexpr std::string_view costs_prefix = "costs:", matrix_prefix = "matrix:";

std::vector<std::string> known_losses() {
  return {"zero-one", "tree", "symdiff", "normalized", "subtree", "sibling", "costs:", "matrix:"};
}

}  // namespace

void Loss::row(NodeId truth, std::span<const NodeId> guesses, std::span<double> out) const {
  for (std::size_t i = 0; i < guesses.size(); ++i) out[i] = (*this)(truth, guesses[i]);
}

std::string loss_problem(std::string_view spec) {
  for (const std::string& name : known_losses()) {
    if (spec == name && !name.ends_with(':')) return "";
    if (name.ends_with(':') && spec.starts_with(name)) {
      return spec.size() > name.size() ? "" : "expected a file's name after " + name;
    }
  }
  const std::string_view word = spec.substr(0, spec.find(':'));
  return std::string("expected ") + loss_spec.expects + did_you_mean(word, known_losses());
}

std::unique_ptr<Loss> make_loss(const std::string& spec, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes) {
  const std::string problem = loss_problem(spec);
  if (!problem.empty()) fail_parameter("loss", "{}, got {}", problem, quoted(spec));
  if (spec == "tree") return ancestor_set_loss(taxonomy, classes, SymmetricDifference{0.5});
  if (spec == "symdiff") return ancestor_set_loss(taxonomy, classes, SymmetricDifference{1.0});
  if (spec == "normalized") return ancestor_set_loss(taxonomy, classes, NormalizedDifference{});
  if (spec == "subtree" || spec == "sibling") return disagreement_loss(spec, taxonomy);
  if (has_node_costs(spec)) {
    return make_cost_loss(make_node_costs(spec, taxonomy), taxonomy, classes);
  }
  if (spec.starts_with(matrix_prefix)) {
    return read_matrix_loss(spec.substr(matrix_prefix.size()), taxonomy, classes);
  }
  return std::make_unique<ZeroOneLoss>();
}

bool has_node_costs(std::string_view spec) { return spec.starts_with(costs_prefix); }

NodeCosts make_node_costs(const std::string& spec, const Taxonomy& taxonomy) {
  if (has_node_costs(spec)) return read_node_costs(spec.substr(costs_prefix.size()), taxonomy);
  const std::vector<double> one(taxonomy.size(), 1);
  return {one, one};
}

}  // namespace clade::detail
