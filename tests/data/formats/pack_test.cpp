#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <xxhash.h>

#include <cstring>

#include "base/random.h"
#include "data/feature_index.h"
#include "data/formats/pack_file.h"
#include "data/formats/pack_writer.h"
#include "data/record_stream.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using ::testing::HasSubstr;
using testing::shown;
using testing::shown_by_name;
using testing::TempFolder;

class Pack : public ::testing::Test {
 protected:
  using Paths = std::vector<std::filesystem::path>;

  // As `clade pack` does it.
  template <class Real = float>
  std::filesystem::path packed(const Paths& paths, ReadOptions options = {},
                               const std::string& name = "x.pack") {
    options.precision = std::is_same_v<Real, float> ? Precision::single : Precision::double_;
    RecordStream stream(paths, options, pool_);
    PackWriter writer(folder_.path() / name, options.precision);
    Records piece;
    while (stream.next(piece)) writer.add(piece);
    writer.finish(stream.names());
    return folder_.path() / name;
  }
  template <class Real = float>
  std::filesystem::path packed_text(const std::string& name, std::string_view text) {
    return packed<Real>({folder_.write(name, text)});
  }
  Records read(const Paths& paths, const ReadOptions& options = {}) {
    return read_records(paths, options, pool_);
  }
  std::string content(const std::filesystem::path& path) {
    std::ifstream in(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  std::string message_of(const std::string& bytes) {
    const auto file = folder_.write("bad.pack", bytes);
    return error_of(ErrorKind::input, [&] { read({file}); });
  }

  TempFolder folder_;
  ThreadPool pool_{2};
};

constexpr const char* small = "a,b 1:1 3:0.5\n? 2:1\nb 7:-1.5 4000000000:3\na\nc,a 1:0.25\n";

const SparseRows<float>& float_rows(const Records& records) {
  return std::get<SparseRows<float>>(records.rows);
}

TEST_F(Pack, GivesTheRecordsOfTheFileItWasMadeOf) {
  const auto text = folder_.write("x.svm", small);
  const Records original = read({text}), copy = read({packed({text})});
  EXPECT_EQ(shown(copy), shown(original));
  EXPECT_EQ(copy.label_offsets, original.label_offsets);
  EXPECT_TRUE(copy.ids.empty());
  EXPECT_TRUE(copy.weights.empty());
  EXPECT_FALSE(copy.has_text);
  EXPECT_THAT(copy.label_names[2].place, HasSubstr("x.pack: record 4"));
}

TEST_F(Pack, UsesTheRowsWhereTheyAreInTheFile) {
  const Records records = read({packed_text("x.svm", small)});
  EXPECT_TRUE(float_rows(records).is_view());
  const Records copied = records;
  EXPECT_EQ(float_rows(copied).row(0).data(), float_rows(records).row(0).data());
}

TEST_F(Pack, HasTheRowsInTheNumbersThatTrainingUses) {
  const Records records = read({packed_text("x.svm", small)});
  const auto& rows = float_rows(records);
  ASSERT_NE(rows.compact(), nullptr);
  const FeatureIndex index = FeatureIndex::of(rows, false);
  EXPECT_TRUE(std::ranges::equal(rows.compact()->indices, index.indices()));
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<Feature> expected;
    map_to_model<float, float>(rows.row(i), index, expected);
    const auto row = rows.compact()->rows.row(i);
    ASSERT_EQ(row.size(), expected.size());
    for (std::size_t k = 0; k < row.size(); ++k) {
      EXPECT_EQ(row[k].index, expected[k].index);
      EXPECT_EQ(row[k].value, expected[k].value);
    }
  }
}

TEST_F(Pack, WhoeverChangesItsRowsChangesACopy) {
  const auto pack = packed_text("x.svm", small);
  Records records = read({pack});
  const Records untouched = records;
  auto& rows = std::get<SparseRows<float>>(records.rows);
  rows.mutable_row(0)[0].value = 9;
  EXPECT_FALSE(rows.is_view());
  EXPECT_EQ(rows.compact(), nullptr);
  EXPECT_EQ(rows.row(0)[0].value, 9);
  rows.edit_rows([](std::span<Feature> row) { return row.empty() ? 0 : row.size() - 1; });
  rows.push({5, 2});
  rows.end_row();
  EXPECT_EQ(rows.row(5)[0].index, 5U);
  EXPECT_EQ(float_rows(untouched).row(0)[0].value, 1);
  EXPECT_EQ(shown(read({pack})), shown(untouched));
}

TEST_F(Pack, AppendingToItsRowsKeepsThem) {
  const Records records = read({packed_text("x.svm", small)});
  SparseRows<float> rows = float_rows(records);
  rows.append(float_rows(records));
  ASSERT_EQ(rows.size(), 10U);
  EXPECT_EQ(rows.compact(), nullptr);
  EXPECT_EQ(rows.row(7)[1].index, 4000000000U);
}

TEST_F(Pack, KeepsIdsWeightsAndNames) {
  const auto text = folder_.write(
      "x.jsonl", R"({"id":"p","labels":["A > B","a,b"],"features":{"red":2,"7":1},"weight":2})"
                 "\n"
                 R"({"labels":[],"features":{"blue":1,"red":3}})"
                 "\n"
                 R"({"id":"","labels":["a,b"],"vector":[0,1.5]})"
                 "\n");
  const Records original = read({text}), copy = read({packed({text})});
  EXPECT_EQ(shown_by_name(copy), shown_by_name(original));
  EXPECT_EQ(copy.weights, original.weights);
  EXPECT_EQ(copy.ids, original.ids);
}

TEST_F(Pack, KeepsTheTaxonomyThatDataBringAlong) {
  const auto text = folder_.write("x.arff",
                                  "@relation r\n@attribute x numeric\n@attribute class "
                                  "hierarchical 1/2,1/3,4\n@data\n1,1/2\n2,4@1/3\n");
  const Records original = read({text}), copy = read({packed({text})});
  ASSERT_TRUE(copy.taxonomy.has_value());
  ASSERT_EQ(copy.taxonomy->size(), original.taxonomy->size());
  for (const NodeId node : original.taxonomy->top_down()) {
    EXPECT_EQ(copy.taxonomy->name(node), original.taxonomy->name(node));
    EXPECT_TRUE(std::ranges::equal(copy.taxonomy->parents(node), original.taxonomy->parents(node)));
  }
}

TEST_F(Pack, IsTheSameHoweverSmallThePieces) {
  std::string text;
  for (int i = 0; i < 200; ++i) text += fmt::format("c{} {}:1 {}:0.5\n", i % 7, i + 1, i + 900);
  const auto file = folder_.write("x.svm", text);
  ReadOptions options;
  options.block_size = 16;
  const std::string small_pieces = content(packed({file}, options, "a.pack"));
  EXPECT_EQ(small_pieces, content(packed({file}, {}, "b.pack")));
  EXPECT_EQ(shown(read({folder_.path() / "a.pack"})), shown(read({file})));
}

TEST_F(Pack, DoublePrecisionIsKeptAndConverted) {
  const auto pack = packed_text<double>("x.svm", "a 1:0.1 2:1e-300\nb 3:2\n");
  ReadOptions as_double;
  as_double.precision = Precision::double_;
  const Records records = read({pack}, as_double);
  const auto& doubles = std::get<SparseRows<double>>(records.rows);
  EXPECT_EQ(doubles.row(0)[0].value, 0.1);
  EXPECT_EQ(doubles.row(0)[1].value, 1e-300);
  EXPECT_THAT(shown(read({pack})), ElementsAre("a 1:0.100000001", "b 3:2"));
  const auto singles = packed_text("x.svm", "a 1:0.5\nb 3:2\n");
  EXPECT_EQ(std::get<SparseRows<double>>(read({singles}, as_double).rows).row(0)[0].value, 0.5);
}

TEST_F(Pack, AValueBeyondSinglePrecisionIsAnError) {
  const auto pack = packed_text<double>("x.svm", "a 1:1\nb 3:1e300\n");
  EXPECT_THAT(error_of(ErrorKind::input, [&] { read({pack}); }), HasSubstr("record 1"));
}

TEST_F(Pack, GoesTogetherWithOtherFiles) {
  const auto first = folder_.write("first.svm", "x 1:1\na 2:1\n");
  const auto text = folder_.write("x.svm", small);
  const auto pack = packed({text});
  EXPECT_EQ(shown(read({first, pack, first})), shown(read({first, text, first})));
  EXPECT_EQ(shown(read({pack, pack})), shown(read({text, text})));
}

TEST_F(Pack, NamesMeetTheNamesOfOtherFilesAndOfModels) {
  const auto text = folder_.write("x.jsonl", R"({"labels":["a"],"features":{"red":2,"blue":1}})"
                                             "\n"
                                             R"({"labels":["b"],"features":{"green":4,"blue":3}})"
                                             "\n");
  const auto other = folder_.write("o.jsonl", R"({"labels":["a"],"features":{"green":9}})"
                                              "\n");
  const auto pack = packed({text});
  EXPECT_EQ(shown_by_name(read({other, pack})), shown_by_name(read({other, text})));

  FeatureNames known;
  for (const char* name : {"yellow", "green", "red"}) known.add(FeatureNames::feature_mark, name);
  ReadOptions of_model;
  of_model.known_names = &known;
  for (const Paths& paths : {Paths{pack}, Paths{pack, pack}}) {
    const Records records = read(paths, of_model);
    EXPECT_EQ(shown_by_name(records, &known)[0], "0 [a] f/red:2");
    EXPECT_EQ(shown_by_name(records, &known)[1], "1 [b] f/green:4");
    EXPECT_EQ(records.unknown_features, 2 * paths.size());
    EXPECT_TRUE(records.names.empty());
  }
  ReadOptions further;
  further.first_names = &known;
  EXPECT_EQ(shown_by_name(read({pack}, further)), shown_by_name(read({text}, further)));
}

TEST_F(Pack, LargeNumbersDoNotMeetNames) {
  const auto pack = packed_text("x.svm", "a 3000000000:1\nb 1:1\n");
  FeatureNames known;
  known.add(FeatureNames::feature_mark, "red");
  ReadOptions options;
  options.known_names = &known;
  EXPECT_THAT(error_of(ErrorKind::input, [&] { read({pack}, options); }),
              HasSubstr("expected feature numbers of at most 2147483647"));
}

TEST_F(Pack, IsReadPieceByPieceToo) {
  std::string text;
  for (int i = 0; i < 40000; ++i) text += fmt::format("c{} {}:1\n", i % 3, i % 11 + 1);
  const auto pack = packed_text("x.svm", text);
  RecordStream stream(Paths{pack}, {}, pool_);
  Records piece;
  std::size_t total = 0, pieces = 0;
  while (stream.next(piece)) {
    if (pieces++ > 0) {
      EXPECT_EQ(piece.ids.front(), std::to_string(total));
    }
    total += piece.size();
  }
  EXPECT_EQ(total, 40000U);
  EXPECT_EQ(pieces, 2U);
}

TEST_F(Pack, OtherFilesAreNoPacks) {
  for (const char* text : {"", "a 1:1\n", "\x89"}) {
    EXPECT_THAT(message_of(text), HasSubstr("is no pack")) << text;
  }
  const auto compressed =
      folder_.write("x.pack.gz", testing::gzip(content(packed_text("x.svm", small))));
  EXPECT_THAT(error_of(ErrorKind::input, [&] { read({compressed}); }), HasSubstr("compressed"));
  ReadOptions options;
  options.format = "pack";
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { read({"-"}, options); }),
              HasSubstr("standard input"));
}

