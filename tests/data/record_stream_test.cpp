#include "data/record_stream.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <malloc.h>

#include <algorithm>
#include <string>
#include <thread>
#include <vector>

#include "tests/data/standard_input.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::FakeAnalyzer;
using testing::gzip;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using testing::shown_by_name;
using testing::StandardInput;
using testing::TempFolder;
using testing::zstd;
using Paths = std::vector<std::filesystem::path>;

// What a set of records says, in a form in which pieces can be put together.
struct Content {
  std::vector<std::string> records;  // id, labels, features by name
  std::vector<double> weights;
  std::vector<std::string> label_names, label_places;  // in order of first appearance
  std::size_t unknown_features = 0, replaced_bytes = 0;
  bool has_text = false, has_splits = false;

  void add(const Records& piece, const FeatureNames& names) {
    for (const std::string& line : shown_by_name(piece, &names)) records.push_back(line);
    for (std::size_t i = 0; i < piece.size(); ++i) {
      weights.push_back(piece.weights.empty() ? 1 : piece.weights.at(i));
    }
    for (const LabelName& label : piece.label_names) {
      if (std::count(label_names.begin(), label_names.end(), label.name) > 0) continue;
      label_names.push_back(label.name);
      label_places.push_back(label.place);
    }
    unknown_features += piece.unknown_features;
    replaced_bytes += piece.replaced_bytes;
    has_text = has_text || piece.has_text;
    has_splits = has_splits || piece.has_splits;
  }
  bool operator==(const Content&) const = default;
};

struct Pieces {
  Content content;
  std::size_t count = 0;
};

Pieces pieces_of(const Paths& files, const ReadOptions& options, unsigned threads = 2) {
  ThreadPool pool(threads);
  RecordStream stream(files, options, pool);
  Pieces pieces;
  for (Records piece; stream.next(piece); ++pieces.count) {
    EXPECT_TRUE(piece.names.empty());
    pieces.content.add(piece, options.known_names ? *options.known_names : stream.names());
  }
  return pieces;
}

Content whole(const Paths& files, ReadOptions options) {
  ThreadPool pool(1);
  options.block_size = std::size_t{1} << 20;
  const Records records = read_records(files, options, pool);
  Content content;
  content.add(records, options.known_names ? *options.known_names : records.names);
  return content;
}

void expect_same_records(const Paths& files, ReadOptions options) {
  const Content expected = whole(files, options);
  for (const std::size_t block_size : {1U, 20U, 100U, 1U << 20}) {
    options.block_size = block_size;
    for (const unsigned threads : {1U, 3U}) {
      const Pieces pieces = pieces_of(files, options, threads);
      EXPECT_EQ(pieces.content.records, expected.records) << block_size;
      EXPECT_TRUE(pieces.content == expected) << files.front() << ", blocks of " << block_size;
      const std::size_t least = block_size < 100 ? 3 * files.size() : files.size();
      EXPECT_GE(pieces.count, least) << files.front() << ", blocks of " << block_size;
    }
  }
}

std::string svm_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    text += (i % 7 == 0 ? "?" : "L" + std::to_string(i % 11) + (i % 3 == 0 ? ",M" : ""));
    text += " " + std::to_string(1 + i % 50) + ":0.5 " + std::to_string(60 + i) + ":1\n";
    if (i % 40 == 0) text += "# a comment\n\n";
  }
  return text;
}

// Every tenth record has an id of its own, some have a weight, words come up late.
std::string jsonl_lines(int count) {
  std::string text;
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += R"({"labels":["L)" + std::to_string(i % 13) + R"("],"text":"w)" + n + " w" +
            std::to_string(i / 2) + R"( common","split":")" + (i % 4 == 0 ? "test" : "train") + '"';
    if (i % 10 == 3) text += R"(,"id":"own)" + n + '"';
    if (i > count / 2) text += R"(,"weight":)" + std::to_string(1 + i % 3);
    if (i % 5 == 0) text += ",\"note\":\"\xff\"";
    text += "}\n";
  }
  return text;
}

