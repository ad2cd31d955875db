#include "data/missing_values.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <array>
#include <cmath>
#include <string>
#include <utility>
#include <vector>

#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Pair;
using testing::read_text;
using testing::shown_by_name;
using testing::TempFolder;
using testing::text_error;

using Files = std::vector<std::pair<std::string, std::string>>;  // format, text

ReadOptions reading(MissingValues missing) {
  ReadOptions options;
  options.missing = missing;
  return options;
}

// An array of NumPy, 2 rows of 3 doubles.
std::string npy(const std::array<double, 6>& values) {
  std::string header = "{'descr': '<f8', 'fortran_order': False, 'shape': (2, 3), }";
  header.resize(118, ' ');
  header.back() = '\n';
  std::string bytes = "\x93NUMPY\x01";
  bytes += '\0';
  bytes += static_cast<char>(header.size());
  bytes += '\0';
  bytes += header;
  bytes.append(reinterpret_cast<const char*>(values.data()), sizeof(values));
  return bytes;
}

TEST(MissingValues, AreWordsOfAnyCase) {
  for (const char* yes : {"NA", "na", "N/A", "n/a", "NaN", "nan", "NAN", "-nan", "nan(12)", "null",
                          "NULL", "Null", "?"}) {
    EXPECT_TRUE(is_missing_word(yes)) << yes;
  }
  for (const char* no : {"", "none", "-", ".", "0", "inf", "nano", "nana", "n.a.", "??", "nan(1"}) {
    EXPECT_FALSE(is_missing_word(no)) << no;
  }
}

// The same table in every format that can say it: a and b are 1 2, missing 4, 0 missing.
const std::string csv = "label,a,b\nx,1,2\ny,,4\nz,0,NA\n";
const std::string arff =
    "@relation r\n@attribute a numeric\n@attribute b numeric\n@attribute class {x,y,z}\n"
    "@data\n1,2,x\n?,4,y\n0,nan,z\n";
const std::string jsonl =
    "{\"label\":\"x\",\"features\":{\"a\":1,\"b\":2}}\n"
    "{\"label\":\"y\",\"features\":{\"a\":null,\"b\":4}}\n"
    "{\"label\":\"z\",\"features\":{\"a\":0,\"b\":null}}\n";

TEST(MissingValues, AreKeptApartFromZeros) {
  std::string tsv = csv;
  std::replace(tsv.begin(), tsv.end(), ',', '\t');
  for (const auto& [format, text] :
       Files{{"csv", csv}, {"tsv", tsv}, {"arff", arff}, {"jsonl", jsonl}}) {
    const Records kept = read_text(format, text, reading(MissingValues::keep));
    EXPECT_THAT(shown_by_name(kept),
                ElementsAre("0 [x] f/a:1 f/b:2", "1 [y] f/a:nan f/b:4", "2 [z] f/b:nan"))
        << format;
    const Records zeros = read_text(format, text, reading(MissingValues::leave_out));
    EXPECT_THAT(shown_by_name(zeros), ElementsAre("0 [x] f/a:1 f/b:2", "1 [y] f/b:4", "2 [z]"))
        << format;
    for (const Records* records : {&kept, &zeros}) {
      EXPECT_THAT(records->missing.by_feature(), ElementsAre(Pair("a", 1), Pair("b", 1)));
      EXPECT_EQ(records->missing.values(), 2U);
    }
  }
}

TEST(MissingValues, HaveNumbersInSvmAndVectors) {
  for (const auto& [format, text] : Files{
           {"svm", "x 1:1 2:nan\ny 1:-NaN 3:4\n"},
           {"jsonl",
            "{\"label\":\"x\",\"vector\":[1,null]}\n{\"label\":\"y\",\"vector\":[null,0,4]}\n"}}) {
    EXPECT_THAT(shown_by_name(read_text(format, text, reading(MissingValues::keep))),
                ElementsAre("0 [x] 1:1 2:nan", "1 [y] 1:nan 3:4"));
    const Records zeros = read_text(format, text);
    EXPECT_THAT(shown_by_name(zeros), ElementsAre("0 [x] 1:1", "1 [y] 3:4"));
    EXPECT_THAT(zeros.missing.by_feature(), ElementsAre(Pair("1", 1), Pair("2", 1)));
  }
}

