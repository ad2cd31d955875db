#include "base/checkpoint.h"

#include <fcntl.h>
#include <fmt/core.h>
#include <sys/file.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <span>
#include <system_error>

#include "base/fail.h"
#include "base/file.h"
#include "base/text.h"

namespace clade::detail {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view identity_name = "checkpoint.txt", time_name = "seconds.txt";
constexpr std::string_view magic = "clade checkpoint 1\n";
// What takes less is done again.
constexpr double worth_keeping = 1;

// Writes in large pieces, with a checksum of all at the end.
class StateWriter : public State {
 public:
  explicit StateWriter(const fs::path& path) : file_(path), sum_(XXH3_createState()) {
    if (sum_ == nullptr) throw std::bad_alloc();
    XXH3_64bits_reset(sum_.get());
    buffer_.append(magic);
  }
  bool is_read() const override { return false; }
  void check_room(std::size_t) const override {}
  void bytes(void* data, std::size_t size) override {
    if (size >= large) {
      flush();
      return put({static_cast<const char*>(data), size});
    }
    buffer_.append(static_cast<const char*>(data), size);
    if (buffer_.size() >= large) flush();
  }
  void finish() {
    flush();
    const std::uint64_t sum = XXH3_64bits_digest(sum_.get());
    file_.write(std::as_bytes(std::span(&sum, 1)));
    file_.commit();
  }

 private:
  static constexpr std::size_t large = std::size_t{1} << 20;
  struct Free {
    void operator()(XXH3_state_t* state) const { XXH3_freeState(state); }
  };
  void put(std::string_view text) {
    XXH3_64bits_update(sum_.get(), text.data(), text.size());
    file_.write(text);
  }
  void flush() {
    put(buffer_);
    buffer_.clear();
  }

  AtomicFile file_;
  std::unique_ptr<XXH3_state_t, Free> sum_;
  std::string buffer_;
};

class StateReader : public State {
 public:
  explicit StateReader(std::string_view rest) : rest_(rest) {}
  bool is_read() const override { return true; }
  void check_room(std::size_t size) const override {
    if (size > rest_.size()) throw OtherState{};
  }
  void bytes(void* data, std::size_t size) override {
    check_room(size);
    if (size > 0) std::memcpy(data, rest_.data(), size);
    rest_.remove_prefix(size);
  }
  bool is_over() const { return rest_.empty(); }

