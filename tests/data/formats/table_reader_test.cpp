#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "base/random.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::read_text;
using testing::shown_by_name;
using testing::text_error;

TEST(TsvReader, ReadsLabelsIdsTextWeightsAndNumbers) {
  ReadOptions options;
  options.fields.feature_fields = "rest";
  const Records records = read_text("tsv",
                                    "id\tlabels\ttext\tweight\tsize\t3\n"
                                    "a\tA b|C/d\tone two one\t2\t1.5\t-4\n"
                                    "b\t\t\t\t\t\n"
                                    "\tC/d\ttwo\t1\t0\t 1e2 \n",
                                    options);
  EXPECT_THAT(shown_by_name(records), ElementsAre("a [A b],[C/d] 3:-4 t/one:2 t/two:1 f/size:1.5",
                                                  "b", "2 [C/d] 3:100 t/two:1"));
  EXPECT_THAT(records.weights, ElementsAre(2, 1, 1));
  const std::string& place = records.label_names[1].place;
  EXPECT_EQ(place.substr(place.rfind('/') + 1), "x.tsv:2:7");
  EXPECT_TRUE(records.has_text);
}

TEST(TsvReader, TakesThreeEscapesAndLeavesOtherBackslashesAlone) {
  const Records records =
      read_text("tsv", "label\ttext\nA\\\\B\ta\\tb\\nc d\\e f\\\\t \\\nC\t\"a\n");
  EXPECT_THAT(shown_by_name(records),
              ElementsAre("0 [A\\B] t/a:1 t/b:1 t/c:1 t/d\\e:1 t/f\\t:1 t/\\:1", "1 [C] t/\"a:1"));
}

TEST(CsvReader, TakesQuotedFieldsWithCommasQuotesAndLineEnds) {
  ReadOptions options;
  options.fields.feature_fields = "rest";
  const Records records = read_text("csv",
                                    "\"label\",text,\"n\"\"1\"\r\n"
                                    "\"A, b\",\"one \"\"two\"\"\r\nthree\",1\r\n"
                                    "\"B|\"\"C\"\"\",,\"2.5\"\r\n"
                                    "D,plain,\"\"",
                                    options);
  EXPECT_THAT(shown_by_name(records),
              ElementsAre("0 [A, b] t/one:1 t/\"two\"\r:1 t/three:1 f/n\"1:1",
                          "1 [B],[\"C\"] f/n\"1:2.5", "2 [D] t/plain:1"));
  const std::string& place = records.label_names[3].place;
  EXPECT_EQ(place.substr(place.rfind('/') + 1), "x.csv:5:1");
}

TEST(CsvReader, ReportsWrongQuotesAtTheirPlace) {
  EXPECT_THAT(shown_by_name(read_text("csv", "label,text\nA,b\"c\nB,d\n")),
              ElementsAre("0 [A] t/b\"c:1", "1 [B] t/d:1"))
      << "inside a word it is a letter";
  EXPECT_THAT(text_error("csv", "label,text\nA,\"b\"c\nB,d\n"),
              HasSubstr("x.csv:2:6: expected a comma or the end of the line after a closing quote, "
                        "got 'c'"));
  EXPECT_THAT(text_error("csv", "label,text\nA,\"b\nc\nB,d\n"),
              HasSubstr("x.csv:2:3: this quote is never closed"));
  EXPECT_THAT(text_error("csv", "label,\"text\n"), HasSubstr("x.csv:1:7: this quote is never"));
}

TEST(TableReader, ReportsAWrongNumberOfFields) {
  EXPECT_EQ(text_error("tsv", "label\ttext\nA\tb\n\nA\n"),
            "x.tsv:4:1: expected 2 fields, as the header has, got 1");
  EXPECT_EQ(text_error("csv", "label,text\nA,b,c\n"),
            "x.csv:2:5: expected 2 fields, as the header has, got 3");
}

TEST(TableReader, ReportsCellsThatAreNoNumbers) {
  EXPECT_EQ(
      text_error("csv", "label,size\nA,1\nA,x y\n"),
      "x.csv:3:3: column 'size': expected a number, got 'x y' (`text_fields` names columns of "
      "text, `label_field` the labels, `ignore_fields` what to pass over)");
  EXPECT_THAT(text_error("csv", "size\n-inf\n"),
              HasSubstr("x.csv:2:1: column 'size': expected a finite number, got '-inf'"));
  EXPECT_THAT(text_error("csv", "size\nnone\n"),
              HasSubstr("got 'none' (an empty cell, NA, NaN, null or ? is a missing value)"));
  EXPECT_THAT(text_error("tsv", "size\n1e60\n"), HasSubstr("2:1: column 'size': 1e60: too large"));
  EXPECT_THAT(text_error("tsv", "weight\tlabel\n-1\tA\n"),
              HasSubstr("x.tsv:2:1: expected a weight from 1e-12 to 1e12, got '-1'"));
  EXPECT_THAT(text_error("tsv", "3000000000\n1\n"),
              HasSubstr("2:1: expected a feature number of at most 2147483647"));
}

