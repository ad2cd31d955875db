#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sqlite3.h>

#include <atomic>
#include <stop_token>
#include <string>
#include <thread>

#include "model/prune.h"
#include "tests/serve/service_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;

class Update : public ServiceTest {
 protected:
  Update() {
    save(goods_model("perceptron"), "online");
    save(goods_model("hsvm", 2), "batch");
    start({"online", "batch"});
  }
  std::string top(const std::string& model, const std::string& text) {
    return post("/v1/models/" + model + "/predict", {{"document", {{"text", text}}}, {"top", 1}})
        .body["predictions"][0]["labels"][0]["label"];
  }
  // New words that belong to a class.
  void teach(const std::string& model, int count = 6, const std::string& word = "zebra") {
    for (int i = 0; i < count; ++i) {
      correct(model, fmt::format("{}{}", word, i), word + " common1 " + word, {"saw"});
    }
  }
  void run_sql(const std::string& sql) const {
    sqlite3* database = nullptr;
    ASSERT_EQ(sqlite3_open(path("feedback.db").c_str(), &database), SQLITE_OK);
    EXPECT_EQ(sqlite3_exec(database, sql.c_str(), nullptr, nullptr, nullptr), SQLITE_OK)
        << sqlite3_errmsg(database);
    sqlite3_close(database);
  }
  std::size_t count_models(const std::string& name) const {
    std::size_t count = 0;
    for (const auto& entry : std::filesystem::directory_iterator(path("feedback.db.models"))) {
      count += entry.path().filename().string().starts_with(name + ".");
    }
    return count;
  }
};

TEST_F(Update, OnlineMethodsLearnAtOnce) {
  EXPECT_EQ(get("/v1/models/online").body["updates"], "online");
  teach("online");
  const Answer answer = post("/v1/models/online/update", Json::object());
  ASSERT_EQ(answer.status, 200) << answer.text;
  EXPECT_EQ(answer.body["state"], "done");
  EXPECT_EQ(answer.body["generation"], 2);
  EXPECT_EQ(answer.body["through"], 6);
  EXPECT_EQ(answer.body["examples"], 6);
  EXPECT_EQ(top("online", "zebra zebra"), "saw");
  EXPECT_EQ(get("/v1/models/online").body["pending"], 0);
  EXPECT_EQ(get("/v1/models/online/feedback").body["feedback"][0]["applied"], true);
  const std::int64_t number = answer.body["update"];
  EXPECT_EQ(ended("online", number), answer.body);
  EXPECT_EQ(post("/v1/models/online/update", Json::object()).body["state"], "nothing");
  EXPECT_EQ(get("/v1/models/online").body["generation"], 2);
}

TEST_F(Update, BatchMethodsLearnInTheBackground) {
  EXPECT_EQ(get("/v1/models/batch").body["updates"], "batch");
  teach("batch");
  const Answer answer = post("/v1/models/batch/update", Json::object());
  ASSERT_EQ(answer.status, 202) << answer.text;
  EXPECT_EQ(answer.body["state"], "running");
  EXPECT_EQ(answer.body["generation"], 1);
  const Json end = ended("batch", answer.body["update"]);
  EXPECT_EQ(end["state"], "done") << end;
  EXPECT_EQ(end["generation"], 2);
  EXPECT_EQ(top("batch", "zebra zebra"), "saw");
  const Json model = get("/v1/models/batch").body;
  EXPECT_EQ(model["calibrated"], true);  // its probabilities are those of the model before
  EXPECT_EQ(model["updating"], false);
  EXPECT_EQ(get("/v1/models/online").body["generation"], 1);
}

// Who hears that an update is done is answered by what it learned.
TEST_F(Update, IsDoneWhenItAnswers) {
  for (int round = 0; round < 10; ++round) {
    teach("batch", 2);
    const Json begun = post("/v1/models/batch/update", Json::object()).body;
    const std::string path = "/v1/models/batch/updates/" + begun["update"].dump();
    Json update = begun;
    while (update["state"] == "running") update = get(path).body;
    const Json model = get("/v1/models/batch").body;
    EXPECT_EQ(update["generation"], model["generation"]);
    EXPECT_EQ(model["updating"], false);
  }
}

