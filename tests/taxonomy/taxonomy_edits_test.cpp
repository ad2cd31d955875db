#include "taxonomy/taxonomy_edits.h"

#include <gtest/gtest.h>

#include <set>
#include <string>

namespace clade::detail {
namespace {

std::set<std::string> edges(const Taxonomy& taxonomy) {
  std::set<std::string> result;
  for (const NodeId node : taxonomy.top_down()) {
    for (const NodeId child : taxonomy.children(node)) {
      result.insert(std::string(taxonomy.name(node)) + '>' + std::string(taxonomy.name(child)));
    }
  }
  return result;
}

using Edges = std::set<std::string>;

class TaxonomyEdits : public ::testing::Test {
 protected:
  Taxonomy tree_ = Taxonomy::parse("r\tx\nr\ty\nx\ta\nx\tb\ny\tc\n", "tree");
  NodeId node(const Taxonomy& taxonomy, const char* name) const { return *taxonomy.find(name); }
};

TEST_F(TaxonomyEdits, AnInnerNodeGoesAndItsChildrenStay) {
  EXPECT_EQ(edges(without_node(tree_, node(tree_, "x"))), (Edges{"r>a", "r>b", "r>y", "y>c"}));
}

TEST_F(TaxonomyEdits, InADagChildrenGetEveryParentOnce) {
  const Taxonomy dag = Taxonomy::parse("r\tx\nr\ty\nx\tz\ny\tz\nz\ta\nx\ta\ny\tc\n", "dag");
  EXPECT_EQ(edges(without_node(dag, node(dag, "z"))), (Edges{"r>x", "r>y", "x>a", "y>a", "y>c"}));
}

TEST_F(TaxonomyEdits, ANodeMovesWithAllBelowIt) {
  EXPECT_EQ(edges(moved(tree_, node(tree_, "a"), node(tree_, "y"))),
            (Edges{"r>x", "r>y", "x>b", "y>a", "y>c"}));
  EXPECT_EQ(edges(moved(tree_, node(tree_, "y"), node(tree_, "x"))),
            (Edges{"r>x", "x>a", "x>b", "x>y", "y>c"}));
}

TEST_F(TaxonomyEdits, ANodeThatLosesItsLastChildIsGone) {
  EXPECT_EQ(edges(moved(tree_, node(tree_, "c"), node(tree_, "x"))),
            (Edges{"r>x", "x>a", "x>b", "x>c"}));
  const Taxonomy chain = Taxonomy::parse("r\tx\nx\ty\ny\ta\nr\tz\nz\tb\n", "chain");
  EXPECT_EQ(edges(moved(chain, node(chain, "a"), node(chain, "z"))), (Edges{"r>z", "z>a", "z>b"}));
}

}  // namespace
}  // namespace clade::detail
