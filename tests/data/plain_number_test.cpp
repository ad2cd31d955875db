#include <gtest/gtest.h>

#include <charconv>
#include <random>
#include <string>
#include <type_traits>

#include "data/number_text.h"

namespace clade::detail {
namespace {

// Whether the number is taken; where it is, it must be what std::from_chars gives.
template <class Real>
bool takes(const std::string& number) {
  const std::string padded = number + std::string(32, ' ');
  const char* at = padded.data();
  constexpr Precision precision =
      std::is_same_v<Real, float> ? Precision::single : Precision::double_;
  double value = 0;
  Real expected{};
  if (!read_plain_number(at, precision, value)) return false;
  std::from_chars(number.data(), number.data() + number.size(), expected);
  EXPECT_EQ(static_cast<Real>(value), expected) << number;
  EXPECT_EQ(at, padded.data() + number.size()) << number;
  return true;
}

TEST(PlainNumber, IsWhatFromCharsGives) {
  std::mt19937_64 random(1);
  std::size_t taken = 0;
  for (int i = 0; i < 200000; ++i) {
    std::string number = std::to_string(random() >> (random() % 64));
    number.insert(random() % number.size() + 1, ".");
    if (number.back() == '.') number.pop_back();
    taken += takes<float>(number) ? 1U : 0U;
    taken += takes<double>(number) ? 1U : 0U;
  }
  EXPECT_GT(taken, 100000U);
}

TEST(PlainNumber, LeavesTheHalfwayFloatsAndOtherShapes) {
  EXPECT_FALSE(takes<float>("1.000000059604644775390625"));
  for (const char* other :
       {"", "-1", "+1", ".5", "1.", "nan", "12345678", "0.1234567890123456789"}) {
    EXPECT_FALSE(takes<double>(other)) << other;
  }
  EXPECT_TRUE(takes<double>("0"));
  EXPECT_TRUE(takes<float>("0.0334815"));
  EXPECT_TRUE(takes<double>("1234567.12345678"));
}

TEST(FiniteValue, IsRoundedToSinglePrecisionOnce) {
  // Just above the middle between two floats, and below what a double can tell from it.
  const std::string above_halfway = "1.00000005960464477539062500000001";
  std::string problem;
  EXPECT_EQ(finite_value(above_halfway, Precision::single, problem), 1.00000011920928955078125);
  EXPECT_EQ(finite_value(above_halfway, Precision::double_, problem), 1.000000059604644775390625);
  EXPECT_EQ(finite_value("1e-50", Precision::single, problem), 0);
  EXPECT_EQ(finite_value("1e-50", Precision::double_, problem), 1e-50);
  EXPECT_EQ(problem, "");
}

}  // namespace
}  // namespace clade::detail
