#include "generate/dekel.h"

#include <fmt/compile.h>
#include <fmt/format.h>

#include <cmath>
#include <cstdint>
#include <iterator>
#include <numeric>
#include <span>
#include <string>
#include <utility>

namespace clade::detail {
namespace {

constexpr std::size_t fanout = 3;
constexpr std::size_t depth = 4;
constexpr std::size_t labels = 121;
constexpr std::size_t features = labels;
constexpr std::size_t dekel_test_examples = 50 * labels;

double inner_product(std::span<const double> a, std::span<const double> b) {
  return std::inner_product(a.begin(), a.end(), b.begin(), 0.0);
}

void subtract_projections(std::span<double> vector, std::span<const std::vector<double>> others) {
  for (const std::vector<double>& other : others) {
    const double part = inner_product(vector, other);
    for (std::size_t j = 0; j < vector.size(); ++j) vector[j] -= part * other[j];
  }
}

// Gram and Schmidt on normal vectors: every orthonormal set is as likely as any other. The second
// round takes away what rounding left in the first.
std::vector<std::vector<double>> orthonormal_set(Random& random) {
  std::vector<std::vector<double>> set;
  while (set.size() < features) {
    std::vector<double> vector(features);
    for (double& value : vector) value = random.normal();
    subtract_projections(vector, set);
    subtract_projections(vector, set);
    const double length = std::sqrt(inner_product(vector, vector));
    for (double& value : vector) value /= length;
    set.push_back(std::move(vector));
  }
  return set;
}

// Labels drawn without replacement: every order is as likely as any other, and only the counts are
// kept, so that a stream of any length fits. Which labels have one more where the number of
// examples is no multiple of theirs is random.
class LabelUrn {
 public:
  LabelUrn(std::size_t examples, Random& random) : left_(examples), counts_(labels, 0) {
    for (std::size_t v = 0; v < labels; ++v) {
      counts_[v] = examples / labels + (v < examples % labels ? 1 : 0);
    }
    random.shuffle(std::span(counts_));
  }

  bool empty() const { return left_ == 0; }

  std::size_t draw(Random& random) {
    std::uint64_t place = random.below(left_--);
    std::size_t label = 0;
    while (place >= counts_[label]) place -= counts_[label++];
    --counts_[label];
    return label;
  }

 private:
  std::uint64_t left_;
  std::vector<std::uint64_t> counts_;  // of examples still to come, by label
};

void write_examples(const DekelTruth& truth, double deviation, std::size_t examples,
                    const char* file, Random& random, FileSink& out) {
  std::string line;
  for (LabelUrn urn(examples, random); !urn.empty();) {
    const std::size_t label = urn.draw(random);
    line = truth.tree.name(label);
    for (std::size_t j = 0; j < features; ++j) {
      const double exact = truth.prototypes[label][j] + deviation * random.normal();
      const double value = std::round(exact * 1e6) / 1e6;
      if (value == 0) continue;
      fmt::format_to(std::back_inserter(line), FMT_COMPILE(" {}:{}"), j + 1, value);
    }
    line += '\n';
    out.write(file, line);
  }
}

}  // namespace

DekelTruth dekel_truth(Random& random) {
  DekelTruth truth{PerfectTree(fanout, depth, labels), orthonormal_set(random)};
  for (std::size_t node = 1; node < labels; ++node) {
    const std::vector<double>& above = truth.prototypes[truth.tree.parent(node)];
    for (std::size_t j = 0; j < features; ++j) truth.prototypes[node][j] += above[j];
  }
  return truth;
}

void Dekel::generate(std::uint64_t seed, FileSink& out) const {
  Random random(seed);
  const DekelTruth truth = dekel_truth(random);
  out.write("taxonomy.tsv", truth.tree.edge_list());
  const double deviation = std::sqrt(params_.variance);
  write_examples(truth, deviation, dekel_test_examples, "test.svm", random, out);
  write_examples(truth, deviation, params_.n, "data.svm", random, out);
}

}  // namespace clade::detail
