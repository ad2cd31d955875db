#include "eval/taxonomy/taxonomy_learning.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "base/random.h"
#include "clade/error.h"
#include "data/read.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

using nlohmann::json;

const std::filesystem::path golden =
    std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden/autohier";

struct Read {
  LabelSpace labels;
  Dataset data;
};

Read read(const std::filesystem::path& file) {
  ThreadPool pool(1);
  const std::vector<std::filesystem::path> files{file};
  Records records = read_records(files, {"", Precision::double_}, pool);
  const LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, records.label_names);
  return {labels, Dataset(std::move(records), labels)};
}

std::vector<std::string> cases() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(golden)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

// ---- Golden cases (classes by name: their order in the files is another one)

class GoldenAutohier : public testing::TestWithParam<std::string> {
 protected:
  GoldenAutohier() {
    const json settings = case_["settings"];
    if (settings["kernel"] == "rbf") {
      kernel_.kind = KernelKind::rbf;
      kernel_.gamma = settings["gamma"];
    }
  }
  std::set<std::string> names(const std::vector<std::size_t>& classes) const {
    std::set<std::string> result;
    for (const std::size_t c : classes) {
      result.emplace(read_.labels.name(static_cast<ClassId>(c)));
    }
    return result;
  }
  // The classes of a cluster of the dendrogram.
  std::vector<std::size_t> members(const Dendrogram& dendrogram, std::size_t cluster) const {
    if (cluster < dendrogram.things) return {cluster};
    const Link& link = dendrogram.links[cluster - dendrogram.things];
    std::vector<std::size_t> all = members(dendrogram, link.a);
    const std::vector<std::size_t> others = members(dendrogram, link.b);
    all.insert(all.end(), others.begin(), others.end());
    return all;
  }

  json case_ = json::parse(std::ifstream(golden / GetParam() / "case.json"));
  Read read_ = read(golden / GetParam() / "data.svm");
  KernelSpec kernel_;
  ThreadPool pool_{2};
};

TEST_P(GoldenAutohier, DistancesAgree) {
  const PairTable distances = class_distances(read_.data, read_.labels, kernel_, pool_);
  const json& classes = case_["classes"];
  ASSERT_EQ(distances.size(), classes.size());
  for (std::size_t a = 0; a < classes.size(); ++a) {
    for (std::size_t b = 0; b < classes.size(); ++b) {
      if (a == b) continue;
      const auto at = [&](std::size_t k) {
        return index_of(read_.labels.find(classes[k].get<std::string>()).value());
      };
      EXPECT_NEAR(distances(at(a), at(b)), case_["expected"]["class_distances"][a][b].get<double>(),
                  1e-8);
    }
  }
}

TEST_P(GoldenAutohier, LinksAndCutsAgree) {
  const json& expected = case_["expected"];
  const ClassClusters learned = cluster_classes(
      class_distances(read_.data, read_.labels, kernel_, pool_), Linkage::average, 2);
  ASSERT_EQ(learned.dendrogram.links.size(), expected["merges"].size());
  ASSERT_EQ(learned.cuts.size(), 1U);
  const Cut& cut = learned.cuts.front();
  for (std::size_t t = 0; t < learned.dendrogram.links.size(); ++t) {
    EXPECT_NEAR(learned.dendrogram.links[t].distance, expected["merges"][t][2].get<double>(), 1e-8);
    EXPECT_EQ(names(members(learned.dendrogram, learned.dendrogram.things + t)),
              expected["merged_members"][t].get<std::set<std::string>>());
    EXPECT_NEAR(cut.inconsistency[t], expected["inconsistency"][t].get<double>(), 1e-7);
    EXPECT_EQ(cut.is_cut[t], expected["cut"][t].get<bool>());
  }
  EXPECT_NEAR(cut.threshold, expected["threshold"].get<double>(), 1e-7);
  std::set<std::set<std::string>> clusters;
  for (const auto& cluster : cut.clusters) clusters.insert(names(cluster));
  EXPECT_EQ(clusters, expected["clusters"].get<std::set<std::set<std::string>>>());
}

TEST_P(GoldenAutohier, EdgesAgree) {
  const ClassClusters learned = cluster_classes(
      class_distances(read_.data, read_.labels, kernel_, pool_), Linkage::average, 2);
  // Clusters may have other numbers.
  const auto grouped = [](const auto& edges) {
    std::map<std::string, std::set<std::string>> below;
    for (const auto& edge : edges) below[edge.first].insert(edge.second);
    std::set<std::set<std::string>> groups;
    for (const std::string& cluster : below.at("root")) groups.insert(below.at(cluster));
    return groups;
  };
  const auto wanted =
      case_["expected"]["hierarchy_edges"].get<std::vector<std::pair<std::string, std::string>>>();
  EXPECT_EQ(grouped(learned.edges(read_.labels)), grouped(wanted));
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenAutohier, testing::ValuesIn(cases()),
                         [](const auto& of) { return of.param.substr(0, 1); });

