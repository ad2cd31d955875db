#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class Evaluate : public SmallProblem {};

TEST_F(Evaluate, MeasuresAModel) {
  const Answer text = run_clade({"evaluate", model(), data()});
  EXPECT_EQ(text.code, 0);
  EXPECT_THAT(text.out, HasSubstr("accuracy"));
  const Json json = Json::parse(run_clade({"evaluate", model(), data(), "--json"}).out);
  EXPECT_EQ(json["instances"], 6);
  EXPECT_EQ(json["metrics"]["accuracy"], 1.0);
  EXPECT_EQ(json["metrics"]["tree_loss"], 0.0);
  EXPECT_EQ(json["per_class"].size(), 3U);
}

TEST_F(Evaluate, MeasuresPrecisionAtTheChosenPlacesAndAuprcFromTheChosenLevel) {
  const Json usual = Json::parse(run_clade({"evaluate", model(), data(), "--json"}).out);
  EXPECT_EQ(usual["metrics"]["precision_at_1"], 1.0);
  EXPECT_TRUE(usual["metrics"].contains("precision_at_5"));
  EXPECT_EQ(usual["metrics"]["lca_f1"], 1.0);
  EXPECT_TRUE(usual["metrics"].contains("auprc"));
  EXPECT_TRUE(usual["per_level"][0].contains("f1"));
  EXPECT_TRUE(usual["per_level"][0].contains("auprc"));
  const Json other = Json::parse(
      run_clade({"evaluate", model(), data(), "--json", "--k", "2", "--auprc-from-level", "2"})
          .out);
  EXPECT_EQ(other["metrics"]["precision_at_2"], 0.5);
  EXPECT_FALSE(other["metrics"].contains("precision_at_1"));
  EXPECT_EQ(other["metrics"]["auprc"], other["per_level"][1]["auprc"]);
  for (const char* wrong : {"0", "1,,2", "x", "-1", "99999999999"}) {
    const Answer refused = run_clade({"evaluate", model(), data(), "--k", wrong});
    EXPECT_EQ(refused.code, 2) << wrong;
    EXPECT_THAT(refused.err, HasSubstr("such as 1,3,5")) << wrong;
  }
}

TEST_F(Evaluate, MeasuresTheWrittenPredictionsAndScoresAlike) {
  const std::string file = model();
  const std::string test = write("test.svm", "a1 1:1\na2 1:1\nb 2:1 4:0.1\n");
  const Json direct = Json::parse(run_clade({"evaluate", file, test, "--json"}).out);
  const std::string scores =
      write("scores.tsv", run_clade({"predict", file, test, "--scores"}).out);
  const std::string predictions = write("predictions.tsv", run_clade({"predict", file, test}).out);
  const Answer given = run_clade({"evaluate", "--scores", scores, "--predictions", predictions,
                                  "--truth", test, "--taxonomy", taxonomy(), "--json"});
  ASSERT_EQ(given.code, 0) << given.err;
  const Json indirect = Json::parse(given.out);
  EXPECT_NEAR(direct["metrics"]["accuracy"], 1.0 / 3, 1e-12);
  EXPECT_EQ(direct["metrics"], indirect["metrics"]);
}

