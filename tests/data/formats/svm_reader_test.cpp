#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <chrono>
#include <string>
#include <utility>
#include <vector>

#include "base/random.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using testing::read_file;
using testing::read_svm_text;
using testing::shown;
using testing::svm_error;
using testing::TempFolder;

TEST(SvmReader, ReadsLabelsAndFeatures) {
  const Records records = read_svm_text("A,B 1:0.5 7:-2e3\nC 2:1\n");
  EXPECT_THAT(shown(records), ElementsAre("A,B 1:0.5 7:-2000", "C 2:1"));
  EXPECT_EQ(records.weights.size(), 0U);
  EXPECT_EQ(records.ids.size(), 0U);
}

TEST(SvmReader, TakesTabsRunsOfBlanksAndTrailingBlanks) {
  EXPECT_THAT(shown(read_svm_text("A\t1:2 \t  3:4  \n  B 5:6\t\n")),
              ElementsAre("A 1:2 3:4", "B 5:6"));
}

TEST(SvmReader, TakesTheFirstFieldAsLabelUnlessItIsAFeature) {
  const Records records =
      read_svm_text("1:2 3:4\n3 1:1\n+1 1:1\n1:x 1:1\nx:1 1:1\n1:2,3 1:1\n1: 1:1\n");
  EXPECT_THAT(shown(records), ElementsAre(" 1:2 3:4", "3 1:1", "+1 1:1", "1:x 1:1", "x:1 1:1",
                                          "1:2,3 1:1", "1: 1:1"));
  ASSERT_EQ(records.label_names.size(), 6U);
  EXPECT_EQ(records.label_names[4].name, "1:2");
  EXPECT_EQ(records.label_names[5].name, "1:");
}

TEST(SvmReader, TakesAQuestionMarkOrNoLabelAsUnlabelled) {
  const Records records = read_svm_text("? 1:1\n2:1\n?\n");
  EXPECT_THAT(shown(records), ElementsAre(" 1:1", " 2:1", ""));
  EXPECT_TRUE(records.label_names.empty());
}

TEST(SvmReader, TakesALabelAloneAsTheZeroVector) {
  EXPECT_THAT(shown(read_svm_text("A\nB,C")), ElementsAre("A", "B,C"));
}

TEST(SvmReader, SkipsBlankLinesAndComments) {
  EXPECT_THAT(shown(read_svm_text("# head 1:2\n\n  \t\nA 1:1 # 2:2\n  # more\nB #\n#")),
              ElementsAre("A 1:1", "B"));
}

TEST(SvmReader, TakesWindowsLineEndsAByteOrderMarkAndNoFinalNewline) {
  EXPECT_THAT(shown(read_svm_text("\xEF\xBB\xBF"
                                  "A 1:1\r\n\r\nB\r\n? 2:3\r")),
              ElementsAre("A 1:1", "B", " 2:3"));
}

TEST(SvmReader, DropsZerosAndTakesRepeatedLabelsOnce) {
  EXPECT_THAT(shown(read_svm_text("A,B,A 1:0 2:-0.0 3:1 4:1e-999\nB,A,B")),
              ElementsAre("A,B 3:1", "B,A"));
}

TEST(SvmReader, TakesEveryFormOfNumber) {
  EXPECT_THAT(shown(read_svm_text("A 1:+2 2:.5 3:5. 4:1E+2 5:-1e-2 6:007 0008:1")),
              ElementsAre("A 1:2 2:0.5 3:5 4:100 5:-0.01 6:7 8:1"));
}

TEST(SvmReader, ReadsSinglePrecisionWhereAsked) {
  const Records records = read_svm_text("A 1:0.1 2:1e-60 3:1e-40", Precision::single);
  const auto& rows = std::get<SparseRows<float>>(records.rows);
  ASSERT_EQ(rows.row(0).size(), 2U);  // 1e-60 is zero as a float
  EXPECT_EQ(rows.row(0)[0].value, 0.1F);
  EXPECT_EQ(rows.row(0)[1].value, 1e-40F);
  const Records wide = read_svm_text("A 1:0.1 2:1e-60");
  EXPECT_EQ(std::get<SparseRows<double>>(wide.rows).row(0)[1].value, 1e-60);
}

