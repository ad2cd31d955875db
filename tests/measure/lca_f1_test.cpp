// F_LCA against examples worked by hand and against a slow second implementation.
#include "measure/lca_f1.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <map>
#include <set>

#include "base/random.h"
#include "tests/measure/small_data.h"

namespace clade::detail {
namespace {

using test::label_space;
using test::records;
using test::with_sets;
using test::Words;

double lca_f1(const std::string& edges, const std::string& truth, const std::string& predicted) {
  const LabelSpace labels = label_space(edges, {}, LabelNodes::all);
  const Dataset data(records({truth}), labels);
  return test::evaluate_on(1, labels, data, with_sets(labels, {predicted}))
      .find("lca_f1")
      .value_or(-1);
}

//            r
//        a       b
//      c   d     e
//    f  g
const std::string tree = "r\ta\nr\tb\na\tc\na\td\nb\te\nc\tf\nc\tg\n";

TEST(LcaF1, JoinsOneLabelAndOneGuessOverTheirLowestCommonAncestor) {
  EXPECT_EQ(lca_f1(tree, "f", "f"), 1);
  EXPECT_EQ(lca_f1(tree, "f", "g"), 2.0 * 1 / (2 + 2));  // {f, c} and {g, c}
  EXPECT_EQ(lca_f1(tree, "f", "d"), 2.0 * 1 / (3 + 2));  // {f, c, a} and {d, a}
  EXPECT_EQ(lca_f1(tree, "f", "e"), 2.0 * 1 / (4 + 3));  // {f, c, a, r} and {e, b, r}
  EXPECT_EQ(lca_f1(tree, "c", "f"), 2.0 * 1 / (1 + 2));  // {c} and {f, c}
  EXPECT_EQ(lca_f1(tree, "f", "r"), 2.0 * 1 / (4 + 1));  // {f, c, a, r} and {r}
}

TEST(LcaF1, JoinsEachOfSeveralLabelsToTheNearestOfTheOtherSet) {
  // f is right; e hangs on f over r: {f, e} and {f}, f joins f, e joins over r: {f, e, b, r} and
  // {f, r}.
  EXPECT_EQ(lca_f1(tree, "f,e", "f"), 2.0 * 2 / (4 + 2));
  // f and g over c, d and g over a: {f, c, d, a} and {g, c, a}.
  EXPECT_EQ(lca_f1(tree, "f,d", "g"), 2.0 * 2 / (4 + 3));
  EXPECT_EQ(lca_f1(tree, "f,e", "e,f"), 1);
}

TEST(LcaF1, IsZeroWhereNothingIsPredicted) { EXPECT_EQ(lca_f1(tree, "f", ""), 0); }

// x is below a and b, y too: two lowest common ancestors, of which one is enough.
TEST(LcaF1, TakesOneOfSeveralLowestCommonAncestorsInADag) {
  EXPECT_EQ(lca_f1("r\ta\nr\tb\na\tx\nb\tx\na\ty\nb\ty\n", "x", "y"), 2.0 * 1 / (2 + 2));
}

TEST(LcaF1, PrefersTheAncestorThatServesTheMostLabels) {
  // x and y meet in a and in b, z and y only in b: b alone serves all.
  EXPECT_EQ(lca_f1("r\ta\nr\tb\na\tx\nb\tx\na\ty\nb\ty\nb\tz\n", "x,z", "y"), 2.0 * 1 / (3 + 2));
}

// The definition of docs/METRICS.md with sets and paths, and no thought for speed.
class SlowLca {
 public:
  explicit SlowLca(const Taxonomy& taxonomy) : taxonomy_(taxonomy) {}

