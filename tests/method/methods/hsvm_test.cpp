#include <fmt/core.h>
#include <gtest/gtest.h>

#include <array>
#include <cmath>
#include <string>

#include "base/random.h"
#include "base/train_context.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::expect_error;
using test::Options;
using test::train_files;

const std::string tree = "root\tA\nroot\tB\nA\tA1\nA\tA2\nB\tB1\nB\tB2\n";
const std::vector<std::string> leaves{"A1", "A2", "B1", "B2"};

std::string random_lines(std::uint64_t seed, std::size_t examples,
                         std::size_t copies_of_first = 1) {
  Random random(seed);
  std::string text;
  for (std::size_t i = 0; i < examples; ++i) {
    std::string line = leaves[random.below(4)];
    for (int j = 1; j <= 5; ++j) line += fmt::format(" {}:{:.4f}", j, random.normal());
    for (std::size_t k = 0; k < (i == 0 ? copies_of_first : 1); ++k) text += line + "\n";
  }
  return text;
}

std::string option_of(const Model& model, const std::string& name) {
  for (const auto& [key, value] : model.options()) {
    if (key == name) return value;
  }
  return "(none)";
}

TEST(Hsvm, FlatIsAOneLevelTaxonomy) {
  const test::TempFolder folder;
  const auto data = folder.write("data.svm", random_lines(1, 40));
  const auto taxonomy = folder.write("t.tsv", tree);
  const auto flat = train_files("svm", {{"tolerance", "1e-8"}}, data, taxonomy);
  const auto level = train_files("hsvm", {{"tolerance", "1e-8"}, {"loss", "zero-one"}}, data, "");
  EXPECT_NEAR(flat.trained.summary.objective->primal, level.trained.summary.objective->primal,
              1e-6 * level.trained.summary.objective->primal);
}

// The unbalanced tree r -> (a -> (a1, a2 -> a21), c): a path shares its length equally over its
// longest continuation, and a1 takes the two thirds that a leaves.
TEST(Hsvm, NormalizedAttributesAreThoseOfAHandMadeFile) {
  const test::TempFolder folder;
  const auto taxonomy = folder.write("t.tsv", "r\ta\nr\tc\na\ta1\na\ta2\na2\ta21\n");
  Random random(11);
  std::string text;
  for (int i = 0; i < 30; ++i) {
    text += std::array{"a1", "a21", "c"}[random.below(3)];
    for (int j = 1; j <= 4; ++j) text += fmt::format(" {}:{:.4f}", j, random.normal());
    text += '\n';
  }
  const auto data = folder.write("data.svm", text);
  const double third = std::sqrt(1.0 / 3), two_thirds = std::sqrt(2.0 / 3);
  const auto file = folder.write(
      "attributes.tsv",
      fmt::format("c\t1:1\na1\t2:{0} 3:{1}\na21\t2:{0} 4:{0} 5:{0}\n", third, two_thirds));
  for (const char* method : {"hsvm", "perceptron"}) {
    Options options{{"attributes", "normalized"}};
    if (std::string_view(method) == "hsvm") options.push_back({"tolerance", "1e-8"});
    const auto named = train_files(method, options, data, taxonomy);
    options[0].second = "file:" + file.string();
    const auto made = train_files(method, options, data, taxonomy);
    std::vector<double> a(3), b(3);
    const std::vector<Feature> row{{1, 0.5F}, {2, -0.25F}, {4, 1.0F}};
    named.trained.model.scores<float>(row, a);
    made.trained.model.scores<float>(row, b);
    for (std::size_t c = 0; c < 3; ++c) EXPECT_NEAR(a[c], b[c], 1e-5) << method;
    EXPECT_GT(std::abs(a[0]), 1e-3);
  }
}

