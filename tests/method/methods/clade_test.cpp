// What the default method chooses by its data, and what is left to options.
#include <fmt/core.h>
#include <gtest/gtest.h>

#include <string>

#include "base/random.h"
#include "base/train_context.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::Options;
using test::parameter_of;
using test::train_files;

const std::string tree = "root\tA\nroot\tB\nA\tA1\nA\tA2\nB\tB1\nB\tB2\n";

std::string option_of(const Model& model, const std::string& name) {
  for (const auto& [key, value] : model.options()) {
    if (key == name) return value;
  }
  return "(none)";
}

// So many of 100 examples have two labels.
std::string lines(std::size_t with_two, std::size_t features = 5) {
  const std::vector<std::string> leaves{"A1", "A2", "B1", "B2"};
  Random random(7);
  std::string text;
  for (std::size_t i = 0; i < 100; ++i) {
    const std::size_t k = random.below(4);
    text += leaves[k] + (i < with_two ? "," + leaves[(k + 1) % 4] : "");
    for (std::size_t j = 1; j <= features; ++j) {
      text += fmt::format(" {}:{:.4f}", j, random.normal() + (j == k + 1 ? 2 : 0));
    }
    text += "\n";
  }
  return text;
}

class Clade : public ::testing::Test {
 protected:
  test::Run run(const std::string& text, const Options& options = {}, unsigned threads = 1) const {
    return train_files("clade", options, folder_.write("data.svm", text), taxonomy_, threads);
  }
  Model train(const std::string& text, const Options& options = {}) const {
    return run(text, options).trained.model;
  }
  // As method `clade` settles for these examples under labels of this kind.
  std::unique_ptr<Method> settled(const std::string& text, LabelNodes nodes,
                                  const Options& options = {}, bool has_text = false) const {
    const auto method = make_method("clade");
    test::set_options(*method, options);
    ThreadPool pool(1);
    const std::vector<std::filesystem::path> paths{folder_.write("data.svm", text)};
    Records records = read_records(paths, {}, pool);
    records.has_text = has_text;
    const LabelSpace labels(TaxonomySource::from_option(taxonomy_), nodes, records.label_names);
    const Dataset data(std::move(records), labels);
    return method->settled(data, labels);
  }

  const test::TempFolder folder_;
  const std::string taxonomy_ = folder_.write("t.tsv", tree).string();
};

TEST_F(Clade, RanksWhereOneExampleInTwentyHasTwoLabels) {
  for (const std::size_t with_two : {0U, 5U, 9U}) {
    const Model model = train(lines(with_two), {{"kernel", "linear"}});
    EXPECT_EQ(option_of(model, "constraints"), "ranking") << with_two;
    EXPECT_EQ(option_of(model, "attributes"), "leaf:0.75");
    EXPECT_EQ(option_of(model, "slack_power"), "2");
    EXPECT_EQ(option_of(model, "loss"), "tree");
    EXPECT_EQ(option_of(model, "bias"), "none");
    EXPECT_EQ(option_of(model, "C"), "1");
    EXPECT_EQ(model.label_set_rule(), LabelSetRule::top1);
  }
}

TEST_F(Clade, SetsClassesAgainstZeroWhereOneExampleInFiveHasTwoLabels) {
  for (const std::size_t with_two : {10U, 20U}) {
    const Model model = train(lines(with_two), {{"kernel", "linear"}});
    EXPECT_EQ(option_of(model, "constraints"), "binary") << with_two;
    EXPECT_EQ(option_of(model, "attributes"), "leaf:0.75");
    EXPECT_EQ(option_of(model, "slack_power"), "2");
    EXPECT_EQ(option_of(model, "loss"), "zero-one");
    EXPECT_EQ(option_of(model, "bias"), "feature");
    EXPECT_EQ(model.label_set_rule(), LabelSetRule::sign);
  }
}

TEST_F(Clade, TakesWhatIsGiven) {
  const Model model = train(lines(20), {{"constraints", "ranking"},
                                        {"kernel", "linear"},
                                        {"bias", "none"},
                                        {"attributes", "unit"},
                                        {"C", "3"}});
  EXPECT_EQ(option_of(model, "constraints"), "ranking");
  EXPECT_EQ(option_of(model, "kernel"), "linear");
  EXPECT_EQ(option_of(model, "bias"), "none");
  EXPECT_EQ(option_of(model, "attributes"), "unit");
  EXPECT_EQ(option_of(model, "C"), "3");
}

TEST_F(Clade, HasAKernelAndAConstantForNumbers) {
  const Model model = train(lines(0));
  EXPECT_EQ(model.kernel(), KernelKind::rbf);
  EXPECT_EQ(option_of(model, "bias"), "feature");
  EXPECT_EQ(option_of(model, "constraints"), "ranking");
}