// What the service learned is what `clade update` learns from the same examples.
TEST_F(Update, LearnsWhatTheLibraryLearns) {
  teach("batch");
  TextExamples examples;
  for (int i = 0; i < 6; ++i) examples.add("zebra common1 zebra", {"saw"});
  const Model old = Model::load(path("batch.clade"));
  const Model expected = update(old, examples).model;
  ended("batch", post("/v1/models/batch/update", Json::object()).body["update"]);
  const Model learned = Model::load(path("feedback.db.models") / "batch.2.clade");
  for (const auto& [text, label] : labelled_texts(10, 3)) {
    const auto a = expected.predict_text(text, 4), b = learned.predict_text(text, 4);
    for (std::size_t k = 0; k < 4; ++k) {
      EXPECT_EQ(a[k].label, b[k].label);
      EXPECT_NEAR(a[k].score, b[k].score, 1e-4);
    }
  }
}

TEST_F(Update, HistorySaysWhatChanged) {
  teach("online");
  post("/v1/models/online/update", Json::object());
  const Json generations = get("/v1/models/online/history").body["generations"];
  ASSERT_EQ(generations.size(), 2U);
  EXPECT_EQ(generations[0]["generation"], 2);
  EXPECT_EQ(generations[0]["how"], "update");
  EXPECT_EQ(generations[0]["current"], true);
  EXPECT_EQ(generations[0]["through"], 6);
  EXPECT_EQ(generations[0]["examples"], 6);
  const Json& recent = generations[0]["recent"];
  EXPECT_EQ(recent["documents"], 6);
  EXPECT_EQ(recent["right_after"], 6);
  EXPECT_EQ(recent["right_before"].get<int>() + static_cast<int>(recent["changed"].size()), 6);
  EXPECT_EQ(generations[1]["how"], "file");
  EXPECT_EQ(generations[1]["current"], false);
  EXPECT_FALSE(generations[1].contains("recent"));
}

TEST_F(Update, SurvivesAStart) {
  teach("online");
  post("/v1/models/online/update", Json::object());
  stop();
  start({"online", "batch"});
  EXPECT_EQ(get("/v1/models/online").body["generation"], 2);
  EXPECT_EQ(top("online", "zebra zebra"), "saw");
}

TEST_F(Update, IsDoneAgainWhenItWasInterrupted) {
  teach("batch");
  stop();
  run_sql(
      "INSERT INTO learning(model, state, base, generation, since, through, examples, at) "
      "SELECT id, 'running', 1, 1, 0, 6, 6, '' FROM model WHERE name='batch'");
  start({"online", "batch"});
  const Json end = ended("batch", 1);
  EXPECT_EQ(end["state"], "done") << end;
  EXPECT_EQ(end["generation"], 2);
  EXPECT_EQ(get("/v1/models/batch").body["pending"], 0);
  stop();
  start({"online", "batch"});
  EXPECT_EQ(get("/v1/models/batch").body["generation"], 2);  // and not once more
}

TEST_F(Update, GivesUpAfterSeveralInterruptions) {
  teach("batch");
  stop();
  run_sql(
      "INSERT INTO learning(model, state, base, generation, since, through, examples, attempts,"
      " at) SELECT id, 'running', 1, 1, 0, 6, 6, 3, '' FROM model WHERE name='batch'");
  start({"online", "batch"});
  const Json end = ended("batch", 1);
  EXPECT_EQ(end["state"], "failed");
  EXPECT_THAT(end["reason"].get<std::string>(), HasSubstr("interrupted"));
  EXPECT_THAT(notices(), testing::Contains(HasSubstr("update 1 failed")));
}