TEST_F(Pack, ANewerFormatIsTold) {
  std::string bytes = content(packed_text("x.svm", small));
  bytes[8] = 2;
  EXPECT_THAT(message_of(bytes), HasSubstr("made by a newer clade: format 2"));
}

TEST_F(Pack, FlippedBytesAreNoticed) {
  const std::string bytes = content(packed_text("x.svm", small));
  for (std::size_t i = 0; i < bytes.size(); i += 3) {
    std::string damaged = bytes;
    damaged[i] = static_cast<char>(damaged[i] ^ (1 << (i % 8)));
    ASSERT_NE(message_of(damaged), "") << "byte " << i;
  }
}

TEST_F(Pack, CutsAreNoticed) {
  const std::string bytes = content(packed_text("x.svm", small));
  for (std::size_t length = 0; length < bytes.size(); length += 11) {
    ASSERT_NE(message_of(bytes.substr(0, length)), "") << length;
  }
  ASSERT_NE(message_of(bytes + "x"), "");
}

// Damage whose checksum fits: an error or records, never a crash.
TEST_F(Pack, WhatIsMadeOnPurposeDoesNoHarm) {
  const auto text = folder_.write(
      "x.arff",
      "@relation r\n@attribute id key\n@attribute x numeric\n@attribute class hierarchical "
      "1/2,1/3,4\n@data\np,1,1/2,{2}\nq,2,4@1/3\nr,3,4\n");
  const std::string bytes = content(packed({text}));
  Random random(1);
  std::size_t refused = 0;
  for (int round = 0; round < 500; ++round) {
    std::string damaged = bytes;
    for (std::uint64_t k = 0; k < 1 + random.below(3); ++k) {
      const auto at = static_cast<std::size_t>(random.below(bytes.size() - 16) / 4 * 4);
      const std::uint64_t value = random.below(3) == 0 ? random.bits() : random.below(64);
      std::memcpy(damaged.data() + at, &value, random.below(2) == 0 ? 4 : 8);
    }
    const std::size_t length = damaged.size() - sizeof(std::uint64_t);
    const std::uint64_t checksum = XXH3_64bits(damaged.data(), length);
    std::memcpy(damaged.data() + length, &checksum, sizeof(checksum));
    const auto file = folder_.write("bad.pack", damaged);
    try {
      shown(read({file}));
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      ++refused;
    }
  }
  EXPECT_GT(refused, 150U);
}

TEST_F(Pack, NothingIsLeftOfAPackThatWasNotFinished) {
  {
    PackWriter writer(folder_.path() / "half.pack", Precision::single);
    writer.add(read({folder_.write("x.svm", small)}));
  }
  EXPECT_FALSE(std::filesystem::exists(folder_.path() / "half.pack"));
  std::size_t files = 0;
  for ([[maybe_unused]] const auto& entry : std::filesystem::directory_iterator(folder_.path())) {
    ++files;
  }
  EXPECT_EQ(files, 1U);
}

}  // namespace
}  // namespace clade::detail
