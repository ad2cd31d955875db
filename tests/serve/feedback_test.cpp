#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <atomic>
#include <set>
#include <string>
#include <thread>

#include "tests/serve/service_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

class Feedback : public ServiceTest {
 protected:
  Feedback() {
    save(goods_model("perceptron"), "goods");
    start({"goods"});
  }
  Answer feedback(const Json& document, const std::vector<std::string>& labels,
                  const std::string& key = "") {
    Json body{{"document", document}, {"labels", labels}};
    if (!key.empty()) body["key"] = key;
    return post("/v1/models/goods/feedback", body);
  }
  Json list(const std::string& query = "") { return get("/v1/models/goods/feedback" + query).body; }
  // All bytes of the journal's files.
  std::string bytes() const {
    std::string all;
    for (const auto& entry : std::filesystem::recursive_directory_iterator(folder_.path())) {
      if (!entry.is_regular_file() || entry.path().extension() == ".clade") continue;
      std::ifstream in(entry.path(), std::ios::binary);
      all += std::string(std::istreambuf_iterator<char>(in), {});
    }
    return all;
  }
};

TEST_F(Feedback, IsKeptAndListed) {
  const Answer answer = feedback({{"id", "7"}, {"text", "apple1 apple2"}}, {"saw"}, "k");
  ASSERT_EQ(answer.status, 200) << answer.text;
  EXPECT_EQ(answer.body, (Json{{"sequence", 1}, {"document", "7"}}));
  for (int run = 0; run < 2; ++run) {
    const Json found = list();
    ASSERT_EQ(found["feedback"].size(), 1U);
    const Json& one = found["feedback"][0];
    EXPECT_EQ(one["document"], (Json{{"id", "7"}, {"text", "apple1 apple2"}}));
    EXPECT_EQ(one["labels"], Json{"saw"});
    EXPECT_EQ(one["predicted"], Json{"apple"});
    EXPECT_EQ(one["right"], false);
    EXPECT_EQ(one["applied"], false);
    EXPECT_EQ(one["at"].get<std::string>().size(), 20U);
    EXPECT_EQ(found["total"], 1);
    EXPECT_EQ(found["pending"], 1);
    EXPECT_EQ(get("/v1/models/goods").body["pending"], 1);
    start({"goods"});  // the same after a start
  }
}

TEST_F(Feedback, IsWrittenOnceForAKey) {
  const Json document{{"text", "apple1"}};
  const Json first = feedback(document, {"saw", "apple"}, "k").body;
  EXPECT_EQ(feedback(document, {"apple", "saw", "apple"}, "k").body, first);
  feedback(document, {"pear"}, "other");
  EXPECT_EQ(feedback(document, {"saw", "apple"}, "k").body, first);
  EXPECT_EQ(list()["feedback"][0]["labels"], Json{"pear"});  // the later one stays the present one
  expect_error(feedback(document, {"pear"}, "k"), 409, "conflict", "'k'");
  expect_error(feedback({{"text", "apple2"}}, {"saw", "apple"}, "k"), 409, "conflict", "'k'");
  start({"goods"});
  EXPECT_EQ(feedback(document, {"saw", "apple"}, "k").body, first);
  EXPECT_EQ(feedback(document, {"pear"}, std::string(200, 'k')).status, 200);
  std::string letters;
  for (int i = 0; i < 200; ++i) letters += "\xC3\xA4";
  EXPECT_EQ(feedback(document, {"pear"}, letters).status, 200);
  expect_error(feedback(document, {"pear"}, std::string(201, 'k')), 400, "usage", "200");
}

TEST_F(Feedback, ReplacesEarlierOfTheSameDocument) {
  feedback({{"id", "7"}, {"text", "apple1"}}, {"saw"});
  feedback({{"id", "8"}, {"text", "apple1"}}, {"saw"});
  feedback({{"id", "7"}, {"text", "apple1 again"}}, {"hammer"});
  const Json found = list();
  EXPECT_EQ(found["total"], 2);
  EXPECT_EQ(found["feedback"][0]["labels"], Json{"hammer"});
  EXPECT_EQ(found["feedback"][0]["document"]["text"], "apple1 again");
  EXPECT_EQ(found["feedback"][1]["document"]["id"], "8");
}

