#include "data/label_combinations.h"

#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "clade/error.h"
#include "data/read.h"
#include "tests/support/temp_folder.h"

namespace clade::detail {
namespace {

struct Read {
  LabelSpace labels;
  Dataset data;
};

class Intersections : public testing::Test {
 protected:
  Read read(const std::string& text, const std::string& tree) const {
    ThreadPool pool(1);
    const std::vector<std::filesystem::path> files{folder_.write("data.svm", text)};
    Records records = read_records(files, {"", Precision::single}, pool);
    const LabelSpace labels(
        TaxonomySource::from_option(folder_.write("taxonomy.tsv", tree).string()),
        LabelNodes::terminal, records.label_names);
    return {labels, Dataset(std::move(records), labels)};
  }
  static std::string parent_of(const LabelSpace& labels, std::string_view category) {
    const NodeId node = labels.node(labels.find(category).value());
    return std::string(labels.taxonomy().name(labels.taxonomy().parents(node).front()));
  }
  test::TempFolder folder_;
  const std::string tree_ = "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n";
};

TEST_F(Intersections, AreChildrenOfTheDeepestNodeAboveAll) {
  const Read given = read("a2,a1 1:1\nb1 1:2\na1,b1 1:3\na1,a2 1:4\n? 1:5\na1,a2,b2 1:6\n", tree_);
  const LabelCombinations result = combine_labels(given.data, given.labels, true);
  EXPECT_EQ(result.labels.size(), given.labels.size() + 3);
  EXPECT_EQ(parent_of(result.labels, "a1 & a2"), "a");
  EXPECT_EQ(parent_of(result.labels, "a1 & b1"), "root");
  EXPECT_EQ(parent_of(result.labels, "a1 & a2 & b2"), "root");
  const auto name = [&](std::size_t i) {
    return result.labels.name(result.data.labels(i).front());
  };
  EXPECT_EQ(name(0), "a1 & a2");
  EXPECT_EQ(name(1), "b1");
  EXPECT_EQ(name(3), "a1 & a2");
  EXPECT_TRUE(result.data.labels(4).empty());
  EXPECT_FALSE(result.data.is_multilabel());
  // Old classes keep their numbers, rows their values.
  EXPECT_EQ(result.data.labels(1).front(), given.data.labels(1).front());
  EXPECT_EQ(std::get<SparseRows<float>>(result.data.rows()).row(5)[0].value, 6);
}

TEST_F(Intersections, OfInnerLabelsStandBesideTheirAddedNodes) {
  const Read given = read("a,a1 1:1\na 1:2\nb1 1:1\n", tree_);
  const LabelCombinations result = combine_labels(given.data, given.labels, true);
  EXPECT_EQ(parent_of(result.labels, "a1 & a"), "a");
  EXPECT_TRUE(result.labels.taxonomy().is_added(result.labels.node(given.data.labels(1).front())));
}

TEST_F(Intersections, UseTheCategoriesThatAreThere) {
  const Read given = read("a1,a2 1:1\nb1 1:2\n", tree_);
  const LabelCombinations first = combine_labels(given.data, given.labels, true);
  const LabelCombinations again = combine_labels(given.data, first.labels, false);
  EXPECT_EQ(again.labels.size(), first.labels.size());
  EXPECT_EQ(again.data.labels(0).front(), first.data.labels(0).front());
}

TEST_F(Intersections, MayNeverBeGuessedWhereTheyAreNew) {
  const Read given = read("a1,a2 1:1\nb1 1:2\n", tree_);
  const LabelCombinations result = combine_labels(given.data, given.labels, false);
  EXPECT_FALSE(result.labels.is_predictable(result.data.labels(0).front()));
}

TEST_F(Intersections, RefuseATakenNameAndADag) {
  const Read taken = read("a1,a2 1:1\n", "root\ta\na\ta1\na\ta2\nroot\ta1 & a2\na1 & a2\tx\n");
  EXPECT_THROW(combine_labels(taken.data, taken.labels, true), Error);
  const Read dag = read("c,d 1:1\n", "root\ta\nroot\tb\na\tc\nb\tc\nb\td\n");
  EXPECT_THROW(combine_labels(dag.data, dag.labels, true), Error);
}

}  // namespace
}  // namespace clade::detail