TEST(SvmReader, TakesIndicesUpToTheLargest) {
  EXPECT_THAT(shown(read_svm_text("A 4294967293:1 4294967294:2")),
              ElementsAre("A 4294967293:1 4294967294:2"));
  EXPECT_EQ(svm_error("A 4294967295:1"),
            "x.svm:1:3: expected index of at most 4294967294, got 4294967295");
  EXPECT_EQ(svm_error("A 18446744073709551617:1"),
            "x.svm:1:3: expected index of at most 4294967294, got 18446744073709551617");
  EXPECT_THAT(svm_error("A " + std::string(1000, '9') + ":1"),
              HasSubstr("at most 4294967294, got '999"));
}

TEST(SvmReader, RemembersWhereEachLabelAppearedFirst) {
  const Records records = read_svm_text("# x\nB 1:1\n\n  A,B,C 1:1\nA\n");
  ASSERT_EQ(records.label_names.size(), 3U);
  const auto place = [&](std::size_t i) {
    const std::string& whole = records.label_names[i].place;
    return records.label_names[i].name + " " + whole.substr(whole.rfind('/') + 1);
  };
  EXPECT_EQ(place(0), "B x.svm:2:1");
  EXPECT_EQ(place(1), "A x.svm:4:3");
  EXPECT_EQ(place(2), "C x.svm:4:7");
}

TEST(SvmReader, RejectsIndicesThatDoNotIncrease) {
  EXPECT_EQ(svm_error("A 1:1\nA 9:1 3:1\n"), "x.svm:2:7: expected index above 9, got 3");
  EXPECT_EQ(svm_error("A 9:0 9:1\n"), "x.svm:1:7: expected index above 9, got 9");
  EXPECT_EQ(svm_error("A 0:1"), "x.svm:1:3: expected index of at least 1, got 0");
  EXPECT_EQ(svm_error("0:1"), "x.svm:1:1: expected index of at least 1, got 0");
}

TEST(SvmReader, RejectsFieldsThatAreNoFeature) {
  EXPECT_EQ(svm_error("A 88;0.5 3:1"), "x.svm:1:3: expected index:value, got '88;0.5'");
  EXPECT_EQ(svm_error("A B 3:1"), "x.svm:1:3: expected index:value, got 'B'");
  EXPECT_EQ(svm_error("A 3"), "x.svm:1:3: expected index:value, got '3'");
  EXPECT_EQ(svm_error("A -3:1"), "x.svm:1:3: expected index:value, got '-3:1'");
  EXPECT_EQ(svm_error("A qid:3 1:1"), "x.svm:1:3: expected index:value, got 'qid:3'");
  EXPECT_EQ(svm_error("A :1"), "x.svm:1:3: expected index:value, got ':1'");
  EXPECT_EQ(svm_error("A 1:1\r 2:2\n"),
            "x.svm:1:5: expected a number after the colon, got '1\\x0d'");
}

TEST(SvmReader, RejectsValuesThatAreNoFiniteNumber) {
  EXPECT_EQ(svm_error("A 1:x"), "x.svm:1:5: expected a number after the colon, got 'x'");
  EXPECT_EQ(svm_error("A 1: 2:3"), "x.svm:1:5: expected a number after the colon, got nothing");
  EXPECT_EQ(svm_error("A 1:2,3"), "x.svm:1:5: expected a number after the colon, got '2,3'");
  EXPECT_EQ(svm_error("A 1:2#c"), "x.svm:1:5: expected a number after the colon, got '2#c'");
  EXPECT_EQ(svm_error("A 1:+-2"), "x.svm:1:5: expected a number after the colon, got '+-2'");
  EXPECT_EQ(svm_error("A 1:0x10"), "x.svm:1:5: expected a number after the colon, got '0x10'");
  for (const std::string value : {"inf", "-inf", "+inf", "INFINITY"}) {
    EXPECT_EQ(svm_error("A 1:" + value),
              "x.svm:1:5: expected a finite number, got '" + value + "'");
    EXPECT_EQ(svm_error("1:" + value), "x.svm:1:3: expected a finite number, got '" + value + "'");
  }
}

