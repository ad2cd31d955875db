// clade taxonomy advise: does a taxonomy help?
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class TaxonomyAdvise : public SmallProblem {
 protected:
  void SetUp() override {
    const Answer made = run_clade({"generate", "text", "-o", path("."), "--levels", "4,12", "--n",
                                   "600", "--words", "600", "--length", "30", "--seed", "1",
                                   "--skew", "0", "--ancestor-share", "0.2"});
    ASSERT_EQ(made.code, 0) << made.err;
  }

  Json advice(const std::string& taxonomy, const Words& more = {}) const {
    Words words{"taxonomy", "advise", taxonomy, path("data.svm"), "--json", "--quiet"};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 0) << answer.err;
    return Json::parse(answer.out);
  }
};

TEST_F(TaxonomyAdvise, TellsATrueTreeFromRandomOnes) {
  EXPECT_EQ(advice(path("taxonomy.tsv"), {"--changes", "0"})["verdict"], "helps");
  for (const char* seed : {"1", "2", "3"}) {
    ASSERT_EQ(run_clade({"taxonomy", "random", path("taxonomy.tsv"), "--seed", seed, "-o",
                         path("random.tsv")})
                  .code,
              0);
    EXPECT_NE(advice(path("random.tsv"), {"--changes", "0"})["verdict"], "helps") << seed;
  }
}

TEST_F(TaxonomyAdvise, RepairsABadTreeAndMeasuresTheGainElsewhere) {
  ASSERT_EQ(run_clade({"taxonomy", "random", path("taxonomy.tsv"), "--seed", "1", "-o",
                       path("random.tsv")})
                .code,
            0);
  const Json found = advice(path("random.tsv"), {"-o", path("better.tsv")});
  ASSERT_TRUE(found.contains("repaired")) << found.dump();
  EXPECT_GT(found["repaired"]["gain"].get<double>(), 0.005);
  EXPECT_LT(found["repaired"]["p_t"].get<double>(), 0.05);
  EXPECT_TRUE(std::any_of(found["changes"].begin(), found["changes"].end(),
                          [](const Json& change) { return change["taken"] == true; }));
  // What was written fits the data and helps.
  EXPECT_EQ(advice(path("better.tsv"), {"--changes", "0"})["verdict"], "helps");
}

TEST_F(TaxonomyAdvise, IsTheSameForTheSameSeedAndAnyNumberOfThreads) {
  const Words few{"--changes", "2", "--repeats", "3", "--random-trees", "2"};
  const auto with = [&](const char* threads) {
    Words words = few;
    words.insert(words.end(), {"--threads", threads});
    Json found = advice(path("taxonomy.tsv"), words);
    for (Json& row : found["comparison"]) row.erase("seconds");
    return found;
  };
  EXPECT_EQ(with("1"), with("2"));
}

TEST_F(TaxonomyAdvise, SpeaksToPeople) {
  const Answer answer =
      run_clade({"taxonomy", "advise", path("taxonomy.tsv"), path("data.svm"), "--quiet",
                 "--changes", "1", "--repeats", "3", "--random-trees", "2"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("The taxonomy "));
  EXPECT_THAT(answer.out, HasSubstr("hsvm --flat"));
  EXPECT_THAT(answer.out, HasSubstr("dissolve '"));
}

TEST_F(TaxonomyAdvise, RefusesWhatItCannotDo) {
  const auto code = [&](const Words& more) {
    Words words{"taxonomy", "advise"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words).code;
  };
  EXPECT_EQ(code({path("taxonomy.tsv")}), 2);
  EXPECT_EQ(code({path("taxonomy.tsv"), path("data.svm"), "--method", "dnc"}), 2);
  EXPECT_EQ(code({path("taxonomy.tsv"), path("data.svm"), "--method", "hsvm; svm"}), 2);
  EXPECT_EQ(code({path("taxonomy.tsv"), path("data.svm"), "--method", "hsvm --bogus"}), 2);
  EXPECT_EQ(code({path("taxonomy.tsv"), path("data.svm"), "--repeats", "1"}), 2);
  EXPECT_EQ(code({path("taxonomy.tsv"), path("missing.svm")}), 5);
  EXPECT_EQ(code({write("other.tsv", "r\tx\nx\ty\n"), path("data.svm")}), 3);
}

}  // namespace
}  // namespace clade::detail::test
