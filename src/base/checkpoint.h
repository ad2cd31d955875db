// Checkpoints: what work that takes long has reached, in a folder.
//
// Work consists of parts, each with a name below that of its whole: "training/ascent". A part that
// runs saves its state from time to time. One that is over keeps its result where that was worth
// some time, until its whole is over. The same call runs the same parts again: those that are over
// return their results, the one that ran goes on from its state, and what lies between them, which
// takes next to no time, is done again. So nothing above a part needs to know of checkpoints.
#pragma once

#include <chrono>
#include <filesystem>
#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <set>
#include <string>
#include <string_view>
#include <thread>
#include <utility>
#include <vector>

#include "base/state.h"
#include "clade/checkpoint.h"
#include "clade/reporter.h"

namespace clade::detail {

// What a run follows from beside the version of clade, in the order in which differences are looked
// for: a word and its value.
using CheckpointIdentity = std::vector<std::pair<std::string, std::string>>;

class Checkpoint;

// A part of the work. Copies are the same part; one that belongs to no checkpoint does nothing.
class CheckpointPart {
 public:
  using Fields = std::function<void(State&)>;

  CheckpointPart() = default;

  explicit operator bool() const { return checkpoint_ != nullptr; }
  // A part of this one. The same name again is another part, by number: whoever runs parts at the
  // same time gives them names of their own.
  CheckpointPart part(std::string_view name) const;

  // The state that an earlier process has saved. False where there is none: nothing was read then.
  bool restore(const Fields& fields) const;
  // Whether it is time to save.
  bool is_due() const;
  // False where nothing was saved: the work goes on without.
  bool save(const Fields& fields) const;

  // The same for a part that is over.
  bool restore_result(const Fields& fields) const;
  // Its state, and its own parts, are needed no longer. A result is kept from so much time on,
  // which making it again would take.
  void finish(const Fields& result) const;
  // The same where its whole has saved what it left.
  void drop() const;

 private:
  friend class Checkpoint;
  using Clock = std::chrono::steady_clock;
  struct Times {
    Clock::time_point start = Clock::now(), saved = start;
    bool was_saved = false;
  };
  CheckpointPart(Checkpoint& checkpoint, std::string name)
      : checkpoint_(&checkpoint), name_(std::move(name)), times_(std::make_shared<Times>()) {}

  Checkpoint* checkpoint_ = nullptr;
  std::string name_;
  std::shared_ptr<Times> times_;
};

class Checkpoint {
 public:
  // Takes the folder for this process alone, and makes it where it is not there. Error{usage} where
  // it is another call's, Error{environment} where it cannot be used.
  Checkpoint(const CheckpointOptions& options, const CheckpointIdentity& identity,
             Reporter& reporter);
  Checkpoint(const Checkpoint&) = delete;
  Checkpoint& operator=(const Checkpoint&) = delete;
  ~Checkpoint();

  CheckpointPart whole() { return {*this, ""}; }
  // What earlier processes have worked, up to what they saved last.
  double seconds_before() const { return seconds_before_; }
  const std::filesystem::path& folder() const { return options_.folder; }
  // The work is done, and what it left behind is safe: takes the checkpoint away.
  void remove();

 private:
  friend class CheckpointPart;
  enum class Kind { state, result };

  static std::string name_of(const std::string& part, Kind kind);
  void take_folder();
  void tidy();
  bool is_there(const std::string& name);
  std::string numbered(const std::string& name);
  bool read(const std::string& part, Kind kind, const CheckpointPart::Fields& fields);
  bool write(const std::string& part, Kind kind, const CheckpointPart::Fields& fields);
  void remove_parts_of(const std::string& part);
  void save_time();
  void warn(std::string message);

  CheckpointOptions options_;
  Reporter& reporter_;
  double seconds_before_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
  int lock_ = -1;
  std::thread::id owner_ = std::this_thread::get_id();  // who may speak
  std::mutex mutex_;                                    // of what follows
  std::set<std::string> files_;                         // of parts, that are there
  std::map<std::string, int> uses_;                     // of each name of a part
  std::vector<std::string> warnings_;                   // that wait for the owner
  bool has_failed_ = false;                             // to write
};

}  // namespace clade::detail
