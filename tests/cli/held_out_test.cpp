// What a model was trained on is known again, and a part can be held out.
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

constexpr const char* trained_on = "records were trained on: the measures are too good";

class HeldOut : public SmallProblem {
 protected:
  // Sixty documents of three classes; some words occur once and are too rare to be kept.
  std::string documents(const std::string& name = "docs.jsonl") const {
    std::string text;
    for (int i = 0; i < 60; ++i) {
      const char* label = i % 3 == 0 ? "a1" : i % 3 == 1 ? "a2" : "b";
      const char* word = i % 3 == 0 ? "apple" : i % 3 == 1 ? "plum" : "brick";
      text += R"({"labels":[")" + std::string(label) + R"("],"text":")" + word + " word" +
              std::to_string(i) + " common" + std::to_string(i % 7) + "\"}\n";
    }
    return write(name, text);
  }
  Json evaluate(const std::string& model_file, const std::string& file) const {
    return Json::parse(run_clade({"evaluate", model_file, file, "--json"}).out);
  }
};

TEST_F(HeldOut, EvaluateNoticesRecordsThatWereTrainedOn) {
  const std::string file = model();
  const Answer same = run_clade({"evaluate", file, data()});
  EXPECT_EQ(same.code, 0);
  EXPECT_THAT(same.err, HasSubstr("6 of 6 " + std::string(trained_on)));
  EXPECT_EQ(evaluate(file, data())["trained_on"], 6);
  // Other labels are no other records; other values are.
  const std::string some = write("some.svm", "b 1:1 3:0.5\na1 1:0.8\nb 4:1\n");
  EXPECT_THAT(run_clade({"evaluate", file, some}).err,
              HasSubstr("2 of 3 " + std::string(trained_on)));
  const std::string others = write("others.svm", "a1 1:0.95\nb 4:0.9\n");
  const Answer fresh = run_clade({"evaluate", file, others});
  EXPECT_THAT(fresh.err, Not(HasSubstr("trained on")));
  EXPECT_FALSE(evaluate(file, others).contains("trained_on"));
}

TEST_F(HeldOut, RecordsAreKnownAgainInEveryFormat) {
  const std::string file = model();
  const std::string csv =
      write("data.csv",
            "label,1,2,3,4\na1,1,,0.5,\na1,0.9,,,0\na2,,1,0.5,\na2,0,0.8,,\nb,,,,1\nb,.1,,,.7\n");
  const std::string jsonl = write("data.jsonl", R"({"labels":["a1"],"vector":[1,0,0.5]})"
                                                "\n"
                                                R"({"labels":["b"],"features":{"4":0.7,"1":0.1}})"
                                                "\n");
  EXPECT_EQ(evaluate(file, csv)["trained_on"], 6);
  EXPECT_EQ(evaluate(file, jsonl)["trained_on"], 2);
  ASSERT_EQ(run_clade({"pack", data(), "-o", path("data.pack")}).code, 0);
  EXPECT_EQ(evaluate(file, path("data.pack"))["trained_on"], 6);
  const std::string doubled = model({"--precision", "double"});
  EXPECT_EQ(evaluate(doubled, data())["trained_on"], 6);
}

// Words that are too rare to be features, and features that the model dropped, still count.
TEST_F(HeldOut, TextsAndNamedFeaturesAreKnownWhateverTheModelKeeps) {
  ASSERT_EQ(run_clade({"train", documents(), "--taxonomy", taxonomy(), "--min-df", "3", "-o",
                       path("m.clade")})
                .code,
            0);
  EXPECT_EQ(evaluate(path("m.clade"), documents())["trained_on"], 60);
  const std::string changed =
      write("changed.jsonl", R"({"labels":["a1"],"text":"apple word0 common0"})"
                             "\n"
                             R"({"labels":["a1"],"text":"apple word0 common1"})"
                             "\n");
  EXPECT_EQ(evaluate(path("m.clade"), changed)["trained_on"], 1);
  std::string named;
  for (int i = 0; i < 6; ++i) {
    named += R"({"labels":[")" + std::string(i % 2 == 0 ? "a1" : "b") + R"("],"features":{"x)" +
             std::to_string(i % 2) + R"(":1,"only)" + std::to_string(i) + "\":2}}\n";
  }
  const std::string features = write("named.jsonl", named);
  ASSERT_EQ(run_clade({"train", features, "--taxonomy", taxonomy(), "--min-df", "2", "--weighting",
                       "tfidf", "-o", path("n.clade")})
                .code,
            0);
  EXPECT_EQ(evaluate(path("n.clade"), features)["trained_on"], 6);
}

