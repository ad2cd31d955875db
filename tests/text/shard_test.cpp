#include "data/shard.h"

#include <gtest/gtest.h>

#include <string>
#include <variant>
#include <vector>

#include "clade/error.h"
#include "data/rank_records.h"
#include "data/read.h"
#include "tests/support/temp_folder.h"
#include "tests/support/thread_ranks.h"
#include "text/vectoriser.h"

namespace clade::detail {
namespace {

using Paths = std::vector<std::filesystem::path>;

std::vector<std::string> rows_as_text(const Records& records) {
  std::vector<std::string> texts;
  for (std::size_t i = 0; i < records.size(); ++i) {
    std::string text;
    for (const std::uint32_t label : records.labels_of(i)) {
      text += records.label_names[label].name + ",";
    }
    std::visit(
        [&](const auto& rows) {
          for (const auto& feature : rows.row(i)) {
            text += " " + std::to_string(feature.index) + ":" + std::to_string(feature.value);
          }
        },
        records.rows);
    texts.push_back(text);
  }
  return texts;
}

// All shards with one numbering, one after the other, are what one reader gives.
void expect_shards_make_all(const Paths& files, int ranks, const ReadOptions& options) {
  ThreadPool pool(1);
  const Records whole = read_records(files, options, pool);
  std::vector<Records> parts(static_cast<std::size_t>(ranks));
  test::run_ranks(ranks, [&](Communicator& peers) {
    ThreadPool own(1);
    ReadOptions shard = options;
    shard.shard = {peers.rank(), peers.size()};
    Records records = read_records(files, shard, own);
    agree_on_counts(records, peers);
    agree_on_names(records, peers);
    parts[static_cast<std::size_t>(peers.rank())] = std::move(records);
  });
  std::vector<std::string> together;
  for (const Records& part : parts) {
    for (const std::string& row : rows_as_text(part)) together.push_back(row);
    ASSERT_EQ(part.label_names.size(), whole.label_names.size());
    ASSERT_EQ(part.names.size(), whole.names.size());
    for (std::size_t n = 0; n < whole.names.size(); ++n) {
      EXPECT_EQ(part.names.name(n), whole.names.name(n));
    }
    EXPECT_EQ(part.has_text, whole.has_text);
  }
  EXPECT_EQ(together, rows_as_text(whole)) << ranks << " ranks";
}

TEST(Shard, VectorsOfAllRanksAreThoseOfTheFile) {
  const test::TempFolder folder;
  std::string text;
  for (int i = 0; i < 37; ++i) {
    text += "class" + std::to_string(i % 5) + " " + std::to_string(i + 1) +
            ":1 900:" + std::to_string(i * i) + "\n";
  }
  text += "last 1:1";  // without a line end
  const auto file = folder.write("data.svm", text);
  for (const int ranks : {2, 3, 7, 50}) expect_shards_make_all({file}, ranks, {});
}

TEST(Shard, AHeaderHoldsForAllParts) {
  const test::TempFolder folder;
  std::string text = "12 5 3\n";
  for (int i = 0; i < 12; ++i) text += std::to_string(i % 3) + " " + std::to_string(i % 5) + ":1\n";
  const auto file = folder.write("data.svm", text);
  for (const int ranks : {2, 3}) expect_shards_make_all({file}, ranks, {});
}

TEST(Shard, WordsAndLabelsGetTheNumbersOfOneReader) {
  const test::TempFolder folder;
  std::string first, second;
  for (int i = 0; i < 20; ++i) {
    const std::string word = "word" + std::to_string(i % 7);
    std::string& text = i < 13 ? first : second;
    text += R"({"text":"some )" + word + R"( and other things )" + std::to_string(i) +
            R"(","labels":["l)" + std::to_string(i % 4) + "\"]}\n";
  }
  const Paths files{folder.write("a.jsonl", first), folder.write("b.jsonl", second)};
  TextParams params;
  params.ngrams = 2;
  const std::unique_ptr<TextAnalyzer> analyzer = make_analyzer(params);
  ReadOptions options;
  options.analyzer = analyzer.get();
  for (const int ranks : {2, 3, 5}) expect_shards_make_all(files, ranks, options);
}

TEST(Shard, FilesThatCannotBeCutGoWholeToOneRank) {
  const test::TempFolder folder;
  const Paths files{folder.write("a.csv", "label,x\na,1\nb,2\n"),
                    folder.write("b.csv", "label,x\nc,3\n"),
                    folder.write("c.csv", "label,x\nd,3\na,5\n")};
  for (const int ranks : {2, 3}) expect_shards_make_all(files, ranks, {});
  ThreadPool pool(1);
  ReadOptions options;
  options.shard = {1, 2};
  try {
    static_cast<void>(read_records(Paths{files[0]}, options, pool));
    FAIL() << "one table was divided";
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_NE(std::string(error.what()).find("cannot be divided among 2 ranks"), std::string::npos);
  }
}

TEST(Shard, ErrorsSayFromWhichByteLinesAreCounted) {
  const test::TempFolder folder;
  const auto file = folder.write("data.svm", "a 1:1\na 1:1\na 1:1\na 1:1\na 1:x\n");
  ThreadPool pool(1);
  ReadOptions options;
  options.shard = {1, 2};
  try {
    static_cast<void>(read_records(Paths{file}, options, pool));
    FAIL() << "a bad value was read";
  } catch (const Error& error) {
    EXPECT_NE(std::string(error.what()).find("data.svm from byte 18:2:5"), std::string::npos)
        << error.what();
  }
}

}  // namespace
}  // namespace clade::detail