TEST_F(Update, LearnsFromAGivenPlaceOn) {
  teach("online", 3, "zebra");
  post("/v1/models/online/update", Json::object());
  teach("online", 3, "yak");
  expect_error(post("/v1/models/online/update", {{"since", 4}}), 400, "usage", "3");
  const Json all = post("/v1/models/online/update", {{"since", 0}}).body;
  EXPECT_EQ(all["examples"], 6);
  EXPECT_EQ(all["through"], 6);
  expect_error(post("/v1/models/online/update", {{"since", -1}}), 400, "usage", "since");
  expect_error(post("/v1/models/online/update", {{"sinc", 0}}), 400, "usage", "unknown field");
  expect_error(ask("POST", "/v1/models/online/update", ""), 400, "usage", "malformed");
}

TEST_F(Update, ACorrectionThatWasReplacedIsLearnedAsItIsNow) {
  teach("online", 4);
  correct("online", "zebra0", "zebra common1", {"pear"});
  const Json learned = post("/v1/models/online/update", Json::object()).body;
  EXPECT_EQ(learned["examples"], 4);
  EXPECT_EQ(learned["through"], 5);
}

TEST_F(Update, OneAtATime) {
  teach("batch", 200, "zebra");
  const Json first = post("/v1/models/batch/update", Json::object()).body;
  const Answer second = post("/v1/models/batch/update", Json::object());
  const Answer back = post("/v1/models/batch/rollback", Json::object());
  // The first may be quick.
  for (const Answer& answer : {second, back}) {
    if (answer.status != 200) expect_error(answer, 409, "conflict", "");
  }
  EXPECT_EQ(ended("batch", first["update"])["state"], "done");
}

TEST_F(Update, RefusesUnknownUpdates) {
  expect_error(get("/v1/models/online/updates/9"), 404, "path", "'9'");
  expect_error(get("/v1/models/online/updates/x"), 404, "path", "'x'");
  teach("online");
  const std::int64_t number = post("/v1/models/online/update", Json::object()).body["update"];
  EXPECT_EQ(get(fmt::format("/v1/models/batch/updates/{}", number)).status, 404);
}

TEST_F(Update, CanBeTakenBack) {
  const std::string before = top("online", "zebra zebra");
  expect_error(post("/v1/models/online/rollback", Json::object()), 409, "conflict", "earlier");
  teach("online");
  post("/v1/models/online/update", Json::object());
  const Answer back = post("/v1/models/online/rollback", Json::object());
  EXPECT_EQ(back.body, (Json{{"generation", 3}, {"same_as", 1}})) << back.text;
  EXPECT_EQ(top("online", "zebra zebra"), before);
  EXPECT_EQ(get("/v1/models/online").body["pending"], 6);  // not applied any more
  const Json newest = get("/v1/models/online/history").body["generations"][0];
  EXPECT_EQ(newest["how"], "rollback");
  EXPECT_EQ(newest["same_as"], 1);
  expect_error(post("/v1/models/online/rollback", Json::object()), 409, "conflict", "earlier");
  expect_error(post("/v1/models/online/rollback", {{"generation", 1}}), 409, "conflict", "present");
  expect_error(post("/v1/models/online/rollback", {{"generation", 9}}), 409, "conflict", "no gen");
  EXPECT_EQ(post("/v1/models/online/rollback", {{"generation", 2}}).body,
            (Json{{"generation", 4}, {"same_as", 2}}));
  EXPECT_EQ(top("online", "zebra zebra"), "saw");
  EXPECT_EQ(get("/v1/models/online").body["pending"], 0);
  stop();
  start({"online", "batch"});
  EXPECT_EQ(get("/v1/models/online").body["generation"], 4);
  EXPECT_EQ(top("online", "zebra zebra"), "saw");
}

TEST_F(Update, KeepsTheModelsOfFiveGenerations) {
  for (int i = 0; i < 7; ++i) {
    teach("online", 1, "zebra" + std::to_string(i));
    post("/v1/models/online/update", Json::object());
  }
  EXPECT_EQ(get("/v1/models/online/history").body["generations"].size(), 8U);
  EXPECT_EQ(count_models("online"), 5U);
  expect_error(post("/v1/models/online/rollback", {{"generation", 3}}), 409, "conflict", "kept");
  EXPECT_EQ(post("/v1/models/online/rollback", {{"generation", 4}}).body["same_as"], 4);
}

