#include "serve/journal/schema.h"

#include <fmt/format.h>

#include <cstdint>

#include "base/fail.h"

namespace clade::detail::serve {

namespace {

// "clad": what PRAGMA application_id of a journal is.
constexpr std::int64_t application = 0x636C6164;

// A correction is current until another one of the same document comes, with or without a key. What
// was compacted has neither content nor labels, and keeps its key so that it is known again.
constexpr const char* tables = R"(
CREATE TABLE meta(name TEXT PRIMARY KEY, value INTEGER NOT NULL) WITHOUT ROWID;
CREATE TABLE model(
  id INTEGER PRIMARY KEY, name TEXT NOT NULL UNIQUE, generation INTEGER NOT NULL DEFAULT 0);
CREATE TABLE generation(
  model INTEGER NOT NULL, number INTEGER NOT NULL, at TEXT NOT NULL, how TEXT NOT NULL,
  content INTEGER NOT NULL, source TEXT NOT NULL,
  through INTEGER NOT NULL, examples INTEGER NOT NULL,
  documents INTEGER, right_before INTEGER, right_after INTEGER,
  PRIMARY KEY(model, number)) WITHOUT ROWID;
CREATE TABLE changed(
  id INTEGER PRIMARY KEY, model INTEGER NOT NULL, generation INTEGER NOT NULL,
  document TEXT NOT NULL, labels TEXT NOT NULL, before TEXT NOT NULL, after TEXT NOT NULL);
CREATE INDEX changed_generation ON changed(model, generation);
CREATE INDEX changed_document ON changed(model, document);
CREATE TABLE feedback(
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, model INTEGER NOT NULL, document TEXT NOT NULL,
  key TEXT, digest TEXT NOT NULL, content TEXT NOT NULL, labels TEXT NOT NULL,
  predicted TEXT NOT NULL, is_right INTEGER NOT NULL, at TEXT NOT NULL,
  is_current INTEGER NOT NULL DEFAULT 1);
CREATE UNIQUE INDEX feedback_key ON feedback(model, key) WHERE key IS NOT NULL;
CREATE INDEX feedback_document ON feedback(model, document);
CREATE INDEX feedback_current ON feedback(model, sequence) WHERE is_current;
CREATE INDEX feedback_to_learn ON feedback(model, sequence) WHERE is_current AND labels<>'[]';
CREATE TABLE learning(
  number INTEGER PRIMARY KEY AUTOINCREMENT, model INTEGER NOT NULL, state TEXT NOT NULL,
  base INTEGER NOT NULL, generation INTEGER NOT NULL, since INTEGER NOT NULL,
  through INTEGER NOT NULL, examples INTEGER NOT NULL, reason TEXT NOT NULL DEFAULT '',
  attempts INTEGER NOT NULL DEFAULT 0, at TEXT NOT NULL);
CREATE TABLE pool(
  id INTEGER PRIMARY KEY AUTOINCREMENT, model INTEGER NOT NULL, document TEXT NOT NULL, content TEXT NOT NULL);
CREATE UNIQUE INDEX pool_document ON pool(model, document);
)";

std::int64_t pragma(Database& database, const char* text) {
  Query query(database, text);
  query.next();
  return query.whole(0);
}

std::string set_journal_mode(Database& database) {
  Query query(database, "PRAGMA journal_mode=WAL");
  query.next();
  return query.text(0);
}

bool is_empty(Database& database) {
  return pragma(database, "SELECT count(*) FROM sqlite_schema") == 0;
}

}  // namespace

void check_schema(Database& database, const std::filesystem::path& file) {
  if (pragma(database, "PRAGMA application_id") != application) {
    fail(ErrorKind::environment, "{}: is no journal of clade", file.string());
  }
  const std::int64_t version = pragma(database, "PRAGMA user_version");
  if (version == schema_version) return;
  fail(ErrorKind::environment,
       "{}: the journal has version {} of the schema, this clade knows {} only", file.string(),
       version, schema_version);
}

void prepare_schema(Database& database, const std::filesystem::path& file) {
  database.run("PRAGMA secure_delete=ON");
  if (!is_empty(database)) check_schema(database, file);
  if (std::string mode = set_journal_mode(database); mode != "wal") {
    fail(ErrorKind::environment, "{}: its file system does not serve SQLite's WAL mode, got {}",
         file.string(), mode);
  }
  database.run("PRAGMA synchronous=FULL");
  // What was deleted before a crash may be in the log.
  cut_log(database);
  if (!is_empty(database)) return;
  database.run("BEGIN IMMEDIATE");
  database.run(tables);
  database.run(fmt::format("PRAGMA application_id={}; PRAGMA user_version={}; COMMIT", application,
                           schema_version)
                   .c_str());
}

bool cut_log(Database& database) {
  Query checkpoint(database, "PRAGMA wal_checkpoint(TRUNCATE)");
  return checkpoint.next() && checkpoint.whole(0) == 0;
}

void touch(Database& database) {
  Query(database, "INSERT INTO meta VALUES('touched', 1) ON CONFLICT DO UPDATE SET value=value+1")
      .run();
}

}  // namespace clade::detail::serve
