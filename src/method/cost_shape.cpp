#include <algorithm>
#include <variant>

#include "data/feature_index.h"
#include "method/cost_estimate.h"

namespace clade {

namespace {

template <class Real>
void measure_rows(const SparseRows<Real>& rows, CostShape& shape) {
  shape.real_size = sizeof(Real);
  shape.documents = static_cast<double>(rows.size());
  shape.values = static_cast<double>(rows.nonzeros());
  shape.is_numbered = rows.compact() != nullptr;
  const FeatureIndex index = shape.is_numbered ? FeatureIndex() : FeatureIndex::of(rows, false);
  shape.frequencies.resize(shape.is_numbered ? rows.compact()->indices.size() : index.size());
  const SparseRows<Real>& counted = shape.is_numbered ? rows.compact()->rows : rows;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    for (const auto& feature : counted.row(i)) {
      ++shape.frequencies[shape.is_numbered ? feature.index : index.find(feature.index)];
    }
  }
  shape.features = static_cast<double>(shape.frequencies.size());
}

// An example with several labels is counted for each: near enough.
std::vector<CostShape::Choice> choices_of(const Dataset& data, const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  std::vector<double> documents(taxonomy.size(), 0.0);
  for (std::size_t i = 0; i < data.size(); ++i) {
    for (const ClassId label : data.labels(i)) ++documents[index_of(labels.node(label))];
  }
  const auto down = taxonomy.top_down();
  for (auto node = down.rbegin(); node != down.rend(); ++node) {
    for (const NodeId parent : taxonomy.parents(*node)) {
      documents[index_of(parent)] += documents[index_of(*node)];
    }
  }
  std::vector<CostShape::Choice> choices;
  for (const NodeId node : down) {
    const std::size_t children = taxonomy.children(node).size();
    const double here = documents[index_of(node)];
    if (children > 1 && here > 0) choices.push_back({here, static_cast<double>(children)});
  }
  return choices;
}

}  // namespace

CostShape cost_shape(const Dataset& data, const LabelSpace& labels) {
  CostShape shape;
  std::visit([&](const auto& rows) { measure_rows(rows, shape); }, data.rows());
  shape.classes = static_cast<double>(labels.size());
  shape.nodes = static_cast<double>(labels.taxonomy().size());
  shape.is_multilabel = data.is_multilabel();
  if (labels.taxonomy().is_tree()) shape.choices = choices_of(data, labels);
  return shape;
}

CostOptions cost_options(const MethodTraits& method, const CostShape& shape, unsigned threads) {
  using AgainstZero = MethodTraits::AgainstZero;
  CostOptions options;
  options.kind = method.cost;
  options.is_flat = method.is_flat;
  options.is_binary =
      method.classes_against_zero == AgainstZero::always ||
      (method.classes_against_zero == AgainstZero::with_several_labels && shape.is_multilabel);
  options.has_kernel = method.kernel != KernelKind::linear;
  options.has_free_bias = method.has_free_bias;
  options.has_constant = method.has_constant;
  options.has_pair_slacks = method.has_pair_slacks;
  options.has_paper_solver = method.has_paper_solver;
  options.is_online = method.learns_online;
  options.is_psi = method.is_psi;
  if (method.C) {
    options.C = method.C->value.value_or(0);
    if (method.C->is_per_example) options.C /= std::max(1.0, shape.documents);
  }
  if (method.tolerance) options.tolerance = *method.tolerance;
  if (method.max_epochs) options.max_epochs = *method.max_epochs;
  options.epochs = method.epochs;
  options.cache_bytes = method.kernel_cache_mb * 1024 * 1024;
  options.threads = std::max(1U, threads);
  return options;
}

}  // namespace clade
