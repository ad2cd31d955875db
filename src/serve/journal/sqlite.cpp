#include "serve/journal/sqlite.h"

#include <sqlite3.h>

namespace clade::detail::serve {

namespace {

constexpr int busy_milliseconds = 2000;

int flags_of(Database::Access access) {
  constexpr int common = SQLITE_OPEN_NOMUTEX | SQLITE_OPEN_EXRESCODE;
  return common |
         (access == Database::Access::write ? SQLITE_OPEN_READWRITE : SQLITE_OPEN_READONLY);
}

}  // namespace

Database::Database(const std::filesystem::path& file, Access access) {
  const int code = sqlite3_open_v2(file.c_str(), &handle_, flags_of(access), nullptr);
  if (code != SQLITE_OK) {
    const std::string message = handle_ == nullptr ? "no memory" : sqlite3_errmsg(handle_);
    sqlite3_close_v2(handle_);
    throw DatabaseError(code, message);
  }
  sqlite3_busy_timeout(handle_, busy_milliseconds);
}

Database::~Database() {
  for (const auto& [sql, statement] : prepared_) sqlite3_finalize(statement);
  sqlite3_close_v2(handle_);
}

void Database::run(const char* statements) {
  if (sqlite3_exec(handle_, statements, nullptr, nullptr, nullptr) != SQLITE_OK) fail();
}

std::int64_t Database::last_row() const { return sqlite3_last_insert_rowid(handle_); }
std::int64_t Database::changes() const { return sqlite3_changes64(handle_); }
bool Database::in_transaction() const { return sqlite3_get_autocommit(handle_) == 0; }

sqlite3_stmt* Database::prepared(std::string_view sql) {
  const auto [place, is_new] = prepared_.try_emplace(std::string(sql));
  if (!is_new) return place->second;
  const int code = sqlite3_prepare_v3(handle_, sql.data(), static_cast<int>(sql.size()),
                                      SQLITE_PREPARE_PERSISTENT, &place->second, nullptr);
  if (code == SQLITE_OK) return place->second;
  prepared_.erase(place);
  fail();
}

void Database::fail() const {
  throw DatabaseError(sqlite3_extended_errcode(handle_), sqlite3_errmsg(handle_));
}

// Nothing of the arguments stays in memory.
Query::~Query() {
  sqlite3_reset(statement_);
  sqlite3_clear_bindings(statement_);
}

bool Query::next() {
  const int code = sqlite3_step(statement_);
  if (code == SQLITE_ROW) return true;
  if (code != SQLITE_DONE) database_.fail();
  return false;
}

bool Query::is_null(int column) const {
  return sqlite3_column_type(statement_, column) == SQLITE_NULL;
}

std::int64_t Query::whole(int column) const { return sqlite3_column_int64(statement_, column); }

std::string Query::text(int column) const {
  const auto* text = reinterpret_cast<const char*>(sqlite3_column_text(statement_, column));
  const int size = sqlite3_column_bytes(statement_, column);
  return text == nullptr ? std::string() : std::string(text, static_cast<std::size_t>(size));
}

void Query::bind(std::string_view text) {
  const int code = sqlite3_bind_text64(statement_, ++bound_, text.data(), text.size(),
                                       SQLITE_TRANSIENT, SQLITE_UTF8);
  if (code != SQLITE_OK) database_.fail();
}

void Query::bind_whole(std::int64_t value) {
  if (sqlite3_bind_int64(statement_, ++bound_, value) != SQLITE_OK) database_.fail();
}

}  // namespace clade::detail::serve
