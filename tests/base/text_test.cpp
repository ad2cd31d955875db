#include "base/text.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>
#include <limits>

namespace clade::detail {
namespace {

using testing::ElementsAre;

TEST(ParseNumber, TakesTheWholeTextOrNothing) {
  EXPECT_EQ(parse_double("1.5"), 1.5);
  EXPECT_EQ(parse_double("+1e3"), 1000);
  EXPECT_EQ(parse_double("-0.25"), -0.25);
  EXPECT_EQ(parse_double("inf"), std::numeric_limits<double>::infinity());
  EXPECT_TRUE(std::isnan(parse_double("nan").value()));
  for (const char* bad : {"", "+", "-", "+-1", "++1", "1x", " 1", "1 ", "x", "1e999", "0x10"}) {
    EXPECT_FALSE(parse_double(bad).has_value()) << bad;
  }
  EXPECT_EQ(parse_int("-17"), -17);
  EXPECT_EQ(parse_int("+9223372036854775807"), std::numeric_limits<std::int64_t>::max());
  for (const char* bad : {"", "1.0", "9223372036854775808", "1e3"}) {
    EXPECT_FALSE(parse_int(bad).has_value()) << bad;
  }
}

TEST(FormatNumber, ReadsBackToTheSameValue) {
  EXPECT_EQ(format_number(1), "1");
  EXPECT_EQ(format_number(0.1), "0.1");
  EXPECT_EQ(format_number(1e-3), "0.001");
  for (const double value : {1.0 / 3, 1e300, 5e-324, -0.0, 123456789.125}) {
    EXPECT_EQ(parse_double(format_number(value)), value);
  }
}

TEST(Split, KeepsEmptyParts) {
  EXPECT_THAT(split("a,,b,", ','), ElementsAre("a", "", "b", ""));
  EXPECT_THAT(split("", ','), ElementsAre(""));
}

TEST(Trim, TakesBlanksFromBothEnds) {
  EXPECT_EQ(trim(" \t a b\r\n"), "a b");
  EXPECT_EQ(trim(" \t"), "");
  EXPECT_EQ(trim(""), "");
}

TEST(Join, PutsTheSeparatorBetween) {
  const std::vector<std::string> words{"a", "a", "b"};
  EXPECT_EQ(join(words, ", "), "a, a, b");
  EXPECT_EQ(join({}, ", "), "");
}

TEST(EditDistance, CountsSingleSlips) {
  EXPECT_EQ(edit_distance("tree", "tree"), 0U);
  EXPECT_EQ(edit_distance("tree", "trees"), 1U);
  EXPECT_EQ(edit_distance("tree", "tre"), 1U);
  EXPECT_EQ(edit_distance("tree", "true"), 1U);
  EXPECT_EQ(edit_distance("tree", "rtee"), 1U) << "two letters swapped";
  EXPECT_EQ(edit_distance("", "abc"), 3U);
  EXPECT_EQ(edit_distance("abc", ""), 3U);
  EXPECT_EQ(edit_distance("kitten", "sitting"), 3U);
}

TEST(NearestWord, FindsTheLikelySlip) {
  const std::vector<std::string> known{"depth", "unit", "class-depth", ""};
  EXPECT_EQ(nearest_word("detph", known), "depth");
  EXPECT_EQ(nearest_word("class_depht", known), "class-depth");
  EXPECT_EQ(nearest_word("uni", known), "unit");
  EXPECT_FALSE(nearest_word("banana", known).has_value());
}

TEST(NearestWord, PrefersTheFirstOfEquallyNearWords) {
  const std::vector<std::string> known{"cat", "car"};
  EXPECT_EQ(nearest_word("cab", known), "cat");
}

TEST(NearestWord, OffersNoWordThatSharesNothing) {
  const std::vector<std::string> known{"", "b"};
  EXPECT_FALSE(nearest_word("a", known).has_value());
  EXPECT_FALSE(nearest_word("", known).has_value());
}

TEST(NearestWord, IsQuickOnHugeWords) {
  const std::vector<std::string> known{std::string(5'000'000, 'x'), "depth"};
  EXPECT_FALSE(nearest_word(std::string(5'000'001, 'x'), known).has_value());
  EXPECT_EQ(nearest_word("deph", known), "depth");
}

TEST(DidYouMean, IsReadyForAMessage) {
  const std::vector<std::string> known{"depth", "a\nb"};
  EXPECT_EQ(did_you_mean("dept", known), " (did you mean 'depth'?)");
  EXPECT_EQ(did_you_mean("a b", known), " (did you mean 'a\\x0ab'?)");
  EXPECT_EQ(did_you_mean("zzz", known), "");
}

TEST(Quoted, EscapesControlCharactersAndCutsLongText) {
  EXPECT_EQ(quoted("a b"), "'a b'");
  EXPECT_EQ(quoted(std::string_view("\0\x1b[31m\x7f", 7)), "'\\x00\\x1b[31m\\x7f'");
  EXPECT_EQ(quoted(std::string(60, 'x')), "'" + std::string(60, 'x') + "'");
  EXPECT_EQ(quoted(std::string(61, 'x')), "'" + std::string(60, 'x') + "...'");
}

TEST(Quoted, NeverCutsInsideACharacter) {
  const std::string umlauts = "x" + std::string(59, 'y') + "\xC3\xA4\xC3\xA4";
  EXPECT_EQ(quoted(umlauts), "'x" + std::string(59, 'y') + "...'");
  const std::string odd = std::string(59, 'y') + "\xC3\xA4\xC3\xA4";
  EXPECT_EQ(quoted(odd), "'" + std::string(59, 'y') + "...'");
}

TEST(Quoted, TakesStringsOfEveryKind) {
  std::string text = "a";
  const std::string constant = "b";
  EXPECT_EQ(quoted(text) + quoted(constant) + quoted(std::string("c")), "'a''b''c'");
}

TEST(Quoted, EscapesBytesThatAreNoUtf8) {
  EXPECT_EQ(quoted("a\xff\xc3"), "'a\\xff\\xc3'");
  EXPECT_EQ(quoted("\xed\xa0\x80"), "'\\xed\\xa0\\x80'");  // half of a pair
  EXPECT_EQ(quoted("gr\xc3\xbc\xc3\x9f"), "'gr\xc3\xbc\xc3\x9f'");
}

TEST(Sizes, AreReadWithTheirUnit) {
  EXPECT_EQ(parse_size("512"), 512U);
  EXPECT_EQ(parse_size("4K"), 4096U);
  EXPECT_EQ(parse_size("1.5M"), 1536U * 1024U);
  EXPECT_EQ(parse_size("2G"), std::size_t{2} << 30);
  EXPECT_EQ(parse_size("1T"), std::size_t{1} << 40);
  for (const char* wrong : {"", "G", "4g", "4GB", "-1G", "0", "inf", "nanG", "1e30", "4 G"}) {
    EXPECT_EQ(parse_size(wrong), std::nullopt) << wrong;
  }
}

TEST(Sizes, AreWrittenForPeople) {
  EXPECT_EQ(byte_size(999), "999 bytes");
  EXPECT_EQ(byte_size(1000), "1.0 kB");
  EXPECT_EQ(byte_size(999'960), "1.0 MB");
  EXPECT_EQ(byte_size(std::size_t{4} << 30), "4.3 GB");
}

}  // namespace
}  // namespace clade::detail