 private:
  std::string_view rest_;
};

// What is between the head and a checksum that is right.
std::optional<std::string_view> checked(std::string_view text) {
  std::uint64_t sum = 0;
  if (text.size() < magic.size() + sizeof sum || !text.starts_with(magic)) return std::nullopt;
  const std::string_view content = text.substr(0, text.size() - sizeof sum);
  std::memcpy(&sum, text.data() + content.size(), sizeof sum);
  if (XXH3_64bits(content.data(), content.size()) != sum) return std::nullopt;
  return content.substr(magic.size());
}

void write_text(const fs::path& path, std::string_view text) {
  AtomicFile file(path);
  file.write(text);
  file.commit();
}

std::string text_of(const CheckpointIdentity& identity) {
  std::string text = fmt::format("clade: {}\n", CLADE_VERSION);
  for (const auto& [word, value] : identity) text += fmt::format("{}: {}\n", word, value);
  return text;
}

// Lines of both, the first that differ.
void refuse_other(const fs::path& folder, const std::string& kept, const std::string& now) {
  if (kept == now) return;
  const std::vector<std::string_view> was = split(kept, '\n'), is = split(now, '\n');
  std::size_t line = 0;
  while (line < was.size() && line < is.size() && was[line] == is[line]) ++line;
  const auto shown = [line](const std::vector<std::string_view>& lines) {
    return line < lines.size() && !lines[line].empty() ? quoted(lines[line]) : "no more";
  };
  fail_parameter("checkpoint",
                 "{} is the checkpoint of another call: it has {}, this one {}; name another "
                 "folder, or remove this one to begin anew",
                 folder.string(), shown(was), shown(is));
}

// One word for each part, so that a name is that of a file.
std::string file_word(std::string_view name) {
  std::string word;
  for (const char c : name) {
    const bool is_plain = (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') ||
                          (c >= '0' && c <= '9') || c == '-' || c == '_' || c == '.';
    word += is_plain ? c : '_';
  }
  return word;
}

bool is_ours(const fs::path& path) {
  const fs::path end = path.extension();
  return end == ".state" || end == ".result";
}

}  // namespace

// ---- Parts

CheckpointPart CheckpointPart::part(std::string_view name) const {
  if (checkpoint_ == nullptr) return {};
  const std::string word = file_word(name);
  return {*checkpoint_, checkpoint_->numbered(name_.empty() ? word : name_ + '+' + word)};
}

bool CheckpointPart::restore(const Fields& fields) const {
  if (checkpoint_ == nullptr) return false;
  times_->was_saved = checkpoint_->read(name_, Checkpoint::Kind::state, fields);
  return times_->was_saved;
}

bool CheckpointPart::is_due() const {
  if (checkpoint_ == nullptr) return false;
  const std::chrono::duration<double> passed = Clock::now() - times_->saved;
  return passed.count() >= checkpoint_->options_.every_seconds;
}

bool CheckpointPart::save(const Fields& fields) const {
  if (checkpoint_ == nullptr) return false;
  const bool is_saved = checkpoint_->write(name_, Checkpoint::Kind::state, fields);
  times_->was_saved |= is_saved;
  times_->saved = Clock::now();
  return is_saved;
}

bool CheckpointPart::restore_result(const Fields& fields) const {
  return checkpoint_ != nullptr && checkpoint_->read(name_, Checkpoint::Kind::result, fields);
}

void CheckpointPart::finish(const Fields& result) const {
  if (checkpoint_ == nullptr) return;
  const std::chrono::duration<double> taken = Clock::now() - times_->start;
  const double least = std::min(worth_keeping, checkpoint_->options_.every_seconds);
  const bool is_worth_it = times_->was_saved || taken.count() >= least;
  if (!is_worth_it || checkpoint_->write(name_, Checkpoint::Kind::result, result)) {
    checkpoint_->remove_parts_of(name_);
  }
}

void CheckpointPart::drop() const {
  if (checkpoint_ != nullptr) checkpoint_->remove_parts_of(name_);
}

// ---- The folder

Checkpoint::Checkpoint(const CheckpointOptions& options, const CheckpointIdentity& identity,
                       Reporter& reporter)
    : options_(options), reporter_(reporter) {
  const fs::path& folder = options_.folder;
  take_folder();
  try {
    const std::string text = text_of(identity);
    if (fs::exists(folder / identity_name)) {
      refuse_other(folder, read_text(folder / identity_name), text);
      tidy();
    } else if (fs::directory_iterator(folder) != fs::directory_iterator()) {
      fail_parameter("checkpoint", "{} has files in it and is no checkpoint; name another folder",
                     folder.string());
    } else {
      write_text(folder / identity_name, text);
    }
  } catch (...) {
    ::close(lock_);
    throw;
  }
}

Checkpoint::~Checkpoint() {
  for (const std::string& warning : warnings_) reporter_.on_warning(warning);
  ::close(lock_);
}

void Checkpoint::take_folder() {
  const fs::path& folder = options_.folder;
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) {
    fail(ErrorKind::environment, "{}: cannot make this folder: {}", folder.string(),
         error.message());
  }
  lock_ = ::open(folder.c_str(), O_RDONLY | O_DIRECTORY | O_CLOEXEC);
  if (lock_ < 0) {
    fail(ErrorKind::environment, "{}: cannot be opened: {}", folder.string(), std::strerror(errno));
  }
  // A file system without locks is used without one.
  if (::flock(lock_, LOCK_EX | LOCK_NB) != 0 && errno == EWOULDBLOCK) {
    ::close(lock_);
    fail(ErrorKind::environment, "{}: another process works with this checkpoint", folder.string());
  }
}

