// Every perceptron and hieron case of tests/golden, update by update.
#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <set>
#include <string>
#include <vector>

#include "tests/support/training.h"

namespace clade::detail {
namespace {

using nlohmann::json;
using test::Options;

const std::filesystem::path golden = std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden";
constexpr double tolerance = 1e-9;

json read_case(const std::string& type, const std::string& name) {
  return json::parse(std::ifstream(golden / type / name / "case.json"));
}

std::vector<std::string> all_cases(const std::string& type) {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(golden / type)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

struct Listener : Reporter {
  struct Update {
    std::uint64_t step;
    std::size_t instance;
    std::string label, guess;
    double margin, step_size;
  };
  std::vector<Update> updates;
  std::vector<Progress> passes;
  void on_update(const OnlineUpdate& u) override {
    updates.push_back(
        {u.step, u.instance, std::string(u.label), std::string(u.guess), u.margin, u.step_size});
  }
  void on_pass(const Progress& p) override { passes.push_back(p); }
};

test::Run train_case(const std::string& type, const std::string& name, const Options& options,
                     Listener& listener) {
  const auto folder = golden / type / name;
  return test::train_files(type, options, folder / "data.svm", folder / "taxonomy.tsv", 1, {}, 0,
                           &listener);
}

void expect_scores(const Model& model, const std::filesystem::path& file, const json& expected) {
  ThreadPool pool(1);
  const std::vector<std::filesystem::path> paths{file};
  const Records records = read_records(paths, {"", Precision::double_}, pool);
  const auto scores = test::all_scores(model, records.rows);
  ASSERT_EQ(scores.size(), expected.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    ASSERT_EQ(scores[i].size(), expected[i].size());
    for (std::size_t c = 0; c < scores[i].size(); ++c) {
      EXPECT_NEAR(scores[i][c], expected[i][c].get<double>(), tolerance) << i << " " << c;
    }
  }
}

// ---- Perceptron

Options perceptron_options(const json& settings) {
  const std::map<std::string, std::string> attributes{{"inv_sqrt_depth", "depth"},
                                                      {"unit", "unit"}};
  const std::map<std::string, std::string> losses{
      {"half_symdiff", "tree"}, {"symdiff", "symdiff"}, {"zero_one", "zero-one"}};
  const std::string algorithm = settings["algorithm"];
  Options options{{"precision", "double"},
                  {"loss", losses.at(settings["loss"])},
                  {"epochs", settings["max_epochs"].dump()},
                  {"update", algorithm == "flat" ? "online" : algorithm}};
  if (algorithm == "flat") {
    options.emplace_back("flat", "true");
  } else {
    options.emplace_back("attributes", attributes.at(settings["attributes"]));
  }
  return options;
}

class GoldenPerceptron : public testing::TestWithParam<std::string> {};

TEST_P(GoldenPerceptron, MakesEveryUpdate) {
  const json golden_case = read_case("perceptron", GetParam());
  const json& expected = golden_case["expected"];
  Listener listener;
  const test::Run run =
      train_case("perceptron", GetParam(), perceptron_options(golden_case["settings"]), listener);
  const json& updates = expected["updates_list"];
  ASSERT_EQ(listener.updates.size(), updates.size());
  for (std::size_t k = 0; k < updates.size(); ++k) {
    const Listener::Update& u = listener.updates[k];
    EXPECT_EQ(u.step, updates[k][0].get<std::uint64_t>()) << k;
    EXPECT_EQ(u.instance, updates[k][2].get<std::size_t>()) << k;
    EXPECT_EQ(u.label, updates[k][3].get<std::string>()) << k;
    EXPECT_EQ(u.guess, updates[k][4].get<std::string>()) << k;
    EXPECT_NEAR(u.margin, updates[k][5].get<double>(), tolerance) << k;
    EXPECT_NEAR(u.step_size, updates[k][6].get<double>(), tolerance) << k;
  }
  const TrainSummary& summary = run.trained.summary;
  EXPECT_EQ(summary.stopped,
            expected["ended"] == "max_epochs" ? Stop::max_epochs : Stop::clean_epoch);
  if (expected.contains("epochs_run")) {
    EXPECT_EQ(summary.epochs, expected["epochs_run"].get<int>());
  }
}

// Thesis 7.7: triples of an example, a label and a rival that some update was for, over all
// triples.
TEST_P(GoldenPerceptron, CountsTheDualVariablesThatAreNotZero) {
  const json golden_case = read_case("perceptron", GetParam());
  Listener listener;
  const test::Run run =
      train_case("perceptron", GetParam(), perceptron_options(golden_case["settings"]), listener);
  std::set<std::string> active;
  for (const json& update : golden_case["expected"]["updates_list"]) {
    active.insert(update[2].dump() + " " + update[3].dump() + " " + update[4].dump());
  }
  std::uint64_t total = 0;
  for (std::size_t i = 0; i < run.data.size(); ++i) {
    const std::size_t own = run.data.labels(i).size();
    total += own * (run.labels.size() - own);
  }
  const TrainSummary& summary = run.trained.summary;
  EXPECT_EQ(summary.dual_variables_nonzero, active.size());
  EXPECT_EQ(summary.dual_variables_total, total);
  EXPECT_DOUBLE_EQ(listener.passes.back().active_ratio,
                   static_cast<double>(active.size()) / static_cast<double>(total));
}

TEST_P(GoldenPerceptron, EndsWithTheScores) {
  const json golden_case = read_case("perceptron", GetParam());
  const json& expected = golden_case["expected"];
  Listener listener;
  const test::Run run =
      train_case("perceptron", GetParam(), perceptron_options(golden_case["settings"]), listener);
  expect_scores(
      run.trained.model, golden / "perceptron" / GetParam() / "data.svm",
      expected[expected.contains("averaged_scores") ? "averaged_scores" : "final_scores"]);
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenPerceptron, testing::ValuesIn(all_cases("perceptron")),
                         [](const auto& of) { return of.param.substr(0, 1); });

// ---- Hieron

Options hieron_options(const json& settings) {
  Options options{{"precision", "double"},
                  {"update", settings["algorithm"] == "batch-hieron" ? "averaged" : "online"},
                  {"epochs", settings["passes"].dump()},
                  {"kernel", settings["kernel"]}};
  if (settings.contains("gamma")) options.emplace_back("gamma", settings["gamma"].dump());
  return options;
}

class GoldenHieron : public testing::TestWithParam<std::string> {};

TEST_P(GoldenHieron, MakesEveryUpdate) {
  const json golden_case = read_case("hieron", GetParam());
  const json& expected = golden_case["expected"];
  Listener listener;
  train_case("hieron", GetParam(), hieron_options(golden_case["settings"]), listener);
  std::size_t k = 0;
  for (const json& step : expected["steps"]) {
    const double alpha = step[5];
    if (alpha == 0) continue;
    ASSERT_LT(k, listener.updates.size());
    const Listener::Update& u = listener.updates[k++];
    EXPECT_EQ(u.instance, step[0].get<std::size_t>());
    EXPECT_EQ(u.step, u.instance + 1);
    EXPECT_EQ(u.label, step[1].get<std::string>()) << u.step;
    EXPECT_EQ(u.guess, step[2].get<std::string>()) << u.step;
    EXPECT_NEAR(std::sqrt(step[3].get<double>()) - u.margin, step[4].get<double>(), tolerance);
    EXPECT_NEAR(u.step_size, alpha, tolerance) << u.step;
  }
  EXPECT_EQ(k, listener.updates.size());
  EXPECT_EQ(k, expected["updates"].get<std::size_t>());
  if (expected.contains("cumulative_tree_error")) {
    const auto n = static_cast<double>(expected["steps"].size());
    EXPECT_NEAR(listener.passes.back().online->mean_error * n, expected["cumulative_tree_error"],
                1e-9);
  }
}

TEST_P(GoldenHieron, EndsWithTheScores) {
  const json golden_case = read_case("hieron", GetParam());
  const Options options = hieron_options(golden_case["settings"]);
  Listener listener;
  const test::Run run = train_case("hieron", GetParam(), options, listener);
  const bool averaged = golden_case["settings"]["algorithm"] == "batch-hieron";
  expect_scores(run.trained.model, golden / "hieron" / GetParam() / "test.svm",
                golden_case["expected"][averaged ? "averaged_test_scores" : "final_test_scores"]);
}

// The same steps as with the mean, and the weights after the last of them.
TEST_P(GoldenHieron, LastWeightsAreThoseAfterTheLastStep) {
  const json golden_case = read_case("hieron", GetParam());
  if (golden_case["settings"]["algorithm"] != "batch-hieron") return;
  Options options = hieron_options(golden_case["settings"]);
  Listener averaged, last;
  train_case("hieron", GetParam(), options, averaged);
  options.emplace_back("update", "last");
  const test::Run run = train_case("hieron", GetParam(), options, last);
  ASSERT_EQ(last.updates.size(), averaged.updates.size());
  for (std::size_t k = 0; k < last.updates.size(); ++k) {
    EXPECT_EQ(last.updates[k].guess, averaged.updates[k].guess);
    EXPECT_EQ(last.updates[k].step_size, averaged.updates[k].step_size);
  }
  expect_scores(run.trained.model, golden / "hieron" / GetParam() / "test.svm",
                golden_case["expected"]["final_test_scores"]);
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenHieron, testing::ValuesIn(all_cases("hieron")),
                         [](const auto& of) { return of.param.substr(0, 1); });

}  // namespace
}  // namespace clade::detail
