#include <gtest/gtest.h>

#include "taxonomy/loss.h"
#include "tests/support/temp_folder.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

using test::at;
using test::expect_error;
using test::TempFolder;

// Classes a1, b and the added child of a.
Taxonomy taxonomy() {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tb\na\ta1\n", "t");
  return t.with_added_terminals(test::nodes(t, {"a"}));
}

std::unique_ptr<Loss> loss_of(const char* kind, std::string_view text,
                              const Taxonomy& t = taxonomy()) {
  const TempFolder folder;
  return make_loss(kind + folder.write("f.tsv", text).string(), t, t.terminals());
}

void expect_bad(const char* kind, std::string_view text, std::string_view message) {
  expect_error([&] { loss_of(kind, text); }, ErrorKind::input, message);
}

constexpr const char* good_costs =
    "b\t1\t2\t4\nr\t9\t9\t9\na\t2\t1\t3\na1\t1\t0.5\t8\na__misc\t1\t7\t1e1\n";

TEST(CostLoss, AddsMissedAndFalseNodes) {
  const Taxonomy t = taxonomy();
  const auto loss = loss_of("costs:", good_costs, t);
  // CIKM 23: f c over the ancestors of the truth alone, f cbar over those of the guess alone.
  EXPECT_DOUBLE_EQ((*loss)(at(t, "a1"), at(t, "b")), 2 * 1 + 0.5 + 4);
  EXPECT_DOUBLE_EQ((*loss)(at(t, "b"), at(t, "a1")), 2 + 2 * 3 + 8);
  EXPECT_DOUBLE_EQ((*loss)(at(t, "a1"), at(t, "a__misc")), 0.5 + 10);
  EXPECT_EQ((*loss)(at(t, "a1"), at(t, "a1")), 0);
  EXPECT_DOUBLE_EQ((*loss)(at(t, "a"), at(t, "b")), 2 + 4) << "a is no class";
  const auto classes = t.terminals();
  std::vector<double> row(classes.size());
  loss->row(at(t, "a1"), classes, row);
  for (std::size_t i = 0; i < row.size(); ++i) {
    EXPECT_EQ(row[i], (*loss)(at(t, "a1"), classes[i]));
  }
}

TEST(CostLoss, NeedsNoLineForAnUnnamedRootAndAcceptsOne) {
  const std::vector<std::string> labels{"x", "y"};
  const Taxonomy t = Taxonomy::flat(labels);
  EXPECT_EQ((*loss_of("costs:", "x\t1\t2\t3\ny\t1\t4\t5\n", t))(at(t, "x"), at(t, "y")), 7);
  EXPECT_EQ((*loss_of("costs:", "\t1\t1\t1\nx\t1\t2\t3\ny\t1\t4\t5", t))(at(t, "y"), at(t, "x")),
            7);
}

TEST(CostLoss, ReportsBadLines) {
  expect_bad("costs:", "a\t1\t2\n",
             "f.tsv:1: expected node, volume, miss, false by tabs, got 3 fields");
  expect_bad("costs:", "a\t1\t2\t3\nbb\t1\t1\t1\n",
             "f.tsv:2: expected the name of a node, got 'bb' (did you mean 'b'?)");
  expect_bad("costs:", "a\t1\t2\t3\nb\t1\t1\t1\na\t1\t1\t1\n",
             "f.tsv:3: 'a' has a line already, line 1");
  expect_bad("costs:", "a\t1\t-2\t3\n",
             "f.tsv:1: expected a number of at least 0 for the miss, got '-2'");
  expect_bad("costs:", "a\tnan\t2\t3\n", "for the volume, got 'nan'");
  expect_bad("costs:", "a\t1\t2\tinf\n", "for the false, got 'inf'");
  expect_bad("costs:", "a\t1e200\t1e200\t1\n", "f.tsv:1: volume times cost is too large");
}

TEST(CostLoss, NamesAMissingNode) {
  expect_bad("costs:", "", "f.tsv: expected a line for every node, got none for 'r'");
  expect_bad("costs:", "r\t1\t1\t1\na\t1\t1\t1\nb\t1\t1\t1\na1\t1\t1\t1\n",
             "got none for 'a__misc', which was added for labels at the inner node 'a'");
}

