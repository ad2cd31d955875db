// Divide and conquer on the command line.
#include <sstream>
#include <string>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;

class DncCommand : public SmallProblem {};

TEST_F(DncCommand, TrainsPredictsAndUpdates) {
  const std::string file = model({"--method", "dnc"});
  const Answer answer = run_clade({"predict", file, data()});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("0\ta1\t0\ta > a1\n"));
  EXPECT_THAT(answer.out, HasSubstr("4\tb\t0\tb\n"));
  const Answer updated = run_clade({"update", file, data(), "-o", path("more.clade"), "--quiet"});
  EXPECT_EQ(updated.code, 0) << updated.err;
  EXPECT_EQ(run_clade({"evaluate", path("more.clade"), data()}).code, 0);
}

TEST_F(DncCommand, TheBestOfSeveralIsTheBestAlone) {
  for (const char* method : {"dnc", "topdown-svm"}) {
    const std::string file = model({"--method", method});
    const Answer alone = run_clade({"predict", file, data()});
    const Answer several = run_clade({"predict", file, data(), "--top", "2"});
    std::string first;
    std::istringstream lines(several.out);
    for (std::string line; std::getline(lines, line);) {
      first += line + "\n";
      std::getline(lines, line);
    }
    EXPECT_EQ(alone.out, first) << method;
  }
}

TEST_F(DncCommand, RanksByWhatPathsAreShort) {
  const Answer answer = run_clade({"predict", model({"--method", "dnc"}), data(), "--top", "3"});
  EXPECT_THAT(
      answer.out.substr(0, answer.out.find("\n1\t") + 1),
      MatchesRegex("0\ta1\t0\ta > a1\n0\t[a-z0-9]+\t-[0-9.]+\t.*\n0\t[a-z0-9]+\t-[0-9.]+\t.*\n"));
}

TEST_F(DncCommand, TracesWhatAllNodesReached) {
  model({"--method", "dnc", "--trace", path("trace.jsonl")});
  EXPECT_THAT(read_file(path("trace.jsonl")), MatchesRegex("\\{\"epoch\":[^\n]*\\}\n"));
}

TEST_F(DncCommand, RefusesOptionsOfAnotherBase) {
  const Answer answer = run_clade({"train", data(), "--taxonomy", taxonomy(), "--method", "dnc",
                                   "--base", "hieron", "--C", "3", "-o", path("m.clade")});
  EXPECT_EQ(answer.code, 2);
  EXPECT_EQ(answer.err, "clade: --C: has no effect with --base hieron\n");
}

TEST_F(DncCommand, TakesAKernelForAllNodes) {
  const Answer trained =
      run_clade({"train", data(), "--taxonomy", taxonomy(), "--method", "dnc", "--kernel", "rbf",
                 "--gamma", "0.5", "-o", path("m.clade"), "--quiet"});
  ASSERT_EQ(trained.code, 0) << trained.err;
  const Answer predicted = run_clade({"predict", path("m.clade"), data()});
  EXPECT_EQ(predicted.code, 0) << predicted.err;
  const Answer refused = run_clade({"train", data(), "--taxonomy", taxonomy(), "--method", "dnc",
                                    "--kernel", "rbf", "--gamma", "-1", "-o", path("m.clade")});
  EXPECT_EQ(refused.code, 2);
  EXPECT_THAT(refused.err, HasSubstr("--gamma"));
}

TEST_F(DncCommand, RefusesADag) {
  const std::string dag = write("dag.tsv", "r\ta\na\ta1\na\ta2\nr\tb\nb\ta2\n");
  const Answer answer = run_clade({"train", write("d.svm", "a1 1:1\na2 2:1\n"), "--taxonomy", dag,
                                   "--method", "dnc", "-o", path("m.clade")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("the taxonomy is no tree"));
}

}  // namespace
}  // namespace clade::detail::test
