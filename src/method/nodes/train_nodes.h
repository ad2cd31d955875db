// A flat method at every inner node of a tree, joined into one model that goes from the root down.
#pragma once

#include <string>

#include "base/train_context.h"
#include "clade/method.h"
#include "kernel/kernel_spec.h"
#include "method/margin/train_linear.h"

namespace clade::detail {

// What trains each node: a method on one flat level.
struct NodeMethod {
  const Method& base;
  bool has_constant = false;  // its models have a constant
};

// Nodes are trained side by side, each on one thread; the model does not depend on their number.
// Objectives are summed over the nodes. Memory is that of the model and of the nodes being trained,
// which know only the features of their examples.
Trained train_nodes(const NodeMethod& method, std::string name, OptionTexts options,
                    const Dataset& data, const LabelSpace& labels, TrainContext& context);

// The same with a kernel, which is that of the method and the same at all nodes. The model has
// every example once, with coefficients for the nodes that it counts at.
Trained train_kernel_nodes(const NodeMethod& method, const KernelSpec& spec, std::string name,
                           OptionTexts options, const Dataset& data, const LabelSpace& labels,
                           TrainContext& context);

// The linear one from a model: nodes that no example reaches stay as they are.
Trained update_nodes(const NodeMethod& method, const Model& from, const Dataset& data,
                     TrainContext& context);

}  // namespace clade::detail
