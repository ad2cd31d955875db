// Whole commands against LIBLINEAR's, as a user types them: from a text file to a saved model, and
// from a text file and a model to predictions. One thread; user and system time of the process and
// wall time; one warm-up, five runs in turns, the median.
//
// Training: `clade train --method svm` gets the loosest tolerance whose objective, computed from
// the saved weights, is no worse than that of `liblinear-train -s 4`, also computed from its file.
#include <fmt/core.h>

#include <cstddef>
#include <cstdio>
#include <exception>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>
#include <string>
#include <utility>
#include <vector>

#include "bench/bench_main.h"
#include "bench/child.h"
#include "bench/clade_peer.h"
#include "bench/equal_objective.h"
#include "bench/generated_data.h"
#include "bench/liblinear_peer.h"
#include "bench/series.h"
#include "bench/training_set.h"
#include "clade/model.h"

namespace clade::detail::bench {
namespace {

using std::filesystem::path;
using Words = std::vector<std::string>;

constexpr std::size_t all_lines = ~std::size_t{0};

struct Command {
  std::string name;
  Words words;
  path output = "/dev/null";
  Series cpu = {name, {}, {}}, wall = {name + "-wall", {}, {}};
  double peak_mb = 0;

  void run() {
    const ChildUsage usage = run_successfully(words, output);
    cpu.seconds.push_back(usage.cpu_seconds);
    wall.seconds.push_back(usage.wall_seconds);
    peak_mb = usage.peak_mb;
  }
};

struct Contest {
  Command theirs, ours;
  double goal;
};

void run_in_turns(Contest& contest) {
  run_successfully(contest.theirs.words, contest.theirs.output);
  run_successfully(contest.ours.words, contest.ours.output);
  for (int run = 0; run < timed_runs; ++run) {
    contest.theirs.run();
    contest.ours.run();
  }
}

void print(const std::vector<Contest>& contests) {
  fmt::print("\n{:<28} {:>12} {:>8} {:>7} {:>6} {:>12} {:>8} {:>7} {:>14}\n", "command",
             "LIBLINEAR s", "clade s", "ratio", "goal", "wall: it", "clade", "ratio",
             "MB: it, clade");
  std::vector<Series> all;
  for (const Contest& c : contests) {
    fmt::print(
        "{:<28} {:>12.3f} {:>8.3f} {:>6.1f}x {:>5}x {:>12.3f} {:>8.3f} {:>6.1f}x {:>6.0f} "
        "{:>7.0f}\n",
        c.ours.name, c.theirs.cpu.median(), c.ours.cpu.median(),
        c.theirs.cpu.median() / c.ours.cpu.median(), c.goal, c.theirs.wall.median(),
        c.ours.wall.median(), c.theirs.wall.median() / c.ours.wall.median(), c.theirs.peak_mb,
        c.ours.peak_mb);
    for (const Series& s : {c.theirs.cpu, c.ours.cpu, c.theirs.wall, c.ours.wall}) all.push_back(s);
  }
  print_rows(all);
}

// The commands for one preset, in one folder.
struct Commands {
  std::string preset;
  path clade, folder;
  path data = folder / "data.svm", training_part = folder / "train.svm",
       their_model = folder / "model.liblinear", our_model = folder / "model.clade",
       their_labels = folder / "labels.liblinear", our_labels = folder / "labels.clade";

