#include "measure/calibrate.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <cmath>

#include "base/random.h"
#include "base/train_context.h"
#include "clade/probabilities.h"
#include "measure/evaluate_records.h"
#include "measure/fit_softmax.h"
#include "measure/reliability.h"
#include "tests/measure/small_data.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

const char* const tree = "root\ta\nroot\tb\na\ta1\na\ta2\na\ta3\nb\tb1\nb\tb2\n";
const std::vector<std::string> leaves{"a1", "a2", "a3", "b1", "b2"};

LabelSpace tree_labels() { return test::label_space(tree, leaves); }

// Scores at random, and labels drawn from the nested softmax of these scales.
HeldOut drawn_examples(const LabelSpace& labels, const std::vector<double>& scales,
                       std::size_t count) {
  const NestedSoftmax softmax(labels);
  Random random(4);
  HeldOut examples;
  examples.classes = labels.size();
  std::vector<double> groups, p(labels.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> scores;
    for (std::size_t c = 0; c < labels.size(); ++c) scores.push_back(random.normal());
    softmax.set_probabilities(scores, scales, groups, p);
    double u = random.uniform();
    std::size_t truth = 0;
    while (truth + 1 < p.size() && u > p[truth]) u -= p[truth++];
    for (const double s : scores) examples.scores.push_back(static_cast<float>(s));
    examples.labels.push(static_cast<ClassId>(truth));
    examples.labels.end_row();
  }
  return examples;
}

TEST(Calibrate, FindsTheScalesThatLabelsWereDrawnWith) {
  const LabelSpace labels = tree_labels();
  ThreadPool pool(2);
  const HeldOut examples = drawn_examples(labels, {4.0, 1.5}, 20000);
  const std::vector<double> scales = fit_scales(NestedSoftmax(labels), examples, pool);
  ASSERT_EQ(scales.size(), 2U);
  EXPECT_NEAR(scales[0], 4.0, 0.2);
  EXPECT_NEAR(scales[1], 1.5, 0.1);
}

// Labels drawn from choices with tails, some of them by frequency alone.
HeldOut drawn_with(const LabelSpace& labels, const std::vector<double>& scales,
                   const std::vector<Calibration::Choice>& choices,
                   const std::vector<double>& frequencies, std::size_t count) {
  const NestedSoftmax softmax(labels);
  const Csr<double> of_members = softmax.member_frequencies(frequencies);
  Random random(5);
  HeldOut examples;
  examples.classes = labels.size();
  std::vector<double> groups, p(labels.size());
  for (std::size_t i = 0; i < count; ++i) {
    std::vector<double> scores;
    for (std::size_t c = 0; c < labels.size(); ++c) scores.push_back(2 * random.normal());
    softmax.set_probabilities(scores, scales, choices, of_members, groups, p);
    double u = random.uniform();
    std::size_t truth = 0;
    while (truth + 1 < p.size() && u > p[truth]) u -= p[truth++];
    for (const double s : scores) examples.scores.push_back(static_cast<float>(s));
    examples.labels.push(static_cast<ClassId>(truth));
    examples.labels.end_row();
  }
  return examples;
}

TEST(Calibrate, FindsTheChoicesThatLabelsWereDrawnWith) {
  const LabelSpace labels = tree_labels();
  ThreadPool one(1), three(3);
  const std::vector<double> scales{2, 1}, frequencies{1, 2, 3, 4, 5};
  const std::vector<Calibration::Choice> truth{{4, 0.5, 0.02}, {2, 0.1, 0.2}};
  const HeldOut examples = drawn_with(labels, scales, truth, frequencies, 40000);
  const auto found = fit_choices(NestedSoftmax(labels), examples, scales, frequencies, one);
  ASSERT_EQ(found.size(), 2U);
  for (std::size_t level = 0; level < 2; ++level) {
    EXPECT_NEAR(found[level].scale / truth[level].scale, 1, 0.2) << level;
    EXPECT_NEAR(found[level].tail, truth[level].tail, 0.15) << level;
    EXPECT_NEAR(found[level].floor, truth[level].floor, 0.04) << level;
  }
  EXPECT_EQ(fit_choices(NestedSoftmax(labels), examples, scales, frequencies, three), found);
}