std::string table_lines(int count, char separator) {
  std::string text =
      std::string("id") + separator + "label" + separator + "height" + separator + "text\n";
  for (int i = 0; i < count; ++i) {
    const std::string n = std::to_string(i);
    text += (i % 2 == 0 ? "r" + n : "") + separator + "A" + std::to_string(i % 5) + separator + n +
            separator + (separator == ',' ? "\"two\nlines w" + n + "\"" : "one line w" + n) + "\n";
  }
  return text;
}

TEST(RecordStream, GivesTheRecordsOfReadRecordsInPieces) {
  const TempFolder folder;
  const FakeAnalyzer analyzer;
  ReadOptions options;
  options.analyzer = &analyzer;
  expect_same_records({folder.write("a.svm", svm_lines(1000))}, options);
  expect_same_records({folder.write("a.jsonl", jsonl_lines(500))}, options);
  expect_same_records({folder.write("a.tsv", table_lines(500, '\t'))}, options);
  expect_same_records({folder.write("a.csv", table_lines(500, ','))}, options);
  options.precision = Precision::double_;
  expect_same_records({folder.write("a.svm.gz", gzip(svm_lines(1000)))}, options);
  expect_same_records({folder.write("a.csv.zst", zstd(table_lines(500, ',')))}, options);
}

TEST(RecordStream, ReadsSeveralFilesOneAfterTheOther) {
  const TempFolder folder;
  const FakeAnalyzer analyzer;
  ReadOptions options;
  options.analyzer = &analyzer;
  expect_same_records(
      {folder.write("a.svm", svm_lines(300)), folder.write("b.jsonl.gz", gzip(jsonl_lines(300))),
       folder.write("c.csv", table_lines(300, ',')),
       folder.write("d.svm.zst", zstd("120 900 9\n" + svm_lines(120)))},
      options);
}

TEST(RecordStream, LeavesOutOtherSplitsAndCountsThemInIds) {
  const TempFolder folder;
  const Paths files{folder.write("a.jsonl", jsonl_lines(300))};
  ReadOptions options;
  options.splits = {"test"};
  expect_same_records(files, options);
  options.block_size = 1;
  const Pieces pieces = pieces_of(files, options);
  ASSERT_EQ(pieces.content.records.size(), 75U);
  EXPECT_EQ(pieces.content.records[74], "296 [L10]");
  EXPECT_TRUE(pieces.content.has_splits);
}

TEST(RecordStream, GivesAPieceWithoutRecordsForAChunkThatHasNoneChosen) {
  const TempFolder folder;
  const std::string other = R"({"label":"A","split":"train"})"
                            "\n";
  std::string text = R"({"label":"B","split":"test"})"
                     "\n";
  for (int i = 0; i < 200; ++i) text += other;
  const Paths files{folder.write("a.jsonl", text)};
  ReadOptions options;
  options.splits = {"test"};
  options.block_size = 1;
  const Pieces pieces = pieces_of(files, options);
  EXPECT_GT(pieces.count, 2U);
  EXPECT_THAT(pieces.content.records, ElementsAre("0 [B]"));
  options.splits = {"tests"};
  EXPECT_THAT(error_of(ErrorKind::input, [&] { pieces_of(files, options); }),
              HasSubstr("no example of the split tests was found; there are: test, train"));
}

TEST(RecordStream, KeepsKnownNamesAndHashedTermsOutOfItsOwn) {
  const TempFolder folder;
  const Paths files{folder.write("a.jsonl", jsonl_lines(300))};
  FeatureNames known;
  known.add(FeatureNames::term_mark, "common");
  known.add(FeatureNames::term_mark, "w7");
  const FakeAnalyzer analyzer, hashing(8);
  ReadOptions options;
  options.known_names = &known;
  options.analyzer = &analyzer;
  expect_same_records(files, options);
  EXPECT_EQ(whole(files, options).unknown_features, 597U);  // w7 stands in 7, 14 and 15

  ThreadPool pool(2);
  ReadOptions hashed;
  hashed.analyzer = &hashing;
  hashed.block_size = 50;
  expect_same_records(files, hashed);
  for (const ReadOptions& read : {options, hashed}) {
    RecordStream stream(files, read, pool);
    Records piece;
    while (stream.next(piece)) EXPECT_TRUE(stream.names().empty());
  }
}

