#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <set>
#include <utility>

#include "base/random.h"
#include "taxonomy/loss.h"
#include "tests/support/temp_folder.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

using test::all_nodes;
using test::at;
using test::expect_error;

// Eight nodes below the root; the deepest two are the children of a2.
constexpr const char* tree_text = "r\ta\nr\tb\nr\tc\na\ta1\na\ta2\nb\tb1\na2\ta21\na2\ta22\n";
constexpr const char* dag_text = "r\ta\nr\tb\na\tx\nb\tx\na\ty\nb\tz\nx\tx1\n";

Taxonomy random_taxonomy(std::size_t size, bool dag) {
  Random random(7);
  std::string text;
  for (std::size_t i = 1; i < size; ++i) {
    for (int parents = dag && i % 3 == 0 ? 3 : 1; parents > 0; --parents) {
      text += std::to_string(random.below(i)) + "\t" + std::to_string(i) + "\n";
    }
  }
  return Taxonomy::parse(text, "random");
}

// The sizes of anc(truth), anc(guess) and of their intersection, straight from the definition.
struct Sizes {
  double truth, guess, common;
};
Sizes sizes(const Taxonomy& t, NodeId truth, NodeId guess) {
  const auto a = t.ancestor_set(truth), b = t.ancestor_set(guess);
  const std::set<NodeId> in_a(a.begin(), a.end());
  double common = 0;
  for (const NodeId node : b) common += static_cast<double>(in_a.count(node));
  return {static_cast<double>(a.size()), static_cast<double>(b.size()), common};
}

template <class Expected>
void expect_everywhere(const Taxonomy& t, const std::string& spec, Expected expected) {
  const auto nodes = all_nodes(t);
  const auto kept = t.terminals();  // the answers for other nodes must be right as well
  const auto loss = make_loss(spec, t, kept);
  std::vector<double> row(nodes.size());
  for (const NodeId truth : nodes) {
    loss->row(truth, nodes, row);
    for (std::size_t i = 0; i < nodes.size(); ++i) {
      const double value = expected(truth, nodes[i]);
      ASSERT_NEAR((*loss)(truth, nodes[i]), value, 1e-12) << spec;
      ASSERT_NEAR(row[i], value, 1e-12) << spec;
    }
  }
}

TEST(Loss, ZeroOneCountsErrors) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  expect_everywhere(t, "zero-one", [](NodeId y, NodeId g) { return y == g ? 0.0 : 1.0; });
}

TEST(Loss, OnAncestorSetsFollowsItsDefinitionOnTreesAndDags) {
  for (const bool dag : {false, true}) {
    const Taxonomy t = random_taxonomy(60, dag);
    ASSERT_EQ(t.is_tree(), !dag);
    const auto symdiff = [&](NodeId y, NodeId g) {
      const Sizes s = sizes(t, y, g);
      return s.truth + s.guess - 2 * s.common;
    };
    const auto share = [](double set, double common) {
      return set == 1 ? 0 : (set - common) / (set - 1);
    };
    expect_everywhere(t, "symdiff", symdiff);
    expect_everywhere(t, "tree", [&](NodeId y, NodeId g) { return symdiff(y, g) / 2; });
    expect_everywhere(t, "normalized", [&](NodeId y, NodeId g) {
      const Sizes s = sizes(t, y, g);
      return (share(s.truth, s.common) + share(s.guess, s.common)) / 2;
    });
  }
}

TEST(Loss, SubtreeAddsTheSubtreesOfBothHighestNodesOfDisagreement) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  const auto loss = make_loss("subtree", t, t.terminals());
  EXPECT_DOUBLE_EQ((*loss)(at(t, "a21"), at(t, "a22")), (1.0 + 1) / 8);
  EXPECT_DOUBLE_EQ((*loss)(at(t, "a1"), at(t, "a22")), (1.0 + 3) / 8);
  EXPECT_DOUBLE_EQ((*loss)(at(t, "b1"), at(t, "c")), (2.0 + 1) / 8);
  EXPECT_DOUBLE_EQ((*loss)(at(t, "b1"), at(t, "a1")), (2.0 + 5) / 8);
  EXPECT_EQ((*loss)(at(t, "a"), at(t, "a")), 0);
  EXPECT_EQ((*loss)(at(t, "r"), at(t, "r")), 0);
}

TEST(Loss, SiblingAddsTheCostsOfBothHighestNodesOfDisagreement) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  const auto loss = make_loss("sibling", t, t.terminals());
  EXPECT_DOUBLE_EQ((*loss)(at(t, "b1"), at(t, "c")), 2.0 / 3);
  EXPECT_DOUBLE_EQ((*loss)(at(t, "a1"), at(t, "a21")), 1.0 / 6 + 1.0 / 6);
  EXPECT_DOUBLE_EQ((*loss)(at(t, "a21"), at(t, "a22")), 1.0 / 12 + 1.0 / 12);
  EXPECT_EQ((*loss)(at(t, "a21"), at(t, "a21")), 0);
}

