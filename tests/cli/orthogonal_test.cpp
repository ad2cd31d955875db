// The method orthogonal and the angles of a model, as a user meets them.
#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using Json = nlohmann::json;
using testing::HasSubstr;
using testing::MatchesRegex;

class OrthogonalCommand : public SmallProblem {
 protected:
  Answer train(const Words& more) const {
    Words words{"train",      data(), "--taxonomy", taxonomy(), "--method",
                "orthogonal", "-o",   path("m"),    "--quiet",  "--json"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  }
};

TEST_F(OrthogonalCommand, BothBoundsAreInTheAnswerAndInTheTrace) {
  for (const std::string solver : {"fast", "paper"}) {
    const Answer answer =
        train({"--solver", solver, "--tolerance", "0.01", "--trace", path("trace.jsonl")});
    ASSERT_EQ(answer.code, 0) << answer.err;
    const Json objective = Json::parse(answer.out)["objective"];
    EXPECT_LE(objective["lower_bound"].get<double>(), objective["primal"].get<double>());
    const std::string trace = read_file(path("trace.jsonl"));
    const Json last = Json::parse(trace.substr(trace.rfind('\n', trace.size() - 2) + 1));
    EXPECT_EQ(last["primal"], objective["primal"]) << solver;
    EXPECT_EQ(last["dual"], objective["dual"]) << solver;
  }
}

TEST_F(OrthogonalCommand, InfoShowsAnglesAndTheAlphaThatWasUsed) {
  ASSERT_EQ(train({}).code, 0);
  const Answer text = run_clade({"info", path("m")});
  EXPECT_THAT(text.out, HasSubstr("2 of a node and an ancestor, mean |cosine| "));
  const Json json = Json::parse(run_clade({"info", path("m"), "--json"}).out);
  EXPECT_EQ(json["options"]["alpha"], "1");
  ASSERT_EQ(json["angles"].size(), 2u);
  EXPECT_EQ(json["angles"][1]["node"], "a2");
  EXPECT_EQ(json["angles"][1]["ancestor"], "a");
  EXPECT_LE(std::abs(json["angles"][1]["cosine"].get<double>()), 1);
  const Answer table = run_clade({"info", path("m"), "--angles"});
  EXPECT_EQ(std::count(table.out.begin(), table.out.end(), '\n'), 2);
  EXPECT_THAT(table.out.substr(0, table.out.find('\n')),
              MatchesRegex("a1\ta\t-?[0-9.e-]+\t-?[0-9.e-]+"));
}

TEST_F(OrthogonalCommand, AModelWithoutWeightsOfNodesHasNoAngles) {
  const Answer answer = run_clade({"info", model(), "--angles"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("no weights of nodes"));
}

TEST_F(OrthogonalCommand, PricesThatAreNotConvexAreAWrongCall) {
  const std::filesystem::path folder = golden("orthogonal/e-nonconvex");
  const Answer answer =
      run_clade({"train", folder / "data.svm", "--taxonomy", folder / "taxonomy.tsv", "--method",
                 "orthogonal", "--alpha", "1", "-o", path("m"), "--quiet"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("smallest eigenvalue of the comparison matrix of K is -0.51"));
  EXPECT_FALSE(std::filesystem::exists(path("m")));
}

TEST_F(OrthogonalCommand, BadPricesAreReported) {
  EXPECT_EQ(train({"--alpha", "0"}).code, 2);
  EXPECT_EQ(train({"--K", path("none.tsv")}).code, 5);
  const Answer answer = train({"--K", write("K.tsv", "\ta\tb\na\t1\t0\nb\t0\tx\n")});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.err, HasSubstr("K.tsv"));
  EXPECT_EQ(train({"--K", write("K.tsv",
                                "\ta\tb\ta1\ta2\na\t4\t0\t1\t1\nb\t0\t1\t0\t0\n"
                                "a1\t1\t0\t1\t0\na2\t1\t0\t0\t1\n")})
                .code,
            0);
}

}  // namespace
}  // namespace clade::detail::test
