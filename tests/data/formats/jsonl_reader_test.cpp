#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
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

std::string error(std::string_view text, const ReadOptions& options = {}) {
  return text_error("jsonl", text, options);
}

TEST(JsonlReader, ReadsIdsLabelsTextAndWeights) {
  const Records records =
      read_text("jsonl", R"({"id":"7","labels":["A","B"],"text":"a rose is a rose","weight":2})"
                         "\n"
                         R"({"id":12,"label":"C","text":""})"
                         "\n"
                         R"({"text":"is it?","labels":[]})");
  EXPECT_THAT(shown_by_name(records),
              ElementsAre("7 [A],[B] t/a:2 t/rose:2 t/is:1", "12 [C]", "2 t/is:1 t/it?:1"));
  EXPECT_THAT(records.weights, ElementsAre(2, 1, 1));
  EXPECT_TRUE(records.has_text);
  EXPECT_FALSE(records.has_splits);
  EXPECT_EQ(records.label_names[1].place.substr(records.label_names[1].place.rfind('/') + 1),
            "x.jsonl:1:25");
}

TEST(JsonlReader, TakesNumbersByIndexAndOthersByName) {
  const Records records = read_text(
      "jsonl", R"({"features":{"colour":1.5,"3":2,"1":-1,"zero":0,"03":4,"0":5,"4294967295":6}})"
               "\n"
               R"({"vector":[0, 1e2, -0.0, 7]})"
               "\n"
               R"({"text":"colour","features":{"colour":1},"vector":[1]})");
  EXPECT_THAT(shown_by_name(records),
              ElementsAre("0 1:-1 3:2 f/colour:1.5 f/03:4 f/0:5 f/4294967295:6", "1 2:100 4:7",
                          "2 1:1 f/colour:1 t/colour:1"));
  EXPECT_EQ(records.names.size(), 5U);
}

TEST(JsonlReader, LeavesIdsAndWeightsOutWhereNoRecordHasOne) {
  const Records records = read_text("jsonl", "{}\n\n  \r\n{\"id\":null,\"weight\":null}\r\n");
  EXPECT_EQ(records.size(), 2U);
  EXPECT_THAT(records.ids, IsEmpty());
  EXPECT_THAT(records.weights, IsEmpty());
  EXPECT_FALSE(records.has_text);
}

