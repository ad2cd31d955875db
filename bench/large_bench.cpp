// `clade train --method hsvm` on the preset large (100,000 documents, 10,000 leaves) to a certified
// gap of 1e-2, with one thread and with two: time, memory, and that both write the same bytes. One
// run each.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>

#include "base/file.h"
#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/clade_peer.h"
#include "bench/generated_data.h"
#include "bench/series.h"
#include "bench/training_set.h"
#include "clade/model.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;

constexpr double gap = 1e-2;

struct Run {
  int threads;
  path model;
  ChildUsage usage;
  nlohmann::json report;
  double objective() const { return report["objective"]["primal"]; }
};

Run train(const path& clade, const path& folder, int threads) {
  Run run{threads, folder / fmt::format("model-{}.clade", threads), {}, {}};
  const path report = folder / "report.json";
  run.usage =
      run_successfully({clade.string(), "train", (folder / "data.svm").string(), "--taxonomy",
                        (folder / "taxonomy.tsv").string(), "--method", "hsvm", "--tolerance",
                        fmt::format("{}", gap), "--threads", fmt::format("{}", threads), "--json",
                        "--quiet", "-o", run.model.string()},
                       report);
  run.report = nlohmann::json::parse(read_text(report));
  fmt::print(
      "{:>7} {:>8.1f} {:>8.1f} {:>9.1f} {:>8.0f} {:>8.2e} {:>7}\n", threads, run.usage.wall_seconds,
      run.usage.cpu_seconds, run.report["seconds"]["train"].get<double>(), run.usage.peak_mb,
      run.report["objective"]["relative_gap"].get<double>(), run.report["epochs"].get<int>());
  std::fflush(stdout);
  return run;
}

// The objective from the saved weights must be the reported one, within the gap of its bound.
void check_answer(const Run& run, const path& folder) {
  const double objective = value_from_child([&] {
    const TrainingSet set =
        read_set("", folder / "data.svm", (folder / "taxonomy.tsv").string(), LabelUse::all);
    const Model model = Model::load(run.model);
    return primal_objective(set, weights_of(model), {false, 1, "tree"}, 1);
  });
  const double bound = run.report["objective"]["lower_bound"];
  check(std::abs(run.objective() - objective) <= 1e-5 * objective,
        fmt::format("clade reports the objective {}, its weights give {}", run.objective(),
                    objective));
  check(bound <= objective && objective - bound <= (gap + 1e-5) * objective,
        fmt::format("the objective {} is not within {} of the bound {}", objective, gap, bound));
}

bool is_same_file(const path& a, const path& b) {
  const MappedFile left(a), right(b);
  return std::ranges::equal(left.bytes(), right.bytes());
}

void run(const path& clade, const path& base, const std::string& preset) {
  const TemporaryFolder folder(base);
  run_in_child([&] { generate_preset(preset, folder.path()); });
  fmt::print("{}, hsvm to {}\n{:>7} {:>8} {:>8} {:>9} {:>8} {:>8} {:>7}\n", preset, gap, "threads",
             "wall s", "CPU s", "train s", "peak MB", "gap", "epochs");
  const Run one = train(clade, folder.path(), 1), two = train(clade, folder.path(), 2);
  fmt::print("two threads: {:.2f} times as fast (goal 1.5), memory goal 5000 MB\n",
             one.usage.wall_seconds / two.usage.wall_seconds);
  check(is_same_file(one.model, two.model), "two threads write other bytes than one");
  check_answer(one, folder.path());
  fmt::print("both models are the same bytes, {:.0f} MB; the objective is that of the weights\n",
             1e-6 * static_cast<double>(std::filesystem::file_size(one.model)));
  print_rows({{preset + "/hsvm-1-thread", {one.usage.wall_seconds}, {one.objective()}},
              {preset + "/hsvm-2-threads", {two.usage.wall_seconds}, {two.objective()}}});
}

}  // namespace
}  // namespace clade::detail::bench

// large_bench CLADE FOLDER [PRESET]: the program, where to write, and of what shape.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("large_bench", [&] {
    clade::detail::bench::run(argc > 1 ? argv[1] : "build/clade",
                              argc > 2 ? argv[2] : "build/bench-data",
                              argc > 3 ? argv[3] : "large");
  });
}
