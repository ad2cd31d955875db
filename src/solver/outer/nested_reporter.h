// The reporter of a solver that runs once for each step of an outer loop: epochs and times are
// counted over all steps, and the bounds of the whole problem follow after each.
#pragma once

#include <algorithm>
#include <string_view>

#include "clade/reporter.h"
#include "solver/problem/certificate.h"

namespace clade::detail {

class NestedReporter : public Reporter {
 public:
  enum class Passes {
    reported,  // with the bounds of the step, as not certified
    silent,    // where a step has other bounds than the problem
  };
  NestedReporter(Reporter& outer, Passes passes) : outer_(outer), passes_(passes) {}

  void on_pass(const Progress& progress) override {
    last_ = progress;
    last_.epoch += epochs_;
    last_.seconds += seconds_;
    last_.certified = false;
    // A step's dual value bounds the problem of the step alone.
    last_.dual = best_dual_;
    last_.relative_gap = last_.primal > best_dual_ && last_.primal > 0
                             ? (last_.primal - best_dual_) / last_.primal
                             : 0;
    if (passes_ == Passes::reported) outer_.on_pass(last_);
  }
  void on_warning(std::string_view text) override { outer_.on_warning(text); }
  bool stop_requested() const override { return outer_.stop_requested(); }
  bool wants_partial_result() const override { return outer_.wants_partial_result(); }

  // A step that reports nothing itself.
  void report_step(int epochs, double seconds, const Certificate& of_problem) {
    last_.epoch = epochs_ + epochs;
    last_.seconds = seconds_ + seconds;
    end_step(of_problem);
  }
  void end_step(const Certificate& of_problem) {
    best_dual_ = std::max(best_dual_, of_problem.dual);
    last_.primal = of_problem.primal;
    last_.dual = best_dual_;
    last_.relative_gap = of_problem.relative_gap;
    last_.certified = true;
    outer_.on_pass(last_);
    epochs_ = last_.epoch;
    seconds_ = last_.seconds;
  }

 private:
  Reporter& outer_;
  Passes passes_;
  Progress last_;
  double best_dual_ = 0;  // no objective is below zero
  int epochs_ = 0;
  double seconds_ = 0;
};

}  // namespace clade::detail
