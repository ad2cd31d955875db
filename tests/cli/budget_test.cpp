// train --budget: what is searched, printed and written, and what is refused.
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <sstream>
#include <thread>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::ContainsRegex;
using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class TrainBudget : public SmallProblem {
 protected:
  // Titles of four classes, whose word is never whole.
  std::string texts() {
    std::string lines;
    std::uint64_t state = 1;
    const auto letter = [&] {
      state = state * 6364136223846793005U + 1442695040888963407U;
      return static_cast<char>('a' + (state >> 33) % 26);
    };
    const Words labels{"a1", "a2", "b1", "b2"}, parts{"qxz", "wvk", "jyq", "zkx"};
    for (std::size_t i = 0; i < 80; ++i) {
      std::string word;
      for (int k = 0; k < 5; ++k) word += letter();
      word += parts[i % 4];
      for (int k = 0; k < 5; ++k) word += letter();
      lines += R"({"labels":[")" + labels[i % 4] + R"("],"text":")" + word + " the\"}\n";
    }
    return write("texts.jsonl", lines);
  }
  std::string tree() { return write("tree.tsv", "r\ta\nr\tb\na\ta1\na\ta2\nb\tb1\nb\tb2\n"); }
  Words call(const std::string& budget, const Words& more = {}) {
    Words words{"train", texts(), "--taxonomy", tree(), "-o", path("m"), "--budget", budget};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
  std::string refusal(const Words& words) {
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2) << answer.err;
    EXPECT_FALSE(std::filesystem::exists(path("m")));
    return answer.err;
  }
};

Words words_of(const std::string& line) {
  std::istringstream in(line);
  Words words;
  for (std::string word; in >> word;) words.push_back(word);
  return words;
}

