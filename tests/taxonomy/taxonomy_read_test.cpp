#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "clade/taxonomy.h"
#include "tests/support/temp_folder.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

using test::all_names;
using test::at;
using test::expect_error;
using test::names;
using testing::ElementsAre;

void expect_bad(std::string_view text, std::string_view message) {
  expect_error([&] { Taxonomy::parse(text, "topics.tsv"); }, ErrorKind::input, message);
}

TEST(ReadTaxonomy, NumbersNodesByFirstAppearanceParentBeforeChild) {
  const Taxonomy t = Taxonomy::parse("b\tc\na\tb\na\td\n", "t");
  EXPECT_THAT(all_names(t), ElementsAre("b", "c", "a", "d"));
  EXPECT_EQ(t.root(), at(t, "a"));
  EXPECT_TRUE(t.is_tree());
}

TEST(ReadTaxonomy, PutsAnUnnamedRootInFrontOfSeveralParentlessNodes) {
  const Taxonomy t = Taxonomy::parse("a\ta1\nb\tb1\n", "t");
  EXPECT_THAT(all_names(t), ElementsAre("", "a", "a1", "b", "b1"));
  EXPECT_EQ(index_of(t.root()), 0U);
  EXPECT_THAT(names(t, t.children(t.root())), ElementsAre("a", "b"));
  EXPECT_FALSE(t.find("").has_value());
}

TEST(ReadTaxonomy, AcceptsCarriageReturnsByteOrderMarkBlankLinesAndAMissingLastNewline) {
  const Taxonomy t = Taxonomy::parse("\xEF\xBB\xBFr\ta\r\n\r\n   \n\nr\tb", "t");
  EXPECT_THAT(all_names(t), ElementsAre("r", "a", "b"));
}

TEST(ReadTaxonomy, KeepsSpacesInNames) {
  const Taxonomy t = Taxonomy::parse("top level\t a b \n", "t");
  EXPECT_THAT(all_names(t), ElementsAre("top level", " a b "));
}

TEST(ReadTaxonomy, CountsRepeatedEdgesOnceAndKeepsTheOrderOfParents) {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tb\nb\tx\na\tx\nb\tx\nr\ta\n", "t");
  EXPECT_THAT(names(t, t.parents(at(t, "x"))), ElementsAre("b", "a"));
  EXPECT_THAT(names(t, t.parents(at(t, "a"))), ElementsAre("r"));
  EXPECT_FALSE(t.is_tree());
}

TEST(ReadTaxonomy, SaysWhereALineIsNotAnEdge) {
  expect_bad("r\ta\nOptics\n",
             "topics.tsv:2: expected parent<TAB>child, got 'Optics' without a tab");
  expect_bad("\n\nr\ta\tb\n", "topics.tsv:3: expected parent<TAB>child, got 3 fields");
  expect_bad("r\ta\n\tb\n",
             "topics.tsv:2: expected parent<TAB>child, got an empty name for the parent");
  expect_bad("r\t\r\n", "topics.tsv:1: expected parent<TAB>child, got an empty name for the child");
  expect_bad("r\ta\nx\tx\n", "topics.tsv:2: 'x' is its own parent");
}

TEST(ReadTaxonomy, RefusesATextWithoutEdges) {
  expect_bad("", "topics.tsv: holds no edge");
  expect_bad("\xEF\xBB\xBF\r\n \n", "topics.tsv: holds no edge");
}

TEST(ReadTaxonomy, ReportsTheNodesOfACycle) {
  expect_bad("Science\tOptics\nOptics\tPhysics\nOptics\tLight\nPhysics\tOptics\n",
             "topics.tsv:4: 'Optics' is its own ancestor: Optics -> Physics -> Optics");
}

TEST(ReadTaxonomy, ReportsACycleWhereNoNodeIsParentless) {
  expect_bad("a\tb\nb\tc\nc\ta\nc\td\n", "topics.tsv:3: 'a' is its own ancestor: a -> b -> c -> a");
}

TEST(ReadTaxonomy, ReportsACycleBesideSeveralTrees) {
  expect_bad("r\ts\nu\tv\nx\ty\ny\tx\n", "topics.tsv:4: 'x' is its own ancestor: x -> y -> x");
}

TEST(ReadTaxonomy, PointsAtTheFirstOccurrenceOfARepeatedEdgeOnACycle) {
  expect_bad("a\tb\nb\ta\na\tb\nb\ta\n", "topics.tsv:2: 'a' is its own ancestor: a -> b -> a");
}