TEST(JsonlReader, TakesLabelsWithBlanksSlashesCommasAndEscapes) {
  const Records records =
      read_text("jsonl", R"({"labels":["A b/c, d|e#","\u00e9 \"x\"",3,-1.50]})");
  EXPECT_THAT(shown_by_name(records), ElementsAre("0 [A b/c, d|e#],[\xc3\xa9 \"x\"],[3],[-1.50]"));
}

TEST(JsonlReader, AddsUpTextFieldsWithTheirWeights) {
  ReadOptions options;
  options.fields.text_fields = "title=2,abstract=0.5,text";
  const Records records = read_text("jsonl",
                                    R"({"text":"b a","title":"a","abstract":["a","c"],"body":"x"})"
                                    "\n"
                                    R"({"body":"only"})",
                                    options);
  EXPECT_THAT(shown_by_name(records), ElementsAre("0 t/b:1 t/a:3.5 t/c:0.5", "1"));
}

TEST(JsonlReader, RefusesTextFieldsThatMakeNoSense) {
  const auto message = [](const std::string& fields) {
    ReadOptions options;
    options.fields.text_fields = fields;
    return text_error("jsonl", "{}\n", options, ErrorKind::usage);
  };
  EXPECT_THAT(message("a=0"), HasSubstr("`text_fields`: expected a weight above 0"));
  EXPECT_THAT(message("a=x"), HasSubstr("for 'a', got 'x'"));
  EXPECT_THAT(message("a=nan"), HasSubstr("got 'nan'"));
  EXPECT_THAT(message("a,,b"), HasSubstr("expected NAME or NAME=WEIGHT"));
  EXPECT_THAT(message("a,a=2"), HasSubstr("'a' is given twice"));
}

TEST(JsonlReader, ReportsATextFieldThatNoRecordHas) {
  ReadOptions options;
  options.fields.text_fields = "tilte";
  EXPECT_EQ(error("{\"title\":\"a\"}\n", options),
            "x.jsonl: `text_fields`: no record has the field 'tilte' (did you mean 'title'?)");
}

TEST(JsonlReader, IgnoresUnknownFieldsButReadsThemStrictly) {
  const Records records = read_text(
      "jsonl",
      R"({"isbn":123456789012345678901234567890,"x":{"text":"no","a":[1,{"b":null}]},"text":"yes"})");
  EXPECT_THAT(shown_by_name(records), ElementsAre("0 t/yes:1"));
  EXPECT_EQ(error(R"({"x":[1,,2],"text":"a"})"),
            "x.jsonl:1:9: broken JSON: expected a value, got ','");
  EXPECT_THAT(error(R"({"x":tru,"text":"a"})"),
              HasSubstr("1:6: broken JSON: expected a value, got 'tru'"));
  EXPECT_THAT(error(R"({"x":01})"), HasSubstr("1:6: broken JSON: expected a value, got '01'"));
  EXPECT_THAT(error(R"({"x":"\q"})"), HasSubstr("1:7: broken JSON:"));
}

TEST(JsonlReader, SaysWhereAndWhyJsonIsBroken) {
  const std::string good = "{\"text\":\"a\"}\n";
  EXPECT_EQ(error(good + R"({"text":"a" "id":1})"),
            "x.jsonl:2:13: broken JSON: expected ',' or '}', got '\"id\"'");
  EXPECT_THAT(error(good + R"({"text":"a")"),
              HasSubstr("2:12: broken JSON: expected ',' or '}', got the end of the line"));
  EXPECT_THAT(error(good + R"({"text":"a)"),
              HasSubstr("2:9: broken JSON: this string has no closing quote"));
  EXPECT_THAT(error(good + R"({"text" "a"})"), HasSubstr("2:9: broken JSON: expected ':'"));
  EXPECT_THAT(error(good + R"({text:"a"})"),
              HasSubstr("2:2: broken JSON: expected a name in double quotes, got 'text'"));
  EXPECT_THAT(error(good + R"({"text":"a"} x)"),
              HasSubstr("2:14: broken JSON: expected the end of the line, got 'x'"));
  EXPECT_THAT(error(good + R"({"text":"a"}{"text":"b"})"), HasSubstr("2:13: broken JSON"));
  EXPECT_THAT(error(good + "{\"text\":\"a\tb\"}"), HasSubstr("2:11: broken JSON: a control"));
  EXPECT_THAT(error(good + R"({"text":"\ud800"})"), HasSubstr("2:10: broken JSON: "));
  EXPECT_THAT(error(good + R"({"text":"\u12g4"})"), HasSubstr("2:10: broken JSON: expected four"));
  EXPECT_THAT(error(good + R"({"text":"a",})"), HasSubstr("2:13: broken JSON"));
  EXPECT_THAT(error(good + R"(["text"])"), HasSubstr("2:1: expected an object in braces"));
  EXPECT_THAT(error(good + "hello"), HasSubstr("2:1: expected an object in braces, got 'hello'"));
  const std::string deep(5000, '[');
  EXPECT_THAT(error("{\"x\":" + deep + "}"), HasSubstr("x.jsonl:1:"));
}

TEST(JsonlReader, SaysWhichFieldHasTheWrongType) {
  EXPECT_EQ(error(R"({"text":true})"), "x.jsonl:1:9: text: expected a string, got 'true'");
  EXPECT_THAT(error(R"({"text":["a",{}]})"), HasSubstr("1:14: text: expected a string"));
  EXPECT_THAT(error(R"({"labels":[null]})"), HasSubstr("1:12: labels: expected a string or a"));
  EXPECT_THAT(error(R"({"label":true})"), HasSubstr("1:10: label: expected a string or a number"));
  EXPECT_THAT(error(R"({"labels":{"A":1}})"), HasSubstr("1:11: labels: expected"));
  EXPECT_THAT(error(R"({"id":[1]})"), HasSubstr("1:7: id: expected a string or a number"));
  EXPECT_THAT(error(R"({"features":[1]})"), HasSubstr("1:13: features: expected an object"));
  EXPECT_THAT(error(R"({"features":{"a":"1"}})"), HasSubstr("1:18: features: expected a number"));
  EXPECT_THAT(error(R"({"vector":{"a":1}})"), HasSubstr("1:11: vector: expected an array"));
  EXPECT_THAT(error(R"({"vector":[1,nan]})"), HasSubstr("1:14: "));
  EXPECT_THAT(error(R"({"weight":0})"),
              HasSubstr("1:11: expected a weight from 1e-12 to 1e12, got '0'"));
  EXPECT_THAT(error(R"({"weight":"x"})"),
              HasSubstr("1:11: expected a weight from 1e-12 to 1e12, got 'x'"));
}

TEST(JsonlReader, ReportsNumbersThatAreTooLarge) {
  EXPECT_EQ(error(R"({"vector":[1e60]})"),
            "x.jsonl:1:12: 1e60: too large for `precision=single`; use `precision=double`");
  ReadOptions exact;
  exact.precision = Precision::double_;
  EXPECT_THAT(shown_by_name(read_text("jsonl", R"({"vector":[1e60,1e-400]})", exact)),
              ElementsAre("0 1:1e+60"));
  EXPECT_THAT(text_error("jsonl", R"({"vector":[1e600]})", exact), HasSubstr("too large"));
  EXPECT_THAT(error(R"({"features":{"3000000000":1}})"),
              HasSubstr("1:27: expected a feature number of at most 2147483647"));
}

TEST(JsonlReader, ReportsWhatOccursTwice) {
  EXPECT_EQ(error(R"({"features":{"a":1,"b":2,"a":0}})"),
            "x.jsonl:1:30: the feature 'a' occurs twice");
  EXPECT_THAT(error(R"({"text":"a","text":"b"})"),
              HasSubstr("1:20: the field 'text' occurs twice"));
  EXPECT_THAT(error(R"({"vector":[1,2],"features":{"2":1}})"),
              HasSubstr("1:33: this feature has a value already"));
}

TEST(JsonlReader, RefusesLabelsThatOutputCouldNotHold) {
  EXPECT_THAT(error(R"({"labels":["A",""]})"), HasSubstr("1:16: expected a label, got an empty"));
  EXPECT_THAT(error(R"({"label":"a\u0007"})"), HasSubstr("1:10: expected a label without control"));
  EXPECT_THAT(error(R"({"id":"a\tb"})"), HasSubstr("1:7: expected an id without control"));
  ReadOptions utf8;
  utf8.encoding = "utf-8";
  EXPECT_THAT(text_error("jsonl", "{\"text\":\"a\xff\",\"label\":\"B\xff\"}", utf8),
              HasSubstr("1:22: expected a label in UTF-8"));
}

TEST(JsonlReader, GoesOnPastBytesThatAreNoUtf8) {
  const Records records = read_text(
      "jsonl", "{\"text\":\"a\xff\xc3 b\"}\n{\"text\":\"caf\xc3\xa9\",\"label\":\"\xc3\xa9\"}\n");
  EXPECT_THAT(shown_by_name(records),
              ElementsAre("0 t/a??:1 t/b:1", "1 [\xc3\xa9] t/caf\xc3\xa9:1"));
  EXPECT_EQ(records.replaced_bytes, 2U);
  // Columns are those of the file.
  ReadOptions utf8;
  utf8.encoding = "utf-8";
  EXPECT_THAT(text_error("jsonl", "{\"text\":\"\xff\xff\xff\",\"id\":[]}", utf8),
              HasSubstr("1:20: id: expected"));
}

TEST(JsonlReader, TakesAByteOrderMark) {
  EXPECT_THAT(shown_by_name(read_text("jsonl", "\xEF\xBB\xBF{\"text\":\"a\"}\r\n")),
              ElementsAre("0 t/a:1"));
}

constexpr std::string_view split_lines =
    "{\"text\":\"a\",\"label\":\"A\",\"split\":\"train\"}\n"
    "{\"text\":\"b\",\"label\":\"B\",\"split\":\"test\"}\n"
    "{\"text\":\"c\",\"label\":\"C\"}\n"
    "{\"text\":\"d\",\"label\":\"D\",\"split\":\"dev\"}\n"
    "{\"split\":\"train\",\"label\":\"E\",\"text\":\"e\",\"id\":\"mine\"}\n";

TEST(JsonlReader, ChoosesBySplitAndKeepsTheNumbersOfTheRest) {
  ReadOptions options;
  EXPECT_EQ(read_text("jsonl", split_lines, options).size(), 5U);
  options.splits = {"train"};
  const Records train = read_text("jsonl", split_lines, options);
  EXPECT_THAT(shown_by_name(train), ElementsAre("0 [A] t/a:1", "mine [E] t/e:1"));
  EXPECT_EQ(train.label_names.size(), 2U);
  EXPECT_EQ(train.names.size(), 2U);
  EXPECT_TRUE(train.has_splits);
  options.splits = {"dev", "test"};
  EXPECT_THAT(shown_by_name(read_text("jsonl", split_lines, options)),
              ElementsAre("1 [B] t/b:1", "3 [D] t/d:1"));
}

TEST(JsonlReader, TakesEveryRecordOfAFileWithoutSplits) {
  ReadOptions options;
  options.splits = {"train"};
  const Records records = read_text("jsonl", "{\"text\":\"a\"}\n{\"text\":\"b\"}\n", options);
  EXPECT_EQ(records.size(), 2U);
  EXPECT_FALSE(records.has_splits);
  EXPECT_THAT(records.ids, IsEmpty());
}

TEST(JsonlReader, ReportsSplitsThatDoNotFit) {
  ReadOptions options;
  options.splits = {"trian"};
  EXPECT_EQ(error(split_lines, options),
            "no example of the split trian was found; there are: train, test, dev (did you mean "
            "'train'?)");
  options.splits = {"train"};
  EXPECT_THAT(error("{\"text\":\"a\"}\n{\"split\":\"train\"}\n", options),
              HasSubstr("x.jsonl:2:10: this record has a split, but the first record"));
}

TEST(JsonlReader, KeepsToGivenNamesAndCountsTheRest) {
  FeatureNames known;
  known.add(FeatureNames::feature_mark, "size");
  known.add(FeatureNames::term_mark, "b");
  ReadOptions options;
  options.known_names = &known;
  const Records records =
      read_text("jsonl", R"({"text":"a b b c a","features":{"size":2,"b":1,"9":1}})", options);
  EXPECT_THAT(shown_by_name(records, &known), ElementsAre("0 9:1 f/size:2 t/b:2"));
  EXPECT_EQ(records.unknown_features, 4U);  // a twice, c, and the feature b
  EXPECT_TRUE(records.names.empty());
}

TEST(JsonlReader, HashesTermsWhereTheAnalyzerSaysSo) {
  const testing::FakeAnalyzer analyzer(10);
  ReadOptions options;
  options.analyzer = &analyzer;
  const Records records = read_text("jsonl", R"({"text":"b a b","features":{"x":1}})", options);
  const auto row = std::get<SparseRows<float>>(records.rows).row(0);
  ASSERT_EQ(row.size(), 3U);
  EXPECT_EQ(row[0].index, FeatureNames::first_index);
  for (const auto& [word, count] : {std::pair{"a", 1.0F}, std::pair{"b", 2.0F}}) {
    const std::uint32_t index = hashed_term_index(word, 10);
    EXPECT_TRUE((row[1].index == index && row[1].value == count) ||
                (row[2].index == index && row[2].value == count));
  }
  EXPECT_EQ(records.names.size(), 1U);
}

TEST(JsonlReader, PassesOverTextWithoutAnAnalyzer) {
  const testing::TempFolder folder;
  const Records records =
      testing::read_file(folder.write("x.jsonl", R"({"text":"a","label":"A","vector":[1]})"));
  EXPECT_THAT(testing::shown(records), ElementsAre("A 1:1"));
  EXPECT_TRUE(records.has_text);
  EXPECT_TRUE(records.names.empty());
}

// Words, named features, ids and labels that first appear all over the text.
std::string random_lines(std::size_t size) {
  Random random(5);
  std::string text;
  while (text.size() < size) {
    text += fmt::format(R"({{"label":"L{}","id":"{}","text":")", random.below(200), text.size());
    for (std::uint64_t words = random.below(12); words > 0; --words) {
      text += fmt::format("w{} ", random.below(1 + random.below(3000)));
    }
    text += fmt::format(R"(","features":{{"f{}":1}},"split":"{}"}})", random.below(50),
                        random.below(3) == 0 ? "test" : "train");
    text += '\n';
  }
  return text;
}