TEST(TableReader, ReportsWrongHeaders) {
  EXPECT_EQ(text_error("csv", "label,a,b,a\n"), "x.csv:1:1: the column 'a' occurs twice");
  EXPECT_THAT(text_error("csv", ",\n,\n"), HasSubstr("expected the names of columns"));
  EXPECT_THAT(text_error("csv", "label,labels\nA,B\n"), HasSubstr("use `label_field`"));
  ReadOptions utf8;
  utf8.encoding = "utf-8";
  EXPECT_THAT(text_error("csv", "label,\xff\nA,1\n", utf8),
              HasSubstr("1:7: expected a name in UTF-8"));
  EXPECT_EQ(text_error("csv", "label,text\n"), "x.csv: holds no example");
  EXPECT_EQ(text_error("tsv", ""), "x.tsv: holds no example");
}

TEST(TableReader, TakesColumnsByOption) {
  ReadOptions options;
  options.fields.label_field = "topic";
  options.fields.text_fields = "title=3,body";
  const std::string text = "topic\tlabel\ttitle\tbody\ttext\nA\t7\tx\tx y\tignored\n";
  EXPECT_THAT(shown_by_name(read_text("tsv", text, options)), ElementsAre("0 [A] t/x:4 t/y:1"));
}

TEST(TableReader, ReportsColumnsThatAreNotThere) {
  const std::string text = "topic,title\nA,x\n";
  ReadOptions options;
  options.fields.label_field = "topc";
  EXPECT_EQ(text_error("csv", text, options, ErrorKind::usage),
            "`label_field`: x.csv has no column 'topc' (did you mean 'topic'?)");
  options = {};
  options.fields.text_fields = "titel";
  EXPECT_THAT(text_error("csv", text, options, ErrorKind::usage),
              HasSubstr("no column 'titel' (did you mean 'title'?)"));
  options.fields.text_fields = "title=-1";
  EXPECT_THAT(text_error("csv", text, options, ErrorKind::usage),
              HasSubstr("`text_fields`: expected a weight above 0"));
  options.fields.text_fields = options.fields.label_field = "title";
  EXPECT_THAT(text_error("csv", text, options, ErrorKind::usage),
              HasSubstr("`label_field`: 'title' is something else already"));
}

TEST(TableReader, TakesABlankLineAsAnEmptyCellOfOneColumn) {
  EXPECT_EQ(read_text("tsv", "text\n\na b\n").size(), 2U);
  EXPECT_EQ(read_text("csv", "text,label\n\na b,A\n").size(), 1U);
  EXPECT_THAT(read_text("csv", "text\r\n\r\na\r\n").ids, IsEmpty());
}

TEST(TableReader, TakesAByteOrderMarkAndWindowsLineEnds) {
  const std::string text = "\xEF\xBB\xBFlabel\ttext\r\nA\ta\r\n";
  EXPECT_THAT(shown_by_name(read_text("tsv", text)), ElementsAre("0 [A] t/a:1"));
}

TEST(TableReader, GoesOnPastBytesThatAreNoUtf8ButNotInLabels) {
  ReadOptions options;
  options.encoding = "utf-8";
  const Records records = read_text("csv", "label,text\nA,a\xff\n", options);
  EXPECT_THAT(shown_by_name(records), ElementsAre("0 [A] t/a?:1"));
  EXPECT_EQ(records.replaced_bytes, 1U);
  EXPECT_THAT(text_error("csv", "label,text\nA\xff,a\n", options),
              HasSubstr("x.csv:2:1: expected a label in UTF-8"));
  EXPECT_THAT(text_error("tsv", "label\ttext\nA||B\ta\n"),
              HasSubstr("x.tsv:2:3: expected a label, got an empty one"));
}

TEST(TableReader, ChoosesBySplit) {
  const std::string text = "text,split\na,train\nb,test\nc,\nd,train\n";
  ReadOptions options;
  options.splits = {"train"};
  const Records train = read_text("csv", text, options);
  EXPECT_THAT(shown_by_name(train), ElementsAre("0 t/a:1", "3 t/d:1"));
  EXPECT_TRUE(train.has_splits);
  options.splits.clear();
  EXPECT_EQ(read_text("csv", text, options).size(), 4U);
}

