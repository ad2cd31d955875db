#include "data/encoding.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "data/input_text.h"
#include "tests/data/support.h"

namespace clade::detail {
namespace {

using testing::error_of;
using ::testing::HasSubstr;
using testing::TempFolder;

const std::string wide_cafe(
    "\xFF\xFE"
    "c\0a\0f\0\xE9\0 \0\x3D\xD8\x00\xDE\n\0",
    18);

std::string text_of(std::string_view bytes, std::string_view encoding = {}) {
  const TempFolder folder;
  return std::string(InputText(folder.write("x", bytes), encoding).text());
}

TEST(Encoding, IsFoundInTheBytes) {
  EXPECT_EQ(detect_encoding("", true), Encoding::utf8);
  EXPECT_EQ(detect_encoding("plain", true), Encoding::utf8);
  EXPECT_EQ(detect_encoding("caf\xC3\xA9", true), Encoding::utf8);
  EXPECT_EQ(detect_encoding("caf\xE9", true), Encoding::windows_1252);
  // One stray byte among good letters.
  EXPECT_EQ(detect_encoding("caf\xC3\xA9 caf\xC3\xA9 \xE9", true), Encoding::utf8);
  // Half a letter at the end of what was looked at.
  EXPECT_EQ(detect_encoding("caf\xC3", false), Encoding::utf8);
  // No letter of windows-1252.
  EXPECT_EQ(detect_encoding("caf\x81", true), Encoding::utf8);
  EXPECT_EQ(detect_encoding(wide_cafe, true), Encoding::utf16_little);
  EXPECT_EQ(detect_encoding(wide_cafe.substr(2), true), Encoding::utf8) << "too few plain letters";
  EXPECT_EQ(detect_encoding(std::string("\0a\0b\0c\0d", 8), true), Encoding::utf16_big);
  EXPECT_EQ(detect_encoding(std::string("a\0b\0c\0d\0", 8), true), Encoding::utf16_little);
}

TEST(Encoding, BecomesUtf8) {
  EXPECT_EQ(text_of(wide_cafe), "caf\xC3\xA9 \xF0\x9F\x98\x80\n");
  EXPECT_EQ(text_of(std::string("\xFE\xFF\0a\0b", 6)), "ab");
  EXPECT_EQ(text_of(std::string("\xFE\xFF\0a\0b", 6), "utf-16"), "ab");
  EXPECT_EQ(text_of("\x80 \x93x\x94 \xFF"), "\xE2\x82\xAC \xE2\x80\x9Cx\xE2\x80\x9D \xC3\xBF");
  EXPECT_EQ(text_of("caf\xE9", "utf-8"), "caf\xE9");
  EXPECT_EQ(text_of("caf\xC3\xA9", "latin-1"), "caf\xC3\x83\xC2\xA9");
  // Half a letter, and half a pair.
  EXPECT_EQ(text_of(std::string("\xFF\xFE"
                                "a\0b",
                                5)),
            "a\xEF\xBF\xBD");
  EXPECT_EQ(text_of(std::string("\xFF\xFE\x3D\xD8"
                                "a\0",
                                6)),
            "\xEF\xBF\xBD"
            "a");
}

// Letters that are cut where a piece ends.
TEST(Encoding, GoesThroughLongTexts) {
  std::string wide = "\xFF\xFE", expected;
  for (int i = 0; i < 700'001; ++i) {
    wide += std::string("\x3D\xD8\x00\xDE", 4);
    expected += "\xF0\x9F\x98\x80";
  }
  const std::string text = text_of(wide);
  EXPECT_TRUE(text == expected) << text.size();
  std::string western(3'000'000, '\xE9');
  EXPECT_EQ(text_of(western).size(), 6'000'000U);
}

TEST(Encoding, AsksForAKnownName) {
  EXPECT_THAT(error_of(ErrorKind::usage, [] { parse_encoding("utf-9"); }),
              HasSubstr("`encoding`: expected auto|utf-8|utf-16|"));
}

}  // namespace
}  // namespace clade::detail
