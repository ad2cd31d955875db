// A comparison repeated with other values of one option: learning curves over the number of
// training records or over C (thesis figures 7.5 and 7.7).
#pragma once

#include <nlohmann/json_fwd.hpp>
#include <string>
#include <vector>

#include "eval/compare/comparison_summary.h"

namespace clade::detail {

struct Curve {
  std::string option;  // sample_per_class, train_fraction, or one of the methods'
  std::vector<std::string> values;
  std::vector<std::vector<ContenderSummary>> points;  // by value
};

// The metric of every contender at every value, one line each.
std::string curve_table(const Curve& curve, const std::string& metric);

nlohmann::ordered_json curve_json(const Curve& curve);

}  // namespace clade::detail
