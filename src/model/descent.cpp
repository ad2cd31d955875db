#include "model/descent.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <variant>

#include "model/node_units.h"

namespace clade::detail {

namespace {

constexpr std::uint32_t no_class = ~std::uint32_t{0};
constexpr double infinity = std::numeric_limits<double>::infinity();

// The numbers of the blocks that hold these nodes' units, increasing.
std::vector<std::uint32_t> blocks_of(std::span<const NodeId> nodes,
                                     std::span<const std::uint32_t> unit_of_node,
                                     std::size_t units_per_block) {
  std::vector<std::uint32_t> blocks;
  for (const NodeId node : nodes) {
    const std::uint32_t unit = unit_of_node[index_of(node)];
    if (unit != no_unit) blocks.push_back(static_cast<std::uint32_t>(unit / units_per_block));
  }
  std::sort(blocks.begin(), blocks.end());
  blocks.erase(std::unique(blocks.begin(), blocks.end()), blocks.end());
  return blocks;
}

bool predicts_terminals_only(const LabelSpace& labels) {
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (labels.is_predictable(label) && !labels.taxonomy().is_terminal(labels.node(label))) {
      return false;
    }
  }
  return true;
}

}  // namespace

std::shared_ptr<const Descent> Descent::of(const Model::Impl& model) {
  const LabelSpace& labels = model.label_space;
  const bool is_usable =
      is_top_down(model.decoding) && labels.taxonomy().is_tree() && predicts_terminals_only(labels);
  return is_usable ? std::shared_ptr<const Descent>(new Descent(model)) : nullptr;
}

Descent::Descent(const Model::Impl& model)
    : model_(model),
      unit_of_node_(units_of_nodes(model)),
      class_of_node_(unit_of_node_.size(), no_class) {
  const LabelSpace& labels = model.label_space;
  for (std::uint32_t c = 0; c < labels.size(); ++c) {
    if (labels.is_predictable(ClassId{c})) class_of_node_[index_of(labels.node(ClassId{c}))] = c;
  }
  const std::size_t units_per_block = std::holds_alternative<WeightView<float>>(model.weights)
                                          ? block_units<float>
                                          : block_units<double>;
  for (std::size_t n = 0; n < unit_of_node_.size(); ++n) {
    const auto children = labels.taxonomy().children(static_cast<NodeId>(n));
    blocks_.push_row(blocks_of(children, unit_of_node_, units_per_block));
  }
}

template <class Real>
std::optional<Prediction> Descent::best(const WeightView<Real>& weights, BasicSparseRow<Real> row,
                                        Real* raw, std::vector<Step>& open) const {
  const Taxonomy& taxonomy = model_.label_space.taxonomy();
  const bool shows_margins = model_.decoding == Decoding::top_down_min_margin;
  const auto score_of = [&](NodeId node) {
    const std::uint32_t unit = unit_of_node_[index_of(node)];
    return unit == no_unit ? 0.0 : static_cast<double>(raw[unit]);
  };
  std::optional<Prediction> found;
  open.assign(1, {taxonomy.root(), infinity});
  while (!open.empty()) {
    const Step at = open.back();
    open.pop_back();
    const auto children = taxonomy.children(at.node);
    if (children.size() == 1) open.push_back({children[0], at.margin});
    if (children.empty() && class_of_node_[index_of(at.node)] != no_class) {
      const ClassId label{class_of_node_[index_of(at.node)]};
      if (!found || label < found->label) found = {label, shows_margins ? at.margin : 0.0};
    }
    if (children.size() < 2) continue;
    weights.score_blocks(row, blocks_.row(index_of(at.node)), raw);
    double best = -infinity, second = best;
    for (const NodeId child : children) {
      const double score = score_of(child);
      if (!std::isfinite(score)) return std::nullopt;
      second = std::max(second, std::min(best, score));
      best = std::max(best, score);
    }
    const double margin = std::min(at.margin, best - second);
    for (const NodeId child : children) {
      if (score_of(child) == best) open.push_back({child, margin});
    }
  }
  return found;
}

template std::optional<Prediction> Descent::best(const WeightView<float>&, BasicSparseRow<float>,
                                                 float*, std::vector<Step>&) const;
template std::optional<Prediction> Descent::best(const WeightView<double>&, BasicSparseRow<double>,
                                                 double*, std::vector<Step>&) const;

}  // namespace clade::detail
