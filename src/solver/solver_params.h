// The options of the dual solver, taken over by every method that uses it.
#pragma once

#include <tuple>

#include "base/params.h"

namespace clade {

struct SolverParams {
  double tolerance = 1e-3;
  int max_epochs = 20000;

  static constexpr auto fields() {
    using P = SolverParams;
    return std::tuple{
        Field{"tolerance", &P::tolerance, between_zero_and_one,
              "stop at this relative duality gap, (primal - lower bound) / primal"},
        Field{"max_epochs", &P::max_epochs, at_least_one, "passes over the data before giving up"}};
  }
};

}  // namespace clade
