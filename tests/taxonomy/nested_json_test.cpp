#include <gmock/gmock.h>
#include <gtest/gtest.h>

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

TEST(NestedJson, ReadsNamesAndChildrenInAnyOrder) {
  const Taxonomy t = read_as("json", R"({"children":[{"size":3,"name":"a","children":["a1",
      {"name":"a2","data":{"x":[1,null,true]}}]}, {"name":"b","children":[]}],"name":"r"})");
  EXPECT_THAT(all_names(t), ElementsAre("r", "a", "a1", "a2", "b"));
  EXPECT_THAT(names(t, t.children(at(t, "a"))), ElementsAre("a1", "a2"));
}

TEST(NestedJson, ReadsObjectsWhoseKeysAreNodes) {
  const Taxonomy t =
      read_as("json", R"({"r":{"a":["a1",{"a2":{}}],"b":null,"c":"c1","name":{"n1":{}}}})");
  EXPECT_THAT(all_names(t), ElementsAre("r", "a", "a1", "a2", "b", "c", "c1", "name", "n1"));
  EXPECT_THAT(names(t, t.children(t.root())), ElementsAre("a", "b", "c", "name"));
}

TEST(NestedJson, AListHasAnUnnamedRoot) {
  EXPECT_THAT(all_names(read_as("json", R"(["a",["b"]])")), ElementsAre("", "a", "b"));
  EXPECT_THAT(all_names(read_as("json", R"([{"name":"a"}])")), ElementsAre("", "a"));
}

TEST(NestedJson, ANameThatComesAgainElsewhereIsAnotherNode) {
  const Taxonomy t = read_as("json", R"({"r":{"a":{"x":{}},"b":{"x":{"y":{}},"r":{}}}})");
  EXPECT_THAT(all_names(t), ElementsAre("r", "a", "a/x", "b", "b/x", "y", "b/r"));
  EXPECT_THAT(names(t, t.parents(at(t, "y"))), ElementsAre("b/x"));
  // Beside itself it is the same.
  EXPECT_THAT(all_names(read_as("json", R"({"r":["a",{"a":["b"]}]})")), ElementsAre("r", "a", "b"));
}

TEST(NestedJson, AnIdThatComesAgainIsTheSameNode) {
  const TaxonomyDocument d = test::document_as("json", R"([{"id":1,"name":"a","children":[
      {"id":3,"name":"x"},{"id":4,"name":"y"}]},{"id":2,"name":"b","children":[
      {"id":3,"name":"x"},{"id":5,"name":"y"},{"id":6,"name":"y"}]}])");
  const Taxonomy& t = d.taxonomy;
  EXPECT_THAT(all_names(t), ElementsAre("", "a", "x", "a/y", "b", "b/y", "b/y (6)"));
  EXPECT_THAT(names(t, t.parents(at(t, "x"))), ElementsAre("a", "b"));
  EXPECT_EQ(d.aliases.size(), 6U);
  // Numbers that begin anew are no ids.
  EXPECT_THAT(all_names(read_as("json", R"([{"id":1,"name":"a","children":[{"id":1,"name":"x"}]},
      {"id":2,"name":"b","children":[{"id":1,"name":"x"}]}])")),
              ElementsAre("", "a", "a/x", "b", "b/x"));
}

TEST(NestedJson, EqualNamesAtEveryLevelAreRefusedWhereTheirPathsWouldBeTooLong) {
  std::string chain;
  for (int i = 0; i < 1200; ++i) chain += "{\"a\":";
  expect_bad_text("json", chain + "{}" + std::string(1200, '}'),
                  "t:1: 'a' is the name of several nodes");
}

TEST(NestedJson, ReplacesEscapes) {
  const Taxonomy t = read_as("json", R"({"r \"\\\/\u00e9\ud83d\ude00":["tab\tand\r\nline"]})");
  EXPECT_THAT(all_names(t), ElementsAre("r \"\\/\u00e9\U0001F600", "tab and line"));
}

TEST(NestedJson, SaysWhereAndWhyATextIsNone) {
  expect_bad_text("json", "{\"r\":\n[\"a\",\n}", "t:3: broken JSON: syntax error");
  expect_bad_text("json", "", "t:1: broken JSON: syntax error");
  expect_bad_text("json", "{\"r\":{}} x", "t:1: broken JSON: syntax error");
  expect_bad_text("json", "{\"r\":\n[\"a\",5]}",
                  "t:2: expected the name of a node in quotes or an object, got '5'");
  expect_bad_text("json", "{\"r\":[\"\"]}", "t:1: expected the name of a node, got an empty one");
  expect_bad_text("json", "{\"r\":[\"\xff\"]}", "t:1: broken JSON");
  expect_bad_text("json", "{}", "t: holds no node");
}

TEST(NestedJson, SurvivesDeepNesting) {
  const std::size_t deep = 50'000;
  EXPECT_EQ(read_as("json", std::string(deep, '[') + "\"a\"" + std::string(deep, ']')).size(), 2U);
  expect_bad_text("json", std::string(deep, '['), "t:1: broken JSON");
  std::string chain;
  for (std::size_t i = 0; i < 20'000; ++i) chain += "{\"n" + std::to_string(i) + "\":";
  const Taxonomy t = read_as("json", chain + "{}" + std::string(20'000, '}'));
  EXPECT_EQ(t.size(), 20'000U);
  EXPECT_EQ(test::edges_of(read_as("json", test::text_of({t, {}, {}}, "json"))), test::edges_of(t));
}

TEST(NestedJson, WritesANodePerLine) {
  EXPECT_EQ(text_as("json", "r\ta\nr\tb \"q\"\na\tx\n"),
            "{\"name\":\"r\",\"children\":[\n{\"name\":\"a\",\"children\":[\n{\"name\":\"x\"}]},\n"
            "{\"name\":\"b \\\"q\\\"\"}]}\n");
}

}  // namespace
}  // namespace clade::detail
