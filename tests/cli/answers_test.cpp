// Answers that say what they are: empty sets, documents without a known word, where results go.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

std::vector<Json> json_lines(const std::string& text) {
  std::vector<Json> lines;
  std::istringstream stream(text);
  for (std::string line; std::getline(stream, line);) lines.push_back(Json::parse(line));
  return lines;
}

class Answers : public SmallProblem {
 protected:
  // Two instances with nothing that the model knows, and so without a score above zero.
  std::string asked() const { return write("asked.svm", "a1 1:1\nb\nb 9:1\n"); }
  // Sets of labels by sign.
  std::string binary_model() const {
    write("sets.svm", "a1,b 1:1 4:1\na1 1:0.9\na2 2:1 3:0.5\na2,b 2:0.8 4:1\nb 4:1\nb 4:0.7\n");
    const Answer answer = run_clade({"train", path("sets.svm"), "--taxonomy", taxonomy(),
                                     "--method", "hsvm", "--constraints", "binary", "--loss",
                                     "zero-one", "-o", path("sets.clade"), "--quiet"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return path("sets.clade");
  }
  std::string documents() const {
    return write("docs.jsonl",
                 R"({"id":"x","labels":["cats"],"text":"a cat purrs"}
{"id":"y","labels":["dogs"],"text":"a dog barks"}
)");
  }
  std::string text_model() const {
    const Answer answer =
        run_clade({"train", documents(), "-o", path("t.clade"), "--quiet", "--min-df", "1"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    return path("t.clade");
  }
};

TEST_F(Answers, EmptySetsAreCountedAndExplained) {
  const std::string model = binary_model();
  const std::string advice = "; train with --calibrate, or predict with --label-set top1";
  const Answer predicted = run_clade({"predict", model, asked()});
  EXPECT_THAT(predicted.err,
              HasSubstr("2 of 3 instances get no label, as no class has a score above 0" + advice));
  const Answer evaluated = run_clade({"evaluate", model, asked()});
  EXPECT_THAT(evaluated.err, HasSubstr(advice));
  EXPECT_THAT(evaluated.out, ContainsRegex("\nwithout a label +2\n"));
  const Json json = Json::parse(run_clade({"evaluate", model, asked(), "--json"}).out);
  EXPECT_EQ(json["empty_sets"], 2);
  const Answer best = run_clade({"predict", model, asked(), "--label-set", "top1"});
  EXPECT_THAT(best.err, Not(HasSubstr("no label")));
  EXPECT_EQ(Json::parse(run_clade({"evaluate", model, asked(), "--label-set", "top1", "--json"})
                            .out)["empty_sets"],
            0);
}

TEST_F(Answers, TrainingTellsOfEmptySets) {
  // Rows that are all alike, of twenty classes: no score is above zero.
  std::string text;
  for (int i = 0; i < 40; ++i) {
    text += "c" + std::to_string(i % 20) + ",c" + std::to_string((i + 7) % 20) + " 1:1\n";
  }
  const Answer answer =
      run_clade({"train", write("alike.svm", text), "-o", path("m.clade"), "--method", "hsvm",
                 "--constraints", "binary", "--loss", "zero-one"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("40 of 40 instances that the model was trained on get no "
                                    "label"));
  EXPECT_THAT(answer.err, HasSubstr("train with --calibrate"));
}

TEST_F(Answers, DocumentsWithoutAKnownWordAreCounted) {
  const std::string some = write("some.jsonl",
                                 R"({"id":"1","labels":["cats"],"text":"cat"}
{"id":"2","labels":["dogs"],"text":"zebra crossing"}
)");
  const std::string counted = "1 of 2 instances has no word or feature that the model knows";
  const Answer predicted = run_clade({"predict", text_model(), some, "--json"});
  EXPECT_THAT(predicted.err, HasSubstr(counted));
  const auto lines = json_lines(predicted.out);
  ASSERT_EQ(lines.size(), 2U) << predicted.err;
  EXPECT_FALSE(lines[0].contains("featureless"));
  EXPECT_EQ(lines[1]["featureless"], true);
  const Answer evaluated = run_clade({"evaluate", text_model(), some});
  EXPECT_THAT(evaluated.err, HasSubstr(counted));
  EXPECT_THAT(evaluated.out, ContainsRegex("\nwithout a known feature +1\n"));
  EXPECT_EQ(Json::parse(run_clade({"evaluate", text_model(), some, "--json"}).out)["featureless"],
            1);
  const Answer vectors = run_clade({"predict", model(), asked()});
  EXPECT_THAT(vectors.err, HasSubstr("2 of 3 instances have no word or feature"));
}

TEST_F(Answers, QuietSilencesNotesAndWarnings) {
  const std::string some = write("some.jsonl", R"({"id":"2","text":"zebra cat"})");
  EXPECT_THAT(run_clade({"predict", text_model(), some}).err, HasSubstr("are unknown"));
  for (const Words& call :
       {Words{"predict", text_model(), some}, Words{"explain", text_model(), some},
        Words{"evaluate", binary_model(), asked()},
        Words{"convert", documents(), "--min-df", "1000", "-o", path("x.svm")},
        Words{"pack", some, "--model", text_model(), "-o", path("x.pack")},
        Words{"audit", data(), "--folds", "2"}}) {
    Words words = call;
    words.emplace_back("--quiet");
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << call.front() << answer.err;
    EXPECT_THAT(answer.err, IsEmpty()) << call.front();
  }
}

TEST_F(Answers, ResultsGoToAFileWhole) {
  const std::string model_file = model({"--kernel", "linear"}), test = data();
  for (const Words& call :
       {Words{"predict", model_file, test}, Words{"predict", model_file, test, "--json"},
        Words{"predict", model_file, test, "--scores"}, Words{"evaluate", model_file, test},
        Words{"evaluate", model_file, test, "--json"}, Words{"explain", model_file, test},
        Words{"info", model_file}, Words{"info", model_file, "--weights"},
        Words{"audit", test, "--taxonomy", taxonomy(), "--quiet", "--folds", "2"}}) {
    const Answer shown = run_clade(call);
    ASSERT_EQ(shown.code, 0) << shown.err;
    Words words = call;
    words.insert(words.end(), {"-o", path("result")});
    const Answer written = run_clade(words);
    EXPECT_EQ(written.code, 0) << written.err;
    EXPECT_EQ(written.out, "") << call.front();
    EXPECT_EQ(read_file(path("result")), shown.out) << call.front();
    words.back() = call[1];
    EXPECT_EQ(run_clade(words).code, 2) << call.front();  // an input
    words.back() = path("no/such/folder");
    EXPECT_EQ(run_clade(words).code, 5) << call.front();
    words.back() = "/dev/null";
    EXPECT_EQ(run_clade(words).code, 0) << call.front();
  }
}

TEST_F(Answers, AHeaderNamesTheColumns) {
  const Answer answer = run_clade({"predict", model(), data(), "--header"});
  EXPECT_THAT(answer.out, StartsWith("id\tlabel\tscore\tpath\n0\ta1\t"));
  const std::string file = write("p.tsv", answer.out);
  const Answer measured = run_clade(
      {"evaluate", "--predictions", file, "--truth", data(), "--taxonomy", taxonomy(), "--json"});
  EXPECT_EQ(measured.err, "");
  EXPECT_EQ(Json::parse(measured.out)["metrics"]["accuracy"], 1.0);
  EXPECT_EQ(run_clade({"predict", model(), data(), "--header", "--json"}).code, 2);
}

TEST_F(Answers, ATableOfTheClassesIsWritten) {
  ASSERT_EQ(run_clade({"evaluate", model(), data(), "--per-class", path("classes.tsv")}).code, 0);
  EXPECT_EQ(
      read_file(path("classes.tsv")),
      "class\tsupport\tprecision\trecall\tf1\na1\t2\t1\t1\t1\na2\t2\t1\t1\t1\nb\t2\t1\t1\t1\n");
}

TEST_F(Answers, FmaxAndSminStandBesideAuprc) {
  const Json json = Json::parse(run_clade({"evaluate", model(), data(), "--json"}).out);
  EXPECT_EQ(json["metrics"]["fmax"], 1.0);
  EXPECT_EQ(json["metrics"]["smin"], 0.0);
}

TEST_F(Answers, SlipsAreAnsweredWithWhatIsMeant) {
  EXPECT_THAT(run_clade({"version"}).out, StartsWith("clade "));
  EXPECT_THAT(run_clade({"train", data(), "-t", taxonomy()}).err, HasSubstr("'--taxonomy'"));
  EXPECT_THAT(run_clade({"train", data(), "--output", "m"}).err, HasSubstr("did you mean '-o'"));
  EXPECT_THAT(run_clade({"predict", "m", "d", "--output", "x.tsv"}).err,
              HasSubstr("-o names the file"));
}

TEST_F(Answers, BytesThatAreNoTextAreNotEchoed) {
  const Answer answer =
      run_clade({"train", write("bin.svm", "a 1:\xff\xfe\x9b\n"), "-o", path("m.clade")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, Not(HasSubstr("\xff")));
}

TEST_F(Answers, AuditSaysHowManyRecordsWereNotJudged) {
  const std::string lonely = write(
      "lonely.svm", "a1 1:1 3:0.5\na1 1:0.9\na1 1:0.8\nb 4:1\nb 1:0.1 4:0.7\nb 4:0.9\na2 2:1\n");
  const Answer text = run_clade({"audit", lonely, "--taxonomy", taxonomy(), "--folds", "3"});
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("1 record was not judged: no other record has its label\n"));
  const Json json = Json::parse(
      run_clade({"audit", lonely, "--taxonomy", taxonomy(), "--folds", "3", "--json"}).out);
  EXPECT_EQ(json["unjudged"], 1);
  EXPECT_EQ(json["instances"].size(), 6U);
}

}  // namespace
}  // namespace clade::detail::test
