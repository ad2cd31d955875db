// clade compare: options of every kind are chosen, shown and kept in a model.
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class CompareOptionsOfText : public SmallProblem {
 protected:
  // What a document is about only pairs of words tell.
  std::string documents() const {
    std::string text;
    const Words pairs{"red green blue yellow", "green red yellow blue", "red blue green yellow"};
    const Words labels{"a1", "a2", "b"};
    for (std::size_t i = 0; i < 60; ++i) {
      text += R"({"labels":[")" + labels[i % 3] + R"("],"text":")" + pairs[i % 3] + " word" +
              std::to_string(i % 7) + "\"}\n";
    }
    return write("documents.jsonl", text);
  }
  Answer compare(const Words& more, bool quiet = true) const {
    Words words{"compare", documents(), "--taxonomy", taxonomy(), "--folds", "3"};
    words.insert(words.end(), more.begin(), more.end());
    if (quiet) words.emplace_back("--quiet");
    return run_clade(words);
  }
  Json json_of(Words more) const {
    more.emplace_back("--json");
    const Answer answer = compare(more);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.code == 0 ? Json::parse(answer.out) : Json();
  }
};

TEST_F(CompareOptionsOfText, AreTuned) {
  const Json json = json_of({"--methods", "hsvm", "--tune", "ngrams=1,2"});
  for (const Json& chosen : json["methods"][0]["chosen"]) EXPECT_EQ(chosen["ngrams"], 2);
  EXPECT_EQ(json["methods"][0]["metrics"]["accuracy"]["mean"], 1.0);
  EXPECT_EQ(compare({"--methods", "hsvm", "--tune",
                     "stopwords=none,english; stemmer=none,english; char-ngrams=none,3-4"})
                .code,
            0);
}

TEST_F(CompareOptionsOfText, AreTheAxisOfACurve) {
  const Json curve = json_of({"--methods", "hsvm", "--curve", "ngrams=1,2"})["curve"];
  EXPECT_EQ(curve["values"], Json({1, 2}));
  const Json& accuracy = curve["methods"][0]["metrics"]["accuracy"]["mean"];
  EXPECT_LT(accuracy[0].get<double>(), 0.9);
  EXPECT_EQ(accuracy[1], 1.0);
  const Answer words = compare({"--methods", "hsvm", "--curve", "stemmer=none,english"});
  EXPECT_EQ(words.code, 0) << words.err;
  EXPECT_THAT(words.out, ContainsRegex("accuracy by stemmer +none +english"));
}

