#include "serve/journal/journal.h"

#include <fmt/format.h>
#include <gmock/gmock.h>
#include <gtest/gtest.h>
#include <sys/resource.h>

#include <csignal>
#include <new>
#include <string>

#include "serve/journal/journal_tools.h"
#include "serve/journal/schema.h"
#include "tests/serve/service_fixture.h"

namespace clade::detail::serve {
namespace {

using testing::HasSubstr;
using testing::Not;

class JournalTest : public ServiceTest {
 protected:
  JournalTest() {
    save(goods_model("perceptron"), "goods");
    start({"goods"});
  }
  std::filesystem::path file() const { return path("feedback.db"); }
  void run_sql(const std::string& sql) const {
    Database(file(), Database::Access::write).run(sql.c_str());
  }
  std::string exported(const ExportChoice& choice) const {
    std::string text;
    export_journal(file(), choice, [&](std::string_view line) { text += line; });
    return text;
  }
};

// As a full disk: no file of this process may grow beyond so many bytes.
class SizeLimit {
 public:
  explicit SizeLimit(std::uintmax_t bytes) : handler_(std::signal(SIGXFSZ, SIG_IGN)) {
    ::getrlimit(RLIMIT_FSIZE, &before_);
    const rlimit limit{bytes, before_.rlim_max};
    ::setrlimit(RLIMIT_FSIZE, &limit);
  }
  ~SizeLimit() {
    ::setrlimit(RLIMIT_FSIZE, &before_);
    std::signal(SIGXFSZ, handler_);
  }
  SizeLimit(const SizeLimit&) = delete;
  SizeLimit& operator=(const SizeLimit&) = delete;

