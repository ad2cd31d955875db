// Data in two parts, and models that go on from the first to the second.
#pragma once

#include <fmt/core.h>
#include <gtest/gtest.h>

#include <fstream>
#include <string>
#include <utility>
#include <variant>
#include <vector>

#include "base/random.h"
#include "base/train_context.h"
#include "data/dataset.h"
#include "model/model_builder.h"
#include "model/model_parts.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail::test {

// Lines over the leaves of the tree below, with some of the features from `first` to `last`.
inline std::string random_lines(std::uint64_t seed, std::size_t examples, int first, int last) {
  const std::vector<std::string> leaves{"A1", "A2", "B1", "B2"};
  Random random(seed);
  std::string text;
  for (std::size_t i = 0; i < examples; ++i) {
    text += leaves[random.below(4)];
    for (int j = first; j <= last; ++j) {
      if (random.uniform() < 0.6) text += fmt::format(" {}:{:.4f}", j, random.normal());
    }
    text += "\n";
  }
  return text;
}

class Update : public ::testing::Test {
 protected:
  const std::string first_ = random_lines(1, 60, 1, 6);
  const std::string second_ = random_lines(2, 50, 4, 10);  // 7 to 10 are new

  std::filesystem::path write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text);
  }
  Trained train(const std::string& method, const Options& options, const std::string& text) const {
    return train_files(method, options, write("data.svm", text), taxonomy_).trained;
  }
  // Through its file, as a user would.
  Model saved(const Model& model) const {
    model.save(folder_.path() / "m.clade");
    return Model::load(folder_.path() / "m.clade");
  }
  std::string bytes(const Model& model) const {
    model.save(folder_.path() / "bytes.clade");
    std::ifstream in(folder_.path() / "bytes.clade", std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  Dataset read(const std::string& text, const Model& model) const {
    ThreadPool pool(1);
    const std::vector<std::filesystem::path> paths{write("more.svm", text)};
    return {read_records(paths, {"", model.precision()}, pool), model.label_space()};
  }
  Trained update(const Model& from, const std::string& text, const Options& given = {},
                 Reporter* listener = nullptr) const {
    const auto method = method_of(from);
    for (const auto& [name, value] : given) {
      for (const Parameter& p : method->update_parameters()) {
        if (p.name == name) p.set(value);
      }
    }
    ThreadPool pool(1);
    Reporter silent;
    TrainContext context{listener != nullptr ? *listener : silent, pool, 0};
    return method->update(from, read(text, from), context);
  }

  const TempFolder folder_;
  const std::string taxonomy_ =
      write("t.tsv", "root\tA\nroot\tB\nA\tA1\nA\tA2\nB\tB1\nB\tB2\n").string();
};

// Every weight as a number, one row behind the other.
inline std::vector<double> numbers(const Weights& weights) {
  return std::visit(
      []<class Real>(const WeightView<Real>& view) {
        std::vector<double> all;
        std::vector<Real> row(view.units);
        for (std::size_t j = 0; j < view.features; ++j) {
          view.copy_row(j, row);
          all.insert(all.end(), row.begin(), row.end());
        }
        return all;
      },
      weights);
}

inline void expect_near(const std::vector<double>& a, const std::vector<double>& b,
                        double tolerance) {
  ASSERT_EQ(a.size(), b.size());
  for (std::size_t k = 0; k < a.size(); ++k) EXPECT_NEAR(a[k], b[k], tolerance) << k;
}

}  // namespace clade::detail::test