TEST(RecordStream, PutsNewNamesBehindTheFirstOnes) {
  const TempFolder folder;
  const auto file = folder.write("a.jsonl", R"({"features":{"z":1,"b":2,"a":3},"labels":["x"]})"
                                            "\n"
                                            R"({"features":{"a":4,"y":5},"labels":["x"]})"
                                            "\n");
  FeatureNames first;
  for (const char* name : {"a", "b"}) first.add(FeatureNames::feature_mark, name);
  ReadOptions options;
  options.first_names = &first;
  options.block_size = 16;
  ThreadPool pool(2);
  const Records records = read_records(Paths{file}, options, pool);
  const std::vector<std::string> expected{"a", "b", "z", "y"};
  ASSERT_EQ(records.names.size(), expected.size());
  for (std::size_t n = 0; n < 4; ++n) EXPECT_EQ(records.names.name(n), expected[n]);
  const auto row = std::get<SparseRows<float>>(records.rows).row(0);
  ASSERT_EQ(row.size(), 3U);
  EXPECT_EQ(row[0].index, FeatureNames::first_index);
  EXPECT_EQ(row[0].value, 3.0F);
  EXPECT_EQ(row[2].index, FeatureNames::first_index + 2);
  RecordStream stream(Paths{file}, options, pool);
  EXPECT_EQ(stream.names().size(), 2U);
  EXPECT_TRUE(pieces_of({file}, options).content == whole({file}, options));
}

TEST(RecordStream, NumbersRecordsWithoutAnIdThroughTheWholeStream) {
  const TempFolder folder;
  const Paths files{folder.write("a.svm", svm_lines(400)), folder.write("b.svm", svm_lines(100))};
  ReadOptions options;
  options.block_size = 10;
  ThreadPool pool(2);
  RecordStream stream(files, options, pool);
  std::size_t number = 0;
  for (Records piece; stream.next(piece); number += piece.size()) {
    ASSERT_EQ(piece.ids.empty(), number == 0);  // no ids mean numbers from 0
    for (std::size_t i = 0; i < piece.ids.size(); ++i) {
      ASSERT_EQ(piece.ids[i], std::to_string(number + i));
    }
  }
  EXPECT_EQ(number, 500U);
}

TEST(RecordStream, GivesEveryPieceItsOwnLabelsWithTheirPlaces) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 32; ++i) text += "A 1:1\n";
  text += "B 1:1\n A 2:1\n";
  const auto file = folder.write("a.svm", text);
  ReadOptions options;
  options.block_size = 6;
  ThreadPool pool(2);
  RecordStream stream(Paths{file}, options, pool);
  Records piece;
  ASSERT_TRUE(stream.next(piece));
  ASSERT_EQ(piece.label_names.size(), 1U);
  EXPECT_EQ(piece.label_names[0].place, file.string() + ":1:1");
  ASSERT_TRUE(stream.next(piece));
  ASSERT_EQ(piece.label_names.size(), 2U);
  EXPECT_EQ(piece.label_names[0].place, file.string() + ":33:1");
  EXPECT_EQ(piece.label_names[1].name, "A");
  EXPECT_EQ(piece.label_names[1].place, file.string() + ":34:2");
  EXPECT_THAT(piece.labels, ElementsAre(0, 1));
  EXPECT_FALSE(stream.next(piece));
  EXPECT_EQ(piece.size(), 0U);
  EXPECT_FALSE(stream.next(piece));
}

TEST(RecordStream, NamesTheLineOfAnErrorInALaterPieceAndStopsThere) {
  const TempFolder folder;
  std::string text;
  for (int i = 1; i <= 200; ++i) text += i == 70 ? "A 1:x\n" : "A 1:1\n";
  const auto file = folder.write("a.svm", text);
  ReadOptions options;
  options.block_size = 6;  // 32 lines a piece
  ThreadPool pool(2);
  RecordStream stream(Paths{file}, options, pool);
  Records piece;
  EXPECT_TRUE(stream.next(piece));
  EXPECT_TRUE(stream.next(piece));
  EXPECT_EQ(piece.size(), 32U);
  const std::string expected = file.string() + ":70:5: expected a number after the colon, got 'x'";
  EXPECT_EQ(error_of(ErrorKind::input, [&] { stream.next(piece); }), expected);
  EXPECT_EQ(piece.size(), 0U);
  // The fourth piece is good, but it does not follow the second.
  EXPECT_EQ(error_of(ErrorKind::input, [&] { stream.next(piece); }), expected);
  EXPECT_EQ(error_of(ErrorKind::input, [&] { stream.rest(); }), expected);
}

