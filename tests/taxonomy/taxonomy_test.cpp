#include "clade/taxonomy.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>

#include "tests/support/temp_folder.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

using test::all_names;
using test::at;
using test::expect_error;
using test::names;
using test::nodes;
using testing::ElementsAre;

constexpr const char* tree_text = "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\n";
// x hangs below a1 and b; b is named after its child.
constexpr const char* dag_text = "a\ta1\na1\tx\nb\tx\nr\ta\nr\tb\n";

TEST(Taxonomy, KnowsParentsChildrenAndTerminals) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  EXPECT_THAT(names(t, t.children(at(t, "a"))), ElementsAre("a1", "a2"));
  EXPECT_THAT(names(t, t.parents(at(t, "a2"))), ElementsAre("a"));
  EXPECT_TRUE(t.parents(t.root()).empty());
  EXPECT_THAT(names(t, t.terminals()), ElementsAre("a1", "a2", "b1"));
  EXPECT_FALSE(t.is_terminal(at(t, "b")));
}

TEST(Taxonomy, OrdersParentsBeforeChildren) {
  const Taxonomy t = Taxonomy::parse(dag_text, "t");
  const auto order = t.top_down();
  ASSERT_EQ(order.size(), t.size());
  EXPECT_EQ(order.front(), t.root());
  const auto position = [&](NodeId node) { return std::find(order.begin(), order.end(), node); };
  for (const NodeId node : order) {
    for (const NodeId parent : t.parents(node)) EXPECT_LT(position(parent), position(node));
  }
}

TEST(Taxonomy, GivesAncestorSetsRootFirst) {
  const Taxonomy tree = Taxonomy::parse(tree_text, "t");
  EXPECT_THAT(names(tree, tree.ancestor_set(at(tree, "a2"))), ElementsAre("r", "a", "a2"));
  EXPECT_THAT(names(tree, tree.ancestor_set(tree.root())), ElementsAre("r"));
  const Taxonomy dag = Taxonomy::parse(dag_text, "t");
  const auto set = names(dag, dag.ancestor_set(at(dag, "x")));
  EXPECT_THAT(set, testing::UnorderedElementsAre("r", "a", "a1", "b", "x"));
  EXPECT_EQ(set.front(), "r");
  EXPECT_EQ(set.back(), "x");
  EXPECT_LT(std::find(set.begin(), set.end(), "a"), std::find(set.begin(), set.end(), "a1"));
}

TEST(Taxonomy, CountsDepthByTheAncestorSet) {
  const Taxonomy tree = Taxonomy::parse(tree_text, "t");
  EXPECT_EQ(tree.depth(tree.root()), 0U);
  EXPECT_EQ(tree.depth(at(tree, "b1")), 2U);
  const Taxonomy dag = Taxonomy::parse(dag_text, "t");
  EXPECT_EQ(dag.depth(at(dag, "x")), 4U);
  EXPECT_EQ(dag.depth(at(dag, "a1")), 2U);
}

TEST(Taxonomy, FindsNodesByName) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  EXPECT_EQ(t.name(t.find("b1").value()), "b1");
  EXPECT_FALSE(t.find("B1").has_value());
  EXPECT_FALSE(t.find("").has_value());
}

TEST(Taxonomy, SuggestsTheNearestName) {
  const Taxonomy t = Taxonomy::parse("science\tphysics\nscience\tbiology\n", "t");
  EXPECT_EQ(t.suggestion("phisics"), " (did you mean 'physics'?)");
  EXPECT_EQ(t.suggestion("zebra crossing"), "");
}

TEST(Taxonomy, NeverSuggestsAnUnnamedRoot) {
  const std::vector<std::string> labels{"physics"};
  EXPECT_EQ(Taxonomy::flat(labels).suggestion("x"), "");
}

TEST(AddedTerminals, ComeLastInTheOrderOfTheirParents) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  const auto inner = nodes(t, {"b", "a", "b"});
  const Taxonomy more = t.with_added_terminals(inner);
  EXPECT_THAT(all_names(more), ElementsAre("r", "a", "b", "a1", "a2", "b1", "a__misc", "b__misc"));
  EXPECT_THAT(names(more, more.children(at(more, "b"))), ElementsAre("b1", "b__misc"));
  EXPECT_EQ(more.added_child(at(more, "a")), at(more, "a__misc"));
  EXPECT_FALSE(more.added_child(at(more, "r")).has_value());
  EXPECT_TRUE(more.is_added(at(more, "a__misc")));
  EXPECT_FALSE(more.is_added(at(more, "a1")));
  EXPECT_FALSE(more.is_added(more.root()));
  EXPECT_EQ(more.class_name(at(more, "a__misc")), "a");
  EXPECT_EQ(more.class_name(at(more, "a1")), "a1");
  EXPECT_EQ(more.depth(at(more, "a__misc")), 2U);
  EXPECT_EQ(t.size(), 6U) << "the original stays as it is";
}

