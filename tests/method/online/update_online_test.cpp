// Online methods that go on from a model: as if the examples had come in one stream.
#include <gtest/gtest.h>

#include <algorithm>
#include <string>
#include <vector>

#include "base/train_context.h"
#include "tests/method/update_support.h"

namespace clade::detail {
namespace {

using test::expect_error;
using test::expect_near;
using test::numbers;
using test::Options;

class UpdateOnline : public test::Update {
 protected:
  // In pieces of some lines each.
  Model resumed(const Model& from, const std::string& text, std::size_t lines) const {
    ThreadPool pool(1);
    Reporter silent;
    TrainContext context{silent, pool, 0};
    const auto training = method_of(from)->resume(from, context);
    for (std::size_t begin = 0; begin < text.size();) {
      std::size_t end = begin;
      for (std::size_t k = 0; k < lines && end < text.size(); ++k) end = text.find('\n', end) + 1;
      EXPECT_TRUE(training->observe(read(text.substr(begin, end - begin), from)));
      begin = end;
    }
    return training->finish().model;
  }
};

struct Setting {
  std::string method;
  Options options;
  bool averaged;
};

std::vector<Setting> settings() {
  std::vector<Setting> all;
  for (const std::string precision : {"single", "double"}) {
    for (const std::string update : {"online", "averaged", "last"}) {
      for (const Options& more :
           {Options{}, Options{{"flat", "true"}}, Options{{"bias", "feature"}}}) {
        for (const std::string method : {"perceptron", "hieron"}) {
          if (method == "perceptron" && update == "last") continue;  // that is online
          Options options{{"epochs", "1"}, {"precision", precision}, {"update", update}};
          options.insert(options.end(), more.begin(), more.end());
          all.push_back({method, options, update == "averaged"});
        }
      }
    }
  }
  return all;
}

std::string text_of(const Setting& setting) {
  std::string text = setting.method;
  for (const auto& option : setting.options) text += " " + option.first + "=" + option.second;
  return text;
}

// The last weights to the bit, a mean up to rounding.
void expect_same(const Model& got, const Model& expected) {
  EXPECT_EQ(got.options(), expected.options());
  EXPECT_TRUE(std::ranges::equal(ModelParts(got).features().indices(),
                                 ModelParts(expected).features().indices()));
  ASSERT_TRUE(ModelParts(got).online() && ModelParts(expected).online());
  EXPECT_EQ(ModelParts(got).online()->steps, ModelParts(expected).online()->steps);
  ASSERT_EQ(ModelParts(got).online()->last.has_value(),
            ModelParts(expected).online()->last.has_value());
  if (ModelParts(expected).online()->last) {
    EXPECT_EQ(numbers(*ModelParts(got).online()->last),
              numbers(*ModelParts(expected).online()->last));
  }
  const std::vector<double> a = numbers(ModelParts(got).weights()),
                            b = numbers(ModelParts(expected).weights());
  double largest = 0;
  for (const double w : b) largest = std::max(largest, std::abs(w));
  EXPECT_GT(largest, 0);
  expect_near(a, b, largest * (got.precision() == Precision::single ? 1e-6 : 1e-14));
}

TEST_F(UpdateOnline, GivesTheModelOfOneStream) {
  for (const Setting& setting : settings()) {
    SCOPED_TRACE(text_of(setting));
    const Model whole = train(setting.method, setting.options, first_ + second_).model;
    const Model from = saved(train(setting.method, setting.options, first_).model);
    ASSERT_NE(from.feature_count(), whole.feature_count()) << "features must be new";
    const Model updated = update(from, second_).model;
    expect_same(updated, whole);
    EXPECT_NE(numbers(ModelParts(updated).weights()), numbers(ModelParts(from).weights()));
    if (!setting.averaged) {
      EXPECT_TRUE(bytes(updated) == bytes(whole));
    }
  }
}

TEST_F(UpdateOnline, AStreamGivesTheBytesOfTheFile) {
  for (const Setting& setting : settings()) {
    SCOPED_TRACE(text_of(setting));
    const Model from = saved(train(setting.method, setting.options, first_).model);
    const std::string expected = bytes(update(from, second_).model);
    EXPECT_TRUE(bytes(resumed(from, second_, 7)) == expected);
  }
}

TEST_F(UpdateOnline, ManyUpdatesAreStillOneStream) {
  for (const std::string method : {"perceptron", "hieron"}) {
    for (const std::string precision : {"single", "double"}) {
      const Options options{{"epochs", "1"}, {"update", "averaged"}, {"precision", precision}};
      const Model whole = train(method, options, first_ + second_).model;
      Model model = train(method, options, first_).model;
      for (std::size_t begin = 0; begin < second_.size();) {
        const std::size_t end = second_.find('\n', begin) + 1;
        model = update(saved(model), second_.substr(begin, end - begin)).model;
        begin = end;
      }
      EXPECT_EQ(numbers(*ModelParts(model).online()->last),
                numbers(*ModelParts(whole).online()->last));
      expect_near(numbers(ModelParts(model).weights()), numbers(ModelParts(whole).weights()),
                  precision == "single" ? 1e-5 : 1e-13);
    }
  }
}

// The options of the model say how it was trained first; an update is one pass unless more is
// asked for.
TEST_F(UpdateOnline, IsOnePassUnlessMoreAreAskedFor) {
  const Model from = train("perceptron", {{"epochs", "3"}}, first_).model;
  const Trained once = update(from, second_);
  EXPECT_EQ(once.summary.epochs, 1);
  EXPECT_EQ(once.model.options(), from.options());
  EXPECT_EQ(ModelParts(once.model).online()->steps, ModelParts(from).online()->steps + 50);
  const Trained more = update(from, second_, {{"epochs", "4"}});
  EXPECT_EQ(more.summary.epochs, 4);
  EXPECT_EQ(ModelParts(more.model).online()->steps, ModelParts(from).online()->steps + 200);
  EXPECT_EQ(more.model.options(), from.options());
  const Trained shuffled = update(from, second_, {{"order", "random"}});
  EXPECT_NE(numbers(ModelParts(shuffled.model).weights()),
            numbers(ModelParts(once.model).weights()));
}

TEST_F(UpdateOnline, CountsStepsOnAndInstancesAnew) {
  struct Listener : Reporter {
    std::vector<std::pair<std::uint64_t, std::size_t>> updates;
    std::uint64_t examples = 0;
    void on_update(const OnlineUpdate& u) override { updates.emplace_back(u.step, u.instance); }
    void on_pass(const Progress& p) override { examples = p.online->examples; }
  } listener;
  const Model from = train("hieron", {}, first_).model;
  update(from, second_, {}, &listener);
  ASSERT_FALSE(listener.updates.empty());
  for (const auto& [step, instance] : listener.updates) EXPECT_EQ(step, 60 + instance + 1);
  EXPECT_EQ(listener.examples, 50U);
}

TEST_F(UpdateOnline, LossesOfAFileAreGivenAgainAndAttributesAreInTheModel) {
  const std::string costs =
      write("costs.tsv",
            "root\t0\t1\t1\nA\t1\t2\t1\nB\t1\t1\t1\nA1\t1\t1\t1\nA2\t2\t1\t3\n"
            "B1\t1\t1\t1\nB2\t1\t1\t1\n");
  const std::string attributes =
      write("attributes.tsv", "A1\t1:1 2:0.5\nA2\t1:1 3:2\nB1\t4:1\nB2\t4:1 5:1\n");
  const Options options{
      {"epochs", "1"}, {"loss", "costs:" + costs}, {"attributes", "file:" + attributes}};
  const Model whole = train("perceptron", options, first_ + second_).model;
  const Model from = saved(train("perceptron", options, first_).model);
  std::filesystem::remove(attributes);
  EXPECT_TRUE(bytes(update(from, second_, {{"loss", "costs:" + costs}}).model) == bytes(whole));
  expect_error([&] { update(from, second_); }, ErrorKind::usage,
               "expected costs:FILE, got nothing");
  expect_error(
      [&] {
        update(from, second_, {{"loss", "tree"}});
      },
      ErrorKind::usage, "expected costs:FILE, got 'tree'");
  const Model tree = train("perceptron", {{"epochs", "1"}}, first_).model;
  expect_error(
      [&] {
        update(tree, second_, {{"loss", "symdiff"}});
      },
      ErrorKind::usage, "'tree', which stays");
}

TEST_F(UpdateOnline, MinoverNeedsAllExamples) {
  const Model from = train("perceptron", {{"update", "minover"}}, first_).model;
  EXPECT_EQ(ModelParts(from).online(), nullptr);
  expect_error([&] { update(from, second_); }, ErrorKind::usage, "minover");
}

TEST_F(UpdateOnline, AStreamIsOnePass) {
  const Model from = train("hieron", {}, first_).model;
  const auto method = method_of(from);
  for (const Parameter& p : method->update_parameters()) {
    if (p.name == "epochs") p.set("2");
  }
  ThreadPool pool(1);
  Reporter silent;
  TrainContext context{silent, pool, 0};
  expect_error([&] { method->resume(from, context); }, ErrorKind::usage, "read once");
}

// ---- Files of format 2

Model old_model(const std::string& name) {
  return Model::load(std::filesystem::path(CLADE_SOURCE_DIR) / "tests/model" / name);
}

TEST_F(UpdateOnline, GoesOnFromTheLastWeightsOfAnOldFile) {
  const std::string first =
      "a1 1:1 3:0.5\na1 1:0.9\na2 2:1 3:0.5\na2 2:0.8\nb 4:1\nb 1:0.1 4:0.7\n";
  const std::string second = "a2 1:1 5:2\nb 2:1\na1 4:1 5:-1\n";
  const Model from = old_model("format_2_online.clade");
  ASSERT_EQ(ModelParts(from).online(), nullptr);
  const Model updated = update(from, second).model;
  const std::string taxonomy = write("old.tsv", "r\ta\na\ta1\na\ta2\nr\tb\n");
  const auto whole = test::train_files("perceptron", {{"epochs", "1"}},
                                       write("old.svm", first + second), taxonomy);
  EXPECT_EQ(numbers(ModelParts(updated).weights()),
            numbers(ModelParts(whole.trained.model).weights()));
}

TEST_F(UpdateOnline, CannotGoOnFromTheMeanOfAnOldFile) {
  expect_error([&] { update(old_model("format_2.clade"), "a1 1:1\n"); }, ErrorKind::model,
               "does not hold the last ones");
}

}  // namespace
}  // namespace clade::detail
