// Keeps how a training went, for pictures of it.
#pragma once

#include <cstddef>
#include <string_view>
#include <utility>
#include <vector>

#include "clade/reporter.h"

namespace clade::detail {

// Passes on notes, warnings and the wish to stop. However many passes there are, a few hundred are
// kept, the last one among them.
class TraceRecorder : public Reporter {
 public:
  explicit TraceRecorder(Reporter& outer) : outer_(outer) {}

  void on_pass(const Progress& progress) override {
    last_ = progress;
    if (count_++ % stride_ != 0) return;
    kept_.push_back(progress);
    if (kept_.size() < most_kept) return;
    for (std::size_t i = 1; 2 * i < kept_.size(); ++i) kept_[i] = kept_[2 * i];
    kept_.resize(kept_.size() / 2);
    stride_ *= 2;
  }
  void on_note(std::string_view message) override { outer_.on_note(message); }
  void on_warning(std::string_view message) override { outer_.on_warning(message); }
  bool wants_exact_passes() const override { return outer_.wants_exact_passes(); }
  bool stop_requested() const override { return outer_.stop_requested(); }
  bool wants_partial_result() const override { return outer_.wants_partial_result(); }

  std::vector<Progress> passes() && {
    if (count_ > 0 && (count_ - 1) % stride_ != 0) kept_.push_back(last_);
    return std::move(kept_);
  }

 private:
  static constexpr std::size_t most_kept = 400;

  Reporter& outer_;
  std::vector<Progress> kept_;
  Progress last_;
  std::size_t count_ = 0, stride_ = 1;
};

}  // namespace clade::detail
