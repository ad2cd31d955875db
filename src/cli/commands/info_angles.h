// The angles between the weights of nodes and those of their ancestors in a model.
#pragma once

#include <string>
#include <vector>

#include "clade/model.h"

namespace clade::detail::cli {

struct Angle {
  std::string node, ancestor;
  double product = 0;  // of the two weight vectors
  double cosine = 0;   // 0 where one of them is zero
};

// Whether every node has weights of its own, by feature.
bool has_node_weights(const Model& model);

// Of every node with each of its ancestors but the root, nodes in their order, parents first. Free
// biases are no part of the weights. Empty where !has_node_weights.
std::vector<Angle> angles_of(const Model& model);

}  // namespace clade::detail::cli
