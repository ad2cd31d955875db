// Accelerated proximal points around the ascent ("Catalyst": Lin, Mairal, Harchaoui 2015), for
// problems on which the ascent alone would take many epochs: few dense features, large C.
//
// To P(W) = ||W - w0||^2/2 + sum C xi^p we add kappa/2 ||W - V||^2 and divide by m = 1 + kappa:
//
//   ||W - c||^2/2 + sum C/m xi^p + const,   c = (w0 + kappa V) / m
//
// is the same problem with another anchor, the center c, and another C, so that the ascent goes on
// with the visits that it has. A smaller C makes it easy: some epochs bring it close to its
// solution. Then V moves on, with momentum,
//
//   V = W + b (W - W_before),   b = (1 - sqrt q) / (1 + sqrt q),   q = 1/m
//
// as the regulariser makes P strongly convex with modulus 1.
//
// The duals beta' of the subproblem give beta = m beta', which are duals of P: p = 1 has the box
// C = m C', and p = 2 none. The weights that belong to them are w(beta) = w0 + m (W - c), so that
// W - w(beta) = kappa (V - W). The gap of P between any W and any duals is
//
//   P(W) - D(beta) = ||W - w(beta)||^2/2 + sum_g [cost_g + slack_term_g - sum_c beta_c g_c](W)
//
// and each bracket is m times that of the subproblem. So visits and checks of the subproblem give
// the gap of P: nothing is lost if the subproblem is never solved. For checks the weights of the
// duals are built anew, which also takes rounding out of the weights.
//
// When a new center moves by d, so do the weights of the same duals: no pass over the data.
//
// Where centers take many epochs, the weights that they end with jump around the solution, which
// the duals have nearly reached. P is often lower by a third or half at a mean of them, and the
// bounds hold for any weights, so that checks look at both.
#pragma once

#include <cstddef>
#include <vector>

#include "solver/ascent/visits.h"
#include "solver/backend/linear_backend.h"
#include "solver/problem/duals.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// While the object lives, the problem's C are those of the subproblem.
template <class Real>
class Acceleration {
 public:
  // Whether the problem has a price for slacks, and few enough weights for copies and passes over
  // them.
  static bool is_possible(const Problem<Real>& problem, const LinearBackend<Real>& backend);

  // Begins at the backend's weights and the duals of the visits, which belong together. All three
  // must outlive the object.
  Acceleration(Problem<Real>& problem, LinearBackend<Real>& backend, Visits& visits);
  Acceleration(const Acceleration&) = delete;
  Acceleration& operator=(const Acceleration&) = delete;
  // The problem has its C again. The visits keep duals of the subproblem, but for finish().
  ~Acceleration();
  // The visits get the duals of the problem; the weights stay what they are.
  void finish();

  double multiple() const { return 1 + kappa_; }  // m
  // ||W - w(beta)||^2 as it would be without rounding: for estimates.
  double squared_distance() const;
  // The same from weights that are built anew from the duals of the subproblem.
  double rebuilt_distance(const Duals& duals);
  // Of whatever weights the backend has from those that were rebuilt last.
  double distance_from_rebuilt() const;
  // What was rebuilt last takes the place of what the visits have added up.
  void take_rebuilt_weights();
  // ||w(beta)||^2/2 - ||w0||^2/2
  double cost_of_weights() const;

  // Whether checks are to look at the mean, too.
  bool has_mean() const;
  // At the end of a center, whether the mean may be within the tolerance where the weights have
  // this gap. It then holds them.
  bool may_end_at_mean(double gap, double tolerance);
  // The mean takes the place of the backend's weights, and back.
  void swap_mean() { backend_.swap_weights(mean_); }

  // After an epoch that saw this gap.
  void end_epoch(double gap);

  void state(State& s) {
    s(epochs_per_center_, epochs_left_, centers_, last_gap_, center_, before_, mean_, is_in_mean_);
  }

 private:
  void move_center();
  void add_to_mean();
  void follow_progress(double gap);
  // sum of value(w, center, w0) over all weights.
  template <class Value>
  double sum_over_weights(Value value) const;

  Problem<Real>& problem_;
  LinearBackend<Real>& backend_;
  Visits& visits_;
  double kappa_, momentum_;
  std::vector<double> prices_;  // C of the problem
  WeightRows<Real> center_, before_, mean_, rebuilt_;
  int epochs_per_center_, epochs_left_ = epochs_per_center_;
  int centers_ = 0;
  bool is_in_mean_ = false;  // this center
  double last_gap_;          // when progress was last looked at
};

// Whether the ascent alone will take long, from the gaps that it sees.
class SlowProgress {
 public:
  // Where rows are sparse, only many epochs are worth the passes over all weights.
  template <class Real>
  explicit SlowProgress(const Problem<Real>& problem);
  SlowProgress() = default;

  // To be called after every epoch.
  bool is_slow(int epoch, double gap, double tolerance);

 private:
  double few_epochs_ = 40;
  double earlier_gap_ = 0;
};

}  // namespace clade::detail
