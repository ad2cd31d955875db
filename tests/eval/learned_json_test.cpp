#include "eval/taxonomy/learned_json.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <nlohmann/json.hpp>
#include <numeric>
#include <string>
#include <vector>

namespace clade::detail {
namespace {

using Json = nlohmann::ordered_json;

struct Learned {
  LabelSpace labels;
  ClassClusters taxonomy;
};

// Classes at these places of a line.
Learned learned_line(const std::vector<double>& places, std::size_t levels = 2) {
  std::vector<LabelName> names;
  PairTable distances(places.size());
  for (std::size_t a = 0; a < places.size(); ++a) {
    names.push_back({"class" + std::to_string(a), ""});
    for (std::size_t b = a + 1; b < places.size(); ++b) {
      distances(a, b) = std::abs(places[a] - places[b]);
    }
  }
  return {LabelSpace(TaxonomySource{}, LabelNodes::terminal, names),
          cluster_classes(distances, Linkage::average, levels)};
}

Json json_of(const Learned& learned) { return learned_json(learned.taxonomy, learned.labels); }

TEST(LearnedJson, HasEveryClassLinkAndCut) {
  const Learned learned = learned_line({0, 100, 1, 10, 101, 11});
  const Json json = json_of(learned);
  EXPECT_EQ(json["classes"].size(), 6U);
  EXPECT_EQ(json["links"].size(), 5U);
  EXPECT_EQ(json["links"][0][2], 1);
  const Cut& cut = learned.taxonomy.cuts.front();
  EXPECT_EQ(json["cuts"][0]["threshold"], cut.threshold);
  EXPECT_EQ(json["cuts"][0]["inconsistency"].size(), 5U);
  EXPECT_EQ(json["cuts"][0]["clusters"].size(), cut.clusters.size());
}

// Members of a cluster stand beside each other.
TEST(LearnedJson, OrdersClassesSoThatLinksDoNotCross) {
  const Json json = json_of(learned_line({0, 100, 1, 10, 101, 11, 50}));
  const auto order = json["order"].get<std::vector<std::size_t>>();
  std::vector<std::size_t> sorted = order;
  std::sort(sorted.begin(), sorted.end());
  EXPECT_THAT(sorted, testing::ElementsAre(0, 1, 2, 3, 4, 5, 6));
  std::vector<std::vector<std::size_t>> members;  // of every cluster: places in the order
  for (std::size_t c = 0; c < 7; ++c) {
    const auto at = std::find(order.begin(), order.end(), c) - order.begin();
    members.push_back({static_cast<std::size_t>(at)});
  }
  for (const Json& link : json["links"]) {
    std::vector<std::size_t> both = members[link[0]];
    const std::vector<std::size_t>& second = members[link[1]];
    both.insert(both.end(), second.begin(), second.end());
    const auto [low, high] = std::minmax_element(both.begin(), both.end());
    EXPECT_EQ(*high - *low + 1, both.size());
    members.push_back(both);
  }
}

TEST(LearnedJson, HasTheDistancesInThatOrder) {
  const std::vector<double> places{0, 100, 1, 10};
  const Json json = json_of(learned_line(places));
  const auto order = json["order"].get<std::vector<std::size_t>>();
  ASSERT_EQ(json["cells"]["side"], 4);
  for (std::size_t a = 0; a < 4; ++a) {
    for (std::size_t b = 0; b < 4; ++b) {
      EXPECT_DOUBLE_EQ(json["cells"]["values"][a * 4 + b].get<double>(),
                       std::abs(places[order[a]] - places[order[b]]));
    }
  }
}

TEST(LearnedJson, OfManyClassesHasMeansOverNeighbours) {
  std::vector<double> places(250);
  std::iota(places.begin(), places.end(), 0.0);
  const Learned learned = learned_line(places);
  const Json json = json_of(learned);
  const auto order = json["order"].get<std::vector<std::size_t>>();
  ASSERT_EQ(json["cells"]["side"], 100);
  ASSERT_EQ(json["cells"]["values"].size(), 10'000U);
  // The first range has the places 0 and 1 of the order, the last 247 to 249.
  double sum = 0;
  for (const std::size_t a : {0U, 1U}) {
    for (const std::size_t b : {247U, 248U, 249U}) {
      sum += learned.taxonomy.distances(order[a], order[b]);
    }
  }
  EXPECT_DOUBLE_EQ(json["cells"]["values"][99].get<double>(), sum / 6);
}

}  // namespace
}  // namespace clade::detail
