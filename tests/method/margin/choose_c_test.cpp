#include "method/margin/choose_c.h"

#include <fmt/core.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/random.h"
#include "base/text.h"
#include "base/train_context.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::expect_error;
using test::Options;

const std::string tree = "root\tA\nroot\tB\nA\tA1\nA\tA2\nB\tB1\nB\tB2\n";
const std::vector<std::string> leaves{"A1", "A2", "B1", "B2"};

// Noisy points around a centre for each class; `scale` stretches the rows.
std::string lines(std::uint64_t seed, std::size_t examples, double noise, double scale = 1,
                  bool several_labels = false) {
  Random random(seed);
  std::string text;
  for (std::size_t i = 0; i < examples; ++i) {
    const std::size_t label = i % leaves.size();
    std::string line = leaves[label];
    if (several_labels && i % 3 == 0) line += "," + leaves[(label + 1) % leaves.size()];
    for (std::size_t j = 0; j < 6; ++j) {
      const double centre = j == label ? 1 : 0;
      line += fmt::format(" {}:{:.5f}", j + 1, scale * (centre + noise * random.normal()));
    }
    text += line + "\n";
  }
  return text;
}

// Keeps what it is told; asks to stop once it has heard of `patience` steps.
struct Listener : Reporter {
  std::vector<std::string> notes, stages, steps;
  std::size_t patience = ~std::size_t{0};
  void on_note(std::string_view note) override { notes.emplace_back(note); }
  void on_stage(std::string_view stage) override { stages.emplace_back(stage); }
  void on_step(const Steps& step) override { steps.emplace_back(step.last); }
  bool stop_requested() const override { return steps.size() >= patience; }
};

Trained train(const std::string& method_name, const Options& options,
              const std::filesystem::path& file, const std::string& taxonomy, Reporter& reporter,
              unsigned threads = 1, std::uint64_t seed = 0) {
  const auto method = make_method(method_name);
  test::set_options(*method, options);
  ThreadPool pool(threads);
  const std::vector<std::filesystem::path> paths{file};
  Records records = read_records(paths, {"", method->traits().precision}, pool);
  const LabelSpace labels(TaxonomySource::from_option(taxonomy), LabelNodes::terminal,
                          records.label_names);
  const Dataset data(std::move(records), labels);
  TrainContext context{reporter, pool, seed};
  return method->train(data, labels, context);
}

std::string C_of(const Trained& trained) {
  for (const auto& [name, value] : trained.model.options()) {
    if (name == "C") return value;
  }
  return "(none)";
}

class ChooseC : public testing::Test {
 protected:
  std::string taxonomy() const { return folder_.write("t.tsv", tree).string(); }
  std::filesystem::path data(const std::string& text) const {
    return folder_.write("data.svm", text);
  }
  std::string bytes(const Trained& trained) const {
    const auto file = folder_.path() / "model";
    trained.model.save(file);
    std::ifstream in(file, std::ios::binary);
    return {std::istreambuf_iterator<char>(in), {}};
  }
  test::TempFolder folder_;
};

struct Tried {
  double C, average_precision;
};

// From "C 2: held-out average precision 0.9, accuracy 0.8".
std::vector<Tried> tried(const Listener& listener) {
  std::vector<Tried> result;
  for (const std::string& note : listener.notes) {
    Tried one{};
    if (std::sscanf(note.c_str(), "C %lf: held-out average precision %lf", &one.C,
                    &one.average_precision) == 2) {
      result.push_back(one);
    }
  }
  return result;
}

TEST_F(ChooseC, TakesTheValueWithTheBestAveragePrecision) {
  const auto file = data(lines(1, 200, 0.6));
  for (const char* method : {"clade", "hsvm", "svm"}) {
    Listener listener;
    const Trained trained = train(method, {{"C", "auto"}}, file, taxonomy(), listener);
    const std::vector<Tried> all = tried(listener);
    ASSERT_GE(all.size(), 4U) << method;
    const auto chosen = std::find_if(all.begin(), all.end(), [&](const Tried& t) {
      return format_number(t.C) == C_of(trained);
    });
    ASSERT_NE(chosen, all.end()) << C_of(trained);
    for (const Tried& t : all) EXPECT_LE(t.average_precision, chosen->average_precision);
    EXPECT_THAT(listener.notes.back(), testing::HasSubstr("C " + C_of(trained) + " is the best"));
  }
}

