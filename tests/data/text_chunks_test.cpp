#include "data/text_chunks.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <string>
#include <vector>

#include "data/formats/format.h"
#include "data/formats/json_check.h"
#include "data/formats/table_cells.h"
#include "data/record_maker.h"
#include "data/utf8.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::TempFolder;

std::vector<std::vector<std::string>> chunks_of(const std::filesystem::path& file,
                                                const ChunkRules& rules) {
  TextChunks text(TextSource(file), rules);
  std::vector<std::vector<std::string>> chunks;
  while (text.next()) {
    chunks.emplace_back(text.chunk().blocks.begin(), text.chunk().blocks.end());
  }
  return chunks;
}

std::string joined(const std::vector<std::vector<std::string>>& chunks) {
  std::string text;
  for (const auto& chunk : chunks) {
    for (const std::string& block : chunk) text += block;
  }
  return text;
}

TEST(RecordCuts, CutLinesAtLineEnds) {
  EXPECT_THAT(cut_lines("", 4), IsEmpty());
  EXPECT_THAT(cut_lines("abc", 1), IsEmpty());
  EXPECT_THAT(cut_lines("a\nb\ncc\nd", 1), ElementsAre(2, 4, 7));
  EXPECT_THAT(cut_lines("a\nb\ncc\nd", 3), ElementsAre(4, 7));
  EXPECT_THAT(cut_lines("a\nb\ncc\nd\n", 100), ElementsAre(9));
}

TEST(RecordCuts, KeepQuotedLineEndsInsideARecord) {
  const Cutter cut_csv = cutter_of(TableStyle::csv(','));
  EXPECT_THAT(cut_csv("a,\"b\n\",c\nd\n", 1), ElementsAre(9, 11));
  EXPECT_THAT(cut_csv("\"a\"\"\n\"\nb", 1), ElementsAre(7));
  EXPECT_THAT(cut_csv("a\n\"b\n", 1), ElementsAre(2));
  EXPECT_THAT(cut_csv("a\n\"b\"", 1), ElementsAre(2));
  EXPECT_THAT(cut_csv("a\n\"b\"\"", 1), ElementsAre(2));
  // A quote inside a field is none that opens.
  EXPECT_THAT(cut_csv("a\"b\nc\n", 1), ElementsAre(4, 6));
  EXPECT_THAT(cutter_of(TableStyle::csv(';'))("a;\"b\n\";c\nd\n", 1), ElementsAre(9, 11));
  EXPECT_THAT(cut_csv("a;\"b\n\";c\nd\n", 1), ElementsAre(5));
}

TEST(TextChunks, HoldWholeRecordsWhateverTheSize) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 20'000; ++i)
    text += std::string(static_cast<std::size_t>(i % 37), 'x') + '\n';
  text += "last";
  const auto file = folder.write("a", testing::gzip(text));
  for (const std::size_t block_size : {1U, 50U, 1000U, 1U << 20}) {
    const auto chunks = chunks_of(file, {&cut_lines, block_size, false});
    EXPECT_EQ(joined(chunks), text);
    EXPECT_EQ(chunks.size() == 1, block_size > text.size() / 32);
    for (const auto& chunk : chunks)
      EXPECT_TRUE(chunk.back().ends_with('\n') || &chunk == &chunks.back());
  }
}

TEST(TextChunks, GrowForALongRecord) {
  const TempFolder folder;
  const std::string text = "a\n" + std::string(300'000, 'x') + "\nb\n" + std::string(90'000, 'y');
  EXPECT_EQ(joined(chunks_of(folder.write("a", text), {&cut_lines, 10, false})), text);
}

TEST(TextChunks, LeaveOutAByteOrderMarkAtTheBeginningOnly) {
  const TempFolder folder;
  const std::string mark = "\xEF\xBB\xBF";
  EXPECT_EQ(joined(chunks_of(folder.write("a", mark + "a\n" + mark), {&cut_lines, 1, false})),
            "a\n" + mark);
  EXPECT_THAT(chunks_of(folder.write("b", ""), {}), IsEmpty());
}

