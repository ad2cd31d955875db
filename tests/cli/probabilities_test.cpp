#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using Json = nlohmann::json;

class ProbableAnswers : public SmallProblem {
 protected:
  std::string calibrated(const Words& more = {}) const {
    Words words{"--calibrate", "--calibrate-folds", "2"};
    words.insert(words.end(), more.begin(), more.end());
    return model(words);
  }
};

std::vector<std::vector<std::string>> table(const std::string& text) {
  std::vector<std::vector<std::string>> rows;
  std::istringstream lines(text);
  for (std::string line; std::getline(lines, line);) {
    rows.emplace_back();
    std::istringstream fields(line);
    for (std::string field; std::getline(fields, field, '\t');) rows.back().push_back(field);
  }
  return rows;
}

TEST_F(ProbableAnswers, ProbabilitiesAreAFifthColumn) {
  const Answer plain = run_clade({"predict", calibrated(), data(), "--top", "3"});
  const Answer answer =
      run_clade({"predict", calibrated(), data(), "--top", "3", "--probabilities"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  const auto rows = table(answer.out);
  ASSERT_EQ(rows.size(), 18U);
  for (std::size_t i = 0; i < 18; i += 3) {
    EXPECT_NEAR(
        std::stod(rows[i].at(4)) + std::stod(rows[i + 1].at(4)) + std::stod(rows[i + 2].at(4)), 1,
        1e-6);
  }
  EXPECT_EQ(table(plain.out)[0].size(), 4U);
  EXPECT_EQ(table(plain.out)[0][2], rows[0][2]);  // the score stays
}

TEST_F(ProbableAnswers, ATableHasTheProbabilitiesOfAllNodes) {
  const Answer answer = run_clade({"predict", calibrated(), data(), "--scores", "--probabilities"});
  const auto rows = table(answer.out);
  ASSERT_EQ(rows.size(), 7U);
  EXPECT_EQ(rows[0], (std::vector<std::string>{"id", "a", "a1", "a2", "b"}));
  EXPECT_NEAR(std::stod(rows[1][2]) + std::stod(rows[1][3]), std::stod(rows[1][1]), 1e-6);
  EXPECT_NEAR(std::stod(rows[1][1]) + std::stod(rows[1][4]), 1, 1e-6);
}

// A label at an inner node is called by the node's name, also where nodes are the answers.
TEST_F(ProbableAnswers, HaveNoInternalNames) {
  std::string text;
  for (int i = 0; i < 12; ++i) text += "a 1:1\na1 2:1\nb 3:1\n";
  const std::string inner = write("inner.svm", text);
  const std::string file = path("inner.clade");
  const Answer trained =
      run_clade({"train", inner, "--taxonomy", taxonomy(), "--calibrate", "-o", file, "--quiet"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  for (const Words& how : {Words{"--confidence", "0.3"}, Words{"--coverage", "0.5"}}) {
    Words words{"predict", file, inner};
    words.insert(words.end(), how.begin(), how.end());
    const Answer answer = run_clade(words);
    EXPECT_THAT(answer.out, Not(HasSubstr("__misc")));
    EXPECT_THAT(answer.out, HasSubstr("\ta\t"));
    for (const auto& row : table(answer.out)) {
      EXPECT_EQ(row.at(1) == "a", row.at(3) == "a");
    }
  }
}

TEST_F(ProbableAnswers, LowConfidenceGivesLeavesAndHighConfidenceTheRoot) {
  const Answer low = run_clade({"predict", calibrated(), data(), "--confidence", "0.01"});
  EXPECT_THAT(low.out.substr(0, low.out.find('\n')),
              MatchesRegex("0\ta1\t([0-9.e-]+)\ta > a1\t.*"));
  const Answer high = run_clade({"predict", calibrated(), data(), "--confidence", "0.999999999"});
  EXPECT_THAT(high.out.substr(0, high.out.find('\n')), MatchesRegex("0\tr\t1\t\t1"));
}

TEST_F(ProbableAnswers, CoverageListsNodesThatAreWrittenAsJsonToo) {
  const Answer answer =
      run_clade({"predict", calibrated(), data(), "--coverage", "0.9", "--output", "jsonl"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  const Json first = Json::parse(answer.out.substr(0, answer.out.find('\n')));
  // Of six held-out examples none may be left out: all classes.
  ASSERT_EQ(first["labels"].size(), 1U);
  EXPECT_EQ(first["labels"][0]["label"], "r");
  EXPECT_EQ(first["labels"][0]["probability"], 1);
}

TEST_F(ProbableAnswers, RiskWeighsWrongAgainstVague) {
  const Answer bold =
      run_clade({"predict", calibrated(), data(), "--risk", write("bold.tsv", "*\t1\t1000\n")});
  EXPECT_EQ(table(bold.out)[0][1], "a1");
  const Answer careful =
      run_clade({"predict", calibrated(), data(), "--risk", write("careful.tsv", "*\t1000\t0\n")});
  EXPECT_EQ(table(careful.out)[0][1], "r");
  EXPECT_EQ(table(careful.out)[0][2], "0");  // the expected cost
  const Answer bad =
      run_clade({"predict", calibrated(), data(), "--risk", write("bad.tsv", "aa\t1\t0\n")});
  EXPECT_EQ(bad.code, 3);
  EXPECT_THAT(bad.err, HasSubstr("bad.tsv:1: expected the name of a node"));
}

TEST_F(ProbableAnswers, DecodingByExpectedLossGivesClasses) {
  const Answer answer = run_clade({"predict", calibrated(), data(), "--decode", "expected-loss"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  const auto rows = table(answer.out);
  ASSERT_EQ(rows.size(), 6U);
  EXPECT_EQ(rows[0][1], "a1");
  EXPECT_EQ(rows[0][3], "a > a1");
  EXPECT_EQ(rows[4][1], "b");
}

TEST_F(ProbableAnswers, NeedACalibratedModelAndSayHowToGetOne) {
  const std::string plain = model();
  for (const Words& more : {Words{"--probabilities"}, Words{"--confidence", "0.9"},
                            Words{"--coverage", "0.9"}, Words{"--decode", "expected-loss"}}) {
    Words words{"predict", plain, data()};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2);
    EXPECT_EQ(answer.out, "");
    EXPECT_THAT(answer.err, HasSubstr(more.front()));
    EXPECT_THAT(answer.err, HasSubstr("--calibrate"));
  }
}

TEST_F(ProbableAnswers, OneHeldOutPartIsEnough) {
  const std::string file = model({"--calibrate", "--calibrate-folds", "1"});
  EXPECT_THAT(run_clade({"info", file}).out, HasSubstr("held out once"));
  EXPECT_EQ(run_clade({"predict", file, data(), "--probabilities"}).code, 0);
  EXPECT_EQ(run_clade({"train", data(), "--calibrate", "--calibrate-folds", "0", "-o", "x"}).code,
            2);
}

TEST_F(ProbableAnswers, ChooseInOneWayOnly) {
  const std::string file = calibrated();
  for (const Words& more : {Words{"--confidence", "0.9", "--coverage", "0.9"},
                            Words{"--confidence", "0.9", "--top", "2"},
                            Words{"--coverage", "0.9", "--scores"}, Words{"--confidence", "1.5"}}) {
    Words words{"predict", file, data()};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run_clade(words).code, 2) << more.back();
  }
}

TEST_F(ProbableAnswers, EvaluateTellsHowFarTheyCanBeBelieved) {
  const Answer answer = run_clade({"evaluate", calibrated(), data(), "--json"});
  const Json json = Json::parse(answer.out);
  for (const char* metric : {"log_loss", "brier", "ece"}) {
    EXPECT_TRUE(json["metrics"].contains(metric)) << metric;
  }
  ASSERT_EQ(json["reliability"].size(), 2U);
  EXPECT_EQ(json["reliability"][0]["level"], 1);
  EXPECT_EQ(json["reliability"][1]["bins"].size(), 6U);
  EXPECT_EQ(json["reliability"][1]["bins"][0]["count"], 1);
  EXPECT_EQ(json["per_level"][1]["ece"], json["reliability"][1]["ece"]);
  const Json plain = Json::parse(run_clade({"evaluate", model(), data(), "--json"}).out);
  EXPECT_FALSE(plain.contains("reliability"));
  EXPECT_FALSE(plain["metrics"].contains("ece"));
}

TEST_F(ProbableAnswers, InfoShowsTheCalibrationAndUpdateDropsIt) {
  const std::string file = calibrated({"--kernel", "linear"});
  EXPECT_THAT(run_clade({"info", file}).out,
              HasSubstr("exclusive labels, 6 examples held out in 2 folds"));
  const Json json = Json::parse(run_clade({"info", file, "--json"}).out);
  EXPECT_EQ(json["calibration"]["examples"], 6);
  const Answer updated = run_clade({"update", file, data(), "-o", path("new.clade")});
  EXPECT_EQ(updated.code, 0) << updated.err;
  EXPECT_THAT(updated.err, HasSubstr("the new model has none"));
  EXPECT_THAT(run_clade({"info", path("new.clade")}).out, Not(HasSubstr("held out")));
}

TEST_F(ProbableAnswers, StreamsCannotBeHeldOut) {
  const Answer answer =
      run_clade({"train", "-", "--taxonomy", taxonomy(), "--format", "svm", "--method",
                 "perceptron", "--epochs", "1", "--calibrate", "-o", path("s.clade")},
                "a1 1:1\na2 2:1\n");
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("train from a file"));
}

TEST_F(ProbableAnswers, LabelSetsAreLearnedWhereExamplesHaveSeveralLabels) {
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text +=
        std::string(i % 2 == 0 ? "a1,b 1:1 4:0.8 5:0." : "a2 2:1 5:0.") + std::to_string(i) + '\n';
  }
  const std::string sets = write("sets.svm", text), file = path("sets.clade");
  ASSERT_EQ(
      run_clade({"train", sets, "--taxonomy", taxonomy(), "--calibrate", "-o", file, "--quiet"})
          .code,
      0);
  EXPECT_THAT(run_clade({"info", file}).out, HasSubstr("threshold"));
  const Answer usual = run_clade({"predict", file, sets});
  EXPECT_EQ(usual.out, run_clade({"predict", file, sets, "--label-set", "class-thresholds"}).out);
  for (const char* rule : {"threshold", "size", "class-thresholds"}) {
    const auto rows = table(run_clade({"predict", file, sets, "--label-set", rule}).out);
    EXPECT_EQ(rows.size(), 60U) << rule;  // two labels, one, two, ...
    const Json json =
        Json::parse(run_clade({"evaluate", file, sets, "--label-set", rule, "--json"}).out);
    EXPECT_EQ(json["metrics"]["micro_f1"], 1.0) << rule;
  }
  EXPECT_EQ(table(run_clade({"predict", file, sets, "--label-set", "top1"}).out).size(), 40U);
}

TEST_F(ProbableAnswers, SetsOfTheLeastExpectedLossFollowTheCosts) {
  const std::string file = path("sets.clade");
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text +=
        std::string(i % 2 == 0 ? "a1,b 1:1 4:0.8 5:0." : "a2 2:1 5:0.") + std::to_string(i) + '\n';
  }
  const std::string sets = write("sets.svm", text);
  ASSERT_EQ(
      run_clade({"train", sets, "--taxonomy", taxonomy(), "--calibrate", "-o", file, "--quiet"})
          .code,
      0);
  const auto answers = [&](const std::string& costs) {
    Words words{"predict", file, sets, "--label-set", "least-loss"};
    if (!costs.empty()) words.insert(words.end(), {"--set-costs", costs});
    return table(run_clade(words).out);
  };
  EXPECT_EQ(answers("").size(), 60U);  // two labels, one, two, ...
  const std::string nodes[] = {"r", "a", "b", "a1", "a2"};
  std::string dear_misses, dear_alarms;
  for (const std::string& node : nodes) {
    dear_misses += node + "\t1\t1e9\t1\n";
    dear_alarms += node + "\t1\t1\t1e9\n";
  }
  const std::string misses = write("misses.tsv", dear_misses);
  EXPECT_EQ(answers(misses).size(), 120U);                           // every class
  EXPECT_EQ(answers(write("alarms.tsv", dear_alarms)).size(), 40U);  // lines without a label
  const Json json = Json::parse(run_clade({"evaluate", file, sets, "--label-set", "least-loss",
                                           "--loss", "costs:" + misses, "--json"})
                                    .out);
  EXPECT_GT(json["metrics"]["set_loss"], 0.0);  // wrong labels in place of missed ones
  EXPECT_LT(json["metrics"]["set_loss"], 100.0);
  EXPECT_EQ(json["metrics"]["hierarchical_recall"], 1.0);
}

TEST_F(ProbableAnswers, CostsOfSetsAreChecked) {
  const std::string file = calibrated();
  const Answer alone = run_clade({"predict", file, data(), "--set-costs", "c.tsv"});
  EXPECT_EQ(alone.code, 2);
  EXPECT_THAT(alone.err, HasSubstr("--set-costs goes with --label-set least-loss"));
  const Answer missing = run_clade({"predict", file, data(), "--label-set", "least-loss",
                                    "--set-costs", write("c.tsv", "r\t1\t1\t1\n")});
  EXPECT_EQ(missing.code, 3);
  EXPECT_THAT(missing.err, HasSubstr("expected a line for every node"));
  const Answer uncalibrated = run_clade({"predict", model(), data(), "--label-set", "least-loss"});
  EXPECT_EQ(uncalibrated.code, 2);
  EXPECT_THAT(uncalibrated.err, HasSubstr("--calibrate"));
}

TEST_F(ProbableAnswers, LearnedLabelSetsNeedAModelThatHasThem) {
  for (const std::string& file : {model(), calibrated()}) {
    for (const char* command : {"predict", "evaluate"}) {
      const Answer answer = run_clade({command, file, data(), "--label-set", "size"});
      EXPECT_EQ(answer.code, 2);
      EXPECT_THAT(answer.err, HasSubstr("--calibrate"));
    }
  }
  std::string scores = "a1\ta2\tb\n";
  for (int i = 0; i < 6; ++i) scores += "1\t0\t0\n";
  const Answer foreign = run_clade(
      {"evaluate", "--truth", data(), "--scores", write("s.tsv", scores), "--label-set", "size"});
  EXPECT_EQ(foreign.code, 2);
  EXPECT_THAT(foreign.err, HasSubstr("only a model"));
}

TEST_F(ProbableAnswers, AnUnnamedRootIsAnAnswerAndAnEmptySetHasFiveColumns) {
  const std::string file = path("flat.clade");
  ASSERT_EQ(
      run_clade({"train", data(), "--calibrate", "--calibrate-folds", "2", "-o", file, "--quiet"})
          .code,
      0);
  const auto rows = table(run_clade({"predict", file, data(), "--confidence", "0.999999"}).out);
  ASSERT_FALSE(rows.empty());
  EXPECT_EQ(rows[0][1], "(root)");
  std::istringstream lines(run_clade({"predict", file, data(), "--coverage", "0.01"}).out);
  for (std::string line; std::getline(lines, line);) {
    EXPECT_EQ(std::count(line.begin(), line.end(), '\t'), 4) << line;
  }
}

}  // namespace
}  // namespace clade::detail::test
