#include <algorithm>
#include <variant>

#include "base/text.h"
#include "data/feature_index.h"
#include "method/cost_estimate.h"

namespace clade {

namespace {

template <class Real>
void measure_rows(const SparseRows<Real>& rows, CostShape& shape) {
  shape.real_size = sizeof(Real);
  shape.documents = static_cast<double>(rows.size());
  shape.values = static_cast<double>(rows.nonzeros());
  shape.is_numbered = rows.numbered() != nullptr;
  const FeatureIndex index = shape.is_numbered ? FeatureIndex() : FeatureIndex::of(rows, false);
  shape.frequencies.resize(shape.is_numbered ? rows.numbered()->indices.size() : index.size());
  const SparseRows<Real>& counted = shape.is_numbered ? rows.numbered()->rows : rows;
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

namespace {

// The value of an option; "" where the method has none of that name.
std::string option_of(const std::vector<Parameter>& parameters, std::string_view name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [name](const Parameter& p) { return p.name == name; });
  return found == parameters.end() ? "" : found->get();
}

double number_of(const std::string& text, double otherwise) {
  return parse_double(text).value_or(otherwise);
}

CostClass cost_class(std::string_view method) {
  for (const MethodEntry& entry : methods()) {
    if (entry.name == method) return entry.cost;
  }
  return CostClass::joint;
}

}  // namespace

CostOptions cost_options(Method& method, const CostShape& shape, unsigned threads) {
  const std::vector<Parameter> parameters = method.parameters();
  const auto option = [&](std::string_view name) { return option_of(parameters, name); };
  CostOptions options;
  options.kind = cost_class(method.name());
  options.is_flat = option("flat") == "true" || method.name() == "svm" || method.name() == "psi" ||
                    method.name() == "flatmult";
  options.is_binary =
      option("constraints") == "binary" || (method.name() == "clade" && shape.is_multilabel);
  options.has_kernel = !option("kernel").empty() && option("kernel") != "linear";
  options.has_free_bias = option("bias") == "free";
  options.has_constant = options.has_free_bias || option("bias") == "feature";
  options.has_pair_slacks = option("slack") == "pair";
  options.has_paper_solver = option("solver") == "paper";
  options.is_online = method.is_online() || (!option("base").empty() && option("base") != "svm");
  options.is_psi = method.name() == "psi" || method.name() == "topdown-psi";
  const std::string C = option("C");
  options.C = C == "auto" ? 0 : number_of(C, 1);
  if (option("scale_C") == "n") options.C /= std::max(1.0, shape.documents);
  options.tolerance = number_of(option("tolerance"), options.tolerance);
  options.max_epochs = number_of(option("max_epochs"), options.max_epochs);
  options.epochs = number_of(option("epochs"), 1);
  options.cache_bytes = number_of(option("cache_mb"), 0) * 1024 * 1024;
  options.threads = std::max(1U, threads);
  return options;
}

}  // namespace clade
