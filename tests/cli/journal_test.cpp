// clade journal, over what a service has left.
#include <nlohmann/json.hpp>

#include "tests/cli/run_clade.h"
#ifdef CLADE_HAS_SERVICE
#include "serve/service.h"
#endif

namespace clade::detail::test {
namespace {

using ::testing::HasSubstr;
using ::testing::Not;

#ifdef CLADE_HAS_SERVICE

class JournalCommand : public SmallProblem {
 protected:
  JournalCommand() {
    serve::ServiceOptions options;
    options.models = {model()};
    options.journal = path("feedback.db");
    name_ = std::filesystem::path(options.models.front()).stem().string();
    serve::Service service(options);
    const auto classes = nlohmann::json::parse(asked(service, "GET", "taxonomy", ""))["nodes"];
    for (const auto& node : classes) {
      if (node["class"]) labels_.push_back(node["name"]);
    }
    for (const char* id : {"a", "b", "a"}) {
      const nlohmann::json body{{"document", {{"id", id}, {"vector", {1, 2}}}},
                                {"labels", {labels_.front()}}};
      asked(service, "POST", "feedback", body.dump());
    }
  }
  std::string asked(serve::Service& service, const std::string& method, const std::string& what,
                    const std::string& body) const {
    std::string answer;
    service.handle({method, {"v1", "models", name_, what}, {}, body},
                   [&](const serve::Response& response) { answer = response.body; });
    service.drain(1);
    return answer;
  }
  std::string file() const { return path("feedback.db"); }
  std::string name_;
  std::vector<std::string> labels_;
};

TEST_F(JournalCommand, ShowsWhatIsThere) {
  const Answer answer = run_clade({"journal", "show", file()});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr(name_ + ": generation 1, 0 updates\n"));
  EXPECT_THAT(answer.out, HasSubstr("  2 corrections ("));
  EXPECT_THAT(answer.out, HasSubstr("  1 replaced by later ones\n"));
  const auto json = nlohmann::json::parse(run_clade({"journal", "show", file(), "--json"}).out);
  EXPECT_EQ(json["models"][0]["model"], name_);
  EXPECT_EQ(json["models"][0]["corrections"], 2);
  EXPECT_EQ(json["models"][0]["replaced"], 1);
  EXPECT_EQ(json["models"][0]["pending"], 2);
}

TEST_F(JournalCommand, ExportsWhatCanBeTrainedOn) {
  const Answer answer = run_clade({"journal", "export", file(), "-o", path("out.jsonl")});
  EXPECT_EQ(answer.code, 0) << answer.err;
  const std::string lines = read_file(path("out.jsonl"));
  EXPECT_THAT(lines, HasSubstr(R"({"sequence":2,"model":")" + name_ + R"(","id":"b",)"));
  EXPECT_THAT(lines, Not(HasSubstr("\"sequence\":1,")));
  EXPECT_THAT(run_clade({"journal", "export", file(), "--all"}).out, HasSubstr("\"sequence\":1,"));
  const Answer trained = run_clade({"train", data(), path("out.jsonl"), "--taxonomy", taxonomy(),
                                    "-o", path("new.clade"), "--quiet"});
  EXPECT_EQ(trained.code, 0) << trained.err;
  const Answer wrong = run_clade({"journal", "export", file(), "--model", name_ + "x"});
  EXPECT_EQ(wrong.code, 2);
  EXPECT_THAT(wrong.err, HasSubstr("--model: the journal has no model"));
  EXPECT_THAT(wrong.err, HasSubstr("did you mean '" + name_ + "'"));
}

TEST_F(JournalCommand, CompactsWhatNobodyUses) {
  const Answer answer = run_clade({"journal", "compact", file()});
  EXPECT_EQ(answer.code, 0) << answer.err;
  EXPECT_THAT(answer.out, HasSubstr("1 replaced correction forgotten"));
  EXPECT_THAT(run_clade({"journal", "export", file(), "--all"}).out,
              Not(HasSubstr("\"sequence\":1,")));
}

TEST_F(JournalCommand, RefusesOtherFiles) {
  for (const char* part : {"show", "export", "compact"}) {
    const Answer missing = run_clade({"journal", part, path("none.db")});
    EXPECT_NE(missing.code, 0) << part;
    EXPECT_THAT(missing.err, HasSubstr("none.db"));
    EXPECT_NE(run_clade({"journal", part, data()}).code, 0) << part;
    EXPECT_EQ(run_clade({"journal", part}).code, 2) << part;
    EXPECT_THAT(run_clade({"journal", part, "--help"}).out, HasSubstr("clade journal")) << part;
  }
}

TEST(JournalCommandAlone, SaysWhatItCanDo) {
  EXPECT_THAT(run_clade({"journal", "--help"}).out, HasSubstr("clade journal compact FILE.db"));
  EXPECT_EQ(run_clade({"journal"}).code, 2);
  const Answer answer = run_clade({"journal", "exprot", "x"});
  EXPECT_EQ(answer.code, 2);
  EXPECT_THAT(answer.err, HasSubstr("did you mean 'export'"));
}

#endif

}  // namespace
}  // namespace clade::detail::test
