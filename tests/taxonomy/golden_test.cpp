// Loss and attribute matrices of every golden case.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "taxonomy/attributes.h"
#include "taxonomy/loss.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

using nlohmann::json;

const std::filesystem::path golden = std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden/hsvm";

std::vector<std::string> case_names() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(golden)) {
    names.push_back(entry.path().filename().string());
  }
  std::sort(names.begin(), names.end());
  return names;
}

class GoldenTaxonomy : public testing::TestWithParam<std::string> {
 protected:
  static Taxonomy read_taxonomy(const std::filesystem::path& file, const json& misc) {
    const Taxonomy given = Taxonomy::read(file);
    std::vector<NodeId> inner;
    for (const auto& entry : misc.items()) inner.push_back(test::at(given, entry.key()));
    return given.with_added_terminals(inner);
  }

  std::string loss_spec_of_case() const {
    const std::string name = content["settings"]["loss"];
    if (name == "node_costs") return "costs:" + (folder / "node_costs.tsv").string();
    if (name == "matrix") return "matrix:" + (folder / "loss.tsv").string();
    const std::map<std::string, std::string> names{
        {"half_symdiff", "tree"}, {"normalized", "normalized"}, {"zero_one", "zero-one"}};
    return names.at(name);
  }

  ClassAttributes attributes_of_case(const std::vector<NodeId>& classes) const {
    const std::string name = content["settings"]["attributes"];
    if (name == "identity") return identity_attributes(taxonomy, classes);
    const std::map<std::string, std::string> names{
        {"inv_sqrt_depth", "depth"},
        {"inv_sqrt_class_depth", "class-depth"},
        {"inv_sqrt_depth_root", "depth+root"},
        {"leaf", "leaf:0.75"},
        {"unit", "unit"},
        {"similarity", "similarity:" + (folder / "similarity.tsv").string()},
        {"user", "file:" + (folder / "attributes.tsv").string()}};
    return make_attributes(names.at(name), taxonomy, classes);
  }

  // What the columns of the attribute matrix stand for.
  std::vector<std::string> columns(std::size_t count) const {
    const std::string name = content["settings"]["attributes"];
    if (name == "identity") return content["classes"];
    if (name != "user") return content["nodes"];
    std::vector<std::string> numbers;
    for (std::size_t i = 1; i <= count; ++i) numbers.push_back("attribute " + std::to_string(i));
    return numbers;
  }

  std::filesystem::path folder = golden / GetParam();
  json content = json::parse(std::ifstream(folder / "case.json"));
  Taxonomy taxonomy = read_taxonomy(folder / "taxonomy.tsv", content["misc"]);
};

TEST_P(GoldenTaxonomy, HasItsNodesAndClassesInOrder) {
  EXPECT_EQ(json(test::all_names(taxonomy)), content["nodes"]);
  EXPECT_EQ(json(test::names(taxonomy, taxonomy.terminals())), content["classes"]);
  for (const auto& [inner, added] : content["misc"].items()) {
    EXPECT_EQ(taxonomy.class_name(test::at(taxonomy, added.get<std::string>())), inner);
  }
}

TEST_P(GoldenTaxonomy, HasItsLosses) {
  const std::vector<NodeId> classes = taxonomy.terminals();
  const auto loss = make_loss(loss_spec_of_case(), taxonomy, classes);
  const json& expected = content["loss_matrix"];
  ASSERT_EQ(expected.size(), classes.size());
  std::vector<double> row(classes.size());
  for (std::size_t y = 0; y < classes.size(); ++y) {
    loss->row(classes[y], classes, row);
    for (std::size_t g = 0; g < classes.size(); ++g) {
      EXPECT_NEAR((*loss)(classes[y], classes[g]), expected[y][g].get<double>(), 1e-10);
      EXPECT_NEAR(row[g], expected[y][g].get<double>(), 1e-10);
    }
  }
}

void expect_inner_products(const ScoreMap& map, const json& expected) {
  ASSERT_EQ(expected.size(), map.decisions());
  for (std::size_t a = 0; a < map.decisions(); ++a) {
    for (std::size_t b = 0; b < map.decisions(); ++b) {
      EXPECT_NEAR(map.gram(a, b), expected[a][b].get<double>(), 1e-10);
    }
  }
}

TEST_P(GoldenTaxonomy, HasItsAttributes) {
  const std::vector<NodeId> classes = taxonomy.terminals();
  const ClassAttributes attributes = attributes_of_case(classes);
  if (content["settings"]["attributes"] == "similarity") {
    expect_inner_products(attributes.map, content["class_kernel"]);
    return;
  }
  const json& expected = content["attribute_matrix"];
  ASSERT_EQ(expected.size(), classes.size());
  const std::vector<std::string> names = columns(expected[0].size());
  ASSERT_EQ(names.size(), expected[0].size());
  for (std::size_t c = 0; c < classes.size(); ++c) {
    std::map<std::string, double> row;
    for (const Attribute& a : attributes.map.of(c)) {
      row[attributes.unit_names.at(index_of(a.unit))] = a.strength;
    }
    for (std::size_t i = 0; i < names.size(); ++i) {
      EXPECT_NEAR(row[names[i]], expected[c][i].get<double>(), 1e-10) << names[i];
    }
    EXPECT_EQ(row.size(), names.size()) << "a unit that the case does not know";
  }
}

INSTANTIATE_TEST_SUITE_P(Hsvm, GoldenTaxonomy, testing::ValuesIn(case_names()),
                         [](const auto& test_case) {
                           std::string name = test_case.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

}  // namespace
}  // namespace clade::detail
