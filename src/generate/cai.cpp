#include "generate/cai.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <limits>

#include "base/fail.h"

namespace clade::detail {
namespace {

// Memory for the weights of all nodes: 400 MB.
constexpr std::size_t most_weights = 50'000'000;

// Below this share of accepted points a run would seem to hang.
constexpr std::size_t most_draws_per_point = 10'000;

std::vector<double> draw_point(std::size_t features, Random& random) {
  std::vector<double> point(features);
  double squared = 0;
  for (double& value : point) {
    value = random.normal();
    squared += value * value;
  }
  const double scale = squared > 0 ? 1 / std::sqrt(squared) : 0;
  for (double& value : point) value = std::round(value * scale * 1e6) / 1e6;
  return point;
}

std::string svm_line(const ScoredTree& truth, std::span<const std::size_t> labels,
                     std::span<const double> point) {
  std::string line;
  for (const std::size_t label : labels) {
    if (!line.empty()) line += ',';
    line += truth.category_name(label);
  }
  for (std::size_t j = 0; j < point.size(); ++j) {
    if (point[j] != 0) line += fmt::format(" {}:{}", j + 1, point[j]);
  }
  return line + '\n';
}

// The labels of a point by its scores; empty: the point is rejected.
using LabelRule = std::function<std::vector<std::size_t>(std::span<const double>)>;

void write_points(const ScoredTree& truth, const CaiParams& params, const LabelRule& labels_of,
                  const char* advice, Random& random, FileSink& out) {
  std::vector<double> scores(truth.categories());
  std::size_t draws = 0;
  for (std::size_t kept = 0; kept < params.n;) {
    if (++draws > most_draws_per_point * (kept + 10)) {
      fail(ErrorKind::usage, "only {} of {} random points were acceptable: {}", kept, draws - 1,
           advice);
    }
    const std::vector<double> point = draw_point(params.features, random);
    truth.score(point, scores);
    const std::vector<std::size_t> labels = labels_of(scores);
    if (labels.empty()) continue;
    out.write("data.svm", svm_line(truth, labels, point));
    ++kept;
  }
}

// CIKM 6.3: the best category, if it leads by more than rho.
std::vector<std::size_t> clear_winner(std::span<const double> scores, double rho) {
  std::size_t best = 0;
  double second = -std::numeric_limits<double>::infinity();
  for (std::size_t c = 1; c < scores.size(); ++c) {
    if (scores[c] > scores[best]) {
      second = scores[best];
      best = c;
    } else {
      second = std::max(second, scores[c]);
    }
  }
  if (scores[best] - second > rho) return {best};
  return {};
}

// Thesis 7.1.1: the categories with a score above zero, if there are fewer than sqrt(q).
std::vector<std::size_t> few_relevant(std::span<const double> scores) {
  std::vector<std::size_t> relevant;
  for (std::size_t c = 0; c < scores.size(); ++c) {
    if (scores[c] > 0) relevant.push_back(c);
  }
  if (relevant.size() * relevant.size() >= scores.size()) relevant.clear();
  return relevant;
}

}  // namespace

ScoredTree cai_truth(const CaiParams& params, Random& random) {
  if (params.features > most_weights) {
    fail_parameter("features", "expected at most {}, got {}", most_weights, params.features);
  }
  PerfectTree tree(params.fanout, params.depth, most_weights / params.features);
  return ScoredTree(std::move(tree), params.features, random);
}

void CaiMulticlass::generate(std::uint64_t seed, FileSink& out) const {
  Random random(seed);
  const ScoredTree truth = cai_truth(params_.common, random);
  out.write("taxonomy.tsv", truth.tree().edge_list());
  const double rho = params_.rho;
  write_points(
      truth, params_.common,
      [rho](std::span<const double> scores) { return clear_winner(scores, rho); },
      "choose a smaller `rho` or a smaller tree", random, out);
}

void CaiMultilabel::generate(std::uint64_t seed, FileSink& out) const {
  Random random(seed);
  const ScoredTree truth = cai_truth(params_, random);
  out.write("taxonomy.tsv", truth.tree().edge_list());
  write_points(truth, params_, few_relevant, "choose another tree, or more `features`", random,
               out);
}

}  // namespace clade::detail
