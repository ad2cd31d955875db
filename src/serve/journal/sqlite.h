// SQLite with exceptions and without loose ends.
#pragma once

#include <concepts>
#include <cstdint>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <string_view>
#include <unordered_map>

struct sqlite3;
struct sqlite3_stmt;

namespace clade::detail::serve {

class DatabaseError : public std::runtime_error {
 public:
  DatabaseError(int code, const std::string& message) : std::runtime_error(message), code_(code) {}
  int code() const { return code_; }  // SQLITE_...

 private:
  int code_;
};

// One connection; one thread at a time.
class Database {
 public:
  enum class Access { write, read };
  Database(const std::filesystem::path& file, Access access);
  ~Database();
  Database(const Database&) = delete;
  Database& operator=(const Database&) = delete;

  // Statements without arguments and rows.
  void run(const char* statements);
  std::int64_t last_row() const;
  std::int64_t changes() const;  // rows that the last statement changed
  bool in_transaction() const;

 private:
  friend class Query;
  sqlite3_stmt* prepared(std::string_view sql);
  [[noreturn]] void fail() const;

  sqlite3* handle_ = nullptr;
  std::unordered_map<std::string, sqlite3_stmt*> prepared_;
};

// A statement with its arguments. One Query of a text at a time.
class Query {
 public:
  template <class... Args>
  Query(Database& database, std::string_view sql, const Args&... args)
      : database_(database), statement_(database.prepared(sql)) {
    (bind(args), ...);
  }
  ~Query();
  Query(const Query&) = delete;
  Query& operator=(const Query&) = delete;

  // The next row, if there is one.
  bool next();
  void run() {
    while (next()) {
    }
  }

  bool is_null(int column) const;
  std::int64_t whole(int column) const;
  std::string text(int column) const;

 private:
  template <std::integral Whole>
  void bind(Whole value) {
    bind_whole(static_cast<std::int64_t>(value));
  }
  void bind(std::string_view text);
  void bind(const std::string& text) { bind(std::string_view(text)); }
  void bind(const char* text) { bind(std::string_view(text)); }
  template <class T>
  void bind(const std::optional<T>& value) {
    if (value) {
      bind(*value);
    } else {
      ++bound_;  // NULL
    }
  }
  void bind_whole(std::int64_t value);

  Database& database_;
  sqlite3_stmt* statement_;
  int bound_ = 0;
};

}  // namespace clade::detail::serve
