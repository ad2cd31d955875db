// The simulated examples of Wang, Shen and Pan (HPSI 4.1 and 5.3).
//
// Points are uniform on a square, and the law of the label given the point is the same within each
// of a few cells of the square, so that the least possible risk under any loss is known.
//
//   wang1  one cell: labels 1, 2, 3, 4 with probabilities 0.17, 0.17, 0.17, 0.49; the tree has 5
//          with 1, 2 and 3 and 6 with 4 below the root
//   wang2  label ceil(8 x1) of 1 ... 8; one time in twenty it becomes the next one, then one time
//          in twenty the one before, at the ends not; complete binary tree of depth 3
//   wang3  the quadrant, 1 ... 4; one time in five any of the other three; binary tree of depth 2
//   wang4  k = 2^depth strips: the strip's own label with probability (k-1)/k, else any other;
//          complete binary tree
//
// The tree of wang1 is the one that gives the losses of the paper's table 1. Not in the paper,
// chosen here: the sample sizes of wang1 and wang4. wang2 has points in (0,1)^2: with those of
// (-1,1)^2, as printed, half of the labels would not exist.
//
// Next to the data are a tuning sample of the same size, a test sample of 50,000 and bayes.json,
// the least risks and the weighted F1 of the rule that errs least.
#pragma once

#include <cstddef>
#include <string>
#include <tuple>
#include <vector>

#include "base/params.h"
#include "generate/generate.h"

namespace clade::detail {

inline constexpr NumberRule wang_depth{[](double v) { return v >= 1 && v <= 10; },
                                       "a whole number from 1 to 10"};

// What is true of an example. Nodes are numbered from 1, leaves first; 0 is the root.
struct WangLaw {
  std::vector<std::size_t> parents;             // by node, [0] not used
  std::size_t leaves = 0;                       // labels are 1 ... leaves
  std::vector<double> cells;                    // their probabilities
  std::vector<std::vector<double>> given_cell;  // P(label - 1 | cell)

  std::size_t nodes() const { return parents.size() - 1; }  // without the root
};

// Losses as HPSI's tables count them (tests/golden/README.md, "metrics").
struct WangRisks {
  double l01 = 0, l_delta = 0, l_sib = 0, l_sub = 0;
  double weighted_f1 = 0;
};
WangRisks bayes_risks(const WangLaw& law);

struct WangParams {
  std::size_t n = 100;
  std::size_t depth = 3;

  static constexpr auto fields() {
    using P = WangParams;
    return std::tuple{
        Field{"n", &P::n, at_least_one, "how many training examples, and as many for tuning"},
        Field{"depth", &P::depth, wang_depth, "of the tree of wang4"}};
  }
};

// The four examples are one generator.
class Wang : public Generator {
 public:
  explicit Wang(int example) : example_(example) {}
  std::vector<Parameter> parameters() override;
  std::vector<std::string> files() const override {
    return {"data.svm", "tune.svm", "test.svm", "taxonomy.tsv", "bayes.json"};
  }
  void generate(std::uint64_t seed, FileSink& out) const override;
  WangLaw law() const;

 private:
  int example_;
  WangParams params_;
};

}  // namespace clade::detail
