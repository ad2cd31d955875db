#include "text/document_limit.h"

#include <cmath>
#include <limits>
#include <optional>

#include "base/text.h"

namespace clade {

namespace {

constexpr double largest_count = 4e9;

bool is_limit(double value) {
  const bool is_share = value > 0 && value < 1;
  return is_share || (value >= 1 && value <= largest_count && value == std::floor(value));
}

}  // namespace

std::string max_df_problem(std::string_view text) {
  const std::optional<double> value = parse_double(text);
  if (text == "none" || (value && is_limit(*value))) return "";
  return std::string("expected ") + max_df_rule.expects;
}

std::size_t most_documents(std::string_view max_df, std::size_t records) {
  const std::optional<double> value = parse_double(max_df);
  if (!value) return std::numeric_limits<std::size_t>::max();
  if (*value >= 1) return static_cast<std::size_t>(*value);
  // A share of 0.29 of 100 documents is 29 of them, whatever the last digit of the product.
  return static_cast<std::size_t>(std::floor(*value * static_cast<double>(records) + 1e-9));
}

}  // namespace clade
