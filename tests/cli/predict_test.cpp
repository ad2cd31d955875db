#include <algorithm>
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using Json = nlohmann::json;

class Predict : public SmallProblem {};

TEST_F(Predict, WritesIdLabelScoreAndPath) {
  const Answer answer = run_clade({"predict", model(), data()});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
  std::istringstream lines(answer.out);
  std::string line;
  std::getline(lines, line);
  EXPECT_THAT(line, MatchesRegex("0\ta1\t[0-9.]+\ta > a1"));
  std::vector<std::string> last;
  while (std::getline(lines, line)) last.push_back(line);
  ASSERT_EQ(last.size(), 5U);
  EXPECT_THAT(last.back(), MatchesRegex("5\tb\t[0-9.]+\tb"));
}

TEST_F(Predict, TopGivesThatManyLinesBestFirst) {
  const Answer answer = run_clade({"predict", model(), data(), "--top", "2"});
  std::istringstream lines(answer.out);
  std::string id, label, score;
  std::vector<double> scores;
  for (std::string line; std::getline(lines, line);) {
    std::istringstream fields(line);
    fields >> id >> label >> score;
    scores.push_back(std::stod(score));
  }
  ASSERT_EQ(scores.size(), 12U);
  for (std::size_t i = 0; i < 12; i += 2) EXPECT_GE(scores[i], scores[i + 1]);
  const Answer all = run_clade({"predict", model(), data(), "--top", "100"});
  EXPECT_EQ(std::count(all.out.begin(), all.out.end(), '\n'), 18);
}

TEST_F(Predict, ScoresHaveAHeaderOfClasses) {
  const Answer answer = run_clade({"predict", model(), data(), "--scores"});
  EXPECT_EQ(answer.out.substr(0, answer.out.find('\n')), "id\ta1\ta2\tb");
  EXPECT_EQ(std::count(answer.out.begin(), answer.out.end(), '\n'), 7);
}

TEST_F(Predict, ScoresOfAMethodFromTheRootDownAreThoseOfNodes) {
  const std::string file = model({"--method", "topdown-svm"});
  const Answer answer = run_clade({"predict", file, data(), "--scores"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.out.substr(0, answer.out.find('\n')), "id\ta\ta1\ta2\tb");
}

TEST_F(Predict, WritesJsonLines) {
  const Answer answer = run_clade({"predict", model(), data(), "--output", "jsonl"});
  const Json first = Json::parse(answer.out.substr(0, answer.out.find('\n')));
  EXPECT_EQ(first["id"], "0");
  ASSERT_EQ(first["labels"].size(), 1U);
  EXPECT_EQ(first["labels"][0]["label"], "a1");
  EXPECT_EQ(first["labels"][0]["path"], Json({"a", "a1"}));
  EXPECT_GT(first["labels"][0]["score"], 0);
}

TEST_F(Predict, AModelBySignGivesSetsThatMayBeEmpty) {
  const std::string file = model({"--method", "hsvm", "--constraints", "binary"});
  const Answer answer = run_clade({"predict", file, "-", "--format", "svm"}, "? 4:1\n?\n");
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, MatchesRegex("0\tb\t[0-9.]+\tb\n1\t\t\t\n"));
  const Answer top =
      run_clade({"predict", file, "-", "--format", "svm", "--label-set", "top1"}, "?\n");
  EXPECT_EQ(top.out, "0\ta1\t0\ta > a1\n");
  const Answer json =
      run_clade({"predict", file, "-", "--format", "svm", "--output", "jsonl"}, "?\n");
  EXPECT_EQ(json.out, "{\"id\":\"0\",\"featureless\":true,\"labels\":[]}\n");
}

TEST_F(Predict, CountsUnknownFeatures) {
  const Answer answer =
      run_clade({"predict", model(), "-", "--format", "svm"}, "? 4:1 77:1\n? 78:2\n");
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(
      answer.err,
      "clade: warning: 2 words or feature values are unknown to the model and were ignored\n"
      "clade: warning: 1 of 2 instances has no word or feature that the model knows: its answer is "
      "that of an empty document\n");
}

TEST_F(Predict, IsTheSameForAnyNumberOfThreadsAndInTheOrderOfTheInput) {
  ASSERT_EQ(run_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "300"}).code, 0);
  const std::string file = model();
  std::string many;
  for (int i = 0; i < 20; ++i) many += read_file(path("g/data.svm"));
  const std::string big = write("big.svm", many);
  const Answer one = run_clade({"predict", file, big, "--threads", "1"});
  const Answer two = run_clade({"predict", file, big, "--threads", "2"});
  EXPECT_EQ(one.code, 0);
  EXPECT_TRUE(one.out == two.out);
  std::istringstream lines(two.out);
  int expected = 0;
  for (std::string line; std::getline(lines, line); ++expected) {
    ASSERT_EQ(line.substr(0, line.find('\t')), std::to_string(expected));
  }
  EXPECT_EQ(expected, 6000);
}