TEST_F(CompareOptionsOfText, MayHaveValuesWithColons) {
  const Json json = json_of({"--methods", "hsvm", "--tune", "attributes=depth,leaf:0.75"});
  EXPECT_EQ(json["methods"][0]["chosen"].size(), 3U);
  EXPECT_EQ(compare({"--methods", "hsvm", "--curve", "attributes=leaf:0.75"}).code, 0);
  const Answer wrong = compare({"--methods", "hsvm", "--tune", "C=1:10"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("expected NAME=LOW:HIGH:POINTS"));
}

TEST_F(CompareOptionsOfText, TheTableSaysWhatWasChosen) {
  const Answer answer = compare({"--methods", "hsvm; svm --C 2", "--tune", "ngrams=1,2"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("\nhsvm: ngrams=2\n"));
  EXPECT_THAT(answer.out, HasSubstr("\nsvm --C 2: ngrams=2\n"));
}

TEST_F(CompareOptionsOfText, TheBestIsTrainedOnEverything) {
  const Answer answer = compare({"--methods", "perceptron --epochs 1; hsvm", "--tune", "ngrams=1,2",
                                 "--save-best", path("best.clade")},
                                false);
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr(" with ngrams=2 is best by average_precision (1.0000); trained "
                                    "on all records, its model was written to "));
  const Answer info = run_clade({"info", path("best.clade"), "--json"});
  EXPECT_EQ(info.code, 0) << info.err;
  const Answer seen = run_clade({"evaluate", path("best.clade"), documents(), "--json"});
  EXPECT_EQ(Json::parse(seen.out)["metrics"]["accuracy"], 1.0);
}

TEST_F(CompareOptionsOfText, WhatCannotBeSavedIsRefusedBeforehand) {
  const auto refused = [&](const Words& more, int code, const std::string& part) {
    Words words{"--methods", "hsvm"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = compare(words);
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(part));
  };
  refused({"--save-best", path("no/such/folder/m")}, 5, "no/such/folder");
  refused({"--save-best", documents()}, 2, "is used for something else");
  refused({"--save-best", path("m"), "--taxonomies", "learned"}, 2, "--save-best");
  refused({"--save-best", path("m"), "--tune-for", "beauty"}, 2, "beauty");
}

TEST_F(CompareOptionsOfText, UnlabelledRecordsAreToldOfOnce) {
  std::string text = read_file(documents());
  text += "{\"text\":\"red green\"}\n";
  const std::string file = write("some.jsonl", text);
  const Answer answer = run_clade({"compare", file, "--taxonomy", taxonomy(), "--folds", "3",
                                   "--methods", "hsvm; hsvm --ngrams 2; hsvm --stemmer english"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  const std::string warning = "of 61 instances";
  const std::size_t first = answer.err.find(warning);
  ASSERT_NE(first, std::string::npos) << answer.err;
  EXPECT_EQ(answer.err.find(warning, first + 1), std::string::npos) << answer.err;
}

// ---- Sets of labels

class CompareCalibrated : public SmallProblem {
 protected:
  std::string several() const {
    std::string text;
    const Words labels{"a1", "a2", "b", "a1,b", "a2,b"};
    for (std::size_t i = 0; i < 100; ++i) {
      const std::size_t k = i % 5;
      text += labels[k] + ' ' + std::to_string(k + 1) + ":1 " + std::to_string(6 + i * 7 % 5) +
              ":0." + std::to_string(1 + i * i % 8) + '\n';
    }
    return write("several.svm", text);
  }
  Answer compare(const Words& more) const {
    Words words{"compare", several(), "--taxonomy", taxonomy(), "--folds", "2", "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  }
};

TEST_F(CompareCalibrated, RulesThatAreLearnedCanBeCompared) {
  const Answer answer = compare({"--methods",
                                 "clade --calibrate; svm --constraints binary "
                                 "--calibrate --calibrate-folds 3",
                                 "--label-set", "threshold", "--json"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_GT(Json::parse(answer.out)["methods"][0]["metrics"]["micro_f1"]["mean"].get<double>(), 0);
}

TEST_F(CompareCalibrated, MethodsWithoutItAreNamed) {
  const Answer answer =
      compare({"--methods", "clade --calibrate; svm", "--label-set", "threshold"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("'svm'"));
  EXPECT_THAT(answer.err, HasSubstr("add --calibrate"));
  const Answer none = compare({"--methods", "clade --calibrate-folds 0", "--label-set", "size"});
  EXPECT_EQ(none.code, 2);
  EXPECT_THAT(none.err, HasSubstr("have not learned how large label sets are"));
  const Answer folds = compare({"--methods", "clade --calibrate --calibrate-folds 0"});
  EXPECT_EQ(folds.code, 2);
  EXPECT_THAT(folds.err, HasSubstr("--calibrate-folds: 0 means no probabilities"));
  const Answer audit =
      run_clade({"audit", several(), "--taxonomy", taxonomy(), "--method", "clade --calibrate"});
  EXPECT_EQ(audit.code, 2) << audit.err;
}

TEST_F(CompareCalibrated, TheSavedModelIsCalibrated) {
  const Answer answer = compare({"--methods", "clade --calibrate", "--save-best", path("m")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(run_clade({"predict", path("m"), several(), "--probabilities"}).code, 0);
}

// ---- --C auto

TEST_F(CompareCalibrated, CIsChosenForAMeasure) {
  const Words call{"train", several(), "--taxonomy", taxonomy(), "--C", "auto", "-o", path("m")};
  Words words = call;
  words.insert(words.end(), {"--for", "micro_f1", "--json"});
  const Answer answer = run_clade(words);
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("held-out micro_f1 "));
  EXPECT_THAT(answer.err, Not(HasSubstr("average precision")));
  const double C = Json::parse(answer.out)["C"];
  const Json info = Json::parse(run_clade({"info", path("m"), "--json"}).out);
  EXPECT_EQ(std::stod(info["options"]["C"].get<std::string>()), C);
  words = call;
  words.insert(words.end(), {"--for", "beauty"});
  const Answer wrong = run_clade(words);
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--for: there is no measure 'beauty'"));
}

TEST_F(CompareCalibrated, ValuesOfCAreListedInTheirOrder) {
  const Answer answer =
      run_clade({"train", several(), "--taxonomy", taxonomy(), "--C", "auto", "-o", path("m")});
  ASSERT_EQ(answer.code, 0) << answer.err;
  double last = 0;
  std::size_t lines = 0;
  for (std::size_t end = 0; (end = answer.err.find(": held-out", end)) != std::string::npos;
       ++end) {
    const std::size_t begin = answer.err.rfind("C ", end) + 2;
    const double C = std::stod(answer.err.substr(begin, end - begin));
    EXPECT_GT(C, last) << answer.err;
    last = C;
    ++lines;
  }
  EXPECT_GE(lines, 3U);
}

}  // namespace
}  // namespace clade::detail::test
