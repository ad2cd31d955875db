// clade compare: tables, JSON, splits, wrong calls, interruption.
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using ::testing::StartsWith;

using Json = nlohmann::json;

class Compare : public SmallProblem {
 protected:
  // Forty records of three classes, each with a feature of its own and others that say nothing.
  std::string numbers() const {
    std::string text;
    const Words labels{"a1", "a2", "b"};
    for (std::size_t i = 0; i < 40; ++i) {
      const std::size_t k = i % 3;
      text += labels[k] + ' ' + std::to_string(k + 1) + ":1 " + std::to_string(4 + i * 7 % 5) +
              ":0." + std::to_string(1 + i * i % 8) + '\n';
    }
    return write("numbers.svm", text);
  }
  // Documents that say which are for testing, the second kind of them without doubt.
  std::string documents() const {
    std::string text;
    const Words labels{"a1", "a2", "b"};
    for (std::size_t i = 0; i < 30; ++i) {
      text += R"({"labels":[")" + labels[i % 3] + R"("],"text":"about )" + labels[i % 3] +
              " and word" + std::to_string(i % 4) + R"(","split":")" +
              (i % 5 == 0 ? "test" : "train") + "\"}\n";
    }
    return write("documents.jsonl", text);
  }
  Answer compare(Words words) const {
    words.insert(words.begin(), "compare");
    words.push_back("--quiet");
    return run_clade(words);
  }
  // Of `numbers`, with the taxonomy.
  Answer compare_numbers(const std::string& methods, const Words& more = {}) const {
    Words words{numbers(), "--taxonomy", taxonomy(), "--methods", methods};
    words.insert(words.end(), more.begin(), more.end());
    return compare(words);
  }
  Json json_of(const std::string& methods, Words more = {}) const {
    more.push_back("--json");
    const Answer answer = compare_numbers(methods, more);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return answer.code == 0 ? Json::parse(answer.out) : Json();
  }
  void expect_refused(const Answer& answer, int code, const std::string& part) const {
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, StartsWith("clade: "));
    EXPECT_THAT(answer.err, HasSubstr(part));
    EXPECT_EQ(answer.out, "");
  }
};

// Everything but what depends on the clock.
Json without_seconds(Json json) {
  for (Json& method : json["methods"]) method.erase("seconds");
  return json;
}

TEST_F(Compare, WritesTheFieldsOfTheContract) {
  const Json json = json_of("hsvm; perceptron --epochs 1; svm", {"--seed", "3"});
  EXPECT_EQ(json["splits"], 5);
  EXPECT_EQ(json["seed"], 3);
  ASSERT_EQ(json["methods"].size(), 3U);
  EXPECT_EQ(json["methods"][1]["method"], "perceptron --epochs 1");
  EXPECT_FALSE(json["methods"][0].contains("against_first"));
  for (std::size_t c = 0; c < 3; ++c) {
    const Json& method = json["methods"][c];
    EXPECT_EQ(method["taxonomy"], "given");
    EXPECT_EQ(method["models"], 5);
    EXPECT_EQ(method["chosen"].size(), 5U);
    const Json& accuracy = method["metrics"]["accuracy"];
    EXPECT_EQ(accuracy["values"].size(), 5U);
    EXPECT_EQ(accuracy["interval"].size(), 2U);
    EXPECT_LE(accuracy["interval"][0], accuracy["mean"]);
    EXPECT_GE(accuracy["std"], 0);
    if (c == 0) continue;
    for (const char* p : {"p_permutation", "p_t", "p_permutation_corrected", "p_t_corrected"}) {
      EXPECT_GE(method["against_first"]["accuracy"][p], 0) << p;
      EXPECT_LE(method["against_first"]["macro_f1"][p], 1) << p;
    }
    EXPECT_EQ(method["against_first"]["accuracy"]["paired_over"], "records");
    EXPECT_EQ(method["against_first"]["macro_f1"]["paired_over"], "splits");
  }
}

TEST_F(Compare, GivesTheSameForTheSameSeedOnAnyNumberOfThreads) {
  const Json one = without_seconds(json_of("hsvm; svm", {"--threads", "1", "--seed", "5"}));
  EXPECT_EQ(without_seconds(json_of("hsvm; svm", {"--threads", "3", "--seed", "5"})), one);
}