TEST(Calibrate, ChoicesStayNearASoftmaxWhereFewExamplesSpeak) {
  const LabelSpace labels = tree_labels();
  ThreadPool pool(1);
  const std::vector<double> scales{2, 1}, frequencies(5, 1.0);
  HeldOut examples;
  examples.classes = 5;
  examples.scores = {1, 0, 0, 0, 0};
  examples.labels.push_row(std::vector<ClassId>{ClassId{0}});
  for (const auto& choice :
       fit_choices(NestedSoftmax(labels), examples, scales, frequencies, pool)) {
    EXPECT_TRUE(std::isfinite(choice.scale) && choice.scale > 0.5);
    EXPECT_LT(choice.tail, 0.3);
    EXPECT_LT(choice.floor, 0.05);
  }
  examples = HeldOut();
  examples.classes = 5;
  const auto nothing = fit_choices(NestedSoftmax(labels), examples, scales, frequencies, pool);
  EXPECT_EQ(nothing, (std::vector<Calibration::Choice>{{2, 0, 0}, {1, 0, 0}}));
}

void append(HeldOut& to, const HeldOut& from) {
  to.scores.insert(to.scores.end(), from.scores.begin(), from.scores.end());
  for (std::size_t i = 0; i < from.size(); ++i) to.labels.push_row(from.labels.row(i));
}

TEST(Calibrate, AWeightOfThreeIsThreeExamples) {
  const LabelSpace labels = tree_labels();
  ThreadPool pool(1);
  const HeldOut some = drawn_examples(labels, {4.0, 1.5}, 5000),
                others = drawn_examples(labels, {1.0, 3.0}, 5000);
  HeldOut plain = some;
  append(plain, others);
  HeldOut copies = plain;
  append(copies, others);
  append(copies, others);
  HeldOut weighted = plain;
  weighted.weights.assign(5000, 1);
  weighted.weights.resize(10000, 3);
  const NestedSoftmax softmax(labels);
  const std::vector<double> frequencies(5, 1.0);
  const auto fitted = [&](const HeldOut& examples) {
    const auto scales = fit_scales(softmax, examples, pool);
    return std::pair(scales, fit_choices(softmax, examples, scales, frequencies, pool));
  };
  const auto of_weights = fitted(weighted), of_copies = fitted(copies), of_plain = fitted(plain);
  for (std::size_t level = 0; level < 2; ++level) {
    EXPECT_NEAR(of_weights.first[level] / of_copies.first[level], 1, 1e-3) << level;
    EXPECT_GT(std::abs(of_plain.first[level] / of_copies.first[level] - 1), 0.05) << level;
    EXPECT_NEAR(of_weights.second[level].scale / of_copies.second[level].scale, 1, 1e-2) << level;
  }
  const auto nodes = [&](const HeldOut& examples) {
    return fit_calibration(labels, examples, LabelKind::independent, {}, pool).nodes;
  };
  const auto by_weight = nodes(weighted), by_copies = nodes(copies), by_plain = nodes(plain);
  double most = 0;
  for (std::size_t node = 0; node < by_weight.size(); ++node) {
    EXPECT_NEAR(by_weight[node].slope, by_copies[node].slope, 5e-3) << node;
    EXPECT_NEAR(by_weight[node].offset, by_copies[node].offset, 5e-3) << node;
    most = std::max(most, std::abs(by_plain[node].slope - by_copies[node].slope));
  }
  EXPECT_GT(most, 0.05);
}

TEST(Calibrate, ScalesFollowTheUnitOfTheScores) {
  const LabelSpace labels = tree_labels();
  ThreadPool pool(1);
  HeldOut examples = drawn_examples(labels, {4.0, 1.5}, 1000);
  const std::vector<double> before = fit_scales(NestedSoftmax(labels), examples, pool);
  for (float& score : examples.scores) score *= 1024;
  const std::vector<double> after = fit_scales(NestedSoftmax(labels), examples, pool);
  for (std::size_t i = 0; i < 2; ++i) EXPECT_NEAR(after[i] * 1024 / before[i], 1, 1e-6);
}

TEST(Calibrate, ScalesAreFiniteWhereEveryChoiceIsRight) {
  const LabelSpace labels = tree_labels();
  ThreadPool pool(1);
  HeldOut examples;
  examples.classes = 5;
  for (std::uint32_t c = 0; c < 5; ++c) {
    for (std::uint32_t k = 0; k < 5; ++k) examples.scores.push_back(k == c ? 1.0F : 0.0F);
    examples.labels.push_row(std::vector<ClassId>{static_cast<ClassId>(c)});
  }
  for (const double scale : fit_scales(NestedSoftmax(labels), examples, pool)) {
    EXPECT_TRUE(std::isfinite(scale) && scale > 1) << scale;
  }
}