TEST_F(Update, NewFilesAreTaken) {
  teach("online");
  post("/v1/models/online/update", Json::object());
  save(goods_model("perceptron", 0, 77), "online");
  service().look_for_new_files();
  for (int i = 0; i < 500 && get("/v1/models/online").body["generation"] == 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_EQ(get("/v1/models/online").body["generation"], 3);
  EXPECT_EQ(get("/v1/models/online/history").body["generations"][0]["how"], "file");
  EXPECT_EQ(get("/v1/models/online").body["pending"], 6);
  folder_.write("online.clade", "no model");  // written over, not replaced
  service().look_for_new_files();
  for (int i = 0; i < 500 && notices().size() < 2; ++i) {
    std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_THAT(notices().back(), HasSubstr("left alone"));
  EXPECT_EQ(get("/v1/models/online").body["generation"], 3);
  EXPECT_EQ(post("/v1/models/online/predict", {{"document", {{"text", "a"}}}}).status, 200);
  EXPECT_THAT(service().metrics(), HasSubstr("clade_reloads_total{model=\"online\"} 1\n"));
}

TEST_F(Update, ADamagedGenerationGivesWayToTheFile) {
  teach("online");
  post("/v1/models/online/update", Json::object());
  stop();
  folder_.write("feedback.db.models/online.2.clade", "no model");
  folder_.write("feedback.db.models/online.9.clade.tmp-abcdef", "left by a crash");
  start({"online", "batch"});
  EXPECT_EQ(get("/v1/models/online").body["generation"], 3);
  EXPECT_THAT(notices().back(), HasSubstr("generation 2 cannot be used"));
  EXPECT_FALSE(std::filesystem::exists(path("feedback.db.models/online.9.clade.tmp-abcdef")));
}

TEST_F(Update, ModelsThatCannotLearnSaySo) {
  pruned(goods_model("svm"), 0, PackedNumbers::single).save(path("fixed.clade"));
  stop();
  start({"fixed"});
  EXPECT_EQ(get("/v1/models/fixed").body["updates"], "no");
  correct("fixed", "1", "apple1", {"saw"});
  expect_error(post("/v1/models/fixed/update", Json::object()), 409, "conflict", "pruned");
}

TEST_F(Update, PredictionsGoOnMeanwhile) {
  teach("batch", 50);
  teach("online", 50);
  std::atomic<int> answered{0}, failed{0};
  std::vector<std::jthread> clients;
  for (int t = 0; t < 3; ++t) {
    clients.emplace_back([&, t](const std::stop_token& stop) {
      const std::string model = t == 0 ? "batch" : "online";
      while (!stop.stop_requested()) {
        // Updates make way for requests: there have to be moments without any.
        std::this_thread::sleep_for(std::chrono::milliseconds(1));
        const Json body{{"document", {{"text", "zebra apple1 saw2"}}}, {"top", 2}};
        service().handle(
            request("POST", "/v1/models/" + model + "/predict", body.dump()),
            [&](const Response& response) { (response.status == 200 ? answered : failed) += 1; });
      }
    });
  }
  for (int round = 0; round < 4; ++round) {
    const Json batch = post("/v1/models/batch/update", {{"since", 0}}).body;
    post("/v1/models/online/update", {{"since", 0}});
    save(goods_model("perceptron", 0, 100U + static_cast<unsigned>(round)), "online");
    service().look_for_new_files();
    get("/v1/models/online/history");
    get("/v1/models/batch/pool");
    service().metrics();
    EXPECT_EQ(ended("batch", batch["update"])["state"], "done");
    post("/v1/models/batch/rollback", Json::object());
  }
  clients.clear();
  EXPECT_GT(answered, 0);
  EXPECT_EQ(failed, 0);
}

}  // namespace
}  // namespace clade::detail::serve