TEST_F(ChooseC, LeavesTheModelOfThatValue) {
  const auto file = data(lines(2, 120, 0.8));
  Listener listener;
  const Trained chosen = train("clade", {{"C", "auto"}}, file, taxonomy(), listener);
  const Trained given = train("clade", {{"C", C_of(chosen)}}, file, taxonomy(), listener);
  EXPECT_EQ(bytes(chosen), bytes(given));
}

TEST_F(ChooseC, DoesNotDependOnThreads) {
  const auto file = data(lines(3, 150, 0.8));
  std::vector<std::string> heard, models;
  for (const unsigned threads : {1U, 2U, 4U, 7U}) {
    Listener listener;
    const Trained trained = train("hsvm", {{"C", "auto"}}, file, taxonomy(), listener, threads);
    heard.push_back(join(listener.notes, "\n"));
    models.push_back(bytes(trained));
  }
  for (std::size_t k = 1; k < heard.size(); ++k) {
    EXPECT_EQ(heard[k], heard[0]);
    EXPECT_EQ(models[k], models[0]);
  }
}

TEST_F(ChooseC, TheSeedCutsTheFolds) {
  const auto file = data(lines(4, 100, 1.2));
  Listener one, again, other;
  train("clade", {{"C", "auto"}}, file, taxonomy(), one, 1, 1);
  train("clade", {{"C", "auto"}}, file, taxonomy(), again, 1, 1);
  train("clade", {{"C", "auto"}}, file, taxonomy(), other, 1, 2);
  EXPECT_EQ(one.notes, again.notes);
  EXPECT_NE(one.notes, other.notes);
}

// Rows ten times as long want a hundredth of the C.
TEST_F(ChooseC, FollowsTheLengthOfTheRows) {
  Listener near, far;
  const Options options{{"C", "auto"}, {"kernel", "linear"}};
  train("clade", options, data(lines(5, 120, 0.7)), taxonomy(), near);
  train("clade", options, data(lines(5, 120, 0.7, 10)), taxonomy(), far);
  ASSERT_FALSE(near.steps.empty() || far.steps.empty());
  EXPECT_EQ(near.steps[0], "C 0.1");
  EXPECT_EQ(far.steps[0], "C 0.001");
}

TEST_F(ChooseC, ScalesWithTheNumberOfExamplesWhereCIsDividedByIt) {
  const auto file = data(lines(6, 100, 0.7));
  Listener listener, scaled;
  const auto plain = train("hsvm", {{"C", "auto"}}, file, taxonomy(), listener);
  const auto divided = train("hsvm", {{"C", "auto"}, {"scale_C", "n"}}, file, taxonomy(), scaled);
  EXPECT_NEAR(parse_double(C_of(divided)).value(), 100 * parse_double(C_of(plain)).value(), 1e-9);
}

TEST_F(ChooseC, WorksForSeveralLabelsAndEveryForm) {
  const auto file = data(lines(7, 90, 0.6, 1, true));
  for (const Options& more : std::vector<Options>{{},
                                                  {{"constraints", "binary"}},
                                                  {{"slack", "pair"}},
                                                  {{"slack_power", "2"}},
                                                  {{"bias", "feature"}},
                                                  {{"class_weight", "balanced"}},
                                                  {{"precision", "double"}}}) {
    Options options{{"C", "auto"}};
    options.insert(options.end(), more.begin(), more.end());
    Listener listener;
    EXPECT_EQ(train("hsvm", options, file, taxonomy(), listener).summary.stopped, Stop::tolerance);
    EXPECT_GE(tried(listener).size(), 4U);
  }
}

TEST_F(ChooseC, ValuesThatAreAllPerfectStayNearTheFirst) {
  Listener listener;
  const auto trained =
      train("clade", {{"C", "auto"}}, data(lines(8, 80, 0.01)), taxonomy(), listener);
  EXPECT_EQ(C_of(trained), "1");
  EXPECT_EQ(tried(listener).size(), 5U);  // two more on each side
}

TEST_F(ChooseC, StopsInTheMiddleWhenAsked) {
  for (const unsigned threads : {1U, 3U}) {
    Listener listener;
    listener.patience = 2;
    const Trained trained =
        train("clade", {{"C", "auto"}}, data(lines(9, 200, 0.8)), taxonomy(), listener, threads);
    EXPECT_EQ(trained.summary.stopped, Stop::interrupted);
    EXPECT_EQ(tried(listener).size(), 2U);
    EXPECT_EQ(listener.steps.size(), 2U);
  }
}