  double f1(const std::vector<NodeId>& truth, const std::vector<NodeId>& predicted) const {
    if (truth.empty() || predicted.empty()) return 0;
    using Label = std::pair<bool, NodeId>;  // is it true, and its node
    std::map<NodeId, std::set<Label>> serves;
    std::map<Label, std::set<NodeId>> served_by;
    const auto serve = [&](bool is_true, NodeId label, const std::vector<NodeId>& others) {
      for (const NodeId lca : nearest(label, others)) {
        serves[lca].insert({is_true, label});
        served_by[{is_true, label}].insert(lca);
      }
    };
    for (const NodeId label : truth) serve(true, label, predicted);
    for (const NodeId label : predicted) serve(false, label, truth);

    std::vector<NodeId> order;
    for (const auto& [lca, labels] : serves) order.push_back(lca);
    std::stable_sort(order.begin(), order.end(), [&](NodeId a, NodeId b) {
      return std::pair(serves[a].size(), taxonomy_.depth(a)) >
             std::pair(serves[b].size(), taxonomy_.depth(b));
    });
    std::vector<NodeId> taken;
    const auto covered = [&](const std::vector<NodeId>& lcas) {
      std::set<Label> all;
      for (const NodeId lca : lcas) all.insert(serves[lca].begin(), serves[lca].end());
      return all.size();
    };
    for (const NodeId lca : order) {
      auto more = taken;
      more.push_back(lca);
      if (covered(more) > covered(taken)) taken = more;
    }
    for (std::size_t i = taken.size(); i-- > 0;) {
      auto fewer = taken;
      fewer.erase(fewer.begin() + static_cast<std::ptrdiff_t>(i));
      if (covered(fewer) == served_by.size()) taken = fewer;
    }
    std::set<NodeId> graphs[2] = {{taken.begin(), taken.end()}, {taken.begin(), taken.end()}};
    for (const auto& [label, lcas] : served_by) {
      std::vector<NodeId> best;
      for (const NodeId lca : lcas) {
        if (std::find(taken.begin(), taken.end(), lca) == taken.end()) continue;
        const auto path = way(label.second, lca);
        if (best.empty() || path.size() < best.size()) best = path;
      }
      graphs[label.first ? 1 : 0].insert(best.begin(), best.end());
    }
    std::vector<NodeId> both;
    std::set_intersection(graphs[0].begin(), graphs[0].end(), graphs[1].begin(), graphs[1].end(),
                          std::back_inserter(both));
    return 2.0 * static_cast<double>(both.size()) /
           static_cast<double>(graphs[0].size() + graphs[1].size());
  }

 private:
  // The first shortest way up, parents in order; empty where there is none.
  std::vector<NodeId> way(NodeId from, NodeId to) const {
    if (from == to) return {from};
    std::vector<NodeId> best;
    for (const NodeId parent : taxonomy_.parents(from)) {
      auto path = way(parent, to);
      if (!path.empty() && (best.empty() || path.size() + 1 < best.size())) {
        path.insert(path.begin(), from);
        best = path;
      }
    }
    return best;
  }
  bool above(NodeId a, NodeId b) const { return !way(b, a).empty(); }

  std::set<NodeId> nearest(NodeId label, const std::vector<NodeId>& others) const {
    std::map<std::size_t, std::set<NodeId>> by_distance;
    for (const NodeId other : others) {
      for (const NodeId lca : lowest(label, other)) {
        by_distance[way(label, lca).size() + way(other, lca).size()].insert(lca);
      }
    }
    return by_distance.begin()->second;
  }
  std::vector<NodeId> lowest(NodeId a, NodeId b) const {
    std::vector<NodeId> common, result;
    for (const NodeId node : taxonomy_.top_down()) {
      if (above(node, a) && above(node, b)) common.push_back(node);
    }
    for (const NodeId node : common) {
      const bool has_lower = std::any_of(common.begin(), common.end(), [&](NodeId other) {
        return other != node && above(node, other);
      });
      if (!has_lower) result.push_back(node);
    }
    return result;
  }
  const Taxonomy& taxonomy_;
};

// Nodes 1 to 11 with one or up to three parents among those before.
std::string random_edges(Random& random, std::size_t most_parents) {
  std::string edges;
  for (std::size_t node = 1; node < 12; ++node) {
    std::set<std::size_t> parents;
    const std::size_t count = 1 + random.below(most_parents);
    for (std::size_t i = 0; i < count; ++i) parents.insert(random.below(node));
    for (const std::size_t parent : parents) {
      edges += "n" + std::to_string(parent) + "\tn" + std::to_string(node) + "\n";
    }
  }
  return edges;
}

std::vector<ClassId> random_set(Random& random, std::size_t classes) {
  std::set<ClassId> set;
  const std::size_t count = random.below(5);
  for (std::size_t i = 0; i < count; ++i) set.insert(static_cast<ClassId>(random.below(classes)));
  return {set.begin(), set.end()};
}

TEST(LcaF1, AgreesWithTheSlowOneOnRandomTreesAndDags) {
  Random random(17);
  for (int repeat = 0; repeat < 60; ++repeat) {
    const std::size_t most_parents = repeat % 2 == 0 ? 1 : 3;
    const LabelSpace labels = label_space(random_edges(random, most_parents), {}, LabelNodes::all);
    ASSERT_EQ(labels.size(), 12U);
    const AncestorSets ancestors(labels.taxonomy(), labels.classes());
    const LcaF1 fast(labels, ancestors);
    const SlowLca slow(labels.taxonomy());
    LcaF1::Scratch scratch;
    for (int i = 0; i < 10; ++i) {
      const auto truth = random_set(random, labels.size());
      const auto predicted = random_set(random, labels.size());
      std::vector<NodeId> true_nodes, predicted_nodes;
      for (const ClassId c : truth) true_nodes.push_back(labels.node(c));
      for (const ClassId c : predicted) predicted_nodes.push_back(labels.node(c));
      EXPECT_NEAR(fast.measure(truth, predicted, scratch), slow.f1(true_nodes, predicted_nodes),
                  1e-15);
    }
  }
}

}  // namespace
}  // namespace clade::detail
