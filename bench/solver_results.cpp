#include "bench/solver_results.h"

#include <fmt/core.h>

namespace clade::detail::bench {

namespace {

void print_comparisons(const std::vector<Comparison>& comparisons, double C) {
  fmt::print(
      "\nC = {}, one thread, clade at LIBLINEAR's objective or below; above: relative to the "
      "certified lower bound\n"
      "MB: peak of training, beyond the data\n",
      C);
  fmt::print("{:<27} {:>9} {:>7} {:>10} {:>17} {:>11} {:>8} {:>7} {:>5} {:>14}\n", "set",
             "instances", "classes", "objective", "above: it, clade", "LIBLINEAR s", "clade s",
             "ratio", "goal", "MB: it, clade");
  for (const Comparison& c : comparisons) {
    fmt::print(
        "{:<27} {:>9} {:>7} {:>10.6g} {:>8.1e} {:>8.1e} {:>11.3f} {:>8.3f} {:>6.1f}x {:>4}x "
        "{:>6.0f} "
        "{:>7.0f}\n",
        c.name, c.instances, c.classes, c.objective, c.their_excess, c.our_excess, c.their_seconds,
        c.our_seconds, c.their_seconds / c.our_seconds, c.goal, c.their_mb, c.our_mb);
  }
}

void print_factors(const std::vector<Factors>& factors, double gap) {
  fmt::print("\nseconds to a certified gap of {}, and what the taxonomy costs (goal: at most)\n",
             gap);
  fmt::print("{:<27} {:>8} {:>8} {:>8} {:>12} {:>9} {:>10} {:>18} {:>5}\n", "set", "svm", "hsvm",
             "clade", "clade --flat", "hsvm/svm", "clade/svm", "clade/clade --flat", "goal");
  for (const Factors& f : factors) {
    fmt::print("{:<27} {:>8.3f} {:>8.3f} {:>8.3f} {:>12.3f} {:>9.2f} {:>10.2f} {:>18.2f} {:>5}\n",
               f.name, f.svm, f.hsvm, f.clade, f.clade_flat, f.hsvm / f.svm, f.clade / f.svm,
               f.clade / f.clade_flat, f.goal);
  }
}

}  // namespace

void print_results(const Results& results, double C, double gap) {
  if (!results.comparisons.empty()) print_comparisons(results.comparisons, C);
  if (!results.factors.empty()) print_factors(results.factors, gap);
  print_rows(results.series);
}

}  // namespace clade::detail::bench
