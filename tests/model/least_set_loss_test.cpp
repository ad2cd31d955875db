// The set of the smallest expected loss, against all sets of a small label space.
#include "model/least_set_loss.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <random>

#include "clade/error.h"
#include "taxonomy/ancestor_sets.h"
#include "taxonomy/loss.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;

LabelSpace labels_of(const std::string& edges, const std::vector<std::string>& names,
                     LabelNodes mode) {
  TaxonomySource source;
  source.kind = TaxonomySource::Kind::given;
  source.taxonomy = Taxonomy::parse(edges, "edges");
  std::vector<LabelName> labels;
  for (const std::string& name : names) labels.push_back({name, "here"});
  return LabelSpace(source, mode, labels);
}

constexpr const char* small_tree =
    "r\ta\nr\tb\nr\tc\na\ta1\na\ta2\na2\ta21\na2\ta22\nb\tb1\nb\tb2\n";

using Set = std::vector<ClassId>;

Set members(std::size_t bits) {
  Set set;
  for (std::size_t c = 0; bits >> c != 0; ++c) {
    if ((bits >> c & 1U) != 0) set.push_back(static_cast<ClassId>(c));
  }
  return set;
}

// anc(set) by node: the root is in it unless the set is empty.
std::vector<char> ancestors_of(const LabelSpace& labels, const Set& set) {
  std::vector<char> in(labels.taxonomy().size(), 0);
  for (const ClassId c : set) {
    for (const NodeId node : labels.taxonomy().ancestor_set(labels.node(c))) in[index_of(node)] = 1;
  }
  return in;
}

// Thesis Eq. 3.11 as printed, with costs by node.
double printed_loss(const NodeCosts& costs, const std::vector<char>& truth,
                    const std::vector<char>& guess) {
  double missed = 0, added = 0, common = 0;
  for (std::size_t n = 0; n < truth.size(); ++n) {
    if (truth[n] != 0) missed += costs.miss[n];
    if (guess[n] != 0) added += costs.false_alarm[n];
    if (truth[n] != 0 && guess[n] != 0) common += costs.miss[n] + costs.false_alarm[n];
  }
  return missed + added - common;
}

// Labels that depend on each other: a weight of every set but the empty one, which no example has.
class Truth {
 public:
  Truth(const LabelSpace& labels, std::mt19937& random) : labels_(labels) {
    std::exponential_distribution<double> draw;
    double sum = 0;
    for (std::size_t bits = 1; bits < std::size_t{1} << labels.size(); ++bits) {
      const double chance = draw(random) * draw(random) * draw(random);
      sets_.emplace_back(ancestors_of(labels, members(bits)), chance);
      sum += chance;
    }
    for (auto& [nodes, chance] : sets_) chance /= sum;
  }

  std::vector<double> node_probabilities() const {
    std::vector<double> p(labels_.taxonomy().size(), 0);
    for (const auto& [nodes, chance] : sets_) {
      for (std::size_t n = 0; n < p.size(); ++n) p[n] += nodes[n] != 0 ? chance : 0;
    }
    return p;
  }
  double expected_loss(const NodeCosts& costs, const Set& guess) const {
    const auto nodes = ancestors_of(labels_, guess);
    double sum = 0;
    for (const auto& [truth, chance] : sets_) sum += chance * printed_loss(costs, truth, nodes);
    return sum;
  }

 private:
  const LabelSpace& labels_;
  std::vector<std::pair<std::vector<char>, double>> sets_;
};

NodeCosts random_costs(std::size_t nodes, std::mt19937& random) {
  std::exponential_distribution<double> draw;
  NodeCosts costs;
  for (std::size_t n = 0; n < nodes; ++n) {
    costs.miss.push_back(draw(random));
    costs.false_alarm.push_back(draw(random));
  }
  return costs;
}