TEST(SvmReader, RejectsValuesThatThePrecisionCannotHold) {
  EXPECT_EQ(svm_error("A 1:1e60", Precision::single),
            "x.svm:1:5: 1e60: too large for `precision=single`; use `precision=double`");
  EXPECT_EQ(svm_error("A 1:-3.5e38", Precision::single),
            "x.svm:1:5: -3.5e38: too large for `precision=single`; use `precision=double`");
  EXPECT_EQ(svm_error("A 1:1e999"), "x.svm:1:5: 1e999: too large, expected less than 1.8e308");
  EXPECT_EQ(svm_error("A 1:1e99999999999999999999"),
            "x.svm:1:5: 1e99999999999999999999: too large, expected less than 1.8e308");
  EXPECT_THAT(shown(read_svm_text("A 1:1e60")), ElementsAre("A 1:1e+60"));
  EXPECT_THAT(
      shown(read_svm_text("A 1:1e-99999999999999999999 2:0." + std::string(500, '0') + "1")),
      ElementsAre("A"));
}

TEST(SvmReader, RejectsLabelsThatCannotBe) {
  EXPECT_EQ(svm_error("a,,b 1:1"), "x.svm:1:3: expected a label, got an empty one");
  EXPECT_EQ(svm_error(",a 1:1"), "x.svm:1:1: expected a label, got an empty one");
  EXPECT_EQ(svm_error("a, 1:1"), "x.svm:1:3: expected a label, got an empty one");
  EXPECT_EQ(svm_error("\n\na,"), "x.svm:3:3: expected a label, got an empty one");
  EXPECT_EQ(svm_error("a#b 1:1"), "x.svm:1:1: expected a label without '#', got 'a#b'");
  EXPECT_EQ(svm_error("a,? 1:1"), "x.svm:1:3: expected a label, got '?', which must stand alone");
  EXPECT_THAT(svm_error("caf\x81 1:1"), HasSubstr("x.svm:1:1: expected a label in UTF-8"));
  EXPECT_THAT(shown(read_svm_text("caf\xe9 1:1")), ElementsAre("caf\xc3\xa9 1:1"));
  EXPECT_THAT(shown(read_svm_text("caf\xc3\xa9 1:1")), ElementsAre("caf\xc3\xa9 1:1"));
}

TEST(SvmReader, RejectsATextWithoutExamples) {
  EXPECT_EQ(svm_error(""), "x.svm: holds no example");
  EXPECT_EQ(svm_error("\n \n# nothing\n"), "x.svm: holds no example");
  EXPECT_EQ(svm_error("0 5 5\n"), "x.svm: holds no example");
}

TEST(SvmReader, CountsFromZeroBelowAHeader) {
  const Records records = read_svm_text("4 10 3\n0,2 0:1 9:2\n 1:1\n \n1 4294967293:1\n");
  EXPECT_THAT(shown(records), ElementsAre("0,2 1:1 10:2", " 2:1", "", "1 4294967294:1"));
  EXPECT_THAT(records.label_names[0].place, HasSubstr("x.svm:2:1"));
}

