#include "data/input_text.h"

#include <fcntl.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/stat.h>

#include <string>
#include <thread>

#include "tests/data/standard_input.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using testing::error_of;
using testing::gzip;
using ::testing::HasSubstr;
using testing::StandardInput;
using testing::TempFolder;
using testing::zstd;

std::string large_text() {
  std::string text;
  for (int i = 0; text.size() < 3'000'000; ++i)
    text += "line " + std::to_string(i % 9973 * 7919 % 10007) + "\n";
  return text;
}

TEST(InputText, GivesThePlainText) {
  const TempFolder folder;
  const auto file = folder.write("a.svm", "A 1:1\n");
  const InputText input(file);
  EXPECT_EQ(input.text(), "A 1:1\n");
  EXPECT_EQ(input.name(), file.string());
  EXPECT_EQ(InputText(folder.write("empty", "")).text(), "");
}

TEST(InputText, LeavesOutAByteOrderMark) {
  const TempFolder folder;
  EXPECT_EQ(InputText(folder.write("a", "\xEF\xBB\xBFx")).text(), "x");
  EXPECT_EQ(InputText(folder.write("b", gzip("\xEF\xBB\xBFx"))).text(), "x");
}

TEST(InputText, DecompressesByTheFirstBytesWhateverTheName) {
  const TempFolder folder;
  const std::string text = large_text();
  EXPECT_EQ(InputText(folder.write("a.svm.gz", gzip(text))).text(), text);
  EXPECT_EQ(InputText(folder.write("a.svm.zst", zstd(text))).text(), text);
  EXPECT_EQ(InputText(folder.write("plain", gzip(text))).text(), text);
  EXPECT_EQ(InputText(folder.write("not.gz", "text")).text(), "text");
  EXPECT_EQ(InputText(folder.write("empty.gz", gzip(""))).text(), "");
  EXPECT_EQ(InputText(folder.write("empty.zst", zstd(""))).text(), "");
}

TEST(InputText, JoinsMembersAndFrames) {
  const TempFolder folder;
  const std::string text = large_text();
  EXPECT_EQ(InputText(folder.write("a.gz", gzip("x") + gzip("") + gzip(text))).text(), "x" + text);
  EXPECT_EQ(InputText(folder.write("padded.gz", gzip("x") + std::string(512, '\0'))).text(), "x");
  const std::string skippable("\x50\x2a\x4d\x18\x02\0\0\0ab", 10);
  EXPECT_EQ(InputText(folder.write("a.zst", zstd("x") + zstd("") + skippable + zstd(text))).text(),
            "x" + text);
  EXPECT_EQ(InputText(folder.write("b.zst", skippable + zstd("x"))).text(), "x");
}

TEST(InputText, ReportsTruncatedAndDamagedData) {
  const TempFolder folder;
  const std::string text = large_text();
  const auto message = [&](const std::string& name, const std::string& bytes) {
    return error_of(ErrorKind::input, [&] { InputText(folder.write(name, bytes)); });
  };
  const std::string gz = gzip(text), zst = zstd(text);
  for (const std::size_t length : {std::size_t{3}, std::size_t{12}, gz.size() / 2, gz.size() - 1}) {
    EXPECT_THAT(message("x.svm.gz", gz.substr(0, length)),
                HasSubstr("x.svm.gz: damaged gzip data: it ends too early"));
  }
  for (const std::size_t length :
       {std::size_t{5}, std::size_t{12}, zst.size() / 2, zst.size() - 1}) {
    EXPECT_THAT(message("x.svm.zst", zst.substr(0, length)),
                HasSubstr("x.svm.zst: damaged zstd data: it ends too early"));
  }
  std::string broken = gz;
  broken[gz.size() / 2] = static_cast<char>(broken[gz.size() / 2] ^ 0x55);
  EXPECT_THAT(message("x.gz", broken), HasSubstr("x.gz: damaged gzip data: "));
  broken = zst;
  for (std::size_t i = zst.size() / 2; i < zst.size() / 2 + 64; ++i) broken[i] = '\xff';
  EXPECT_THAT(message("x.zst", broken), HasSubstr("x.zst: damaged zstd data: "));
  EXPECT_THAT(message("tail.gz", gz + "garbage"), HasSubstr("tail.gz: damaged gzip data: "));
  EXPECT_THAT(message("tail.zst", zst + "garbage"), HasSubstr("tail.zst: damaged zstd data: "));
}

TEST(InputText, ReportsPathsThatCannotBeOpened) {
  const TempFolder folder;
  EXPECT_THAT(error_of(ErrorKind::environment, [&] { InputText(folder.path() / "none.svm"); }),
              HasSubstr("none.svm: cannot be opened: No such file"));
  EXPECT_THAT(error_of(ErrorKind::environment, [&] { InputText{folder.path()}; }),
              HasSubstr("is a folder"));
}

TEST(InputText, ReadsStandardInputAlsoCompressed) {
  const TempFolder folder;
  const std::string text = large_text();
  for (const std::string& bytes : {text, gzip(text), zstd(text)}) {
    const StandardInput redirected(::open(folder.write("in", bytes).c_str(), O_RDONLY));
    const InputText input("-");
    EXPECT_EQ(input.text(), text);
    EXPECT_EQ(input.name(), "-");
  }
}

TEST(InputText, NamesStandardInputInMessages) {
  const TempFolder folder;
  const StandardInput redirected(::open(folder.write("in", "A 1:1\nA 1:x\n").c_str(), O_RDONLY));
  EXPECT_EQ(error_of(ErrorKind::input, [] { testing::read_file("-"); }),
            "-:2:5: expected a number after the colon, got 'x'");
}

TEST(InputText, ReadsPipesInPieces) {
  const TempFolder folder;
  const auto pipe = folder.path() / "pipe";
  ASSERT_EQ(::mkfifo(pipe.c_str(), 0600), 0);
  const std::string text = large_text();
  std::thread writer([&] { std::ofstream(pipe, std::ios::binary) << gzip(text); });
  EXPECT_EQ(InputText(pipe).text(), text);
  writer.join();
}

}  // namespace
}  // namespace clade::detail
