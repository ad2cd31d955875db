#include "base/params.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include "tests/support/temp_folder.h"

namespace clade::detail {

enum class Colour { red, dark_blue };
template <>
struct EnumNames<Colour> {
  static constexpr std::array values{std::pair{"red", Colour::red},
                                     std::pair{"dark-blue", Colour::dark_blue}};
};

namespace {

using test::expect_error;

struct InnerParams {
  double tolerance = 1e-3;
  static constexpr auto fields() {
    using P = InnerParams;
    return std::tuple{Field{"tolerance", &P::tolerance, above_zero, "how exact"}};
  }
};

struct SomeParams {
  int max_epochs = 1000;
  std::uint64_t seed = 7;
  double C = 1;
  bool flat = false;
  Colour colour = Colour::dark_blue;
  std::string word = "tree";
  InnerParams inner;
  static constexpr TextRule starts_with_t{
      [](std::string_view text) {
        return std::string(text.starts_with('t') ? "" : "expected a word with t");
      },
      "a word"};
  static constexpr auto fields() {
    using P = SomeParams;
    return std::tuple{Field{"max_epochs", &P::max_epochs, at_least_one, "passes"},
                      Field{"seed", &P::seed, whole_number, "of the random numbers"},
                      Field{"C", &P::C, above_zero_or_inf, "price"},
                      PlainField{"flat", &P::flat, "no taxonomy"},
                      PlainField{"colour", &P::colour, "of the page"},
                      Field{"word", &P::word, starts_with_t, "any"},
                      Nested{&P::inner}};
  }
};

class ParamsTest : public testing::Test {
 protected:
  Parameter& parameter(std::string_view name) {
    for (Parameter& p : list) {
      if (p.name == name) return p;
    }
    throw std::runtime_error("no such parameter");
  }
  void expect_bad(std::string_view name, std::string_view text, std::string_view message) {
    const std::string before = parameter(name).get();
    expect_error([&] { parameter(name).set(text); }, ErrorKind::usage, message);
    EXPECT_EQ(parameter(name).get(), before) << "a bad value changes nothing";
  }

  SomeParams params;
  std::vector<Parameter> list = parameters_of(params);
};

TEST_F(ParamsTest, ListsEveryFieldInOrderNestedOnesToo) {
  std::vector<std::string> names;
  for (const Parameter& p : list) names.push_back(p.name);
  EXPECT_THAT(names, testing::ElementsAre("max_epochs", "seed", "C", "flat", "colour", "word",
                                          "tolerance"));
  EXPECT_EQ(parameter("max_epochs").default_value, "1000");
  EXPECT_EQ(parameter("tolerance").default_value, "0.001");
  EXPECT_EQ(parameter("colour").expects, "red|dark-blue");
  EXPECT_EQ(parameter("colour").default_value, "dark-blue");
  EXPECT_TRUE(parameter("flat").is_switch);
  EXPECT_FALSE(parameter("C").is_switch);
}

TEST_F(ParamsTest, SetsTheStructItIsBoundTo) {
  parameter("max_epochs").set("5");
  parameter("C").set("inf");
  parameter("flat").set("");
  parameter("colour").set("red");
  parameter("word").set("two");
  parameter("tolerance").set("1e-8");
  EXPECT_EQ(params.max_epochs, 5);
  EXPECT_EQ(parameter("C").get(), "inf");
  EXPECT_TRUE(params.flat);
  EXPECT_EQ(params.colour, Colour::red);
  EXPECT_EQ(params.word, "two");
  EXPECT_EQ(params.inner.tolerance, 1e-8);
  parameter("flat").set("false");
  EXPECT_EQ(parameter("flat").get(), "false");
}

TEST_F(ParamsTest, ReportsBadValuesWithTheParameter) {
  expect_bad("C", "-3", "`C`: expected a number above 0, or inf, got '-3'");
  expect_bad("C", "nan", "`C`: expected");
  expect_bad("C", "1,5", "`C`: expected");
  expect_bad("C", "", "`C`: expected");
  expect_bad("tolerance", "0", "`tolerance`: expected a number above 0, got '0'");
  expect_bad("tolerance", "inf", "`tolerance`: expected a number above 0, got 'inf'");
  expect_bad("max_epochs", "0", "`max_epochs`: expected a whole number of at least 1, got '0'");
  expect_bad("max_epochs", "1.5", "`max_epochs`: expected a whole number of at least 1, got '1.5'");
  expect_bad("flat", "yes", "`flat`: expected true or false, got 'yes'");
  expect_bad("colour", "reed",
             "`colour`: expected red|dark-blue, got 'reed' (did you mean 'red'?)");
  expect_bad("word", "x", "`word`: expected a word with t, got 'x'");
}

TEST_F(ParamsTest, KnowsTheRangeOfWholeNumbers) {
  parameter("max_epochs").set("2147483647");
  EXPECT_EQ(params.max_epochs, 2147483647);
  expect_bad("max_epochs", "2147483648", "and at most 2147483647, got '2147483648'");
  expect_bad("max_epochs", "inf", "`max_epochs`: expected");
  parameter("seed").set("9007199254740992");
  EXPECT_EQ(params.seed, 9007199254740992U);
  expect_bad("seed", "18446744073709551616", "and at most 9007199254740992");
  expect_bad("seed", "-1", "`seed`: expected a whole number of at least 0");
}

}  // namespace
}  // namespace clade::detail