// A label is as likely as its score says, and a class that is never seen is unlikely.
TEST(Calibrate, NodesOfSeveralLabelsAreAsProbableAsTheyAreFrequent) {
  const LabelSpace labels = tree_labels();
  Random random(8);
  HeldOut examples;
  examples.classes = 5;
  for (int i = 0; i < 4000; ++i) {
    for (std::uint32_t c = 0; c < 5; ++c) {
      const double score = random.normal();
      examples.scores.push_back(static_cast<float>(score));
      const bool is_true = random.uniform() < 1 / (1 + std::exp(-(3 * score - 1)));
      if (c != 4 && is_true) examples.labels.push(static_cast<ClassId>(c));
    }
    examples.labels.end_row();
  }
  ThreadPool pool(2);
  const Calibration calibration =
      fit_calibration(labels, examples, LabelKind::independent, {}, pool);
  const Taxonomy& taxonomy = labels.taxonomy();
  const Calibration::Line line = calibration.nodes[index_of(*taxonomy.find("a2"))];
  EXPECT_NEAR(line.slope, 3, 0.3);
  EXPECT_NEAR(line.offset, -1, 0.2);
  // Labels are drawn apart from each other here: the rest of a level says nothing.
  EXPECT_NEAR(calibration.levels[1][0], 1, 0.1);
  EXPECT_NEAR(calibration.levels[1][1], 0, 0.2);
  EXPECT_LT(calibration.nodes[index_of(*taxonomy.find("b2"))].offset, -3);
}

// Two groups of two classes, told apart by noisy features.
std::string noisy_data(std::size_t count, std::uint64_t seed, bool several) {
  Random random(seed);
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    const std::size_t truth = i % leaves.size();
    text += leaves[truth];
    if (several && random.uniform() < 0.3) text += "," + leaves[(truth + 2) % leaves.size()];
    for (std::size_t f = 0; f < leaves.size(); ++f) {
      const double value = random.normal() + (f == truth ? 1.5 : 0);
      text += fmt::format(" {}:{:.4f}", f + 1, value);
    }
    text += '\n';
  }
  return text;
}

struct CalibratedRun {
  test::TempFolder folder;
  std::string taxonomy = folder.write("taxonomy.tsv", tree).string();

  Model model(const std::string& method, const test::Options& options, bool several,
              unsigned threads = 1, std::uint32_t folds = 5) {
    const auto data = folder.write("train.svm", noisy_data(500, 1, several));
    const test::Run run = test::train_files(method, options, data, taxonomy, threads);
    const auto again = make_method(method);
    test::set_options(*again, options);
    Reporter reporter;
    ThreadPool pool(threads);
    TrainContext context{reporter, pool, 0};
    return calibrated(run.trained.model, *again, run.data, run.labels, folds, context);
  }
  Evaluation measured(const Model& model, bool several) {
    ThreadPool pool(1);
    const std::vector<std::filesystem::path> paths{
        folder.write("test.svm", noisy_data(1000, 2, several))};
    return evaluate_records(model, read_records(paths, {}, pool), {}, pool).evaluation;
  }
};

TEST(Calibrate, GivesEveryKindOfMethodProbabilitiesThatHold) {
  CalibratedRun run;
  const std::vector<std::pair<std::string, test::Options>> methods{
      {"clade", {}},
      {"perceptron", {}},
      {"dnc", {}},
      {"topdown-svm", {}},
      {"hsvm", {{"kernel", "rbf"}, {"gamma", "0.2"}}}};
  for (const auto& [name, options] : methods) {
    const Model model = run.model(name, options, false);
    ASSERT_NE(model.calibration(), nullptr) << name;
    EXPECT_EQ(model.calibration()->kind, LabelKind::exclusive);
    EXPECT_EQ(model.calibration()->examples, 500U);
    const Evaluation evaluation = run.measured(model, false);
    ASSERT_EQ(evaluation.reliability.size(), 2U);
    for (const LevelReliability& level : evaluation.reliability) {
      EXPECT_LT(level.ece, 0.08) << name << " at level " << level.level;
    }
    EXPECT_LT(evaluation.find("log_loss"), std::log(5.0)) << name;
  }
}

TEST(Calibrate, SeveralLabelsAreIndependent) {
  CalibratedRun run;
  const Model model = run.model("clade", {}, true);
  EXPECT_EQ(model.calibration()->kind, LabelKind::independent);
  const Evaluation evaluation = run.measured(model, true);
  for (const LevelReliability& level : evaluation.reliability) EXPECT_LT(level.ece, 0.1);
}

