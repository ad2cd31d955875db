// clade check: what training would make of data and a taxonomy.
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using Json = nlohmann::json;

class Check : public SmallProblem {
 protected:
  std::string odd() const {
    return write("odd.jsonl", R"({"id":"p","labels":["a1"],"text":"red apple"})"
                              "\n"
                              R"({"id":"q","labels":["a1"],"text":"red apple"})"
                              "\n"
                              R"({"id":"r","labels":["b"],"text":"green plum"})"
                              "\n"
                              R"({"id":"s","labels":["a1"],"text":"green plum"})"
                              "\n"
                              R"({"id":"p","labels":["b","a1"],"text":"brick"})"
                              "\n"
                              R"({"id":"t","labels":["b"],"text":"  "})"
                              "\n"
                              R"({"id":"u","text":"stone"})"
                              "\n");
  }
  Json check(const Words& words) const {
    Words all{"check"};
    all.insert(all.end(), words.begin(), words.end());
    all.insert(all.end(), {"--taxonomy", taxonomy(), "--json"});
    return Json::parse(run_clade(all).out);
  }
};

TEST_F(Check, SaysWhatIsOdd) {
  const Answer text = run_clade({"check", odd(), "--taxonomy", taxonomy()});
  EXPECT_EQ(text.code, 0) << text.err;
  EXPECT_THAT(text.out, HasSubstr("same content, other labels       1: r and s (a1 | b)"));
  const Json json = check({odd()});
  EXPECT_EQ(json["usable"], true);
  EXPECT_EQ(json["records"], 7);
  EXPECT_EQ(json["unlabelled"], 1);
  EXPECT_EQ(json["without_content"], 1);
  EXPECT_EQ(json["labels_per_record"], (Json{{"0", 1}, {"1", 5}, {"2", 1}}));
  EXPECT_EQ(json["repeated"]["count"], 1);
  EXPECT_EQ(json["repeated"]["names"][0], "p and q (a1)");
  EXPECT_EQ(json["conflicting"]["count"], 1);
  EXPECT_EQ(json["repeated_ids"]["names"], Json::array({"p"}));
  EXPECT_EQ(json["classes"], 3);
  EXPECT_EQ(json["empty_classes"]["names"], Json::array({"a2"}));
  EXPECT_EQ(json["small_classes"]["count"], 2);
  EXPECT_TRUE(json["obstacles"].empty());
}

TEST_F(Check, RefusesWhatTrainingWouldRefuse) {
  const std::string unknown = write("unknown.svm", "a1 1:1\nzz 2:1\nzz 3:1\na1x 4:1\nb 5:1\n");
  const Answer answer = run_clade({"check", unknown, "--taxonomy", taxonomy()});
  EXPECT_EQ(answer.code, 3);
  EXPECT_THAT(answer.out, HasSubstr("2: 'zz' on 2, 'a1x' on 1 (did you mean 'a1'?)"));
  EXPECT_THAT(answer.err, HasSubstr("unknown.svm:2:1: label 'zz' is not in the taxonomy"));
  EXPECT_THAT(answer.err, HasSubstr("--unknown-labels skip"));
  const Answer skipping =
      run_clade({"check", unknown, "--taxonomy", taxonomy(), "--unknown-labels", "skip"});
  EXPECT_EQ(skipping.code, 0);
  EXPECT_THAT(skipping.out, HasSubstr("They are left out, as asked for."));

  const std::string none = write("none.svm", "? 1:1\n? 2:1\n");
  const Answer unlabelled = run_clade({"check", none, "--taxonomy", taxonomy()});
  EXPECT_EQ(unlabelled.code, 3);
  EXPECT_THAT(unlabelled.err, HasSubstr("no record of 2 has a label"));
  EXPECT_EQ(check({none})["usable"], false);
  const Answer one = run_clade({"check", write("one.svm", "x 1:1\nx 2:1\n")});
  EXPECT_EQ(one.code, 3);
  EXPECT_THAT(one.err, HasSubstr("fewer than two classes"));
  const Answer nothing =
      run_clade({"check", write("zero.svm", "a1\nb\n"), "--taxonomy", taxonomy()});
  EXPECT_EQ(nothing.code, 3);
  EXPECT_THAT(nothing.err, HasSubstr("no record has a word or a feature"));
}

TEST_F(Check, FindsWhatLeaksIntoTheTest) {
  const std::string test = write("test.svm", "b 1:1 3:0.5\nb 4:0.3\n");
  const Json json = check({data(), "--test", test});
  EXPECT_EQ(json["test_records"], 2);
  EXPECT_EQ(json["leaks"]["names"], Json::array({"0"}));
  const std::string split =
      write("split.jsonl", R"({"id":"x","labels":["a1"],"text":"one","split":"train"})"
                           "\n"
                           R"({"id":"y","labels":["b"],"text":"two","split":"train"})"
                           "\n"
                           R"({"id":"z","labels":["b"],"text":"one","split":"test"})"
                           "\n");
  const Json by_field = check({split});
  EXPECT_EQ(by_field["records"], 2);
  EXPECT_EQ(by_field["test_records"], 1);
  EXPECT_EQ(by_field["leaks"]["names"], Json::array({"z"}));
}

TEST_F(Check, WorksWithoutATaxonomyAndWithPaths) {
  EXPECT_EQ(run_clade({"check", data()}).code, 0);
  const std::string paths = write("paths.svm", "A/1 1:1\nA/2 2:1\nB 3:1\n");
  const Answer answer = run_clade({"check", paths, "--taxonomy", "paths", "--json"});
  EXPECT_EQ(answer.code, 0);
  EXPECT_EQ(Json::parse(answer.out)["nodes"], 5);
  const Answer missing = run_clade({"check", path("nothing.svm"), "--taxonomy", taxonomy()});
  EXPECT_EQ(missing.code, 5);
  EXPECT_EQ(run_clade({"check"}).code, 2);
}

}  // namespace
}  // namespace clade::detail::test