TEST(JsonlReader, GivesTheSameForAnyNumberOfThreadsAndAnyBlockSize) {
  const std::string text = random_lines(400'000);
  ReadOptions options;
  options.splits = {"train"};
  const Records expected = read_text("jsonl", text, options, 1);
  const auto lines = shown_by_name(expected);
  EXPECT_GT(lines.size(), 1000U);
  for (const unsigned threads : {1U, 2U, 5U}) {
    for (const std::size_t block_size : {1U, 300U, 2000U}) {  // 32 of them are a chunk
      options.block_size = block_size;
      const Records records = read_text("jsonl", text, options, threads);
      EXPECT_EQ(shown_by_name(records), lines);
      EXPECT_EQ(testing::shown(records), testing::shown(expected));  // indices too
      ASSERT_EQ(records.label_names.size(), expected.label_names.size());
      for (std::size_t i = 0; i < records.label_names.size(); ++i) {
        const std::string& place = records.label_names[i].place;
        const std::string& same = expected.label_names[i].place;
        EXPECT_EQ(place.substr(place.rfind('/')), same.substr(same.rfind('/')));
      }
    }
  }
}

TEST(JsonlReader, ReportsTheFirstErrorAtItsLineOverSeveralChunks) {
  std::string text;
  for (int i = 0; i < 3000; ++i) text += "{\"text\":\"some words\"}\n";
  text += "{\"text\":{}}\n";
  for (int i = 0; i < 3000; ++i) text += "{\"text\":}\n";
  ReadOptions options;
  options.block_size = 500;
  EXPECT_EQ(error(text, options), "x.jsonl:3001:9: text: expected a string, got '{'");
}

TEST(JsonlReader, ReadsADocumentOfFiftyMegabytes) {
  std::string text = "{\"label\":\"A\",\"text\":\"small\"}\n{\"label\":\"B\",\"text\":\"";
  const std::string words = std::string(100, 'x') + " lorem " + std::string(200, 'y') + "\\n";
  while (text.size() < 50'000'000) text += words;
  text += "\"}\n{\"label\":\"C\",\"text\":\"small\"}\n";
  const Records records = read_text("jsonl", text);
  ASSERT_EQ(records.size(), 3U);
  const auto row = std::get<SparseRows<float>>(records.rows).row(1);
  ASSERT_EQ(row.size(), 3U);
  EXPECT_EQ(row[0].value, row[2].value);
  EXPECT_EQ(row[0].value, static_cast<float>(50'000'000 / words.size() + 1));
}

TEST(JsonlReader, ReadsManyLabelsOnOneLineQuickly) {
  std::string text = "{\"labels\":[\"L0\"";
  for (int i = 1; i < 200'000; ++i) text += fmt::format(",\"L{}\"", i);
  text += "]}\n";
  const auto begin = std::chrono::steady_clock::now();
  EXPECT_EQ(read_text("jsonl", text).labels.size(), 200'000U);
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(seconds.count(), 20);  // a fraction of a second unless something is quadratic
}

// Whatever the bytes, a text is read or reported.
TEST(JsonlReader, SurvivesRandomChanges) {
  const std::string seed =
      "{\"id\":\"7\",\"labels\":[\"A\",\"B\"],\"text\":\"x "
      "\\u00e9\\n\",\"weight\":2,\"split\":\"train\"}\n"
      "{\"features\":{\"name\":1.5,\"2\":-1e-3},\"x\":[true,null,{}]}\r\n\n{\"vector\":[1,2,3]}\n";
  const std::string alphabet = std::string("{}[]\",:\\u0129eE.-+ \t\r\nabtrue\xff\xc3\xa9") + '\0';
  Random random(12);
  std::size_t read = 0, rejected = 0;
  const testing::TempFolder folder;
  const testing::FakeAnalyzer analyzer;
  ThreadPool pool(1);
  for (int trial = 0; trial < 4000; ++trial) {
    std::string text = seed;
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
    options.block_size = 1 + static_cast<std::size_t>(random.below(100));
    try {
      read_records(std::vector{folder.write("x.jsonl", text)}, options, pool);
      ++read;
    } catch (const Error& problem) {
      EXPECT_EQ(problem.kind(), ErrorKind::input);
      EXPECT_THAT(problem.what(), HasSubstr("x.jsonl:"));
      ++rejected;
    }
  }
  EXPECT_GT(read, 500U);
  EXPECT_GT(rejected, 500U);
}

TEST(JsonlReader, KeepsTheBeginningsOfTextsWhereAsked) {
  const std::string text = R"({"label":"A","title":"one","text":"two three"})"
                           "\n"
                           R"({"label":"A"})"
                           "\n"
                           "{\"label\":\"B\",\"text\":\"\u00e4\u00e4\u00e4\u00e4\u00e4\"}\n";
  EXPECT_THAT(read_text("jsonl", text).snippets, IsEmpty());
  ReadOptions options;
  options.snippet_bytes = 9;
  options.fields.text_fields = "title,text";
  for (const std::size_t block_size : {std::size_t{1}, std::size_t{1000}}) {
    options.block_size = block_size;
    const Records records = read_text("jsonl", text, options);
    ASSERT_EQ(records.snippets.size(), 3U);
    EXPECT_EQ(records.snippets[0].text, "one\ntwo t");
    EXPECT_TRUE(records.snippets[0].is_cut);
    EXPECT_EQ(records.snippets[1].text, "");
    EXPECT_EQ(records.snippets[2].text, "\u00e4\u00e4\u00e4\u00e4");  // no half letter
    EXPECT_TRUE(records.snippets[2].is_cut);
  }
}

}  // namespace
}  // namespace clade::detail
