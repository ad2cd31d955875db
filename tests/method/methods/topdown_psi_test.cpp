#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <string>
#include <vector>

#include "base/random.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::Options;

const std::string tree = "root\ta\nroot\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n";

// Four clouds, every tenth label wrong.
std::string noisy_clouds(std::size_t n, std::uint64_t seed) {
  const std::vector<std::string> names{"a1", "a2", "b1", "b2"};
  Random random(seed);
  std::string text;
  for (std::size_t i = 0; i < n; ++i) {
    const std::size_t k = i % 4;
    const double x = (k < 2 ? 1.0 : -1.0) + random.uniform() - 0.5;
    const double y = (k % 2 == 0 ? 1.0 : -1.0) + random.uniform() - 0.5;
    const std::size_t label = i % 10 == 9 ? (k + 1 + random.below(3)) % 4 : k;
    text += names[label] + " 1:" + std::to_string(x) + " 2:" + std::to_string(y) + "\n";
  }
  return text;
}

class Psi : public testing::Test {
 protected:
  test::Run train(const std::string& method, const Options& options,
                  const std::string& data = noisy_clouds(60, 1)) const {
    return test::train_files(method, options, folder_.write("data.svm", data),
                             folder_.write("taxonomy.tsv", tree).string());
  }
  ErrorKind kind_of_failure(const std::string& method, const Options& options,
                            const std::string& data) const {
    try {
      const auto made = make_method(method);
      test::set_options(*made, options);
      made->check_parameters();
      train(method, options, data);
    } catch (const Error& error) {
      return error.kind();
    }
    ADD_FAILURE() << "nothing was wrong";
    return ErrorKind::model;
  }
  test::TempFolder folder_;
};

TEST_F(Psi, TheObjectiveNeverRises) {
  for (const char* method : {"topdown-psi", "psi"}) {
    for (const char* bias : {"none", "feature", "free"}) {
      for (const char* kernel : {"linear", "rbf"}) {
        const TrainSummary summary = train(method, {{"C", "10"},
                                                    {"bias", bias},
                                                    {"kernel", kernel},
                                                    {"tolerance", "1e-8"},
                                                    {"dc_tolerance", "1e-9"}})
                                         .trained.summary;
        const auto& problems = summary.convex_problems;
        ASSERT_GE(problems.size(), 2U) << method << bias << kernel;
        for (std::size_t k = 1; k < problems.size(); ++k) {
          EXPECT_LE(problems[k].psi_objective, problems[k - 1].psi_objective * (1 + 1e-6));
          // A convex problem lies above s, and its solution below where it was made.
          EXPECT_GE(problems[k].objective, problems[k].psi_objective * (1 - 1e-9));
          EXPECT_LE(problems[k].objective, problems[k - 1].psi_objective * (1 + 1e-6));
        }
        EXPECT_LT(problems.back().psi_objective, 0.9 * problems.front().psi_objective)
            << method << bias << kernel;
      }
    }
  }
}

// psi from the scores of the model: 1/2 ||w||^2 is what is left of the objective.
TEST_F(Psi, TheObjectiveIsThatOfTheScores) {
  for (const char* kernel : {"linear", "rbf"}) {
    const double C = 10;
    const test::Run run =
        train("psi", {{"C", "10"}, {"bias", "none"}, {"kernel", kernel}, {"tolerance", "1e-9"}});
    double cost = 0;
    const auto scores = test::all_scores(run.trained.model, run.data.rows());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      const std::size_t own = index_of(run.data.labels(i).front());
      double margin = 1e300;
      for (std::size_t c = 0; c < scores[i].size(); ++c) {
        if (c != own) margin = std::min(margin, scores[i][own] - scores[i][c]);
      }
      cost += C * std::clamp(1 - margin, 0.0, 1.0);
    }
    const TrainSummary& summary = run.trained.summary;
    const double s = summary.convex_problems[summary.kept_problem].psi_objective;
    EXPECT_LT(cost, s);
    // The hinge of the same weights would cost more by what lies beyond 1.
    EXPECT_LT(s, summary.convex_problems.front().objective);
  }
}

TEST_F(Psi, WrongLabelsPullLessThanWithTheHinge) {
  const std::string clean_text = noisy_clouds(200, 3);
  const test::Run psi = train("topdown-psi", {{"C", "10"}}, noisy_clouds(60, 5));
  const test::Run svm =
      train("topdown-svm", {{"C", "10"}, {"tolerance", "1e-6"}}, noisy_clouds(60, 5));
  // The smallest margin of the right class over the clouds' centres: the hinge lets wrong labels
  // lower it.
  const auto worst_centre = [](const Model& model) {
    double worst = 1e300;
    const std::vector<std::pair<const char*, std::vector<BasicFeature<double>>>> centres{
        {"a1", {{1, 1}, {2, 1}}},
        {"a2", {{1, 1}, {2, -1}}},
        {"b1", {{1, -1}, {2, 1}}},
        {"b2", {{1, -1}, {2, -1}}}};
    for (const auto& [name, row] : centres) {
      std::vector<double> scores(model.label_space().size());
      model.scores<double>(row, scores);
      worst = std::min(worst, scores[index_of(model.label_space().find(name).value())]);
    }
    return worst;
  };
  EXPECT_GT(worst_centre(psi.trained.model), worst_centre(svm.trained.model));
}

TEST_F(Psi, WithoutAnExampleOnTheWrongSideItIsTheSvm) {
  const std::string data = "a1 1:1 2:1\na2 1:1 2:-1\nb1 1:-1 2:1\nb2 1:-1 2:-1\n";
  const test::Run run = train("topdown-psi", {{"tolerance", "1e-6"}}, data);
  EXPECT_EQ(run.trained.summary.convex_problems.size(), 1U);
  const double svm =
      train("topdown-svm", {{"tolerance", "1e-6"}}, data).trained.summary.objective->primal;
  EXPECT_NEAR(run.trained.summary.objective->primal, svm, 1e-5 * svm);
}

TEST_F(Psi, IsTheFlatFormOfTopdownPsi) {
  const Options options{{"C", "10"}, {"tolerance", "1e-8"}};
  Options flat = options;
  flat.emplace_back("flat", "true");
  EXPECT_EQ(
      test::all_scores(train("psi", options).trained.model, train("psi", options).data.rows()),
      test::all_scores(train("topdown-psi", flat).trained.model,
                       train("topdown-psi", flat).data.rows()));
}

TEST_F(Psi, RefusesWhatItCannotDo) {
  EXPECT_EQ(kind_of_failure("psi", {{"C", "inf"}}, noisy_clouds(20, 1)), ErrorKind::usage);
  EXPECT_EQ(kind_of_failure("psi", {}, "a1,a2 1:1\nb1 2:1\n"), ErrorKind::input);
  EXPECT_EQ(kind_of_failure("topdown-psi", {}, "a1,a2 1:1\nb1 2:1\n"), ErrorKind::input);
  const test::Run run = train("psi", {});
  EXPECT_THROW(method_of(run.trained.model)->check_update(run.trained.model), Error);
}

}  // namespace
}  // namespace clade::detail
