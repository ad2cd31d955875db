// Models with a kernel, from training to what every command says of them.
#include <nlohmann/json.hpp>
#include <sstream>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using ::testing::Not;
using ::testing::StartsWith;
using Json = nlohmann::json;

class Kernels : public SmallProblem {
 protected:
  std::string kernel_model(const Words& more) const { return model(more); }
  void expect_refused(const Words& words, int code, const std::string& reason) const {
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(reason));
    EXPECT_FALSE(std::filesystem::exists(path("no.clade")));
  }
  // Two rings around the origin, which no line separates.
  std::string rings() const {
    return write("rings.svm",
                 "in 1:0.1 2:0.1\nin 1:-0.2\nin 2:0.2\nin 1:0.1 2:-0.1\nout 1:2\nout 1:-2\n"
                 "out 2:2\nout 2:-2\nout 1:1.5 2:1.5\nout 1:-1.5 2:-1.5\n");
  }
};

TEST_F(Kernels, TrainPredictAndEvaluate) {
  const std::string data = rings();
  for (const std::string method : {"clade", "hsvm", "svm", "perceptron", "hieron"}) {
    Words words{"train",   data, "--method", method, "--kernel", "rbf",
                "--gamma", "1",  "--json",   "-o",   path("m")};
    if (method == "hieron") words.insert(words.end(), {"--epochs", "50"});
    const Answer trained = run_clade(words);
    ASSERT_EQ(trained.code, 0) << trained.err;
    EXPECT_EQ(Json::parse(trained.out)["instances"], 10);
    const Answer predicted = run_clade({"predict", path("m"), data});
    EXPECT_EQ(predicted.err, "");
    EXPECT_THAT(predicted.out, StartsWith("0\tin\t"));
    const Answer evaluated = run_clade({"evaluate", path("m"), data, "--json"});
    EXPECT_EQ(Json::parse(evaluated.out)["metrics"]["accuracy"], 1) << method;
  }
  ASSERT_EQ(run_clade({"train", data, "--kernel", "linear", "-o", path("m")}).code, 0);
  EXPECT_LT(
      Json::parse(run_clade({"evaluate", path("m"), data, "--json"}).out)["metrics"]["accuracy"],
      1);
}

TEST_F(Kernels, InfoTellsTheKernelItsNumbersAndTheExamplesKept) {
  const std::string rbf = kernel_model({"--kernel", "rbf", "--sigma", "2", "--bias", "free"});
  const Answer text = run_clade({"info", rbf});
  EXPECT_THAT(text.out, HasSubstr("  kernel             rbf, gamma 0.25\n"));
  EXPECT_THAT(text.out, HasSubstr("  examples kept      6\n"));
  EXPECT_THAT(text.out, HasSubstr("  weights            28, "));  // 6 examples, a constant, 4 units
  EXPECT_THAT(text.out, HasSubstr("--gamma            0.25\n"));
  const Json json = Json::parse(run_clade({"info", rbf, "--json"}).out);
  EXPECT_EQ(json["kernel"], (Json{{"kind", "rbf"}, {"gamma", 0.25}, {"examples_kept", 6}}));
  EXPECT_EQ(json["weights"]["total"], 28);
  const std::string poly =
      kernel_model({"--kernel", "poly", "--degree", "2", "--coef0", "1", "--gamma", "0.5"});
  EXPECT_THAT(run_clade({"info", poly}).out, HasSubstr("poly, gamma 0.5, coef0 1.0, degree 2\n"));
  const std::string linear = model({"--kernel", "linear"});
  EXPECT_THAT(run_clade({"info", linear}).out, Not(HasSubstr("examples kept")));
  EXPECT_FALSE(Json::parse(run_clade({"info", linear, "--json"}).out).contains("kernel"));
}

TEST_F(Kernels, WeightsBelongToExamplesAndNotToFeatures) {
  expect_refused({"info", kernel_model({"--kernel", "rbf"}), "--weights"}, 2,
                 "info: --weights: the model has the kernel rbf, so its weights belong to the 6 "
                 "training examples that it keeps");
}