TEST(LossFiles, ThatAreMissingAreAnEnvironmentError) {
  const Taxonomy t = taxonomy();
  for (const char* spec : {"costs:no/such/file", "matrix:no/such/file"}) {
    expect_error([&] { make_loss(spec, t, t.terminals()); }, ErrorKind::environment,
                 "no/such/file: cannot be opened");
  }
}

TEST(MatrixLoss, MatchesRowsAndColumnsByNameInAnyOrder) {
  const Taxonomy t = taxonomy();
  for (const char* text : {"class\tb\ta1\ta\na\t1\t2\t0\nb\t0\t3\t4\na1\t5\t0\t6\n",
                           "\tb\ta1\ta__misc\r\na__misc\t1\t2\t0\r\na1\t5\t0\t6\r\nb\t0\t3\t4"}) {
    const auto loss = loss_of("matrix:", text, t);
    EXPECT_EQ((*loss)(at(t, "a__misc"), at(t, "b")), 1);
    EXPECT_EQ((*loss)(at(t, "a__misc"), at(t, "a1")), 2);
    EXPECT_EQ((*loss)(at(t, "b"), at(t, "a1")), 3);
    EXPECT_EQ((*loss)(at(t, "b"), at(t, "a__misc")), 4);
    EXPECT_EQ((*loss)(at(t, "a1"), at(t, "b")), 5);
    EXPECT_EQ((*loss)(at(t, "a1"), at(t, "a1")), 0);
    std::vector<double> row(3);
    loss->row(at(t, "b"), t.terminals(), row);
    EXPECT_EQ(row, (std::vector<double>{0, 3, 4}));
  }
}

TEST(MatrixLoss, MayCoverNodesThatAreNoClass) {
  const Taxonomy t = taxonomy();
  const auto loss = loss_of(
      "matrix:", "\tr\tb\ta1\ta\na\t9\t1\t2\t0\nr\t7\t7\t7\t7\nb\t9\t0\t3\t4\na1\t9\t5\t0\t6\n", t);
  EXPECT_EQ((*loss)(at(t, "b"), at(t, "a1")), 3);
  EXPECT_THROW((*loss)(at(t, "r"), at(t, "a1")), std::logic_error);
}

TEST(MatrixLoss, ReportsBadTables) {
  expect_bad("matrix:", "", "f.tsv: is empty");
  expect_bad("matrix:", "x\tb\ta1\ta\n", "f.tsv:1: expected a header line of class names");
  expect_bad("matrix:", "\tb\ta11\ta\n",
             "f.tsv:1: expected the name of a class, got 'a11' (did you mean 'a1'?)");
  expect_bad("matrix:", "\tb\ta1\tb\n", "f.tsv:1: class 'b' has a column already");
  expect_bad("matrix:", "\ta\ta1\ta__misc\n", "f.tsv:1: class 'a' has a column already");
  expect_bad("matrix:", "\tb\ta1\n", "f.tsv: expected a column for every class, got none for 'a'");
  expect_bad("matrix:", "\tb\ta1\ta\nb\t0\t1\n",
             "f.tsv:2: expected a name and 3 values by tabs, got 3 fields");
  expect_bad("matrix:", "\tb\ta1\ta\nb\t0\tx\t1\n",
             "f.tsv:2: expected a number from 0 to 1e+30 in column 3, got 'x'");
  expect_bad("matrix:", "\tb\ta1\ta\nb\t0\t-1\t1\n", "column 3, got '-1'");
  expect_bad("matrix:", "\tb\ta1\ta\nb\t0\tinf\t1\n", "column 3, got 'inf'");
  expect_bad("matrix:", "\tb\ta1\ta\nb\t2\t1\t1\n",
             "f.tsv:2: expected 0 as the loss of the right class 'b', got 2");
  expect_bad("matrix:", "\tb\ta1\ta\nb\t0\t1\t1\nb\t0\t1\t1\n",
             "f.tsv:3: class 'b' has a row already");
  expect_bad("matrix:", "\tb\ta1\ta\nb\t0\t1\t1\n",
             "f.tsv: expected a row for every class, got none for 'a1'");
}

}  // namespace
}  // namespace clade::detail