TEST_F(TrainBudget, PrintsWhatWasTriedAndTheChosenLineWhichGivesTheSameBytes) {
  const Answer answer = run_clade(call("12runs", {"--method", "hsvm"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("searched for the best average_precision"));
  EXPECT_THAT(answer.out, HasSubstr("12 runs"));
  EXPECT_THAT(answer.out, ContainsRegex("1  \\(nothing\\) +80 +4  0\\.[0-9]+ \\+- 0\\.[0-9]+"));
  EXPECT_THAT(answer.out, HasSubstr("--char-ngrams 3-4"));
  EXPECT_THAT(answer.err, HasSubstr("run 1: no option on 80 examples: average_precision"));
  EXPECT_THAT(answer.err, HasSubstr("model written to"));
  const std::size_t at = answer.out.find("chosen: clade train ");
  ASSERT_NE(at, std::string::npos);
  const std::string line = answer.out.substr(at + 8, answer.out.find('\n', at) - at - 8);
  EXPECT_THAT(line, HasSubstr("--char-ngrams 3-4"));
  EXPECT_THAT(line, Not(HasSubstr("budget")));
  const std::string bytes = read_file(path("m"));
  Words words = words_of(line);
  words.erase(words.begin());
  std::filesystem::remove(path("m"));
  ASSERT_EQ(run_clade(words).code, 0);
  EXPECT_EQ(read_file(path("m")), bytes);
}

TEST_F(TrainBudget, GivesTheSameModelWithAnyNumberOfThreads) {
  ASSERT_EQ(run_clade(call("7runs", {"--threads", "1"})).code, 0);
  const std::string bytes = read_file(path("m"));
  ASSERT_EQ(run_clade(call("7runs", {"--threads", "4"})).code, 0);
  EXPECT_EQ(read_file(path("m")), bytes);
}

TEST_F(TrainBudget, DescribesTheSearchInJson) {
  const Answer answer = run_clade(call("5runs", {"--for", "macro_f1", "--json", "--quiet"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(answer.err, "");
  const Json json = Json::parse(answer.out);
  EXPECT_EQ(json["method"], "clade");
  const Json& search = json["search"];
  EXPECT_EQ(search["measure"], "macro_f1");
  EXPECT_EQ(search["stopped"], "runs");
  EXPECT_EQ(search["runs"].size(), 5U);
  EXPECT_THAT(search["command"].get<std::string>(), HasSubstr("clade train "));
  EXPECT_THAT(search["command"].get<std::string>(), Not(HasSubstr("--for")));
}

TEST_F(TrainBudget, OfTimeSaysHowManyRunsRepeatIt) {
  const Answer answer = run_clade(call("1s"));
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, ContainsRegex("--budget [0-9]+runs repeats it|nothing was left to try"));
  EXPECT_TRUE(std::filesystem::exists(path("m")));
}

TEST_F(TrainBudget, KeepsGivenOptions) {
  const Answer answer = run_clade(call("6runs", {"--char-ngrams", "none", "--C", "2"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::size_t table = answer.out.find("options");
  const std::string rows = answer.out.substr(table, answer.out.find("chosen: ") - table);
  EXPECT_THAT(rows, Not(HasSubstr("char-ngrams")));
  EXPECT_THAT(rows, Not(HasSubstr("--C")));
}

TEST_F(TrainBudget, RefusesWhatIsNoBudget) {
  for (const char* budget : {"5x", "0m", "-3runs", "5", "runs", "2.5runs"}) {
    EXPECT_THAT(refusal(call(budget)),
                HasSubstr("--budget: expected a time such as 90s, 5m or 2h, or a number such as "
                          "20runs, got"))
        << budget;
  }
}

TEST_F(TrainBudget, RefusesWhatASearchDoesNotGoWith) {
  EXPECT_THAT(refusal(call("3runs", {"--for", "beauty"})), HasSubstr("no measure 'beauty'"));
  EXPECT_THAT(refusal(call("3runs", {"--C", "auto"})), HasSubstr("leave out --C auto"));
  EXPECT_THAT(refusal(call("3runs", {"--test-fraction", "0.2"})), HasSubstr("clade split"));
  EXPECT_THAT(refusal(call("3runs", {"--dry-run"})), HasSubstr("--dry-run"));
  EXPECT_THAT(refusal(call("3runs", {"--max-seconds", "9"})), HasSubstr("--max-seconds"));
  EXPECT_THAT(refusal(call("3runs", {"--kernel", "precomputed"})), HasSubstr("precomputed"));
  EXPECT_THAT(refusal(call("3runs", {"--method", "perceptron"})), HasSubstr("has no C"));
  EXPECT_THAT(refusal({"train", "-", "--taxonomy", tree(), "-o", path("m"), "--budget", "3runs"}),
              HasSubstr("standard input"));
  EXPECT_THAT(refusal({"train", texts(), "-o", path("m"), "--for", "macro_f1"}),
              HasSubstr("without --budget or --C auto"));
}

TEST_F(TrainBudget, SaysWhereExamplesAreTooFew) {
  const std::string few = write("few.svm", "a1 1:1\na1 1:2\na2 2:1\na2 2:3\n");
  const Answer answer = run_clade({"train", few, "-o", path("m"), "--budget", "3runs"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("too few examples for a search (--budget)"));
}

TEST_F(TrainBudget, AnInterruptedSearchTrainsTheBestSoFar) {
  const pid_t process = start_clade(call("1000runs"), {"", path("out"), path("err")});
  for (int i = 0; i < 5000 && read_file(path("err")).find("run 2:") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  send_signal(process, SIGINT);
  EXPECT_EQ(wait_for(process), 130);
  EXPECT_THAT(read_file(path("err")), HasSubstr("interrupted: the best so far is trained"));
  EXPECT_THAT(read_file(path("out")), HasSubstr("chosen: clade train "));
  EXPECT_EQ(run_clade({"info", path("m")}).code, 0);
}

TEST_F(TrainBudget, SearchesForOtherMethodsToo) {
  const Answer answer = run_clade(call("12runs", {"--method", "hsvm"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("--method hsvm"));
}

}  // namespace
}  // namespace clade::detail::test