TEST_F(ChooseC, SaysWhatItIsDoing) {
  Listener listener;
  train("clade", {{"C", "auto"}}, data(lines(10, 60, 0.6)), taxonomy(), listener);
  EXPECT_THAT(listener.stages, testing::ElementsAre("choosing C", "training"));
  Listener without;
  train("clade", {}, data(lines(10, 60, 0.6)), taxonomy(), without);
  EXPECT_TRUE(without.notes.empty());
}

TEST_F(ChooseC, RefusesTooFewExamples) {
  const std::string message =
      "`C`: auto needs 5 examples or more of classes that have at least two";
  for (const char* text : {"A1 1:1\nB1 2:1\nA2 3:1\nB2 4:1\n",        // one of each
                           "A1 1:1\nA1 1:2\nB1 2:1\nB1 2:2\n",        // four
                           "? 1:1\n? 2:1\n? 1:2\n? 1:1\n? 3:1\n"}) {  // none has a label
    Listener listener;
    expect_error(
        [&] {
          train("clade", {{"C", "auto"}}, data(text), taxonomy(), listener);
        },
        ErrorKind::input, message);
  }
}

TEST_F(ChooseC, AClassWithOneExampleIsAlwaysTrained) {
  Listener listener;
  std::string text = "A2 9:1\n";
  for (int i = 0; i < 20; ++i) text += fmt::format("A1 1:1 3:0.{}\nB1 2:1 3:0.{}\n", i, 19 - i);
  EXPECT_EQ(train("clade", {{"C", "auto"}}, data(text), taxonomy(), listener).summary.stopped,
            Stop::tolerance);
  for (const Tried& t : tried(listener)) EXPECT_EQ(t.average_precision, 1);
}

TEST(MarginParams, CIsANumberInfOrAuto) {
  const auto method = make_method("hsvm");
  const auto C = [&] {
    for (const Parameter& p : method->parameters()) {
      if (p.name == "C") return p;
    }
    throw std::runtime_error("no C");
  };
  EXPECT_EQ(C().default_value, "1");
  for (const char* text : {"auto", "inf", "2.5"}) {
    C().set(text);
    EXPECT_EQ(C().get(), text);
  }
  expect_error([&] { C().set("Auto"); }, ErrorKind::usage,
               "`C`: expected a number above 0, inf or auto, got 'Auto'");
  EXPECT_EQ(C().get(), "2.5");
}

TEST(MarginParams, COfCladeMayBeTheUsualOne) {
  const auto method = make_method("clade");
  const auto C = [&] { return test::parameter_of(*method, "C"); };
  EXPECT_EQ(C().default_value, "usual");
  for (const char* text : {"auto", "inf", "2.5", "usual"}) {
    C().set(text);
    EXPECT_EQ(C().get(), text);
  }
  expect_error([&] { C().set("Auto"); }, ErrorKind::usage,
               "`C`: expected a number above 0, inf, auto or usual, got 'Auto'");
  EXPECT_EQ(C().get(), "usual");
}

// The largest value that may be chosen decides.
TEST(MarginParams, PrecisionOfAutoAllowsForALargeC) {
  const auto method = make_method("clade");
  test::set_options(*method, {{"C", "auto"}});
  EXPECT_EQ(method->traits().precision, Precision::single);
  test::set_options(*method, {{"tolerance", "5e-5"}});
  EXPECT_EQ(method->traits().precision, Precision::double_);
}

// On classes that noise hardly mixes, nearly all that is held out is put right, whatever scores a
// method has.
TEST_F(ChooseC, WorksForMethodsThatGoFromTheRootDown) {
  const auto file = data(lines(1, 80, 0.15));
  for (const char* method : {"topdown-svm", "topdown-psi", "psi", "transfer", "treeloss"}) {
    for (const char* kernel : {"linear", "rbf"}) {
      Listener listener;
      const Trained trained =
          train(method, {{"C", "auto"}, {"kernel", kernel}}, file, taxonomy(), listener);
      EXPECT_NE(C_of(trained), "auto") << method;
      double best = 0;
      for (const Tried& one : tried(listener)) best = std::max(best, one.average_precision);
      EXPECT_GT(best, 0.9) << method << kernel;
      EXPECT_GE(tried(listener).size(), 3U);
    }
  }
}

}  // namespace
}  // namespace clade::detail
