#include "report/learned_page.h"

#include <gtest/gtest.h>

#include <cmath>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "report/page.h"

namespace clade::detail::report {
namespace {

using Json = nlohmann::ordered_json;

// Pairs of near classes.
Json data_of(std::size_t classes) {
  std::vector<LabelName> names;
  PairTable distances(classes);
  const auto place = [](std::size_t c) {
    return std::pow(static_cast<double>(c / 2), 1.5) * 10 + static_cast<double>(c % 2);
  };
  for (std::size_t a = 0; a < classes; ++a) {
    names.push_back({"class" + std::to_string(a), ""});
    for (std::size_t b = a + 1; b < classes; ++b) distances(a, b) = std::abs(place(a) - place(b));
  }
  const LabelSpace labels(TaxonomySource{}, LabelNodes::terminal, names);
  const ClassClusters learned = cluster_classes(distances, Linkage::average, 2);
  std::string text;
  for (const auto& [parent, child] : learned.edges(labels)) text += parent + '\t' + child + '\n';
  return learned_report({"Learned <taxonomy>", "1.0", "clade", {}, {}}, learned, labels,
                        Taxonomy::parse(text, "learned"));
}

TEST(LearnedPage, HasWhatWasRunTheLinksAndTheTree) {
  const Json data = data_of(8);
  EXPECT_EQ(data["kind"], "learned");
  EXPECT_EQ(data["title"], "Learned <taxonomy>");
  EXPECT_EQ(data["learned"]["links"].size(), 7U);
  std::size_t leaves = 0;
  for (const Json& children : data["tree"]["children"]) leaves += children.empty() ? 1U : 0U;
  EXPECT_EQ(leaves, 8U);
  EXPECT_EQ(data["tree"]["names"].size(), data["tree"]["children"].size());
}

TEST(LearnedPage, OfVeryManyClassesStaysSmall) {
  EXPECT_LT(script_json(data_of(1000)).size(), 500'000U);
}

}  // namespace
}  // namespace clade::detail::report
