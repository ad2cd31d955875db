// Probabilities of nodes of several labels, from held-out examples.
#pragma once

#include "base/threads.h"
#include "measure/held_out.h"
#include "model/calibration.h"
#include "model/node_logits.h"

namespace clade::detail {

// Fills in Calibration::nodes and ::levels. A node's line is the most likely one under a weak pull
// towards the line of all nodes, which decides where a node has few examples (Platt scaling). The
// terms of a level are fitted to all its nodes together.
void fit_node_logits(const LabelSpace& labels, const HeldOut& examples, ThreadPool& pool,
                     Calibration& calibration);

}  // namespace clade::detail
