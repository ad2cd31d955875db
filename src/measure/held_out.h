// Scores of examples from models that were not trained on them.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/csr.h"
#include "base/threads.h"
#include "base/train_context.h"
#include "clade/method.h"
#include "data/dataset.h"

namespace clade::detail {

struct HeldOut {
  std::size_t classes = 0;
  std::vector<float> scores;    // by example and class
  Csr<ClassId> labels;          // by example
  std::vector<double> weights;  // by example, 1 on the mean; empty: all 1

  std::size_t size() const { return labels.size(); }
  double weight(std::size_t example) const { return weights.empty() ? 1 : weights[example]; }
  // As numbers to reckon with.
  void copy_scores(std::size_t example, std::vector<double>& out) const {
    const float* first = scores.data() + example * classes;
    out.assign(first, first + classes);
  }
};

// Every example in one of `folds` parts is scored by a model of the other parts, as far as a
// stratified draw by the context's seed holds it out; of very many examples and classes a part is
// scored. With `folds` of 1 a fifth of the examples is scored, 20,000 at most, by a model of the
// rest. A limit of time is shared by the folds. Empty where the run was asked to stop.
// Trainings start from what one on all examples left (TrainContext::kept), if anything: the
// solution is the same. Error{input} where too few examples can be held out.
HeldOut held_out_scores(const Method& method, const Dataset& data, const LabelSpace& labels,
                        std::uint32_t folds, TrainContext& context);

// How many examples the smallest part would have; 0 where held_out_scores throws Error{input}.
std::size_t held_out_examples(const Dataset& data, const LabelSpace& labels, std::uint32_t folds,
                              std::uint64_t seed);

}  // namespace clade::detail
