// clade taxonomy learn: a taxonomy from examples.
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class TaxonomyLearn : public SmallProblem {
 protected:
  // Pairs of near classes; the last pair is farther from the others than they are.
  std::string pairs() const {
    return write("pairs.svm",
                 "cat 1:1 2:0.1\ndog 1:1 2:0.2\nbus 3:1 4:0.1\ncar 3:1 4:0.3\ncat 1:1\n"
                 "oak 5:3 6:0.1\nelm 5:3 6:0.4\n");
  }
};

TEST_F(TaxonomyLearn, PutsNearClassesBelowOneNode) {
  const Answer answer = run_clade({"taxonomy", "learn", pairs(), "-o", path("t.tsv")});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_EQ(run_clade({"taxonomy", "show", path("t.tsv")}).out,
            "root\n├─ cluster1\n│  ├─ cat\n│  └─ dog\n├─ cluster2\n│  ├─ bus\n│  └─ car\n"
            "└─ cluster3\n   ├─ oak\n   └─ elm\n");
  // And it serves for training.
  EXPECT_EQ(run_clade({"train", pairs(), "--taxonomy", path("t.tsv"), "-o", path("m.clade")}).code,
            0);
}

TEST_F(TaxonomyLearn, TellsWhatItFoundAsJson) {
  const Answer answer = run_clade({"taxonomy", "learn", pairs(), "-o", path("t.tsv"), "--json",
                                   "--kernel", "rbf", "--gamma", "0.1"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = Json::parse(answer.out);
  EXPECT_EQ(json["classes"], Json({"cat", "dog", "bus", "car", "oak", "elm"}));
  EXPECT_EQ(json["links"].size(), 5U);
  EXPECT_EQ(json["cuts"][0]["clusters"], Json::parse("[[0,1],[2,3],[4,5]]"));
  EXPECT_EQ(json["cuts"][0]["cut"], Json({false, false, false, true, true}));
  EXPECT_EQ(json["order"].size(), 6U);
  EXPECT_EQ(json["cells"]["values"].size(), 36U);
}

// The page's data, as the browser reads them.
TEST_F(TaxonomyLearn, WritesAPage) {
  const Answer answer = run_clade({"taxonomy", "learn", pairs(), "-o", path("t.tsv"), "--report",
                                   path("r.html"), "--linkage", "single"});
  if (answer.code == 5) GTEST_SKIP() << answer.err;  // built without its pages
  ASSERT_EQ(answer.code, 0) << answer.err;
  const std::string page = read_file(path("r.html"));
  const std::string before = "<script type=\"application/json\" id=\"data\">";
  const std::size_t from = page.find(before) + before.size();
  const Json json = Json::parse(page.substr(from, page.find("</script>", from) - from));
  EXPECT_EQ(json["kind"], "learned");
  EXPECT_EQ(json["learned"]["links"].size(), 5U);
  EXPECT_EQ(json["tree"]["names"].size(), 10U);
  EXPECT_THAT(json["command"], HasSubstr("clade taxonomy learn"));
  EXPECT_THAT(json["settings"][0]["values"].dump(), HasSubstr("[\"linkage\",\"single\"]"));
}

TEST_F(TaxonomyLearn, ReadsDocuments) {
  const std::string docs = write("d.jsonl",
                                 "{\"text\": \"goal match goal\", \"labels\": [\"football\"]}\n"
                                 "{\"text\": \"match goal team\", \"labels\": [\"hockey\"]}\n"
                                 "{\"text\": \"engine wheel\", \"labels\": [\"cars\"]}\n"
                                 "{\"text\": \"wheel engine helmet\", \"labels\": [\"bikes\"]}\n"
                                 "{\"text\": \"vote law\", \"labels\": [\"parliament\"]}\n"
                                 "{\"text\": \"law vote court\", \"labels\": [\"justice\"]}\n");
  const Answer answer = run_clade({"taxonomy", "learn", docs, "-o", "-", "--to", "edges"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("cluster1\tfootball\ncluster1\thockey\n"));
}

TEST_F(TaxonomyLearn, AlignsGroupsWithTheKernel) {
  const Answer answer =
      run_clade({"taxonomy", "learn", pairs(), "-o", path("t.tsv"), "--align", "--json"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("clusters of 6 classes; their alignment is"));
  const Json json = Json::parse(answer.out);
  EXPECT_EQ(json["alignment"].size(), 5U);
  EXPECT_EQ(json["cuts"][0]["inconsistency"].size(), 0U);
  EXPECT_EQ(json["cuts"][0]["clusters"], Json::parse("[[0,1,2,3],[4,5]]"));
  const Answer same = run_clade({"taxonomy", "learn", write("same.svm", "a 1:1\nb 1:1\nc 1:1\n"),
                                 "-o", path("t.tsv"), "--align"});
  EXPECT_EQ(same.code, 0);
  EXPECT_THAT(same.err, HasSubstr("no merge raises the alignment"));
}

TEST_F(TaxonomyLearn, LearnsTogetherWithAMethod) {
  std::string text;
  for (int k = 0; k < 4; ++k) text += read_file(pairs());
  const std::string data = write("more.svm", text);
  const Words words{"taxonomy", "learn",      data,       "-o", path("t.tsv"), "--json",
                    "--with",   "hsvm --C 2", "--rounds", "2",  "--folds",     "2"};
  const Answer answer = run_clade(words);
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.err, HasSubstr("round 0: average precision 0.9286 on 2 folds"));
  EXPECT_THAT(answer.err, HasSubstr("kept the taxonomy of round 1"));
  EXPECT_THAT(answer.err, HasSubstr("no round is better than training without a taxonomy"));
  const Json json = Json::parse(answer.out);
  EXPECT_EQ(json["rounds"]["kept"], 1);
  EXPECT_EQ(json["rounds"]["average_precision"], Json({0.9285714285714286, 0.9285714285714286}));
  EXPECT_EQ(run_clade({"train", data, "--taxonomy", path("t.tsv"), "-o", path("m.clade")}).code, 0);
}

TEST_F(TaxonomyLearn, RefusesOptionsThatDoNotGoWithAMethod) {
  const auto refused = [&](const Words& more, const char* why) {
    Words words{"taxonomy", "learn", pairs(), "-o", path("t.tsv")};
    words.insert(words.end(), more.begin(), more.end());
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, 2) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(why));
  };
  refused({"--rounds", "2"}, "--rounds: has no effect without --with");
  refused({"--with", "hsvm", "--align"}, "--align: has no effect beside --with");
  refused({"--align", "--linkage", "single"}, "--linkage: has no effect beside --align");
  refused({"--with", "hsvm", "--rounds", "0"}, "from 1 to 100");
  refused({"--with", "hsvm", "--folds", "1"}, "from 2 to 100");
  refused({"--with", "hsvm", "--kernel", "rbf"}, "give it to the method");
  refused({"--with", "hsvm", "--ngrams", "2"}, "give it to the method");
  refused({"--with", "hsmv"}, "did you mean 'hsvm'?");
  refused({"--with", "hsvm; perceptron"}, "expected one method");
  refused({"--with", "hsvm --flat"}, "leave out --flat");
  refused({"--with", "topdown-svm", "--folds", "2"}, "from the root down");
}

TEST_F(TaxonomyLearn, RefusesWhatItCannotDo) {
  const auto code = [&](const Words& more) {
    Words words{"taxonomy", "learn"};
    words.insert(words.end(), more.begin(), more.end());
    return run_clade(words).code;
  };
  EXPECT_EQ(code({pairs()}), 2);
  EXPECT_EQ(code({pairs(), "-o", "-", "--json"}), 2);
  EXPECT_EQ(code({pairs(), "-o", path("t.tsv"), "--levels", "1"}), 2);
  EXPECT_EQ(code({pairs(), "-o", path("t.tsv"), "--kernel", "precomputed"}), 2);
  EXPECT_EQ(code({pairs(), "-o", path("t.tsv"), "--linkage", "ward"}), 2);
  EXPECT_EQ(code({write("one.svm", "a 1:1\na 1:2\n"), "-o", path("t.tsv")}), 3);
  EXPECT_EQ(code({write("none.svm", "? 1:1\n"), "-o", path("t.tsv")}), 3);
}

}  // namespace
}  // namespace clade::detail::test
