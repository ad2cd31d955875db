// What training will take, in seconds and memory, before it begins: a count of the work that the
// sizes of the problem ask for, times constants that were fitted to measured runs.
// docs/lab/PERFORMANCE.md says how good that is.
#pragma once

#include "clade/method.h"
#include "method/problem_size.h"

namespace clade::detail {

struct CostEstimate {
  double seconds = 0;
  double bytes = 0;  // beyond what the process has when training begins
};
CostEstimate estimate_cost(const ProblemSize& size, const MethodTraits& method,
                           unsigned threads = 1);

// How many times slower this machine is than the one where the constants were fitted: some
// thousandths of a second of the work that training mostly is, in processor time, so that other
// processes do not matter.
double machine_slowness();

}  // namespace clade::detail