TEST_F(Compare, WritesATableWithItsNotes) {
  const Answer answer = compare_numbers("hsvm; svm --C 2");
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, StartsWith("method     accuracy"));
  EXPECT_THAT(answer.out, HasSubstr("\nsvm --C 2  "));
  EXPECT_THAT(answer.out, HasSubstr("\n\n5 folds of 40 records, seed 0\n"));
  EXPECT_EQ(answer.err, "");
}

TEST_F(Compare, WritesTablesForPapers) {
  const Answer latex = compare_numbers("hsvm --C 1 --loss tree; svm",
                                       {"--output", "latex", "--metrics", "tree_loss,macro_f1"});
  EXPECT_THAT(latex.out, StartsWith("\\begin{tabular}{lrr}\n\\hline\n"
                                    "method & tree\\_loss & macro\\_f1 \\\\\n"));
  EXPECT_THAT(latex.out, HasSubstr("\nhsvm -{}-C 1 -{}-loss tree & $"));
  EXPECT_THAT(latex.out, ::testing::EndsWith("\\hline\n\\end{tabular}\n"));
  const Answer markdown =
      compare_numbers("hsvm; svm", {"--output", "markdown", "--metrics", "l01"});
  EXPECT_THAT(markdown.out, StartsWith("| method | l01 |\n|---|---|\n| hsvm | "));
}

TEST_F(Compare, ShowsEveryMetricWhereAsked) {
  const Answer answer = compare_numbers("hsvm", {"--metrics", "all"});
  EXPECT_THAT(answer.out, HasSubstr("ranked_pair_loss"));
  EXPECT_THAT(answer.out, HasSubstr("symdiff_ancestor_sets"));
  EXPECT_EQ(compare_numbers("hsvm", {"--metrics", "precision_at_2", "--k", "2"}).code, 0);
  expect_refused(compare_numbers("hsvm", {"--metrics", "precision_at_7"}), 2, "precision_at_7");
}

// ---- Splits

TEST_F(Compare, TestsOnTheRecordsThatAreForTesting) {
  const Words words{documents(), "--taxonomy", taxonomy(), "--methods", "hsvm; svm"};
  const Answer answer = compare(words);
  EXPECT_THAT(answer.out, HasSubstr("\ntrained on 24 records, tested on 6, seed 0\n"));
  Words folds = words;
  folds.insert(folds.end(), {"--folds", "4"});
  EXPECT_THAT(compare(folds).out, HasSubstr("\n4 folds of 24 records"));
  Words all = words;
  all.insert(all.end(), {"--split", "all"});
  EXPECT_THAT(compare(all).out, HasSubstr("\n5 folds of 30 records"));
}

TEST_F(Compare, NeverTestsOnWhatItTrainedOn) {
  // Records that --split takes for training, and files that do not say what is for testing.
  Words words{documents(), "--taxonomy", taxonomy(), "--methods", "svm", "--split", "train,test"};
  EXPECT_THAT(compare(words).out, HasSubstr("\n5 folds of 30 records"));
  const std::string plain = write("plain.jsonl", "{\"labels\":[\"b\"],\"text\":\"about b\"}\n");
  const Answer answer = compare({documents(), plain, "--taxonomy", taxonomy(), "--methods", "svm"});
  EXPECT_THAT(answer.out, HasSubstr("\ntrained on 25 records, tested on 6"));
}

TEST_F(Compare, IsTrainAndEvaluateOnGivenTestData) {
  const std::string test = data();
  ASSERT_EQ(run_clade({"train", numbers(), "--taxonomy", taxonomy(), "-o", path("m.clade"),
                       "--method", "hsvm", "--quiet"})
                .code,
            0);
  const Json expected =
      Json::parse(run_clade({"evaluate", path("m.clade"), test, "--json"}).out)["metrics"];
  const Json json = json_of("hsvm", {"--test", test});
  EXPECT_EQ(json["splits"], 1);
  for (const auto& [name, value] : expected.items()) {
    EXPECT_NEAR(json["methods"][0]["metrics"][name]["mean"].get<double>(), value.get<double>(),
                1e-12)
        << name;
  }
  // Records are paired although there is one split.
  EXPECT_TRUE(
      json_of("hsvm; svm", {"--test", test})["methods"][1]["against_first"]["accuracy"].contains(
          "p_permutation"));
}

