// Every format against every other: what one wrote, the other must give back.
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "base/random.h"
#include "taxonomy/rdf_triples.h"
#include "tests/taxonomy/format_support.h"

namespace clade::detail {
namespace {

using test::all_names;
using test::document_as;
using test::edges_of;
using test::text_of;
using testing::ElementsAre;

struct Graph {
  const char* name;
  const char* edges;
};

constexpr std::array graphs{
    Graph{"tree", "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\n"},
    Graph{"chain", "r\ta\na\tb\nb\tc\n"},
    Graph{"forest", "a\ta1\nb\tb1\nb\tb2\n"},
    Graph{"words",
          "all things\tmade of wood\nall things\tlast, not \"least\" {x} [y] (z) !\n"
          "made of wood\tB\xC3\xA4ume; <&> 'q' \\ %41 @ # | :\n"},
    Graph{"dag", "r\ta\nr\tb\na\tx\nb\tx\nx\ty\nx\tz\nb\tz\n"},
    Graph{"dag of late parents", "r\ta\nr\tc\nb\ta\nr\tb\na\td\nc\td\n"},
    Graph{"dag without a root", "a\tx\nb\tx\nx\ty\nb\ty\n"},
};

// What holds every graph under the names of its nodes.
const std::vector<std::string> whole_formats(std::string_view graph = "") {
  std::vector<std::string> names;
  for (const TaxonomyFormat& format : taxonomy_formats()) {
    // '@' separates labels there, and the root is all that a single node would be.
    if (format.name == "arff" && (graph == "words" || graph == "one")) continue;
    if (format.name == "indented" && graph.starts_with("dag")) continue;
    const bool is_rdf = format.name == "turtle" || format.name == "ntriples";
    if (format.name != "paths" && (!is_rdf || reads_rdf())) names.emplace_back(format.name);
  }
  return names;
}

// As a user would who wants the names that were written.
TaxonomyDocument read_back(const std::string& format, const std::string& text) {
  TaxonomyReadOptions reading;
  if (format != "obo") reading.naming = NodeNaming::label;
  return document_as(format, text, reading);
}

TEST(TaxonomyFormats, EveryPairKeepsEveryEdge) {
  for (const Graph& graph : graphs) {
    const TaxonomyDocument given = document_as("edges", graph.edges);
    for (const std::string& first : whole_formats(graph.name)) {
      const TaxonomyDocument once = read_back(first, text_of(given, first));
      EXPECT_EQ(edges_of(once.taxonomy), edges_of(given.taxonomy)) << graph.name << ": " << first;
      for (const std::string& second : whole_formats(graph.name)) {
        const TaxonomyDocument twice = read_back(second, text_of(once, second));
        EXPECT_EQ(edges_of(twice.taxonomy), edges_of(given.taxonomy))
            << graph.name << ": " << first << " to " << second;
      }
    }
  }
}

TEST(TaxonomyFormats, AnEdgeListComesBackWithTheSameNodeAndParentOrder) {
  for (const Graph& graph : graphs) {
    const Taxonomy given = document_as("edges", graph.edges).taxonomy;
    const Taxonomy again = document_as("edges", text_of({given, {}, {}}, "edges")).taxonomy;
    EXPECT_EQ(all_names(again), all_names(given)) << graph.name;
    for (const NodeId node : test::all_nodes(given)) {
      EXPECT_EQ(test::names(again, again.parents(node)), test::names(given, given.parents(node)));
    }
  }
}

TEST(TaxonomyFormats, RandomGraphsComeBackInTheSameOrder) {
  Random random(7);
  for (int round = 0; round < 200; ++round) {
    // Edges of a random order of the nodes, in a random order of the lines.
    std::vector<int> order(12);
    for (std::size_t i = 0; i < order.size(); ++i) order[i] = static_cast<int>(i);
    random.shuffle(std::span(order));
    std::vector<std::string> lines;
    for (std::size_t i = 1; i < order.size(); ++i) {
      for (std::uint64_t k = 0; k < 1 + random.below(2); ++k) {
        lines.push_back("n" + std::to_string(order[random.below(i)]) + "\tn" +
                        std::to_string(order[i]) + "\n");
      }
    }
    random.shuffle(std::span(lines));
    std::string text;
    for (const std::string& line : lines) text += line;
    const Taxonomy given = document_as("edges", text).taxonomy;
    const Taxonomy again = document_as("edges", text_of({given, {}, {}}, "edges")).taxonomy;
    ASSERT_EQ(all_names(again), all_names(given)) << text;
    for (const NodeId node : test::all_nodes(given)) {
      ASSERT_EQ(test::names(again, again.parents(node)), test::names(given, given.parents(node)));
    }
  }
}

TEST(TaxonomyFormats, AnUnnamedRootIsWrittenWhereItWouldBeLost) {
  const std::vector<std::string> labels{"a", "b"}, one{"a/b"};
  const TaxonomyDocument flat{Taxonomy::flat(labels), {}, {}};
  EXPECT_EQ(text_of(flat, "edges"), "root\ta\nroot\tb\n");
  EXPECT_EQ(text_of(flat, "indented"), "a\nb\n");
  const TaxonomyDocument single{Taxonomy::from_paths(one, "/"), {}, {}};
  EXPECT_EQ(text_of(single, "indented"), "root\n\ta\n\t\ta/b\n");
  EXPECT_EQ(edges_of(document_as("json", text_of(single, "json")).taxonomy),
            edges_of(single.taxonomy));
  const std::vector<std::string> taken{"root"};
  EXPECT_EQ(text_of({Taxonomy::flat(taken), {}, {}}, "edges"), "root1\troot\n");
}

TEST(TaxonomyFormats, PathsKeepPathNamesAndMakeThemOtherwise) {
  const TaxonomyDocument paths = document_as("paths", "A/01\nA/02/x\nB\n");
  EXPECT_THAT(all_names(paths.taxonomy), ElementsAre("", "A", "A/01", "A/02", "A/02/x", "B"));
  EXPECT_EQ(text_of(paths, "paths"), "A\nA/01\nA/02\nA/02/x\nB\n");
  const TaxonomyDocument tree = document_as("edges", "r\ta\na\tx y\n");
  EXPECT_EQ(text_of(tree, "paths", " > "), "a\na > x y\n");
  const TaxonomyDocument equal = document_as("json", R"({"r":{"a":{"x":["y"]},"b":["x"]}})");
  EXPECT_EQ(text_of(equal, "paths"), "a\na/x\na/x/y\nb\nb/x\n");
  EXPECT_EQ(text_of(equal, "paths", "."), "a\na.x\na.x.y\nb\nb.x\n");
  TaxonomyReadOptions reading;
  reading.separator = " > ";
  EXPECT_THAT(all_names(test::read_as("paths", "a > b\n", reading)), ElementsAre("", "a", "a > b"));
  test::expect_bad_text("paths", "A/B\nA//C\n",
                        "t:2: expected a path like A/B, got 'A//C' with an empty part");
  test::expect_error([&] { text_of(tree, "paths", " "); }, ErrorKind::input,
                     "the separator ' ' is in its name");
  test::expect_error([&] { test::text_as("paths", "r\ta\nr\tb\na\tx\nb\tx\n"); }, ErrorKind::input,
                     "cannot hold a DAG");
}

TEST(TaxonomyFormats, TheNameOfAFileTellsTheFormat) {
  EXPECT_EQ(taxonomy_format_of("x/y.tsv", "").name, "edges");
  EXPECT_EQ(taxonomy_format_of("y.TXT", "").name, "indented");
  EXPECT_EQ(taxonomy_format_of("y.json.gz", "").name, "json");
  EXPECT_EQ(taxonomy_format_of("y.obo.zst", "").name, "obo");
  EXPECT_EQ(taxonomy_format_of("a.json/topics", "").name, "edges");
  EXPECT_EQ(taxonomy_format_of("y.json", "edges").name, "edges");
  test::expect_error([] { taxonomy_format_of("", "jsn"); }, ErrorKind::usage,
                     "got 'jsn' (did you mean 'json'?)");
}

TEST(TaxonomyFormats, HoldATaxonomyOfOneNode) {
  for (const std::string& format : whole_formats("one")) {
    const TaxonomyDocument one = document_as("indented", "all\n");
    if (format == "edges") {
      test::expect_error([&] { text_of(one, format); }, ErrorKind::input, "it has no edge");
    } else {
      EXPECT_EQ(read_back(format, text_of(one, format)).taxonomy.size(), 1U) << format;
    }
  }
}

}  // namespace
}  // namespace clade::detail
