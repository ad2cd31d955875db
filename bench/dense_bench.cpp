// Few dense features, on one thread: the flat SVM, the hierarchical one and the default method to a
// certified gap of 1e-3, for several C, against LIBLINEAR.
//
// LIBLINEAR solves the flat problem: -s 4 where examples have one label, -s 2 for each class where
// they have several. Its -e is the one that comes nearest to 1e-3 above that problem's bound, which
// a tight run of clade certifies. So each side is as far from its own optimum as the other. Times
// are CPU times of the thread around training alone; runs in turns, the median. Where LIBLINEAR
// takes long it is trained once for each -e, and cut off where it takes very long.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "bench/bench_main.h"
#include "bench/clade_peer.h"
#include "bench/dense_data.h"
#include "bench/equal_objective.h"
#include "bench/liblinear_peer.h"
#include "bench/series.h"
#include "bench/turns.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;

constexpr double gap = 1e-3, tight = 1e-4;
// Seconds of a training of LIBLINEAR that is not repeated, and of one that is cut off.
constexpr double long_trial = 20, most_seconds = 200;
constexpr int most_epochs = 20'000;  // the default of --max-epochs

struct Case {
  std::string name;
  bool several_labels;
  std::vector<double> prices;  // C
  std::function<std::optional<TrainingSet>(const path& data)> load;
};

