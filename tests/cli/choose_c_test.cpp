// --C auto from the command line.
#include <chrono>
#include <csignal>
#include <nlohmann/json.hpp>
#include <thread>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class ChooseC : public SmallProblem {
 protected:
  Words train_words(const Words& more) {
    EXPECT_EQ(run_clade({"generate", "cai-multiclass", "-o", path("g"), "--n", "300"}).code, 0);
    Words words{"train", path("g/data.svm"), "--taxonomy", path("g/taxonomy.tsv"), "--C", "auto"};
    words.insert(words.end(), more.begin(), more.end());
    return words;
  }
};

TEST_F(ChooseC, IsReportedAndKeptInTheModelAsANumber) {
  const Answer answer = run_clade(train_words({"-o", path("m"), "--json"}));
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("held-out average precision"));
  EXPECT_THAT(answer.err, HasSubstr("is the best of"));
  const double C = Json::parse(answer.out)["C"];
  const Answer info = run_clade({"info", path("m"), "--json"});
  EXPECT_EQ(std::stod(Json::parse(info.out)["options"]["C"].get<std::string>()), C);
}

TEST_F(ChooseC, SaysNothingWhereItShouldBeQuiet) {
  const Answer answer = run_clade(train_words({"-o", path("m"), "--quiet"}));
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
}

TEST_F(ChooseC, IsLeftOpenByADryRun) {
  const Answer answer = run_clade(train_words({"--dry-run", "--json"}));
  EXPECT_EQ(Json::parse(answer.out)["options"]["C"], "auto");
}

TEST_F(ChooseC, NeedsEnoughExamples) {
  const std::string few = write("few.svm", "a 1:1\na 1:2\nb 2:1\n");
  const Answer answer = run_clade({"train", few, "--C", "auto", "-o", path("m"), "--quiet"});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("--C: auto needs 5 examples or more"));
}

TEST_F(ChooseC, CanBeInterrupted) {
  const pid_t process = start_clade(
      train_words({"-o", path("m"), "--tolerance", "1e-14", "--max-epochs", "2000000000"}),
      {"", path("out"), path("err")});
  for (int i = 0; i < 5000 && read_file(path("err")).find("C ") == std::string::npos; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(2));
  }
  send_signal(process, SIGINT);
  EXPECT_EQ(wait_for(process), 130) << read_file(path("err"));
  EXPECT_FALSE(std::filesystem::exists(path("m")));
}

}  // namespace
}  // namespace clade::detail::test