TEST_F(Predict, PathsInADagFollowOneChainOfNodes) {
  const std::filesystem::path folder = golden("hsvm/d-dag-multilabel-unit");
  ASSERT_EQ(run_clade({"train", folder / "data.svm", "--taxonomy", folder / "taxonomy.tsv",
                       "--method", "hsvm", "-o", path("m"), "--quiet"})
                .code,
            0);
  const Answer answer = run_clade({"predict", path("m"), folder / "test.svm"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr(" > "));
}

TEST_F(Predict, InfoDescribesTheModel) {
  const std::string file = model({"--kernel", "linear"});
  const Answer text = run_clade({"info", file});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("--tolerance"));
  const Json json = Json::parse(run_clade({"info", file, "--json"}).out);
  EXPECT_EQ(json["method"], "clade");
  EXPECT_EQ(json["classes"], 3);
  EXPECT_EQ(json["nodes"], 5);
  EXPECT_EQ(json["depth"], 2);
  EXPECT_EQ(json["features"], 4);
  EXPECT_EQ(json["precision"], "single");
  EXPECT_EQ(json["file_bytes"], std::filesystem::file_size(file));
  EXPECT_EQ(json["options"]["C"], "1");
  const Answer weights = run_clade({"info", file, "--weights"});
  EXPECT_EQ(std::count(weights.out.begin(), weights.out.end(), '\n'),
            json["weights"]["nonzero"].get<long>());
  EXPECT_THAT(weights.out.substr(0, weights.out.find('\n')),
              MatchesRegex("1\t[a-z0-9]+\t-?[0-9.e-]+"));
}

TEST_F(Predict, BeamWritesTheBestClassAndTellsWhatItCosts) {
  const std::string file = model({"--method", "hsvm"});
  const Answer full = run_clade({"predict", file, data()});
  const Answer beam = run_clade({"predict", file, data(), "--beam", "4"});
  EXPECT_EQ(beam.code, 0);
  EXPECT_EQ(beam.out, full.out);
  EXPECT_EQ(beam.err,
            "clade: the beam of 4 gave the answer of the full scan to 1 of the 1 instances that "
            "were scanned in full\n");
  const Answer top = run_clade({"predict", file, data(), "--beam", "4", "--top", "3"});
  EXPECT_EQ(std::count(top.out.begin(), top.out.end(), '\n'), 18);
}

TEST_F(Predict, BeamAnswersTheSameOnAnyNumberOfThreads) {
  std::string many;
  for (int i = 0; i < 100; ++i) many += "a1 1:1 3:0.5\na2 2:0.8\nb 1:0.1 4:0.7\n";
  const std::string file = model({"--method", "hsvm"}), rows = write("many.svm", many);
  const Answer one = run_clade({"predict", file, rows, "--beam", "1", "--threads", "1"});
  const Answer two = run_clade({"predict", file, rows, "--beam", "1", "--threads", "2"});
  EXPECT_EQ(one.out, two.out);
  EXPECT_EQ(one.err, two.err);
  EXPECT_THAT(one.err, HasSubstr("of the 2 instances"));
}

TEST_F(Predict, BeamRefusesWhatNeedsAllScores) {
  const std::string file = model({"--method", "hsvm"});
  for (const Words& more : {Words{"--scores"}, Words{"--label-set", "sign"},
                            Words{"--confidence", "0.9"}, Words{"--decode", "expected-loss"}}) {
    Words words{"predict", file, data(), "--beam", "4"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2);
    EXPECT_THAT(answer.err, HasSubstr("--beam finds the best classes"));
  }
  const Answer none = run_clade({"predict", file, data(), "--beam", "-1"});
  EXPECT_THAT(none.err, HasSubstr("--beam: expected a whole number of at least 0, got '-1'"));
}

TEST_F(Predict, BeamOfZeroScoresAllClasses) {
  const std::string file = model({"--method", "hsvm"});
  const Answer full = run_clade({"predict", file, data()});
  const Answer zero = run_clade({"predict", file, data(), "--beam", "0"});
  EXPECT_EQ(zero.code, 0);
  EXPECT_EQ(zero.out, full.out);
  EXPECT_EQ(zero.err, full.err);
  EXPECT_EQ(run_clade({"predict", file, data(), "--beam", "0", "--scores"}).code, 0);
  EXPECT_EQ(run_clade({"evaluate", file, data(), "--beam", "0"}).out,
            run_clade({"evaluate", file, data()}).out);
}