TEST_F(Feedback, NamesDocumentsByTheirContent) {
  const std::string id = feedback({{"text", "apple1"}}, {"saw"}).body["document"];
  EXPECT_THAT(id, testing::MatchesRegex("h[0-9a-f]{16}"));
  EXPECT_EQ(feedback({{"text", "apple1"}}, {"pear"}).body["document"], id);
  EXPECT_NE(feedback({{"text", "apple2"}}, {"pear"}).body["document"], id);
  EXPECT_EQ(list()["total"], 2);
}

TEST_F(Feedback, RefusesWhatCannotBeLearned) {
  const Json document{{"id", "7"}, {"text", "apple1"}};
  expect_error(feedback(document, {"aple"}), 422, "input", "'apple'");
  expect_error(feedback(document, {"tools"}), 422, "input", "inner node");
  expect_error(feedback({{"vector", {1}}}, {"apple"}), 422, "input", "takes a text");
  expect_error(feedback({{"id", ""}, {"text", "a"}}, {"apple"}), 400, "usage", "'id'");
  const std::string target = "/v1/models/goods/feedback";
  expect_error(post(target, {{"document", document}}), 400, "usage", "labels");
  expect_error(post(target, {{"labels", {"apple"}}}), 400, "usage", "document");
  expect_error(post(target, {{"document", document}, {"labels", "apple"}}), 400, "usage", "array");
  expect_error(post(target, {{"document", document}, {"labels", {1}}}), 400, "usage", "array");
  expect_error(post(target, {{"document", document}, {"labels", {"apple"}}, {"keys", "a"}}), 400,
               "usage", "unknown field 'keys'");
  EXPECT_EQ(list()["total"], 0);
  for (const char* query : {"?limit=0", "?limit=1001", "?before=x", "?lim=3"}) {
    EXPECT_EQ(get(target + query).status, 400) << query;
  }
  stop();
  start({"goods"}, false);
  expect_error(feedback(document, {"apple"}), 409, "conflict", "journal");
  expect_error(get(target), 409, "conflict", "journal");
}

TEST_F(Feedback, AnEmptyListCountsAsAnErrorAndIsNotLearned) {
  feedback({{"id", "7"}, {"text", "apple1"}}, {});
  const Json found = list();
  EXPECT_EQ(found["feedback"][0]["right"], false);
  EXPECT_EQ(found["pending"], 0);
  EXPECT_EQ(post("/v1/models/goods/update", Json::object()).body["state"], "nothing");
}

TEST_F(Feedback, IsListedInPages) {
  for (int i = 0; i < 7; ++i) correct("goods", std::to_string(i), "apple1", {"apple"});
  Json page = list("?limit=3");
  EXPECT_EQ(page["total"], 7);
  std::set<std::string> ids;
  while (!page["feedback"].empty()) {
    for (const Json& one : page["feedback"]) ids.insert(one["document"]["id"]);
    page = list(
        fmt::format("?limit=3&before={}", page["feedback"].back()["sequence"].get<std::int64_t>()));
  }
  EXPECT_EQ(ids.size(), 7U);
}

TEST_F(Feedback, IsDeletedForGood) {
  const std::string secret = "Xylophonsecretword";
  correct("goods", "secretid", "apple1 " + secret, {"saw"});
  correct("goods", "secretid", "apple2 " + secret, {"pear"});
  correct("goods", "other", "apple3", {"apple"});
  post("/v1/models/goods/update", Json::object());  // history names it among what changed
  post("/v1/models/goods/pool", {{"documents", {{{"id", "secretid"}, {"text", secret}}}}});
  EXPECT_THAT(bytes(), HasSubstr(secret));
  EXPECT_EQ(ask("DELETE", "/v1/models/goods/documents/secretid").body["deleted"], 3);
  EXPECT_THAT(bytes(), Not(HasSubstr(secret)));
  EXPECT_THAT(bytes(), Not(HasSubstr("secretid")));
  EXPECT_EQ(list()["total"], 1);
  EXPECT_THAT(get("/v1/models/goods/history").text, Not(HasSubstr("secretid")));
  expect_error(ask("DELETE", "/v1/models/goods/documents/secretid"), 404, "path", "no document");
  stop();
  EXPECT_THAT(bytes(), Not(HasSubstr(secret)));
}

TEST_F(Feedback, SequenceNumbersAreNeverGivenTwice) {
  const std::int64_t first = correct("goods", "7", "apple1", {"saw"});
  ask("DELETE", "/v1/models/goods/documents/7");
  stop();
  start({"goods"});
  EXPECT_GT(correct("goods", "7", "apple1", {"saw"}), first);
}

