// The search for a price of slack: a walk over ... 0.5, 1, 2, 5, 10 ... from a middle value.
#pragma once

#include <chrono>
#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "clade/reporter.h"

namespace clade::detail {

// What a limit of time leaves to the search; the rest is for the training.
inline constexpr double search_share_of_time = 0.5;
inline constexpr std::uint32_t search_folds = 5;

// The power of ten that is nearest to a value above 0.
int nearest_decade(double value);

class CSearch {
 public:
  // How good a value is: the first number decides, the second where the first is the same, and so
  // on; larger is better. Nothing where the run was asked to stop.
  using Quality = std::vector<double>;
  using Try = std::function<std::optional<Quality>(double C)>;
  struct Steps {
    Try at;
    std::function<void()> return_to_first = [] {};  // the next value lies beside the first one
    std::function<std::string(const Quality&)> words;
  };
  CSearch(int middle_decade, Steps steps, Reporter& reporter)
      : middle_(3 * middle_decade), steps_(std::move(steps)), reporter_(reporter) {}

  // Up to 13 values: larger ones while they are better, else smaller ones.
  double best();

 private:
  void walk(int direction);
  bool try_value(int step);
  void tell_step(double C);
  void tell();

  int middle_;  // of the series
  Steps steps_;
  Reporter& reporter_;
  double best_C_ = 0;
  std::optional<Quality> best_;
  std::map<double, Quality> tried_;  // by C
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace clade::detail
