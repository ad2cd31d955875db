// train and update: --max-seconds, --keep-best, and what progress says of the time that is left.
#include <algorithm>
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;
using Clock = std::chrono::steady_clock;

class LongRuns : public SmallProblem {
 protected:
  // A problem that goes on for ever at the smallest tolerance.
  std::string folder() {
    if (!std::filesystem::exists(path("g"))) {
      EXPECT_EQ(run_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "3000"}).code, 0);
    }
    return path("g");
  }
  Words endless(const Words& more) {
    Words words{"train",        folder() + "/data.svm",
                "--taxonomy",   folder() + "/taxonomy.tsv",
                "--C",          "1e6",
                "--tolerance",  "1e-14",
                "--max-epochs", "2000000000",
                "-o",           path("m")};
    // Passes with a kernel are too long to see several.
    if (std::find(more.begin(), more.end(), "--method") == more.end()) {
      words.insert(words.end(), {"--kernel", "linear", "--scale", "none"});
    }
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  // Trains for half a second; the summary.
  Json limited(const Words& words) {
    const auto start = Clock::now();
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    EXPECT_LT(std::chrono::duration<double>(Clock::now() - start).count(), 30);
    EXPECT_THAT(answer.err, HasSubstr("training ended at --max-seconds"));
    EXPECT_EQ(run_clade({"info", path("m")}).code, 0);
    return answer.code == 0 ? Json::parse(answer.out) : Json();
  }
  // The exit code of a training that is interrupted once it has begun to write `sign`.
  int interrupt(const Words& words, const std::string& sign) {
    const pid_t process = start_clade(words, {"", path("out"), path("err")});
    for (int i = 0; i < 5000 && read_file(sign).empty(); ++i) {
      std::this_thread::sleep_for(std::chrono::milliseconds(2));
    }
    send_signal(process, SIGINT);
    return wait_for(process);
  }
};

TEST_F(LongRuns, EndAtTheLimitWithAModelAndItsGap) {
  const Json json = limited(endless({"--max-seconds", "0.5", "--json", "--quiet"}));
  EXPECT_EQ(json["stopped"], "max-seconds");
  const Json& objective = json["objective"];
  EXPECT_GT(objective["primal"].get<double>(), 0);
  EXPECT_GT(objective["relative_gap"].get<double>(), 1e-14);
  EXPECT_LE(objective["relative_gap"].get<double>(), 1);
  EXPECT_LE(objective["lower_bound"].get<double>(), objective["primal"].get<double>());
}

TEST_F(LongRuns, EveryKindOfSolverEndsAtTheLimit) {
  for (const Words& more :
       {Words{"--kernel", "rbf", "--gamma", "1"}, Words{"--bias", "free"}, Words{"--method", "dnc"},
        Words{"--method", "topdown-svm"},
        Words{"--method", "hsvm", "--C", "1", "--solver", "paper", "--tolerance", "1e-9"},
        Words{"--method", "orthogonal", "--C", "1e4"},
        Words{"--method", "topdown-psi", "--C", "1e3"}}) {
    Words words = endless({"--max-seconds", "0.4", "--json", "--quiet"});
    for (std::size_t i = 0; i < more.size(); i += 2) {
      const auto same = std::find(words.begin(), words.end(), more[i]);
      if (same != words.end()) words.erase(same, same + 2);
    }
    if (more[1] == "dnc") {  // has no kernels
      const auto kernel = std::find(words.begin(), words.end(), "--kernel");
      if (kernel != words.end()) words.erase(kernel, kernel + 2);
    }
    words.insert(words.end(), more.begin(), more.end());
    const Json json = limited(words);
    EXPECT_EQ(json["stopped"], "max-seconds") << more[1];
    EXPECT_GT(json["objective"]["primal"].get<double>(), 0) << more[1];
  }
}

TEST_F(LongRuns, OnlineMethodsEndAtTheLimit) {
  // The same example of two classes: no epoch is without a mistake.
  const std::string torn = write("torn.svm", "a1 1:1\na2 1:1\nb 2:1\n");
  const Json json =
      limited({"train", torn, "--taxonomy", taxonomy(), "--method", "perceptron", "--epochs",
               "2000000000", "--max-seconds", "0.3", "-o", path("m"), "--json", "--quiet"});
  EXPECT_EQ(json["stopped"], "max-seconds");
}