 private:
  rlimit before_{};
  void (*handler_)(int);
};

TEST_F(JournalTest, IsUsedByOneServiceAtATime) {
  EXPECT_TRUE(service().is_ready());
  test::expect_error([&] { Service second(options_for({"goods"})); }, ErrorKind::environment,
                     "another process uses this journal");
  std::filesystem::create_symlink(file(), path("link.db"));
  ServiceOptions by_link = options_for({"goods"});
  by_link.journal = path("link.db");
  test::expect_error([&] { Service second(by_link); }, ErrorKind::environment, "another process");
  test::expect_error([&] { compact_journal(file()); }, ErrorKind::environment, "another process");
  correct("goods", "1", "apple1", {"saw"});
}

TEST_F(JournalTest, AFullDiskAcknowledgesNothing) {
  correct("goods", "1", "apple1", {"saw"});
  const std::string text(20000, 'x');
  const Json body{{"document", {{"id", "2"}, {"text", text}}}, {"labels", {"saw"}}, {"key", "k"}};
  {
    const SizeLimit limit(std::filesystem::file_size(file().string() + "-wal") + 5000);
    expect_error(post("/v1/models/goods/feedback", body), 503, "disk", "journal");
    EXPECT_FALSE(service().is_ready());
    expect_error(post("/v1/models/goods/pool", {{"documents", {{{"text", text}}}}}), 503, "disk",
                 "");
    // What needs no writing goes on.
    EXPECT_EQ(get("/v1/models/goods/feedback").body["total"], 1);
    EXPECT_EQ(post("/v1/models/goods/predict", {{"document", {{"text", "a"}}}}).status, 200);
  }
  EXPECT_EQ(post("/v1/models/goods/feedback", body).status, 200);
  EXPECT_TRUE(service().is_ready());
  EXPECT_EQ(get("/v1/models/goods/feedback").body["total"], 2);
}

TEST_F(JournalTest, IsReadyAgainWithoutFeedback) {
  {
    const SizeLimit limit(100);
    expect_error(post("/v1/models/goods/pool", {{"documents", {{{"text", "a"}}}}}), 503, "disk",
                 "");
  }
  bool is_ready = false;
  for (int i = 0; i < 300 && !is_ready; ++i) {
    is_ready = service().is_ready();
    if (!is_ready) std::this_thread::sleep_for(std::chrono::milliseconds(10));
  }
  EXPECT_TRUE(is_ready);
}

TEST_F(JournalTest, AnUpdateThatCannotBeWrittenFails) {
  correct("goods", "1", "apple1 common1", {"saw"});
  const auto in_the_way = path("feedback.db.models/goods.2.clade");
  std::filesystem::create_directory(in_the_way);
  expect_error(post("/v1/models/goods/update", Json::object()), 503, "disk", "goods.2.clade");
  EXPECT_EQ(get("/v1/models/goods").body["generation"], 1);
  EXPECT_EQ(get("/v1/models/goods").body["pending"], 1);
  EXPECT_EQ(get("/v1/models/goods/updates/1").body["state"], "failed");
  std::filesystem::remove(in_the_way);
  EXPECT_EQ(post("/v1/models/goods/update", Json::object()).body["state"], "done");
}

TEST_F(JournalTest, AnUpdateWhoseFailureCannotBeWrittenFails) {
  correct("goods", "1", "apple1 common1", {"saw"});
  run_sql("CREATE TRIGGER full BEFORE UPDATE ON learning BEGIN SELECT RAISE(ABORT, 'full'); END");
  expect_error(post("/v1/models/goods/update", Json::object()), 503, "disk", "full");
  EXPECT_EQ(get("/v1/models/goods/updates/1").body["state"], "failed");
  EXPECT_EQ(get("/v1/models/goods").body["updating"], false);
  run_sql("DROP TRIGGER full");
  EXPECT_EQ(post("/v1/models/goods/update", Json::object()).body["state"], "done");
  EXPECT_EQ(get("/v1/models/goods/updates/1").body["state"], "failed");
}

TEST_F(JournalTest, NewerAndForeignFilesAreRefused) {
  stop();
  run_sql("PRAGMA user_version=2");
  test::expect_error([&] { start({"goods"}); }, ErrorKind::environment, "version 2");
  test::expect_error([&] { summarise_journal(file()); }, ErrorKind::environment, "version 2");
  run_sql("PRAGMA application_id=7");
  test::expect_error([&] { start({"goods"}); }, ErrorKind::environment, "no journal");
  folder_.write("text.db", std::string(5000, 'a'));
  ServiceOptions options = options_for({"goods"});
  options.journal = path("text.db");
  test::expect_error([&] { Service service(options); }, ErrorKind::environment, "text.db");
  options.journal = path("no/folder.db");
  test::expect_error([&] { Service service(options); }, ErrorKind::environment, "folder.db");
  test::expect_error([&] { summarise_journal(path("none.db")); }, ErrorKind::environment,
                     "none.db");
  EXPECT_FALSE(std::filesystem::exists(path("none.db.models")));
}

TEST(Journal, WhatThrowsChangesNothing) {
  const test::TempFolder folder;
  Journal journal(folder.path() / "j.db");
  const auto rows = [&] {
    return journal.read([](Database& database) {
      Query query(database, "SELECT count(*) FROM meta");
      query.next();
      return query.whole(0);
    });
  };
  EXPECT_THROW(journal.write_now([](Database& database) {
    touch(database);
    throw std::bad_alloc();
  }),
               std::bad_alloc);
  EXPECT_EQ(rows(), 0);
  journal.write_now(touch);
  EXPECT_EQ(rows(), 1);
}

TEST_F(JournalTest, ADeletionIsNotDoneBeforeTheFileIsClean) {
  correct("goods", "1", "apple1 secret1", {"saw"});
  const std::string target = "/v1/models/goods/documents/1";
  {
    Database other(file(), Database::Access::read);
    other.run("BEGIN");
    Query(other, "SELECT count(*) FROM feedback").run();
    expect_error(ask("DELETE", target), 503, "disk", "ask again");
    expect_error(ask("DELETE", target), 503, "disk", "ask again");
  }
  expect_error(ask("DELETE", target), 404, "path", "no document");
  EXPECT_EQ(std::filesystem::file_size(file().string() + "-wal"), 0U);
}

TEST_F(JournalTest, OnlyItsOwnerReadsIt) {
  using std::filesystem::perms;
  const auto mode = std::filesystem::status(file()).permissions();
  EXPECT_EQ(mode & (perms::group_all | perms::others_all), perms::none);
  const auto folder = std::filesystem::status(models_folder(file())).permissions();
  EXPECT_EQ(folder & (perms::group_all | perms::others_all), perms::none);
}

TEST_F(JournalTest, IsExportedWhileItIsUsed) {
  correct("goods", "1", "apple1", {"saw"});
  correct("goods", "2", "pear1 \"quoted\"", {"pear"});
  correct("goods", "1", "apple1", {"hammer"});
  EXPECT_EQ(exported({}),
            R"({"sequence":2,"model":"goods","id":"2","labels":["pear"],"text":"pear1 \"quoted\""})"
            "\n"
            R"({"sequence":3,"model":"goods","id":"1","labels":["hammer"],"text":"apple1"})"
            "\n");
  EXPECT_THAT(exported({"goods", true}), HasSubstr(R"({"sequence":1,"model":"goods","id":"1",)"));
  test::expect_error([&] { exported({"good", false}); }, ErrorKind::usage, "goods");
  // It can be learned from.
  folder_.write("out.jsonl", exported({}));
  const auto method = make_method("svm");
  TrainOptions options;
  options.text = {{"min_df", 1}};
  const Model learned =
      train(FileExamples({path("out.jsonl")}), no_taxonomy(), *method, options).model;
  EXPECT_EQ(learned.label_space().size(), 2U);
}

