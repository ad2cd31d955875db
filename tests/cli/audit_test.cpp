// clade audit: tables, JSON, wrong calls.
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;
using Json = nlohmann::json;

class AuditCommand : public SmallProblem {
 protected:
  // One of the documents about b is labelled a1.
  std::string documents() const {
    std::string text;
    const Words labels{"a1", "a2", "b"};
    for (std::size_t i = 0; i < 30; ++i) {
      const std::string topic = labels[i % 3];
      text += R"({"id":"d)" + std::to_string(i) + R"(","labels":[")" + (i == 20 ? "a1" : topic) +
              R"("],"text":"all about )" + topic + " and word" + std::to_string(i % 4) + "\"}\n";
    }
    return write("documents.jsonl", text);
  }
};

TEST_F(AuditCommand, ShowsTheWorstLabelsWithTheirText) {
  const Answer answer =
      run_clade({"audit", documents(), "--taxonomy", taxonomy(), "--top", "2", "--quiet"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("d20: a1 -> b\n"));
  EXPECT_THAT(answer.out, HasSubstr("all about b and word0"));
  EXPECT_THAT(answer.out, HasSubstr("and 28 records"));
}

TEST_F(AuditCommand, GivesAllRecordsAsJson) {
  const Answer answer =
      run_clade({"audit", documents(), "--taxonomy", taxonomy(), "--json", "--quiet"});
  ASSERT_EQ(answer.code, 0) << answer.err;
  const Json json = Json::parse(answer.out);
  ASSERT_EQ(json["instances"].size(), 30U);
  EXPECT_EQ(json["instances"][0]["id"], "d20");
  EXPECT_EQ(json["instances"][0]["labels"], Json({"a1"}));
  EXPECT_EQ(json["instances"][0]["suggested"], "b");
  EXPECT_LT(json["instances"][0]["margin"], 0);
  EXPECT_TRUE(json["classes"].is_array());
}

TEST_F(AuditCommand, TakesAnyMethodAndNoTaxonomy) {
  for (const char* method : {"svm --C 10", "dnc", "perceptron --epochs 2", "hsvm --kernel rbf"}) {
    const Answer answer = run_clade({"audit", documents(), "--method", method, "--quiet"});
    EXPECT_EQ(answer.code, 0) << method << answer.err;
    EXPECT_THAT(answer.out, HasSubstr("d20: a1 -> b")) << method;
  }
}

TEST_F(AuditCommand, RefusesWhatItCannotDo) {
  const auto refused = [&](Words words, int code, const std::string& part) {
    words.insert(words.begin(), "audit");
    const Answer answer = run_clade(words);
    EXPECT_EQ(answer.code, code) << answer.err;
    EXPECT_THAT(answer.err, HasSubstr(part));
    EXPECT_EQ(answer.out, "");
  };
  refused({}, 2, "DATA");
  refused({documents(), "--top", "x"}, 2, "--top");
  refused({documents(), "--folds", "1"}, 2, "--folds");
  refused({documents(), "--method", "svm; dnc"}, 2, "one method");
  refused({documents(), "--method", ""}, 2, "--method");
  refused({documents(), "--method", "topdown-svm --multilabel intersect"}, 2, "intersect");
  refused({documents(), "--method", "sfm"}, 2, "did you mean 'svm'");
  refused({path("missing.jsonl")}, 5, "missing.jsonl");
  refused({write("few.svm", "a1 1:1\na2 2:1\n"), "--taxonomy", taxonomy()}, 3, "");
  std::string text;
  for (int i = 0; i < 10; ++i) text += "zz 1:1\na2 2:1\n";
  refused({write("other.svm", text), "--taxonomy", taxonomy()}, 3, "zz");
}

}  // namespace
}  // namespace clade::detail::test
