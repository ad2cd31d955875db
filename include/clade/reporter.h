// How the library speaks while it works: it never prints, it tells a Reporter.
#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string_view>

namespace clade {

// What an online method predicted for examples before it learned from them.
struct OnlineProgress {
  std::uint64_t examples = 0;
  double mean_error = 0;  // tree-induced: edges between the prediction and the nearest label
  double accuracy = 0;
};

// The state of a solver after one pass. Objectives are those of the last exact check (`certified`)
// or estimates made on the way.
struct Progress {
  int epoch = 0;
  double seconds = 0;
  double primal = 0;
  double dual = 0;
  double relative_gap = 0;
  double active_ratio = 0;  // share of the dual variables that are not zero (thesis 7.7)
  std::uint64_t updates = 0;
  bool certified = false;
  // Of several ranks together, in this pass; 0: there is one.
  std::uint64_t bytes_sent = 0;
  double seconds_waited = 0;  // of the rank that waited longest for others and their bytes
  // Online methods have this instead of objectives; `certified` is the end of an epoch there.
  std::optional<OnlineProgress> online;
};

// One change of an online method's weights.
struct OnlineUpdate {
  std::uint64_t step = 0;    // examples seen, this one included
  std::size_t instance = 0;  // its number in the data
  std::string_view label, guess;
  double margin = 0;  // between the two, before the change
  double step_size = 0;
};

// Work that consists of many runs: what is done, and a guess at how long the rest will take.
struct Steps {
  std::size_t done = 0, total = 0;
  double seconds = 0, seconds_left = 0;
  std::string_view last;  // the run that ended
};

// Every function is called from the thread that started the work, on_step from any, but never from
// two at once.
struct Reporter {
  virtual ~Reporter() = default;
  virtual void on_stage(std::string_view /*what*/) {}
  virtual void on_pass(const Progress& /*progress*/) {}
  virtual void on_update(const OnlineUpdate& /*update*/) {}
  virtual void on_step(const Steps& /*steps*/) {}
  // Something found out on the way that is worth a line.
  virtual void on_note(std::string_view /*message*/) {}
  virtual void on_warning(std::string_view /*message*/) {}
  // True: the values of every pass are exact, for a trace; it costs a scoring pass each time.
  virtual bool wants_exact_passes() const { return false; }
  virtual bool stop_requested() const { return false; }
  // Asked once the work is to stop: whether what was reached is wanted, with its exact bounds,
  // which may take as long as a pass over the data.
  virtual bool wants_partial_result() const { return true; }
  // What is left of a limit of time; work of several parts divides it among them.
  virtual double seconds_left() const { return std::numeric_limits<double>::infinity(); }
};

}  // namespace clade
