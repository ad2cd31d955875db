#include "taxonomy/node_paths.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/taxonomy/format_support.h"

namespace clade::detail {
namespace {

using test::at;
using test::read_as;
using testing::ElementsAre;

TEST(PathParts, LeaveOutWhatRepeatsThePathAbove) {
  EXPECT_THAT(path_parts({"A", "A/01", "A/01/B"}), ElementsAre("A", "01", "B"));
  EXPECT_THAT(path_parts({"A", "A > 01", "A > 01 > B"}), ElementsAre("A", "01", "B"));
  EXPECT_THAT(path_parts({"A", "A.01", "A.01.B"}, "."), ElementsAre("A", "01", "B"));
  EXPECT_THAT(path_parts({"A", "A/x", "y", "A/x/y/z"}), ElementsAre("A", "x", "y", "z"));
}

TEST(PathParts, LeaveOtherNamesAlone) {
  EXPECT_THAT(path_parts({"A", "AB", "A/B", "A/"}), ElementsAre("A", "AB", "A/B", "A/"));
  EXPECT_THAT(path_parts({"A", "A.01"}), ElementsAre("A", "A.01"));
}

TEST(NodeAtPath, FollowsNamesAndOwnParts) {
  const Taxonomy t = read_as("json", R"({"r":{"a":{"x":["y"]},"b":["x","p/q"]}})");
  EXPECT_EQ(node_at_path(t, "a > x"), at(t, "a/x"));
  EXPECT_EQ(node_at_path(t, "a/x/y"), at(t, "y"));
  EXPECT_EQ(node_at_path(t, "r > b > x"), at(t, "b/x"));
  EXPECT_EQ(node_at_path(t, "b/p/q"), at(t, "p/q"));
  EXPECT_FALSE(node_at_path(t, "x/y"));
  EXPECT_FALSE(node_at_path(t, "a/x/"));
  EXPECT_FALSE(node_at_path(t, "a//x"));
  EXPECT_FALSE(node_at_path(t, std::string(100'000, '/')));
  const std::vector<std::string> labels{"a.b.c"};
  const Taxonomy paths = Taxonomy::from_paths(labels, ".");
  EXPECT_EQ(node_at_path(paths, "a > b > c", "."), at(paths, "a.b.c"));
}

TEST(NodeAtPath, FindsEveryNodeByThePathThatIsShown) {
  const Taxonomy t = read_as("edges", "r\ta\nr\tb\na\ta/x\na/x\ta/x/y\nb\tx\nx\tx/y\n");
  for (const NodeId node : test::all_nodes(t)) {
    std::vector<std::string> names;
    for (const NodeId above : t.ancestor_set(node)) names.emplace_back(t.name(above));
    names.erase(names.begin());
    if (names.size() < 2) continue;
    const std::vector<std::string> parts = path_parts(names);
    std::string shown = parts[0];
    for (std::size_t i = 1; i < parts.size(); ++i) shown += " > " + parts[i];
    EXPECT_EQ(node_at_path(t, shown), node) << shown;
  }
}

TEST(UnknownLabelText, SaysWhatIsMeant) {
  const Taxonomy t = read_as("json", R"({"r":{"a":["x","u"],"b":["x"],"c":["name"]}})");
  EXPECT_EQ(unknown_label_text(t, "x"),
            "is the name of 2 nodes of the taxonomy; name one by its path: 'a/x', 'b/x'");
  EXPECT_EQ(unknown_label_text(t, "nane"), "is not in the taxonomy (did you mean 'name'?)");
  EXPECT_EQ(unknown_label_text(read_as("paths", "a/x\n"), "x", "the model"),
            "is not in the model (did you mean 'a/x'?)");
}

}  // namespace
}  // namespace clade::detail
