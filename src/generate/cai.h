// The synthetic data of Cai and Hofmann: cai-multiclass (CIKM 6.3), cai-multilabel (thesis 7.1.1).
//
// Points are standard normal. Not in the papers, chosen here: points are then scaled to unit
// length, as the papers do with documents, so that C = 1 is a sensible start, and rounded to six
// decimals, so that the numbers in the file are exactly those that were scored. The threshold rho
// is on the scores of these points.
#pragma once

#include <cstddef>
#include <tuple>

#include "base/params.h"
#include "generate/generate.h"
#include "generate/scored_tree.h"

namespace clade::detail {

inline constexpr NumberRule at_least_two{[](double v) { return v >= 2; },
                                         "a whole number of at least 2"};

struct CaiParams {
  std::size_t n = 1000;
  std::size_t fanout = 3;
  std::size_t depth = 3;
  std::size_t features = 20;

  static constexpr auto fields() {
    using P = CaiParams;
    return std::tuple{Field{"n", &P::n, at_least_one, "how many points"},
                      Field{"fanout", &P::fanout, at_least_two, "children of each inner node"},
                      Field{"depth", &P::depth, at_least_one, "levels below the root"},
                      Field{"features", &P::features, at_least_one, "how many features"}};
  }
};

struct CaiMulticlassParams {
  CaiParams common;
  double rho = 0.1;

  static constexpr auto fields() {
    using P = CaiMulticlassParams;
    return std::tuple{Nested{&P::common},
                      Field{"rho", &P::rho, at_least_zero,
                            "a point is kept if its best score is more than this above the next"}};
  }
};

// The tree and weights that generate() draws first: the truth behind the data.
ScoredTree cai_truth(const CaiParams& params, Random& random);

class CaiMulticlass : public Generator {
 public:
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  void generate(std::uint64_t seed, FileSink& out) const override;

 private:
  CaiMulticlassParams params_;
};

// A point is kept if it has fewer than sqrt(q) of the q categories (the thesis) and at least one
// (chosen here: without a label a point teaches nothing).
class CaiMultilabel : public Generator {
 public:
  std::vector<Parameter> parameters() override { return parameters_of(params_); }
  void generate(std::uint64_t seed, FileSink& out) const override;

 private:
  CaiParams params_;
};

}  // namespace clade::detail
