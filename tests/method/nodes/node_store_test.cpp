#include "method/nodes/node_store.h"

#include <gtest/gtest.h>

#include <thread>
#include <vector>

#include "base/random.h"
#include "clade/error.h"
#include "linear/weight_rows.h"

namespace clade::detail {
namespace {

constexpr std::size_t features = 300, units = 70;

// The weights of one node: some features, the units from `first` on.
struct Node {
  Node(std::size_t first_unit, std::size_t count, std::uint64_t seed) : first(first_unit) {
    Random random(seed);
    std::vector<std::uint32_t> indices;
    for (std::uint32_t j = 0; j < features; ++j) {
      if (random.uniform() < 0.3) indices.push_back(10 + j);
    }
    index = FeatureIndex(indices);
    weights = WeightRows<float>(indices.size(), count);
    for (std::size_t j = 0; j < indices.size(); ++j) {
      for (float& w : weights.row(j))
        w = random.uniform() < 0.2 ? 0 : 0.25F * static_cast<float>(1 + random.below(8));
    }
  }
  std::size_t first;
  FeatureIndex index;
  WeightRows<float> weights;
};

FeatureIndex all_features() {
  std::vector<std::uint32_t> indices;
  for (std::uint32_t j = 0; j < features; ++j) indices.push_back(10 + j);
  return FeatureIndex(indices);
}

TEST(NodeStoreTest, JoinsTheWeightsOfAllNodes) {
  std::vector<Node> nodes;
  for (std::size_t k = 0; k < 10; ++k) nodes.emplace_back(7 * k, k % 3 == 0 ? 7 : 4, k + 1);
  NodeStore store(all_features(), units);
  std::vector<std::thread> threads;
  for (const bool odd : {false, true}) {
    threads.emplace_back([&, odd] {
      for (std::size_t k = odd ? 1 : 0; k < nodes.size(); k += 2) {
        store.add(nodes[k].index, nodes[k].weights.view(), nodes[k].first);
      }
    });
  }
  for (std::thread& thread : threads) thread.join();
  const auto packed = store.pack();
  std::vector<float> row(units);
  for (std::uint32_t j = 0; j < features; ++j) {
    std::vector<float> expected(units);
    for (const Node& node : nodes) {
      const std::uint32_t own = node.index.find(10 + j);
      if (own == FeatureIndex::unknown) continue;
      const auto weights = node.weights.view().row(own);
      std::copy(weights.begin(), weights.end(),
                expected.begin() + static_cast<std::ptrdiff_t>(node.first));
    }
    packed->view().copy_row(j, row);
    EXPECT_EQ(row, expected) << j;
  }
}

TEST(NodeStoreTest, TakesNoNodesAtAll) {
  NodeStore store(all_features(), units);
  const auto packed = store.pack();
  std::vector<float> row(units, 1.0F);
  packed->view().copy_row(features - 1, row);
  EXPECT_EQ(row, std::vector<float>(units));
}

TEST(NodeStoreTest, RefusesWeightsBeyondHalfPrecision) {
  Node node(0, 2, 1);
  node.weights.row(0)[1] = 1e6F;
  NodeStore store(all_features(), units);
  EXPECT_THROW(store.add(node.index, node.weights.view(), 0), Error);
}

}  // namespace
}  // namespace clade::detail