TEST(Hsvm, AWeightOfTwoIsACopy) {
  const test::TempFolder folder;
  const auto taxonomy = folder.write("t.tsv", tree);
  const auto weighted = folder.write("one.svm", random_lines(2, 30));
  const auto copied = folder.write("two.svm", random_lines(2, 30, 2));
  std::string weights = "2\n";
  for (int i = 1; i < 30; ++i) weights += "1\n";
  const auto weight_file = folder.write("weights.tsv", weights);
  const Options exact{{"tolerance", "1e-8"}};
  const std::vector<Options> choices{{},
                                     {{"scale_C", "n"}, {"C", "40"}},
                                     {{"class_weight", "balanced"}},
                                     {{"kernel", "rbf"}, {"sigma", "median"}}};
  for (const Options& chosen : choices) {
    Options options = exact;
    options.insert(options.end(), chosen.begin(), chosen.end());
    const double a = train_files("hsvm", options, weighted, taxonomy, 1, weight_file)
                         .trained.summary.objective->primal;
    const double b =
        train_files("hsvm", options, copied, taxonomy).trained.summary.objective->primal;
    EXPECT_NEAR(a, b, 1e-6 * b) << (chosen.empty() ? "" : chosen.front().first);
  }
}

TEST(Hsvm, ScaleCDividesByTheNumberOfExamples) {
  const test::TempFolder folder;
  const auto taxonomy = folder.write("t.tsv", tree);
  const auto data = folder.write("data.svm", random_lines(3, 25));
  const double scaled =
      train_files("hsvm", {{"C", "50"}, {"scale_C", "n"}, {"tolerance", "1e-8"}}, data, taxonomy)
          .trained.summary.objective->primal;
  const double plain = train_files("hsvm", {{"C", "2"}, {"tolerance", "1e-8"}}, data, taxonomy)
                           .trained.summary.objective->primal;
  EXPECT_NEAR(scaled, plain, 1e-6 * plain);
}

TEST(Hsvm, BiasFeatureIsAConstantColumn) {
  const test::TempFolder folder;
  const auto taxonomy = folder.write("t.tsv", tree);
  const std::string lines = random_lines(4, 30);
  std::string with_column;
  for (std::size_t begin = 0; begin < lines.size();) {
    const std::size_t end = lines.find('\n', begin);
    with_column += lines.substr(begin, end - begin) + " 6:1\n";
    begin = end + 1;
  }
  const auto plain = folder.write("plain.svm", lines);
  const auto column = folder.write("column.svm", with_column);
  const auto a = train_files("hsvm", {{"bias", "feature"}, {"tolerance", "1e-8"}, {"C", "0.1"}},
                             plain, taxonomy);
  const auto b = train_files("hsvm", {{"tolerance", "1e-8"}, {"C", "0.1"}}, column, taxonomy);
  EXPECT_NEAR(a.trained.summary.objective->primal, b.trained.summary.objective->primal,
              1e-6 * b.trained.summary.objective->primal);
  const auto scores_a = test::all_scores(a.trained.model, a.data.rows());
  const auto scores_b = test::all_scores(b.trained.model, b.data.rows());
  for (std::size_t i = 0; i < scores_a.size(); ++i) {
    for (std::size_t c = 0; c < 4; ++c) EXPECT_NEAR(scores_a[i][c], scores_b[i][c], 1e-3);
  }
}

TEST(Hsvm, BalancedClassWeightsRaiseTheRareClass) {
  const test::TempFolder folder;
  // Nine of one class around one of another, at the same place: the majority wins without weights.
  std::string lines = "B 1:1\n";
  for (int i = 0; i < 9; ++i) lines += "A 1:1\n";
  const auto data = folder.write("data.svm", lines);
  const auto plain = train_files("svm", {{"C", "0.1"}}, data, "");
  const auto balanced = train_files("svm", {{"C", "0.1"}, {"class_weight", "balanced"}}, data, "");
  const auto margin = [](const test::Run& run) {
    const auto scores = test::all_scores(run.trained.model, run.data.rows())[0];
    return scores[0] - scores[1];  // B comes first
  };
  EXPECT_LT(margin(plain), -0.5);
  EXPECT_GT(margin(balanced), -0.1);
}

TEST(Hsvm, RefusesALossWithBinaryConstraints) {
  const test::TempFolder folder;
  const auto data = folder.write("data.svm", random_lines(5, 10));
  const auto taxonomy = folder.write("t.tsv", tree);
  expect_error(
      [&] {
        train_files("hsvm", {{"constraints", "binary"}, {"loss", "tree"}}, data, taxonomy);
      },
      ErrorKind::usage, "`loss`");
}