TEST(GoldenAutohierCases, AreAllThere) { EXPECT_EQ(cases().size(), 4U); }

// ---- Clustering

PairTable random_distances(std::size_t size, std::uint64_t seed) {
  Random random(seed);
  std::vector<std::pair<double, double>> points(size);
  for (auto& point : points) point = {random.uniform(), random.uniform()};
  PairTable table(size);
  for (std::size_t a = 0; a < size; ++a) {
    for (std::size_t b = a + 1; b < size; ++b) {
      table(a, b) =
          std::hypot(points[a].first - points[b].first, points[a].second - points[b].second);
    }
  }
  return table;
}

// Algorithm 8 word for word: always the nearest pair of all clusters.
std::vector<double> naive_distances(const PairTable& distances, Linkage linkage) {
  std::vector<std::vector<std::size_t>> clusters;
  for (std::size_t k = 0; k < distances.size(); ++k) clusters.push_back({k});
  const auto between = [&](const auto& a, const auto& b) {
    double sum = 0, least = 1e300, most = 0;
    for (const std::size_t x : a) {
      for (const std::size_t y : b) {
        sum += distances(x, y);
        least = std::min(least, distances(x, y));
        most = std::max(most, distances(x, y));
      }
    }
    if (linkage == Linkage::single) return least;
    if (linkage == Linkage::complete) return most;
    return sum / static_cast<double>(a.size() * b.size());
  };
  std::vector<double> result;
  while (clusters.size() > 1) {
    double best = 1e300;
    std::size_t first = 0, second = 0;
    for (std::size_t a = 0; a < clusters.size(); ++a) {
      for (std::size_t b = a + 1; b < clusters.size(); ++b) {
        const double d = between(clusters[a], clusters[b]);
        if (d < best) {
          best = d;
          first = a;
          second = b;
        }
      }
    }
    result.push_back(best);
    clusters[first].insert(clusters[first].end(), clusters[second].begin(), clusters[second].end());
    clusters.erase(clusters.begin() + static_cast<std::ptrdiff_t>(second));
  }
  return result;
}

TEST(Dendrogram, IsThatOfAlwaysTakingTheNearestPair) {
  for (const Linkage linkage : {Linkage::average, Linkage::single, Linkage::complete}) {
    for (std::uint64_t seed = 1; seed <= 30; ++seed) {
      const PairTable distances = random_distances(2 + seed, seed);
      const Dendrogram dendrogram = cluster(distances, linkage);
      const std::vector<double> wanted = naive_distances(distances, linkage);
      ASSERT_EQ(dendrogram.links.size(), wanted.size());
      for (std::size_t t = 0; t < wanted.size(); ++t) {
        EXPECT_NEAR(dendrogram.links[t].distance, wanted[t], 1e-12);
        EXPECT_LT(dendrogram.links[t].a, dendrogram.links[t].b);
        EXPECT_LT(dendrogram.links[t].b, dendrogram.things + t);
      }
    }
  }
}

TEST(Dendrogram, OfEqualDistancesEndsAndHasNoCut) {
  PairTable equal(40);
  for (std::size_t a = 0; a < 40; ++a) {
    for (std::size_t b = a + 1; b < 40; ++b) equal(a, b) = 1;
  }
  for (const Linkage linkage : {Linkage::average, Linkage::single, Linkage::complete}) {
    const Cut cut = cut_inconsistent(cluster(equal, linkage));
    EXPECT_EQ(cut.threshold, 0);
    EXPECT_EQ(cut.clusters.size(), 1U);
  }
}

// Every link but the first is over one other, so all coefficients are 1/sqrt(2) but for rounding.
TEST(Dendrogram, OfAChainHasNoCut) {
  Random random(1);
  for (int round = 0; round < 200; ++round) {
    Dendrogram chain{6, {{0, 1, 1 + random.uniform()}}};
    for (std::size_t t = 1; t < 5; ++t) {
      chain.links.push_back({t + 1, 5 + t, chain.links.back().distance + random.uniform()});
    }
    const Cut cut = cut_inconsistent(chain);
    EXPECT_EQ(std::count(cut.is_cut.begin(), cut.is_cut.end(), true), 0);
  }
}

