#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <sstream>

#include "base/random.h"
#include "data/formats/arff.h"
#include "data/label_nodes.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::read_text;
using testing::shown_by_name;
using testing::text_error;

constexpr const char* genes =
    "@relation genes\n"
    "@attribute id key\n"
    "@attribute 3 numeric\n"
    "@attribute 'cell size' real\n"
    "@attribute colour {red, 'dark blue', green}\n"
    "@attribute grown {0,1}\n"
    "@attribute seen date\n"
    "@attribute class hierarchical 01/02,01/03,02\n"
    "@data\n";

TEST(ArffReader, ReadsNumbersChoicesMissingValuesIdsAndLabels) {
  const Records records = read_text("arff", std::string(genes) +
                                                "% a comment\n\n"
                                                "g1, 1.5, -2, red, 1, 2001-01-01, 01/02@02\n"
                                                "'g 2',?,0,'dark blue',0,?,01/03\n"
                                                " g3 , 4,1e1, ?,?,?, ?, {2.5}\n"
                                                "g4,1,2,green,1,x,01@01/03@root\n");
  ASSERT_EQ(records.size(), 4U);
  EXPECT_EQ(shown_by_name(records)[0],
            "g1 [01/02],[02] 3:1.5 f/cell size:-2 f/colour=red:1 f/grown:1");
  EXPECT_EQ(shown_by_name(records)[2], "g3 3:4 f/cell size:10");
  EXPECT_THAT(records.weights, ElementsAre(1, 1, 2.5, 1));
  EXPECT_EQ(records.labels_of(3).size(), 1U) << "the nodes above a label are implied";
  ASSERT_TRUE(records.taxonomy.has_value());
  EXPECT_EQ(records.taxonomy->size(), 5U);
  EXPECT_EQ(records.taxonomy->name(records.taxonomy->root()), "root");
}

TEST(ArffReader, ReadsSparseRows) {
  const Records records =
      read_text("arff", std::string(genes) + "{0 a, 2 5, 6 02}\n{}\n{ 6 '01/02@02' , 0 b }, {3}\n");
  EXPECT_THAT(shown_by_name(records), ElementsAre("a [02] f/cell size:5", "1", "b [01/02],[02]"));
  EXPECT_THAT(records.weights, ElementsAre(1, 1, 3));
}

TEST(ArffReader, ANominalClassIsALabelWithoutATaxonomy) {
  const Records records = read_text(
      "arff", "@relation r\n@attribute x numeric\n@attribute Class {a,b}\n@data\n1,a\n2,b\n");
  EXPECT_THAT(shown_by_name(records), ElementsAre("0 [a] f/x:1", "1 [b] f/x:2"));
  EXPECT_FALSE(records.taxonomy.has_value());
}

TEST(ArffReader, ReadsTexts) {
  const Records records = read_text("arff",
                                    "@relation r\n@attribute text string\n@attribute other string\n"
                                    "@attribute class {a}\n@data\n'one two, one',x,a\n");
  EXPECT_THAT(shown_by_name(records), ElementsAre("0 [a] t/one:2 t/two,:1"));
}

TEST(ArffReader, TakesTheHeaderWholeHoweverSmallTheBlocks) {
  std::string text = genes;
  for (int i = 0; i < 50; ++i) text += "g" + std::to_string(i) + ",1,2,red,1,?,02\n";
  const testing::TempFolder folder;
  const auto file = folder.write("x.arff", text);
  ThreadPool pool(2);
  ReadOptions options;
  options.block_size = 1;
  const Records small = read_records(std::vector{file}, options, pool);
  const Records large = testing::read_file(file, Precision::single);
  EXPECT_EQ(shown_by_name(small), shown_by_name(large));
  EXPECT_EQ(small.label_names[0].place, large.label_names[0].place);
  EXPECT_THAT(small.label_names[0].place, HasSubstr("x.arff:10:16"));
}

