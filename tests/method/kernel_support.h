// Data for kernel training, and comparisons of two runs.
#pragma once

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail::test {

inline const std::string small_tree = "root\tA\nroot\tB\nA\tA1\nA\tA2\nB\tB1\nB\tB2\n";
// B1 has two parents.
inline const std::string small_dag = small_tree + "A\tB1\n";

// Some have a second label where `several`.
inline std::string kernel_lines(std::uint64_t seed, std::size_t examples, bool several = false) {
  const std::vector<std::string> leaves{"A1", "A2", "B1", "B2"};
  Random random(seed);
  std::string text;
  for (std::size_t i = 0; i < examples; ++i) {
    const std::uint64_t label = random.below(4);
    text += leaves[label];
    if (several && random.uniform() < 0.4) text += "," + leaves[(label + 1) % 4];
    for (int j = 1; j <= 5; ++j) text += fmt::format(" {}:{:.4f}", j, random.normal());
    text += "\n";
  }
  return text;
}

inline std::string option_of(const Model& model, const std::string& name) {
  for (const auto& [key, value] : model.options()) {
    if (key == name) return value;
  }
  return "(none)";
}

inline Options joined(Options options, const Options& more) {
  options.insert(options.end(), more.begin(), more.end());
  return options;
}

using Scores = std::vector<std::vector<double>>;

inline void expect_near(const Scores& got, const Scores& expected, double distance) {
  ASSERT_EQ(got.size(), expected.size());
  for (std::size_t i = 0; i < got.size(); ++i) {
    ASSERT_EQ(got[i].size(), expected[i].size());
    for (std::size_t c = 0; c < got[i].size(); ++c) {
      ASSERT_NEAR(got[i][c], expected[i][c], distance) << "row " << i << ", class " << c;
    }
  }
}

inline Scores own_scores(const Run& run) { return all_scores(run.trained.model, run.data.rows()); }

// k(x_i, z) = <x_i, z> as rows of a precomputed kernel, under the labels of `rows`.
inline std::string gram_lines(const std::string& rows, const std::string& training) {
  const auto parsed = [](const std::string& text) {
    std::vector<std::pair<std::string, std::vector<double>>> result;
    for (std::size_t begin = 0; begin < text.size();) {
      const std::size_t end = text.find('\n', begin);
      const std::string line = text.substr(begin, end - begin);
      result.push_back({line.substr(0, line.find(' ')), std::vector<double>(6)});
      for (std::size_t at = line.find(' '); at != std::string::npos; at = line.find(' ', at + 1)) {
        const std::size_t colon = line.find(':', at);
        result.back().second[std::stoul(line.substr(at + 1))] = std::stod(line.substr(colon + 1));
      }
      begin = end + 1;
    }
    return result;
  };
  std::string text;
  const auto with = parsed(training);
  for (const auto& [label, x] : parsed(rows)) {
    text += label;
    for (std::size_t j = 0; j < with.size(); ++j) {
      double product = 0;
      for (std::size_t f = 0; f < x.size(); ++f) product += x[f] * with[j].second[f];
      text += fmt::format(" {}:{:.17g}", j + 1, product);
    }
    text += "\n";
  }
  return text;
}

}  // namespace clade::detail::test