TEST(MissingValues, AreFoundInMatrices) {
  const double nan = std::nan("");
  EXPECT_THAT(
      shown_by_name(read_text("npy", npy({1, nan, 0, nan, 2, 3}), reading(MissingValues::keep))),
      ElementsAre("0 1:1 2:nan", "1 1:nan 2:2 3:3"));
  EXPECT_THAT(shown_by_name(read_text("npy", npy({1, nan, 0, nan, 2, 3}))),
              ElementsAre("0 1:1", "1 2:2 3:3"));
  EXPECT_THAT(text_error("npy", npy({1, 2, 3, 4, 5, nan}), reading(MissingValues::refuse)),
              HasSubstr("x.npy: row 1: the value of feature 3 is missing"));
  EXPECT_THAT(text_error("npy", npy({1, 2, 3, 4, INFINITY, 6})),
              HasSubstr("row 1: expected a finite number, got inf"));
}

TEST(MissingValues, AreRefusedWithTheirPlace) {
  const ReadOptions refuse = reading(MissingValues::refuse);
  EXPECT_THAT(text_error("csv", csv, refuse),
              HasSubstr("x.csv:3:3: the value of feature 'a' is missing"));
  EXPECT_THAT(text_error("csv", "label,a\nx,N/A\n", refuse), HasSubstr("x.csv:2:3: the value"));
  EXPECT_THAT(text_error("arff", arff, refuse), HasSubstr("x.arff:7:1: the value of feature 'a'"));
  EXPECT_THAT(text_error("jsonl", jsonl, refuse), HasSubstr("x.jsonl:2:30: the value of feature"));
  EXPECT_THAT(text_error("svm", "x 1:1 7:nan\n", refuse),
              HasSubstr("x.svm:1:9: the value of feature 7 is missing"));
}

// Otherwise the names, and with them the models, would depend on what is done about it.
TEST(MissingValues, TakeNoNameWhereTheyAreLeftOut) {
  const Records records = read_text("csv", "label,a,b\nx,,2\ny,1,\n");
  EXPECT_EQ(records.names.name(0), "b");
  EXPECT_EQ(records.names.name(1), "a");
}

TEST(MissingValues, DoNotChangeFingerprints) {
  for (const auto& [format, text] : Files{{"csv", csv}, {"svm", "x 1:1 2:nan\ny 1:nan 3:4\n"}}) {
    ReadOptions kept = reading(MissingValues::keep), left_out;
    kept.fingerprints = left_out.fingerprints = true;
    EXPECT_EQ(read_text(format, text, kept).fingerprints,
              read_text(format, text, left_out).fingerprints);
  }
}

TEST(MissingValues, AreThoseOfColumnsThatAModelKnowsAndATableLacks) {
  FeatureNames known;
  for (const char* name : {"a", "b", "color=red"}) known.add(FeatureNames::feature_mark, name);
  known.add(FeatureNames::term_mark, "word");
  const std::vector<std::uint32_t> numbers{7, FeatureNames::first_index};
  ReadOptions options = reading(MissingValues::keep);
  options.known_names = &known;
  options.numeric_features = &numbers;
  EXPECT_THAT(shown_by_name(read_text("csv", "b,color,other\n2,,x\n", options), &known),
              ElementsAre("0 7:nan f/a:nan f/b:2"));
  EXPECT_THAT(absent_features(known, {"a", "b", "color"}), IsEmpty());
  const Records short_rows = read_text("npy", npy({1, 2, 3, 4, 5, 6}), options);
  EXPECT_THAT(shown_by_name(short_rows, &known).front(), "0 1:1 2:2 3:3 7:nan");
  options.missing = MissingValues::refuse;
  EXPECT_THAT(text_error("csv", "b,7\n2,3\n", options),
              HasSubstr("x.csv:1:1: no column: the value of feature 'a' is missing"));
  options.missing = MissingValues::leave_out;
  EXPECT_THAT(shown_by_name(read_text("csv", "b\n2\n", options), &known), ElementsAre("0 f/b:2"));
}

TEST(MissingValues, AreTheSameForAnyNumberOfThreads) {
  std::string text = "label,a,b\n";
  for (int i = 0; i < 3000; ++i)
    text += i % 7 == 0 ? "x,,1\n" : i % 5 == 0 ? "y,2,NA\n" : "z,3,4\n";
  ReadOptions options = reading(MissingValues::keep);
  options.block_size = 512;
  const Records one = read_text("csv", text, options, 1);
  EXPECT_EQ(shown_by_name(one), shown_by_name(read_text("csv", text, options, 4)));
  EXPECT_EQ(one.missing.values(), 429U + 600U - 86U);
}

}  // namespace
}  // namespace clade::detail