TEST(Hsvm, RefusesWhatDoesNotGoTogetherBeforeDataAreRead) {
  const auto method = make_method("hsvm");
  test::set_options(*method, {{"constraints", "binary"}, {"loss", "tree"}});
  expect_error([&] { method->check_parameters(); }, ErrorKind::usage, "`loss`");
}

TEST(Hsvm, RefusesAnExampleWhoseWeightMakesCVanish) {
  const test::TempFolder folder;
  const auto data = folder.write("data.svm", "A 1:1\nB 2:1\n");
  const auto weights = folder.write("w.tsv", "1\n1e-12\n");
  expect_error(
      [&] {
        train_files("svm", {{"C", "1e-25"}}, data, "", 1, weights);
      },
      ErrorKind::usage, "example 1 has C");
}

TEST(Hsvm, KeepsNoFolderInTheModel) {
  const test::TempFolder folder;
  const auto data = folder.write("data.svm", "A 1:1\nB 2:1\n");
  const auto loss = folder.write("loss.tsv", "\tA\tB\nA\t0\t1\nB\t2\t0\n");
  const auto run = train_files("hsvm", {{"loss", "matrix:" + loss.string()}}, data, "");
  EXPECT_EQ(option_of(run.trained.model, "loss"), "matrix:loss.tsv");
}

// Classes that share a parent have an inner product of 1/2 with `depth`.
TEST(Attributes, ATableOfTheirInnerProductsGivesTheSameScores) {
  const test::TempFolder folder;
  const auto taxonomy = folder.write("t.tsv", tree);
  const auto data = folder.write("data.svm", random_lines(5, 30));
  const auto table = folder.write(
      "s.tsv",
      "\tB2\tA1\tA2\tB1\nA1\t0\t1\t.5\t0\nA2\t0\t.5\t1\t0\nB1\t.5\t0\t0\t1\nB2\t1\t0\t0\t.5\n");
  for (const Options& more : {Options{{"tolerance", "1e-10"}}, Options{{"epochs", "3"}}}) {
    const std::string method = more[0].first == "epochs" ? "perceptron" : "hsvm";
    Options with_table = more;
    with_table.emplace_back("attributes", "similarity:" + table.string());
    const auto plain = train_files(method, more, data, taxonomy);
    const auto similar = train_files(method, with_table, data, taxonomy);
    EXPECT_EQ(option_of(similar.trained.model, "attributes"), "similarity:s.tsv");
    const auto expected = test::all_scores(plain.trained.model, plain.data.rows());
    const auto scores = test::all_scores(similar.trained.model, similar.data.rows());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      for (std::size_t c = 0; c < scores[i].size(); ++c) {
        EXPECT_NEAR(scores[i][c], expected[i][c], 1e-4) << method;
      }
    }
  }
}

TEST(PaperSolver, IsThereForEveryMethodWithAMargin) {
  const test::TempFolder folder;
  const auto taxonomy = folder.write("t.tsv", tree);
  const auto data = folder.write("data.svm", random_lines(6, 30));
  for (const std::string method : {"hsvm", "svm", "clade"}) {
    Options options{{"tolerance", "1e-5"}};
    if (method == "clade") options.emplace_back("kernel", "linear");
    const auto fast = train_files(method, options, data, taxonomy);
    const auto paper =
        train_files(method, {{"tolerance", "1e-5"}, {"solver", "paper"}}, data, taxonomy);
    EXPECT_NEAR(paper.trained.summary.objective->primal, fast.trained.summary.objective->primal,
                1e-4 * fast.trained.summary.objective->primal)
        << method;
    EXPECT_EQ(option_of(paper.trained.model, "solver"), "paper");
  }
}

