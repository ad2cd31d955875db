#include "serve/journal/journal.h"

#include <fcntl.h>
#include <fmt/format.h>
#include <sqlite3.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <memory>
#include <utility>

#include "base/fail.h"
#include "serve/journal/schema.h"
#include "serve/refusal.h"

namespace clade::detail::serve {

namespace {

constexpr std::chrono::seconds between_tries(1);

// One name for one file, whatever link leads to it.
std::filesystem::path resolved(const std::filesystem::path& file) {
  std::error_code unresolved;
  std::filesystem::path path = std::filesystem::weakly_canonical(file, unresolved);
  return unresolved ? file : path;
}

// What people wrote is nobody else's business: the file and its log are the owner's alone. A file
// that is there keeps its mode.
const std::filesystem::path& made_private(const std::filesystem::path& file) {
  const int descriptor = ::open(file.c_str(), O_RDWR | O_CREAT | O_CLOEXEC, S_IRUSR | S_IWUSR);
  if (descriptor >= 0) ::close(descriptor);
  return file;  // whoever opens it says why that fails
}

}  // namespace

std::filesystem::path models_folder(const std::filesystem::path& journal) {
  std::filesystem::path folder = resolved(journal);
  folder += ".models";
  return folder;
}

JournalLock::JournalLock(const std::filesystem::path& journal) {
  const std::filesystem::path folder = models_folder(journal);
  std::error_code error;
  const bool is_new = std::filesystem::create_directory(folder, error);
  if (is_new && !error) {
    std::filesystem::permissions(folder, std::filesystem::perms::owner_all, error);
  }
  if (error) fail(ErrorKind::environment, "{}: {}", folder.string(), error.message());
  folder_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (folder_ < 0) fail(ErrorKind::environment, "{}: {}", folder.string(), std::strerror(errno));
  if (::flock(folder_, LOCK_EX | LOCK_NB) == 0) return;
  ::close(folder_);
  fail(ErrorKind::environment, "{}: another process uses this journal", journal.string());
}

JournalLock::~JournalLock() { ::close(folder_); }

Journal::Journal(const std::filesystem::path& file) try
    : file_(resolved(file)),
      lock_(file_),
      writer_(made_private(file_), Database::Access::write),
      reader_((prepare_schema(writer_, file_), file_), Database::Access::write) {
  reader_.run("PRAGMA query_only=ON");
  thread_ = std::thread([this] { run(); });
} catch (const DatabaseError& error) {
  fail(ErrorKind::environment, "{}: {}", file.string(), error.what());
}

Journal::~Journal() {
  {
    const std::lock_guard lock(mutex_);
    is_ending_ = true;
  }
  wake_.notify_all();
  thread_.join();
}

void Journal::write(Work work, Done done) { add({std::move(work), std::move(done), false}); }
void Journal::erase(Work work, Done done) { add({std::move(work), std::move(done), true}); }

void Journal::write_now(Work work) {
  // A promise would keep the exception until after the waiting thread has read it.
  std::mutex mutex;
  std::condition_variable told;
  bool is_done = false;
  std::exception_ptr failure;
  write(std::move(work), [&](std::exception_ptr thrown) {
    const std::lock_guard lock(mutex);
    failure = std::move(thrown);
    is_done = true;
    told.notify_one();  // under the lock: the waiting thread takes `told` away
  });
  std::unique_lock lock(mutex);
  told.wait(lock, [&] { return is_done; });
  if (failure) std::rethrow_exception(failure);
}

void Journal::add(Change change) {
  {
    const std::lock_guard lock(mutex_);
    waiting_.push_back(std::move(change));
  }
  wake_.notify_one();
}

void Journal::run() {
  std::unique_lock lock(mutex_);
  while (true) {
    wake_.wait(lock, [&] { return is_ending_ || !waiting_.empty(); });
    if (waiting_.empty()) return;
    std::vector<Change> changes = std::exchange(waiting_, {});
    is_busy_ = true;
    lock.unlock();
    commit(changes);
    changes.clear();
    lock.lock();
    is_busy_ = false;
    idle_.notify_all();
  }
}

void Journal::commit(std::vector<Change>& changes) {
  std::vector<std::exception_ptr> failures(changes.size());
  const auto begin = std::chrono::steady_clock::now();
  bool is_written = true;
  try {
    guarded([&] { perform(changes, failures); });
  } catch (...) {
    is_written = false;
    roll_back();
    // An exception for each: whoever waits reads it, and lets go of it, in a thread of his own.
    const Refusal all = current_refusal();
    for (auto& failure : failures) {
      failure = std::make_exception_ptr(Refusal(all.fault(), all.what()));
    }
  }
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  if (is_written) clean(changes, failures);
  {
    const std::lock_guard lock(mutex_);
    is_writable_ = is_written;
    counts_.commits += is_written ? 1 : 0;
    counts_.changes += is_written ? changes.size() : 0;
    counts_.failures += is_written ? 0 : 1;
    counts_.commit_seconds += seconds.count();
  }
  for (std::size_t i = 0; i < changes.size(); ++i) changes[i].done(std::move(failures[i]));
}

void Journal::perform(std::vector<Change>& changes, std::vector<std::exception_ptr>& failures) {
  writer_.run("BEGIN IMMEDIATE");
  for (std::size_t i = 0; i < changes.size(); ++i) {
    Query(writer_, "SAVEPOINT change").run();
    try {
      changes[i].work(writer_);
    } catch (const DatabaseError&) {
      throw;  // the disk: nothing of this transaction holds
    } catch (...) {
      failures[i] = std::current_exception();
      Query(writer_, "ROLLBACK TO change").run();
    }
    Query(writer_, "RELEASE change").run();
  }
  writer_.run("COMMIT");
}

// Deleted content was overwritten in its pages; older versions of these are in the log until it is
// copied into the file and cut.
void Journal::clean(const std::vector<Change>& changes, std::vector<std::exception_ptr>& failures) {
  const auto erases = [](const Change& change) { return change.erases; };
  if (std::none_of(changes.begin(), changes.end(), erases)) return;
  bool is_clean = false;
  try {
    const std::lock_guard lock(reading_);
    is_clean = cut_log(writer_);
  } catch (const DatabaseError&) {
    is_clean = false;
  }
  // Of what was deleted by an earlier request, too: who asks again learns whether it is gone.
  for (std::size_t i = 0; !is_clean && i < changes.size(); ++i) {
    if (!changes[i].erases) continue;
    failures[i] = std::make_exception_ptr(
        Refusal(Fault::disk,
                "nothing of it is in the journal any more, but the file could not be cleaned of it "
                "yet, because another program reads the journal or the disk is full: ask again"));
  }
}

void Journal::roll_back() noexcept {
  try {
    if (writer_.in_transaction()) writer_.run("ROLLBACK");
  } catch (const DatabaseError&) {
    return;  // the next transaction will fail, and say so
  }
}

void Journal::rethrow_as_refusal() {
  try {
    throw;
  } catch (const DatabaseError& error) {
    throw Refusal(Fault::disk, fmt::format("the journal cannot be used: {}", error.what()));
  }
}

bool Journal::is_writable() {
  {
    const std::lock_guard lock(mutex_);
    const auto now = std::chrono::steady_clock::now();
    if (is_writable_ || now - last_try_ < between_tries) return is_writable_;
    last_try_ = now;
  }
  write([](Database& database) { touch(database); }, [](const std::exception_ptr&) {});
  return false;
}

void Journal::flush() {
  std::unique_lock lock(mutex_);
  idle_.wait(lock, [&] { return waiting_.empty() && !is_busy_; });
}

Journal::Counts Journal::counts() const {
  const std::lock_guard lock(mutex_);
  return counts_;
}

}  // namespace clade::detail::serve