TEST(ReadTaxonomy, CutsALongCycleInTheMessage) {
  std::string text;
  constexpr int length = 1'000'000;
  for (int i = 0; i < length; ++i) {
    text += std::to_string(i) + "\t" + std::to_string((i + 1) % length) + "\n";
  }
  expect_bad(text,
             "topics.tsv:1000000: '0' is its own ancestor: 0 -> 1 -> 2 -> 3 -> 4 -> (999990 more) "
             "-> 999995 -> 999996 -> 999997 -> 999998 -> 999999 -> 0");
}

TEST(ReadTaxonomy, SurvivesNulBytesAndHugeNames) {
  const std::string nul("a\0b", 3), huge(12'000'000, 'x');
  const Taxonomy t = Taxonomy::parse("r\t" + nul + "\nr\t" + huge + "\n", "t");
  EXPECT_EQ(t.size(), 3U);
  EXPECT_TRUE(t.find(nul).has_value());
  EXPECT_TRUE(t.find(huge).has_value());
  EXPECT_EQ(t.suggestion(huge + "y"), "");
  expect_bad(huge, "xxx...' without a tab");
}

TEST(ReadTaxonomy, ReadsAFileAndNamesItInMessages) {
  const test::TempFolder folder;
  EXPECT_EQ(Taxonomy::read(folder.write("ok.tsv", "r\ta\n")).size(), 2U);
  const auto bad = folder.write("bad.tsv", "r a\n");
  expect_error([&] { Taxonomy::read(bad); }, ErrorKind::input, bad.string() + ":1: expected");
  expect_error([&] { Taxonomy::read(folder.path() / "none.tsv"); }, ErrorKind::environment,
               "none.tsv: cannot be opened");
}

TEST(FlatTaxonomy, HasOneLevelBelowAnUnnamedRoot) {
  const std::vector<std::string> labels{"x", "y", "x"};
  const Taxonomy t = Taxonomy::flat(labels);
  EXPECT_THAT(all_names(t), ElementsAre("", "x", "y"));
  EXPECT_TRUE(t.is_tree());
  EXPECT_EQ(t.depth(at(t, "y")), 1U);
}

TEST(FlatTaxonomy, OfNoLabelIsARootAlone) {
  const Taxonomy t = Taxonomy::flat({});
  EXPECT_EQ(t.size(), 1U);
  EXPECT_TRUE(t.is_terminal(t.root()));
}

TEST(FlatTaxonomy, RefusesAnEmptyLabel) {
  const std::vector<std::string> labels{"x", ""};
  expect_error([&] { Taxonomy::flat(labels); }, ErrorKind::input, "empty");
}

TEST(TaxonomyFromPaths, NamesANodeByItsWholePath) {
  const std::vector<std::string> labels{"A/01/B", "A/02", "C"};
  const Taxonomy t = Taxonomy::from_paths(labels, "/");
  EXPECT_THAT(all_names(t), ElementsAre("", "A", "A/01", "A/01/B", "A/02", "C"));
  EXPECT_THAT(names(t, t.ancestor_set(at(t, "A/01/B"))), ElementsAre("", "A", "A/01", "A/01/B"));
}

TEST(TaxonomyFromPaths, KeepsItsRootAboveASingleTop) {
  const std::vector<std::string> labels{"A/B"};
  const Taxonomy t = Taxonomy::from_paths(labels, "/");
  EXPECT_EQ(t.name(t.root()), "");
  EXPECT_EQ(t.size(), 3U);
}

TEST(TaxonomyFromPaths, TakesSeparatorsOfSeveralCharacters) {
  const std::vector<std::string> labels{"A > B > C", "A>D"};
  const Taxonomy t = Taxonomy::from_paths(labels, " > ");
  EXPECT_THAT(all_names(t), ElementsAre("", "A", "A > B", "A > B > C", "A>D"));
}

TEST(TaxonomyFromPaths, RefusesEmptyParts) {
  for (const char* label : {"A//B", "/A", "A/", "/", ""}) {
    const std::vector<std::string> labels{"X/Y", label};
    expect_error([&] { Taxonomy::from_paths(labels, "/"); }, ErrorKind::input, "empty");
  }
}

TEST(TaxonomyFromPaths, RefusesAnEmptySeparator) {
  const std::vector<std::string> labels{"A"};
  expect_error([&] { Taxonomy::from_paths(labels, ""); }, ErrorKind::usage, "separator");
}

}  // namespace
}  // namespace clade::detail
