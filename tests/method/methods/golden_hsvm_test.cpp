// Every hsvm case of tests/golden: optima from a general interior-point solver.
#include <gtest/gtest.h>

#include <cmath>
#include <filesystem>
#include <fstream>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "tests/support/training.h"

namespace clade::detail {
namespace {

using nlohmann::json;
using test::Options;

const std::filesystem::path golden = std::filesystem::path(CLADE_SOURCE_DIR) / "tests/golden/hsvm";

json read_case(const std::filesystem::path& folder) {
  return json::parse(std::ifstream(folder / "case.json"));
}

std::vector<std::string> all_cases() {
  std::vector<std::string> names;
  for (const auto& entry : std::filesystem::directory_iterator(golden)) {
    names.push_back(entry.path().filename());
  }
  std::sort(names.begin(), names.end());
  return names;
}

void add_kernel(const json& settings, Options& options) {
  options.emplace_back("kernel", settings["kernel"]);
  const std::map<std::string, std::string> names{
      {"gamma", "gamma"}, {"scale", "gamma"}, {"coef0", "coef0"}, {"degree", "degree"}};
  for (const auto& [name, option] : names) {
    if (settings.contains(name)) options.emplace_back(option, settings[name].dump());
  }
}

// The options that the case's settings mean (table in tests/golden/README.md).
Options options_of(const json& golden_case, const std::filesystem::path& folder) {
  const json& settings = golden_case["settings"];
  const std::map<std::string, std::string> attributes{
      {"inv_sqrt_depth", "depth"},
      {"inv_sqrt_class_depth", "class-depth"},
      {"inv_sqrt_depth_root", "depth+root"},
      {"unit", "unit"},
      {"similarity", "similarity:" + (folder / "similarity.tsv").string()},
      {"user", "file:" + (folder / "attributes.tsv").string()},
      {"leaf", "leaf:" + settings.value("leaf_share", json(0)).dump()}};
  const std::map<std::string, std::string> losses{
      {"half_symdiff", "tree"},
      {"normalized", "normalized"},
      {"zero_one", "zero-one"},
      {"node_costs", "costs:" + (folder / "node_costs.tsv").string()},
      {"matrix", "matrix:" + (folder / "loss.tsv").string()}};
  Options options{{"C", settings["C"].dump()},
                  {"loss", losses.at(settings["loss"])},
                  {"slack", settings["slack"]},
                  {"constraints", settings.value("constraints", "ranking")},
                  {"slack_power", std::to_string(settings.value("slack_power", 1))}};
  if (settings["attributes"] == "identity") {
    options.emplace_back("flat", "true");
  } else {
    options.emplace_back("attributes", attributes.at(settings["attributes"]));
  }
  add_kernel(settings, options);
  options.emplace_back("bias", settings.value("bias", "none"));
  return options;
}

test::Run train_case(const std::string& name, const Options& extra) {
  const std::filesystem::path folder = golden / name;
  Options options = options_of(read_case(folder), folder);
  options.insert(options.end(), extra.begin(), extra.end());
  const auto weights = folder / "weights.tsv";
  return test::train_files("hsvm", options, folder / "data.svm", folder / "taxonomy.tsv", 1,
                           std::filesystem::exists(weights) ? weights : std::filesystem::path());
}

void expect_scores(const std::vector<std::vector<double>>& scores, const json& expected) {
  ASSERT_EQ(scores.size(), expected.size());
  for (std::size_t i = 0; i < scores.size(); ++i) {
    ASSERT_EQ(scores[i].size(), expected[i].size());
    for (std::size_t c = 0; c < scores[i].size(); ++c) {
      EXPECT_NEAR(scores[i][c], expected[i][c].get<double>(), 1e-3) << "instance " << i;
    }
  }
}

class GoldenHsvm : public testing::TestWithParam<std::string> {};

TEST_P(GoldenHsvm, BoundsEncloseTheObjectiveAtEveryTolerance) {
  const double objective = read_case(golden / GetParam())["expected"]["objective"];
  for (const char* tolerance : {"0.3", "1e-2", "1e-4", "1e-6"}) {
    const TrainSummary summary = train_case(GetParam(), {{"tolerance", tolerance}}).trained.summary;
    ASSERT_EQ(summary.stopped, Stop::tolerance);
    EXPECT_LE(summary.objective->lower_bound, objective * (1 + 1e-9)) << tolerance;
    EXPECT_GE(summary.objective->primal, objective * (1 - 1e-9)) << tolerance;
    EXPECT_LE(summary.objective->relative_gap, std::stod(tolerance));
  }
}

TEST_P(GoldenHsvm, ObjectiveAgreesAtTolerance1e6) {
  const double objective = read_case(golden / GetParam())["expected"]["objective"];
  const TrainSummary summary = train_case(GetParam(), {{"tolerance", "1e-6"}}).trained.summary;
  EXPECT_NEAR(summary.objective->primal, objective, 1e-4 * objective);
  EXPECT_NEAR(summary.objective->dual, objective, 1e-4 * objective);
}

TEST_P(GoldenHsvm, ScoresAgreeInDoublePrecision) {
  const json golden_case = read_case(golden / GetParam());
  const test::Run run = train_case(GetParam(), {{"tolerance", "1e-10"}, {"precision", "double"}});
  ASSERT_EQ(run.trained.summary.stopped, Stop::tolerance);
  const double objective = golden_case["expected"]["objective"];
  EXPECT_NEAR(run.trained.summary.objective->primal, objective, 1e-8 * objective);

  const Model& model = run.trained.model;
  for (std::size_t c = 0; c < model.label_space().size(); ++c) {
    const NodeId node = model.label_space().node(ClassId(static_cast<std::uint32_t>(c)));
    EXPECT_EQ(model.label_space().taxonomy().name(node), golden_case["classes"][c]);
  }
  expect_scores(test::all_scores(model, run.data.rows()), golden_case["expected"]["scores"]);
  ThreadPool pool(1);
  const std::vector<std::filesystem::path> test_file{golden / GetParam() / "test.svm"};
  const Records test = read_records(test_file, {"", Precision::double_}, pool);
  expect_scores(test::all_scores(model, test.rows), golden_case["expected"]["test_scores"]);
}

TEST_P(GoldenHsvm, MeanSlackAgrees) {
  const json golden_case = read_case(golden / GetParam());
  const test::Run run = train_case(GetParam(), {{"tolerance", "1e-10"}});
  double sum = 0;
  for (const json& slack : golden_case["expected"]["slack"]) sum += slack.get<double>();
  const double mean = sum / static_cast<double>(golden_case["expected"]["slack"].size());
  EXPECT_NEAR(run.trained.summary.objective->mean_slack, mean, 1e-3);
}

// Thesis Algorithm 2 and its variants. They raise the dual objective until psi is below epsilon,
// which bounds the gap by epsilon times the sum of all C (times the pairs, where each has a slack):
// at a C of 1000 the primal value is as far off as that allows.
TEST_P(GoldenHsvm, ThePapersAlgorithmAgreesWithTheFastSolver) {
  const json golden_case = read_case(golden / GetParam());
  const double objective = golden_case["expected"]["objective"];
  const bool is_costly = golden_case["settings"]["C"] >= 100;
  const auto objective_of = [&](const Options& options) {
    const TrainSummary summary = train_case(GetParam(), options).trained.summary;
    EXPECT_EQ(summary.stopped, Stop::tolerance);
    return *summary.objective;
  };
  const double fast = objective_of({{"tolerance", "1e-4"}}).primal;
  for (Options options :
       {Options{}, Options{{"paper_step", "all"}}, Options{{"no_active_set", "true"}}}) {
    options.emplace_back("solver", "paper");
    options.emplace_back("tolerance", is_costly ? "1e-6" : "1e-4");
    const TrainSummary::Objective found = objective_of(options);
    EXPECT_NEAR(found.primal, fast, 1e-3 * fast) << options[0].first;
    EXPECT_NEAR(found.dual, objective, 1e-5 * objective) << options[0].first;
    EXPECT_LE(found.lower_bound, objective * (1 + 1e-9));
    EXPECT_GE(found.primal, objective * (1 - 1e-6));
    if (!is_costly) continue;
    options.back().second = "1e-4";
    const TrainSummary::Objective loose = objective_of(options);
    EXPECT_NEAR(loose.dual, objective, 1e-5 * objective);
    const double bound =
        1e-4 * golden_case["settings"]["C"].get<double>() * golden_case["n"].get<double>();
    EXPECT_LE(loose.primal - loose.dual, bound);
  }
}

INSTANTIATE_TEST_SUITE_P(Cases, GoldenHsvm, testing::ValuesIn(all_cases()),
                         [](const testing::TestParamInfo<std::string>& test) {
                           std::string name = test.param;
                           std::replace(name.begin(), name.end(), '-', '_');
                           return name;
                         });

TEST(GoldenHsvmCases, AreAllThere) { EXPECT_EQ(all_cases().size(), 25U); }

}  // namespace
}  // namespace clade::detail
