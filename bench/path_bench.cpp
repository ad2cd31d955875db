// Thirteen values of C along a warm-started path against cold starts, on one thread.
//
// Every solution of the path is certified, and its objective is checked against that of the cold
// start. The path is measured twice: to the gap of training, and to the one that --C auto takes for
// values that are only compared. What both are set against is one cold training at C = 1 to the gap
// of training. Times are CPU times of the thread, once each.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <optional>
#include <stdexcept>
#include <string>
#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "bench/bench_main.h"
#include "bench/series.h"
#include "bench/training_set.h"
#include "clade/reporter.h"
#include "method/class_constraints.h"
#include "solver/outer/c_path.h"
#include "solver/problem/solver_params.h"
#include "taxonomy/attributes.h"

namespace clade::detail::bench {
namespace {

constexpr double training_gap = 1e-3, compared_gap = 1e-2;
constexpr double most_times_one_training = 3;

std::vector<double> values() { return {0.1, 0.15, 0.2, 0.3, 0.5, 0.7, 1, 1.5, 2, 3, 5, 7, 10}; }

Problem<float> make_problem(const TrainingSet& set, const std::string& method) {
  const LabelSpace& labels = set.label_space;
  const bool flat = method == "svm";
  Problem<float> problem;
  problem.rows = set.rows;
  problem.features = set.features;
  problem.score_map = flat ? identity_attributes(labels.taxonomy(), labels.classes()).map
                           : make_attributes(method == "hsvm" ? "depth" : "leaf:0.75",
                                             labels.taxonomy(), labels.classes())
                                 .map;
  problem.constraints = ranking_constraints(set.data, labels, flat ? "zero-one" : "tree");
  problem.slack_power = method == "clade" ? 2 : 1;
  problem.C.assign(set.size(), 1.0);
  return problem;
}

struct Solved {
  double C = 0, seconds = 0;
  Certificate certificate;
  int epochs = 0;
};

// One path for all values where `warm`, one for each where not.
std::vector<Solved> solve(Problem<float>& problem, const std::vector<double>& all, double tolerance,
                          bool warm) {
  ThreadPool pool(1);
  Reporter quiet;
  TrainContext context{quiet, pool, 0};
  const SolverParams params{tolerance, 100000};
  LinearBackend<float> backend(problem);
  CPath path;
  std::vector<Solved> solved;
  for (const double C : all) {
    problem.C.assign(problem.C.size(), C);
    Solved one{C};
    one.seconds = thread_seconds_of([&] {
      if (!warm) path = CPath();
      const SolverResult result = path.solve(problem, backend, params, context);
      one.certificate = result.certificate;
      one.epochs = result.epochs;
    });
    check(one.certificate.relative_gap <= tolerance,
          fmt::format("C {}: the gap {} is above {}", C, one.certificate.relative_gap, tolerance));
    solved.push_back(one);
  }
  return solved;
}

// Each has the optimum between its own two bounds.
void check_same_optimum(const std::vector<Solved>& a, const std::vector<Solved>& b) {
  for (std::size_t k = 0; k < a.size(); ++k) {
    const Certificate &x = a[k].certificate, &y = b[k].certificate;
    check(x.lower_bound <= y.primal && y.lower_bound <= x.primal,
          fmt::format("C {}: {} to {} and {} to {} have nothing in common", a[k].C, x.lower_bound,
                      x.primal, y.lower_bound, y.primal));
  }
}

double total(const std::vector<Solved>& solved) {
  double sum = 0;
  for (const Solved& one : solved) sum += one.seconds;
  return sum;
}

void run_method(const TrainingSet& set, const std::string& method) {
  Problem<float> problem = make_problem(set, method);
  solve(problem, {1.0}, training_gap, false);  // to warm up
  std::vector<double> ones;
  for (int run = 0; run < timed_runs; ++run) {
    ones.push_back(solve(problem, {1.0}, training_gap, false).front().seconds);
  }
  std::sort(ones.begin(), ones.end());
  const double one_training = ones[ones.size() / 2];

  const auto cold = solve(problem, values(), training_gap, false);
  const auto warm = solve(problem, values(), training_gap, true);
  const auto compared = solve(problem, values(), compared_gap, true);
  check_same_optimum(cold, warm);
  check_same_optimum(cold, compared);

  fmt::print("\n{} {}\n{:>6} {:>8} {:>5} {:>8} {:>5} {:>8} {:>5} {:>10} {:>8}\n", set.name, method,
             "C", "cold s", "ep", "warm s", "ep", "1e-2 s", "ep", "objective", "gap");
  for (std::size_t k = 0; k < warm.size(); ++k) {
    fmt::print("{:>6} {:>8.4f} {:>5} {:>8.4f} {:>5} {:>8.4f} {:>5} {:>10.6g} {:>8.1e}\n", warm[k].C,
               cold[k].seconds, cold[k].epochs, warm[k].seconds, warm[k].epochs,
               compared[k].seconds, compared[k].epochs, warm[k].certificate.primal,
               warm[k].certificate.relative_gap);
  }
  fmt::print(
      "one training {:.4f} s; times that: cold {:.1f}, warm {:.1f}, warm to 1e-2 {:.1f} "
      "(goal {})\n",
      one_training, total(cold) / one_training, total(warm) / one_training,
      total(compared) / one_training, most_times_one_training);
  std::fflush(stdout);
}

void run_sets(const std::filesystem::path& data, std::vector<std::string> names) {
  if (names.empty()) names = {"wipo-d", "newsgroups", "trec_questions"};
  for (const std::string& name : names) {
    const std::optional<TrainingSet> set = load_set(name, data, LabelUse::first_only);
    if (!set) continue;
    for (const char* method : {"svm", "hsvm", "clade"}) run_method(*set, method);
  }
}

}  // namespace
}  // namespace clade::detail::bench

// path_bench DATA [SET...]: DATA holds a folder for each real set; without names, three sets.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("path_bench", [&] {
    clade::detail::bench::run_sets(clade::detail::bench::data_folder(argc, argv),
                                   {argv + std::min(argc, 2), argv + argc});
  });
}
