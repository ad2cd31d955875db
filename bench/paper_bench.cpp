// The papers' own algorithm (thesis Alg. 2) against the fast solver, one thread, in turns.
//
// The thesis compares step 8a with optimising all variables of an example, without active sets, on
// the D section of WIPO-alpha. Here: hsvm at C = 1 on a generated set of CIKM 6.3 and on the preset
// wipo-d. Names say the relative gap of the fast solver, or the paper's epsilon, which bounds
// the duality gap by epsilon times the sum of all C; every objective must lie within that of the
// largest lower bound that any of them has.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "base/threads.h"
#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/clade_peer.h"
#include "bench/series.h"
#include "bench/training_set.h"
#include "bench/turns.h"
#include "generate/generate.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;
using Options = std::vector<std::pair<std::string, std::string>>;

constexpr double C = 1, fast_gap = 1e-3;

struct Variant {
  std::string name;
  Options options;
  double tolerance;  // relative gap, or epsilon
  bool is_paper() const { return !options.empty(); }
};

Variant fast() { return {fmt::format("fast to {}", fast_gap), {}, fast_gap}; }
Variant paper(const std::string& name, double epsilon, Options options = {}) {
  options.emplace_back("solver", "paper");
  return {fmt::format("{} to {}", name, epsilon), std::move(options), epsilon};
}

// One variant on one set, with what its last run left.
struct Runner {
  const Variant variant;
  CladePeer peer;
  double bound;  // of primal - dual
  TrainSummary summary = {};

  Runner(const TrainingSet& set, Variant v, ThreadPool& pool)
      : variant(std::move(v)),
        peer(set, {variant.name, "hsvm", variant.options, {false, 1, "tree"}}, pool),
        bound(variant.tolerance * C * static_cast<double>(set.size())) {}

  void train() { peer.train(C, variant.tolerance); }
  // From the weights, and within the promised gap.
  double finish() {
    summary = peer.summary();
    check(summary.stopped == Stop::tolerance, variant.name + " did not end");
    if (!variant.is_paper()) bound = fast_gap * summary.objective->primal;
    const double objective = peer.checked_objective(C, bound / summary.objective->primal);
    peer.forget();
    return objective;
  }
  double active_ratio() const {
    return static_cast<double>(summary.dual_variables_nonzero) /
           static_cast<double>(summary.dual_variables_total);
  }
};

void print(const TrainingSet& set, const std::vector<std::unique_ptr<Runner>>& runners,
           const std::vector<Contender>& contenders) {
  fmt::print("\n{:<32} {:>9} {:>8} {:>10} {:>10} {:>8} {:>8} {:>7}\n", set.name + ", hsvm, C 1",
             "CPU s", "times", "primal", "dual", "gap", "bound", "active");
  double lower_bound = 0;
  for (const auto& runner : runners) {
    lower_bound = std::max(lower_bound, runner->summary.objective->lower_bound);
  }
  const double first = contenders.front().series.median();
  for (std::size_t k = 0; k < runners.size(); ++k) {
    const TrainSummary::Objective& o = *runners[k]->summary.objective;
    const double seconds = contenders[k].series.median();
    fmt::print("{:<32} {:>9.4f} {:>7.1f}x {:>10.2f} {:>10.2f} {:>8.2f} {:>8.2f} {:>6.1f}%\n",
               runners[k]->variant.name, seconds, seconds / first, o.primal, o.dual,
               o.primal - o.dual, runners[k]->bound, 100 * runners[k]->active_ratio());
    check(o.primal - lower_bound <= runners[k]->bound, "two solvers have different optima");
  }
  std::fflush(stdout);
}

void compare(const TrainingSet& set, const std::vector<Variant>& variants,
             std::vector<Series>& all) {
  ThreadPool pool(1);
  std::vector<std::unique_ptr<Runner>> runners;
  std::vector<Contender> contenders;
  for (const Variant& variant : variants) {
    runners.push_back(std::make_unique<Runner>(set, variant, pool));
    Runner& runner = *runners.back();
    contenders.push_back({{set.name + "/" + variant.name, {}, {}},
                          [&runner] { runner.train(); },
                          [&runner] { return runner.finish(); }});
  }
  run_in_turns(contenders);
  print(set, runners, contenders);
  for (const Contender& contender : contenders) all.push_back(contender.series);
}

TrainingSet cai(const std::string& examples, const path& base) {
  const TemporaryFolder folder(base);
  const auto generator = make_generator("cai-multiclass");
  for (const Parameter& p : generator->parameters()) {
    if (p.name == "n") p.set(examples);
  }
  generate_into(*generator, 0, folder.path());
  return read_set("cai-multiclass-" + examples, folder.path() / "data.svm",
                  (folder.path() / "taxonomy.tsv").string(), LabelUse::all);
}

void run(const path& base) {
  const Options no_set{{"no_active_set", "true"}}, all_examples{{"paper_step", "all"}};
  std::vector<Series> all;
  // Step 8b takes 17 s with a thousand examples, and would take hours on wipo-d.
  compare(cai("200", base),
          {fast(), paper("8a", 0.1), paper("no active set", 0.1, no_set),
           paper("8b", 0.1, all_examples)},
          all);
  compare(cai("1000", base),
          {fast(), paper("8a", 0.1), paper("no active set", 0.1, no_set), paper("8a", 0.01),
           paper("no active set", 0.01, no_set)},
          all);
  compare(*load_set("wipo-d", "", LabelUse::all),
          {fast(), paper("8a", 0.1), paper("no active set", 0.1, no_set)}, all);
  print_rows(all);
}

}  // namespace
}  // namespace clade::detail::bench

// paper_bench FOLDER: where to write.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded(
      "paper_bench", [&] { clade::detail::bench::run(argc > 1 ? argv[1] : "build/bench-data"); });
}
