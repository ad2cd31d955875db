// The flat SVM against LIBLINEAR -s 4: the same problem, in one process, at equal primal objective.
//
//   min 1/2 sum over classes ||w||^2 + C sum xi_i,   xi_i >= 1 - F(y_i) + F(y),  xi_i >= 0
//
// LIBLINEAR stops by its own measure, so its primal objective is computed from its weights, and
// clade gets the loosest tolerance whose objective is no worse. Times are CPU times of one thread
// around training alone; clade's hold its certificates, LIBLINEAR makes none. One warm-up, five
// runs in turns, the median.
#include <fmt/core.h>

#include <algorithm>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <exception>
#include <filesystem>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <stdexcept>
#include <string>
#include <string_view>
#include <utility>
#include <variant>
#include <vector>

#include "base/threads.h"
#include "bench/liblinear_peer.h"
#include "clade/method.h"
#include "data/read.h"
#include "model/model_impl.h"

namespace clade::bench {
namespace {

constexpr double C = 1.0;
constexpr int timed_runs = 5;

struct Problem {
  Dataset data;
  LabelSpace label_space;
  std::vector<std::size_t> labels;
  std::size_t features = 0;  // the largest index
  const SparseRows<float>& rows() const { return std::get<SparseRows<float>>(data.rows()); }
};

void scale_to_unit_length(SparseRows<float>& rows) {
  for (std::size_t i = 0; i < rows.size(); ++i) {
    double sum = 0;
    for (const Feature& f : rows.row(i)) sum += static_cast<double>(f.value) * f.value;
    const double scale = sum > 0 ? 1.0 / std::sqrt(sum) : 1.0;
    for (Feature& f : rows.row(i)) f.value = static_cast<float>(f.value * scale);
  }
}

Problem read_problem(const std::filesystem::path& folder, ThreadPool& pool) {
  const std::vector<std::filesystem::path> files{folder / "train.svm.gz"};
  Records records = read_records(files, ReadOptions{}, pool);
  LabelSpace label_space(TaxonomySource::from_option((folder / "taxonomy.tsv").string()),
                         LabelNodes::terminal, records.label_names);
  Dataset data(std::move(records), label_space);
  Problem problem{std::move(data), std::move(label_space), {}, 0};
  auto& rows = std::get<SparseRows<float>>(problem.data.rows());
  scale_to_unit_length(rows);
  for (std::size_t i = 0; i < rows.size(); ++i) {
    if (problem.data.labels(i).size() != 1) throw std::runtime_error("expected one label per row");
    problem.labels.push_back(index_of(problem.data.labels(i).front()));
    if (!rows.row(i).empty()) {
      problem.features = std::max<std::size_t>(problem.features, rows.row(i).back().index);
    }
  }
  return problem;
}

// The primal objective, in double, from nothing but weights and data.
double primal_objective(const Problem& problem, const DenseWeights& weights) {
  double norm = 0, slack = 0;
  for (const double w : weights.values) norm += w * w;
  std::vector<double> scores(weights.classes);
  for (std::size_t i = 0; i < problem.rows().size(); ++i) {
    std::fill(scores.begin(), scores.end(), 0.0);
    for (const Feature& f : problem.rows().row(i)) {
      for (std::size_t y = 0; y < scores.size(); ++y) {
        scores[y] += weights.at(f.index - 1, y) * static_cast<double>(f.value);
      }
    }
    const double own = scores[problem.labels[i]];
    scores[problem.labels[i]] = -1e300;
    slack += std::max(0.0, 1.0 - own + *std::max_element(scores.begin(), scores.end()));
  }
  return 0.5 * norm + C * slack;
}

// The weights of a flat model: its units are its classes.
DenseWeights weights_of(const Problem& problem, const Model& model) {
  DenseWeights out{problem.features, problem.label_space.size(), {}};
  out.values.assign(out.features * out.classes, 0.0);
  const std::span<const std::uint32_t> indices = model.impl().features.indices();
  std::visit(
      [&](const auto& view) {
        for (std::size_t j = 0; j < indices.size(); ++j) {
          for (std::size_t y = 0; y < out.classes; ++y) {
            const Attribute own = model.impl().score_map.of(y).front();
            out.at(indices[j] - 1, y) =
                own.strength * static_cast<double>(view.row(j)[index_of(own.unit)]);
          }
        }
      },
      model.impl().weights);
  return out;
}

Trained train_clade(const Problem& problem, double tolerance, ThreadPool& pool) {
  const std::unique_ptr<Method> method = make_method("svm");
  const auto set = [&](std::string_view name, double value) {
    for (Parameter& p : method->parameters()) {
      if (p.name == name) return p.set(fmt::format("{}", value));
    }
    throw std::runtime_error(fmt::format("method svm has no parameter {}", name));
  };
  set("C", C);
  set("tolerance", tolerance);
  set("max_epochs", 100000);
  Reporter quiet;
  TrainContext context{quiet, pool, 0};
  return method->train(problem.data, problem.label_space, context);
}

double thread_seconds() {
  std::timespec now{};
  clock_gettime(CLOCK_THREAD_CPUTIME_ID, &now);
  return static_cast<double>(now.tv_sec) + 1e-9 * static_cast<double>(now.tv_nsec);
}

double seconds_of(const std::function<void()>& work) {
  const double start = thread_seconds();
  work();
  return thread_seconds() - start;
}

void check(bool holds, const std::string& what) {
  if (!holds) throw std::runtime_error("wrong answer: " + what);
}

bool near(double a, double b, double relative) { return std::abs(a - b) <= relative * std::abs(b); }

// A bound from below on the optimum that both must respect, and on which both must agree.
double certified_lower_bound(const Problem& problem, LiblinearPeer& peer, ThreadPool& pool) {
  const Trained tight = train_clade(problem, 1e-5, pool);
  const double ours = primal_objective(problem, weights_of(problem, tight.model));
  check(tight.summary.objective.has_value(), "clade reports no objective");
  check(near(tight.summary.objective->primal, ours, 1e-4),
        fmt::format("clade reports the objective {}, its weights give {}",
                    tight.summary.objective->primal, ours));
  peer.train(C, 1e-4);
  const double theirs = primal_objective(problem, peer.weights());
  check(near(ours, theirs, 1e-3),
        fmt::format("optimum: clade finds {}, LIBLINEAR {}", ours, theirs));
  const double bound = tight.summary.objective->lower_bound;
  check(bound <= theirs && bound <= ours, fmt::format("{} is no lower bound", bound));
  return bound;
}

// The loosest tolerance at which clade's objective is at most `target`.
double tolerance_for(const Problem& problem, double target, ThreadPool& pool) {
  for (const double tolerance : {0.1, 0.05, 0.02, 0.01, 5e-3, 2e-3, 1e-3, 5e-4, 2e-4, 1e-4, 1e-5}) {
    const Trained trained = train_clade(problem, tolerance, pool);
    if (primal_objective(problem, weights_of(problem, trained.model)) <= target) return tolerance;
  }
  throw std::runtime_error(fmt::format("wrong answer: clade does not reach objective {}", target));
}

struct Series {
  std::string name;
  std::vector<double> seconds, objectives;
  double median() const {
    std::vector<double> sorted = seconds;
    std::sort(sorted.begin(), sorted.end());
    return sorted[sorted.size() / 2];
  }
};

struct Comparison {
  double epsilon, tolerance;
  Series liblinear, clade;
};

Comparison compare(const std::string& set, const Problem& problem, LiblinearPeer& peer,
                   double epsilon, ThreadPool& pool) {
  peer.train(C, epsilon);
  const double target = primal_objective(problem, peer.weights());
  const double tolerance = tolerance_for(problem, target, pool);
  Comparison out{epsilon,
                 tolerance,
                 {fmt::format("{}/liblinear-s4-e{}", set, epsilon), {}, {}},
                 {fmt::format("{}/clade-svm-t{}", set, tolerance), {}, {}}};
  for (int run = 0; run < timed_runs; ++run) {
    out.liblinear.seconds.push_back(seconds_of([&] { peer.train(C, epsilon); }));
    out.liblinear.objectives.push_back(primal_objective(problem, peer.weights()));
    std::optional<Trained> trained;
    out.clade.seconds.push_back(
        seconds_of([&] { trained = train_clade(problem, tolerance, pool); }));
    out.clade.objectives.push_back(primal_objective(problem, weights_of(problem, trained->model)));
    check(out.clade.objectives.back() <= target, "clade's objective changed between runs");
  }
  return out;
}

void print_table(const std::vector<Comparison>& comparisons, double lower_bound) {
  fmt::print("seconds, and how far the objective is above the optimum\n");
  fmt::print("{:>9} {:>11} {:>11} {:>15} {:>15} {:>7}\n", "-e", "LIBLINEAR s", "clade s",
             "LIBLINEAR above", "clade above", "ratio");
  for (const Comparison& c : comparisons) {
    const auto above = [&](const Series& s) { return s.objectives.front() / lower_bound - 1.0; };
    fmt::print("{:>9} {:>11.3f} {:>11.3f} {:>15.1e} {:>15.1e} {:>6.1f}x\n", c.epsilon,
               c.liblinear.median(), c.clade.median(), above(c.liblinear), above(c.clade),
               c.liblinear.median() / c.clade.median());
  }
}

void print_rows(const Series& series) {
  for (std::size_t run = 0; run < series.seconds.size(); ++run) {
    fmt::print("{},{},{:.6f},{:.9g}\n", series.name, run + 1, series.seconds[run],
               series.objectives[run]);
  }
}

void run_set(const std::filesystem::path& folder) {
  ThreadPool pool(1);
  const Problem problem = read_problem(folder, pool);
  LiblinearPeer peer(problem.rows(), problem.labels, problem.features, problem.label_space.size());
  const std::string set = folder.filename().string();
  fmt::print("{}: {} instances, {} classes, {} features; C = {}, rows of unit length\n", set,
             problem.rows().size(), problem.label_space.size(), problem.features, C);
  const double lower_bound = certified_lower_bound(problem, peer, pool);
  fmt::print("optimum at least {:.9g}: both solvers agree\n", lower_bound);
  std::vector<Comparison> comparisons;
  for (const double epsilon : {0.1, 0.01}) {
    comparisons.push_back(compare(set, problem, peer, epsilon, pool));
  }
  print_table(comparisons, lower_bound);
  fmt::print("\nname,run,seconds,objective\n");
  for (const Comparison& c : comparisons) {
    print_rows(c.liblinear);
    print_rows(c.clade);
  }
}

}  // namespace
}  // namespace clade::bench

// liblinear_compare FOLDER [SET...]: FOLDER holds one folder per data set.
int main(int argc, char** argv) {
  try {
    const std::filesystem::path data = argc > 1 ? argv[1] : "../shared/data";
    std::vector<std::string> sets(argv + std::min(argc, 2), argv + argc);
    if (sets.empty()) sets = {"imclef07a"};
    for (const std::string& set : sets) {
      const std::filesystem::path file = data / set / "train.svm.gz";
      if (std::filesystem::exists(file)) {
        clade::bench::run_set(data / set);
      } else {
        fmt::print("skipped: {} does not exist (the benchmark reads data sets from there)\n",
                   file.string());
      }
    }
    return 0;
  } catch (const std::exception& e) {
    fmt::print(stderr, "liblinear_compare: {}\n", e.what());
    return 1;
  }
}