// Sets of labels are categories to the model, so they are to the measures.
TEST_F(Evaluate, BeamMeasuresTheBestClassAndTellsWhatItCosts) {
  const std::string file = model({"--method", "hsvm"});
  const Answer answer = run_clade({"evaluate", file, data(), "--beam", "2", "--json"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err,
              HasSubstr("the beam of 2 gave the answer of the full scan to 1 of the 1"));
  const Json json = Json::parse(answer.out);
  EXPECT_EQ(json["metrics"]["accuracy"], 1.0);
  EXPECT_FALSE(json["metrics"].contains("average_precision"));
  EXPECT_EQ(json["beam"], (Json{{"width", 2}, {"checked", 1}, {"same", 1}}));
  const Answer sets = run_clade({"evaluate", file, data(), "--beam", "2", "--label-set", "sign"});
  EXPECT_EQ(sets.code, 2);
  EXPECT_THAT(sets.err, HasSubstr("--label-set top1"));
  const Answer none = run_clade({"evaluate", "--truth", data(), "--beam", "2"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("--beam searches with a MODEL"));
}

TEST_F(Evaluate, TakesSetsOfLabelsForTheCategoriesOfTheModel) {
  const std::string tree = write("tree.tsv", "root\ta\nroot\tb\na\ta1\na\ta2\n");
  const std::string sets =
      write("sets.svm", "a1 1:1 2:1\na2 1:1 2:-1\nb 1:-1\na1,a2 1:3\na1 1:1 2:1.2\na1,a2 1:3.1\n");
  const std::string refused = run_clade({"train", sets, "--taxonomy", tree, "--method",
                                         "topdown-svm", "-o", path("m.clade")})
                                  .err;
  EXPECT_THAT(refused, HasSubstr("--multilabel intersect"));
  for (const char* method : {"topdown-svm", "topdown-psi", "transfer", "treeloss"}) {
    const Answer trained =
        run_clade({"train", sets, "--taxonomy", tree, "--method", method, "--multilabel",
                   "intersect", "--C", "100", "-o", path("m.clade"), "--quiet"});
    ASSERT_EQ(trained.code, 0) << trained.err;
    EXPECT_THAT(run_clade({"predict", path("m.clade"), sets}).out, HasSubstr("3\ta1 & a2\t"))
        << method;
    const Json json = Json::parse(run_clade({"evaluate", path("m.clade"), sets, "--json"}).out);
    EXPECT_EQ(json["metrics"]["accuracy"], 1.0) << method;
    EXPECT_EQ(json["metrics"]["l01"], 0.0) << method;
  }
  const std::string other = write("other.svm", "a1,b 1:1\na1,a2 1:3\n");
  const Json json = Json::parse(run_clade({"evaluate", path("m.clade"), other, "--json"}).out);
  EXPECT_EQ(json["metrics"]["accuracy"], 0.5);  // a set without a category cannot be right
}

TEST_F(Evaluate, AgreesWithTheGoldenMeasures) {
  const std::filesystem::path folder = golden("metrics/a-tree-multiclass");
  const Json expected = Json::parse(read_file(folder / "case.json"))["expected"];
  std::string truth, line;
  std::istringstream labels(read_file(folder / "labels.tsv"));
  while (std::getline(labels, line)) truth += line.substr(0, line.find('\t')) + '\n';
  const Answer answer =
      run_clade({"evaluate", "--scores", folder / "scores.tsv", "--truth",
                 write("truth.svm", truth), "--taxonomy", folder / "taxonomy.tsv", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json metrics = Json::parse(answer.out)["metrics"];
  EXPECT_NEAR(metrics["accuracy"], expected["one_accuracy"], 1e-9);
  EXPECT_NEAR(metrics["average_precision"], expected["average_precision"], 1e-9);
  EXPECT_NEAR(metrics["tree_loss"], expected["taxonomy_loss"], 1e-9);
  EXPECT_NEAR(metrics["hierarchical_f1"], expected["hierarchical_f1"], 1e-9);
}

TEST_F(Evaluate, ALabelThatTrainingNeverHadIsNeverRight) {
  const std::string test = write("test.svm", "a1 1:1\na 1:1\n");
  const Answer answer = run_clade({"evaluate", model(), test, "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(Json::parse(answer.out)["metrics"]["accuracy"], 0.5);
}

TEST_F(Evaluate, ReportsWhatCannotBeMeasured) {
  const std::string file = model();
  EXPECT_EQ(run_clade({"evaluate", file, write("x.svm", "zebra 1:1\n")}).code, 3);
  EXPECT_EQ(run_clade({"evaluate", file, write("u.svm", "? 1:1\n")}).code, 3);
  EXPECT_EQ(run_clade({"evaluate", file, path("none.svm")}).code, 5);
  EXPECT_EQ(run_clade({"evaluate", file, data(), "--loss", "tee"}).code, 2);
  EXPECT_EQ(
      run_clade({"evaluate", "--scores", write("s.tsv", "id\ta1\n0\tx\n"), "--truth", data()}).code,
      3);
}

TEST_F(Evaluate, WritesAPageWithTheTraceOfTheTraining) {
  const std::string file = path("m.clade"), trace = path("trace.jsonl"), page = path("page.html");
  ASSERT_EQ(run_clade({"train", data(), "--taxonomy", taxonomy(), "--method", "hsvm", "--trace",
                       trace, "-o", file, "--quiet"})
                .code,
            0);
  const Answer answer = run_clade({"evaluate", file, data(), "--report", page, "--trace", trace});
  if (answer.code == 5) GTEST_SKIP() << "built without the pages";
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("accuracy"));
  const Json json = page_data(page);
  EXPECT_EQ(json["kind"], "evaluation");
  EXPECT_EQ(json["instances"], 6);
  EXPECT_EQ(json["methods"][0]["metrics"]["accuracy"]["mean"], 1.0);
  EXPECT_FALSE(json["methods"][0]["trace"].empty());
  EXPECT_EQ(json["settings"][0]["values"][0], Json({"method", "hsvm"}));
  EXPECT_EQ(json["documents"].size(), 6U);
}

TEST_F(Evaluate, WritesAPageOfAnybodysPredictions) {
  const std::string predictions = write("p.tsv", "0\ta1\n1\tb\n");
  const std::string truth = write("t.jsonl", R"({"label":"a1","text":"<b>x</b>"})"
                                             "\n"
                                             R"({"label":"a2","text":"</script>"})"
                                             "\n");
  const std::string page = path("page.html");
  const Answer answer = run_clade({"evaluate", "--predictions", predictions, "--truth", truth,
                                   "--taxonomy", taxonomy(), "--report", page});
  if (answer.code == 5) GTEST_SKIP() << "built without the pages";
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = page_data(page);
  EXPECT_EQ(json["title"], "p.tsv on t.jsonl");
  EXPECT_EQ(json["documents"][0]["text"], "</script>");
}

TEST_F(Evaluate, RefusesReportsThatCannotBe) {
  const std::string file = model(), test = data();
  const auto refused = [&](const Words& more, int code, const std::string& part) {
    Words words{"evaluate", file, test};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    if (answer.code == 5) return;
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(part));
  };
  refused({"--report", file}, 2, "--report");
  refused({"--report", test}, 2, "--report");
  refused({"--trace", test}, 2, "--trace goes with --report");
  const std::string page = path("page.html");
  refused({"--report", page, "--trace", write("bad.jsonl", "{\"epoch\":1}\nnot json\n")}, 3,
          "bad.jsonl:2: expected a line");
  refused({"--report", page, "--trace", write("none.jsonl", "{\"step\":1}\n")}, 3, "no pass");
  refused({"--report", page, "--trace", path("missing")}, 3, "missing");
  EXPECT_FALSE(std::filesystem::exists(page));
}

}  // namespace
}  // namespace clade::detail::test
