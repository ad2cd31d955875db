// Why a document is where it is: as text, as JSON, as a page.
#include <cmath>
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::AllOf;
using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

const std::string explained_documents =
    R"({"id":"d1","labels":["cats"],"title":"pets","text":"the cat purrs and the cat sleeps"}
{"id":"d2","labels":["cats"],"title":"pets","text":"a kitten purrs"}
{"id":"d3","labels":["dogs"],"title":"pets","text":"the dog barks"}
{"id":"d4","labels":["dogs"],"title":"guards","text":"a dog barks and the dog runs"}
{"id":"d5","labels":["cars"],"title":"speed","text":"an engine runs"}
{"id":"d6","labels":["cars"],"title":"speed","text":"the engine starts"}
{"id":"d7","title":"<b>","text":"The CAT purrs & the dog runs"}
)";

class Explain : public SmallProblem {
 protected:
  std::string docs() const { return write("docs.jsonl", explained_documents); }
  std::string trained(const Words& more = {}) const {
    const std::string topics =
        write("topics.tsv", "root\tanimals\nanimals\tcats\nanimals\tdogs\nroot\tcars\n");
    Words words{"train",         docs(),    "--taxonomy", topics, "-o",
                path("m.clade"), "--quiet", "--min-df",   "1"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return path("m.clade");
  }
};

double share_sum(const Json& explained) {
  double sum = 0;
  for (const Json& node : explained["nodes"]) {
    double words = 0;
    for (const Json& word : node["words"]) words += word["share"].get<double>();
    EXPECT_NEAR(words, node.value("margin", node["share"].get<double>()), 1e-6);
    sum += node["share"].get<double>();
  }
  return sum;
}

TEST_F(Explain, JsonHasSharesThatSumToThePredictedScores) {
  for (const Words& options : {Words{}, Words{"--method", "topdown-svm"}, Words{"--hash", "12"},
                               Words{"--method", "dnc"}, Words{"--ngrams", "2"}}) {
    const std::string model = trained(options);
    const Answer answer = run_clade({"explain", model, docs(), "--id", "d7", "--json"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    const Json explained = Json::parse(answer.out);
    const Answer top = run_clade({"predict", model, docs(), "--top", "2", "--output", "jsonl"});
    const Json predicted = Json::parse(top.out.substr(top.out.rfind('\n', top.out.size() - 2) + 1));
    EXPECT_EQ(predicted["id"], "d7");
    EXPECT_EQ(explained["label"], predicted["labels"][0]["label"]);
    EXPECT_EQ(explained["path"], predicted["labels"][0]["path"]);
    EXPECT_EQ(explained["runner_up"]["label"], predicted["labels"][1]["label"]);
    EXPECT_NEAR(share_sum(explained), predicted["labels"][0]["score"].get<double>(), 1e-6);
    EXPECT_NEAR(share_sum(explained["runner_up"]), predicted["labels"][1]["score"].get<double>(),
                1e-6);
    double lead = 0;
    for (const Json& word : explained["difference"]["words"]) lead += word["share"].get<double>();
    EXPECT_NEAR(lead, explained["difference"]["lead"].get<double>(), 1e-6);
    EXPECT_THAT(answer.out, HasSubstr("\"word\":\"purrs\""));
  }
}

TEST_F(Explain, NodesComeFromTheRootDown) {
  // Named from below, and with two ways to a leaf.
  const std::string dag =
      write("dag.tsv", "mid\tcats\nmid\tdogs\ntop\tmid\nroot\ttop\nroot\tcars\ncars\tdogs\n");
  ASSERT_EQ(run_clade({"train", docs(), "--taxonomy", dag, "--method", "hsvm", "--min-df", "1",
                       "-o", path("dag.clade"), "--quiet"})
                .code,
            0);
  const Json explained =
      Json::parse(run_clade({"explain", path("dag.clade"), docs(), "--id", "d3", "--json"}).out);
  ASSERT_EQ(explained["label"], "dogs");
  std::vector<std::string> nodes;
  for (const Json& node : explained["nodes"]) nodes.push_back(node["node"]);
  EXPECT_THAT(nodes, ::testing::ElementsAre("top", "cars", "mid", "dogs"));
}

TEST_F(Explain, ACalibratedModelTellsProbabilities) {
  const auto explained = [&](const std::string& model) {
    return Json::parse(run_clade({"explain", model, docs(), "--id", "d7", "--json"}).out);
  };
  const Json sure =
      explained(trained({"--method", "hsvm", "--calibrate", "--calibrate-folds", "2"}));
  EXPECT_GT(sure["probability"], sure["runner_up"]["probability"]);
  EXPECT_FALSE(explained(trained({"--method", "hsvm"})).contains("probability"));
}

TEST_F(Explain, TextNamesTheAnswerTheRunnerUpAndTheirWords) {
  const std::string model = trained({"--ngrams", "1", "--char-ngrams", "none"});
  const Answer answer = run_clade({"explain", model, docs(), "--id", "d7"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out,
              AllOf(StartsWith("d7\nanswer cats (score "), HasSubstr("), animals > cats\n"),
                    HasSubstr("runner-up dogs (score "), HasSubstr("cats leads dogs by "),
                    HasSubstr("purrs +")));
  const Answer short_one = run_clade({"explain", model, docs(), "--id", "d7", "--words", "1"});
  EXPECT_THAT(short_one.out, HasSubstr(", and 4 more"));
  const Answer two = run_clade({"explain", model, docs(), "--first", "2"});
  EXPECT_THAT(two.out, AllOf(StartsWith("d1\n"), HasSubstr("\n\nd2\n"), Not(HasSubstr("d3"))));
}

TEST_F(Explain, ThePageMarksTheWordsOfTheDocument) {
  const std::string model = trained({"--text-fields", "title=2,text", "--stopwords", "english"});
  const Answer answer =
      run_clade({"explain", model, docs(), "--id", "d7", "--html", path("why.html")});
  if (answer.code == 5) GTEST_SKIP() << answer.err;  // built without its pages
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string page = read_file(path("why.html"));
  EXPECT_THAT(page, HasSubstr("\"text\":\"\\u003cb\\u003e\\nThe CAT purrs \\u0026 the dog runs\""));
  // CAT and purrs, where they stand.
  EXPECT_THAT(page, AllOf(HasSubstr("\"marks\":[[8,3,"), HasSubstr("],[12,5,")));
}

TEST_F(Explain, VectorsAreExplainedByTheirNumbers) {
  const std::string model_file = model({"--bias", "feature", "--kernel", "linear"});
  const Answer answer = run_clade({"explain", model_file, data()});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, AllOf(StartsWith("0\nanswer a1 (score "), HasSubstr("(constant) "),
                                HasSubstr("1 +")));
}

TEST_F(Explain, WhatCannotBeExplainedIsSaid) {
  const std::string model_file = trained();
  const Answer unknown = run_clade({"explain", model_file, docs(), "--id", "d77"});
  EXPECT_EQ(unknown.code, 3);
  EXPECT_THAT(unknown.err, HasSubstr("no instance has the id 'd77' (did you mean 'd7'?)"));
  const Answer empty = run_clade({"explain", model_file, write("empty.jsonl", "")});
  EXPECT_EQ(empty.code, 3);
  const Answer same = run_clade({"explain", model_file, docs(), "--html", model_file});
  EXPECT_EQ(same.code, 2);
  const std::string kernel = trained({"--kernel", "rbf"});
  const Answer refused = run_clade({"explain", kernel, docs()});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("the model has the kernel rbf"));
}

TEST_F(Explain, SaysWhyALabelIsNotTheAnswer) {
  for (const Words& options : {Words{}, Words{"--method", "topdown-svm"}}) {
    const std::string model = trained(options);
    const Answer answer =
        run_clade({"explain", model, docs(), "--id", "d1", "--label", "cars", "--json"});
    ASSERT_EQ(answer.code, 0) << answer.err;
    const Json explained = Json::parse(answer.out);
    EXPECT_EQ(explained["label"], "cats");
    EXPECT_EQ(explained["asked"]["label"], "cars");
    EXPECT_FALSE(explained.contains("runner_up"));
    EXPECT_EQ(explained["predicted"], Json({"cats"}));
    EXPECT_GT(explained["difference"]["lead"], 0);
    const Answer scores = run_clade({"predict", model, docs(), "--top", "3", "--json"});
    const Json first = Json::parse(scores.out.substr(0, scores.out.find('\n')));
    EXPECT_NEAR(share_sum(explained["asked"]), first["labels"][2]["score"].get<double>(), 1e-6);
  }
  const Answer text = run_clade({"explain", trained(), docs(), "--id", "d1", "--label", "cars"});
  EXPECT_THAT(text.out, AllOf(HasSubstr("answer cats (score"),
                              HasSubstr("asked for, not predicted: cars (score"),
                              HasSubstr("cats leads cars by")));
}

TEST_F(Explain, OfANodeTheBestClassBelowIsExplained) {
  const Answer why = run_clade({"explain", trained(), docs(), "--id", "d5", "--label", "animals"});
  EXPECT_THAT(why.out, ::testing::ContainsRegex("asked for, not predicted: (cats|dogs)"));
  const Answer own = run_clade({"explain", trained(), docs(), "--id", "d1", "--label", "animals"});
  EXPECT_THAT(own.out, HasSubstr("answer cats"));
  EXPECT_THAT(own.out, HasSubstr("runner-up"));
  const Answer unknown = run_clade({"explain", trained(), docs(), "--label", "dog"});
  EXPECT_EQ(unknown.code, 2);
  EXPECT_THAT(unknown.err, HasSubstr("--label: the model knows no 'dog' (did you mean 'dogs'?)"));
}

TEST_F(Explain, SaysWhereNoLabelIsPredicted) {
  const std::string sets = write("sets.svm", "a1,b 1:1 4:1\na1 1:0.9\na2 2:1\na2,b 2:0.8 4:1\n");
  ASSERT_EQ(run_clade({"train", sets, "--taxonomy", taxonomy(), "--method", "hsvm", "--constraints",
                       "binary", "--loss", "zero-one", "-o", path("s.clade"), "--quiet"})
                .code,
            0);
  const std::string asked = write("asked.svm", "9:1\n");
  ASSERT_THAT(run_clade({"predict", path("s.clade"), asked}).out, StartsWith("0\t\t"));
  const Answer answer = run_clade({"explain", path("s.clade"), asked});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("no label is predicted\nbest class, not predicted: "));
  EXPECT_THAT(answer.out, Not(HasSubstr("answer")));
  EXPECT_EQ(Json::parse(run_clade({"explain", path("s.clade"), asked, "--json"}).out)["predicted"],
            Json::array());
}

}  // namespace
}  // namespace clade::detail::test
