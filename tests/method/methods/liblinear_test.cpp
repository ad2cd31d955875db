// The flat cases against LIBLINEAR (Debian: liblinear-tools): its objectives, recomputed from the
// weights in its model file, must agree with ours.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <cmath>
#include <cstdlib>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

// Where the public data sets are: CLADE_DATA, or the folder data of the checkout.
std::filesystem::path data_folder() {
  const char* set = std::getenv("CLADE_DATA");
  return set != nullptr ? set : std::filesystem::path(CLADE_SOURCE_DIR) / "data";
}
const std::filesystem::path imclef = data_folder() / "imclef07a/train.svm.gz";
constexpr double C = 0.01;  // rows have a length of about 9
constexpr std::size_t examples = 2000;

// The first examples of imclef07a with labels as numbers from 1, in our order of classes.
struct Subset {
  test::TempFolder folder;
  std::filesystem::path file;
  std::vector<std::map<std::size_t, double>> rows;
  std::vector<std::size_t> labels;
  std::size_t classes = 0, features = 0;
};

void write_subset(Subset& out) {
  ThreadPool pool(1);
  const std::vector<std::filesystem::path> paths{imclef};
  const Records records = read_records(paths, {"", Precision::double_}, pool);
  const auto& rows = std::get<SparseRows<double>>(records.rows);
  out.file = out.folder.path() / "train.svm";
  std::ofstream text(out.file);
  for (std::size_t i = 0; i < examples; ++i) {
    const std::size_t label = records.labels_of(i)[0];
    out.labels.push_back(label);
    out.classes = std::max(out.classes, label + 1);
    out.rows.emplace_back();
    text << label + 1;
    for (const auto& f : rows.row(i)) {
      text << fmt::format(" {}:{}", f.index, f.value);
      out.rows.back()[f.index - 1] = f.value;
      out.features = std::max<std::size_t>(out.features, f.index);
    }
    text << "\n";
  }
}

// scores[i][class] of LIBLINEAR's weights, and ||w||^2 of each class.
struct LiblinearModel {
  std::vector<std::vector<double>> scores;
  std::vector<double> squared_norms;
};

LiblinearModel run_liblinear(const Subset& data, const std::string& solver) {
  const auto model_file = data.folder.path() / ("model" + solver);
  const std::string command =
      fmt::format("liblinear-train -q -s {} -c {} -e 1e-4 {} {} > {}/log 2>&1", solver, C,
                  data.file.string(), model_file.string(), data.folder.path().string());
  if (std::system(command.c_str()) != 0) throw std::runtime_error("liblinear-train failed");
  std::ifstream in(model_file);
  std::string word;
  std::vector<std::size_t> order;
  while (in >> word && word != "w") {
    if (word != "label") continue;
    for (std::size_t c = 0; c < data.classes; ++c) {
      std::size_t label = 0;
      in >> label;
      order.push_back(label - 1);
    }
  }
  std::vector<std::vector<double>> weights(data.features, std::vector<double>(data.classes));
  LiblinearModel model;
  model.squared_norms.assign(data.classes, 0);
  for (auto& row : weights) {
    for (const std::size_t c : order) {
      in >> row[c];
      model.squared_norms[c] += row[c] * row[c];
    }
  }
  for (const auto& row : data.rows) {
    model.scores.emplace_back(data.classes);
    for (const auto& [feature, value] : row) {
      for (std::size_t c = 0; c < data.classes; ++c)
        model.scores.back()[c] += value * weights[feature][c];
    }
  }
  return model;
}

double half_norm(const LiblinearModel& model) {
  double sum = 0;
  for (const double n : model.squared_norms) sum += n;
  return 0.5 * sum;
}

double ours(const Subset& data, test::Options options) {
  options.emplace_back("C", fmt::format("{}", C));
  options.emplace_back("tolerance", "1e-4");
  const test::Run run = test::train_files("svm", options, data.file, "");
  EXPECT_EQ(run.trained.summary.stopped, Stop::tolerance);
  return run.trained.summary.objective->primal;
}

class Liblinear : public testing::Test {
 protected:
  void SetUp() override {
    if (!std::filesystem::exists(imclef)) {
      GTEST_SKIP() << "needs the set imclef07a: CLADE_DATA names the folder of the data sets";
    }
    if (std::system("command -v liblinear-train > /dev/null 2>&1") != 0) {
      GTEST_SKIP() << "needs liblinear-train (Debian: liblinear-tools)";
    }
    write_subset(data_);
  }
  Subset data_;
};

TEST_F(Liblinear, CrammerSingerObjectiveAgrees) {
  const LiblinearModel model = run_liblinear(data_, "4");
  double objective = half_norm(model);
  for (std::size_t i = 0; i < examples; ++i) {
    double slack = 0;
    for (std::size_t c = 0; c < data_.classes; ++c) {
      if (c != data_.labels[i]) {
        slack = std::max(slack, 1 - model.scores[i][data_.labels[i]] + model.scores[i][c]);
      }
    }
    objective += C * slack;
  }
  const double mine = ours(data_, {});
  RecordProperty("liblinear", fmt::format("{:.9g}", objective));
  RecordProperty("clade", fmt::format("{:.9g}", mine));
  EXPECT_NEAR(mine, objective, 1e-3 * objective);
}

void expect_one_vs_rest(const Subset& data, const std::string& solver, int power) {
  const LiblinearModel model = run_liblinear(data, solver);
  double objective = half_norm(model);
  for (std::size_t i = 0; i < examples; ++i) {
    for (std::size_t c = 0; c < data.classes; ++c) {
      const double sign = c == data.labels[i] ? 1 : -1;
      objective += C * std::pow(std::max(0.0, 1 - sign * model.scores[i][c]), power);
    }
  }
  const double mine =
      ours(data, {{"constraints", "binary"}, {"slack_power", std::to_string(power)}});
  EXPECT_NEAR(mine, objective, 1e-3 * objective) << "liblinear -s " << solver;
}

TEST_F(Liblinear, BinaryConstraintsAreOneVersusRest) { expect_one_vs_rest(data_, "3", 1); }
TEST_F(Liblinear, SquaredBinaryConstraintsAreOneVersusRest) { expect_one_vs_rest(data_, "1", 2); }

}  // namespace
}  // namespace clade::detail
