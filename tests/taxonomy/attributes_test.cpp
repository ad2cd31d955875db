#include "taxonomy/attributes.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <map>

#include "tests/support/temp_folder.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

using test::at;
using test::expect_error;
using test::nodes;
using testing::DoubleEq;
using testing::ElementsAre;
using testing::Pair;

constexpr const char* tree_text = "r\ta\nr\tc\na\ta1\na\ta2\na2\ta21\n";

// The row of a class, by the names of its units.
std::map<std::string, double> row_of(const ClassAttributes& attributes, std::size_t position) {
  std::map<std::string, double> row;
  UnitId last{};
  for (const Attribute& a : attributes.map.of(position)) {
    EXPECT_TRUE(row.empty() || last < a.unit) << "rows are sorted by unit";
    EXPECT_NE(a.strength, 0);
    last = a.unit;
    row[attributes.unit_names.at(index_of(a.unit))] = a.strength;
  }
  return row;
}

std::map<std::string, double> row_of(const std::string& spec, std::string_view name) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  std::vector<NodeId> classes = t.terminals();
  const auto found = std::find(classes.begin(), classes.end(), at(t, name));
  return row_of(make_attributes(spec, t, classes),
                static_cast<std::size_t>(found - classes.begin()));
}

TEST(Attributes, DepthDividesByTheDeepestClass) {
  const double each = 1 / std::sqrt(3.0);
  EXPECT_THAT(row_of("depth", "a21"),
              ElementsAre(Pair("a", DoubleEq(each)), Pair("a2", DoubleEq(each)),
                          Pair("a21", DoubleEq(each))));
  EXPECT_THAT(row_of("depth", "c"), ElementsAre(Pair("c", DoubleEq(each))));
}

TEST(Attributes, DepthAndRootHasTheRootToo) {
  EXPECT_THAT(row_of("depth+root", "a1"),
              ElementsAre(Pair("a", 0.5), Pair("a1", 0.5), Pair("r", 0.5)));
}

TEST(Attributes, ClassDepthDividesByTheDepthOfTheClass) {
  EXPECT_THAT(row_of("class-depth", "a1"), ElementsAre(Pair("a", DoubleEq(std::sqrt(0.5))),
                                                       Pair("a1", DoubleEq(std::sqrt(0.5)))));
  EXPECT_THAT(row_of("class-depth", "c"), ElementsAre(Pair("c", 1)));
}

TEST(Attributes, UnitIsOneEverywhere) {
  EXPECT_THAT(row_of("unit", "c"), ElementsAre(Pair("c", 1), Pair("r", 1)));
}

TEST(Attributes, LeafSharesTheRestAmongProperAncestors) {
  EXPECT_THAT(row_of("leaf:0.5", "a21"),
              ElementsAre(Pair("a", 0.5), Pair("a2", 0.5), Pair("a21", DoubleEq(std::sqrt(0.5)))));
  EXPECT_THAT(row_of("leaf:0.5", "c"), ElementsAre(Pair("c", 1)));
  EXPECT_THAT(row_of("leaf:1", "a21"), ElementsAre(Pair("a21", 1))) << "no zeros are kept";
}

TEST(Attributes, HaveNoUnitThatNoClassUses) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  const auto classes = nodes(t, {"a1", "c"});
  const ClassAttributes depth = make_attributes("depth", t, classes);
  EXPECT_THAT(depth.unit_names, ElementsAre("a", "c", "a1"));
  EXPECT_EQ(depth.map.units(), 3U);
  EXPECT_THAT(make_attributes("unit", t, classes).unit_names, ElementsAre("r", "a", "c", "a1"));
}

TEST(Attributes, OfARootThatIsAClass) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  const auto classes = test::all_nodes(t);
  for (const char* spec : {"depth", "class-depth", "leaf:0.75"}) {
    const ClassAttributes attributes = make_attributes(spec, t, classes);
    EXPECT_TRUE(attributes.map.of(0).empty()) << spec;
    EXPECT_EQ(attributes.map.units(), 5U) << spec;
  }
  EXPECT_THAT(row_of(make_attributes("unit", t, classes), 0), ElementsAre(Pair("r", 1)));
  EXPECT_THAT(row_of(make_attributes("depth+root", t, classes), 0), ElementsAre(Pair("r", 0.5)));
  const std::vector<NodeId> root{t.root()};
  EXPECT_EQ(make_attributes("depth", t, root).map.units(), 0U);
  EXPECT_THAT(row_of(make_attributes("depth+root", t, root), 0), ElementsAre(Pair("r", 1)));
}

