// A flat method at every inner node of a tree, joined into one model that goes from the root down.
#pragma once

#include <string>

#include "base/train_context.h"
#include "clade/method.h"
#include "method/margin/train_linear.h"

namespace clade::detail {

// What trains each node: a linear method on one flat level.
struct NodeMethod {
  const Method& base;
  bool has_constant = false;  // its models have a constant feature
};

// The node with the most examples, mostly the root, trained by itself. The options of the model are
// those of the base, with what `auto` stood for. Nothing where no node has a choice to learn.
std::optional<Model> train_first_node(const Method& base, const Dataset& data,
                                      const LabelSpace& labels, TrainContext& context);

// Nodes are trained side by side, each on one thread; the model does not depend on their number.
// Objectives are summed over the nodes. Memory is that of the model and of the nodes being trained,
// which know only the features of their examples.
Trained train_nodes(const NodeMethod& method, std::string name, OptionTexts options,
                    const Dataset& data, const LabelSpace& labels, TrainContext& context);

// The same from a model: nodes that no example reaches stay as they are.
Trained update_nodes(const NodeMethod& method, const Model& from, const Dataset& data,
                     TrainContext& context);

}  // namespace clade::detail
