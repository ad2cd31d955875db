#include "taxonomy/similarity.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/random.h"
#include "tests/support/temp_folder.h"
#include "tests/taxonomy/names.h"

namespace clade::detail {
namespace {

using test::expect_error;
using testing::ElementsAre;

// Classes a1, b and the added child of a, in the order b, a1, a.
Taxonomy taxonomy() {
  const Taxonomy t = Taxonomy::parse("r\ta\nr\tb\na\ta1\n", "t");
  return t.with_added_terminals(test::nodes(t, {"a"}));
}

ClassAttributes from_text(std::string_view text) {
  const test::TempFolder folder;
  const Taxonomy t = taxonomy();
  return make_attributes("similarity:" + folder.write("s.tsv", text).string(), t, t.terminals());
}

void expect_bad(std::string_view text, std::string_view message) {
  expect_error([&] { from_text(text); }, ErrorKind::input, message);
}

TEST(Similarity, IsTheInnerProductOfTheAttributes) {
  const ClassAttributes a =
      from_text("class\ta1\tb\ta\na\t0.5\t-1\t3\nb\t1\t4\t-1\na1\t2\t1\t0.5\n");
  EXPECT_THAT(a.unit_names, ElementsAre("b", "a1", "a__misc"));
  EXPECT_EQ(a.map.units(), 3U);
  const double expected[3][3] = {{4, 1, -1}, {1, 2, 0.5}, {-1, 0.5, 3}};
  for (std::size_t i = 0; i < 3; ++i) {
    for (std::size_t j = 0; j < 3; ++j) EXPECT_NEAR(a.map.gram(i, j), expected[i][j], 1e-13);
  }
}

TEST(Similarity, HasASymmetricRoot) {
  const ClassAttributes a = from_text("\tb\ta1\ta\nb\t4\t1\t-1\na1\t1\t2\t0.5\na\t-1\t0.5\t3\n");
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(a.map.of(i).size(), 3U);
    for (std::size_t j = 0; j < 3; ++j) {
      EXPECT_NEAR(a.map.of(i)[j].strength, a.map.of(j)[i].strength, 1e-14);
    }
  }
}

TEST(Similarity, OfUnrelatedClassesIsAUnitForEach) {
  const ClassAttributes a = from_text("\tb\ta1\ta\nb\t4\t0\t0\na1\t0\t9\t0\na\t0\t0\t1\n");
  for (std::size_t i = 0; i < 3; ++i) {
    ASSERT_EQ(a.map.of(i).size(), 1U) << "no zeros are kept";
    EXPECT_EQ(index_of(a.map.of(i)[0].unit), i);
  }
  EXPECT_DOUBLE_EQ(a.map.of(1)[0].strength, 3);
}

TEST(Similarity, MayBeSingular) {
  const ClassAttributes ones = from_text("\tb\ta1\ta\nb\t1\t1\t1\na1\t1\t1\t1\na\t1\t1\t1\n");
  EXPECT_NEAR(ones.map.gram(0, 2), 1, 1e-14);
  EXPECT_NEAR(ones.map.gram(1, 1), 1, 1e-14);
  const ClassAttributes none = from_text("\tb\ta1\ta\nb\t0\t0\t0\na1\t0\t1\t0\na\t0\t0\t0\n");
  EXPECT_TRUE(none.map.of(0).empty());
  EXPECT_EQ(none.map.gram(1, 1), 1);
}

TEST(Similarity, OfManyClassesComesBack) {
  constexpr std::size_t count = 40;
  Random random(3);
  std::vector<std::vector<double>> factor(count, std::vector<double>(12));
  for (auto& row : factor) {
    for (double& value : row) value = random.normal();
  }
  const auto product = [&](std::size_t i, std::size_t j) {
    double sum = 0;
    for (std::size_t k = 0; k < factor[i].size(); ++k) sum += factor[i][k] * factor[j][k];
    return sum;
  };
  std::vector<std::string> names;
  std::ostringstream text;
  text.precision(17);
  for (std::size_t i = 0; i < count; ++i) text << "\tc" << i;
  for (std::size_t i = 0; i < count; ++i) {
    names.push_back("c" + std::to_string(i));
    text << '\n' << names.back();
    for (std::size_t j = 0; j < count; ++j) text << '\t' << product(i, j);
  }
  const test::TempFolder folder;
  const Taxonomy t = Taxonomy::flat(names);
  const ClassAttributes a = read_similarity(folder.write("s.tsv", text.str()), t, t.terminals());
  for (std::size_t i = 0; i < count; ++i) {
    for (std::size_t j = 0; j < count; ++j) EXPECT_NEAR(a.map.gram(i, j), product(i, j), 1e-12);
  }
}

TEST(Similarity, MustBeSymmetric) {
  expect_bad(
      "\tb\ta1\ta\nb\t4\t1\t-1\na1\t1.5\t2\t0.5\na\t-1\t0.5\t3\n",
      "s.tsv: expected a symmetric table, got 1 in row 'b', column 'a1' and 1.5 in row 'a1', "
      "column 'b'");
  expect_bad("\tb\ta1\ta\nb\t4\t1\t-1\na1\t1.00000001\t2\t0.5\na\t-1\t0.5\t3\n", "symmetric");
  // What rounding to twelve digits leaves is fine.
  from_text("\tb\ta1\ta\nb\t4\t1\t-1\na1\t1.000000000001\t2\t0.5\na\t-1\t0.5\t3\n");
}

TEST(Similarity, MustBePositiveSemiDefinite) {
  expect_bad("\tb\ta1\ta\nb\t1\t2\t0\na1\t2\t1\t0\na\t0\t0\t1\n",
             "s.tsv: expected a positive semi-definite table, got one whose smallest eigenvalue is "
             "-1;");
  expect_bad("\tb\ta1\ta\nb\t0\t1\t0\na1\t1\t0\t0\na\t0\t0\t0\n", "smallest eigenvalue is -1;");
  expect_bad("\tb\ta1\ta\nb\t-1\t0\t0\na1\t0\t1\t0\na\t0\t0\t1\n",
             "s.tsv:2: expected at least 0 as the similarity with itself of class 'b', got -1");
  // An eigenvalue that is below zero by rounding is zero.
  const ClassAttributes a =
      from_text("\tb\ta1\ta\nb\t1\t1.0000000001\t0\na1\t1.0000000001\t1\t0\na\t0\t0\t1\n");
  EXPECT_NEAR(a.map.gram(0, 1), 1, 1e-9);
}

TEST(Similarity, ReportsBadTables) {
  expect_bad("", "s.tsv: is empty");
  expect_bad("\tb\ta1\n", "s.tsv: expected a column for every class, got none for 'a'");
  expect_bad("\tb\ta1\ta\nb\t1\t0\t0\n",
             "s.tsv: expected a row for every class, got none for 'a1'");
  expect_bad("\tb\ta1\tab\n", "s.tsv:1: expected the name of a class, got 'ab'");
  expect_bad("\tb\ta1\ta\nb\t1\tnan\t0\n",
             "s.tsv:2: expected a number from -1e+30 to 1e+30 in column 3, got 'nan'");
  expect_bad("\tb\ta1\ta\nb\t1\tinf\t0\n", "in column 3, got 'inf'");
  expect_bad("\tb\ta1\ta\nb\t1\t1e31\t0\n", "in column 3, got '1e31'");
  const Taxonomy t = taxonomy();
  expect_error([&] { make_attributes("similarity:no/such/file", t, t.terminals()); },
               ErrorKind::environment, "cannot be opened");
  expect_error([&] { make_attributes("similarity:", t, t.terminals()); }, ErrorKind::usage,
               "expected a file's name after similarity:");
  expect_error([&] { make_attributes("similarty:x", t, t.terminals()); }, ErrorKind::usage,
               "did you mean 'similarity:'?");
}

}  // namespace
}  // namespace clade::detail