std::vector<Case> cases() {
  const std::vector<double> all{0.1, 1, 10, 100};
  const auto folder = [](std::string name, LabelUse use, Scaling scaling) {
    return [=](const path& data) { return load_dense(name, data, use, scaling); };
  };
  const auto generated = [&all](const std::string& name, std::size_t rows) {
    return Case{name, false, all,
                [=](const path&) { return std::optional(generate_embeddings(name, rows)); }};
  };
  return {{"imclef07a-standard", false, all,
           folder("imclef07a", LabelUse::first_only, Scaling::standard)},
          {"imclef07a", false, {0.1, 1}, folder("imclef07a", LabelUse::first_only, Scaling::none)},
          generated("embeddings-5000", 5'000),
          generated("embeddings-20000", 20'000),
          generated("embeddings", 50'000),
          {"cellcycle_funcat-standard", true, all,
           folder("cellcycle_funcat", LabelUse::all, Scaling::standard)}};
}

// The first is LIBLINEAR's problem.
std::vector<CladeChoice> choices_for(bool several_labels) {
  if (several_labels) {
    const auto binary = [](std::string name, const char* flat) {
      return CladeChoice{
          std::move(name),
          "hsvm",
          {{"constraints", "binary"}, {"flat", flat}, {"slack_power", "2"}, {"bias", "none"}},
          {true, 2}};
    };
    return {binary("binary-flat", "true"),
            binary("binary-tree", "false"),
            {"clade", "clade", {{"kernel", "linear"}, {"bias", "none"}}, {true, 2}}};
  }
  return {{"svm", "svm", {}, {false, 1, "zero-one"}},
          {"hsvm", "hsvm", {}, {false, 1, "tree"}},
          {"clade", "clade", {{"kernel", "linear"}, {"bias", "none"}}, {false, 2, "tree"}}};
}

// What of a training is printed besides its time.
struct Seen {
  double objective = 0, relative_gap = 0;
  int epochs = 0;
};

Contender contender(const std::string& name, const std::shared_ptr<CladePeer>& peer, double C,
                    const std::shared_ptr<Seen>& seen) {
  return {{name, {}, {}},
          [peer, C] { peer->train(C, gap); },
          [peer, C, seen] {
            seen->objective = peer->checked_objective(C, gap);
            seen->relative_gap = peer->summary().objective->relative_gap;
            seen->epochs = peer->summary().epochs;
            check(seen->epochs < most_epochs, "clade needs more epochs than it has by default");
            peer->forget();
            return seen->objective;
          }};
}

// What LIBLINEAR took at one -e. Infinitely far where it was cut off.
struct PeerTrial {
  double epsilon, seconds, objective = std::numeric_limits<double>::infinity();
};

PeerTrial try_peer(const TrainingSet& set, LiblinearPeer& peer, const Formulation& formulation,
                   double C, double epsilon) {
  bool is_done = false;
  PeerTrial trial{epsilon,
                  thread_seconds_of([&] { is_done = peer.train(C, epsilon, most_seconds); })};
  if (is_done) trial.objective = primal_objective(set, peer.weights(), formulation, C);
  peer.forget();
  return trial;
}

// Single precision may end a tight run before it is as close as others.
double lower_bound(CladePeer& peer, double C) {
  double bound = 0;
  for (const double tolerance : {tight, gap}) {
    peer.train(C, tolerance);
    const double reached = peer.summary().objective->relative_gap;
    peer.checked_objective(C, std::max(tolerance, reached));
    bound = std::max(bound, peer.summary().objective->lower_bound);
    peer.forget();
    if (reached <= gap) break;
  }
  return bound;
}

// What LIBLINEAR needs to be about `gap` above the bound: the trial that comes nearest, and one
// that was cut off, if any.
struct PeerTime {
  PeerTrial nearest;
  std::optional<PeerTrial> cut;
};

PeerTime time_peer(const TrainingSet& set, LiblinearPeer& peer, const Formulation& formulation,
                   double C, double bound) {
  std::vector<PeerTrial> trials;
  const PeerStop stop = stop_near(
      gap, bound,
      [&](double epsilon) {
        trials.push_back(try_peer(set, peer, formulation, C, epsilon));
        return trials.back().objective;
      },
      long_trial);
  PeerTime time{trials.front(), {}};
  for (const PeerTrial& trial : trials) {
    if (trial.epsilon == stop.epsilon) time.nearest = trial;
    if (!std::isfinite(trial.objective)) time.cut = trial;
  }
  check(
      time.nearest.objective >= bound,
      fmt::format("LIBLINEAR's objective {} is below the bound {}", time.nearest.objective, bound));
  return time;
}

// So many rounds, or one where a training takes long.
void run_rounds(std::vector<Contender>& contenders, int rounds) {
  if (run_round(contenders) > long_trial) return;
  for (int round = 1; round < rounds; ++round) run_round(contenders);
}

void print_peer(double C, const PeerTime& time, double seconds, double bound) {
  fmt::print("C = {:<6} {:>8.3f} s, {:.1e} above the bound (-e {:.3g})", C, seconds,
             time.nearest.objective / bound - 1, time.nearest.epsilon);
  if (time.cut) fmt::print("; -e {:.3g}: over {:.0f} s", time.cut->epsilon, time.cut->seconds);
  fmt::print("\n");
}

void run_price(const TrainingSet& set, bool several_labels, double C, int rounds,
               std::vector<Series>& all) {
  ThreadPool pool(1);
  std::vector<std::shared_ptr<CladePeer>> peers;
  for (CladeChoice& choice : choices_for(several_labels)) {
    peers.push_back(std::make_shared<CladePeer>(set, std::move(choice), pool));
  }
  LiblinearPeer liblinear(
      set, several_labels ? LiblinearSolver::primal_per_class : LiblinearSolver::multiclass);
  const Formulation& flat = peers.front()->choice().formulation;
  const double bound = lower_bound(*peers.front(), C);
  const PeerTime time = time_peer(set, liblinear, flat, C, bound);
  const auto name = [&](const std::string& of) {
    return fmt::format("{}/{}-C{}", set.name, of, C);
  };
  std::vector<Contender> contenders;
  std::vector<std::shared_ptr<Seen>> seen;
  for (const auto& peer : peers) {
    seen.push_back(std::make_shared<Seen>());
    contenders.push_back(contender(name(peer->choice().name), peer, C, seen.back()));
  }
  const bool is_repeated = time.nearest.seconds < long_trial;
  if (is_repeated) {
    contenders.push_back({{name("liblinear"), {}, {}},
                          [&] { liblinear.train(C, time.nearest.epsilon); },
                          [&] { return time.nearest.objective; }});
  }
  run_rounds(contenders, rounds);
  const double theirs = is_repeated ? contenders.back().series.median() : time.nearest.seconds;
  print_peer(C, time, theirs, bound);
  for (std::size_t k = 0; k < peers.size(); ++k) {
    const double ours = contenders[k].series.median();
    fmt::print("  {:<12} {:>8.3f} s, {:>6.2f}x, gap {:.1e}, {} epochs\n", peers[k]->choice().name,
               ours, theirs / ours, seen[k]->relative_gap, seen[k]->epochs);
  }
  std::fflush(stdout);
  for (const Contender& one : contenders) all.push_back(one.series);
}

// Names of sets, values of C as C=10, and the number of rounds; all of what is not named.
struct Chosen {
  explicit Chosen(const std::vector<std::string>& words) {
    for (const std::string& word : words) {
      if (word.starts_with("C=")) {
        prices.push_back(std::stod(word.substr(2)));
      } else if (word.starts_with("rounds=")) {
        rounds = std::stoi(word.substr(7));
      } else {
        names.push_back(word);
      }
    }
  }
  template <class T>
  static bool has(const std::vector<T>& all, const T& one) {
    return all.empty() || std::find(all.begin(), all.end(), one) != all.end();
  }
  std::vector<std::string> names;
  std::vector<double> prices;
  int rounds = 3;
};

void run(const path& data, const Chosen& chosen) {
  std::vector<Series> all;
  for (const Case& one : cases()) {
    if (!Chosen::has(chosen.names, one.name)) continue;
    const std::optional<TrainingSet> set = one.load(data);
    if (!set) continue;
    fmt::print("{}: {} rows, {} features, {} classes; LIBLINEAR -s {}\n", set->name, set->size(),
               set->features, set->classes(), one.several_labels ? 2 : 4);
    std::fflush(stdout);
    for (const double C : one.prices) {
      if (Chosen::has(chosen.prices, C)) run_price(*set, one.several_labels, C, chosen.rounds, all);
    }
  }
  print_rows(all);
}

}  // namespace
}  // namespace clade::detail::bench

// dense_bench DATA [SET...] [C=VALUE...] [rounds=N]: DATA holds a folder for each public set;
// without names, all sets, without values, all.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("dense_bench", [&] {
    clade::detail::bench::run(
        clade::detail::bench::data_folder(argc, argv),
        clade::detail::bench::Chosen({argv + std::min(argc, 2), argv + argc}));
  });
}