TEST(Calibrate, CoversAsOftenAsItSays) {
  CalibratedRun run;
  for (const bool several : {false, true}) {
    const ProbabilityMap map(run.model("clade", {}, several));
    const LabelSpace& labels = map.labels();
    ThreadPool pool(1);
    const std::vector<std::filesystem::path> paths{
        run.folder.write("test.svm", noisy_data(1000, 3, several))};
    const Dataset data(read_records(paths, {}, pool), labels);
    const Model model = run.model("clade", {}, several);
    Scorer scorer(model);
    Probabilities p;
    double held = 0;
    for (std::size_t i = 0; i < data.size(); ++i) {
      scorer.score(std::get<SparseRows<float>>(data.rows()).row(i));
      map.apply(scorer.class_scores(), p);
      const std::vector<NodeId> set = map.prediction_set(p, 0.8);
      const auto is_held = [&](ClassId label) {
        const auto above = labels.taxonomy().ancestor_set(labels.node(label));
        return std::any_of(set.begin(), set.end(), [&](NodeId node) {
          return std::find(above.begin(), above.end(), node) != above.end();
        });
      };
      const auto truth = data.labels(i);
      held += std::all_of(truth.begin(), truth.end(), is_held) ? 1 : 0;
    }
    EXPECT_NEAR(held / 1000, 0.8, 0.05) << several;
  }
}

TEST(Calibrate, DoesNotDependOnTheNumberOfThreads) {
  CalibratedRun run;
  for (const bool several : {false, true}) {
    const Model one = run.model("clade", {}, several, 1),
                three = run.model("clade", {}, several, 3);
    EXPECT_EQ(one.calibration()->scales, three.calibration()->scales);
    EXPECT_EQ(one.calibration()->choices, three.calibration()->choices);
    EXPECT_EQ(one.calibration()->levels, three.calibration()->levels);
    EXPECT_EQ(one.calibration()->truths, three.calibration()->truths);
  }
}

// A class that is said to be there nine times as often is so probable where features say nothing.
TEST(Calibrate, FollowsTheWeightsOfExamples) {
  CalibratedRun run;
  std::string text;
  Random random(6);
  for (int i = 0; i < 400; ++i) {
    text += fmt::format("{} 1:{:.4f}\n", i % 2 == 0 ? "a1" : "b1", random.normal());
  }
  const auto probability_of_a1 = [&](double weight_of_a1) {
    std::string weights;
    for (int i = 0; i < 400; ++i) weights += fmt::format("{}\n", i % 2 == 0 ? weight_of_a1 : 1.0);
    const test::Run trained =
        test::train_files("clade", {}, run.folder.write("train.svm", text), run.taxonomy, 1,
                          run.folder.write("weights.txt", weights));
    const auto method = make_method("clade");
    Reporter reporter;
    ThreadPool pool(1);
    TrainContext context{reporter, pool, 0};
    const Model model =
        calibrated(trained.trained.model, *method, trained.data, trained.labels, 5, context);
    const ProbabilityMap map(model);
    Scorer scorer(model);
    Probabilities p;
    scorer.score(std::get<SparseRows<float>>(trained.data.rows()).row(0));
    map.apply(scorer.class_scores(), p);
    return p.classes[index_of(*map.labels().find("a1"))];
  };
  EXPECT_NEAR(probability_of_a1(1), 0.5, 0.1);
  EXPECT_NEAR(probability_of_a1(9), 0.9, 0.07);
}

TEST(Calibrate, TakesTheChosenCForItsFolds) {
  CalibratedRun run;
  const Model chosen = run.model("hsvm", {{"C", "auto"}}, false);
  std::string C;
  for (const auto& [name, value] : chosen.options()) C = name == "C" ? value : C;
  ASSERT_NE(C, "auto");
  EXPECT_EQ(run.model("hsvm", {{"C", C}}, false).calibration()->scales,
            chosen.calibration()->scales);
}

TEST(Calibrate, NeedsExamplesToHoldOut) {
  CalibratedRun run;
  const auto data = run.folder.write("few.svm", "a1 1:1\na2 2:1\nb1 3:1\nb1 3:2\n");
  const test::Run trained = test::train_files("hsvm", {}, data, run.taxonomy);
  const auto method = make_method("hsvm");
  Reporter reporter;
  ThreadPool pool(1);
  TrainContext context{reporter, pool, 0};
  test::expect_error(
      [&] { calibrated(trained.trained.model, *method, trained.data, trained.labels, 5, context); },
      ErrorKind::input, "`calibrate` needs 5 examples or more");
}

