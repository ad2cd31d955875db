// The solver on one thread: against LIBLINEAR at equal primal objective, and what a taxonomy costs.
//
// LIBLINEAR stops by its own measure, so its objective is computed from its weights. Its -e is the
// one that comes nearest to 1e-3 above the optimum's certified lower bound; clade gets the loosest
// tolerance whose objective is no worse. Times are CPU times of the thread around training alone:
// clade's hold its certificates, LIBLINEAR makes none. Runs in turns, the median (turns.h).
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/clade_peer.h"
#include "bench/equal_objective.h"
#include "bench/liblinear_peer.h"
#include "bench/series.h"
#include "bench/solver_results.h"
#include "bench/training_set.h"
#include "bench/turns.h"

namespace clade::detail::bench {
namespace {

constexpr double C = 1.0;
constexpr double gap = 1e-3;
constexpr std::string_view rounds_word = "rounds=";

struct Goal {
  std::string set;
  double ratio;   // LIBLINEAR's time to clade's, at least
  double factor;  // time with the taxonomy to time without, at most; 0: not compared
};

std::vector<Goal> goals() {
  return {{"wipo-d", 8, 1.2},         {"wipo-b", 10, 1.2},  {"newsgroups", 4, 1.2},
          {"trec_questions", 4, 1.5}, {"clinc150", 4, 1.5}, {"amazon_reviews", 10, 1.5},
          {"debtags", 0.5, 0}};
}

CladeChoice svm() { return {"svm", "svm", {}, {false, 1, "zero-one"}}; }
CladeChoice hsvm() { return {"hsvm", "hsvm", {}, {false, 1, "tree"}}; }
CladeChoice clade_method() {
  return {"clade", "clade", {{"bias", "none"}, {"kernel", "linear"}}, {false, 2, "tree"}};
}
CladeChoice clade_flat() {
  return {"clade-flat",
          "clade",
          {{"flat", "true"}, {"bias", "none"}, {"kernel", "linear"}},
          {false, 2, "zero-one"}};
}

CladeChoice binary(bool flat) {
  return {flat ? "binary-flat" : "binary-tree",
          "hsvm",
          {{"constraints", "binary"}, {"flat", flat ? "true" : "false"}, {"slack_power", "2"}},
          {true, 2}};
}
// As it was in 0.1.0, so that ratios stay comparable.
CladeChoice binary_clade() {
  return {"binary-clade",
          "clade",
          {{"attributes", "depth+root"}, {"bias", "none"}, {"kernel", "linear"}},
          {true, 2}};
}

Contender contender(const TrainingSet& set, const std::shared_ptr<CladePeer>& peer,
                    double tolerance) {
  return {{fmt::format("{}/{}-t{:.3g}", set.name, peer->choice().name, tolerance), {}, {}},
          [peer, tolerance] { peer->train(C, tolerance); },
          [peer, tolerance] {
            const double objective = peer->checked_objective(C, tolerance);
            peer->forget();
            return objective;
          }};
}

Contender contender(const TrainingSet& set, const std::shared_ptr<LiblinearPeer>& peer,
                    const Formulation& formulation, const std::string& option, double epsilon) {
  return {{fmt::format("{}/liblinear-{}-e{:.3g}", set.name, option, epsilon), {}, {}},
          [peer, epsilon] { peer->train(C, epsilon); },
          [&set, peer, formulation] {
            const double objective = primal_objective(set, peer->weights(), formulation, C);
            peer->forget();
            return objective;
          }};
}

// From one tight run, outside all timing.
double certified_lower_bound(CladePeer& peer, double tight) {
  peer.train(C, tight);
  peer.checked_objective(C, tight);
  const double bound = peer.summary().objective->lower_bound;
  peer.forget();
  return bound;
}

Contender with_tolerance_for(double excess, double bound, const TrainingSet& set,
                             const std::shared_ptr<CladePeer>& peer) {
  return contender(set, peer, loosest_tolerance(excess, [&](double tolerance) {
                     return train_once(contender(set, peer, tolerance)) <= (1 + excess) * bound;
                   }));
}

void check_objectives(const Series& series, double least, double most) {
  for (const double objective : series.objectives) {
    check(objective >= least && objective <= most,
          fmt::format("{}: objective {} is not between {} and {}", series.name, objective, least,
                      most));
  }
}

// LIBLINEAR near the gap, and how far it is above the bound there, relative.
struct Opponent {
  Contender contender;
  double excess;
};

Opponent opponent_near_gap(const TrainingSet& set, const std::shared_ptr<LiblinearPeer>& peer,
                           const Formulation& formulation, const std::string& option,
                           double bound) {
  const PeerStop stop = stop_near(gap, bound, [&](double epsilon) {
    const double objective = train_once(contender(set, peer, formulation, option, epsilon));
    fmt::print("  LIBLINEAR -e {:.3g}: {:.1e} above the bound\n", epsilon, objective / bound - 1);
    return objective;
  });
  check(stop.objective >= bound && stop.objective <= (1 + 10 * gap) * bound,
        fmt::format("{}: LIBLINEAR finds {}, clade certifies {}", set.name, stop.objective, bound));
  return {contender(set, peer, formulation, option, stop.epsilon), stop.objective / bound - 1};
}

Comparison compare(const TrainingSet& set, const std::string& name, const Contender& theirs,
                   const Contender& ours, double their_bound, double our_bound, double goal) {
  const double objective = theirs.series.objectives.front();
  const double excess = objective / their_bound - 1;
  check_objectives(theirs.series, their_bound, objective);
  check_objectives(ours.series, our_bound, (1 + excess) * our_bound);
  return {name,
          set.size(),
          set.classes(),
          objective,
          excess,
          ours.series.objectives.front() / our_bound - 1,
          theirs.series.median(),
          ours.series.median(),
          goal,
          theirs.peak_mb,
          ours.peak_mb};
}

void measure_memory(std::span<Contender> contenders) {
  for (Contender& c : contenders) c.peak_mb = extra_peak_mb(c.train);
}

void keep_series(const std::vector<Contender>& contenders, Results& results) {
  for (const Contender& c : contenders) results.series.push_back(c.series);
}

void run_single_label(const TrainingSet& set, const Goal& goal, int rounds, Results& results) {
  ThreadPool pool(1);
  const auto peer = std::make_shared<LiblinearPeer>(set, LiblinearSolver::multiclass);
  const auto make = [&](CladeChoice choice) {
    return std::make_shared<CladePeer>(set, std::move(choice), pool);
  };
  const auto flat = make(svm());
  const double bound = certified_lower_bound(*flat, 1e-5);
  const Opponent opponent = opponent_near_gap(set, peer, flat->choice().formulation, "s4", bound);
  std::vector<Contender> contenders{opponent.contender,
                                    with_tolerance_for(opponent.excess, bound, set, flat)};
  for (const auto& one : {flat, make(hsvm()), make(clade_method()), make(clade_flat())}) {
    contenders.push_back(contender(set, one, gap));
  }
  run_in_turns(contenders, rounds);
  measure_memory({contenders.data(), 2});
  results.comparisons.push_back(
      compare(set, set.name, contenders[0], contenders[1], bound, bound, goal.ratio));
  const auto median = [&](std::size_t k) { return contenders[k].series.median(); };
  results.factors.push_back({set.name, median(2), median(3), median(4), median(5), goal.factor});
  keep_series(contenders, results);
}

// LIBLINEAR trains every class against the rest. Without the taxonomy (the first choice) that is
// the same problem as binary constraints, and its objective the sum over the classes; with it clade
// solves another one, to the same distance from that one's own bound.
void run_several_labels(const TrainingSet& set, const Goal& goal, int rounds, Results& results) {
  ThreadPool pool(1);
  const auto peer = std::make_shared<LiblinearPeer>(set, LiblinearSolver::squared_slack_per_class);
  const std::vector<CladeChoice> choices{binary(true), binary(false), binary_clade()};
  std::vector<double> bounds;
  std::vector<std::shared_ptr<CladePeer>> peers;
  for (const CladeChoice& choice : choices) {
    peers.push_back(std::make_shared<CladePeer>(set, choice, pool));
    bounds.push_back(certified_lower_bound(*peers.back(), 1e-4));
  }
  const Opponent opponent =
      opponent_near_gap(set, peer, choices.front().formulation, "s1", bounds.front());
  std::vector<Contender> contenders{opponent.contender};
  for (std::size_t k = 0; k < peers.size(); ++k) {
    contenders.push_back(with_tolerance_for(opponent.excess, bounds[k], set, peers[k]));
  }
  run_in_turns(contenders, rounds);
  measure_memory(contenders);
  for (std::size_t k = 0; k < peers.size(); ++k) {
    results.comparisons.push_back(compare(set, set.name + " " + choices[k].name, contenders[0],
                                          contenders[k + 1], bounds[0], bounds[k], goal.ratio));
  }
  keep_series(contenders, results);
}

// What there is already, for those who wait; the tables come at the end.
void print_last(const Results& results, std::size_t from) {
  for (std::size_t k = from; k < results.comparisons.size(); ++k) {
    const Comparison& c = results.comparisons[k];
    fmt::print("  {}: LIBLINEAR {:.3f} s, clade {:.3f} s, {:.1f}x\n", c.name, c.their_seconds,
               c.our_seconds, c.their_seconds / c.our_seconds);
  }
  std::fflush(stdout);
}

void run_set(const Goal& goal, const std::filesystem::path& data, int rounds, Results& results) {
  const bool single = goal.factor > 0;
  const std::optional<TrainingSet> set =
      load_set(goal.set, data, single ? LabelUse::first_only : LabelUse::all);
  if (!set) return;
  fmt::print("{}: {} rows, {} features, {} classes\n", set->name, set->size(), set->features,
             set->classes());
  std::fflush(stdout);
  const std::size_t before = results.comparisons.size();
  single ? run_single_label(*set, goal, rounds, results)
         : run_several_labels(*set, goal, rounds, results);
  print_last(results, before);
}

void run_sets(const std::filesystem::path& data, std::vector<std::string> names) {
  int rounds = timed_runs;
  std::erase_if(names, [&](const std::string& word) {
    if (!word.starts_with(rounds_word)) return false;
    rounds = std::max(1, std::stoi(word.substr(rounds_word.size())));
    return true;
  });
  const std::vector<Goal> all = goals();
  for (const std::string& name : names) {
    const auto has_name = [&](const Goal& goal) { return goal.set == name; };
    if (std::none_of(all.begin(), all.end(), has_name)) throw std::runtime_error("no set " + name);
  }
  Results results;
  for (const Goal& goal : all) {
    const bool wanted =
        names.empty() || std::find(names.begin(), names.end(), goal.set) != names.end();
    if (wanted) run_set(goal, data, rounds, results);
  }
  print_results(results, C, gap);
}

}  // namespace
}  // namespace clade::detail::bench

// solver_bench DATA [SET...] [rounds=N]: DATA holds a folder for each real set; without names, all
// sets.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("solver_bench", [&] {
    clade::detail::bench::run_sets(clade::detail::bench::data_folder(argc, argv),
                                   {argv + std::min(argc, 2), argv + argc});
  });
}
