// What going from the root down saves, on the preset large (100,000 documents, 10,000 leaves):
// `clade train --method dnc` against `--method hsvm`, both to a certified gap of 1e-2, one run
// each; and predictions along the path against scores of every class, with the model of dnc, in
// turns.
#include <fmt/core.h>

#include <algorithm>
#include <cstdio>
#include <filesystem>
#include <nlohmann/json.hpp>
#include <string>
#include <vector>

#include "base/file.h"
#include "base/threads.h"
#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/generated_data.h"
#include "bench/series.h"
#include "clade/model.h"
#include "data/read.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;

constexpr double gap = 1e-2;

struct Run {
  path model;
  ChildUsage usage;
  double objective = 0;
};

Run train(const path& clade, const path& folder, const std::string& method, int threads) {
  Run run{folder / fmt::format("{}-{}.clade", method, threads), {}};
  const path report_file = folder / "report.json";
  run.usage =
      run_successfully({clade.string(), "train", (folder / "data.svm").string(), "--taxonomy",
                        (folder / "taxonomy.tsv").string(), "--method", method, "--tolerance",
                        fmt::format("{}", gap), "--threads", fmt::format("{}", threads), "--json",
                        "--quiet", "-o", run.model.string()},
                       report_file);
  const auto report = nlohmann::json::parse(read_text(report_file));
  run.objective = report["objective"]["primal"];
  const double reached = report["objective"]["relative_gap"];
  check(reached <= gap, fmt::format("{} ended at a gap of {}", method, reached));
  fmt::print("{:<6} {:>7} {:>8.1f} {:>8.1f} {:>8.0f} {:>8.0f} {:>9.2e}\n", method, threads,
             run.usage.wall_seconds, run.usage.cpu_seconds, run.usage.peak_mb,
             1e-6 * static_cast<double>(std::filesystem::file_size(run.model)), reached);
  std::fflush(stdout);
  return run;
}

bool is_same_file(const path& a, const path& b) {
  const MappedFile left(a), right(b);
  return std::ranges::equal(left.bytes(), right.bytes());
}

// ---- Prediction

struct Documents {
  Model model;
  SparseRows<float> rows;
};

Documents documents(const path& model, const path& folder) {
  ThreadPool pool(1);
  const std::vector<path> files{folder / "data.svm"};
  Records records = read_records(files, {"", Precision::single}, pool);
  return {Model::load(model), std::get<SparseRows<float>>(std::move(records.rows))};
}

void predict(Scorer& scorer, const Documents& of, std::size_t count, ScoresFor use,
             std::vector<Prediction>& out) {
  out.clear();
  for (std::size_t i = 0; i < count; ++i) {
    scorer.score<float>(of.rows.row(i), use);
    out.push_back(scorer.best(1).front());
  }
}

bool is_same(const Prediction& a, const Prediction& b) {
  return a.label == b.label && a.score == b.score;
}

// Microseconds a document, the median of five runs in turns after one to warm up.
void measure_prediction(const Documents& of) {
  const std::size_t count = std::min<std::size_t>(of.rows.size(), 5000);
  Scorer scorer(of.model);
  std::vector<Prediction> whole, path_only;
  Series all{"every class", {}, {}}, along{"along the path", {}, {}};
  for (int run = -1; run < timed_runs; ++run) {
    const double a =
        thread_seconds_of([&] { predict(scorer, of, count, ScoresFor::everything, whole); });
    const double b =
        thread_seconds_of([&] { predict(scorer, of, count, ScoresFor::best_class, path_only); });
    check(std::ranges::equal(whole, path_only, is_same),
          "the path ends at another class than the full scan");
    if (run < 0) continue;
    all.seconds.push_back(a);
    along.seconds.push_back(b);
  }
  const double scale = 1e6 / static_cast<double>(count);
  fmt::print(
      "\nprediction, us a document: every class {:.1f}, along the path {:.1f}: {:.1f} times "
      "as fast (goal 10)\nboth find the same classes with the same scores\n",
      scale * all.median(), scale * along.median(), all.median() / along.median());
  print_rows({all, along});
  std::fflush(stdout);  // the child ends without
}

void run(const path& clade, const path& base, const std::string& preset, bool with_hsvm) {
  const TemporaryFolder folder(base);
  run_in_child([&] { generate_preset(preset, folder.path()); });
  fmt::print("{} to {}\n{:<6} {:>7} {:>8} {:>8} {:>8} {:>8} {:>9}\n", preset, gap, "method",
             "threads", "wall s", "CPU s", "peak MB", "model MB", "gap");
  const Run one = train(clade, folder.path(), "dnc", 1),
            two = train(clade, folder.path(), "dnc", 2);
  check(is_same_file(one.model, two.model), "two threads write other bytes than one");
  fmt::print("dnc: both models are the same bytes\n");
  if (with_hsvm) {
    const Run hsvm = train(clade, folder.path(), "hsvm", 1);
    const double share = one.usage.cpu_seconds / hsvm.usage.cpu_seconds;
    fmt::print("dnc takes {:.3f} of hsvm's CPU time (goal at most 0.2), {:.2f} of its memory\n",
               share, one.usage.peak_mb / hsvm.usage.peak_mb);
  }
  run_in_child([&] { measure_prediction(documents(one.model, folder.path())); });
}

}  // namespace
}  // namespace clade::detail::bench

// topdown_bench CLADE FOLDER [PRESET] [dnc]: the program, where to write, of what shape; dnc:
// without hsvm, which takes minutes.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("topdown_bench", [&] {
    clade::detail::bench::run(argc > 1 ? argv[1] : "build/clade",
                              argc > 2 ? argv[2] : "build/bench-data", argc > 3 ? argv[3] : "large",
                              argc <= 4);
  });
}