TEST(Attributes, CountDepthByTheAncestorSetInADag) {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tb\na\tx\nb\tx\n", "t");
  const double each = 1 / std::sqrt(3.0);
  EXPECT_THAT(
      row_of(make_attributes("class-depth", t, t.terminals()), 0),
      ElementsAre(Pair("a", DoubleEq(each)), Pair("b", DoubleEq(each)), Pair("x", DoubleEq(each))));
}

TEST(Attributes, NameAddedNodesAndAnUnnamedRoot) {
  const Taxonomy forest = Taxonomy::parse("a\ta1\nb\tb1\n", "t");
  const Taxonomy t = forest.with_added_terminals(nodes(forest, {"a"}));
  EXPECT_THAT(make_attributes("unit", t, t.terminals()).unit_names,
              ElementsAre("(root)", "a", "a1", "b", "b1", "a__misc"));
}

TEST(Attributes, IdentityGivesEveryClassItsOwnUnit) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  const ClassAttributes identity = identity_attributes(t, t.terminals());
  EXPECT_THAT(identity.unit_names, ElementsAre("c", "a1", "a21"));
  EXPECT_EQ(identity.map.units(), 3U);
  EXPECT_THAT(row_of(identity, 1), ElementsAre(Pair("a1", 1)));
}

TEST(Attributes, RefuseUnknownWords) {
  const Taxonomy t = Taxonomy::parse(tree_text, "t");
  expect_error([&] { make_attributes("dept", t, t.terminals()); }, ErrorKind::usage,
               "(did you mean 'depth'?), got 'dept'");
  for (const char* bad : {"leaf:0", "leaf:1.5", "leaf:-1", "leaf:nan", "leaf:", "leaf:x",
                          "file:", "", "leaf", "unit:1"}) {
    expect_error([&] { make_attributes(bad, t, t.terminals()); }, ErrorKind::usage,
                 "`attributes`: expected");
    EXPECT_NE(attributes_spec.problem(bad), "") << bad;
  }
  EXPECT_EQ(attributes_spec.problem("leaf:0.75"), "");
  EXPECT_EQ(attributes_spec.problem("file:x"), "");
}

// Classes a1, b and the added child of a.
Taxonomy with_added() {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tb\na\ta1\n", "t");
  return t.with_added_terminals(nodes(t, {"a"}));
}

ClassAttributes from_file(std::string_view text) {
  const test::TempFolder folder;
  const Taxonomy t = with_added();
  return make_attributes("file:" + folder.write("f.tsv", text).string(), t, t.terminals());
}

TEST(AttributeFile, GivesEveryClassItsValues) {
  const ClassAttributes a = from_file("a1\t2:0.5 7:-1\r\n\r\na__misc\t 7:2  9:0 \r\nb\t\r\n");
  EXPECT_THAT(a.unit_names, ElementsAre("attribute 2", "attribute 7"));
  EXPECT_TRUE(a.map.of(0).empty());
  EXPECT_THAT(row_of(a, 1), ElementsAre(Pair("attribute 2", 0.5), Pair("attribute 7", -1)));
  EXPECT_THAT(row_of(a, 2), ElementsAre(Pair("attribute 7", 2)));
}

TEST(AttributeFile, ReportsBadLines) {
  const auto expect_bad = [](std::string_view text, std::string_view message) {
    expect_error([&] { from_file(text); }, ErrorKind::input, message);
  };
  for (const char* entry :
       {"0:1", "-1:1", "x:1", "1:", "1", ":1", "1:x", "1:inf", "1:nan", "1.5:1"}) {
    expect_bad(
        std::string("b\t1:1\na1\t") + entry + "\n",
        "f.tsv:2: expected index:value with an index from 1, got '" + std::string(entry) + "'");
  }
  expect_bad("b\t3:1 3:2\n", "f.tsv:1: expected an index above 3, got 3");
  expect_bad("b\t3:1\nb\t3:1\n", "f.tsv:2: class 'b' has a line already");
  expect_bad("a\t3:1\na__misc\t3:1\n", "f.tsv:2: class 'a' has a line already");
  expect_bad("bb\t3:1\n", "f.tsv:1: expected the name of a class, got 'bb'");
  expect_bad("a1\t1:1\nb\t1:1\n", "f.tsv: expected a line for every class, got none for 'a'");
  const Taxonomy t = with_added();
  expect_error([&] { make_attributes("file:no/such/file", t, t.terminals()); },
               ErrorKind::environment, "cannot be opened");
}

}  // namespace
}  // namespace clade::detail