TEST(AddedTerminals, LeaveNodesAloneThatHaveOneAndTerminals) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  const Taxonomy once = t.with_added_terminals(nodes(t, {"b"}));
  const Taxonomy twice = once.with_added_terminals(nodes(once, {"b", "a", "a1"}));
  EXPECT_THAT(all_names(twice), ElementsAre("r", "a", "b", "a1", "a2", "b1", "b__misc", "a__misc"));
  EXPECT_EQ(twice.class_name(at(twice, "b__misc")), "b");
}

TEST(AddedTerminals, RefuseANameThatIsTaken) {
  const Taxonomy t = Taxonomy::parse("r\ta\na\ta__misc\nr\tb\n", "t");
  expect_error([&] { t.with_added_terminals(nodes(t, {"a"})); }, ErrorKind::input, "'a__misc'");
  EXPECT_FALSE(t.is_added(at(t, "a__misc")));
}

Taxonomy::Parts good_parts() {
  return {{"r", "a", "b", "x", "a__misc"},
          {{}, {NodeId{0}}, {NodeId{0}}, {NodeId{1}, NodeId{2}}, {NodeId{1}}},
          {NodeId{4}}};
}

void expect_bad(const Taxonomy::Parts& parts, std::string_view message) {
  expect_error([&] { Taxonomy::from_parts(parts, "m.clade"); }, ErrorKind::model, message);
}

TEST(TaxonomyFromParts, MakesTheSameTaxonomyAgain) {
  const Taxonomy t = Taxonomy::from_parts(good_parts(), "m.clade");
  EXPECT_THAT(all_names(t), ElementsAre("r", "a", "b", "x", "a__misc"));
  EXPECT_FALSE(t.is_tree());
  EXPECT_TRUE(t.is_added(at(t, "a__misc")));
  EXPECT_EQ(t.class_name(at(t, "a__misc")), "a");
  EXPECT_EQ(t.depth(at(t, "x")), 3U);
}

TEST(TaxonomyFromParts, AcceptsAnUnnamedRoot) {
  Taxonomy::Parts parts = good_parts();
  parts.names[0].clear();
  EXPECT_EQ(Taxonomy::from_parts(parts, "m.clade").name(NodeId{0}), "");
}

TEST(TaxonomyFromParts, ChecksNames) {
  expect_bad({}, "m.clade: the taxonomy has no node");
  Taxonomy::Parts parts = good_parts();
  parts.names.pop_back();
  expect_bad(parts, "4 names but parents for 5 nodes");
  parts = good_parts();
  parts.names[2] = "a";
  expect_bad(parts, "two nodes named 'a'");
  parts = good_parts();
  parts.names[2].clear();
  expect_bad(parts, "has no name");
}

TEST(TaxonomyFromParts, ChecksParents) {
  Taxonomy::Parts parts = good_parts();
  parts.parents[3][1] = NodeId{5};
  expect_bad(parts, "the parents of taxonomy node 'x'");
  parts.parents[3][1] = NodeId{1};
  expect_bad(parts, "the parents of taxonomy node 'x'");
  parts = good_parts();
  parts.parents[2].clear();
  expect_bad(parts, "2 roots");
  parts = good_parts();
  parts.parents[1] = {NodeId{3}};
  expect_bad(parts, "is its own ancestor");
  parts = good_parts();
  parts.parents[0] = {NodeId{0}};
  expect_bad(parts, "'r' is its own ancestor: r -> r");
}

TEST(TaxonomyFromParts, ChecksAddedNodes) {
  Taxonomy::Parts parts = good_parts();
  parts.added = {NodeId{5}};
  expect_bad(parts, "added taxonomy node 5");
  parts.added = {NodeId{2}};
  expect_bad(parts, "'b' is not the added child");
  parts.added = {NodeId{0}};
  expect_bad(parts, "'r' is not the added child");
  parts.added = {NodeId{4}, NodeId{4}};
  expect_bad(parts, "listed twice");
  parts = good_parts();
  parts.parents[3] = {NodeId{4}};
  expect_bad(parts, "'a__misc' has children");
}

}  // namespace
}  // namespace clade::detail