TEST(Dendrogram, AboveACutHasTheClustersAsThings) {
  for (std::uint64_t seed = 1; seed <= 20; ++seed) {
    const Dendrogram dendrogram = cluster(random_distances(60, seed), Linkage::average);
    const Cut cut = cut_inconsistent(dendrogram);
    const Dendrogram rest = above(dendrogram, cut);
    EXPECT_EQ(rest.things, cut.clusters.size());
    EXPECT_EQ(rest.links.size() + 1, rest.things);
    EXPECT_EQ(rest.links.back().distance, dendrogram.links.back().distance);
  }
}

// ---- Whole taxonomies

TEST(LearnTaxonomy, HasSeveralLevelsWhereAsked) {
  // Three groups of three pairs, each far from the others.
  std::vector<double> places;
  for (const double group : {0.0, 1000.0, 2100.0}) {
    for (const double pair : {0.0, 50.0, 105.0}) {
      for (const double one : {0.0, 1.0}) places.push_back(group + pair + one);
    }
  }
  std::vector<std::string> names;
  PairTable distances(places.size());
  for (std::size_t a = 0; a < places.size(); ++a) {
    names.push_back("c" + std::to_string(a));
    for (std::size_t b = a + 1; b < places.size(); ++b) {
      distances(a, b) = std::abs(places[a] - places[b]);
    }
  }
  std::vector<LabelName> label_names;
  for (const std::string& name : names) label_names.push_back({name, ""});
  const LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, label_names);
  const ClassClusters two = cluster_classes(distances, Linkage::average, 2);
  const ClassClusters three = cluster_classes(distances, Linkage::average, 3);
  EXPECT_EQ(two.cuts.size(), 1U);
  ASSERT_EQ(three.cuts.size(), 2U);
  EXPECT_GT(three.cuts[0].clusters.size(), three.cuts[1].clusters.size());
  std::string text;
  for (const auto& [parent, child] : three.edges(labels)) text += parent + "\t" + child + "\n";
  const Taxonomy taxonomy = Taxonomy::parse(text, "learned");
  EXPECT_TRUE(taxonomy.is_tree());
  for (const std::string& name : names) {
    EXPECT_EQ(taxonomy.depth(taxonomy.find(name).value()), 3U) << name;
  }
}

TEST(LearnTaxonomy, NamesItsNodesAsNoClassIsNamed) {
  const std::vector<LabelName> names{{"cluster1", ""}, {"root", ""}, {"c", ""}};
  const LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, names);
  PairTable distances(3);
  distances(0, 1) = 1;
  distances(0, 2) = distances(1, 2) = 5;
  std::string text;
  for (const auto& [parent, child] :
       cluster_classes(distances, Linkage::average, 2).edges(labels)) {
    text += parent + "\t" + child + "\n";
  }
  const Taxonomy taxonomy = Taxonomy::parse(text, "learned");
  for (const LabelName& name : names) {
    EXPECT_TRUE(taxonomy.is_terminal(taxonomy.find(name.name).value())) << text;
  }
}

TEST(LearnTaxonomy, RefusesASingleClass) {
  EXPECT_THROW(cluster_classes(PairTable(1), Linkage::average, 2), Error);
}

// Dense and sparse features go different ways to the same distances.
TEST(ClassDistances, AreTheSameForDenseAndForSparseFeatures) {
  const test::TempFolder folder;
  Random random(5);
  std::string text;
  const std::size_t classes = 80;
  for (std::size_t c = 0; c < 2 * classes; ++c) {
    text += "c" + std::to_string(c % classes);
    for (int j = 1; j <= 300; ++j)
      text += " " + std::to_string(j) + ":" + std::to_string(random.uniform());
    text += " " + std::to_string(1000 + c) + ":2\n";
  }
  const Read both = read(folder.write("d.svm", text));
  ThreadPool one(1), two(2);
  const PairTable linear = class_distances(both.data, both.labels, {}, one);
  const PairTable threads = class_distances(both.data, both.labels, {}, two);
  KernelSpec poly;
  poly.kind = KernelKind::poly;
  poly.degree = 1;
  const PairTable kernel = class_distances(both.data, both.labels, poly, two);
  for (std::size_t a = 0; a < classes; ++a) {
    for (std::size_t b = a + 1; b < classes; ++b) {
      EXPECT_EQ(linear(a, b), threads(a, b));
      EXPECT_NEAR(linear(a, b), kernel(a, b), 1e-9);
    }
  }
}

}  // namespace
}  // namespace clade::detail
