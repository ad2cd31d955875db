#include "eval/search/budget.h"

#include <array>
#include <cmath>
#include <optional>

#include "base/fail.h"
#include "base/text.h"

namespace clade::detail {

namespace {

struct Unit {
  std::string_view name;
  double seconds;  // 0: it counts runs
};
// Longer names first: "runs" ends in "s".
constexpr std::array units{Unit{"runs", 0}, Unit{"run", 0}, Unit{"s", 1}, Unit{"m", 60},
                           Unit{"h", 3600}};
constexpr double most_runs = 1e6, longest = 1e8;

std::optional<Budget> budget_of(std::string_view text) {
  for (const Unit& unit : units) {
    if (!text.ends_with(unit.name)) continue;
    const auto number = parse_double(text.substr(0, text.size() - unit.name.size()));
    if (!number || !(*number > 0)) return std::nullopt;
    Budget budget;
    if (unit.seconds == 0) {
      if (*number != std::floor(*number) || *number > most_runs) return std::nullopt;
      budget.runs = static_cast<std::size_t>(*number);
    } else {
      budget.seconds = *number * unit.seconds;
      if (!(budget.seconds <= longest)) return std::nullopt;
    }
    return budget;
  }
  return std::nullopt;
}

}  // namespace

std::string budget_problem(std::string_view text) {
  return budget_of(text) ? "" : "expected a time such as 90s, 5m or 2h, or a number such as 20runs";
}

}  // namespace clade::detail

namespace clade {

Budget parse_budget(std::string_view text) {
  const auto budget = detail::budget_of(text);
  if (!budget) {
    detail::fail_parameter("budget", "{}, got {}", detail::budget_problem(text),
                           detail::quoted(text));
  }
  return *budget;
}

}  // namespace clade
