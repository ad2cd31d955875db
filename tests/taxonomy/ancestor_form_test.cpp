#include "taxonomy/ancestor_form.h"

#include <gtest/gtest.h>

#include <vector>

namespace clade::detail {
namespace {

const Taxonomy tree =
    Taxonomy::parse("root\tX\nroot\tY\nX\tX1\nX\tX2\nX1\tX11\nX1\tX12\nX2\tX21\nX2\tX22\n", "tree");

std::vector<NodeId> nodes() {
  std::vector<NodeId> all;
  for (std::uint32_t n = 1; n < tree.size(); ++n) all.push_back(NodeId{n});
  return all;
}

// Subtree sizes, and a number between a node and each of its ancestors.
AncestorForm form_with(const AncestorPairs& pairs, double between) {
  AncestorForm form{std::vector<double>(pairs.units(), 1.0),
                    std::vector<double>(pairs.size(), between)};
  for (std::size_t v = 0; v < pairs.units(); ++v) {
    for (const std::uint32_t above : pairs.ancestors(v)) form.diagonal[above] += 1;
  }
  return form;
}

std::vector<std::vector<double>> dense(const AncestorPairs& pairs, const AncestorForm& form) {
  std::vector<std::vector<double>> matrix(pairs.units(), std::vector<double>(pairs.units()));
  for (std::size_t v = 0; v < pairs.units(); ++v) {
    matrix[v][v] = form.diagonal[v];
    std::size_t p = pairs.first(v);
    for (const std::uint32_t above : pairs.ancestors(v)) {
      matrix[v][above] = matrix[above][v] = form.between[p++];
    }
  }
  return matrix;
}

TEST(AncestorForm, PairsAreThoseOfNodesWithTheirAncestorsButTheRoot) {
  const AncestorPairs pairs(tree, nodes());
  EXPECT_EQ(pairs.units(), 8u);
  EXPECT_EQ(pairs.size(), 10u);  // two nodes below X, four with two ancestors
  EXPECT_TRUE(pairs.ancestors(0).empty());
  const auto of_leaf = pairs.ancestors(7);  // X22: its parent first
  EXPECT_EQ(std::vector<std::uint32_t>(of_leaf.begin(), of_leaf.end()),
            (std::vector<std::uint32_t>{3, 0}));
}

TEST(AncestorForm, AttributesAreARootOfTheInverse) {
  const AncestorPairs pairs(tree, nodes());
  AncestorForm form = form_with(pairs, 0.3);
  for (std::size_t p = 0; p < form.between.size(); p += 2) form.between[p] *= -0.7;
  const auto factor = factorised(pairs, form);
  ASSERT_TRUE(factor);
  const ScoreMap map = attributes_of(pairs, *factor);
  const auto Q = dense(pairs, form);
  for (std::size_t a = 0; a < pairs.units(); ++a) {
    for (std::size_t b = 0; b < pairs.units(); ++b) {
      double sum = 0;
      for (std::size_t k = 0; k < pairs.units(); ++k) sum += Q[a][k] * map.gram(k, b);
      EXPECT_NEAR(sum, a == b ? 1 : 0, 1e-12) << a << " " << b;
    }
  }
  EXPECT_LE(map.of(7).size(), 3u);  // on the path alone
}

TEST(AncestorForm, WithoutPricesBetweenNodesEveryNodeStandsForItself) {
  const AncestorPairs pairs(tree, nodes());
  const auto factor = factorised(pairs, form_with(pairs, 0));
  ASSERT_TRUE(factor);
  const ScoreMap map = attributes_of(pairs, *factor);
  for (std::size_t v = 0; v < pairs.units(); ++v) EXPECT_EQ(map.of(v).size(), 1u);
}

TEST(AncestorForm, AFormThatIsNotPositiveDefiniteHasNoFactor) {
  const AncestorPairs pairs(tree, nodes());
  EXPECT_FALSE(factorised(pairs, comparison_form(form_with(pairs, 1))));
  EXPECT_TRUE(factorised(pairs, comparison_form(form_with(pairs, 0.3))));
  AncestorForm zero = form_with(pairs, 0);
  zero.diagonal[4] = 0;
  EXPECT_FALSE(factorised(pairs, zero));
}

// Of tests/golden/orthogonal: cases e and c.
TEST(AncestorForm, TheSmallestEigenvalueIsKnown) {
  const AncestorPairs pairs(tree, nodes());
  EXPECT_NEAR(smallest_eigenvalue(pairs, comparison_form(form_with(pairs, 1))), -0.517870570554,
              1e-10);
  EXPECT_NEAR(smallest_eigenvalue(pairs, comparison_form(form_with(pairs, 0.3))), 0.839834461398,
              1e-10);
  EXPECT_GE(largest_row_sum(pairs, form_with(pairs, 0.3)), 7 + 6 * 0.3 - 1e-12);
}

}  // namespace
}  // namespace clade::detail
