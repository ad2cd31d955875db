// Which of two values of a metric is better.
#pragma once

#include <string_view>

namespace clade {

// Losses and differences: smaller is better. Everything else: larger.
constexpr bool smaller_is_better(std::string_view metric) {
  return metric.ends_with("loss") || metric.starts_with("l_") || metric == "l01" ||
         metric.starts_with("symmetric_difference") || metric.starts_with("symdiff");
}

}  // namespace clade
