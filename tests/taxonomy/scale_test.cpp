// Taxonomies of a million nodes must be a matter of seconds.
#include <gtest/gtest.h>

#include <algorithm>
#include <ctime>
#include <string>

#include "base/random.h"
#include "clade/taxonomy.h"
#include "taxonomy/ancestor_sets.h"
#include "taxonomy/attributes.h"
#include "taxonomy/loss.h"
#include "taxonomy/rdf_triples.h"
#include "tests/taxonomy/format_support.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

constexpr std::size_t million = 1'000'000;

#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
constexpr double seconds_allowed = 120;
#else
constexpr double seconds_allowed = 10;
#endif

// Processor time, so that a busy machine does not count.
class Stopwatch {
 public:
  double seconds() const {
    return static_cast<double>(std::clock() - start_) / static_cast<double>(CLOCKS_PER_SEC);
  }

 private:
  std::clock_t start_ = std::clock();
};

std::string random_tree() {
  Random random(1);
  std::string text;
  for (std::size_t i = 1; i < million; ++i) {
    text += "node" + std::to_string(random.below(i)) + "\tnode" + std::to_string(i) + "\n";
  }
  return text;
}

TEST(TaxonomyScale, ARandomTreeOfAMillionNodes) {
  const std::string text = random_tree();
  const Stopwatch watch;
  const Taxonomy t = Taxonomy::parse(text, "t");
  ASSERT_EQ(t.size(), million);
  EXPECT_TRUE(t.is_tree());
  EXPECT_EQ(t.top_down().size(), million);
  const std::vector<NodeId> classes = t.terminals();
  const AncestorSets sets(t, classes);
  const ClassAttributes attributes = make_attributes("depth", t, classes);
  EXPECT_EQ(attributes.map.units(), million - 1);
  const auto loss = make_loss("tree", t, classes);
  std::vector<double> row(classes.size());
  for (int i = 0; i < 10; ++i) loss->row(classes[static_cast<std::size_t>(i)], classes, row);
  EXPECT_EQ(row[9], 0);
  const NodeId truth = classes[9], guess = classes.back();
  const std::size_t common = common_size(sets.of(9), sets.of(classes.size() - 1));
  EXPECT_EQ(row.back(),
            0.5 * static_cast<double>(t.depth(truth) + t.depth(guess) + 2 - 2 * common));
  EXPECT_LT(watch.seconds(), seconds_allowed);
}

TEST(TaxonomyScale, AChainOfAMillionNodes) {
  std::string text;
  for (std::size_t i = 1; i < million; ++i) {
    text += std::to_string(i - 1) + "\t" + std::to_string(i) + "\n";
  }
  const Stopwatch watch;
  const Taxonomy t = Taxonomy::parse(text, "t");
  const std::vector<NodeId> classes = t.terminals();
  ASSERT_EQ(classes.size(), 1U);
  EXPECT_EQ(t.depth(classes[0]), million - 1);
  EXPECT_EQ(t.ancestor_set(classes[0]).size(), million);
  EXPECT_EQ(AncestorSets(t, classes).of(0).size(), million);
  EXPECT_EQ((*make_loss("tree", t, classes))(t.root(), classes[0]), 0.5 * (million - 1));
  EXPECT_LT(watch.seconds(), seconds_allowed);
}

TEST(TaxonomyScale, ADagOfManyNodesAndAMillionRepeatedEdges) {
  Random random(2);
  std::string text;
  for (std::size_t i = 1; i < 100'000; ++i) {
    for (int k = 0; k < 2; ++k) {
      text += std::to_string(random.below(std::min<std::size_t>(i, 50))) + "\t" +
              std::to_string(i) + "\n";
    }
  }
  for (std::size_t i = 0; i < million; ++i) text += "0\t1\n";
  const Stopwatch watch;
  const Taxonomy t = Taxonomy::parse(text, "t");
  EXPECT_FALSE(t.is_tree());
  EXPECT_EQ(t.parents(test::at(t, "1")).size(), 1U);
  const std::vector<NodeId> classes = t.terminals();
  const auto loss = make_loss("symdiff", t, classes);
  std::vector<double> row(classes.size());
  for (int i = 0; i < 10; ++i) loss->row(classes[static_cast<std::size_t>(i)], classes, row);
  EXPECT_EQ(row[9], 0);
  EXPECT_LT(watch.seconds(), seconds_allowed);
}

class FormatScale : public testing::TestWithParam<const char*> {};

// A second for a hundred thousand nodes; three are allowed, for slow machines.
TEST_P(FormatScale, AHundredThousandNodesAreReadInASecond) {
  const std::string format = GetParam();
  if (!reads_rdf() && (format == "turtle" || format == "ntriples")) {
    GTEST_SKIP() << "clade was built without libserd";
  }
  std::string edges;
  for (std::size_t i = 1; i < 100'000; ++i) {
    edges += "node" + std::to_string(i / 8) + "\tnode" + std::to_string(i) + "\n";
  }
  const TaxonomyDocument given = test::document_as("edges", edges);
  const std::string text = test::text_of(given, format);
  TaxonomyReadOptions reading;
  if (format == "mesh") reading.naming = NodeNaming::label;
  const Stopwatch watch;
  const Taxonomy t = test::read_as(format, text, reading);
  EXPECT_LT(watch.seconds(), 0.3 * seconds_allowed);
  EXPECT_EQ(t.size(), given.taxonomy.size());
}

INSTANTIATE_TEST_SUITE_P(Formats, FormatScale,
                         testing::Values("edges", "indented", "json", "obo", "turtle", "ntriples",
                                         "mesh", "paths", "arff"));

}  // namespace
}  // namespace clade::detail