  Command their_training() const {
    return {preset + "/liblinear-train-s4",
            {"liblinear-train", "-s", "4", "-q", training_part.string(), their_model.string()}};
  }
  Command our_training(double tolerance) const {
    return {fmt::format("{}/clade-train-t{:.3g}", preset, tolerance),
            {clade.string(), "train", training_part.string(), "--method", "svm", "--tolerance",
             fmt::format("{}", tolerance), "--threads", "1", "--quiet", "-o", our_model.string()}};
  }
  Command their_prediction() const {
    return {preset + "/liblinear-predict",
            {"liblinear-predict", data.string(), their_model.string(), their_labels.string()}};
  }
  Command our_prediction() const {
    return {preset + "/clade-predict",
            {clade.string(), "predict", our_model.string(), data.string(), "--threads", "1"},
            our_labels};
  }
};

// Children compute: memory of this process would count into the commands' peaks.
double their_objective(const Commands& commands) {
  return value_from_child([&] {
    const TrainingSet set = read_set(commands.preset, commands.training_part, "", LabelUse::all);
    return liblinear_file_objective(set, commands.their_model, 1);
  });
}

double our_objective(const Commands& commands) {
  return value_from_child([&] {
    const TrainingSet set = read_set(commands.preset, commands.training_part, "", LabelUse::all);
    const Model model = Model::load(commands.our_model);
    check(model.feature_count() == set.features, "clade trained on other features");
    return primal_objective(set, weights_of(model), Formulation{}, 1);
  });
}

// Writes the data and, of every `of` lines, all but the last for training; trains LIBLINEAR.
void prepare(const Commands& commands, std::size_t of) {
  run_in_child([&] {
    generate_numbered(commands.preset, commands.data);
    std::ifstream in(commands.data);
    std::ofstream out(commands.training_part);
    std::size_t number = 0;
    for (std::string line; std::getline(in, line);) {
      if (++number % of != 0) out << line << '\n';
    }
    if (!out.flush()) throw std::runtime_error("cannot write the training part");
  });
  run_successfully(commands.their_training().words);
}

Contest training(const Commands& commands) {
  prepare(commands, all_lines);
  const double target = their_objective(commands);
  const double tolerance = loosest_tolerance(1e-3, [&](double t) {
    run_successfully(commands.our_training(t).words);
    return our_objective(commands) <= target;
  });
  Contest contest{commands.their_training(), commands.our_training(tolerance), 8};
  run_in_turns(contest);
  const double reached = our_objective(commands);
  check(reached <= target, fmt::format("clade's objective {} is above {}", reached, target));
  fmt::print("{}: objective of LIBLINEAR {:.9g}, of clade {:.9g}\n", commands.preset, target,
             reached);
  return contest;
}

// The labels of the data, or of LIBLINEAR's output: what each line begins with.
std::vector<std::string> first_words(const path& file) {
  std::vector<std::string> words;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) words.push_back(line.substr(0, line.find(' ')));
  return words;
}

// id<TAB>label<TAB>score<TAB>path
std::vector<std::string> second_columns(const path& file) {
  std::vector<std::string> labels;
  std::ifstream in(file);
  for (std::string line; std::getline(in, line);) {
    std::istringstream columns(line);
    std::string id, label;
    columns >> id >> label;
    labels.push_back(label);
  }
  return labels;
}

std::vector<std::string> every_fifth(const std::vector<std::string>& lines) {
  std::vector<std::string> out;
  for (std::size_t i = 4; i < lines.size(); i += 5) out.push_back(lines[i]);
  return out;
}

double agreement(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  check(a.size() == b.size() && !a.empty(), "another number of predictions");
  std::size_t equal = 0;
  for (std::size_t i = 0; i < a.size(); ++i) equal += a[i] == b[i];
  return static_cast<double>(equal) / static_cast<double>(a.size());
}

// Every fifth line is new to the models: on the others any two good ones agree.
Contest prediction(const Commands& commands) {
  prepare(commands, 5);
  run_successfully(commands.our_training(1e-3).words);
  Contest contest{commands.their_prediction(), commands.our_prediction(), 10};
  run_in_turns(contest);
  const auto truth = every_fifth(first_words(commands.data)),
             theirs = every_fifth(first_words(commands.their_labels)),
             ours = every_fifth(second_columns(commands.our_labels));
  const double equal = agreement(theirs, ours);
  fmt::print(
      "{}: of {} new instances both give the same class to {:.1f} %; right: LIBLINEAR {:.1f} %, "
      "clade {:.1f} %\n",
      commands.preset, ours.size(), 100 * equal, 100 * agreement(theirs, truth),
      100 * agreement(ours, truth));
  check(equal >= 0.99, "the predictions differ");
  return contest;
}

void run(const path& clade, const path& base) {
  std::vector<Contest> contests;
  {
    const TemporaryFolder folder(base);
    contests.push_back(training({"wipo-d", clade, folder.path()}));
  }
  const TemporaryFolder folder(base);
  contests.push_back(prediction({"wipo-b", clade, folder.path()}));
  print(contests);
}

}  // namespace
}  // namespace clade::detail::bench

// commands_bench CLADE FOLDER: the program, and where to write.
int main(int argc, char** argv) {
  return clade::detail::bench::guarded("commands_bench", [&] {
    clade::detail::bench::run(argc > 1 ? argv[1] : "build/clade",
                              argc > 2 ? argv[2] : "build/bench-data");
  });
}
