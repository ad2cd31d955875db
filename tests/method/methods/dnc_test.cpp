#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <map>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/random.h"
#include "base/train_context.h"
#include "model/model_parts.h"
#include "tests/support/temp_folder.h"
#include "tests/support/training.h"

namespace clade::detail {
namespace {

using test::Options;

const std::string tree = "root\ta\nroot\tb\nroot\tc\na\ta1\na\ta2\na\ta3\nb\tb1\nb\tb2\nc\tc1\n";

class Dnc : public testing::Test {
 protected:
  std::string write(const std::string& name, const std::string& text) const {
    return folder_.write(name, text).string();
  }
  test::Run train(const std::string& data, const Options& options = {},
                  const std::string& taxonomy = tree, const std::string& method = "dnc",
                  unsigned threads = 1) const {
    return test::train_files(method, options, write("data.svm", data),
                             write("taxonomy.tsv", taxonomy), threads);
  }
  test::Run train_flat(const std::string& data, const Options& options,
                       const std::string& method = "svm") const {
    return test::train_files(method, options, write("flat.svm", data), "");
  }
  ErrorKind kind_of_failure(const std::string& data, const std::string& taxonomy) const {
    try {
      train(data, {}, taxonomy);
    } catch (const Error& error) {
      return error.kind();
    }
    ADD_FAILURE() << "nothing was wrong";
    return ErrorKind::model;
  }

