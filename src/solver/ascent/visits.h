// How an ascent visits instances: the interface of all strategies. make_visits.h chooses one.
//
// A visit scores an instance, finds the constraints that it violates and takes exact steps on its
// dual variables. Strategies differ in how many visits they do at once, in how a step solves the
// instance's block, and in how dual variables are stored. A new one derives from Visits and gets
// its place in make_visits.cpp.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <utility>
#include <vector>

#include "base/random.h"
#include "base/state.h"
#include "base/threads.h"
#include "clade/reporter.h"
#include "solver/ascent/visit_log.h"
#include "solver/problem/certificate.h"
#include "solver/problem/duals.h"

namespace clade::detail {

// Steps that solve a block exactly: below this part of the mean gap one is not worth its change of
// the weights.
inline constexpr double negligible_part = 0.03;

// When the ascent certifies its bounds, and when it gives up.
struct CheckRules {
  // Epochs until bounds are certified whatever the estimate says; long runs have longer intervals.
  std::int64_t interval = 64;
  // In single precision: checks and epochs without progress after which rounding is to blame.
  int checks_until_stuck = 8;
  int epochs_until_stuck = 100;
  // Estimates lag behind: the gap at the end of an epoch is that which the last two let expect.
  bool follows_trend = true;
  // A trace that asks for it gets certified bounds after every epoch.
  bool certifies_for_traces = true;
};

// Called once for each block of visits, not for each visit.
class Visits {
 public:
  explicit Visits(std::size_t instances) : duals_(instances) {}
  Visits(const Visits&) = delete;
  Visits& operator=(const Visits&) = delete;
  virtual ~Visits() = default;

  virtual CheckRules check_rules() const { return {}; }

  // How many instances the next call of visit() may have.
  virtual std::size_t block_size(std::uint64_t visits_so_far) const = 0;
  // Visits `count` instances of a pass from order[first] on, and records each. What follows in the
  // order may be fetched ahead.
  virtual void visit(std::span<const std::uint32_t> order, std::size_t first, std::size_t count,
                     VisitLog& log) = 0;
  // After an epoch: the gap that the next one is expected to see.
  virtual void adapt_to(double /*expected_gap*/) {}
  // Whether visits see every violation, so that their estimate of the gap can be trusted.
  virtual bool sees_all() const { return true; }

  // The dual variables, which a strategy may store in another form between visits.
  virtual const Duals& duals() { return duals_; }
  virtual void set_duals(Duals duals) { duals_ = std::move(duals); }
  // The same of one instance.
  virtual const std::vector<DualVariable>& duals_of(std::size_t instance) {
    return duals_[instance];
  }
  virtual std::uint64_t nonzero_duals() const {
    std::uint64_t count = 0;
    for (const auto& of_instance : duals_) count += of_instance.size();
    return count;
  }
  // Ends their use here.
  Duals take_duals() {
    duals();
    return std::move(duals_);
  }
  // Adds the contributions of all these duals to the weights.
  virtual void add_to_weights(const Duals& duals) = 0;
  // Whether visits work on weights of their own, which certify() builds anew from the duals: then
  // it alone gives bounds, and complete_weights() brings the backend's weights up to date.
  virtual bool keeps_weights() const { return false; }
  // Visits may leave weights that follow from others to this: whoever else reads the backend's
  // weights, or changes them, has them completed first.
  virtual void complete_weights() {}
  // In place of that where the backend is about to be reset.
  virtual void drop_weights() {}
  // ||w - w0||^2 where it can be had from incomplete weights.
  virtual std::optional<double> squared_distance() { return std::nullopt; }
  // How much more the rounding of a change may move such weights: a factor of the square.
  virtual double drift_factor() const { return 1; }
  // The square of how far rounding may have moved the weights from those of the duals, where visits
  // have kept account of it.
  virtual std::optional<double> squared_drift() const { return std::nullopt; }
  // The bounds of the present weights and duals, where that takes neither complete weights nor
  // duals in their common form.
  virtual std::optional<Certificate> certify(double /*drift*/, ThreadPool& /*pool*/) {
    return std::nullopt;
  }

  // Where scoring an instance costs next to nothing and a step changes the scores of all, an epoch
  // scores all instances and makes some passes over an active subset of them.
  virtual bool uses_active_subset() const { return false; }
  // Records what visits of all instances would see, without steps.
  virtual void score_all(VisitLog& /*log*/) {}
  // From now on visits are of these instances, in increasing order.
  virtual void restrict_scores_to(std::span<const std::uint32_t> /*instances*/) {}
  // All instances may be visited again.
  virtual void refresh_scores() {}
  // In place of visits of a subset: ascends on the working sets of the instances that matter now,
  // which stay the same for many passes, until their part of the gap is far lower or below
  // `target`. False where this does not suit the problem, the memory or the first epoch: nothing
  // has changed then.
  virtual bool ascend_on_working_sets(double /*target*/, Random& /*random*/,
                                      const Reporter& /*reporter*/, VisitLog& /*log*/) {
    return false;
  }

  // What the visits so far have left, between two of them. That of the weights is the backend's.
  virtual void state(State& s) { s(duals_); }

 protected:
  Duals duals_;
};

}  // namespace clade::detail
