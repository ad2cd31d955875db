// Online methods on the command line: traces of updates, and training from a stream.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class Online : public SmallProblem {
 protected:
  std::filesystem::path folder() const { return golden("hieron/b-online-tree"); }
  Words train(const std::string& data, const Words& options) const {
    Words words{"train",    data,     "--taxonomy", folder() / "taxonomy.tsv",
                "--method", "hieron", "-o",         path("m")};
    words.insert(words.end(), options.begin(), options.end());
    return words;
  }
};

TEST_F(Online, WritesEveryUpdateOfTheGoldenCase) {
  const Json expected = Json::parse(read_file(folder() / "case.json"))["expected"];
  const Answer answer = run_clade(train(
      folder() / "data.svm", {"--precision", "double", "--trace", path("t"), "--trace-updates"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  std::istringstream lines(read_file(path("t")));
  std::string line;
  for (const Json& step : expected["steps"]) {
    if (step[5] == 0) continue;
    ASSERT_TRUE(std::getline(lines, line));
    const Json update = Json::parse(line);
    EXPECT_EQ(update["instance"], step[0]);
    EXPECT_EQ(update["step"], step[0].get<int>() + 1);
    EXPECT_EQ(update["label"], step[1]);
    EXPECT_EQ(update["guess"], step[2]);
    EXPECT_NEAR(update["step_size"].get<double>(), step[5].get<double>(), 1e-9);
    EXPECT_TRUE(update.contains("margin"));
  }
  EXPECT_FALSE(std::getline(lines, line));
}

TEST_F(Online, ATraceWithoutUpdatesHasALineForEveryPass) {
  const Answer answer =
      run_clade(train(folder() / "data.svm", {"--epochs", "3", "--trace", path("t")}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  std::istringstream lines(read_file(path("t")));
  std::string line;
  int epoch = 0;
  while (std::getline(lines, line)) {
    const Json pass = Json::parse(line);
    EXPECT_EQ(pass["epoch"], ++epoch);
    EXPECT_GE(pass["mean_error"].get<double>(), 0);
    EXPECT_GT(pass["updates"].get<int>(), 0);
  }
  EXPECT_EQ(epoch, 3);
}

TEST_F(Online, TellsTheMeanErrorAsItGoes) {
  const Answer answer = run_clade(train(folder() / "data.svm", {}));
  EXPECT_THAT(answer.err, HasSubstr("mean error"));
  EXPECT_THAT(answer.err, Not(HasSubstr("median length"))) << "there is no C to choose";
}

TEST_F(Online, ProgressiveValidationCountsWhatWasPredictedBefore) {
  const Json expected = Json::parse(read_file(folder() / "case.json"))["expected"];
  const Answer text = run_clade(train(folder() / "data.svm", {"--progressive", "--quiet"}));
  EXPECT_THAT(text.out, testing::StartsWith("examples\tmean_error\taccuracy\n30\t"));
  const Answer answer = run_clade(train("-", {"--progressive", "--quiet", "--json"}),
                                  read_file(folder() / "data.svm"));
  const Json last = Json::parse(answer.out)["progressive"].back();
  EXPECT_EQ(last["examples"], 30);
  EXPECT_NEAR(30 * last["mean_error"].get<double>(),
              expected["cumulative_tree_error"].get<double>(), 1e-9);
}

TEST_F(Online, AStreamGivesTheModelOfTheFile) {
  const std::string text = read_file(folder() / "data.svm");
  for (const Words& options : {Words{}, Words{"--update", "averaged"}, Words{"--flat"},
                               Words{"--bias", "feature", "--normalize", "unit"}}) {
    ASSERT_EQ(run_clade(train(folder() / "data.svm", options)).code, 0);
    const std::string from_file = read_file(path("m"));
    const Answer streamed = run_clade(train("-", options), text);
    ASSERT_EQ(streamed.code, 0) << streamed.err;
    EXPECT_TRUE(read_file(path("m")) == from_file);
  }
}

// Every class but the label is a rival, and every example has one label.
TEST_F(Online, TellsTheActiveRatio) {
  const std::string data = (folder() / "data.svm").string();
  for (const Words& options : {Words{}, Words{"--epochs", "4"}}) {
    Words words = train(data, options);
    words.emplace_back("--json");
    const Json json = Json::parse(run_clade(words).out);
    const Json duals = json["dual_variables"];
    EXPECT_EQ(duals["total"], 30 * (json["classes"].get<int>() - 1));
    EXPECT_GT(duals["nonzero"], 0);
    EXPECT_NEAR(duals["active_ratio"].get<double>(),
                duals["nonzero"].get<double>() / duals["total"].get<double>(), 1e-15);
  }
  const Answer text = run_clade(train(data, {}));
  EXPECT_THAT(text.err, HasSubstr("active ratio "));
  Words stream = train("-", {});
  stream.emplace_back("--json");
  Words file = train(data, {});
  file.emplace_back("--json");
  EXPECT_EQ(Json::parse(run_clade(stream, read_file(data)).out)["dual_variables"],
            Json::parse(run_clade(file).out)["dual_variables"]);
}

TEST_F(Online, AStreamOfTextsHashesItsWords) {
  const std::string taxonomy = write("tax.tsv", "root\tpets\nroot\tcars\n");
  std::string lines;
  for (int i = 0; i < 40; ++i) {
    lines += i % 2 == 0 ? R"({"labels":["pets"],"text":"a cat and a dog"})"
                        : R"({"labels":["cars"],"text":"an engine and a wheel"})";
    lines += "\n";
  }
  const Answer trained =
      run_clade({"train", "-", "--format", "jsonl", "--hash", "12", "--taxonomy", taxonomy,
                 "--method", "hieron", "--update", "averaged", "-o", path("m")},
                lines);
  ASSERT_EQ(trained.code, 0) << trained.err;
  const Answer predicted = run_clade({"predict", path("m"), "-", "--format", "jsonl"},
                                     "{\"text\":\"the dog\"}\n{\"text\":\"one wheel\"}\n");
  EXPECT_THAT(predicted.out, HasSubstr("0\tpets"));
  EXPECT_THAT(predicted.out, HasSubstr("1\tcars"));
}

TEST_F(Online, AStreamWithABadLineNamesIt) {
  const Answer answer =
      run_clade(train("-", {}), read_file(folder() / "data.svm") + "nonsense 1:x\n");
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("-:31:"));
  EXPECT_FALSE(std::filesystem::exists(path("m")));
}

TEST_F(Online, AStreamWithAForeignLabelNamesIt) {
  const Answer answer = run_clade(train("-", {}), "planet 1:1\n");
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("-:1:1: "));
  EXPECT_THAT(answer.err, HasSubstr("planet"));
}

TEST_F(Online, AStreamCannotGetAClassLate) {
  const std::string taxonomy = write("tax.tsv", "root\ta\na\ta1\na\ta2\n");
  const Answer answer = run_clade({"train", "-", "--taxonomy", taxonomy, "--method", "perceptron",
                                   "--epochs", "1", "-o", path("m")},
                                  "a1 1:1\na 1:2\n");
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("--label-nodes all"));
}

TEST_F(Online, AnEmptyStreamIsAnError) {
  const Answer answer = run_clade(train("-", {}), "");
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("no example"));
}

TEST_F(Online, WeightingByDocumentsNeedsAllOfThem) {
  const Answer answer = run_clade(train("-", {"--weighting", "tfidf"}), "a 1:1\n");
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("log-tf"));
}

TEST_F(Online, UpdatesAreTracedByOnlineMethodsOnly) {
  Words words = train(folder() / "data.svm", {"--trace-updates"});
  EXPECT_THAT(run_clade(words).err, HasSubstr("--trace FILE"));
  words[5] = "hsvm";
  const Answer answer = run_clade(words);
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("no online method"));
}

TEST_F(Online, WarnsOfExamplesThatComeSorted) {
  std::string lines;
  for (const char* label : {"a", "b"}) {
    for (int i = 0; i < 100; ++i) lines += std::string(label) + " 1:1\n";
  }
  const std::string data = write("sorted.svm", lines);
  const std::string taxonomy = write("tax.tsv", "root\ta\nroot\tb\n");
  Words words{"train", data, "--taxonomy", taxonomy, "--method", "perceptron", "-o", path("m")};
  EXPECT_THAT(run_clade(words).err, HasSubstr("--order random"));
  words.insert(words.end(), {"--order", "random"});
  EXPECT_THAT(run_clade(words).err, Not(HasSubstr("--order random")));
}

}  // namespace
}  // namespace clade::detail::test