  test::TempFolder folder_;
};

// Lines of overlapping classes; `labels` in turns.
std::string random_lines(const std::vector<std::string>& labels, std::size_t count,
                         std::uint64_t seed) {
  Random random(seed);
  std::string text;
  for (std::size_t i = 0; i < count; ++i) {
    text += labels[i % labels.size()];
    for (std::size_t j = 1; j <= 8; ++j) {
      const double shift = (i % labels.size()) % 8 + 1 == j ? 1.0 : 0.0;
      if (random.below(3) > 0 || shift > 0) {
        text += " " + std::to_string(j) + ":" + std::to_string(shift + 0.7 * random.normal());
      }
    }
    text += "\n";
  }
  return text;
}

// The lines whose label is below one of `children`, with that child as label.
std::string lines_at(const std::string& data, const std::map<std::string, std::string>& child_of) {
  std::string text;
  for (std::size_t begin = 0; begin < data.size();) {
    const std::size_t end = data.find('\n', begin) + 1;
    const std::string line = data.substr(begin, end - begin);
    const std::size_t space = line.find(' ');
    const auto child = child_of.find(line.substr(0, space));
    if (child != child_of.end()) text += child->second + line.substr(space);
    begin = end;
  }
  return text;
}

// Weight by feature index and unit name.
std::map<std::pair<std::uint32_t, std::string>, double> weights_of(const Model& model) {
  std::map<std::pair<std::uint32_t, std::string>, double> all;
  const ModelParts parts(model);
  std::visit(
      [&](const auto& view) {
        for (std::size_t j = 0; j < view.features; ++j) {
          view.for_each_nonzero(j, [&](std::size_t unit, auto weight) {
            all[{parts.features().indices()[j], model.unit_names()[unit]}] =
                static_cast<double>(weight);
          });
        }
      },
      parts.weights());
  return all;
}

const std::map<std::string, std::string> at_root{{"a1", "a"}, {"a2", "a"}, {"a3", "a"},
                                                 {"b1", "b"}, {"b2", "b"}, {"c1", "c"}};
const std::map<std::string, std::string> at_a{{"a1", "a1"}, {"a2", "a2"}, {"a3", "a3"}};
const std::map<std::string, std::string> at_b{{"b1", "b1"}, {"b2", "b2"}};

class DncAgainstFlat : public Dnc, public testing::WithParamInterface<Options> {};

// Every node is the flat svm of its children.
TEST_P(DncAgainstFlat, EveryNodeIsAFlatSvmOfItsChildren) {
  const std::string data = random_lines({"a1", "b2", "a3", "b1", "c1", "a2"}, 90, 3);
  Options options = GetParam();
  options.emplace_back("tolerance", "1e-9");
  options.emplace_back("precision", "double");
  const test::Run run = train(data, options);
  const auto joined = weights_of(run.trained.model);
  double objective = 0;
  std::size_t compared = 0;
  for (const auto& children : {at_root, at_a, at_b}) {
    const test::Run flat = train_flat(lines_at(data, children), options);
    objective += flat.trained.summary.objective->primal;
    for (const auto& [place, weight] : weights_of(flat.trained.model)) {
      ASSERT_TRUE(joined.contains(place)) << place.first << " " << place.second;
      EXPECT_NEAR(joined.at(place), weight, 1e-6) << place.first << " " << place.second;
      ++compared;
    }
  }
  EXPECT_EQ(compared, joined.size());
  EXPECT_NEAR(run.trained.summary.objective->primal, objective, 1e-6 * objective);
  EXPECT_EQ(run.trained.summary.stopped, Stop::tolerance);
}

INSTANTIATE_TEST_SUITE_P(Options, DncAgainstFlat,
                         testing::Values(Options{}, Options{{"C", "0.3"}, {"bias", "feature"}},
                                         Options{{"C", "20"}, {"scale_C", "n"}},
                                         Options{{"class_weight", "balanced"}},
                                         Options{{"bias", "free"}}));

// The same with online methods at the nodes, whose weights do not depend on any tolerance.
TEST_F(Dnc, OnlineBasesAreTheFlatMethodsAtTheNodes) {
  // Classes appear in the order of the taxonomy, which decides between equals.
  const std::string data = random_lines({"a1", "a2", "a3", "b1", "b2", "c1"}, 60, 4);
  for (const char* base : {"perceptron", "hieron"}) {
    for (const std::string update : {"online", "averaged", "last"}) {
      if (update == "last" && std::string(base) == "perceptron") continue;
      const Options options{{"update", update}, {"epochs", "3"}, {"bias", "feature"}};
      Options with_base = options, flat_options = options;
      with_base.emplace_back("base", base);
      flat_options.emplace_back("flat", "true");
      const auto joined = weights_of(train(data, with_base).trained.model);
      for (const auto& children : {at_root, at_a, at_b}) {
        const test::Run flat = train_flat(lines_at(data, children), flat_options, base);
        for (const auto& [place, weight] : weights_of(flat.trained.model)) {
          ASSERT_TRUE(joined.contains(place)) << base << " " << place.second;
          EXPECT_EQ(joined.at(place), weight) << base << " " << update << " " << place.second;
        }
      }
    }
  }
}

TEST_F(Dnc, ThreadsDoNotChangeTheModel) {
  const std::string data = random_lines({"a1", "b2", "a3", "b1", "c1", "a2"}, 120, 5);
  for (const char* base : {"svm", "hieron"}) {
    std::vector<std::string> bytes;
    for (const unsigned threads : {1U, 2U, 3U}) {
      const auto file = folder_.path() / "model.clade";
      train(data, {{"base", base}}, tree, "dnc", threads).trained.model.save(file);
      bytes.push_back(read_text(file));
    }
    EXPECT_EQ(bytes[0], bytes[1]);
    EXPECT_EQ(bytes[0], bytes[2]);
  }
}

// Below the root the label set is {a, b}, at a it is {a1, a3}: both above the others.
TEST_F(Dnc, SeveralLabelsAreTheChildrenThatLeadToOne) {
  const std::string data =
      "a1,a3,b1 1:1\na2 2:1\nb2 3:1\nc1 4:1\na1 1:1 5:0.2\na3 1:1 6:0.2\nb1 1:1 7:0.2\n";
  const test::Run run = train(data, {{"C", "100"}, {"tolerance", "1e-7"}});
  const Taxonomy& taxonomy = run.labels.taxonomy();
  std::vector<double> f(taxonomy.size());
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  run.trained.model.node_scores<double>(rows.row(0), f);
  const auto at = [&](const char* name) { return f[index_of(taxonomy.find(name).value())]; };
  EXPECT_GE(std::min(at("a"), at("b")) - at("c"), 1 - 1e-3);
  EXPECT_GE(std::min(at("a1"), at("a3")) - at("a2"), 1 - 1e-3);
  EXPECT_GE(at("b1") - at("b2"), 1 - 1e-3);
}

TEST_F(Dnc, ALabelAtAnInnerNodeIsAChildOfItsOwn) {
  const std::string data = "a 1:1\na1 2:1\na2 3:1\na3 4:1\nb1 5:1\nb2 6:1\nc1 7:1\n";
  const test::Run run = train(data, {{"tolerance", "1e-6"}});
  ASSERT_TRUE(run.labels.taxonomy().find("a__misc"));
  const auto& rows = std::get<SparseRows<float>>(run.data.rows());
  for (std::size_t i = 0; i < rows.size(); ++i) {
    EXPECT_EQ(run.trained.model.predict<float>(rows.row(i), 1).front().label,
              run.data.labels(i).front());
  }
}

TEST_F(Dnc, NodesWithoutExamplesScoreZeroAndChildrenWithoutComeLast) {
  // Nothing below b, nothing at a3.
  const test::Run run = train("a1 1:1 3:1\na2 1:-1 3:1\nc1 2:1\n", {{"tolerance", "1e-6"}});
  const Taxonomy& taxonomy = run.labels.taxonomy();
  std::vector<double> f(taxonomy.size());
  const auto score = [&](std::size_t i) {
    const auto& rows = std::get<SparseRows<float>>(run.data.rows());
    run.trained.model.node_scores<float>(rows.row(i), f);
  };
  const auto at = [&](const char* name) { return f[index_of(taxonomy.find(name).value())]; };
  for (std::size_t i = 0; i < 3; ++i) {
    score(i);
    EXPECT_EQ(at("b1"), 0);
    EXPECT_EQ(at("b2"), 0);
    EXPECT_LT(at("b"), std::max(at("a"), at("c")));
    if (i < 2) {
      EXPECT_LT(at("a3"), std::max(at("a1"), at("a2"))) << i;
    }
  }
}

TEST_F(Dnc, OneClassNeedsNoProblem) {
  const test::Run run = train("x 1:1\nx 2:1\n", {}, "root\tp\np\tx\n");
  const auto& rows = std::get<SparseRows<float>>(run.data.rows());
  EXPECT_EQ(run.labels.name(run.trained.model.predict<float>(rows.row(0), 1).front().label), "x");
  EXPECT_EQ(run.trained.model.nonzero_weights(), 0U);
}

TEST_F(Dnc, TheClassOfTheDescentHasScoreZeroAndTheOthersLess) {
  const test::Run run = train(random_lines({"a1", "b2", "a3", "b1", "c1", "a2"}, 60, 6));
  EXPECT_EQ(run.trained.model.decoding(), Decoding::top_down_sum);
  for (const auto& scores : test::all_scores(run.trained.model, run.data.rows())) {
    EXPECT_EQ(*std::max_element(scores.begin(), scores.end()), 0);
    EXPECT_EQ(std::count(scores.begin(), scores.end(), 0.0), 1);
  }
}

TEST_F(Dnc, AModelFromAFileIsTheSame) {
  const test::Run run = train(random_lines({"a1", "b2", "a3", "b1", "c1", "a2"}, 60, 7));
  const auto file = folder_.path() / "model.clade";
  run.trained.model.save(file);
  const Model loaded = Model::load(file);
  EXPECT_EQ(loaded.decoding(), Decoding::top_down_sum);
  EXPECT_EQ(weights_of(loaded), weights_of(run.trained.model));
  EXPECT_EQ(method_of(loaded)->name(), "dnc");
}

TEST_F(Dnc, AnAutomaticCIsOneNumberForAllNodes) {
  const std::string data = random_lines({"a1", "b2", "a3", "b1", "c1", "a2"}, 90, 8);
  const test::Run chosen = train(data, {{"C", "auto"}});
  std::string C;
  for (const auto& [name, value] : chosen.trained.model.options()) {
    if (name == "C") C = value;
  }
  ASSERT_FALSE(C.empty());
  EXPECT_NE(C, "auto");
  const test::Run given = train(data, {{"C", C}});
  EXPECT_EQ(weights_of(chosen.trained.model), weights_of(given.trained.model));
  EXPECT_EQ(chosen.trained.model.options(), given.trained.model.options());
}

// Several weights of 2 are two examples each.
TEST_F(Dnc, WeightsOfExamplesCount) {
  const std::string data = "a1 1:1\nb1 2:1\na2 1:1 3:-1\n";
  std::ofstream(folder_.path() / "weights") << "2\n1\n1\n";
  const Options options{{"tolerance", "1e-9"}};
  const test::Run weighted =
      test::train_files("dnc", options, write("data.svm", data), write("taxonomy.tsv", tree), 1,
                        folder_.path() / "weights");
  const test::Run twice = train("a1 1:1\n" + data, options);
  EXPECT_NEAR(weighted.trained.summary.objective->primal, twice.trained.summary.objective->primal,
              1e-6);
}

TEST_F(Dnc, RefusesADag) {
  EXPECT_EQ(kind_of_failure("c 1:1\nb 1:-1\n", "root\ta\nroot\tb\na\tc\nb\tc\nb\td\n"),
            ErrorKind::input);
}

TEST_F(Dnc, RefusesEveryNodeAsAClass) {
  const auto method = make_method("dnc");
  ThreadPool pool(1);
  Reporter silent;
  const std::vector<std::filesystem::path> paths{write("data.svm", "a1 1:1\nb1 1:-1\n")};
  Records records = read_records(paths, {"", Precision::single}, pool);
  const LabelSpace labels(TaxonomySource::from_option(write("taxonomy.tsv", tree)), LabelNodes::all,
                          records.label_names);
  const Dataset data(std::move(records), labels);
  TrainContext context{silent, pool, 0};
  EXPECT_THROW(method->train(data, labels, context), Error);
}

TEST_F(Dnc, HardMarginsNameTheNodeThatCannotBeSeparated) {
  try {
    train("a1 1:1\na2 1:1\nb1 1:-1\n", {{"C", "inf"}});
    ADD_FAILURE() << "nothing was wrong";
  } catch (const Error& error) {
    EXPECT_EQ(std::string(error.what()).substr(0, 16), "at the node 'a':") << error.what();
  }
}

struct Listener : Reporter {
  void on_warning(std::string_view message) override { warnings.emplace_back(message); }
  bool stop_requested() const override { return stops; }
  std::vector<std::string> warnings;
  bool stops = false;
};

TEST_F(Dnc, WhatSeveralNodesWarnOfIsToldOnce) {
  std::string data;
  for (const char* label : {"a1", "a2", "b1", "b2"}) {
    for (int i = 0; i < 150; ++i) data += std::string(label) + " 1:1\n";
  }
  Listener listener;
  test::train_files("dnc", {{"base", "perceptron"}}, write("data.svm", data),
                    write("taxonomy.tsv", tree), 2, {}, 0, &listener);
  ASSERT_EQ(listener.warnings.size(), 1U);
  EXPECT_NE(listener.warnings[0].find("sorted by label"), std::string::npos);
}

TEST_F(Dnc, StopsWhenAskedTo) {
  Listener listener;
  listener.stops = true;
  const test::Run run = test::train_files("dnc", {}, write("data.svm", "a1 1:1\nb1 1:-1\na2 2:1\n"),
                                          write("taxonomy.tsv", tree), 2, {}, 0, &listener);
  EXPECT_EQ(run.trained.summary.stopped, Stop::interrupted);
}

// ---- Options

std::string problem_with(const Options& options, const char* name = "dnc") {
  const auto method = make_method(name);
  try {
    test::set_options(*method, options);
    method->check_parameters();
  } catch (const Error& error) {
    EXPECT_EQ(error.kind(), ErrorKind::usage);
    return error.what();
  }
  return "";
}

TEST(DncOptions, OfOtherBasesAreRefused) {
  EXPECT_EQ(problem_with({{"C", "3"}}), "");
  EXPECT_EQ(problem_with({{"base", "perceptron"}, {"update", "minover"}, {"epochs", "3"}}), "");
  EXPECT_NE(problem_with({{"epochs", "3"}}).find("`epochs`: `base=svm`"), std::string::npos);
  EXPECT_NE(problem_with({{"update", "averaged"}}).find("`update`"), std::string::npos);
  EXPECT_NE(problem_with({{"base", "hieron"}, {"C", "3"}}).find("`C`: `base=hieron`"),
            std::string::npos);
  EXPECT_NE(problem_with({{"base", "perceptron"}, {"tolerance", "0.1"}}).find("`tolerance`"),
            std::string::npos);
}

TEST(DncOptions, ValuesThatTheBaseDoesNotKnowAreRefused) {
  EXPECT_NE(problem_with({{"base", "ridge"}}).find("svm|perceptron|hieron"), std::string::npos);
  EXPECT_NE(problem_with({{"base", "hieron"}, {"update", "minover"}}).find("online|averaged"),
            std::string::npos);
  EXPECT_NE(problem_with({{"base", "perceptron"}, {"update", "last"}}).find("minover"),
            std::string::npos);
  EXPECT_NE(problem_with({{"base", "perceptron"}, {"bias", "free"}}).find("none|feature"),
            std::string::npos);
  EXPECT_NE(problem_with({{"base", "hieron"}, {"epochs", "1.5"}}).find("`epochs`"),
            std::string::npos);
  EXPECT_NE(problem_with({{"C", "inf"}, {"bias", "free"}}).find("`bias`"), std::string::npos);
}

}  // namespace
}  // namespace clade::detail