TEST(SvmReader, ReportsErrorsBelowAHeaderInTheNumbersOfTheFile) {
  EXPECT_EQ(svm_error("1 9 9\n1 5:1 5:1\n"), "x.svm:2:7: expected index above 5, got 5");
  EXPECT_EQ(svm_error("1 9 9\n1 4294967294:1\n"),
            "x.svm:2:3: expected index of at most 4294967293, got 4294967294");
  EXPECT_EQ(svm_error("1 9 9\n x 5:1\n"), "x.svm:2:2: expected index:value, got 'x'");
  EXPECT_EQ(svm_error("3 9 9\n1 5:1\n2 5:1\n"),
            "x.svm:1:1: expected 3 examples, as this header says, got 2");
}

TEST(SvmReader, TakesOnlyAFirstLineOfThreeIntegersAsHeader) {
  EXPECT_EQ(svm_error("A 1:1\n1 2 3\n"), "x.svm:2:3: expected index:value, got '2'");
  EXPECT_EQ(svm_error("1 2 3 4\n"), "x.svm:1:3: expected index:value, got '2'");
  EXPECT_EQ(svm_error("1 2\n"), "x.svm:1:3: expected index:value, got '2'");
  EXPECT_EQ(svm_error("1 -2 3\n"), "x.svm:1:3: expected index:value, got '-2'");
}

// More than three blocks, with new labels all the way, comments, blank lines and a line that is
// longer than a block.
std::string text_of_many_blocks() {
  Random random(7);
  std::string text;
  for (std::size_t i = 0; text.size() < (std::size_t{6} << 20); ++i) {
    if (i % 97 == 0) text += "# comment\n\n";
    text += fmt::format("L{},M{}", random.below(200 + i), random.below(9));
    const std::uint64_t features = i == 5000 ? 120000 : random.below(12);
    std::uint64_t index = 0;
    for (std::uint64_t f = 0; f < features; ++f) {
      index += 1 + random.below(1000);
      text += fmt::format(" {}:{:.6f}", index, random.uniform());
    }
    text += "\n";
  }
  return text;
}

TEST(SvmReader, GivesTheSameForAnyNumberOfThreads) {
  const TempFolder folder;
  const auto file = folder.write("big.svm", text_of_many_blocks());
  const Records one = read_file(file, Precision::single, 1);
  ASSERT_GT(one.size(), 20000U);
  for (const unsigned threads : {2U, 5U}) {
    const Records many = read_file(file, Precision::single, threads);
    ASSERT_EQ(many.label_names.size(), one.label_names.size());
    for (std::size_t i = 0; i < one.label_names.size(); ++i) {
      EXPECT_EQ(many.label_names[i].name, one.label_names[i].name);
      EXPECT_EQ(many.label_names[i].place, one.label_names[i].place);
    }
    EXPECT_EQ(many.labels, one.labels);
    EXPECT_EQ(many.label_offsets, one.label_offsets);
    EXPECT_EQ(shown(many), shown(one));
  }
}

TEST(SvmReader, FindsFirstAppearancesAcrossBlocks) {
  const std::string text = text_of_many_blocks();
  const TempFolder folder;
  const Records records = read_file(folder.write("big.svm", text), Precision::single, 5);
  std::size_t line = 0, begin = 0, next = 0;  // a slow reader of the labels alone
  while (begin < text.size()) {
    const std::size_t end = text.find('\n', begin);
    ++line;
    const std::string first = text.substr(begin, text.find_first_of(" \n", begin) - begin);
    if (first.starts_with('L')) {
      const std::size_t comma = first.find(',');
      for (const auto& [name, column] : {std::pair{first.substr(0, comma), std::size_t{1}},
                                         std::pair{first.substr(comma + 1), comma + 2}}) {
        if (next == records.label_names.size() || records.label_names[next].name != name) continue;
        const std::string place = fmt::format("big.svm:{}:{}", line, column);
        EXPECT_TRUE(records.label_names[next].place.ends_with(place));
        ++next;
      }
    }
    begin = end + 1;
  }
  EXPECT_EQ(next, records.label_names.size());  // in the order of the text
  EXPECT_GT(next, 1000U);
}

