// The synthetic data of Dekel, Keshet and Singer (Hieron sec. 5).
//
// A ternary tree of depth 4, whose 121 nodes all are labels, the root too. Every node v has a
// vector w^v of an orthonormal set in R^121 and the prototype W^v, the sum of w^u over the path
// from the root to v, both included. An example of label y is W^y plus Gaussian noise of variance
// 0.16 in every coordinate; 100 per label are for training, 50 for testing.
//
// Not in the paper, chosen here: its orthonormal set is any; ours is drawn at random, so that no
// feature belongs to a node. (Another set is a rotation of the data, which inner products and the
// law of the noise do not notice.) Examples come in random order, as one pass of online learning
// needs, and values are rounded to six decimals.
//
// With the printed variance no classifier errs on fewer than about 27 % (the nearest prototype is
// the best), while the paper's Table 2 reports down to 4.1 %. The text is followed; hence
// `variance`.
#pragma once

#include <cstddef>
#include <tuple>
#include <vector>

#include "base/params.h"
#include "base/random.h"
#include "generate/generate.h"
#include "generate/scored_tree.h"

namespace clade::detail {

struct DekelParams {
  std::size_t n = 12100;
  double variance = 0.16;

  static constexpr auto fields() {
    using P = DekelParams;
    return std::tuple{
        Field{"n", &P::n, at_least_one,
              "how many training examples, spread evenly over the 121 labels"},
        Field{"variance", &P::variance, at_least_zero, "of the noise in each of the 121 features"}};
  }
};

struct DekelTruth {
  PerfectTree tree;
  std::vector<std::vector<double>> prototypes;  // W^v by node
};

// The tree and prototypes that generate() draws first: the truth behind the data.
DekelTruth dekel_truth(Random& random);

// The test part does not depend on n. Memory does not either.
class Dekel : public Generator {
 public:
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  std::vector<std::string> files() const override {
    return {"data.svm", "test.svm", "taxonomy.tsv"};
  }
  void generate(std::uint64_t seed, FileSink& out) const override;

 private:
  DekelParams params_;
};

}  // namespace clade::detail
