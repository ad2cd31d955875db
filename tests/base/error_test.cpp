#include "clade/error.h"

#include <gtest/gtest.h>

#include "base/fail.h"

namespace clade::detail {
namespace {

std::string in_brackets(std::string_view text) {
  return respelled(text, [](std::string_view name, std::string_view value) {
    return fmt::format("<{}|{}>", name, value);
  });
}

TEST(Error, SaysWhichParameterItIsAbout) {
  try {
    fail_parameter("C", "expected a number above {}, got '{}'", 0, "-3");
    FAIL();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    EXPECT_EQ(error.parameter(), "C");
    EXPECT_EQ(error.message(), "expected a number above 0, got '-3'");
    EXPECT_STREQ(error.what(), "`C`: expected a number above 0, got '-3'");
  }
}

TEST(Error, MayBeAboutNoParameter) {
  const Error error(ErrorKind::input, "a.svm:1:1: expected a label");
  EXPECT_EQ(error.parameter(), "");
  EXPECT_EQ(error.message(), error.what());
}

TEST(Respelled, GivesEveryParameterToTheFrontEnd) {
  EXPECT_EQ(in_brackets("`C`: use `kernel=linear`, or `max_epochs`"),
            "<C|>: use <kernel|linear>, or <max_epochs|>");
  EXPECT_EQ(in_brackets("`tune=C=1:2`"), "<tune|C=1:2>");
  EXPECT_EQ(in_brackets(""), "");
  EXPECT_EQ(in_brackets("none"), "none");
}

TEST(Respelled, LeavesOtherBackquotesAlone) {
  EXPECT_EQ(in_brackets("label '`a b`' of `C`"), "label '`a b`' of <C|>");
  EXPECT_EQ(in_brackets("one ` alone"), "one ` alone");
  EXPECT_EQ(in_brackets("``"), "``");
}

}  // namespace
}  // namespace clade::detail
