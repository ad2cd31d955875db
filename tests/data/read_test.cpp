#include "data/read.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/enum_names.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using testing::error_of;
using testing::gzip;
using ::testing::HasSubstr;
using testing::read_file;
using testing::shown;
using testing::TempFolder;
using testing::zstd;

TEST(ReadRecords, ReadsSeveralFilesAsOneSet) {
  const TempFolder folder;
  const std::vector files{folder.write("a.svm", "A 1:1\nB 2:2"),
                          folder.write("b.svm.gz", gzip("C 3:3\nA 4:4\n")),
                          folder.write("c.svm.zst", zstd("2 9 9\nB 0:1\n 1:1\n"))};
  ThreadPool pool(2);
  const Records records = read_records(files, {}, pool);
  EXPECT_THAT(shown(records), ElementsAre("A 1:1", "B 2:2", "C 3:3", "A 4:4", "B 1:1", " 2:1"));
  ASSERT_EQ(records.label_names.size(), 3U);
  EXPECT_THAT(records.label_names[2].place, HasSubstr("b.svm.gz:1:1"));
  EXPECT_TRUE(std::holds_alternative<SparseRows<float>>(records.rows));
}

TEST(ReadRecords, TellsTheFormatFromTheName) {
  const TempFolder folder;
  for (const std::string name :
       {"a.svm", "a.libsvm", "a.svmlight", "a.SVM", "a.b.svm.gz", "a.svm.zst"}) {
    EXPECT_EQ(read_file(folder.write(name, "A 1:1\n")).size(), 1U) << name;
  }
  // Where the name tells nothing, the content does.
  for (const std::string name : {"train.txt", "svm", "a.svm.bz2", ".gz", "a."}) {
    const auto file = folder.write(name, "A 1:1\n");
    EXPECT_EQ(read_file(file).size(), 1U);
    EXPECT_EQ(read_file(file, Precision::single, 1, "svm").size(), 1U);
  }
}

TEST(ReadRecords, RejectsWrongCallsBeforeReading) {
  EXPECT_EQ(error_of(ErrorKind::usage, [] { read_file("none.svm", Precision::single, 1, "arf"); }),
            "`format`: expected svm|jsonl|tsv|csv|arff|fasttext|text|pack|npy|npz, got 'arf'");
  ThreadPool pool(1);
  const std::vector<std::filesystem::path> twice{"-", "-"};
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { read_records(twice, {}, pool); }),
              HasSubstr("once"));
  EXPECT_THAT(error_of(ErrorKind::usage, [&] { read_records({}, {}, pool); }),
              HasSubstr("no data"));
}

TEST(ReadRecords, ReportsAMissingFileAndAnEmptyOne) {
  const TempFolder folder;
  EXPECT_THAT(error_of(ErrorKind::environment, [&] { read_file(folder.path() / "none.svm"); }),
              HasSubstr("none.svm: cannot be opened"));
  EXPECT_THAT(error_of(ErrorKind::input, [&] { read_file(folder.write("e.svm.gz", gzip(""))); }),
              HasSubstr("e.svm.gz: holds no example"));
}

TEST(ReadWeights, ReadsOnePositiveNumberPerLine) {
  const TempFolder folder;
  EXPECT_THAT(read_weights(folder.write("w", "1\r\n 2.5 \n1e-3"), 3), ElementsAre(1, 2.5, 1e-3));
  EXPECT_THAT(read_weights(folder.write("w.gz", gzip("1\n2\n\n")), 2), ElementsAre(1, 2));
}

TEST(ReadWeights, ReportsWhatIsNoWeight) {
  const TempFolder folder;
  for (const std::string bad : {"0", "-1", "x", "nan", "inf", "1 2", "1e999"}) {
    EXPECT_THAT(error_of(ErrorKind::input,
                         [&] { read_weights(folder.write("w", "1\n " + bad + "\n"), 2); }),
                HasSubstr("w:2:2: expected a weight from 1e-12 to 1e12, got '" + bad + "'"));
  }
  EXPECT_THAT(error_of(ErrorKind::input, [&] { read_weights(folder.write("w", "1\n2\n"), 3); }),
              HasSubstr("w: expected 3 weights, one for each example, got 2"));
  EXPECT_THAT(error_of(ErrorKind::input, [&] { read_weights(folder.write("w", ""), 1); }),
              HasSubstr("expected 1 weight"));
}

TEST(EnumNames, AreTheWordsOfTheCommandLine) {
  EXPECT_EQ(enum_name(LabelNodes::terminal), "terminal");
  EXPECT_EQ(enum_name(LabelNodes::all), "all");
  EXPECT_EQ(enum_name(LabelNodes::path), "path");
  EXPECT_EQ(enum_name(Precision::single), "single");
  EXPECT_EQ(enum_name(Precision::double_), "double");
}

}  // namespace
}  // namespace clade::detail