TEST_F(HeldOut, ModelsKeepNoFingerprintsWhereToldSo) {
  const std::string file = model({"--no-fingerprint", "--kernel", "linear"});
  EXPECT_THAT(run_clade({"evaluate", file, data()}).err, Not(HasSubstr("trained on")));
  // An update adds nothing to nothing.
  ASSERT_EQ(run_clade({"update", file, data(), "-o", path("next.clade")}).code, 0);
  EXPECT_THAT(run_clade({"evaluate", path("next.clade"), data()}).err,
              Not(HasSubstr("trained on")));
}

TEST_F(HeldOut, UpdateAddsItsRecords) {
  const std::string file = model({"--kernel", "linear"});
  const std::string more = write("more.svm", "a1 1:0.7\nb 4:0.2\n");
  ASSERT_EQ(run_clade({"update", file, more, "-o", path("next.clade")}).code, 0);
  EXPECT_EQ(evaluate(path("next.clade"), more)["trained_on"], 2);
  EXPECT_EQ(evaluate(path("next.clade"), data())["trained_on"], 6);
  ASSERT_EQ(run_clade({"update", file, more, "-o", path("next.clade"), "--no-fingerprint"}).code,
            0);
  EXPECT_FALSE(evaluate(path("next.clade"), more).contains("trained_on"));
  EXPECT_EQ(evaluate(path("next.clade"), data())["trained_on"], 6);
}

TEST_F(HeldOut, StreamsAreKnownAgain) {
  ASSERT_EQ(run_clade({"train", "-", "--format", "svm", "--taxonomy", taxonomy(), "--method",
                       "perceptron", "--epochs", "1", "-o", path("m.clade")},
                      read_file(data()))
                .code,
            0);
  EXPECT_EQ(evaluate(path("m.clade"), data())["trained_on"], 6);
}

TEST_F(HeldOut, TrainMeasuresAPartAndTrainsOnAll) {
  const Words train{"train", documents(),     "--taxonomy",      taxonomy(),
                    "-o",    path("m.clade"), "--test-fraction", "0.2"};
  const Answer text = run_clade(train);
  ASSERT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out,
              HasSubstr("trained on 48 records, measured on 12 others (the model below is "
                        "trained on all):"));
  EXPECT_THAT(text.out, HasSubstr("accuracy"));
  EXPECT_THAT(text.err, HasSubstr("60 instances"));
  EXPECT_EQ(evaluate(path("m.clade"), documents())["trained_on"], 60);
  const std::string with_test = read_file(path("m.clade"));
  run_clade({"train", documents(), "--taxonomy", taxonomy(), "-o", path("m.clade")});
  EXPECT_EQ(read_file(path("m.clade")), with_test);

  Words more = train;
  more.insert(more.end(), {"--json", "--calibrate", "--C", "auto", "--seed", "3"});
  const Answer described = run_clade(more);
  ASSERT_EQ(described.code, 0) << described.err;
  const Json json = Json::parse(described.out);
  EXPECT_EQ(json["instances"], 60);
  EXPECT_EQ(json["test"]["trained_on"], 48);
  EXPECT_EQ(json["test"]["instances"], 12);
  EXPECT_EQ(json["test"]["metrics"]["accuracy"], 1.0);
  EXPECT_EQ(Json::parse(run_clade(more).out)["test"], json["test"]);
}

TEST_F(HeldOut, NothingThatIsHeldOutIsTrainedOn) {
  // Every document twice: both copies are on the same side.
  const std::string once = read_file(documents());
  const std::string twice = write("twice.jsonl", once + once);
  const Answer answer = run_clade(
      {"train", twice, "--taxonomy", taxonomy(), "-o", path("m.clade"), "--test-fraction", "0.3"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.err, Not(HasSubstr("trained on: the measures")));
}

TEST_F(HeldOut, WrongPartsAreRefused) {
  const Words train{"train", documents(), "--taxonomy", taxonomy(), "-o", path("m.clade")};
  for (const char* wrong : {"0", "1", "-0.5", "x", "1.5"}) {
    Words words = train;
    words.insert(words.end(), {"--test-fraction", wrong});
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2) << wrong;
    EXPECT_THAT(answer.err, HasSubstr("--test-fraction: expected a number above 0 and below 1"));
  }
  const std::string few = write("few.svm", "a1 1:1\nb 2:1\n");
  const Answer answer = run_clade(
      {"train", few, "--taxonomy", taxonomy(), "-o", path("m.clade"), "--test-fraction", "0.5"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("too few records to hold some out"));
  const Answer stream =
      run_clade({"train", "-", "--format", "svm", "--taxonomy", taxonomy(), "--method",
                 "perceptron", "--epochs", "1", "-o", path("m.clade"), "--test-fraction", "0.5"},
                read_file(few));
  EXPECT_EQ(stream.code, 2);
  EXPECT_THAT(stream.err, HasSubstr("--test-fraction: a stream is seen once"));
}

}  // namespace
}  // namespace clade::detail::test
