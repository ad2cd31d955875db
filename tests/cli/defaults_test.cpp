// What a training without options does by the data, as a user sees it.
#include <fmt/core.h>

#include <nlohmann/json.hpp>
#include <random>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class Defaults : public SmallProblem {
 protected:
  // Points around a place for each leaf.
  std::string numbers(std::size_t count, unsigned seed = 1) const {
    const Words leaves{"a1", "a2", "b"};
    std::mt19937 random(seed);
    std::normal_distribution<double> noise(0, 0.7);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = i % 3;
      text += leaves[k];
      for (std::size_t j = 0; j < 3; ++j) {
        text += fmt::format(" {}:{:.4f}", j + 1, noise(random) + (j == k ? 2 : 0));
      }
      text += '\n';
    }
    return write(fmt::format("n{}-{}.svm", count, seed), text);
  }
  // Documents of a few words, with a second label in one of `each`.
  std::string documents(std::size_t count, std::size_t words, std::size_t each = 0) const {
    const Words leaves{"a1", "a2", "b"};
    const Words topics{"apple pear plum", "hammer nail saw", "lute harp drum"};
    std::mt19937 random(3);
    std::string text;
    for (std::size_t i = 0; i < count; ++i) {
      const std::size_t k = i % 3;
      std::string labels = '"' + leaves[k] + '"';
      if (each > 0 && i % each == 0) labels += ",\"" + leaves[(k + 1) % 3] + '"';
      text += "{\"labels\":[" + labels + "],\"text\":\"" + topics[k];
      for (std::size_t w = 3; w < words; ++w) text += fmt::format(" common{}", random() % 40);
      text += "\"}\n";
    }
    return write("docs.jsonl", text);
  }
  Answer train(const std::string& file, const Words& more = {}) const {
    Words words{"train", file, "--taxonomy", taxonomy(), "-o", path("m.clade")};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  }
  Json info() const { return Json::parse(run_clade({"info", path("m.clade"), "--json"}).out); }
};

// ---- The line of what was chosen

TEST_F(Defaults, NumbersAreScaledAndComparedByAKernel) {
  const Answer answer = train(numbers(90));
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("chosen by the data: features scaled (--scale standard); "
                                    "--attributes leaf:0.75; --constraints ranking; "
                                    "--bias feature; --kernel rbf\n"));
  EXPECT_EQ(info()["kernel"]["kind"], "rbf");
  EXPECT_EQ(info()["options"]["C"], "1");
}

TEST_F(Defaults, TextsHavePairsAndShortOnesRunsOfCharacters) {
  const Answer brief = train(documents(60, 8));
  ASSERT_EQ(brief.code, 0) << brief.err;
  EXPECT_THAT(brief.err, HasSubstr("chosen by the data: words, pairs of words, runs of 3-4 "
                                   "characters (documents are short: median 8 words); "
                                   "--attributes leaf:0.75; --constraints ranking\n"));
  const Answer longer = train(documents(60, 40, 4));
  ASSERT_EQ(longer.code, 0) << longer.err;
  EXPECT_THAT(longer.err, HasSubstr("chosen by the data: words, pairs of words; --attributes "
                                    "leaf:0.75; --constraints binary; --bias feature\n"));
  EXPECT_EQ(info()["text"]["ngrams"], "2");
}

