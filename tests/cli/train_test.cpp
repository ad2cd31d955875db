#include <cmath>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class Train : public SmallProblem {};

struct GoldenCase {
  std::string name;
  Words options;
};

class GoldenTrain : public SmallProblem, public ::testing::WithParamInterface<GoldenCase> {};

// Rows of numbers from `predict --scores`, without header and ids.
std::vector<std::vector<double>> number_table(const std::string& text) {
  std::istringstream lines(text);
  std::vector<std::vector<double>> rows;
  std::string line, cell;
  std::getline(lines, line);
  while (std::getline(lines, line)) {
    std::istringstream cells(line);
    std::getline(cells, cell, '\t');
    rows.emplace_back();
    while (std::getline(cells, cell, '\t')) rows.back().push_back(std::stod(cell));
  }
  return rows;
}

TEST_P(GoldenTrain, ReachesTheKnownOptimumAndScores) {
  const std::filesystem::path folder = golden("hsvm/" + GetParam().name);
  const Json expected = Json::parse(read_file(folder / "case.json"))["expected"];
  Words words{"train",       folder / "data.svm",
              "--taxonomy",  folder / "taxonomy.tsv",
              "--method",    "hsvm",
              "--tolerance", "1e-8",
              "--json",      "-o",
              path("m")};
  words.insert(words.end(), GetParam().options.begin(), GetParam().options.end());
  const Answer trained = run_clade(words);
  ASSERT_EQ(trained.code, 0) << trained.err;
  const double objective = expected["objective"];
  EXPECT_NEAR(Json::parse(trained.out)["objective"]["primal"], objective, 1e-4 * objective);
  for (const auto& [file, key] :
       {std::pair{"data.svm", "scores"}, std::pair{"test.svm", "test_scores"}}) {
    const auto scores =
        number_table(run_clade({"predict", path("m"), folder / file, "--scores"}).out);
    ASSERT_EQ(scores.size(), expected[key].size());
    for (std::size_t i = 0; i < scores.size(); ++i) {
      ASSERT_EQ(scores[i].size(), expected[key][i].size());
      for (std::size_t c = 0; c < scores[i].size(); ++c) {
        EXPECT_NEAR(scores[i][c], expected[key][i][c], 1e-3) << file << ' ' << i << ' ' << c;
      }
    }
  }
}

INSTANTIATE_TEST_SUITE_P(
    Hsvm, GoldenTrain,
    ::testing::Values(GoldenCase{"a-tree-multiclass-c1", {}},
                      GoldenCase{"d-dag-multilabel-unit", {"--attributes", "unit"}},
                      GoldenCase{"e-unbalanced-inner-labels",
                                 {"--attributes", "class-depth", "--loss", "normalized"}},
                      GoldenCase{"o-binary-depth", {"--constraints", "binary"}},
                      GoldenCase{"t-instance-weights",
                                 {"--weights", golden("hsvm/t-instance-weights/weights.tsv")}}),
    [](const auto& test) { return std::string(1, test.param.name.front()); });

TEST_F(Train, ThePapersAlgorithmTracesTheDualObjectiveAndTheActiveRatio) {
  const Words words{"train", data(),     "--taxonomy", taxonomy(),    "--method",
                    "hsvm",  "--solver", "paper",      "--tolerance", "1e-4",
                    "-o",    path("m"),  "--trace",    path("t"),     "--quiet"};
  ASSERT_EQ(run_clade(words).code, 0);
  std::istringstream lines(read_file(path("t")));
  double last = 0;
  int count = 0;
  for (std::string line; std::getline(lines, line); ++count) {
    const Json pass = Json::parse(line);
    EXPECT_EQ(pass["updates"], count + 1) << "few instances: every iteration is shown";
    EXPECT_GE(pass["dual"].get<double>(), last - 1e-6);
    EXPECT_GT(pass["active_ratio"].get<double>(), 0);
    last = pass["dual"];
  }
  EXPECT_GT(count, 3);
}

