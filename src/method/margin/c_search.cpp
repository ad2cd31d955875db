#include "method/margin/c_search.h"

#include <fmt/core.h>

#include <algorithm>
#include <array>
#include <cmath>

#include "base/text.h"

namespace clade::detail {

namespace {

constexpr int steps_each_way = 6;
constexpr int patience = 2;

// ... 0.5, 1, 2, 5, 10 ...: 1 is number 0.
double series_value(int number) {
  constexpr std::array leading{1.0, 2.0, 5.0};
  const int decade = number >= 0 ? number / 3 : (number - 2) / 3;
  const double digit = leading[static_cast<std::size_t>(number - 3 * decade)];
  // Dividing gives the number that its text means.
  return decade >= 0 ? digit * std::pow(10.0, decade) : digit / std::pow(10.0, -decade);
}

}  // namespace

int nearest_decade(double value) {
  constexpr int most = 20;
  return std::clamp(static_cast<int>(std::lround(std::log10(value))), -most, most);
}

double CSearch::best() {
  best_C_ = series_value(middle_);
  if (try_value(0)) walk(+1);
  steps_.return_to_first();
  // Where a larger value is better, smaller ones are not.
  if (best_ && best_C_ == series_value(middle_)) walk(-1);
  tell();
  return best_C_;
}

void CSearch::walk(int direction) {
  int worse = 0;
  for (int step = 1; step <= steps_each_way && worse < patience; ++step) {
    const double before = best_C_;
    if (!try_value(direction * step)) return;
    worse = best_C_ == before ? worse + 1 : 0;
  }
}

// False where the run was asked to stop.
bool CSearch::try_value(int step) {
  const double C = series_value(middle_ + step);
  const std::optional<Quality> quality = steps_.at(C);
  if (!quality) return false;
  tried_.emplace(C, *quality);
  tell_step(C);
  if (!best_ || *quality > *best_) {
    best_ = quality;
    best_C_ = C;
  }
  return true;
}

// At most so many values are left.
void CSearch::tell_step(double C) {
  constexpr std::size_t most = 2 * steps_each_way + 1;
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  const auto done = static_cast<double>(tried_.size());
  const double left = passed.count() / done * (static_cast<double>(most) - done);
  const std::string last = fmt::format("C {}", format_number(C));
  reporter_.on_step({tried_.size(), most, passed.count(), left, last});
}

// In the order of C, whatever the order of trying was.
void CSearch::tell() {
  if (tried_.empty()) {
    if (!reporter_.wants_partial_result()) return;
    reporter_.on_warning(
        fmt::format("there was no time to try values of C: it is {}", format_number(best_C_)));
    return;
  }
  for (const auto& [C, quality] : tried_) {
    reporter_.on_note(fmt::format("C {}: held-out {}", format_number(C), steps_.words(quality)));
  }
  reporter_.on_note(fmt::format("C {} is the best of {} values over {} folds",
                                format_number(best_C_), tried_.size(), search_folds));
}

}  // namespace clade::detail