TEST_F(Kernels, APrecomputedKernelHasWeightsByExample) {
  // Five examples; the third is a copy of the first, so the model may do without one of them.
  const std::string gram =
      write("gram.svm", "a 1:1 2:0.5\nb 1:0.5 2:1\na 3:1\nb 4:1 5:0.25\na 4:0.25 5:1\n");
  ASSERT_EQ(
      run_clade({"train", gram, "--kernel", "precomputed", "--bias", "feature", "-o", path("m")})
          .code,
      0);
  const Answer weights = run_clade({"info", path("m"), "--weights"});
  EXPECT_EQ(weights.code, 0) << weights.err;
  EXPECT_THAT(weights.out, StartsWith("1\ta\t"));
  EXPECT_THAT(weights.out, HasSubstr("\n5\tb\t"));
  EXPECT_THAT(weights.out, HasSubstr("\n0\ta\t"));
  // Kernels with examples that were not kept are no unknown features.
  const std::string easy = write("easy.svm", "a 1:1 2:1 3:1\na 1:1 2:1 3:1\nb 3:1\n");
  expect_refused({"train", easy, "--kernel", "precomputed", "-o", path("no.clade")}, 3,
                 "expected a symmetric matrix");
  const Answer predicted = run_clade({"predict", path("m"), write("new.svm", "1:1 3:0.5 5:2\n")});
  EXPECT_EQ(predicted.code, 0);
  EXPECT_EQ(predicted.err, "");
}

TEST_F(Kernels, UpdateIsRefusedWithTheReason) {
  for (const std::string method : {"clade", "perceptron"}) {
    const std::string from = kernel_model({"--method", method, "--kernel", "rbf"});
    expect_refused(
        {"update", from, data(), "-o", path("no.clade")}, 2,
        "the model has a kernel, and learning goes on from linear models only: train with "
        "--kernel linear, or on old and new examples together");
  }
}

TEST_F(Kernels, BadOptionsAreRefused) {
  const auto train = [&](const Words& more) {
    Words words{"train", data(), "-o", path("no.clade"), "--kernel", "rbf"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  };
  expect_refused(train({"--cache-mb", "0.00001"}), 2,
                 "for 6 rows of the kernel matrix of 6 examples");
  expect_refused(train({"--cache-mb", "0"}), 2, "--cache-mb: expected a number above 0, or auto");
  expect_refused(train({"--cache-mb", "much"}), 2,
                 "--cache-mb: expected a number above 0, or auto");
  expect_refused(train({"--gamma", "1", "--sigma", "2"}), 2, "--sigma: gives gamma");
  expect_refused(train({"--gamma", "-1"}), 2, "--gamma: expected a number above 0, or auto");
  expect_refused(train({"--sigma", "mean"}), 2,
                 "--sigma: expected a number above 0, median or auto, got 'mean'");
  expect_refused(train({"--bias", "free", "--C", "inf"}), 2, "free biases need a finite C");
  expect_refused({"train", data(), "-o", path("no.clade"), "--kernel", "rfb"}, 2,
                 "did you mean 'rbf'");
  std::string many;
  for (int i = 0; i < 40; ++i)
    many += (i % 2 == 0 ? "a 1:" : "b 2:") + std::to_string(i + 1) + "\n";
  expect_refused(
      {"train", write("many.svm", many), "-o", path("no.clade"), "--kernel", "rbf", "--cache-mb",
       "0.001"},
      2, "--cache-mb: expected 0.01 or more, for 32 rows of the kernel matrix of 40 examples");
}

TEST_F(Kernels, TakeTheDefaultCacheByItsName) {
  const auto trained = [&](const std::string& name, const Words& more) {
    Words words{"train", data(), "-o", path(name), "--kernel", "rbf"};
    words.insert(words.end(), more.begin(), more.end());
    EXPECT_EQ(run_clade(words).code, 0);
    return read_file(path(name));
  };
  EXPECT_EQ(trained("unset.clade", {}), trained("auto.clade", {"--cache-mb", "auto"}));
}

TEST_F(Kernels, GiveTheSameBytesForAnyNumberOfThreads) {
  ASSERT_EQ(run_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "400"}).code, 0);
  for (const std::string bias : {"none", "free"}) {
    for (const std::string threads : {"1", "2", "4"}) {
      const Answer answer = run_clade({"train", path("g/data.svm"), "--taxonomy",
                                       path("g/taxonomy.tsv"), "--kernel", "rbf", "--bias", bias,
                                       "--threads", threads, "--quiet", "-o", path("m" + threads)});
      ASSERT_EQ(answer.code, 0) << answer.err;
    }
    EXPECT_FALSE(read_file(path("m1")).empty());
    EXPECT_TRUE(read_file(path("m1")) == read_file(path("m2")));
    EXPECT_TRUE(read_file(path("m1")) == read_file(path("m4")));
  }
}