TEST_F(Feedback, ManyShareACommit) {
  constexpr int threads = 8, each = 40;
  std::atomic<int> replies{0};
  std::vector<std::thread> clients;
  for (int t = 0; t < threads; ++t) {
    clients.emplace_back([&, t] {
      for (int i = 0; i < each; ++i) {
        const Json body{{"document", {{"id", fmt::format("{}-{}", t, i)}, {"text", "apple1"}}},
                        {"labels", {"apple"}}};
        service().handle(request("POST", "/v1/models/goods/feedback", body.dump()),
                         [&](const Response& response) { replies += response.status == 200; });
      }
    });
  }
  for (std::thread& client : clients) client.join();
  service().drain(10);
  EXPECT_EQ(replies, threads * each);
  EXPECT_EQ(list()["total"], threads * each);
  const std::string metrics = service().metrics();
  EXPECT_THAT(metrics, HasSubstr(fmt::format("clade_feedback_total{{model=\"goods\"}} {}\n",
                                             threads * each)));
}

TEST_F(Feedback, CountsByNode) {
  correct("goods", "1", "apple1 apple2", {"pear"});    // a fruit all the same
  correct("goods", "2", "apple1 apple2", {"hammer"});  // wrong at every level
  correct("goods", "3", "saw1 saw2", {"saw"});
  const Json nodes = get("/v1/models/goods/taxonomy").body["nodes"];
  ASSERT_EQ(nodes.size(), 7U);
  const auto counts = [&](const std::string& name) {
    for (const Json& node : nodes) {
      if (node["name"] == name) return std::pair<int, int>(node["feedback"], node["wrong"]);
    }
    return std::pair(-1, -1);
  };
  EXPECT_EQ(counts("goods"), std::pair(3, 0));
  EXPECT_EQ(counts("fruit"), std::pair(1, 0));
  EXPECT_EQ(counts("pear"), std::pair(1, 1));
  EXPECT_EQ(counts("apple"), std::pair(0, 0));
  EXPECT_EQ(counts("tools"), std::pair(2, 1));
  EXPECT_EQ(counts("saw"), std::pair(1, 0));
  EXPECT_EQ(nodes[0]["parents"], Json::array());
  for (std::size_t i = 1; i < nodes.size(); ++i) {
    EXPECT_LT(nodes[i]["parents"][0].get<std::size_t>(), i);
    EXPECT_EQ(nodes[i]["class"], nodes[i]["name"] != "fruit" && nodes[i]["name"] != "tools");
  }
}

TEST_F(Feedback, ThePoolGivesTheLeastSureFirst) {
  const std::string target = "/v1/models/goods/pool";
  Json body{{"documents", Json::array()}};
  body["documents"].push_back({{"id", "clear"}, {"text", "apple1 apple2 apple3 apple4"}});
  body["documents"].push_back({{"id", "mixed"}, {"text", "common1 common2"}});
  body["documents"].push_back({{"id", "later"}, {"text", "saw1 saw2 saw3"}});
  EXPECT_EQ(post(target, body).body, (Json{{"stored", 3}}));
  const Json found = get(target).body;
  EXPECT_EQ(found["total"], 3);
  ASSERT_EQ(found["documents"].size(), 3U);
  EXPECT_EQ(found["documents"][0]["id"], "mixed");
  EXPECT_EQ(found["documents"][0]["text"], "common1 common2");
  for (std::size_t i = 1; i < 3; ++i) {
    EXPECT_GE(found["documents"][i]["certainty"].get<double>(),
              found["documents"][i - 1]["certainty"].get<double>());
  }
  EXPECT_EQ(get(target + "?limit=1").body["documents"].size(), 1U);
  EXPECT_EQ(get(target + "?limit=0").status, 400);

  correct("goods", "mixed", "common1 common2", {"saw"});
  EXPECT_EQ(get(target).body["total"], 2);
  post(target, {{"documents", {{{"id", "clear"}, {"text", "common1"}}}}});
  EXPECT_EQ(get(target).body["documents"][0]["text"], "common1");
  EXPECT_EQ(ask("DELETE", target).body, (Json{{"deleted", 2}}));
  EXPECT_EQ(get(target).body, (Json{{"documents", Json::array()}, {"total", 0}}));
  EXPECT_THAT(bytes(), Not(HasSubstr("apple4")));
  expect_error(post(target, {{"documents", {{{"vector", {1}}}}}}), 422, "input", "takes a text");
  expect_error(post(target, {{"document", {{"text", "a"}}}}), 400, "usage", "");
}

}  // namespace
}  // namespace clade::detail::serve