TEST_F(Train, ThePapersAlgorithmRefusesWhatItCannotDo) {
  const auto refusal = [&](Words more) {
    Words words{"train", data(), "--method", "hsvm", "-o", path("m"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2);
    return answer.err;
  };
  EXPECT_THAT(refusal({"--solver", "paper", "--C", "inf"}), HasSubstr("--C: expected a finite"));
  EXPECT_THAT(refusal({"--no-active-set"}),
              HasSubstr("--no-active-set: has no effect without --solver paper"));
  EXPECT_THAT(refusal({"--paper-step", "all"}),
              HasSubstr("--paper-step: has no effect without --solver paper"));
  EXPECT_THAT(refusal({"--solver", "papers"}), HasSubstr("did you mean 'paper'?"));
}

TEST_F(Train, WhatLabelsMeanFollowsFromTheOptionsOfTheMethod) {
  const std::string tree = write("tree.tsv", "root\ta\nroot\tb\na\ta1\na\ta2\n");
  const std::string inner = write("inner.svm", "a1 1:1\na 2:1\nb 3:1\na2 4:1\n");
  const auto mode = [&](std::vector<std::string> more) {
    std::vector<std::string> words{"train",    inner, "--taxonomy",    tree,     "--method",
                                   "treeloss", "-o",  path("m.clade"), "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer trained = run_clade(words);
    EXPECT_EQ(trained.code, 0) << trained.err;
    return Json::parse(run_clade({"info", path("m.clade"), "--json"}).out)["label_nodes"];
  };
  EXPECT_EQ(mode({}), "all");
  EXPECT_EQ(mode({"--candidates", "leaves"}), "path");
  EXPECT_EQ(mode({"--candidates", "leaves", "--label-nodes", "all"}), "all");
}

TEST_F(Train, DescribesTheRunAsJson) {
  const Answer answer =
      run_clade({"train", data(), "--taxonomy", taxonomy(), "-o", path("m"), "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const auto json = nlohmann::ordered_json::parse(answer.out);
  std::vector<std::string> keys;
  for (const auto& item : json.items()) keys.push_back(item.key());
  EXPECT_THAT(keys, ::testing::ElementsAre("method", "instances", "features", "classes", "nodes",
                                           "objective", "dual_variables", "epochs", "stopped",
                                           "seconds", "peak_memory_mb"));
  EXPECT_EQ(json["method"], "clade");
  EXPECT_EQ(json["instances"], 6);
  EXPECT_EQ(json["features"], 4);
  EXPECT_EQ(json["classes"], 3);
  EXPECT_EQ(json["nodes"], 5);
  EXPECT_EQ(json["stopped"], "tolerance");
  EXPECT_LE(json["objective"]["relative_gap"], 1e-3);
  EXPECT_GT(json["peak_memory_mb"], 1.0);
}

TEST_F(Train, TellsPeopleWhatItDidAndQuietIsQuiet) {
  const Words words{"train", data(), "-o", path("m")};
  const Answer loud = run_clade(words);
  EXPECT_EQ(loud.out, "");
  EXPECT_THAT(loud.err, HasSubstr("trained clade on 6 instances"));
  EXPECT_THAT(loud.err, HasSubstr("model written to " + path("m")));
  EXPECT_THAT(loud.err, HasSubstr("epoch "));
  EXPECT_THAT(loud.err, Not(HasSubstr("\r")));
  const Answer quiet = run_clade({"train", data(), "-o", path("m"), "--quiet"});
  EXPECT_EQ(quiet.code, 0);
  EXPECT_EQ(quiet.err, "");
}

TEST_F(Train, TracesCertifiedPassesAsJsonLines) {
  const Answer answer =
      run_clade({"train", data(), "-o", path("m"), "--trace", path("t.jsonl"), "--quiet"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  std::istringstream lines(read_file(path("t.jsonl")));
  int count = 0;
  double last_dual = -1;
  for (std::string line; std::getline(lines, line); ++count) {
    const Json json = Json::parse(line);
    EXPECT_EQ(json.size(), 7U);
    EXPECT_GE(json["dual"], last_dual - 1e-6);
    EXPECT_GE(json["primal"].get<double>(), json["dual"].get<double>() - 1e-6);
    last_dual = json["dual"];
  }
  EXPECT_GT(count, 0);
}

TEST_F(Train, DryRunWritesNothing) {
  const Answer answer =
      run_clade({"train", data(), "--taxonomy", taxonomy(), "--dry-run", "-o", path("m")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("instances"));
  EXPECT_THAT(answer.out, HasSubstr("--tolerance"));
  EXPECT_FALSE(std::filesystem::exists(path("m")));
  const Answer json = run_clade({"train", data(), "--dry-run", "--json"});
  EXPECT_EQ(Json::parse(json.out)["options"]["C"], "1");
}

TEST_F(Train, WarnsAtTheLimitOfEpochsAndWritesTheModel) {
  const Answer answer =
      run_clade({"train", data(), "-o", path("m"), "--max-epochs", "1", "--tolerance", "1e-9"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("clade: warning: training ended at --max-epochs"));
  EXPECT_TRUE(std::filesystem::exists(path("m")));
}

TEST_F(Train, GivesTheSameBytesForAnyNumberOfThreads) {
  ASSERT_EQ(run_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "400"}).code, 0);
  for (const std::string threads : {"1", "2"}) {
    const Answer answer =
        run_clade({"train", path("g/data.svm"), "--taxonomy", path("g/taxonomy.tsv"), "-o",
                   path("m" + threads), "--threads", threads, "--quiet"});
    ASSERT_EQ(answer.code, 0) << answer.err;
  }
  EXPECT_FALSE(read_file(path("m1")).empty());
  EXPECT_TRUE(read_file(path("m1")) == read_file(path("m2")));
}

TEST_F(Train, LeavesOutInstancesWithoutALabel) {
  const std::string with = write("with.svm", "? 9:1\n" + read_file(data()) + "7:1\n");
  const Answer answer = run_clade({"train", with, "-o", path("m1")});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err,
              HasSubstr("clade: warning: 2 of 8 instances have no label and are left out\n"));
  EXPECT_EQ(run_clade({"train", with, "-o", path("m1"), "--quiet"}).err,
            "clade: warning: 2 of 8 instances have no label and are left out\n");
  ASSERT_EQ(run_clade({"train", data(), "-o", path("m2"), "--quiet"}).code, 0);
  EXPECT_TRUE(read_file(path("m1")) == read_file(path("m2")));
}

TEST_F(Train, WarnsOfClassesWithoutExamples) {
  const std::string more = write("more.tsv", read_file(taxonomy()) + "r\tc\nr\td\n");
  const Answer answer = run_clade({"train", data(), "--taxonomy", more, "-o", path("m")});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("clade: warning: 2 of 5 classes have no example: 'c', 'd'\n"));
}

TEST_F(Train, WarnsOfInstancesWithEveryClass) {
  const std::string full = write("full.svm", "a,b 1:1\na,b 2:1\na 1:1 2:1\n");
  const Answer answer = run_clade({"train", full, "-o", path("m"), "--method", "hsvm"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, HasSubstr("2 of 3 instances carry every class"));
  const std::string all = write("all.svm", "a,b 1:1\na,b 2:1\n");
  EXPECT_EQ(run_clade({"train", all, "-o", path("m"), "--quiet"}).code, 0);
}

}  // namespace
}  // namespace clade::detail::test
