// What an online run tells on the way, whatever learns.
#pragma once

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>

#include "clade/label_space.h"
#include "clade/reporter.h"
#include "solver/online/online_rules.h"
#include "taxonomy/loss.h"

namespace clade::detail {

class OnlineReport {
 public:
  OnlineReport(const LabelSpace& labels, Reporter& reporter);

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
  // Begins to count anew what was predicted.
  void forget_examples();
  // The tree-induced error of a guess: the distance to the nearest label.
  double error(Decision predicted, std::span<const Decision> own) const;

 private:
  const LabelSpace& labels_;
  Reporter& reporter_;
  std::unique_ptr<Loss> distance_;
  std::uint64_t updates_ = 0, examples_ = 0, right_ = 0;
  double total_error_ = 0;
  std::chrono::steady_clock::time_point start_ = std::chrono::steady_clock::now();
};

}  // namespace clade::detail