TEST_F(LongRuns, TheLimitIsThatOfTheWholeCall) {
  // Half of it chooses C, the rest trains.
  Words words{"train",
              folder() + "/data.svm",
              "--taxonomy",
              folder() + "/taxonomy.tsv",
              "--kernel",
              "linear",
              "--C",
              "auto",
              "--tolerance",
              "1e-14",
              "-o",
              path("m"),
              "--max-seconds",
              "0.6",
              "--json",
              "--max-epochs",
              "2000000000",
              "--quiet"};
  EXPECT_EQ(limited(words)["stopped"], "max-seconds");
  // The folds of --calibrate have their parts.
  words = endless({"--calibrate", "--max-seconds", "1.2", "--json", "--quiet"});
  EXPECT_EQ(limited(words)["stopped"], "max-seconds");
  EXPECT_EQ(run_clade({"predict", path("m"), folder() + "/data.svm", "--probabilities"}).code, 0);
}

TEST_F(LongRuns, AnUpdateEndsAtTheLimit) {
  EXPECT_EQ(run_clade({"train", folder() + "/data.svm", "--taxonomy", folder() + "/taxonomy.tsv",
                       "-o", path("m"), "--precision", "double", "--kernel", "linear", "--quiet"})
                .code,
            0);
  const Answer answer = run_clade({"update", path("m"), folder() + "/data.svm", "-o", path("m"),
                                   "--C", "1e6", "--tolerance", "1e-14", "--max-epochs",
                                   "2000000000", "--max-seconds", "0.4", "--json", "--quiet"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(Json::parse(answer.out)["stopped"], "max-seconds");
}

TEST_F(LongRuns, AnInterruptedRunKeepsTheBestModelWhereAsked) {
  const int code =
      interrupt(endless({"--keep-best", "--json", "--trace", path("trace")}), path("trace"));
  EXPECT_EQ(code, 130);
  EXPECT_THAT(read_file(path("err")),
              ContainsRegex("interrupted: .* is the model so far with a relative gap of"));
  EXPECT_EQ(run_clade({"info", path("m")}).code, 0);
  const Json json = Json::parse(read_file(path("out")));
  EXPECT_EQ(json["stopped"], "interrupted");
  EXPECT_GT(json["objective"]["primal"].get<double>(), 0);
}

TEST_F(LongRuns, ADoneRunIsNoLongerThanItsLimit) {
  const Answer answer = run_clade({"train", data(), "--taxonomy", taxonomy(), "--max-seconds", "60",
                                   "--keep-best", "-o", path("m"), "--json"});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(Json::parse(answer.out)["stopped"], "tolerance");
  EXPECT_THAT(answer.err, Not(HasSubstr("max-seconds")));
}

TEST_F(LongRuns, TheLimitIsANumberAboveZero) {
  for (const std::string bad : {"0", "-1", "soon", "inf"}) {
    const Answer answer =
        run_clade({"train", data(), "--max-seconds", bad, "-o", path("m"), "--quiet"});
    EXPECT_EQ(answer.code, 2) << bad;
    EXPECT_THAT(answer.err, HasSubstr("--max-seconds: expected a number above 0")) << bad;
  }
}

TEST_F(LongRuns, ProgressTellsTheTimeThatIsLeft) {
  const Answer answer = run_clade(endless({"--max-seconds", "2.5"}));
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, ContainsRegex("epoch [0-9]+: .*, about [0-9]+ s left"));
}

// Lower bounds that are shown never worsen.
TEST_F(LongRuns, TheDualInProgressLinesNeverFalls) {
  const Answer answer = run_clade(endless({"--max-seconds", "3.2"}));
  double last = 0;
  std::size_t lines = 0;
  for (std::size_t at = 0; (at = answer.err.find(" dual ", at)) != std::string::npos; ++at) {
    const double dual = std::stod(answer.err.substr(at + 6));
    EXPECT_GE(dual, last);
    last = dual;
    ++lines;
  }
  EXPECT_GE(lines, 2U) << answer.err;
}

TEST_F(LongRuns, ATestPartLeavesTimeForTheModel) {
  Words words = endless({"--max-seconds", "1", "--test-fraction", "0.2", "--json"});
  const Json json = limited(words);
  EXPECT_EQ(json["stopped"], "max-seconds");
  EXPECT_LT(json["objective"]["relative_gap"], 1);
  EXPECT_GT(json["test"]["metrics"]["accuracy"], 0.1);
}

}  // namespace
}  // namespace clade::detail::test
