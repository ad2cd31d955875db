#include <gtest/gtest.h>

#include <charconv>
#include <random>
#include <string>

#include "data/number_text.h"

namespace clade {
namespace {

// Whether the number is taken; where it is, it must be what std::from_chars gives.
template <class Real>
bool takes(const std::string& number) {
  const std::string padded = number + std::string(32, ' ');
  const char* at = padded.data();
  Real value{}, expected{};
  if (!read_plain_number(at, value)) return false;
  std::from_chars(number.data(), number.data() + number.size(), expected);
  EXPECT_EQ(value, expected) << number;
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

}  // namespace
}  // namespace clade
