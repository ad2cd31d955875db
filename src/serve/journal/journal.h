// The file that feedback is kept in: SQLite in WAL mode, every commit synchronised. Changes that
// wait at the same time share one commit.
#pragma once

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdint>
#include <exception>
#include <filesystem>
#include <functional>
#include <mutex>
#include <thread>
#include <vector>

#include "serve/journal/sqlite.h"

namespace clade::detail::serve {

// The folder beside a journal, for the models that the service has learned. Whoever holds the lock
// on it is the one process that uses the journal.
std::filesystem::path models_folder(const std::filesystem::path& journal);

// Held while it lives.
class JournalLock {
 public:
  // Error{environment} where another process holds it.
  explicit JournalLock(const std::filesystem::path& journal);
  ~JournalLock();
  JournalLock(const JournalLock&) = delete;
  JournalLock& operator=(const JournalLock&) = delete;

 private:
  int folder_ = -1;
};

// Safe to use from several threads.
class Journal {
 public:
  // A new file, or one that a service has left. Error{environment} for a file that cannot be
  // opened, is used by another process, is no journal, or has a newer schema.
  explicit Journal(const std::filesystem::path& file);
  ~Journal();
  Journal(const Journal&) = delete;
  Journal& operator=(const Journal&) = delete;

  const std::filesystem::path& file() const { return file_; }

  // Runs `work` inside the next transaction; where it throws, nothing of it holds. Then, from the
  // journal's thread, `done` with what was thrown, or with nothing once the change is on the disk;
  // Refusal (disk) where it could not be written.
  using Work = std::function<void(Database&)>;
  using Done = std::function<void(std::exception_ptr)>;
  void write(Work work, Done done);
  // The same, and what was deleted is gone from the file and its log before `done`.
  void erase(Work work, Done done);
  // The same, returns when it is done; throws.
  void write_now(Work work);

  // With a connection for reading, one caller at a time. Refusal (disk) where that fails.
  template <class Use>
  auto read(const Use& use) {
    const std::lock_guard lock(reading_);
    return guarded([&] { return use(reader_); });
  }

  // Whether the last change could be written. Where it could not, asking tries again in the
  // background now and then.
  bool is_writable();
  // Returns when all that was given to write() so far is done.
  void flush();

  struct Counts {
    std::uint64_t commits = 0, changes = 0, failures = 0;
    double commit_seconds = 0;
  };
  Counts counts() const;

 private:
  struct Change {
    Work work;
    Done done;
    bool erases = false;
  };
  void add(Change change);
  void run();
  void commit(std::vector<Change>& changes);
  void perform(std::vector<Change>& changes, std::vector<std::exception_ptr>& failures);
  void clean(const std::vector<Change>& changes, std::vector<std::exception_ptr>& failures);
  void roll_back() noexcept;
  [[noreturn]] static void rethrow_as_refusal();

  template <class Call>
  static auto guarded(const Call& call) -> decltype(call()) {
    try {
      return call();
    } catch (const DatabaseError&) {
      rethrow_as_refusal();
    }
  }

  std::filesystem::path file_;
  JournalLock lock_;
  Database writer_;
  std::mutex reading_;
  Database reader_;

  mutable std::mutex mutex_;
  std::condition_variable wake_, idle_;
  std::vector<Change> waiting_;
  bool is_busy_ = false, is_ending_ = false, is_writable_ = true;
  std::chrono::steady_clock::time_point last_try_;
  Counts counts_;
  std::thread thread_;
};

}  // namespace clade::detail::serve