TEST_F(Defaults, WhatIsGivenIsNotSpokenOf) {
  const Answer answer =
      train(numbers(30), {"--kernel", "linear", "--attributes", "unit", "--scale", "none"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, AllOf(HasSubstr("--constraints ranking"), Not(HasSubstr("--kernel")),
                                Not(HasSubstr("--attributes")), Not(HasSubstr("--scale"))));
  const Answer flat = train(numbers(30), {"--flat"});
  ASSERT_EQ(flat.code, 0) << flat.err;
  EXPECT_THAT(flat.err, Not(HasSubstr("--attributes")));
  const Answer paper = train(numbers(30), {"--method", "hsvm"});
  EXPECT_THAT(paper.err, Not(HasSubstr("chosen by the data")));
}

TEST_F(Defaults, ADryRunShowsTheFormThatWouldBeTrained) {
  const Answer answer = train(numbers(90), {"--dry-run", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json options = Json::parse(answer.out)["options"];
  EXPECT_EQ(options["kernel"], "rbf");
  EXPECT_EQ(options["constraints"], "ranking");
  EXPECT_EQ(options["C"], "1");
}

TEST_F(Defaults, StandardInputIsReadOnce) {
  const std::string text = read_file(documents(60, 8));
  const Answer answer = run_clade({"train", "-", "--format", "jsonl", "--taxonomy", taxonomy(),
                                   "-o", path("m.clade"), "--json"},
                                  text);
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(Json::parse(answer.out)["instances"], 60);
  EXPECT_EQ(info()["text"]["ngrams"], "2");
}

TEST_F(Defaults, AnUpdateOfAKernelModelSaysWhatHelps) {
  ASSERT_EQ(train(numbers(30)).code, 0);
  const Answer refused =
      run_clade({"update", path("m.clade"), numbers(30, 2), "-o", path("n.clade")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("train with --kernel linear"));
  ASSERT_EQ(train(numbers(30), {"--kernel", "linear"}).code, 0);
  EXPECT_EQ(run_clade({"update", path("m.clade"), numbers(30, 2), "-o", path("n.clade")}).code, 0);
}

// The model of --C auto is that of the value it found.
TEST_F(Defaults, CAutoKeepsTheForm) {
  const std::string file = numbers(60);
  const Answer answer = train(file, {"--C", "auto", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(info()["kernel"]["kind"], "rbf");
  const std::string chosen = read_file(path("m.clade"));
  const std::string C = Json::parse(answer.out)["C"].dump();
  ASSERT_EQ(train(file, {"--C", C}).code, 0);
  EXPECT_TRUE(read_file(path("m.clade")) == chosen) << C;
}

// ---- Weights of runs

TEST_F(Defaults, RunsCountLessThanWords) {
  const std::string file = documents(60, 8);
  ASSERT_EQ(train(file).code, 0);
  EXPECT_EQ(info()["text"]["ngram_weight"], "0.6");
  EXPECT_EQ(info()["text"]["char_weight"], "0.3");
  ASSERT_EQ(train(file, {"--ngram-weight", "0.25", "--char-weight", "0.5"}).code, 0);
  EXPECT_EQ(info()["text"]["ngram_weight"], "0.25");
  EXPECT_EQ(info()["text"]["char_weight"], "0.5");
}

TEST_F(Defaults, WeightsOfRunsAreFactorsOfTheirValues) {
  const std::string file = write("two.jsonl",
                                 "{\"label\":\"b\",\"text\":\"red apple\"}\n"
                                 "{\"label\":\"b\",\"text\":\"red apple\"}\n");
  const auto values = [&](const Words& more) {
    Words words{"convert", file, "--ngrams",      "2",       "--min-df",    "1", "--normalize",
                "none",    "-o", path("out.svm"), "--quiet", "--weighting", "tf"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    const std::string text = read_file(path("out.svm"));
    return text.substr(0, text.find('\n'));
  };
  EXPECT_EQ(values({}), "b 1:1 2:1 3:1");
  EXPECT_EQ(values({"--ngram-weight", "0.5"}), "b 1:1 2:1 3:0.5");
}

// ---- Probabilities

TEST_F(Defaults, ModelsHaveProbabilitiesWhereEnoughCanBeHeldOut) {
  ASSERT_EQ(train(numbers(90)).code, 0);
  EXPECT_EQ(info()["calibration"]["labels"], "exclusive");
  EXPECT_EQ(run_clade({"predict", path("m.clade"), numbers(9, 2), "--probabilities"}).code, 0);
  ASSERT_EQ(train(numbers(90), {"--calibrate-folds", "0"}).code, 0);
  EXPECT_FALSE(info().contains("calibration"));
  ASSERT_EQ(train(numbers(90), {"--calibrate-folds", "1"}).code, 0);
  EXPECT_EQ(info()["calibration"]["folds"], 1);
  ASSERT_EQ(train(numbers(90), {"--method", "hsvm"}).code, 0);
  EXPECT_FALSE(info().contains("calibration"));
}

TEST_F(Defaults, AFewExamplesGiveNoProbabilities) {
  ASSERT_EQ(train(numbers(30)).code, 0);
  EXPECT_FALSE(info().contains("calibration"));
  const Answer refused = run_clade({"predict", path("m.clade"), numbers(9, 2), "--probabilities"});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--calibrate"));
}

TEST_F(Defaults, AStreamRefusesFoldsInAnySpelling) {
  const Answer answer =
      run_clade({"train", "-", "--taxonomy", taxonomy(), "--format", "svm", "--method",
                 "perceptron", "--epochs", "1", "--calibrate-folds", "2", "-o", path("s.clade")},
                "a1 1:1\na2 2:1\n");
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("--calibrate-folds: a stream is seen once"));
}

// ---- Labels that stand for the nodes above them

TEST_F(Defaults, ClosedLabelsGoThroughTrainingPredictionAndMeasures) {
  const std::string file = documents(120, 30, 4);
  const Answer answer = train(file, {"--close-labels"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("labels stand for the nodes above them, too"));
  EXPECT_EQ(info()["label_nodes"], "closed");
  EXPECT_EQ(info()["classes"], 4);  // a, too
  EXPECT_EQ(info()["options"]["C"], "0.3");
  EXPECT_EQ(info()["options"]["attributes"], "leaf:1");
  const std::string closed = read_file(path("m.clade"));
  ASSERT_EQ(train(file, {"--label-nodes", "closed"}).code, 0);
  EXPECT_TRUE(read_file(path("m.clade")) == closed);

  const Answer sets =
      run_clade({"predict", path("m.clade"), file, "--label-set", "model", "--json"});
  ASSERT_EQ(sets.code, 0) << sets.err;
  std::istringstream lines(sets.out);
  std::size_t with_a = 0;
  for (std::string line; std::getline(lines, line);) {
    bool has_a = false, has_child = false;
    const Json answer_of = Json::parse(line);
    for (const Json& label : answer_of["labels"]) {
      has_a |= label["label"] == "a";
      has_child |= label["label"] == "a1" || label["label"] == "a2";
    }
    EXPECT_TRUE(has_a || !has_child) << line;
    with_a += has_a;
  }
  EXPECT_GT(with_a, 0U);

  const Answer measured = run_clade({"evaluate", path("m.clade"), file, "--json"});
  ASSERT_EQ(measured.code, 0) << measured.err;
  EXPECT_GT(Json::parse(measured.out)["metrics"]["micro_f1"].get<double>(), 0.8);
}

// ---- Threads

TEST_F(Defaults, ThreadsChangeNoByte) {
  const std::string points = numbers(300), texts = documents(150, 8, 4);
  for (const Words& call : {Words{points}, Words{texts}, Words{texts, "--close-labels"}}) {
    std::vector<std::string> models;
    for (const std::string threads : {"1", "4"}) {
      Words more(call.begin() + 1, call.end());
      more.insert(more.end(), {"--threads", threads});
      ASSERT_EQ(train(call.front(), more).code, 0);
      EXPECT_TRUE(info().contains("calibration"));
      models.push_back(read_file(path("m.clade")));
    }
    EXPECT_TRUE(models[0] == models[1]) << call.front();
  }
}

}  // namespace
}  // namespace clade::detail::test
