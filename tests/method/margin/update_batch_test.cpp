// Batch methods that go on from a model: min 1/2 ||w - w0||^2 + C sum of slacks.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <string>
#include <vector>

#include "taxonomy/loss.h"
#include "tests/method/update_support.h"

namespace clade::detail {
namespace {

using test::expect_error;
using test::expect_near;
using test::numbers;
using test::Options;

// One of linear models, as the kernel that clade takes for numbers cannot go on.
Options linear(const std::string& method, Options options = {}) {
  if (method == "clade") options.emplace_back("kernel", "linear");
  return options;
}

class UpdateBatch : public test::Update {
 protected:
  const Options exact_{{"tolerance", "1e-9"}};

  // Weights of zero, from which an update is training.
  static Model zero(const Model& model) {
    return ModelBuilder(model)
        .weights(WeightRows<double>(model.feature_count(), model.unit_count()))
        .build();
  }
};

double distance_between(const Model& a, const Model& b) {
  std::map<std::uint32_t, std::vector<double>> rows;  // by feature: those of a less those of b
  for (const auto& [model, sign] : {std::pair{&a, 1.0}, std::pair{&b, -1.0}}) {
    const std::vector<double> all = numbers(ModelParts(*model).weights());
    const auto features = ModelParts(*model).features().indices();
    for (std::size_t j = 0; j < features.size(); ++j) {
      auto& row = rows[features[j]];
      row.resize(model->unit_count());
      for (std::size_t u = 0; u < row.size(); ++u) row[u] += sign * all[j * row.size() + u];
    }
  }
  double sum = 0;
  for (const auto& row : rows) {
    for (const double difference : row.second) sum += difference * difference;
  }
  return sum;
}

// The objective of thesis 4.10 with the anchor, from nothing but the two models.
double objective(const Model& updated, const Model& from, const Dataset& data, double C) {
  const LabelSpace& labels = from.label_space();
  const auto loss = make_loss("tree", labels.taxonomy(), labels.classes());
  const auto scores = test::all_scores(updated, data.rows());
  double total = 0.5 * distance_between(updated, from);
  for (std::size_t i = 0; i < data.size(); ++i) {
    const ClassId own = data.labels(i).front();
    double slack = 0;
    for (std::size_t r = 0; r < labels.size(); ++r) {
      const double delta = (*loss)(labels.node(own), labels.node(static_cast<ClassId>(r)));
      slack = std::max(slack, delta * (1 - scores[i][index_of(own)] + scores[i][r]));
    }
    total += C * slack;
  }
  return total;
}

TEST_F(UpdateBatch, ReachesTheObjectiveThatItStates) {
  const Model from = saved(train("hsvm", exact_, first_).model);
  const Trained updated = update(from, second_, {{"C", "0.3"}});
  const TrainSummary& summary = updated.summary;
  EXPECT_EQ(summary.stopped, Stop::tolerance);
  EXPECT_LE(summary.objective->relative_gap, 1e-9);
  const Dataset data = read(second_, from);
  const double reached = objective(updated.model, from, data, 0.3);
  EXPECT_NEAR(reached, summary.objective->primal, 1e-8 * reached);
  // Neither the old model nor one that forgets it does better, nor any step to either.
  const Model fresh = train("hsvm", {{"C", "0.3"}, {"tolerance", "1e-9"}}, second_).model;
  EXPECT_LT(reached, objective(from, from, data, 0.3));
  EXPECT_LT(reached, objective(fresh, from, data, 0.3));
}

TEST_F(UpdateBatch, FromZeroItIsTraining) {
  for (const std::string method : {"hsvm", "svm", "clade"}) {
    SCOPED_TRACE(method);
    const Options options = linear(method, exact_);
    const Model from = zero(train(method, options, first_).model);
    const Trained updated = update(from, second_);
    const Trained trained = train(method, options, second_);
    EXPECT_NEAR(updated.summary.objective->primal, trained.summary.objective->primal,
                1e-8 * trained.summary.objective->primal);
    const Dataset data = read(second_, from);
    const auto a = test::all_scores(updated.model, data.rows());
    const auto b = test::all_scores(trained.model, data.rows());
    for (std::size_t i = 0; i < a.size(); ++i) expect_near(a[i], b[i], 1e-3);
  }
}

TEST_F(UpdateBatch, ASmallCLeavesTheModelNearlyAsItWas) {
  for (const std::string method : {"hsvm", "svm", "clade"}) {
    const Model from = saved(train(method, linear(method), first_).model);
    const Model updated = update(from, second_, {{"C", "1e-9"}}).model;
    EXPECT_LT(distance_between(updated, from), 1e-12) << method;
    const Model moved = update(from, second_).model;
    EXPECT_GT(distance_between(moved, from), 1e-2) << method;
  }
}

TEST_F(UpdateBatch, WeightsOfFeaturesThatNoExampleHasStay) {
  const Model from = saved(train("hsvm", {}, first_).model);
  const Model updated = update(from, second_).model;
  EXPECT_EQ(from.feature_count(), 6U);
  EXPECT_EQ(updated.feature_count(), 10U);
  EXPECT_EQ(updated.precision(), Precision::single);
  const std::vector<double> before = numbers(ModelParts(from).weights());
  const std::vector<double> after = numbers(ModelParts(updated).weights());
  const std::size_t kept = 3 * from.unit_count();  // 1, 2 and 3
  EXPECT_TRUE(std::equal(before.begin(), before.begin() + static_cast<std::ptrdiff_t>(kept),
                         after.begin()));
  EXPECT_FALSE(std::equal(before.begin(), before.end(), after.begin()));
}

TEST_F(UpdateBatch, TheModelKeepsItsOptionsAndIsItselfAModelToGoOnFrom) {
  const Model from = saved(train("clade", linear("clade", {{"C", "2"}}), first_).model);
  const Model once = saved(update(from, second_, {{"C", "0.5"}, {"max_epochs", "500"}}).model);
  EXPECT_EQ(once.options(), from.options());
  EXPECT_EQ(once.label_set_rule(), from.label_set_rule());
  EXPECT_EQ(once.unit_names(), from.unit_names());
  const Trained twice = update(once, first_);
  EXPECT_EQ(twice.summary.stopped, Stop::tolerance);
  EXPECT_EQ(twice.model.feature_count(), 10U);
}

// What the data decided when the model was trained stays.
TEST_F(UpdateBatch, CladeKeepsTheFormOfTheModel) {
  const std::string several = "A1,B1 1:1\nA2 2:1\nB2 1:0.5 3:1\nB1 4:1\n";
  const Model ranking = train("clade", linear("clade"), first_).model;
  EXPECT_EQ(update(ranking, several).model.label_set_rule(), LabelSetRule::top1);
  const Model binary = train("clade", linear("clade"), several).model;
  EXPECT_EQ(binary.label_set_rule(), LabelSetRule::sign);
  const Trained updated = update(binary, second_);
  EXPECT_EQ(updated.model.label_set_rule(), LabelSetRule::sign);
  EXPECT_EQ(updated.summary.dual_variables_total, 50U * 4);
}

TEST_F(UpdateBatch, AKernelModelSaysHowToTrainOneThatCanGoOn) {
  const Model from = saved(train("clade", {}, first_).model);
  ASSERT_EQ(from.kernel(), KernelKind::rbf);
  expect_error([&] { update(from, second_); }, ErrorKind::usage, "train with `kernel=linear`");
}

TEST_F(UpdateBatch, NeedsAFiniteC) {
  const Model from = train("hsvm", {}, first_).model;
  for (const std::string C : {"inf", "auto"}) {
    expect_error([&] { update(from, second_, {{"C", C}}); }, ErrorKind::usage, "got " + C);
  }
}

TEST_F(UpdateBatch, LossesOfAFileAreGivenAgain) {
  const std::string matrix = write("matrix.tsv",
                                   "\tA1\tA2\tB1\tB2\nA1\t0\t1\t2\t3\nA2\t1\t0\t2\t2\n"
                                   "B1\t2\t2\t0\t1\nB2\t2\t2\t1\t0\n");
  for (const std::string method : {"hsvm", "svm"}) {
    const Model from = saved(train(method, {{"loss", "matrix:" + matrix}}, first_).model);
    expect_error([&] { update(from, second_); }, ErrorKind::usage, "expected matrix:FILE");
    EXPECT_EQ(update(from, second_, {{"loss", "matrix:" + matrix}}).summary.stopped,
              Stop::tolerance);
  }
}

// ---- The method that made a model

TEST_F(UpdateBatch, TheMethodOfAModelHasItsParameters) {
  const std::map<std::string, Options> options{
      {"hsvm",
       {{"loss", "symdiff"},
        {"attributes", "leaf:0.123456789"},
        {"slack", "pair"},
        {"slack_power", "2"},
        {"C", "0.1"},
        {"scale_C", "n"},
        {"class_weight", "balanced"},
        {"bias", "feature"},
        {"precision", "double"},
        {"tolerance", "0.0123"},
        {"max_epochs", "77"}}},
      {"svm", {{"constraints", "binary"}, {"C", "3e-07"}}},
      {"clade", {{"flat", "true"}, {"C", "12345.678"}, {"bias", "feature"}}},
      {"perceptron",
       {{"update", "averaged"},
        {"loss", "sibling"},
        {"attributes", "class-depth"},
        {"bias", "feature"},
        {"precision", "double"}}},
      {"hieron", {{"update", "averaged"}, {"flat", "true"}, {"precision", "double"}}}};
  for (const auto& [name, given] : options) {
    const Model model = saved(train(name, given, first_).model);
    const auto method = method_of(model);
    EXPECT_EQ(method->name(), name);
    const std::vector<Parameter> parameters = method->parameters();
    for (const auto& option : given) {
      const auto found =
          std::find_if(parameters.begin(), parameters.end(),
                       [&option](const Parameter& p) { return p.name == option.first; });
      ASSERT_NE(found, parameters.end()) << name << " " << option.first;
      EXPECT_EQ(found->get(), option.second) << name << " " << option.first;
    }
  }
}

TEST_F(UpdateBatch, OptionsThatMakeNoSenseAreADamagedModel) {
  const Model good = train("hsvm", {}, first_).model;
  const auto with = [&good](const std::string& method, const Options& options) {
    return ModelBuilder(method, options, good.label_space(), ModelParts(good).attributes()).build();
  };
  expect_error([&] { method_of(with("hsvm", {{"C", "-1"}})); }, ErrorKind::model, "`C`");
  expect_error([&] { method_of(with("clade", {{"D", "1"}})); }, ErrorKind::model, "'D'");
  expect_error([&] { method_of(with("hieron", {{"C", "1"}})); }, ErrorKind::model, "'C'");
  expect_error([&] { method_of(with("magic", {})); }, ErrorKind::model, "'magic'");
}

}  // namespace
}  // namespace clade::detail