TEST(RecordStream, CountsLinesFromTheHeaderOnInEveryPiece) {
  const TempFolder folder;
  std::string text = "label,\"a\nb\"\n";
  for (int i = 3; i <= 200; ++i) text += i == 150 ? "L,x\n" : "L,1\n";
  ReadOptions options;
  options.block_size = 4;
  EXPECT_THAT(
      error_of(ErrorKind::input, [&] { pieces_of({folder.write("a.csv", text)}, options); }),
      HasSubstr("a.csv:150:3: column "));
}

TEST(RecordStream, ChecksAFileAsAWholeAtItsEnd) {
  const TempFolder folder;
  ReadOptions options;
  options.block_size = 10;
  EXPECT_THAT(error_of(ErrorKind::input,
                       [&] {
                         pieces_of({folder.write("a.svm", "301 900 9\n" + svm_lines(300)),
                                    folder.write("b.svm", "A 1:x\n")},
                                   options);
                       }),
              HasSubstr("a.svm:1:1: expected 301 examples, as this header says, got 300"));
  options.fields.text_fields = "body";
  EXPECT_THAT(error_of(ErrorKind::input,
                       [&] { pieces_of({folder.write("a.jsonl", jsonl_lines(300))}, options); }),
              HasSubstr("no record has the field 'body'"));
}

TEST(RecordStream, RefusesNamesBehindNumbersThatTheyMeet) {
  const TempFolder folder;
  const Paths files{folder.write("a.svm", "A 2147483648:1\n"),
                    folder.write("b.jsonl", R"({"features":{"x":1}})")};
  ThreadPool pool(1);
  RecordStream stream(files, {}, pool);
  Records piece;
  EXPECT_TRUE(stream.next(piece));
  EXPECT_THAT(error_of(ErrorKind::input, [&] { stream.next(piece); }),
              HasSubstr("a.svm: expected feature numbers of at most 2147483647"));
}

TEST(RecordStream, GivesWhatIsLeftAsOneSet) {
  const TempFolder folder;
  const FakeAnalyzer analyzer;
  ReadOptions options;
  options.analyzer = &analyzer;
  options.block_size = 50;
  const Paths files{folder.write("a.jsonl", jsonl_lines(300))};
  ThreadPool pool(2);
  RecordStream stream(files, options, pool);
  Records piece;
  ASSERT_TRUE(stream.next(piece));
  std::vector<std::string> lines = shown_by_name(piece, &stream.names());
  const Records rest = stream.rest();
  for (const std::string& line : shown_by_name(rest)) lines.push_back(line);
  EXPECT_EQ(lines, whole(files, options).records);
  EXPECT_GT(rest.size(), 32U);
  EXPECT_TRUE(stream.names().empty());
  EXPECT_FALSE(stream.next(piece));
  EXPECT_EQ(stream.rest().size(), 0U);
}

TEST(RecordStream, ReadsALastLineWithoutItsEnd) {
  const TempFolder folder;
  ReadOptions options;
  options.block_size = 1;
  EXPECT_THAT(pieces_of({folder.write("a.svm", "A 1:1\nB 2:2")}, options).content.records,
              ElementsAre("0 [A] 1:1", "1 [B] 2:2"));
  EXPECT_THAT(pieces_of({folder.write("a.csv", "label,7\nA,1\nB,\"2\"")}, options).content.records,
              ElementsAre("0 [A] 7:1", "1 [B] 7:2"));
  EXPECT_THAT(pieces_of({folder.write("a.jsonl", R"({"label":"A"})")}, options).content.records,
              ElementsAre("0 [A]"));
}