// 100 groups of 100 classes, most of them without an example.
TEST_F(Predict, TakesABeamWhereClassesAreMany) {
  std::string edges, examples, rows;
  for (int g = 0; g < 100; ++g) {
    const std::string group = "g" + std::to_string(g);
    edges += "root\t" + group + "\n";
    for (int c = 0; c < 100; ++c) edges += group + "\t" + group + "c" + std::to_string(c) + "\n";
    if (g < 10) examples += group + "c0 " + std::to_string(1 + g) + ":1\n";
  }
  for (int i = 0; i < 300; ++i) rows += "g0c0 1:1\n";
  const std::string taxonomy = write("wide.tsv", edges), train = write("wide.svm", examples);
  const std::string many = write("many.svm", rows), file = path("wide.clade");
  ASSERT_EQ(
      run_clade({"train", train, "--taxonomy", taxonomy, "--method", "hsvm", "-o", file, "--quiet"})
          .code,
      0);
  const std::string agreement =
      "clade: the beam of 32 gave the answer of the full scan to 2 of the 2 instances that were "
      "scanned in full";
  const Answer usual = run_clade({"predict", file, many});
  EXPECT_EQ(usual.err, agreement +
                           "; --beam 0 scores all 10000 classes of every instance, some "
                           "times slower\n");
  const Answer asked = run_clade({"predict", file, many, "--beam", "32"});
  EXPECT_EQ(asked.out, usual.out);
  EXPECT_EQ(asked.err, agreement + "\n");
  for (const Words& more : {Words{"--beam", "0"}, Words{"--quiet"}, Words{"--scores"},
                            Words{"--top", "11"}, Words{"--label-set", "sign"}}) {
    Words words{"predict", file, train};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0);
    EXPECT_THAT(answer.err, Not(HasSubstr("beam")));
  }
  const std::string told = "'clade predict' takes a beam of 32 unless it is told --beam 0";
  EXPECT_THAT(run_clade({"evaluate", file, train}).err, HasSubstr(told));
  EXPECT_THAT(run_clade({"evaluate", file, train, "--beam", "0"}).err, Not(HasSubstr(told)));
  EXPECT_THAT(run_clade({"evaluate", file, train, "--beam", "32"}).err, Not(HasSubstr(told)));
}

// Nothing to go by in inner nodes, so that a beam would be refused.
TEST_F(Predict, TakesNoBeamByItselfWhereThereIsNone) {
  std::string examples;
  for (int c = 0; c < 10000; ++c) {
    examples += "c" + std::to_string(c) + " " + std::to_string(1 + c % 50) + ":1\n";
  }
  const std::string train = write("flat.svm", examples), file = path("flat.clade");
  ASSERT_EQ(run_clade({"train", train, "--method", "perceptron", "-o", file, "--quiet"}).code, 0);
  const Answer usual = run_clade({"predict", file, data()});
  EXPECT_EQ(usual.code, 0);
  EXPECT_THAT(usual.err, Not(HasSubstr("beam")));
  EXPECT_THAT(run_clade({"evaluate", file, train}).err, Not(HasSubstr("beam")));
}

// As many rows as make a screen pay, and so few that none is made.
TEST_F(Predict, ManyRowsHaveTheSameAnswersAsFew) {
  std::string edges, examples, rows;
  for (int c = 0; c < 600; ++c) {
    const std::string group = "g" + std::to_string(c % 20), name = "c" + std::to_string(c);
    if (c < 20) edges += "root\t" + group + "\n";
    edges += group + "\t" + name + "\n";
    examples += name;
    for (int f = 1; f <= 12; ++f) {
      examples += " " + std::to_string(f) + ":0." + std::to_string(1 + (c * f * 7919) % 997);
    }
    examples += "\n";
  }
  const std::string taxonomy = write("wide.tsv", edges), train = write("wide.svm", examples);
  const std::string file = path("wide.clade");
  ASSERT_EQ(run_clade({"train", train, "--taxonomy", taxonomy, "--method", "hsvm", "--tolerance",
                       "0.1", "-o", file, "--quiet"})
                .code,
            0);
  const std::string one = run_clade({"predict", file, train, "--threads", "1"}).out;
  EXPECT_EQ(run_clade({"predict", file, train, "--threads", "2"}).out, one);
  std::string firsts;
  const std::string pairs = run_clade({"predict", file, train, "--top", "2"}).out;
  std::size_t number = 0;
  for (std::size_t begin = 0; begin < pairs.size(); ++number) {
    const std::size_t end = pairs.find('\n', begin) + 1;
    if (number % 2 == 0) firsts += pairs.substr(begin, end - begin);
    begin = end;
  }
  EXPECT_EQ(number, 1200U);
  EXPECT_EQ(firsts, one);
  std::size_t end = 0;
  for (int line = 0; line < 20; ++line) end = examples.find('\n', end) + 1;
  const std::string few = write("few.svm", examples.substr(0, end));
  const std::string alone = run_clade({"predict", file, few, "--top", "2"}).out;
  EXPECT_EQ(std::count(alone.begin(), alone.end(), '\n'), 40);
  EXPECT_EQ(pairs.substr(0, alone.size()), alone);
}

TEST_F(Predict, BeamRefusesModelsThatDoNotScoreInnerNodes) {
  const Answer flat = run_clade({"predict", model({"--method", "svm"}), data(), "--beam", "4"});
  EXPECT_EQ(flat.code, 2);
  EXPECT_THAT(flat.err, HasSubstr("does not score the inner nodes"));
  const Answer sets = run_clade(
      {"predict", model({"--method", "hsvm", "--constraints", "binary"}), data(), "--beam", "4"});
  EXPECT_EQ(sets.code, 2);
  EXPECT_THAT(sets.err, HasSubstr("ask for --top K"));
}

}  // namespace
}  // namespace clade::detail::test
