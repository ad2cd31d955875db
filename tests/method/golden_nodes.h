// What tests of golden cases share that are over the nodes of a tree.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <nlohmann/json.hpp>
#include <string>
#include <variant>
#include <vector>

#include "tests/support/training.h"

namespace clade::detail::test {

using nlohmann::json;

inline std::filesystem::path golden_folder(const std::string& type) {
  return std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden" / type;
}

inline json golden_case(const std::filesystem::path& folder) {
  return json::parse(std::ifstream(folder / "case.json"));
}

inline std::vector<std::string> cases_in(const std::filesystem::path& folder) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(folder)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

inline Rows rows_of(const std::filesystem::path& file) {
  ThreadPool pool(1);
  const std::vector<std::filesystem::path> files{file};
  return read_records(files, {"", Precision::double_}, pool).rows;
}

// The scores of the nodes of the case, by name.
inline std::vector<std::vector<double>> node_scores(const Model& model, const Rows& rows,
                                                    const json& nodes) {
  const Taxonomy& taxonomy = model.label_space().taxonomy();
  std::vector<std::vector<double>> result;
  const auto score_all = [&]<class Real>(const SparseRows<Real>& of) {
    for (std::size_t i = 0; i < of.size(); ++i) {
      std::vector<double> all(taxonomy.size()), wanted;
      model.node_scores<Real>(of.row(i), all);
      for (const json& node : nodes) {
        wanted.push_back(all[index_of(taxonomy.find(node.get<std::string>()).value())]);
      }
      result.push_back(std::move(wanted));
    }
  };
  std::visit(score_all, rows);
  return result;
}

inline void expect_scores(const std::vector<std::vector<double>>& scores, const json& expected) {
  ASSERT_EQ(scores.size(), expected.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    ASSERT_EQ(scores[i].size(), expected[i].size());
    for (std::size_t n = 0; n < scores[i].size(); ++n) {
      EXPECT_NEAR(scores[i][n], expected[i][n].get<double>(), 1e-3) << i << " " << n;
    }
  }
}

}  // namespace clade::detail::test