TEST(PaperSolver, RefusesWhatItCannotDo) {
  const auto expect_usage = [](const std::string& name, const Options& options,
                               std::string_view message) {
    const auto method = make_method(name);
    test::set_options(*method, options);
    expect_error([&] { method->check_parameters(); }, ErrorKind::usage, message);
  };
  for (const char* name : {"hsvm", "svm", "clade"}) {
    expect_usage(name, {{"solver", "paper"}, {"C", "inf"}}, "`C`: expected a finite number");
    expect_usage(name, {{"paper_step", "all"}}, "`paper_step`: expected `solver=paper`");
    expect_usage(name, {{"no_active_set", "true"}}, "`no_active_set`: expected `solver=paper`");
    expect_usage(name, {{"solver", "paper"}, {"paper_step", "all"}, {"no_active_set", "true"}},
                 "`no_active_set`: expected `paper_step=instance`");
  }
}

TEST(Svm, HasNoOptionsOfTheTaxonomy) {
  const auto method = make_method("svm");
  for (const Parameter& p : method->parameters()) {
    EXPECT_NE(p.name, "flat");
    EXPECT_NE(p.name, "attributes");
  }
}

TEST(Hsvm, RefusesAnUnknownOptionValueWithTheNearest) {
  const auto method = make_method("hsvm");
  expect_error(
      [&] {
        test::set_options(*method, {{"constraints", "binery"}});
      },
      ErrorKind::usage, "did you mean 'binary'");
  expect_error(
      [&] {
        test::set_options(*method, {{"C", "-3"}});
      },
      ErrorKind::usage, "`C`: expected a number above 0, inf or auto, got '-3'");
  expect_error(
      [&] {
        test::set_options(*method, {{"slack_power", "3"}});
      },
      ErrorKind::usage, "`slack_power`: expected 1 or 2");
  expect_error([] { make_method("hsmv"); }, ErrorKind::usage, "did you mean 'hsvm'");
}

TEST(Hsvm, PathLabelsTrainTheirPathAndPredictTerminalNodes) {
  const test::TempFolder folder;
  const auto data =
      folder.write("data.svm", "A 1:1 2:0.1\nA1 1:1 3:1\nA2 1:1 3:-1\nB1 1:-1 3:1\nB2 1:-1 3:-1\n");
  const auto taxonomy = folder.write("t.tsv", tree);
  ThreadPool pool(1);
  Reporter reporter;
  TrainContext context{reporter, pool, 0};
  const std::vector<std::filesystem::path> paths{data};
  Records records = read_records(paths, {}, pool);
  const LabelSpace labels(TaxonomySource::from_option(taxonomy), LabelNodes::path,
                          records.label_names);
  const Dataset dataset(std::move(records), labels);
  const auto trained = make_method("hsvm")->train(dataset, labels, context);
  const auto& rows = std::get<SparseRows<float>>(dataset.rows());
  const auto best = trained.model.predict(rows.row(0), 10);
  EXPECT_EQ(best.size(), 4U);  // the inner node A is never predicted
  EXPECT_EQ(labels.name(best[0].label).substr(0, 1), "A");
  EXPECT_EQ(labels.name(best[1].label).substr(0, 1), "A");
  EXPECT_EQ(trained.summary.dual_variables_total, 2U + 4 * 3);
}

TEST(Hsvm, EveryClassTrueLeavesNothingToRank) {
  const test::TempFolder folder;
  const auto taxonomy = folder.write("t.tsv", tree);
  const auto data = folder.write("data.svm", "A1,A2,B1,B2 1:1\nA1,A2,B1,B2 2:1\n");
  const auto run = train_files("hsvm", {}, data, taxonomy);
  EXPECT_EQ(run.trained.summary.stopped, Stop::tolerance);
  EXPECT_EQ(run.trained.summary.objective->primal, 0);
}

TEST(Methods, PrecisionFollowsFromTheTolerance) {
  const auto method = make_method("hsvm");
  EXPECT_EQ(method->traits().precision, Precision::single);
  test::set_options(*method, {{"tolerance", "1e-7"}});
  EXPECT_EQ(method->traits().precision, Precision::double_);
  test::set_options(*method, {{"precision", "single"}});
  EXPECT_EQ(method->traits().precision, Precision::single);
}

}  // namespace
}  // namespace clade::detail