TEST(ArffReader, SaysWhereAndWhyARowIsWrong) {
  const auto error = [](const std::string& row) { return text_error("arff", genes + row); };
  EXPECT_THAT(error("g,1,2,red,1,?\n"),
              HasSubstr("x.arff:10:14: expected 7 values, as there are attributes, got 6"));
  EXPECT_THAT(error("g,1,2,red,1,?,02,9\n"),
              HasSubstr("x.arff:10:17: expected the end of the line behind 7 values, got ',9'"));
  EXPECT_THAT(error("g,1,two,red,1,?,02\n"),
              HasSubstr("x.arff:10:5: attribute 'cell size': expected a number or ?, got 'two'"));
  EXPECT_THAT(error("g,1,2,rad,1,?,02\n"),
              HasSubstr("x.arff:10:7: attribute 'colour': expected one of its values or ?, got "
                        "'rad' (did you mean 'red'?)"));
  EXPECT_THAT(error("'g,1,2,red,1,?,02\n"),
              HasSubstr("x.arff:10:1: expected a quote at the end of"));
  EXPECT_THAT(error("{7 1}\n"),
              HasSubstr("x.arff:10:2: expected the number of an attribute from 0 to 6, got '7'"));
  EXPECT_THAT(error("{1 1, 1 2}\n"), HasSubstr("x.arff:10:7: attribute 1 has a value already"));
  EXPECT_THAT(error("{1 1\n"), HasSubstr("x.arff:10:5: expected ',' or '}'"));
  EXPECT_THAT(error("g,1,2,red,1,?,02,{0}\n"),
              HasSubstr("x.arff:10:19: expected a weight from 1e-12 to 1e12"));
  EXPECT_THAT(error("g,1,2,red,1,?,02@@01\n"),
              HasSubstr("x.arff:10:15: expected a label, got an empty one"));
  EXPECT_THAT(error(""), HasSubstr("x.arff: holds no example"));
  EXPECT_THAT(
      text_error("arff", "@relation r\n@attribute a numeric\n@attribute a real\n@data\n1,1\n"),
      HasSubstr("x.arff:3: the attribute 'a' occurs twice"));
  EXPECT_THAT(text_error("arff", "@relation r\n@data\n1\n"), HasSubstr("expected attributes"));
  EXPECT_THAT(
      text_error(
          "arff",
          "@relation r\n@attribute c hierarchical a\n@attribute d hierarchical b\n@data\na,b\n"),
      HasSubstr("x.arff:3: a second attribute is hierarchical"));
}

TEST(ArffReader, FilesOfDifferentTaxonomiesDoNotGoTogether) {
  const testing::TempFolder folder;
  const std::string head = "@relation r\n@attribute x numeric\n@attribute c hierarchical ";
  const auto a = folder.write("a.arff", head + "p,q\n@data\n1,p\n");
  const auto b = folder.write("b.arff", head + "q,p\n@data\n1,q\n");
  const auto c = folder.write("c.arff", head + "p,p/q\n@data\n1,p\n");
  ThreadPool pool(1);
  EXPECT_EQ(read_records(std::vector{a, b}, {}, pool).size(), 2U);
  EXPECT_THAT(testing::error_of(ErrorKind::input,
                                [&] {
                                  read_records(std::vector{a, c}, {}, pool);
                                }),
              HasSubstr("c.arff: has another taxonomy"));
}

std::string arff_text(const Records& records, const Taxonomy& taxonomy) {
  std::string text;
  ArffWriter(records, records.names, taxonomy).write([&](std::string_view part) { text += part; });
  return text;
}

TEST(ArffWriter, WritesWhatTheReaderReads) {
  const Taxonomy dag = Taxonomy::parse("root\ta b\nroot\tc\na b\tx\nc\tx\nc\ty\n", "t");
  for (const char* rows :
       {"{\"id\":\"1\",\"labels\":[\"x\",\"y\"],\"features\":{\"f 1\":0.1,\"3\":2}}\n"
        "{\"id\":\"b, c\",\"labels\":[\"a b\"],\"features\":{\"f "
        "1\":-1e-7,\"3\":1},\"weight\":2}\n",
        "{\"labels\":[\"y\"],\"features\":{\"a\":1}}\n{\"features\":{\"b\":1,\"class\":3}}\n"
        "{\"labels\":[\"x\"],\"features\":{\"c\":1}}\n{\"labels\":[\"x\"],\"features\":{\"d\":1}}"
        "\n"}) {
    const Records given = read_text("jsonl", rows);
    const Records again = read_text("arff", arff_text(given, dag));
    EXPECT_EQ(shown_by_name(again), shown_by_name(given));
    EXPECT_EQ(again.weights, given.weights);
    ASSERT_TRUE(again.taxonomy.has_value());
    for (const NodeId node : dag.top_down()) EXPECT_EQ(again.taxonomy->name(node), dag.name(node));
    EXPECT_FALSE(again.taxonomy->is_tree());
  }
}

TEST(ArffWriter, RefusesWhatArffCannotHold) {
  const Records records = read_text("jsonl", "{\"label\":\"q\",\"features\":{\"a\":1}}\n");
  const Taxonomy tree = Taxonomy::parse("r\ta\n", "t");
  EXPECT_THAT(testing::error_of(ErrorKind::input, [&] { arff_text(records, tree); }),
              HasSubstr("label 'q' is not in the taxonomy"));
}

}  // namespace
}  // namespace clade::detail
