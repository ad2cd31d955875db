// What bench/solver_bench.cpp found, and its tables.
#pragma once

#include <cstddef>
#include <string>
#include <vector>

#include "bench/series.h"

namespace clade::detail::bench {

// Against LIBLINEAR, at its objective.
struct Comparison {
  std::string name;
  std::size_t instances, classes;
  double objective;                 // LIBLINEAR's
  double their_excess, our_excess;  // above the certified lower bound, relative
  double their_seconds, our_seconds;
  double goal;              // of the ratio, at least
  double their_mb, our_mb;  // peak of training, beyond the data
};

// What a taxonomy costs, all to the same certified gap: seconds.
struct Factors {
  std::string name;
  double svm, hsvm, clade, clade_flat;
  double goal;  // of the factors, at most
};

struct Results {
  std::vector<Comparison> comparisons;
  std::vector<Factors> factors;
  std::vector<Series> series;
};

void print_results(const Results& results, double C, double gap);

}  // namespace clade::detail::bench
