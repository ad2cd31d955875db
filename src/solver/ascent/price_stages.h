// Lower prices of slacks for the first epochs of a run with a large C.
//
// Where classes can be parted, most slacks end at zero, and no bound C on dual variables is reached
// in the end. On the way it is: early steps undo each violation at once, however large the variable
// becomes, and later ones must take that back. So a run begins with C lowered by a factor f, and
// raises it when what slacks still cost is there to stay: at bounds, an instance adds to the cost,
// but not to the gap.
//
// For slacks of power 1 duals within lower bounds are within higher ones, too, and their weights
// are the same. So nothing is lost when prices rise, and the gap of the whole problem is known:
// that of the stage and (1/f - 1) times the cost of its slacks. Squared slacks have no bounds, but
// a term B^2/(4C) that does the same; it falls when prices rise, so that this sum is above the gap.
#pragma once

#include <algorithm>
#include <cstddef>
#include <vector>

#include "solver/backend/linear_backend.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// While the object lives, the problem's C are those of the stage.
template <class Real>
class PriceStages {
 public:
  // Whether rows are not sparse, as text was not found to gain, and slacks have power 1, or 2 and
  // belong to instances: where constraints have squared ones of their own, there is Newton's
  // method.
  static bool is_possible(const Problem<Real>& problem);

  PriceStages(Problem<Real>& problem, const LinearBackend<Real>& backend);
  PriceStages(const PriceStages&) = delete;
  PriceStages& operator=(const PriceStages&) = delete;
  ~PriceStages() { at_full_prices(); }

  double factor() const { return factor_; }  // f
  bool is_last() const { return factor_ == 1; }

  // After an epoch, counted from 1, in which visits saw this gap, cost and primal value at the
  // prices of the stage. Whether prices were raised.
  bool raise_if_done(int epoch, double gap, double cost, double primal);

  // For exact checks: the problem's own C, until at_stage_prices().
  void at_full_prices() { problem_.C = prices_; }
  void at_stage_prices();

  void state(State& s) {
    s(factor_, began_after_);
    at_stage_prices();
  }

 private:
  Problem<Real>& problem_;
  std::vector<double> prices_;
  double factor_ = 1;
  int began_after_ = 0;  // the epoch before the stage
};

}  // namespace clade::detail
