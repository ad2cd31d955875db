// What an online run tells on the way, whatever learns.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <utility>
#include <vector>

#include "base/state.h"
#include "clade/label_space.h"
#include "clade/reporter.h"
#include "solver/online/online_rules.h"
#include "taxonomy/loss.h"

namespace clade::detail {

// The dual variables of an online run, one for each example, label and rival: those that some step
// was for are not zero, and their share is the active ratio (thesis 7.7).
class OnlineDuals {
 public:
  // An example that may come again is remembered with what its steps were for.
  explicit OnlineDuals(bool comes_once) : comes_once_(comes_once) {}

  void add(const LabelSet& set) { total_ += set.pairs; }
  void step(std::size_t instance, Decision label, Decision rival);

  std::uint64_t nonzero() const { return nonzero_; }
  std::uint64_t total() const { return total_; }
  void state(State& s) { s(nonzero_, of_instance_); }
  double active_ratio() const {
    return total_ == 0 ? 0 : static_cast<double>(nonzero_) / static_cast<double>(total_);
  }

 private:
  bool comes_once_;
  std::uint64_t nonzero_ = 0, total_ = 0;
  std::vector<std::vector<std::pair<Decision, Decision>>> of_instance_;
};

class OnlineReport {
 public:
  OnlineReport(const LabelSpace& labels, Reporter& reporter, bool comes_once);

  // An example of the run, before its first step.
  void add(const LabelSet& set) { duals_.add(set); }

  // One example, with the number that it has among all: what was predicted before it was learned
  // counts, and a change is told.
  void example(std::uint64_t step, std::size_t instance, const OnlineStep& taken,
               std::span<const Decision> own);
  // A change only.
  void update(std::uint64_t step, std::size_t instance, const OnlineStep& taken);
  // Now and then: whether to tell how it goes, and to ask whether to stop.
  bool is_due() const { return examples_ > 0 && examples_ % 1024 == 0; }
  // How it goes; `is_end` of an epoch, or of the stream.
  void pass(int epoch, bool is_end) const;

  std::uint64_t updates() const { return updates_; }
  std::uint64_t examples() const { return examples_; }
  const OnlineDuals& duals() const { return duals_; }
  void state(State& s) { s(duals_, updates_, examples_, right_, total_error_); }
  // Begins to count anew what was predicted.
  void forget_examples();
  // The tree-induced error of a guess: the distance to the nearest label.
  double error(Decision predicted, std::span<const Decision> own) const;

 private:
  const LabelSpace& labels_;
  Reporter& reporter_;
  std::unique_ptr<Loss> distance_;
  OnlineDuals duals_;
  std::uint64_t updates_ = 0, examples_ = 0, right_ = 0;
  double total_error_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace clade::detail