TEST(SvmReader, ReportsTheFirstOfSeveralErrors) {
  std::string text;
  while (text.size() < (std::size_t{3} << 20)) text += "A 1:1 2:2\n";
  const std::size_t lines = text.size() / 10;
  text += "A 1:1 1:1\n";
  for (int i = 0; i < 300000; ++i) text += "A 1:x\n";
  const TempFolder folder;
  const auto file = folder.write("x.svm", text);
  for (const unsigned threads : {1U, 2U, 5U}) {
    EXPECT_THAT(
        testing::error_of(ErrorKind::input, [&] { read_file(file, Precision::single, threads); }),
        HasSubstr(fmt::format("x.svm:{}:7: expected index above 1, got 1", lines + 1)));
  }
}

TEST(SvmReader, ReadsLinesOfTenMegabytesQuickly) {
  std::string features = "A";
  for (std::uint32_t i = 1; features.size() < 10'000'000; ++i) features += fmt::format(" {}:1", i);
  std::string labels = "L0";
  for (int i = 1; labels.size() < 10'000'000; ++i) labels += fmt::format(",L{}", i % 700'000);
  const auto begin = std::chrono::steady_clock::now();
  const Records records =
      read_svm_text(features + "\n" + labels + "\n" + std::string(10'000'000, 'x') + "\n# " +
                    std::string(10'000'000, 'y') + "\n1:" + std::string(10'000'000, '0') + "1\n");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_EQ(records.size(), 4U);
  EXPECT_EQ(records.labels_of(1).size(), 700'000U);
  EXPECT_LT(seconds.count(), 300);  // a fraction of a second unless something is quadratic
}

TEST(SvmReader, ReadsEveryGoldenFile) {
  const std::filesystem::path golden = std::filesystem::path(CLADE_SOURCE_DIR) / "tests" / "golden";
  std::size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(golden)) {
    if (entry.path().filename() != "data.svm" && entry.path().filename() != "test.svm") continue;
    ++files;
    EXPECT_GT(read_file(entry.path()).size(), 0U) << entry.path();
    EXPECT_GT(read_file(entry.path(), Precision::single).size(), 0U) << entry.path();
  }
  EXPECT_GT(files, 30U);
}

// Whatever the bytes, a text is read or reported.
TEST(SvmReader, SurvivesRandomChanges) {
  const std::string seed = "5 9 9\nA,B 1:0.5 7:-2e3 # c\r\n? 2:inf 3:1e-5\n\n1:1 4294967294:2\nC\n";
  const std::string alphabet = std::string("0123456789:,#?.-+eE \t\r\nABnaif\xff\xc3\xa9") + '\0';
  const TempFolder folder;
  ThreadPool pool(1);
  Random random(11);
  std::size_t read = 0, rejected = 0;
  for (int trial = 0; trial < 4000; ++trial) {
    std::string text = seed.substr(random.below(3) == 0 ? 0 : 6);
    for (std::uint64_t changes = random.below(6); changes > 0; --changes) {
      const auto at = static_cast<std::size_t>(random.below(text.size()));
      const char byte = alphabet[static_cast<std::size_t>(random.below(alphabet.size()))];
      switch (random.below(3)) {
        case 0:
          text[at] = byte;
          break;
        case 1:
          text.insert(at, 1, byte);
          break;
        default:
          text.erase(at, 1);
          break;
      }
    }
    try {
      const ReadOptions options{"", trial % 2 == 0 ? Precision::single : Precision::double_};
      const Records records = read_records(std::vector{folder.write("x.svm", text)}, options, pool);
      shown(records);
      ++read;
    } catch (const Error& error) {
      EXPECT_EQ(error.kind(), ErrorKind::input);
      ++rejected;
    }
  }
  EXPECT_GT(read, 10U);
  EXPECT_GT(rejected, 100U);
}

}  // namespace
}  // namespace clade::detail