TEST_F(Clade, IsLinearForTextAndWhereAKernelDoesNotGo) {
  const auto kernel = [&](const Options& options, bool has_text) {
    const auto method = settled(lines(0), LabelNodes::terminal, options, has_text);
    return parameter_of(*method, "kernel").get();
  };
  EXPECT_EQ(kernel({}, false), "rbf");
  EXPECT_EQ(kernel({}, true), "linear");
  EXPECT_EQ(kernel({{"solver", "paper"}}, false), "linear");
  EXPECT_EQ(kernel({{"C", "inf"}}, false), "linear");
  EXPECT_EQ(kernel({{"C", "5"}}, false), "rbf");
  EXPECT_EQ(kernel({{"C", "auto"}}, false), "rbf");
  EXPECT_EQ(kernel({{"kernel", "poly"}}, true), "poly");
}

TEST_F(Clade, IsLinearForManyFeatures) {
  const auto with_features = [](int number) {
    std::string text;
    for (int i = 0; i < number; ++i) text += fmt::format("{} {}:1\n", i % 2 ? "A1" : "B1", i + 1);
    return text;
  };
  const auto kernel = [&](int features) {
    return parameter_of(*settled(with_features(features), LabelNodes::terminal), "kernel").get();
  };
  EXPECT_EQ(kernel(10'000), "rbf");
  EXPECT_EQ(kernel(10'001), "linear");
}

TEST_F(Clade, HasALowerCAndNoSharedAttributesWhereLabelsAreClosed) {
  const auto closed = settled(lines(20), LabelNodes::closed);
  EXPECT_EQ(parameter_of(*closed, "C").get(), "0.3");
  EXPECT_EQ(parameter_of(*closed, "attributes").get(), "leaf:1");
  EXPECT_EQ(parameter_of(*closed, "constraints").get(), "binary");
  const auto plain = settled(lines(20), LabelNodes::terminal);
  EXPECT_EQ(parameter_of(*plain, "C").get(), "1");
  EXPECT_EQ(parameter_of(*plain, "attributes").get(), "leaf:0.75");
  const auto given = settled(lines(20), LabelNodes::closed, {{"C", "2"}});
  EXPECT_EQ(parameter_of(*given, "C").get(), "2");
  EXPECT_EQ(parameter_of(*settled(lines(0), LabelNodes::closed, {{"C", "auto"}}), "C").get(),
            "auto");
}

TEST_F(Clade, ChoosesNoAttributesWhereItIsFlat) {
  const auto method = settled(lines(0), LabelNodes::terminal, {{"flat", "true"}});
  EXPECT_EQ(parameter_of(*method, "attributes").get(), "auto");
  EXPECT_EQ(parameter_of(*method, "attributes").idle(), "");
}

TEST_F(Clade, KeepsItsFormOnPartsOnceItIsSettled) {
  const auto method = settled(lines(20), LabelNodes::terminal);
  ThreadPool pool(1);
  Reporter silent;
  const std::vector<std::filesystem::path> paths{folder_.write("one.svm", lines(0))};
  Records records = read_records(paths, {}, pool);
  const LabelSpace labels(TaxonomySource::from_option(taxonomy_), LabelNodes::terminal,
                          records.label_names);
  const Dataset data(std::move(records), labels);
  TrainContext context{silent, pool, 0};
  EXPECT_EQ(option_of(method->train(data, labels, context).model, "constraints"), "binary");
}

TEST_F(Clade, StoredOptionsAreThoseOfTheMethodOfTheModel) {
  for (const Options& options :
       {Options{}, Options{{"kernel", "linear"}, {"C", "0.25"}}, Options{{"flat", "true"}}}) {
    const Model model = train(lines(20), options);
    const auto method = method_of(model);
    EXPECT_EQ(method->name(), "clade");
    for (const Parameter& p : method->parameters()) {
      if (p.name == "gamma" || p.name == "sigma") continue;  // a number stands for either
      EXPECT_EQ(p.get(), option_of(model, p.name)) << p.name;
    }
    EXPECT_EQ(method->traits().kernel, model.kernel());
  }
}

TEST_F(Clade, LeavesTheSameModelWithAnyNumberOfThreads) {
  for (const std::size_t with_two : {0U, 20U}) {
    std::vector<std::vector<std::vector<double>>> scores;
    for (const unsigned threads : {1U, 4U}) {
      const test::Run one = run(lines(with_two), {}, threads);
      scores.push_back(test::all_scores(one.trained.model, one.data.rows()));
    }
    EXPECT_EQ(scores[0], scores[1]);
  }
}

}  // namespace
}  // namespace clade::detail
