// What tests of models of node weights share.
#pragma once

#include <algorithm>
#include <variant>
#include <vector>

#include "model/model_parts.h"
#include "tests/support/training.h"

namespace clade::detail::test {

// Of every node, by number.
inline std::vector<std::vector<double>> node_weights(const Run& run) {
  const Model& model = run.trained.model;
  const Taxonomy& taxonomy = run.labels.taxonomy();
  const auto& view = ModelParts(model).weights_as<double>();
  std::vector<std::vector<double>> w(taxonomy.size(), std::vector<double>(view.features));
  for (std::size_t j = 0; j < view.features; ++j) {
    view.for_each_nonzero(j, [&](std::size_t unit, double value) {
      w[index_of(taxonomy.find(model.unit_names()[unit]).value())][j] = value;
    });
  }
  return w;
}

// The mean over the examples of the slack that margins between siblings along the path ask for.
inline double mean_sibling_slack(const Run& run) {
  const Taxonomy& taxonomy = run.labels.taxonomy();
  const auto& rows = std::get<SparseRows<double>>(run.data.rows());
  double sum = 0;
  for (std::size_t i = 0; i < rows.size(); ++i) {
    std::vector<double> f(taxonomy.size());
    run.trained.model.node_scores<double>(rows.row(i), f);
    double slack = 0;
    NodeId node = run.labels.node(run.data.labels(i).front());
    for (; node != taxonomy.root(); node = taxonomy.parents(node).front()) {
      for (const NodeId other : taxonomy.children(taxonomy.parents(node).front())) {
        if (other != node) slack = std::max(slack, 1 - f[index_of(node)] + f[index_of(other)]);
      }
    }
    sum += slack;
  }
  return sum / static_cast<double>(rows.size());
}

}  // namespace clade::detail::test