void compare_with_all_sets(const LabelSpace& labels, unsigned seed, std::size_t& empty) {
  std::mt19937 random(seed);
  const Truth truth(labels, random);
  NodeCosts costs = random_costs(labels.taxonomy().size(), random);
  if (seed % 3 == 0) {
    for (double& cost : costs.false_alarm) cost *= 30;
  }
  Set chosen;
  LeastSetLoss(labels, costs).choose(truth.node_probabilities(), chosen);
  double least = std::numeric_limits<double>::infinity();
  for (std::size_t bits = 0; bits < std::size_t{1} << labels.size(); ++bits) {
    const Set set = members(bits);
    const auto can_be = [&](ClassId c) { return labels.is_predictable(c); };
    if (!std::all_of(set.begin(), set.end(), can_be)) continue;
    least = std::min(least, truth.expected_loss(costs, set));
  }
  EXPECT_NEAR(truth.expected_loss(costs, chosen), least, 1e-12) << seed;
  for (const ClassId c : chosen) EXPECT_TRUE(labels.is_predictable(c));
  if (chosen.empty()) ++empty;
}

TEST(LeastSetLoss, IsThatOfTheBestOfAllSets) {
  const LabelSpace leaves = labels_of(small_tree, {"a1"}, LabelNodes::terminal);
  const LabelSpace every_node = labels_of(small_tree, {"a1"}, LabelNodes::all);
  const LabelSpace trained_above = labels_of(small_tree, {"a1"}, LabelNodes::path);
  std::size_t empty = 0;
  for (unsigned seed = 0; seed < 100; ++seed) {
    compare_with_all_sets(leaves, seed, empty);
    if (seed < 10) compare_with_all_sets(every_node, seed, empty);
    if (seed < 10) compare_with_all_sets(trained_above, seed, empty);
  }
  EXPECT_GT(empty, 0U);  // the draws have cases of all kinds
  EXPECT_LT(empty, 60U);
}

TEST(LeastSetLoss, CountsEveryNodeOnceUnlessToldOtherwise) {
  const LabelSpace labels = labels_of("r\ta\nr\tb\na\ta1\na\ta2\n", {"a1"}, LabelNodes::terminal);
  const auto node = [&](const char* name) { return index_of(*labels.taxonomy().find(name)); };
  std::vector<double> p(labels.taxonomy().size());
  p[index_of(labels.taxonomy().root())] = 1;
  p[node("a")] = 0.9, p[node("a1")] = 0.45, p[node("a2")] = 0.4, p[node("b")] = 0.2;
  const LeastSetLoss least(labels, {});
  Set set;
  least.choose(p, set);  // one of the two below a is worth it for the sake of a
  EXPECT_THAT(set, ElementsAre(*labels.find("a1")));
  p[node("a2")] = 0.6;
  least.choose(p, set);
  EXPECT_THAT(set, ElementsAre(*labels.find("a2")));
  p[node("a1")] = 0.6, p[node("b")] = 0.6;
  least.choose(p, set);
  EXPECT_EQ(set.size(), 3U);
  p = {1, 0, 0, 0, 0};
  p[node("a")] = p[node("a1")] = 0.2;
  least.choose(p, set);  // 1 for the missing root, 1.2 for a and a1
  EXPECT_THAT(set, IsEmpty());
}

TEST(LeastSetLoss, NeedsATree) {
  const LabelSpace dag = labels_of("r\ta\nr\tb\na\tc\nb\tc\n", {"c"}, LabelNodes::terminal);
  try {
    const LeastSetLoss refused(dag, {});
    FAIL() << "no error";
  } catch (const Error& error) {
    EXPECT_THAT(error.what(), HasSubstr("needs a tree; node 'c' has several parents"));
  }
}

TEST(SetLoss, IsThePrintedFormula) {
  const LabelSpace labels = labels_of(small_tree, {"a1"}, LabelNodes::terminal);
  std::mt19937 random(3);
  const NodeCosts costs = random_costs(labels.taxonomy().size(), random);
  const auto nodes_of = [](const std::vector<char>& in) {
    std::vector<NodeId> nodes;
    for (std::size_t n = 0; n < in.size(); ++n) {
      if (in[n] != 0) nodes.push_back(static_cast<NodeId>(n));
    }
    return nodes;
  };
  for (std::size_t truth = 0; truth < std::size_t{1} << labels.size(); ++truth) {
    for (std::size_t guess = 0; guess < std::size_t{1} << labels.size(); ++guess) {
      const auto a = ancestors_of(labels, members(truth)), b = ancestors_of(labels, members(guess));
      EXPECT_NEAR(set_loss(costs, nodes_of(a), nodes_of(b)), printed_loss(costs, a, b), 1e-12);
    }
  }
}

}  // namespace
}  // namespace clade::detail
