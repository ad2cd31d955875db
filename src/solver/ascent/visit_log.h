// What the visits of a run saw: from it come estimates of the gap, and which instances to visit.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "solver/ascent/shrinking.h"

namespace clade::detail {

// What a visit saw before it took its steps, and how many variables these changed.
struct VisitReport {
  double violation = 0;  // of the optimality conditions (psi, thesis 4.32)
  double gap = 0;        // the instance's part of the duality gap (certificate.h)
  double cost = 0;       // of its slacks
  double value = 0;      // sum scale_c beta_c - B^2/(4C)
  std::size_t changes = 0;
};

class VisitLog {
 public:
  // Violations are the gaps of instances. With a hard margin, where slacks have no price and the
  // gap says nothing, they are those of the optimality conditions. `keeps_violations`: for an
  // active subset in place of shrinking.
  VisitLog(std::size_t instances, bool hard_margin, bool keeps_violations)
      : hard_margin_(hard_margin),
        seen_(instances),
        violations_(keeps_violations ? instances : 0),
        shrinking_(instances) {}

  // The visit of the k-th instance of a pass, which is `instance`.
  void record(std::size_t k, std::size_t instance, const VisitReport& report) {
    const double violation = violation_of(report);
    seen_[instance] = {report.gap, report.cost, report.value};
    updates_ += report.changes;
    ++visits_;
    if (violations_.empty()) return shrinking_.record(k, instance, violation);
    shrinking_.record_mean(k, violation);
    violations_[instance] = violation;
  }
  // An instance that was scored without a step.
  void record_scores(std::size_t instance, const VisitReport& report) {
    seen_[instance] = {report.gap, report.cost, report.value};
    violations_[instance] = violation_of(report);
  }
  // Visits that were not recorded one by one.
  void count(std::uint64_t visits, std::uint64_t updates) {
    visits_ += visits;
    updates_ += updates;
  }
  // The entry of an instance that will be recorded soon.
  void prefetch(std::size_t instance) const { __builtin_prefetch(&seen_[instance], 1); }

  // When each instance was last seen.
  struct Seen {
    double gap = 0, cost = 0, value = 0;  // as in VisitReport
  };
  Seen sum() const;
  double cost(std::size_t instance) const { return seen_[instance].cost; }

  Shrinking& shrinking() { return shrinking_; }
  double mean_violation() const { return shrinking_.mean(); }
  // Instances whose violation is above this part of the mean of all, in increasing order.
  void find_above(double part_of_mean, std::vector<std::uint32_t>& instances) const;
  double violation(std::size_t instance) const { return violations_[instance]; }
  double mean_of_violations() const;
  double total_violation(std::span<const std::uint32_t> instances) const;

  std::uint64_t visits() const { return visits_; }
  std::uint64_t updates() const { return updates_; }

  void state(State& s) { s(seen_, violations_, shrinking_, visits_, updates_); }

 private:
  double violation_of(const VisitReport& report) const {
    return hard_margin_ ? report.violation : report.gap;
  }

  bool hard_margin_;
  std::vector<Seen> seen_;
  std::vector<double> violations_;  // by instance, where they are kept
  Shrinking shrinking_;
  std::uint64_t visits_ = 0, updates_ = 0;
};

}  // namespace clade::detail