// There is one node of disagreement, and its cost alone counts.
TEST(Loss, SubtreeAndSiblingBetweenANodeAndItsAncestor) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  const auto subtree = make_loss("subtree", t, t.terminals());
  const auto sibling = make_loss("sibling", t, t.terminals());
  for (const auto& [above, below] : {std::pair{"a", "a22"}, {"a", "a2"}}) {
    EXPECT_DOUBLE_EQ((*subtree)(at(t, above), at(t, below)), 3.0 / 8);
    EXPECT_DOUBLE_EQ((*subtree)(at(t, below), at(t, above)), 3.0 / 8);
    EXPECT_DOUBLE_EQ((*sibling)(at(t, above), at(t, below)), 1.0 / 6);
    EXPECT_DOUBLE_EQ((*sibling)(at(t, below), at(t, above)), 1.0 / 6);
  }
}

// Straight from the definition: the highest nodes of each path that the other does not have.
TEST(Loss, SubtreeAndSiblingFollowTheirDefinition) {
  const Taxonomy t = random_taxonomy(60, false);
  const auto below = [&](NodeId node) {
    double count = 0;
    for (const NodeId other : all_nodes(t)) {
      const auto path = t.ancestor_set(other);
      count += static_cast<double>(std::count(path.begin(), path.end(), node));
    }
    return count / static_cast<double>(t.size() - 1);
  };
  const auto cost = [&](NodeId node) {
    double share = 1;
    for (const NodeId above : t.ancestor_set(node)) {
      if (above != node) share /= static_cast<double>(t.children(above).size());
    }
    return share;
  };
  const auto both = [&](const auto& price, NodeId y, NodeId g) {
    const auto a = t.ancestor_set(y), b = t.ancestor_set(g);
    std::size_t k = 0;
    while (k < std::min(a.size(), b.size()) && a[k] == b[k]) ++k;
    return (k < a.size() ? price(a[k]) : 0) + (k < b.size() ? price(b[k]) : 0);
  };
  expect_everywhere(t, "subtree", [&](NodeId y, NodeId g) { return both(below, y, g); });
  expect_everywhere(t, "sibling", [&](NodeId y, NodeId g) { return both(cost, y, g); });
}

TEST(Loss, SubtreeAndSiblingNeedATree) {
  const Taxonomy t = Taxonomy::parse(dag_text, "t");
  for (const std::string name : {"subtree", "sibling"}) {
    expect_error([&] { make_loss(name, t, t.terminals()); }, ErrorKind::usage,
                 "`loss`: " + name + " needs a tree; node 'x' has several parents");
  }
}

TEST(Loss, OfARootAloneIsZero) {
  const Taxonomy t = Taxonomy::flat({});
  for (const char* name : {"tree", "normalized", "subtree", "sibling"}) {
    EXPECT_EQ((*make_loss(name, t, t.terminals()))(t.root(), t.root()), 0);
  }
}

TEST(Loss, NeedsNoMemoryForDeepTrees) {
  std::string chain;
  for (int i = 0; i < 200'000; ++i) {
    chain += std::to_string(i) + "\t" + std::to_string(i + 1) + "\n";
  }
  const Taxonomy t = Taxonomy::parse(chain, "t");
  const auto loss = make_loss("symdiff", t, all_nodes(t));
  EXPECT_EQ((*loss)(at(t, "0"), at(t, "200000")), 200'000);
}

TEST(Loss, UnknownNamesGetASuggestion) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  expect_error([&] { make_loss("normalised", t, {}); }, ErrorKind::usage,
               "(did you mean 'normalized'?), got 'normalised'");
  expect_error([&] { make_loss("", t, {}); }, ErrorKind::usage, "`loss`: expected zero-one|tree");
}

TEST(LossSpec, IsCheckedBeforeAnyFileIsOpened) {
  for (const char* good : {"zero-one", "tree", "symdiff", "normalized", "subtree", "sibling",
                           "costs:no-such-file", "matrix:x"}) {
    EXPECT_EQ(loss_spec.problem(good), "") << good;
  }
  for (const char* bad : {"", "Tree", "trees", "tree:", "costs", "zero"}) {
    EXPECT_NE(loss_spec.problem(bad), "") << bad;
  }
  EXPECT_EQ(loss_spec.problem("costs:"), "expected a file's name after costs:");
  EXPECT_EQ(loss_spec.problem("matrix:"), "expected a file's name after matrix:");
}

}  // namespace
}  // namespace clade::detail