TEST_F(JournalTest, IsSummarised) {
  for (int i = 0; i < 3; ++i) correct("goods", "1", "apple1", {"saw"});
  correct("goods", "2", "apple1 apple2", {"apple"});
  post("/v1/models/goods/pool", {{"documents", {{{"text", "a"}}}}});
  const auto summaries = summarise_journal(file());
  ASSERT_EQ(summaries.size(), 1U);
  EXPECT_EQ(summaries[0].model, "goods");
  EXPECT_EQ(summaries[0].corrections, 2);
  EXPECT_EQ(summaries[0].replaced, 2);
  EXPECT_EQ(summaries[0].right, 1);
  EXPECT_EQ(summaries[0].pending, 2);
  EXPECT_EQ(summaries[0].pool, 1);
  EXPECT_EQ(summaries[0].generation, 1);
  EXPECT_EQ(summaries[0].last.size(), 20U);
}

TEST_F(JournalTest, CompactForgetsWhatWasReplaced) {
  const auto give = [&](const std::string& text, const std::string& key) {
    Json body{{"document", {{"id", "1"}, {"text", text}}}, {"labels", {"saw"}}};
    if (!key.empty()) body["key"] = key;
    return post("/v1/models/goods/feedback", body);
  };
  const std::string old(50000, 'o');
  const Json first = give(old, "k").body;
  give(old + "p", "");
  give("new", "");
  stop();
  const Compacted done = compact_journal(file());
  EXPECT_EQ(done.forgotten, 2);
  EXPECT_LT(done.bytes_after + 90000, done.bytes_before);
  EXPECT_THAT(exported({"", true}), Not(HasSubstr("oooo")));
  start({"goods"});
  EXPECT_EQ(give(old, "k").body, first);  // a client that asks again changes nothing
  const Json found = get("/v1/models/goods/feedback").body;
  EXPECT_EQ(found["total"], 1);
  EXPECT_EQ(found["feedback"][0]["document"]["text"], "new");
}

}  // namespace
}  // namespace clade::detail::serve
