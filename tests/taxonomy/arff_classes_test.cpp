#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "taxonomy/arff_header.h"
#include "tests/taxonomy/format_support.h"

namespace clade::detail {
namespace {

using test::all_names;
using test::at;
using test::expect_bad_text;
using test::names;
using test::read_as;
using test::text_as;
using testing::ElementsAre;

std::string with_class(const std::string& entries) {
  return "@relation r\n@attribute x numeric\n@attribute class hierarchical " + entries +
         "\n@data\n1,?\n";
}

TEST(ArffClasses, PathsMakeATree) {
  const Taxonomy t = read_as("arff", with_class("A/1/x,A/2, B"));
  EXPECT_THAT(all_names(t), ElementsAre("root", "A", "A/1", "A/1/x", "A/2", "B"));
  EXPECT_EQ(t.name(t.root()), "root");
}

TEST(ArffClasses, PairsMakeADag) {
  const Taxonomy t = read_as("arff", with_class("root/a, root/b, a/x, b/x % comment"));
  EXPECT_THAT(all_names(t), ElementsAre("root", "a", "b", "x"));
  EXPECT_THAT(names(t, t.parents(at(t, "x"))), ElementsAre("a", "b"));
  EXPECT_EQ(read_as("arff", with_class("r/a,a/x,b/x")).name(NodeId{0}), "r");
}

TEST(ArffClasses, AreWrittenAsPathsOrPairs) {
  EXPECT_EQ(text_as("arff", "r\tA\nA\tA/1\nr\tB\n"),
            "@relation taxonomy\n@attribute class hierarchical A,A/1,B\n@data\n");
  EXPECT_EQ(text_as("arff", "r\ta\na\tx y\n"),
            "@relation taxonomy\n@attribute class hierarchical root/a,'a/x y'\n@data\n");
  test::expect_error([] { text_as("arff", "r\ta\na\tx/y\n"); }, ErrorKind::input,
                     "ARFF cannot hold the node 'x/y': '/' separates parent and child there");
  test::expect_error([] { text_as("arff", "r\ta@b\n"); }, ErrorKind::input, "'@' separates labels");
  test::expect_error([] { text_as("arff", "r\troot\n"); }, ErrorKind::input, "always called root");
}

TEST(ArffHeader, KnowsEveryKindOfAttributeQuotesEscapesAndComments) {
  const ArffHeader header = parse_arff_header(
      "% comment\r\n\r\n@RELATION 'a b'\n"
      "@Attribute id key % the id\n"
      "@attribute 'it\\'s \\\"\\\\\\t\\u00e9' REAL\n"
      "@attribute \"b c\" {red, 'dark \\'blue\\'' ,\"x,y\", light green}\n"
      "@attribute d date \"yyyy-MM-dd\"\n"
      "@attribute s string\n"
      "@attribute e{1,2}\n"
      "@attribute c hierarchical A, B/C ,'D, E' % more\n"
      "@DATA % here\nrest",
      "t");
  ASSERT_EQ(header.attributes.size(), 7U);
  EXPECT_EQ(header.attributes[0].kind, ArffAttribute::Kind::key);
  EXPECT_EQ(header.attributes[1].name, "it's \"\\\t\u00e9");
  EXPECT_EQ(header.attributes[2].name, "b c");
  EXPECT_THAT(header.attributes[2].values, ElementsAre("red", "dark 'blue'", "x,y", "light green"));
  EXPECT_EQ(header.attributes[3].kind, ArffAttribute::Kind::date);
  EXPECT_EQ(header.attributes[5].name, "e");
  EXPECT_THAT(header.attributes[6].values, ElementsAre("A", "B/C", "D, E"));
}

TEST(ArffHeader, SaysWhichLineIsWrongAndWhy) {
  expect_bad_text("arff", "@relation r\n@attribute x numeric\n",
                  "t:2: expected @data behind the attributes");
  expect_bad_text("arff", "@relation r\n@atribute x numeric\n",
                  "t:2: expected @relation, @attribute or @data, got '@atribute'");
  expect_bad_text("arff", "1,2\n", "t:1: expected @relation");
  expect_bad_text("arff", "@attribute\n", "t:1: expected the name of an attribute");
  expect_bad_text("arff", "@attribute 'x numeric\n", "t:1: expected the name of an attribute");
  expect_bad_text(
      "arff", "@attribute x number\n",
      "t:1: attribute 'x': expected numeric, string, {values} or hierarchical, got 'number'");
  expect_bad_text("arff", "@attribute x {a,b\n",
                  "t:1: attribute 'x': expected '}' behind the values");
  expect_bad_text("arff", "@attribute x {a,,b}\n",
                  "t:1: attribute 'x': expected a value, got an empty one");
  expect_bad_text("arff", "@attribute x {'a,b}\n",
                  "t:1: attribute 'x': expected a quote at the end");
  expect_bad_text("arff", with_class(""), "t:3: attribute 'class': expected values, got none");
  expect_bad_text("arff", with_class("a//b"),
                  "t:3: attribute 'class': expected a path like A/B, got 'a//b'");
  expect_bad_text("arff", with_class("root/a,a/"),
                  "t:3: attribute 'class': expected parent/child, got 'a/'");
  expect_bad_text("arff", with_class("root/a,a/b,b/a"), "is its own ancestor");
  expect_bad_text("arff", "@attribute x numeric\n@data\n", "t: no attribute is hierarchical");
}

}  // namespace
}  // namespace clade::detail