TEST(TableReader, CountsCellsOfUnknownColumns) {
  FeatureNames known;
  known.add(FeatureNames::feature_mark, "b");
  ReadOptions options;
  options.known_names = &known;
  const Records records = read_text("csv", "a,b,text\n1,2,w\n0,3,\n4,,w w\n", options);
  EXPECT_THAT(shown_by_name(records, &known), ElementsAre("0 f/b:2", "1 f/b:3", "2"));
  EXPECT_EQ(records.unknown_features, 3U) << "words; the column a is none of its features";
}

std::string random_csv(std::size_t size) {
  Random random(3);
  std::string text = "label,size,text\n";
  while (text.size() < size) {
    text += fmt::format("\"L{}\"\"\",{},\"", random.below(100), random.below(3));
    for (std::uint64_t words = random.below(10); words > 0; --words) {
      const std::uint64_t kind = random.below(5);
      text += kind == 0 ? "\n" : kind == 1 ? "\"\" " : fmt::format("w{} ", random.below(2000));
    }
    text += "\"\n";
  }
  return text;
}

TEST(CsvReader, GivesTheSameForAnyNumberOfThreadsAndAnyBlockSize) {
  const std::string text = random_csv(200'000);
  const Records expected = read_text("csv", text, {}, 1);
  EXPECT_GT(expected.size(), 1000U);
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t block_size : {1U, 100U, 1500U}) {
      ReadOptions options;
      options.block_size = block_size;
      const Records records = read_text("csv", text, options, threads);
      EXPECT_EQ(shown_by_name(records), shown_by_name(expected));
      EXPECT_EQ(testing::shown(records), testing::shown(expected));
      const std::string& place = records.label_names.back().place;
      const std::string& same = expected.label_names.back().place;
      EXPECT_EQ(place.substr(place.rfind('/')), same.substr(same.rfind('/')));
    }
  }
}

TEST(CsvReader, ReportsErrorsAtTheirLineBehindFieldsOfSeveralLines) {
  std::string text = "label,size,text\n";
  for (int i = 0; i < 2000; ++i) text += "A,1,\"x\n\"\"y\n\"\n";
  text += "A,\"\n1\",\"\n";
  text += "\"\nB,x,z\n";
  ReadOptions options;
  options.block_size = 700;
  options.fields.feature_fields = "size";
  EXPECT_THAT(text_error("csv", text, options), HasSubstr("x.csv:6005:3: column 'size'"));
}

TEST(CsvReader, ReadsADocumentOfFiftyMegabytes) {
  const std::string words =
      std::string(100, 'x') + ", \"\"dolor\"\"\n" + std::string(200, 'y') + ' ';
  std::string text = "text\n\"";
  while (text.size() < 50'000'000) text += words;
  text += "\"\nb\n";
  const Records records = read_text("csv", text);
  ASSERT_EQ(records.size(), 2U);
  const auto row = std::get<SparseRows<float>>(records.rows).row(0);
  ASSERT_EQ(row.size(), 3U);
  EXPECT_EQ(row[0].value, static_cast<float>(50'000'000 / words.size() + 1));
}

// Whatever the bytes, a text is read or reported.
TEST(TableReader, SurvivesRandomChanges) {
  const std::string alphabet = std::string("\",|\t\\n\r\n1e.-xsplit\xff\xc3") + '\0';
  Random random(21);
  std::size_t read = 0, rejected = 0;
  const testing::TempFolder folder;
  const testing::FakeAnalyzer analyzer;
  ThreadPool pool(1);
  for (int trial = 0; trial < 4000; ++trial) {
    const bool is_csv = trial % 2 == 0;
    std::string text = is_csv ? "label,text,split,1,b\nA|B,\"x \"\"y\"\"\nz\",train,1,2.5\nC,w,,,\n"
                              : "label\ttext\tsplit\t1\tb\nA|B\tx\\ty\ttrain\t1\t2.5\nC\tw\t\t\t\n";
    for (std::uint64_t changes = random.below(4); changes > 0; --changes) {
      const auto at = static_cast<std::size_t>(random.below(text.size()));
      const char byte = alphabet[static_cast<std::size_t>(random.below(alphabet.size()))];
      const std::uint64_t kind = random.below(3);
      if (kind == 0) text[at] = byte;
      if (kind == 1) text.insert(at, 1, byte);
      if (kind == 2) text.erase(at, 1);
    }
    ReadOptions options;
    options.analyzer = &analyzer;
    options.block_size = 1 + static_cast<std::size_t>(random.below(60));
    try {
      read_records(std::vector{folder.write(is_csv ? "x.csv" : "x.tsv", text)}, options, pool);
      ++read;
    } catch (const Error& problem) {
      EXPECT_EQ(problem.kind(), ErrorKind::input);
      ++rejected;
    }
  }
  EXPECT_GT(read, 500U);
  EXPECT_GT(rejected, 500U);
}

}  // namespace
}  // namespace clade::detail