// What is there of an earlier process, without files that it had begun when it ended.
void Checkpoint::tidy() {
  const fs::path& folder = options_.folder;
  std::vector<fs::path> begun;
  for (const auto& entry : fs::directory_iterator(folder)) {
    const std::string name = entry.path().filename().string();
    if (is_ours(entry.path())) files_.insert(name);
    if (name.find(".tmp-") != std::string::npos) begun.push_back(entry.path());
  }
  std::error_code none;
  for (const fs::path& path : begun) fs::remove(path, none);
  if (fs::exists(folder / time_name)) {
    seconds_before_ = parse_double(trim(read_text(folder / time_name))).value_or(0);
  }
}

std::string Checkpoint::name_of(const std::string& part, Kind kind) {
  return part + (kind == Kind::state ? ".state" : ".result");
}

bool Checkpoint::is_there(const std::string& name) {
  const std::lock_guard lock(mutex_);
  return files_.contains(name);
}

std::string Checkpoint::numbered(const std::string& name) {
  const std::lock_guard lock(mutex_);
  const int use = ++uses_[name];
  return use == 1 ? name : fmt::format("{}~{}", name, use);
}

// What is damaged is as good as not there: the part begins anew.
bool Checkpoint::read(const std::string& part, Kind kind, const CheckpointPart::Fields& fields) {
  const std::string name = name_of(part, kind);
  if (!is_there(name)) return false;
  const fs::path path = options_.folder / name;
  const MappedFile file(path);
  const auto content = checked(file.text());
  if (!content) {
    warn(fmt::format("{} is damaged: this part of the work is done again", path.string()));
    return false;
  }
  StateReader reader(*content);
  try {
    fields(reader);
    if (reader.is_over()) return true;
  } catch (const OtherState&) {
  }
  fail(ErrorKind::environment,
       "{}: is not what this part of the work has saved; remove the folder to begin anew",
       path.string());
}

// Work goes on where it cannot be kept.
bool Checkpoint::write(const std::string& part, Kind kind, const CheckpointPart::Fields& fields) {
  const std::string name = name_of(part, kind);
  try {
    StateWriter writer(options_.folder / name);
    fields(writer);
    writer.finish();
    save_time();
    const std::lock_guard lock(mutex_);
    files_.insert(name);
    return true;
  } catch (const Error& error) {
    warn(fmt::format("{}: the work goes on without this checkpoint", error.what()));
    return false;
  }
}

void Checkpoint::save_time() {
  const std::lock_guard lock(mutex_);
  const std::chrono::duration<double> passed = std::chrono::steady_clock::now() - start_;
  write_text(options_.folder / time_name,
             fmt::format("{:.3f}\n", seconds_before_ + passed.count()));
}

void Checkpoint::remove_parts_of(const std::string& part) {
  const std::lock_guard lock(mutex_);
  std::error_code none;
  const auto forget = [&](std::set<std::string>::iterator file) {
    fs::remove(options_.folder / *file, none);
    return files_.erase(file);
  };
  if (const auto own = files_.find(name_of(part, Kind::state)); own != files_.end()) forget(own);
  const std::string below = part + '+';
  for (auto at = files_.lower_bound(below); at != files_.end() && at->starts_with(below);) {
    at = forget(at);
  }
}

// The identity goes last: until then the same call finds a checkpoint, if an empty one.
void Checkpoint::remove() {
  const std::lock_guard lock(mutex_);
  std::error_code none;
  for (const std::string& name : files_) fs::remove(options_.folder / name, none);
  files_.clear();
  fs::remove(options_.folder / time_name, none);
  fs::remove(options_.folder / identity_name, none);
  fs::remove(options_.folder, none);  // where nothing else is in it
}

// Once: a full disk stays full.
void Checkpoint::warn(std::string message) {
  const std::lock_guard lock(mutex_);
  if (std::exchange(has_failed_, true)) return;
  if (std::this_thread::get_id() == owner_) return reporter_.on_warning(message);
  warnings_.push_back(std::move(message));
}

}  // namespace clade::detail