TEST_F(Compare, SplitsAtRandom) {
  const Json fraction = json_of("hsvm; svm", {"--train-fraction", "0.5", "--repeats", "3"});
  EXPECT_EQ(fraction["splits"], 3);
  EXPECT_EQ(fraction["methods"][1]["against_first"]["accuracy"]["paired_over"], "splits");
  EXPECT_EQ(json_of("svm", {"--sample-per-class", "4", "--repeats", "2"})["splits"], 2);
  EXPECT_EQ(json_of("svm", {"--sample-per-class", "4"})["splits"], 10);
}

TEST_F(Compare, LeavesOutRecordsWithoutALabel) {
  const std::string file = write("some.jsonl", read_file(documents()) + "{\"text\":\"unknown\"}\n");
  const Answer answer = run_clade({"compare", file, "--taxonomy", taxonomy(), "--methods", "svm",
                                   "--split", "all", "--folds", "3"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_THAT(answer.out, HasSubstr("\n3 folds of 30 records"));
  EXPECT_THAT(answer.err, HasSubstr("1 of 31 instances have no label"));
}

// ---- Choosing, taxonomies

TEST_F(Compare, ChoosesOptions) {
  const Json json =
      json_of("hsvm; hsvm --C 3; perceptron", {"--tune", "C=0.01:100:3", "--folds", "2"});
  for (const Json& chosen : json["methods"][0]["chosen"]) {
    EXPECT_THAT((std::vector<double>{0.01, 1, 100}),
                ::testing::Contains(chosen["C"].get<double>()));
  }
  EXPECT_TRUE(json["methods"][1]["chosen"][0].empty());  // sets it itself
  EXPECT_TRUE(json["methods"][2]["chosen"][0].empty());  // has none
  EXPECT_THAT(json["tuning"].get<std::string>(), HasSubstr("C=0.01:100:3"));
  const Json each = json_of("hsvm", {"--tune", "C=0.1,1", "--tune-for", "each", "--folds", "2"});
  EXPECT_TRUE(each["methods"][0]["chosen"][1]["tree_loss"].contains("C"));
  const Json product =
      json_of("hsvm --kernel rbf", {"--tune", "C=1,2; gamma=0.5,1", "--folds", "2"});
  EXPECT_TRUE(product["methods"][0]["chosen"][0].contains("gamma"));
  const Json given = json_of("hsvm", {"--tune", "C=0.1,1", "--tune-data", data()});
  EXPECT_TRUE(given["methods"][0]["chosen"][4].contains("C"));
}

TEST_F(Compare, ComparesTaxonomies) {
  const Json json =
      json_of("hsvm", {"--taxonomies", "given,random:2,learned,weights:2,aligned", "--folds", "2"});
  ASSERT_EQ(json["methods"].size(), 5U);
  EXPECT_EQ(json["methods"][3]["taxonomy"], "weights:2");
  EXPECT_EQ(json["methods"][4]["taxonomy"], "aligned");
  EXPECT_EQ(json["methods"][1]["taxonomy"], "random:2");
  EXPECT_EQ(json["methods"][1]["models"], 4);
  EXPECT_EQ(json["methods"][2]["taxonomy"], "learned");
}

// ---- Wrong calls

TEST_F(Compare, RefusesWrongMethods) {
  expect_refused(compare({numbers(), "--taxonomy", taxonomy()}), 2, "--methods is missing");
  expect_refused(compare_numbers(" ; "), 2, "--methods is missing");
  expect_refused(compare_numbers("hsvm; percepton"), 2, "did you mean 'perceptron'?");
  expect_refused(compare_numbers("hsvm; dnc --attributes unit"), 2, "--attributes");
  expect_refused(compare_numbers("hsvm --o model"), 2, "--o");
  expect_refused(compare_numbers("hsvm --C -1"), 2, "--C");
  expect_refused(compare_numbers("hsvm --kernel precomputed"), 2, "precomputed cannot be split");
}

TEST_F(Compare, RefusesWrongSplits) {
  const auto refused = [&](const Words& more, int code, const std::string& part) {
    expect_refused(compare_numbers("hsvm", more), code, part);
  };
  refused({"--folds", "3", "--train-fraction", "0.5"}, 2, "give one");
  refused({"--test", data(), "--folds", "3"}, 2, "give one");
  refused({"--folds", "1"}, 2, "--folds");
  refused({"--repeats", "3"}, 2, "--repeats goes with");
  refused({"--train-fraction", "1.5"}, 2, "--train-fraction");
  refused({"--sample-per-class", "14"}, 3, "0 to test on");
  refused({"--folds", "41"}, 3, "too few records");
  refused({"--test", path("missing.svm")}, 5, "missing.svm");
  expect_refused(compare({"-", "--methods", "hsvm"}), 2, "expected files");
  const std::string one = write("one.svm", "a1 1:1\na1 1:2\na1 1:3\na1 1:4\na1 1:5\n");
  expect_refused(compare({one, "--taxonomy", taxonomy(), "--methods", "hsvm"}), 3, "one class");
}

TEST_F(Compare, RefusesWrongTuning) {
  const auto refused = [&](const Words& more, const std::string& part) {
    expect_refused(compare_numbers("hsvm; svm", more), 2, part);
  };
  refused({"--tune", "C"}, "expected NAME=LOW:HIGH:POINTS");
  refused({"--tune", "C="}, "expected NAME=LOW:HIGH:POINTS");
  refused({"--tune", "C=1:2"}, "expected NAME=LOW:HIGH:POINTS");
  refused({"--tune", "C=1:x:3"}, "expected NAME=LOW:HIGH:POINTS");
  refused({"--tune", "C=10:1:3"}, "0 < LOW <= HIGH");
  refused({"--tune", "C=1:10:1001"}, "POINTS");
  refused({"--tune", "C=-1,1"}, "C");
  refused({"--tune", "C=1,2; kernl=rbf,linear"}, "did you mean 'kernel'?");
  refused({"--tune", "C=1,2; C=3"}, "given twice");
  refused({"--tune", "C=1:2:1000; tolerance=0.001:0.1:1000"}, "at most 10000 combinations");
  refused({"--tune", "kernel=linear,precomputed"}, "precomputed");
  refused({"--tune-for", "accuracy"}, "goes with --tune");
  refused({"--tune", "C=1,2", "--tune-for", "acuracy"}, "did you mean 'accuracy'?");
  refused({"--tune", "C=1,2", "--tune-fraction", "0"}, "--tune-fraction");
  expect_refused(compare_numbers("hsvm --C 1", {"--tune", "C=1,2"}), 2, "sets it itself");
}

TEST_F(Compare, RefusesOtherNonsense) {
  expect_refused(compare_numbers("hsvm", {"--metrics", "acuracy"}), 2, "did you mean 'accuracy'?");
  expect_refused(compare_numbers("hsvm", {"--taxonomies", "lerned"}), 2, "did you mean 'learned'?");
  expect_refused(compare_numbers("hsvm", {"--taxonomies", "random:0"}), 2, "random:N");
  expect_refused(compare_numbers("hsvm", {"--taxonomies", "weights:x"}), 2, "weights:R");
  expect_refused(compare({numbers(), "--methods", "hsvm", "--taxonomies", "random"}), 2,
                 "of which shape?");
  expect_refused(compare_numbers("topdown-svm --multilabel intersect", {"--taxonomies", "learned"}),
                 2, "leave out --taxonomies");
  expect_refused(compare({path("missing.svm"), "--methods", "hsvm"}), 5, "missing.svm");
  expect_refused(compare({write("empty.jsonl", "{\"labels\":[\"a\"]}\n{\"labels\":[\"b\"]}\n"),
                          "--methods", "hsvm"}),
                 3, "no record has a feature");
}

// ---- Going on

TEST_F(Compare, KeepsRunsForTheSameCallOnly) {
  const Words folder{"--run", path("run")};
  const Json first = json_of("hsvm; svm", folder);
  EXPECT_EQ(files_in(path("run")), 11U);
  EXPECT_EQ(json_of("hsvm; svm", folder), first);  // to the second: nothing was trained
  expect_refused(compare_numbers("hsvm; dnc", folder), 2, "another comparison");
  expect_refused(compare_numbers("hsvm", {"--run", write("file", "x") + "/run"}), 5, "file/run");
}

TEST_F(Compare, GoesOnAfterAnInterruption) {
  Words words{
      "compare",   numbers(),   "--taxonomy", taxonomy(),         "--methods", "perceptron; svm",
      "--json",    "--threads", "1",          "--train-fraction", "0.5",       "--quiet",
      "--repeats", "20"};
  const Answer at_once = run_clade(words);
  words.insert(words.end(), {"--run", path("run")});
  // Where all was done before the signal came, again.
  int code = 0;
  for (int attempt = 0; attempt < 20 && code == 0; ++attempt) {
    std::filesystem::remove_all(path("run"));
    const pid_t process = start_clade(words, {"", path("out"), path("err")});
    for (int i = 0; i < 5000; ++i) {
      if (std::filesystem::exists(path("run")) && files_in(path("run")) > 2) break;
      std::this_thread::sleep_for(std::chrono::milliseconds(1));
    }
    send_signal(process, SIGINT);
    code = wait_for(process);
  }
  EXPECT_EQ(code, 130) << read_file(path("err"));
  EXPECT_EQ(read_file(path("out")), "");
  EXPECT_THAT(read_file(path("err")), HasSubstr("interrupted: the same command goes on"));
  EXPECT_LT(files_in(path("run")), 41U);
  const Answer later = run_clade(words);
  ASSERT_EQ(later.code, 0) << later.err;
  EXPECT_EQ(without_seconds(Json::parse(later.out)), without_seconds(Json::parse(at_once.out)));
}

TEST_F(Compare, DrawsACurveOverAnOptionOfTheMethods) {
  const Json json = json_of("hsvm; svm --C 2; perceptron", {"--curve", "C=0.1:10:3"});
  const Json& curve = json["curve"];
  EXPECT_EQ(curve["option"], "C");
  EXPECT_EQ(curve["values"], Json({0.1, 1.0, 10.0}));
  ASSERT_EQ(curve["methods"].size(), 3U);
  EXPECT_EQ(curve["methods"][0]["method"], "hsvm");
  // At C = 1 the curve goes through the comparison itself; what the option does not touch is level.
  EXPECT_EQ(curve["methods"][0]["metrics"]["tree_loss"]["mean"][1],
            json["methods"][0]["metrics"]["tree_loss"]["mean"]);
  for (const std::size_t untouched : {std::size_t{1}, std::size_t{2}}) {
    const Json& line = curve["methods"][untouched]["metrics"]["max_loss"]["mean"];
    EXPECT_EQ(line[0], line[2]);
    EXPECT_EQ(line[0], json["methods"][untouched]["metrics"]["max_loss"]["mean"]);
  }
  const Answer text = compare_numbers("hsvm", {"--curve", "C=1,2"});
  EXPECT_THAT(text.out, HasSubstr("accuracy by C"));
}

TEST_F(Compare, SetsTheOptionOfACurve) {
  std::string text = read_file(numbers());  // with some wrong labels
  for (std::size_t at = text.find("b 3"); at != std::string::npos; at = text.find("b 3", at + 99)) {
    text.replace(at, 1, "a1");
  }
  const std::string noisy = write("noisy.svm", text);
  const auto answer = [&](const std::string& method, Words more) {
    more.insert(more.begin(), {noisy, "--taxonomy", taxonomy(), "--methods", method, "--json"});
    return Json::parse(compare(more).out);
  };
  const Json json = answer("perceptron", {"--curve", "epochs=1,8"});
  const Json& line = json["curve"]["methods"][0]["metrics"]["ranking_loss"]["mean"];
  const auto direct = [&](const std::string& method) {
    return answer(method, {})["methods"][0]["metrics"]["ranking_loss"]["mean"];
  };
  EXPECT_EQ(line[0], direct("perceptron --epochs 1"));
  EXPECT_EQ(line[1], direct("perceptron --epochs 8"));
  EXPECT_NE(line[0], line[1]);
}

TEST_F(Compare, DrawsALearningCurveOverTheRecordsOfAClass) {
  const Words more{"--curve", "sample-per-class=2,5", "--repeats", "3"};
  const Json json = json_of("hsvm; svm", more);
  EXPECT_EQ(json["splits"], 3);  // as with --sample-per-class 5
  const Json direct = json_of("hsvm; svm", {"--sample-per-class", "2", "--repeats", "3"});
  for (const std::size_t method : {std::size_t{0}, std::size_t{1}}) {
    const Json& line = json["curve"]["methods"][method]["metrics"]["tree_loss"]["mean"];
    EXPECT_EQ(line[0], direct["methods"][method]["metrics"]["tree_loss"]["mean"]);
    EXPECT_EQ(line[1], json["methods"][method]["metrics"]["tree_loss"]["mean"]);
  }
}

TEST_F(Compare, RefusesCurvesThatMeanNothing) {
  const auto refused = [&](const std::string& curve, const Words& more, const std::string& part) {
    Words words{"--curve", curve};
    words.insert(words.end(), more.begin(), more.end());
    expect_refused(compare_numbers("hsvm; svm", words), 2, part);
  };
  refused("D=1,2", {}, "--curve: no method here has the option 'D'");
  refused("C", {}, "NAME=LOW:HIGH:POINTS");
  refused("C=1,2;tolerance=1,2", {}, "one option");
  refused("C=x", {}, "--C: expected a number above 0");
  refused("C=inf,1", {}, "expected values, got 'inf'");
  refused("loss=tree,ugly", {}, "--loss: expected");
  refused("C=1,2", {"--tune", "C=1,2"}, "--curve and --tune");
  refused("sample-per-class=0,2", {}, "above 0");
  refused("sample-per-class=2", {"--folds", "3"}, "leave out");
  refused("train-fraction=2", {}, "--train-fraction");
}

TEST_F(Compare, GoesOnWithACurveToo) {
  const Words more{"--curve", "C=1,10", "--run", path("run"), "--json"};
  const Answer first = compare_numbers("hsvm; svm", more);
  ASSERT_EQ(first.code, 0) << first.err;
  EXPECT_TRUE(std::filesystem::exists(path("run") + "/curve-C-10/method1-split1.json"));
  const Json again = Json::parse(compare_numbers("hsvm; svm", more).out);
  EXPECT_EQ(again["curve"], Json::parse(first.out)["curve"]);
}

TEST_F(Compare, WritesAPageWithDocumentsAndErrors) {
  const std::string page = path("page.html");
  const Answer answer = compare({documents(), "--taxonomy", taxonomy(), "--methods", "hsvm; svm",
                                 "--report", page, "--curve", "C=0.1,1"});
  if (answer.code == 5) GTEST_SKIP() << "built without the pages";
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json data = page_data(page);
  EXPECT_EQ(data["kind"], "comparison");
  ASSERT_EQ(data["methods"].size(), 2U);
  EXPECT_FALSE(data["methods"][0]["flat"]);
  EXPECT_TRUE(data["methods"][1]["flat"]);
  double records = 0;
  for (const Json& cell : data["methods"][1]["confusion"]) records += cell[2].get<double>();
  EXPECT_EQ(records, 6);
  EXPECT_FALSE(data["methods"][0]["trace"].empty());
  ASSERT_EQ(data["documents"].size(), 6U);
  EXPECT_THAT(data["documents"][0]["text"].get<std::string>(), StartsWith("about "));
  EXPECT_EQ(data["documents"][0]["guesses"].size(), 2U);
  EXPECT_EQ(data["curve"]["values"].size(), 2U);
  EXPECT_THAT(data["command"].get<std::string>(), HasSubstr("--methods 'hsvm; svm'"));
}

TEST_F(Compare, RefusesAReportOverItsData) {
  const std::string data = numbers();
  expect_refused(compare({data, "--taxonomy", taxonomy(), "--methods", "hsvm", "--report", data}),
                 2, "--report");
  expect_refused(compare_numbers("hsvm", {"--report", path("none/page.html")}), 5, "none");
  expect_refused(compare_numbers("hsvm", {"--report", "-"}), 2, "standard output");
  expect_refused(compare_numbers("hsvm", {"--report", folder_.path().string()}), 5, "folder");
}

TEST_F(Compare, RefusesLabelSetsThatItsModelsHaveNotLearned) {
  expect_refused(compare_numbers("hsvm", {"--label-set", "threshold"}), 2, "--label-set");
}

}  // namespace
}  // namespace clade::detail::test