// ---- Texts, letter by letter

class Letters : public Kernels {
 protected:
  std::string words() const {
    return write("words.jsonl",
                 R"({"labels":["english"],"text":"the quick brown fox"}
{"labels":["english"],"text":"thinking of the other things"}
{"labels":["english"],"text":"with the weather that they had"}
{"labels":["finnish"],"text":"nopea ruskea kettu"}
{"labels":["finnish"],"text":"kissa kiipeilee puussa"}
{"labels":["finnish"],"text":"uusi talo tuulessa"}
)");
  }
  std::string letter_model(const std::string& method = "clade") const {
    const Answer answer =
        run_clade({"train", words(), "--method", method, "--kernel", "subsequence", "--length", "3",
                   "--decay", "0.7", "-o", path("letters.clade"), "--quiet"});
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_EQ(answer.err, "");
    return path("letters.clade");
  }
};

TEST_F(Letters, TellTextsApart) {
  // Both are longer than any text in training.
  const std::string new_texts = write(
      "new.jsonl",
      R"({"id":"e","text":"there is nothing in the weather that the other brown fox had not thought of"}
{"id":"f","text":"nopea kissa kiipeilee uuteen ruskeaan taloon ja istuu tuulessa puussa"}
)");
  for (const std::string method : {"clade", "hsvm", "perceptron"}) {
    const std::string model = letter_model(method);
    const Answer answer = run_clade({"predict", model, new_texts});
    EXPECT_EQ(answer.err, "");
    std::istringstream lines(answer.out);
    std::string line;
    std::getline(lines, line);
    EXPECT_THAT(line, StartsWith("e\tenglish\t"));
    std::getline(lines, line);
    EXPECT_THAT(line, StartsWith("f\tfinnish\t"));
    const Answer evaluated = run_clade({"evaluate", model, words(), "--json"});
    EXPECT_EQ(Json::parse(evaluated.out)["metrics"]["accuracy"], 1);
  }
}

TEST_F(Letters, InfoTellsLengthAndDecay) {
  const std::string model = letter_model();
  EXPECT_THAT(run_clade({"info", model}).out, HasSubstr("subsequence, length 3, decay 0.7\n"));
  EXPECT_EQ(Json::parse(run_clade({"info", model, "--json"}).out)["kernel"],
            (Json{{"kind", "subsequence"}, {"length", 3}, {"decay", 0.7}, {"examples_kept", 6}}));
}

TEST_F(Letters, DataWithoutTextsAreRefused) {
  expect_refused({"train", data(), "--kernel", "subsequence", "-o", path("no.clade")}, 3,
                 data() + ": --kernel subsequence compares texts, and no record has one");
  const std::string model = letter_model();
  for (const std::string command : {"predict", "evaluate"}) {
    expect_refused({command, model, data()}, 3, "compares texts, and no record has one");
  }
  expect_refused({"predict", model, write("odd.jsonl", "{\"vector\":[-3.5,1e30]}\n")}, 3,
                 "compares texts");
}

TEST_F(Letters, OddTextsAreTaken) {
  const std::string model = letter_model();
  const std::string odd =
      write("odd.jsonl",
            "{\"text\":\"\"}\n{\"text\":\"a\"}\n{\"text\":\"\\u00e9\\ud83d\\ude00\"}\n"
            "{\"text\":\"mixed\",\"vector\":[-1.5,1e30]}\n");
  const Answer answer = run_clade({"predict", model, odd});
  EXPECT_TRUE(answer.code == 0 || answer.code == 3) << answer.err;
}

}  // namespace
}  // namespace clade::detail::test
