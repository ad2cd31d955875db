// Measures predictions on a dataset.
#pragma once

#include <cstddef>
#include <functional>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "base/communicator.h"
#include "base/threads.h"
#include "clade/metrics.h"
#include "clade/reporter.h"
#include "data/dataset.h"

namespace clade::detail {

// Anybody's predictions for the instances of a dataset; either part may be absent, not both.
struct GivenPredictions {
  // Writes the score of every class of one instance; -infinity for a class without a score. Called
  // from several threads at once, and in large problems twice for an instance.
  std::function<void(std::size_t instance, std::span<double> scores)> scores;
  // One set per instance, possibly empty; where present, no set is made from the scores.
  std::optional<std::vector<std::vector<ClassId>>> sets;
  std::vector<std::string> warnings;  // passed on to the Evaluation
  // Makes the set of an instance from its scores, in place of EvaluateOptions::label_set; called
  // from several threads at once.
  std::function<void(std::span<const double> scores, std::vector<ClassId>& set)> set_of;
  // What auprc, fmax and smin pool. Unless it is the best score of a class at each node or below,
  // `node_values` puts something else in its place, by node; called from several threads at once,
  // and twice for an instance. `scores` is by class.
  PooledOver pooled_over = PooledOver::scores;
  std::function<void(std::size_t instance, std::span<const double> scores, std::span<double> nodes)>
      node_values;
};

// `labels` is the model's label space, or an extension of it that has every label of `data`; the
// model gives the classes of the extension no score. The result does not depend on the number of
// threads, and no more scores are held than the threads work on. Instance weights play no part.
// Of several ranks, which have the same data, each measures a part of the instances, and all end
// with the result of one rank; EvaluateOptions::keep_judged and curves are for one alone.
// Error{input} where no instance has a label or a score is not a number. The reporter hears how far
// it is (on_step).
Evaluation evaluate(const Model& model, const LabelSpace& labels, const Dataset& data,
                    const EvaluateOptions& options, ThreadPool& pool, Reporter* reporter = nullptr,
                    Communicator& peers = single_rank());

// The same for given predictions. Without scores the measures that need them are left out, except
// that the predicted label counts as the top class where every instance has exactly one.
Evaluation evaluate(const LabelSpace& labels, const Dataset& truth,
                    const GivenPredictions& predictions, const EvaluateOptions& options,
                    ThreadPool& pool, Reporter* reporter = nullptr,
                    Communicator& peers = single_rank());

}  // namespace clade::detail
