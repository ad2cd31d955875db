#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::MatchesRegex;
using Json = nlohmann::json;

class Prune : public SmallProblem {
 protected:
  Answer prune(const Words& more) const {
    Words words{"prune", model({"--method", "hsvm"}), "-o", path("small.clade")};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words);
  }
};

TEST_F(Prune, TellsWhatStaysAndWhatItCosts) {
  const Answer answer = prune({"--keep", "0.5"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(answer.err, "");
  EXPECT_THAT(answer.out, MatchesRegex("weights +[0-9]+ of [0-9]+ \\([0-9.]+%\\)\n"
                                       "file +.* of .*\n"
                                       "score change  at most [0-9.]+ for an instance of length "
                                       "1\n"));
  const Answer measured = prune({"--keep", "1", "--data", data()});
  EXPECT_THAT(measured.out, HasSubstr("accuracy      1.0000, before 1.0000\n"));
}

TEST_F(Prune, LeavesAModelThatPredictsAndTellsItsPrecision) {
  for (const std::string precision : {"half", "single"}) {
    ASSERT_EQ(prune({"--keep", "1", "--precision", precision}).code, 0);
    const std::string small = path("small.clade");
    const Json info = Json::parse(run_clade({"info", small, "--json"}).out);
    EXPECT_EQ(info["precision"], precision);
    const Json json = Json::parse(run_clade({"evaluate", small, data(), "--json"}).out);
    EXPECT_EQ(json["metrics"]["accuracy"], 1.0);
    EXPECT_EQ(run_clade({"predict", small, data(), "--beam", "2"}).code, 0);
    EXPECT_EQ(run_clade({"explain", small, data()}).code, 0);
    EXPECT_EQ(run_clade({"info", small, "--weights"}).code, 0);
  }
}

TEST_F(Prune, FindsASmallModelThatLosesLittle) {
  const Answer answer = prune({"--max-loss", "0", "--data", data()});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("accuracy      1.0000, before 1.0000\n"));
  const Json whole = Json::parse(run_clade({"info", model({"--method", "hsvm"}), "--json"}).out);
  const Json small = Json::parse(run_clade({"info", path("small.clade"), "--json"}).out);
  EXPECT_LT(small["weights"]["nonzero"], whole["weights"]["nonzero"]);
}

TEST_F(Prune, WorksForModelsThatGoFromTheRootDown) {
  const std::string whole = model({"--method", "dnc"}), small = path("small.clade");
  ASSERT_EQ(run_clade({"prune", whole, "-o", small, "--keep", "1"}).code, 0);
  const Answer before = run_clade({"evaluate", whole, data(), "--json"});
  const Answer after = run_clade({"evaluate", small, data(), "--json"});
  EXPECT_EQ(Json::parse(before.out)["metrics"]["accuracy"],
            Json::parse(after.out)["metrics"]["accuracy"]);
}

TEST_F(Prune, RefusesWhatMakesNoSense) {
  const auto refused = [&](const Words& more, int code, const char* what) {
    const Answer answer = prune(more);
    EXPECT_EQ(answer.code, code) << what;
    EXPECT_THAT(answer.err, HasSubstr(what));
  };
  refused({"--keep", "0"}, 2, "--keep: expected a number above 0 and at most 1, got '0'");
  refused({"--keep", "0.1", "--max-loss", "1", "--data", data()}, 2, "exclude each other");
  refused({"--max-loss", "1"}, 2, "--max-loss needs --data");
  refused({"--data", write("none.svm", "1:1\n")}, 3, "no instance has a label");
  const std::string file = model({"--method", "hsvm"});
  EXPECT_THAT(run_clade({"prune", file}).err, HasSubstr("-o is missing"));
  EXPECT_THAT(run_clade({"prune", file, "-o", file}).err, HasSubstr("used for something else"));
  const std::string kernel = model({"--method", "hsvm", "--kernel", "rbf"});
  EXPECT_THAT(run_clade({"prune", kernel, "-o", path("k.clade")}).err,
              HasSubstr("the model has a kernel"));
}

TEST_F(Prune, UpdateSaysThatItNeedsTheWholeModel) {
  ASSERT_EQ(prune({"--keep", "1"}).code, 0);
  const Answer answer =
      run_clade({"update", path("small.clade"), data(), "-o", path("more.clade")});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("update the model that was pruned"));
}

}  // namespace
}  // namespace clade::detail::test
