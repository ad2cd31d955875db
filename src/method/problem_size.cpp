#include "method/problem_size.h"

#include <algorithm>
#include <variant>

#include "data/feature_index.h"

namespace clade::detail {

namespace {

template <class Real>
void measure_rows(const SparseRows<Real>& rows, ProblemSize& size) {
  size.real_size = sizeof(Real);
  size.documents = static_cast<double>(rows.size());
  size.values = static_cast<double>(rows.nonzeros());
  size.is_numbered = rows.compact() != nullptr;
  const FeatureIndex index = size.is_numbered ? FeatureIndex() : FeatureIndex::of(rows, false);
  size.frequencies.resize(size.is_numbered ? rows.compact()->indices.size() : index.size());
  const SparseRows<Real>& counted = size.is_numbered ? rows.compact()->rows : rows;
  for (std::size_t i = 0; i < counted.size(); ++i) {
    for (const auto& feature : counted.row(i)) {
      ++size.frequencies[size.is_numbered ? feature.index : index.find(feature.index)];
    }
  }
  size.features = static_cast<double>(size.frequencies.size());
}

// An example with several labels is counted for each: near enough.
std::vector<ProblemSize::Choice> choices_of(const Dataset& data, const LabelSpace& labels) {
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
  std::vector<ProblemSize::Choice> choices;
  for (const NodeId node : down) {
    const std::size_t children = taxonomy.children(node).size();
    const double here = documents[index_of(node)];
    if (children > 1 && here > 0) choices.push_back({here, static_cast<double>(children)});
  }
  return choices;
}

}  // namespace

ProblemSize problem_size(const Dataset& data, const LabelSpace& labels) {
  ProblemSize size;
  std::visit([&](const auto& rows) { measure_rows(rows, size); }, data.rows());
  size.classes = static_cast<double>(labels.size());
  size.nodes = static_cast<double>(labels.taxonomy().size());
  size.is_multilabel = data.is_multilabel();
  if (labels.taxonomy().is_tree()) size.choices = choices_of(data, labels);
  return size;
}

}  // namespace clade::detail