TEST(TextChunks, ReportWhatIsBrokenBehindTheChunksThatAreGood) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 200'000; ++i) text += std::to_string(i * 7919 % 10007) + "\n";
  const std::string whole = testing::gzip(text);
  TextChunks chunks(TextSource(folder.write("a.gz", whole.substr(0, whole.size() / 2))),
                    {&cut_lines, 1000, false});
  EXPECT_TRUE(chunks.next());
  EXPECT_THAT(error_of(ErrorKind::input,
                       [&] {
                         while (chunks.next()) continue;
                       }),
              HasSubstr("a.gz: damaged gzip data: it ends too early"));
}

TEST(TextChunks, ReportAnErrorInTheTextBeforeDamageBehindIt) {
  const TempFolder folder;
  std::string text = "A 1:x\n";
  for (int i = 0; i < 200'000; ++i) text += "A 1:" + std::to_string(1 + i * 7919 % 10007) + "\n";
  const std::string whole = testing::gzip(text);
  const auto file = folder.write("a.svm.gz", whole.substr(0, whole.size() / 2));
  ThreadPool pool(2);
  ReadOptions options;
  options.block_size = 1000;
  EXPECT_THAT(error_of(ErrorKind::input, [&] { read_records(std::vector{file}, options, pool); }),
              HasSubstr("a.svm.gz:1:5: expected a number"));
}

TEST(ReplaceInvalidUtf8, PutsQuestionMarksAndSaysWhere) {
  std::string text = "a\xff\xc3\xa9\xe2\x82z\xed\xa0\x80";
  const auto replaced = replace_invalid_utf8(text);
  EXPECT_EQ(text, "a?\xc3\xa9??z???");
  ASSERT_EQ(replaced.size(), 6U);
  EXPECT_EQ(replaced[1] - text.data(), 4);
  EXPECT_THAT(replace_invalid_utf8(text), IsEmpty());
}

TEST(FeatureNumber, IsWhatSvmCouldHold) {
  EXPECT_EQ(feature_number("1"), 1U);
  EXPECT_EQ(feature_number("4294967294"), 4294967294U);
  for (const std::string name : {"", "0", "01", "4294967295", "12345678901", "-1", "1.0", "x"}) {
    EXPECT_EQ(feature_number(name), std::nullopt) << name;
  }
}

TEST(JsonNumbers, FollowTheirGrammar) {
  for (const std::string good : {"0", "-0", "12", "1.5", "-1e5", "1E+05", "0.0e-1"}) {
    EXPECT_TRUE(is_json_number(good)) << good;
  }
  for (const std::string bad : {"", "-", "01", "1.", ".5", "1e", "1e+", "+1", "0x1", "nan", "1 "}) {
    EXPECT_FALSE(is_json_number(bad)) << bad;
  }
}

TEST(ReadRecords, MixesFormatsInOneSet) {
  const TempFolder folder;
  const testing::FakeAnalyzer analyzer;
  ReadOptions options;
  options.analyzer = &analyzer;
  const std::vector files{folder.write("a.svm", "A 3:1\nB 1:2\n"),
                          folder.write("b.jsonl", R"({"label":"B","text":"x","features":{"3":4}})"),
                          folder.write("c.csv", "label,3,text,weight\nC,5,x y,2\n")};
  ThreadPool pool(2);
  const Records records = read_records(files, options, pool);
  EXPECT_THAT(testing::shown_by_name(records),
              ElementsAre("0 [A] 3:1", "1 [B] 1:2", "2 [B] 3:4 t/x:1", "3 [C] t/x:1 t/y:1"));
  EXPECT_THAT(records.weights, ElementsAre(1, 1, 1, 2));
}

TEST(ReadRecords, RefusesNumbersThatMeetNames) {
  const TempFolder folder;
  const auto numbers = folder.write("a.svm", "A 2147483648:1\n");
  const auto names = folder.write("b.jsonl", R"({"features":{"x":1}})");
  ThreadPool pool(1);
  EXPECT_EQ(read_records(std::vector{numbers}, {}, pool).size(), 1U);
  EXPECT_THAT(error_of(ErrorKind::input,
                       [&] {
                         read_records(std::vector{numbers, names}, {}, pool);
                       }),
              HasSubstr("a.svm: expected feature numbers of at most 2147483647"));
  FeatureNames known;
  known.add(FeatureNames::term_mark, "x");
  ReadOptions options;
  options.known_names = &known;
  EXPECT_THAT(
      error_of(ErrorKind::input, [&] { read_records(std::vector{numbers}, options, pool); }),
      HasSubstr("got 2147483648"));
}

}  // namespace
}  // namespace clade::detail