TEST(RecordStream, ReportsInputWithoutRecords) {
  const TempFolder folder;
  for (const std::string text : {"", "\xEF\xBB\xBF", "# nothing\n\n", "\n"}) {
    EXPECT_THAT(error_of(ErrorKind::input, [&] { pieces_of({folder.write("e.svm", text)}, {}); }),
                HasSubstr("e.svm: holds no example"));
  }
  ThreadPool pool(1);
  const Paths files{folder.write("a.svm", "A 1:1\n"), folder.write("e.jsonl.gz", gzip(""))};
  RecordStream stream(files, {}, pool);
  Records piece;
  EXPECT_TRUE(stream.next(piece));
  EXPECT_THAT(error_of(ErrorKind::input, [&] { stream.next(piece); }),
              HasSubstr("e.jsonl.gz: holds no example"));
}

TEST(RecordStream, RejectsWrongCallsBeforeReading) {
  ThreadPool pool(1);
  const auto message = [&](const Paths& paths, const ReadOptions& options) {
    return error_of(ErrorKind::usage, [&] { RecordStream(paths, options, pool); });
  };
  ReadOptions fields;
  fields.fields.text_fields = "title=x";
  EXPECT_THAT(message({}, {}), HasSubstr("no data"));
  EXPECT_THAT(message({"-", "-"}, {}), HasSubstr("once"));
  ReadOptions format;
  format.format = "text/csv";
  EXPECT_THAT(message({"none.svm"}, format), HasSubstr("`format`: expected svm|jsonl|"));
  EXPECT_THAT(message({"none.jsonl"}, fields), HasSubstr("`text_fields`"));
  EXPECT_NO_THROW(RecordStream(Paths{"none.svm"}, {}, pool));
}

TEST(RecordStream, ReadsStandardInputThroughAPipe) {
  int ends[2];
  ASSERT_EQ(::pipe(ends), 0);
  const std::string text = svm_lines(3000);
  ReadOptions options;
  options.block_size = 100;
  {
    const StandardInput redirected(ends[0]);
    std::thread writer([&] {
      for (std::size_t at = 0; at < text.size(); at += 777) {
        const std::string_view part = std::string_view(text).substr(at, 777);
        if (::write(ends[1], part.data(), part.size()) < 0) break;
      }
      ::close(ends[1]);
    });
    const Pieces pieces = pieces_of({"-"}, options);
    writer.join();
    EXPECT_GT(pieces.count, 10U);
    const TempFolder folder;
    EXPECT_EQ(pieces.content.records, whole({folder.write("a.svm", text)}, options).records);
    EXPECT_EQ(pieces.content.label_places[0], "-:4:1");  // behind an unlabelled line and a comment
  }
}

// Bytes that the process has allocated; 0 where another allocator is in its place, as under the
// address sanitizer.
std::size_t allocated_bytes() {
  const struct mallinfo2 info = ::mallinfo2();
  return info.uordblks + info.hblkhd;
}

TEST(RecordStream, HoldsNoMoreMemoryAtTheEndThanAtTheBeginning) {
  const TempFolder folder;
  std::string text;
  for (int i = 0; i < 200'000; ++i) {
    text += R"({"id":"an id of its own )" + std::to_string(i) + R"(","label":"a longer label )" +
            std::to_string(i) + R"(","weight":2,"split":"s)" + std::to_string(i) +
            R"(","text":"word)" + std::to_string(i) + "\"}\n";
  }
  const Paths files{folder.write("a.jsonl", text)};
  const std::size_t size = text.size();
  text = {};
  text.shrink_to_fit();
  const FakeAnalyzer hashing(10);
  ReadOptions options;
  options.analyzer = &hashing;
  options.block_size = 1000;
  ThreadPool pool(2);
  RecordStream stream(files, options, pool);
  std::size_t count = 0, at_first = 0, most = 0;
  for (Records piece; stream.next(piece); ++count) {
    piece = {};
    const std::size_t bytes = allocated_bytes();
    if (count < 20) at_first = std::max(at_first, bytes);
    most = std::max(most, bytes);
  }
  EXPECT_GT(count, 400U);
  EXPECT_LT(most, at_first + size / 50);
}

}  // namespace
}  // namespace clade::detail
