// Few dense features, on one thread: the flat SVM, the hierarchical one and the default method to a
// certified gap of 1e-3, for several C, against LIBLINEAR.
//
// LIBLINEAR solves the flat problem: -s 4 where examples have one label, -s 2 for each class where
// they have several. Its -e is the one that comes nearest to 1e-3 above that problem's bound, which
// a tight run of clade certifies. So each side is as far from its own optimum as the other. Times
// are CPU times of the thread around training alone; runs in turns, the median.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <functional>
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
// Seconds of LIBLINEAR after which no other -e is tried: its distance is printed as it is.
constexpr double long_trial = 60;
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

Contender contender(const std::string& name, const TrainingSet& set,
                    const std::shared_ptr<LiblinearPeer>& peer, const Formulation& formulation,
                    double C, double epsilon) {
  return {{name, {}, {}},
          [peer, C, epsilon] { peer->train(C, epsilon); },
          [&set, peer, formulation, C] {
            const double objective = primal_objective(set, peer->weights(), formulation, C);
            peer->forget();
            return objective;
          }};
}

double lower_bound(CladePeer& peer, double C) {
  peer.train(C, tight);
  peer.checked_objective(C, tight);
  const double bound = peer.summary().objective->lower_bound;
  peer.forget();
  return bound;
}

// Three rounds, or one where a training takes long.
void run_rounds(std::vector<Contender>& contenders) {
  constexpr double long_training = 20;
  if (run_round(contenders) > long_training) return;
  for (int round = 1; round < 3; ++round) run_round(contenders);
}

void run_price(const TrainingSet& set, bool several_labels, double C, std::vector<Series>& all) {
  ThreadPool pool(1);
  std::vector<std::shared_ptr<CladePeer>> peers;
  for (CladeChoice& choice : choices_for(several_labels)) {
    peers.push_back(std::make_shared<CladePeer>(set, std::move(choice), pool));
  }
  const auto liblinear = std::make_shared<LiblinearPeer>(
      set, several_labels ? LiblinearSolver::primal_per_class : LiblinearSolver::multiclass);
  const Formulation& flat = peers.front()->choice().formulation;
  const double bound = lower_bound(*peers.front(), C);
  const auto name = [&](const std::string& of) {
    return fmt::format("{}/{}-C{}", set.name, of, C);
  };
  const auto objective_at = [&](double epsilon) {
    return train_once(contender("", set, liblinear, flat, C, epsilon));
  };
  const PeerStop stop = stop_near(gap, bound, objective_at, long_trial);
  check(stop.objective >= bound,
        fmt::format("LIBLINEAR's objective {} is below the bound {}", stop.objective, bound));
  std::vector<Contender> contenders{
      contender(name("liblinear"), set, liblinear, flat, C, stop.epsilon)};
  std::vector<std::shared_ptr<Seen>> seen;
  for (const auto& peer : peers) {
    seen.push_back(std::make_shared<Seen>());
    contenders.push_back(contender(name(peer->choice().name), peer, C, seen.back()));
  }
  run_rounds(contenders);
  const double theirs = contenders.front().series.median();
  fmt::print("{:<10} {:>8.3f} s, {:.1e} above the bound (-e {:.3g})\n", fmt::format("C = {}", C),
             theirs, stop.objective / bound - 1, stop.epsilon);
  for (std::size_t k = 0; k < peers.size(); ++k) {
    const double ours = contenders[k + 1].series.median();
    fmt::print("  {:<12} {:>8.3f} s, {:>6.2f}x, gap {:.1e}, {} epochs\n", peers[k]->choice().name,
               ours, theirs / ours, seen[k]->relative_gap, seen[k]->epochs);
  }
  std::fflush(stdout);
  for (const Contender& one : contenders) all.push_back(one.series);
}

void run(const path& data, const std::vector<std::string>& names) {
  std::vector<Series> all;
  for (const Case& one : cases()) {
    if (!names.empty() && std::find(names.begin(), names.end(), one.name) == names.end()) continue;
    const std::optional<TrainingSet> set = one.load(data);
    if (!set) continue;
    fmt::print("{}: {} rows, {} features, {} classes; LIBLINEAR -s {}\n", set->name, set->size(),
               set->features, set->classes(), one.several_labels ? 2 : 4);
    std::fflush(stdout);
    for (const double C : one.prices) run_price(*set, one.several_labels, C, all);
  }
  print_rows(all);
}

}  // namespace
}  // namespace clade::detail::bench

// dense_bench DATA [SET...]: DATA holds a folder for each public set; without names, all sets.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("dense_bench", [&] {
    clade::detail::bench::run(clade::detail::bench::data_folder(argc, argv),
                              {argv + std::min(argc, 2), argv + argc});
  });
}
