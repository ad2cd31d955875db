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

TEST(IndentedText, ALineIsTheChildOfTheLineItIsFurtherInThan) {
  const Taxonomy t = read_as("indented", "r\n  a\n    a1\n    a2\n  b\n");
  EXPECT_THAT(all_names(t), ElementsAre("r", "a", "a1", "a2", "b"));
  EXPECT_THAT(names(t, t.parents(at(t, "a2"))), ElementsAre("a"));
  EXPECT_THAT(names(t, t.parents(at(t, "b"))), ElementsAre("r"));
}

TEST(IndentedText, TakesTabsBlankLinesCarriageReturnsAndBlanksAtTheEnd) {
  const Taxonomy t = read_as("indented", "\xEF\xBB\xBFr \r\n\r\n\ta b\t\r\n \t \r\n\t\ta1\r\n\tb");
  EXPECT_THAT(all_names(t), ElementsAre("r", "a b", "a1", "b"));
}

TEST(IndentedText, SeveralTopLinesGetAnUnnamedRoot) {
  EXPECT_THAT(all_names(read_as("indented", "a\n x\nb\n")), ElementsAre("", "a", "x", "b"));
}

TEST(IndentedText, ANameThatComesAgainElsewhereIsAnotherNode) {
  EXPECT_THAT(all_names(read_as("indented", "r\n a\n  x\n b\n  x\n  r\n a\n")),
              ElementsAre("r", "a", "a/x", "b", "b/x", "b/r"));
  EXPECT_THAT(all_names(read_as("indented", "x\n y\nb\n x\n")),
              ElementsAre("", "x", "y", "b", "b/x"));
}

TEST(IndentedText, SaysWhichLineBeginsAtAWrongPlace) {
  expect_bad_text("indented", "r\n    a\n  b\n", "t:3: expected the line to begin as far in");
  expect_bad_text("indented", "r\n  a\n\tb\n", "t:3: expected the line to begin as far in");
  expect_bad_text("indented", "  r\nb\n", "t:2: expected the line to begin as far in");
  expect_bad_text("indented", "r\ta\nr\tb\n", "t:1: expected one name, got 'r\\x09a' with a tab");
  expect_bad_text("indented", "\n \n", "t: holds no node");
}

TEST(IndentedText, WritesANodePerLineAndNoDag) {
  EXPECT_EQ(text_as("indented", "r\ta\nr\tb\na\tx\nx\ty\n"), "r\n\ta\n\t\tx\n\t\t\ty\n\tb\n");
  test::expect_error([] { text_as("indented", "r\ta\nr\tb\na\tx\nb\tx\n"); }, ErrorKind::input,
                     "indented text cannot hold a DAG: 'x' is below several nodes");
}

TEST(IndentedText, RefusesNamesThatItCannotHold) {
  test::expect_error([] { text_as("indented", "r\t a\n"); }, ErrorKind::input,
                     "cannot hold the node ' a'");
}

}  // namespace
}  // namespace clade::detail
