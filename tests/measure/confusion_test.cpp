// Where records of a true node went, and how many cells are kept of it.
#include "measure/confusion.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::IsEmpty;

const std::string edges = "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n";

class ConfusionOnATree : public ::testing::Test {
 protected:
  NodeId node(std::string_view name) const { return *tree.find(name); }
  std::string name(std::optional<NodeId> of) const {
    return of ? std::string(tree.name(*of)) : "-";
  }
  std::vector<std::string> shown(std::size_t most = 1000) const {
    std::vector<std::string> lines;
    for (const ConfusionCell& cell : confusion.cells(most)) {
      lines.push_back(name(cell.pair.truth) + ' ' + name(cell.pair.guess) + ' ' +
                      std::to_string(cell.count));
    }
    return lines;
  }
  void add(std::vector<std::string> truth, std::vector<std::string> guesses) {
    std::vector<NodeId> true_nodes, guessed;
    for (const std::string& name : truth) true_nodes.push_back(node(name));
    for (const std::string& name : guesses) guessed.push_back(node(name));
    confusion.add(true_nodes, guessed);
  }

  Taxonomy tree = Taxonomy::parse(edges, "edges");
  Confusion confusion{tree};
};

TEST_F(ConfusionOnATree, PairsWhatWasMissedWithWhatWasAddedToTheSameRecord) {
  EXPECT_THAT(shown(), IsEmpty());
  add({"a1"}, {"a1"});
  add({"a1"}, {"a1"});
  add({"a1"}, {"b2", "a2"});  // a2 is nearer: b2 was added beside it
  add({"b2"}, {});
  EXPECT_THAT(shown(), ElementsAre("- b2 1", "a1 a1 2", "a1 a2 1", "b2 - 1"));
}

// A label that the record has as well is not what another one was confused with.
TEST_F(ConfusionOnATree, AMissedLabelBesideARightOneIsNoConfusion) {
  add({"a2", "b1"}, {"a2"});
  add({"a1", "a2"}, {"a1"});
  EXPECT_THAT(shown(), ElementsAre("a1 a1 1", "a2 - 1", "a2 a2 1", "b1 - 1"));
}

TEST_F(ConfusionOnATree, CountsEveryLabelOnceAndEveryRecordOnceAtANode) {
  add({"a1", "a2"}, {"a1", "b1"});
  add({"a1", "a2"}, {"b1", "b2"});
  add({"b1"}, {});
  const auto records = [&](std::string_view of) { return confusion.records()[index_of(node(of))]; };
  const auto labels = [&](std::string_view of) { return confusion.labels()[index_of(node(of))]; };
  EXPECT_EQ(records("r"), (NodeCounts{3, 2, 2}));
  EXPECT_EQ(records("a"), (NodeCounts{2, 1, 1}));
  EXPECT_EQ(records("b"), (NodeCounts{1, 2, 0}));
  EXPECT_EQ(records("a1"), (NodeCounts{2, 1, 1}));
  EXPECT_EQ(labels("r"), (NodeCounts{5, 4, 1}));
  EXPECT_EQ(labels("a"), (NodeCounts{4, 1, 1}));
  EXPECT_EQ(labels("b"), (NodeCounts{1, 3, 0}));
}

TEST(Confusion, CountsARecordOnceWhereSeveralWaysLeadUp) {
  const Taxonomy dag = Taxonomy::parse("r\ta\nr\tb\na\tx\nb\tx\nb\ty\n", "dag");
  Confusion confusion(dag);
  confusion.add(std::vector{*dag.find("x"), *dag.find("y")}, std::vector{*dag.find("x")});
  EXPECT_EQ(confusion.records()[index_of(*dag.find("b"))], (NodeCounts{1, 1, 1}));
  EXPECT_EQ(confusion.labels()[index_of(*dag.find("b"))], (NodeCounts{2, 1, 1}));
  EXPECT_EQ(confusion.labels()[index_of(*dag.find("r"))], (NodeCounts{2, 1, 1}));
}

TEST_F(ConfusionOnATree, LiftsTheRarestGuessesAndStaysRightAbove) {
  for (int i = 0; i < 5; ++i) add({"a1"}, {"a1"});
  for (int i = 0; i < 4; ++i) add({"a1"}, {"b1"});
  add({"a1"}, {"b2"});
  add({"a1"}, {"a2"});
  EXPECT_THAT(shown(4), ElementsAre("a1 a1 5", "a1 a2 1", "a1 b1 4", "a1 b2 1"));
  // b2 becomes b: wrong below the root as before. a2 would become a: right there, as it was.
  const auto lines = shown(3);
  EXPECT_LE(lines.size(), 4U);
  std::size_t wrong_at_a = 0, total = 0;
  const std::vector<ConfusionCell> cells = confusion.cells(1);
  EXPECT_LE(cells.size(), 3U);
  for (const ConfusionCell& cell : cells) {
    total += cell.count;
    const auto above = tree.ancestor_set(*cell.pair.guess);
    if (std::find(above.begin(), above.end(), node("a")) == above.end()) {
      wrong_at_a += cell.count;
    }
  }
  EXPECT_EQ(total, 11U);
  EXPECT_EQ(wrong_at_a, 5U);
}

TEST(Confusion, LosesNoRecordWhereGuessesAreLiftedSeveralTimes) {
  std::string deep;
  for (int a = 0; a < 4; ++a) {
    deep += "r\tn" + std::to_string(a) + '\n';
    for (int b = 0; b < 4; ++b) {
      const std::string name = "n" + std::to_string(a) + std::to_string(b);
      deep += "n" + std::to_string(a) + '\t' + name + '\n';
      for (int c = 0; c < 4; ++c) deep += name + '\t' + name + std::to_string(c) + '\n';
    }
  }
  const Taxonomy tree = Taxonomy::parse(deep, "deep");
  const std::vector<NodeId> leaves = tree.terminals();
  Confusion confusion(tree);
  std::size_t added = 0;
  for (std::size_t t = 0; t < leaves.size(); ++t) {
    for (std::size_t g = 0; g < leaves.size(); ++g) {
      const std::size_t times = 1 + (t * 7 + g * 3) % 5;
      for (std::size_t k = 0; k < times; ++k) {
        confusion.add(std::vector{leaves[t]}, std::vector{leaves[g]});
      }
      added += times;
    }
  }
  for (const std::size_t most : {4000U, 2000U, 1000U, 500U, 1U}) {
    std::size_t sum = 0;
    const auto cells = confusion.cells(most);
    for (const ConfusionCell& cell : cells) sum += cell.count;
    EXPECT_EQ(sum, added) << most;
    EXPECT_LE(cells.size(), std::max<std::size_t>(most, leaves.size() * 4)) << most;
  }
}

}  // namespace
}  // namespace clade::detail