TEST(Calibrate, OnePartIsAFifthOfTheExamples) {
  CalibratedRun run;
  for (const bool several : {false, true}) {
    const Model model = run.model("clade", {}, several, 1, 1);
    ASSERT_NE(model.calibration(), nullptr);
    EXPECT_EQ(model.calibration()->folds, 1U);
    EXPECT_NEAR(static_cast<double>(model.calibration()->examples), 100, 1);
    EXPECT_EQ(model.calibration()->sets.has_value(), several);
    for (const LevelReliability& level : run.measured(model, several).reliability) {
      EXPECT_LT(level.ece, 0.12) << several << " at level " << level.level;
    }
  }
}

std::size_t held_out_of(const std::string& text, std::uint32_t folds) {
  test::TempFolder folder;
  ThreadPool pool(1);
  const std::vector<std::filesystem::path> paths{folder.write("data.svm", text)};
  const LabelSpace labels = tree_labels();
  const Dataset data(read_records(paths, {}, pool), labels);
  return held_out_examples(data, labels, folds, 0);
}

TEST(Calibrate, OnePartIsNeverLarge) {
  std::string text;
  for (std::size_t i = 0; i < 120000; ++i) text += leaves[i % leaves.size()] + " 1:1\n";
  EXPECT_EQ(held_out_of(text, 1), 20000U);
  EXPECT_EQ(held_out_of(text, 5), 24000U);
}

TEST(Calibrate, SaysHowManyExamplesItCouldHoldOut) {
  EXPECT_EQ(held_out_of("a1 1:1\na2 2:1\nb1 3:1\n", 1), 0U);
  EXPECT_EQ(held_out_of("a1 1:1\na2 2:1\nb1 3:1\nb1 3:2\n", 1), 1U);
  EXPECT_EQ(held_out_of("a1 1:1\na2 2:1\nb1 3:1\nb1 3:2\n", 5), 0U);
}

TEST(Calibrate, OnePartNeedsAClassOfTwoExamples) {
  CalibratedRun run;
  const auto data = run.folder.write("few.svm", "a1 1:1\na2 2:1\nb1 3:1\n");
  const test::Run trained = test::train_files("hsvm", {}, data, run.taxonomy);
  const auto method = make_method("hsvm");
  Reporter reporter;
  ThreadPool pool(1);
  TrainContext context{reporter, pool, 0};
  test::expect_error(
      [&] { calibrated(trained.trained.model, *method, trained.data, trained.labels, 1, context); },
      ErrorKind::input, "`calibrate` needs an example of a class that has at least two");
}

TEST(Reliability, IsTheMeanDistanceInBinsOfEqualMass) {
  std::vector<std::pair<double, bool>> answers;
  for (int i = 0; i < 30; ++i) answers.emplace_back(0.25 + 0.01 * i, i % 2 == 0);
  const LevelReliability found = reliability_of(answers);
  ASSERT_EQ(found.bins.size(), 15U);
  double error = 0;
  for (std::size_t b = 0; b < 15; ++b) {
    EXPECT_EQ(found.bins[b].count, 2U);
    EXPECT_NEAR(found.bins[b].confidence, 0.255 + 0.02 * static_cast<double>(b), 1e-12);
    EXPECT_EQ(found.bins[b].accuracy, 0.5);
    error += std::abs(found.bins[b].confidence - 0.5) / 15;
  }
  EXPECT_NEAR(found.ece, error, 1e-12);
  EXPECT_EQ(reliability_of({{0.75, true}, {0.5, false}}).bins.size(), 2U);
  EXPECT_NEAR(reliability_of({{0.75, true}, {0.5, false}}).ece, 0.375, 1e-12);
}

TEST(Reliability, OfEqualConfidencesDoesNotDependOnTheirOrder) {
  std::vector<std::pair<double, bool>> answers(60, {0.5, false});
  for (std::size_t i = 0; i < 30; ++i) answers[i].second = true;
  const LevelReliability found = reliability_of(answers);
  EXPECT_NEAR(found.ece, 0, 1e-12);
  for (const ReliabilityBin& bin : found.bins) EXPECT_NEAR(bin.accuracy, 0.5, 1e-12);
}

}  // namespace
}  // namespace clade::detail
