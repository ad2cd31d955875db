// How far the probabilities of a model can be believed.
#pragma once

#include <span>
#include <utility>
#include <vector>

#include "base/communicator.h"
#include "base/threads.h"
#include "clade/metrics.h"
#include "clade/model.h"
#include "data/dataset.h"

namespace clade::detail {

inline constexpr std::size_t reliability_bins = 15;

// Bins of equal mass over the confidences of answers and whether each was right; the expected
// calibration error is the mean over all of them of how far accuracy and confidence of their bin
// are apart. `level` is left to the caller.
LevelReliability reliability_of(std::vector<std::pair<double, bool>> answers);

// Adds log_loss, brier and ece to the metrics, ece to the levels, and the reliability of every
// level, and the probabilities of `judged`. At a level the answer is the most probable of its nodes
// and the terminal ones above, which is right where it is an ancestor of a true label. The model is
// calibrated; `labels` is its label space or an extension, `evaluation` what is known of the same
// data.
void add_reliability(const Model& model, const LabelSpace& labels, const Dataset& data,
                     bool keep_instances, Evaluation& evaluation, ThreadPool& pool,
                     Communicator& peers = single_rank());

}  // namespace clade::detail
