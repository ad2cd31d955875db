#include "eval/taxonomy/class_moves.h"

#include <gtest/gtest.h>

#include <cmath>
#include <string>
#include <vector>

namespace clade::detail {
namespace {

// Classes on a line; distances are those of the points.
struct Line {
  explicit Line(const std::vector<std::pair<std::string, double>>& points)
      : labels(TaxonomySource{}, LabelNodes::terminal, names(points)), distances(points.size()) {
    for (std::size_t a = 0; a < points.size(); ++a) {
      for (std::size_t b = a + 1; b < points.size(); ++b) {
        distances(a, b) = std::fabs(points[a].second - points[b].second);
      }
    }
  }
  static std::vector<LabelName> names(const std::vector<std::pair<std::string, double>>& points) {
    std::vector<LabelName> result;
    for (const auto& point : points) result.push_back({point.first, ""});
    return result;
  }
  LabelSpace labels;
  PairTable distances;
};

std::vector<std::string> texts(const Taxonomy& taxonomy, const std::vector<ClassMove>& moves) {
  std::vector<std::string> result;
  for (const ClassMove& move : moves) {
    result.push_back(std::string(taxonomy.name(move.node)) + ": " +
                     std::string(taxonomy.name(move.from)) + " to " +
                     std::string(taxonomy.name(move.to)));
  }
  return result;
}

TEST(NearerParents, FindsTheClassInTheWrongPlace) {
  const Line line({{"a", 0}, {"b", 1}, {"c", 2}, {"d", 10}, {"e", 11}, {"stray", 12}});
  const Taxonomy wrong = Taxonomy::parse(
      "r\tlow\nr\thigh\nlow\ta\nlow\tb\nlow\tc\nlow\tstray\nhigh\td\nhigh\te\n", "t");
  const auto moves = nearer_parents(wrong, line.labels, line.distances);
  EXPECT_EQ(texts(wrong, moves), (std::vector<std::string>{"stray: low to high"}));
  // 1.5 to d and e, 11 to a, b and c.
  EXPECT_DOUBLE_EQ(moves.at(0).ratio, 1.5 / 11);
}

TEST(NearerParents, LeavesARightTreeAlone) {
  const Line line({{"a", 0}, {"b", 1}, {"d", 10}, {"e", 11}});
  const Taxonomy right =
      Taxonomy::parse("r\tlow\nr\thigh\nlow\ta\nlow\tb\nhigh\td\nhigh\te\n", "t");
  EXPECT_TRUE(nearer_parents(right, line.labels, line.distances).empty());
}

TEST(NearerParents, MovesInnerNodesAndLeavesOnlyChildrenAlone) {
  const Line line({{"a", 0}, {"b", 1}, {"c", 2}, {"d", 50}, {"e", 51}, {"f", 52}});
  // The node g with d and e belongs to h.
  const Taxonomy taxonomy = Taxonomy::parse(
      "r\tl\nr\th\nl\tk\nk\ta\nk\tb\nl\tg\ng\td\ng\te\nh\tm\nm\tf\nl\tn\nn\tc\n", "t");
  const auto found = texts(taxonomy, nearer_parents(taxonomy, line.labels, line.distances));
  ASSERT_FALSE(found.empty());
  EXPECT_EQ(found.front(), "g: l to h");
  for (const std::string& text : found) {
    EXPECT_FALSE(text.starts_with("f:") || text.starts_with("m:") || text.starts_with("c:"))
        << text;
  }
}

TEST(NearerParents, HasNothingToSayAboutADag) {
  const Line line({{"a", 0}, {"b", 9}, {"c", 1}});
  const Taxonomy dag = Taxonomy::parse("r\tx\nr\ty\nx\ta\ny\ta\nx\tb\ny\tc\n", "t");
  EXPECT_TRUE(nearer_parents(dag, line.labels, line.distances).empty());
}

}  // namespace
}  // namespace clade::detail
