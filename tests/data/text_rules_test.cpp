#include <gtest/gtest.h>

#include <cmath>
#include <string>

#include "data/number_text.h"
#include "data/utf8.h"

namespace clade::detail {
namespace {

TEST(NumberText, TellsNumbersFromWords) {
  for (const char* yes : {"0", "-1.5", "+2", ".5", "5.", "1e400", "1e-400", "inf", "-nan"}) {
    EXPECT_TRUE(is_number(yes)) << yes;
  }
  for (const char* no : {"", "+", "-", ".", "1x", "e5", "+-1", "1 ", "0x1", "--1"}) {
    EXPECT_FALSE(is_number(no)) << no;
  }
}

TEST(NumberText, RoundsWhatIsOutOfRangeToZeroOrInfinity) {
  EXPECT_EQ(nearest_double("1e400"), INFINITY);
  EXPECT_EQ(nearest_double("-1e400"), -INFINITY);
  EXPECT_EQ(nearest_double("1" + std::string(400, '0')), INFINITY);
  EXPECT_EQ(nearest_double("1" + std::string(400, '0') + "e-400"), 1);
  EXPECT_EQ(nearest_double("1e-400"), 0);
  EXPECT_EQ(nearest_double("0." + std::string(400, '0') + "1"), 0);
  EXPECT_EQ(nearest_double("0." + std::string(400, '0') + "1e900"), INFINITY);
  EXPECT_EQ(nearest_double("12" + std::string(400, '0') + ".5e-900"), 0);
  EXPECT_EQ(nearest_double("+2.5"), 2.5);
}

TEST(NumberText, KnowsInfinityAndNan) {
  EXPECT_TRUE(is_infinite_or_nan("-inf"));
  EXPECT_TRUE(is_infinite_or_nan("nan(12)"));
  EXPECT_FALSE(is_infinite_or_nan("1e999"));
  EXPECT_FALSE(is_infinite_or_nan("-.5"));
}

TEST(Utf8, AcceptsWellFormedTextOnly) {
  for (const char* yes :
       {"", "abc", "caf\xc3\xa9", "\xe2\x82\xac", "\xf0\x9f\x8c\xb3", "\xf4\x8f\xbf\xbf"}) {
    EXPECT_TRUE(is_utf8(yes)) << yes;
  }
  for (const char* no :
       {"\xe9", "\xc3", "\xc3(", "\x80", "\xc0\xaf", "\xe0\x80\xaf", "\xed\xa0\x80",
        "\xf4\x90\x80\x80", "\xf8\x88\x80\x80\x80", "\xff", "\xe2\x82"}) {
    EXPECT_FALSE(is_utf8(no)) << ::testing::PrintToString(no);
  }
}

}  // namespace
}  // namespace clade::detail
