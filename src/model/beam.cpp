#include "model/beam.h"

#include <algorithm>
#include <cmath>
#include <utility>
#include <variant>

#include "base/fail.h"
#include "model/model_impl.h"
#include "model/node_units.h"

namespace clade::detail {

namespace {

constexpr std::uint32_t no_class = ~std::uint32_t{0};

[[noreturn]] void refuse(const char* why) { fail_parameter("beam", "{}; leave `beam` out", why); }

void check_kind(const Model::Impl& model) {
  if (is_top_down(model.decoding)) {
    refuse("the model goes from the root down and scores only the children on its way already");
  }
  if (model.support != nullptr) {
    refuse("the model has a kernel: comparing with its examples is what takes the time");
  }
  if (!model.label_space.taxonomy().is_tree()) {
    refuse("expected the taxonomy to be a tree, got nodes with several parents");
  }
}

// The root's unit has a name of its own where the root has none.
std::vector<std::uint32_t> units_with_root(const Model::Impl& model) {
  std::vector<std::uint32_t> units = units_of_nodes(model);
  const Taxonomy& taxonomy = model.label_space.taxonomy();
  const auto found = std::find(model.unit_names.begin(), model.unit_names.end(), "(root)");
  if (taxonomy.name(taxonomy.root()).empty() && found != model.unit_names.end()) {
    units[index_of(taxonomy.root())] = static_cast<std::uint32_t>(found - model.unit_names.begin());
  }
  return units;
}

// The mean strength of each node over the classes that it scores. Refuses attributes that are not
// over the ancestors of a class.
std::vector<double> mean_strengths(const Model::Impl& model,
                                   std::span<const std::uint32_t> unit_of_node) {
  const LabelSpace& labels = model.label_space;
  const Taxonomy& taxonomy = labels.taxonomy();
  std::vector<double> sums(taxonomy.size(), 0.0), counts(taxonomy.size(), 0.0);
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto attributes = model.score_map.of(c);
    std::size_t used = 0;
    for (const NodeId node : taxonomy.ancestor_set(labels.node(static_cast<ClassId>(c)))) {
      const auto unit = static_cast<UnitId>(unit_of_node[index_of(node)]);
      const auto found = std::ranges::lower_bound(attributes, unit, {}, &Attribute::unit);
      if (found == attributes.end() || found->unit != unit) continue;
      sums[index_of(node)] += found->strength;
      ++counts[index_of(node)];
      ++used;
    }
    if (used != attributes.size()) {
      refuse("the model scores classes by attributes that are not nodes above them");
    }
  }
  for (std::size_t n = 0; n < sums.size(); ++n) {
    if (counts[n] > 0) sums[n] /= counts[n];
  }
  return sums;
}

// By node: whether a class that may be predicted is at it or below it.
std::vector<bool> nodes_above_classes(const LabelSpace& labels) {
  const Taxonomy& taxonomy = labels.taxonomy();
  std::vector<bool> is_above(taxonomy.size(), false);
  for (std::size_t c = 0; c < labels.size(); ++c) {
    const auto label = static_cast<ClassId>(c);
    if (!labels.is_predictable(label)) continue;
    NodeId node = labels.node(label);
    while (!is_above[index_of(node)]) {
      is_above[index_of(node)] = true;
      if (node == taxonomy.root()) break;
      node = taxonomy.parents(node).front();
    }
  }
  return is_above;
}

Csr<NodeId> useful_children(const LabelSpace& labels) {
  const std::vector<bool> is_above = nodes_above_classes(labels);
  Csr<NodeId> children;
  for (std::size_t n = 0; n < is_above.size(); ++n) {
    for (const NodeId child : labels.taxonomy().children(static_cast<NodeId>(n))) {
      if (is_above[index_of(child)]) children.push(child);
    }
    children.end_row();
  }
  return children;
}

// In flat models nothing tells inner nodes apart.
void check_inner_nodes_are_scored(const Taxonomy& taxonomy, const Csr<NodeId>& children,
                                  std::span<const double> strengths) {
  bool has_inner = false;
  for (std::size_t n = 0; n < children.size(); ++n) {
    if (children.row(n).empty() || n == index_of(taxonomy.root())) continue;
    has_inner = true;
    if (strengths[n] == 0) refuse("the model does not score the inner nodes of the taxonomy");
  }
  if (!has_inner) refuse("all classes are children of the root: there is nothing to leave out");
}

std::size_t units_per_block(const Weights& weights) {
  return std::holds_alternative<WeightView<float>>(weights) ? block_units<float>
                                                            : block_units<double>;
}

// The levels of inner nodes below the root.
std::size_t inner_levels(const Taxonomy& taxonomy, const Csr<NodeId>& children) {
  std::vector<std::size_t> depth(taxonomy.size(), 0);
  std::size_t deepest = 0;
  for (const NodeId node : taxonomy.top_down()) {
    if (node != taxonomy.root()) {
      depth[index_of(node)] = depth[index_of(taxonomy.parents(node).front())] + 1;
    }
    if (!children.row(index_of(node)).empty()) deepest = std::max(deepest, depth[index_of(node)]);
  }
  return deepest;
}

// From the first level to the last.
std::vector<std::size_t> widths_of(std::size_t width, std::size_t levels) {
  constexpr std::size_t most = std::size_t{1} << 32;  // no tree has more nodes
  const std::size_t widest = std::min(most, Beam::widest_factor * std::min(width, most));
  std::vector<std::size_t> widths(levels, width);
  for (std::size_t level = levels; level-- > 1;) {
    widths[level - 1] = std::min(widest, 2 * widths[level]);
  }
  return widths;
}

void sort_out_doubles(std::vector<std::uint32_t>& numbers) {
  std::sort(numbers.begin(), numbers.end());
  numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

}  // namespace

Beam::Beam(Model model, std::size_t width) : model_(std::move(model)), width_(width) {
  const Model::Impl& impl = model_.impl();
  check_kind(impl);
  const LabelSpace& labels = impl.label_space;
  const Taxonomy& taxonomy = labels.taxonomy();
  const std::vector<std::uint32_t> units = units_with_root(impl);
  const std::vector<double> strengths = mean_strengths(impl, units);
  const Csr<NodeId> children = useful_children(labels);
  check_inner_nodes_are_scored(taxonomy, children, strengths);
  widths_ = widths_of(width, inner_levels(taxonomy, children));
  std::vector<std::uint32_t> classes(taxonomy.size(), no_class);
  for (std::uint32_t c = 0; c < labels.size(); ++c) {
    if (labels.is_predictable(ClassId{c})) classes[index_of(labels.node(ClassId{c}))] = c;
  }
  root_label_ = classes[index_of(taxonomy.root())];
  const std::size_t per_block = units_per_block(impl.weights);
  std::vector<std::uint32_t> blocks;
  for (std::size_t n = 0; n < children.size(); ++n) {
    blocks.clear();
    const auto add_block_of = [&](NodeId node) {
      const std::uint32_t unit = units[index_of(node)];
      if (unit != no_unit) blocks.push_back(static_cast<std::uint32_t>(unit / per_block));
    };
    if (n == index_of(taxonomy.root())) add_block_of(taxonomy.root());
    for (const NodeId child : children.row(n)) {
      const std::size_t at = index_of(child);
      children_.push({child, units[at], classes[at], !children.row(at).empty(), strengths[at]});
      add_block_of(child);
    }
    children_.end_row();
    sort_out_doubles(blocks);
    blocks_.push_row(blocks);
  }
}

// Of equals the first node stays.
void Beam::keep_best(std::vector<Open>& level, std::size_t width) {
  if (level.size() <= width) return;
  const auto is_better = [](const Open& a, const Open& b) {
    return a.score != b.score ? a.score > b.score : a.node < b.node;
  };
  const auto end = level.begin() + static_cast<std::ptrdiff_t>(width);
  std::nth_element(level.begin(), end, level.end(), is_better);
  level.erase(end, level.end());
}

void Beam::collect_blocks(const std::vector<Open>& level,
                          std::vector<std::uint32_t>& blocks) const {
  blocks.clear();
  for (const Open& open : level) {
    const auto of_node = blocks_.row(index_of(open.node));
    blocks.insert(blocks.end(), of_node.begin(), of_node.end());
  }
  sort_out_doubles(blocks);
}

template <class Real>
bool Beam::find(const WeightView<Real>& weights, BasicSparseRow<Real> row, Real* raw,
                Scratch& scratch, std::vector<Prediction>& found) const {
  const Model::Impl& model = model_.impl();
  const NodeId root = model.label_space.taxonomy().root();
  found.clear();
  // The same sum as in the full scan, in the same order.
  const auto add_class = [&](std::uint32_t c) {
    if (c == no_class) return true;
    double sum = 0;
    for (const Attribute& a : model.score_map.of(c)) {
      sum += a.strength * static_cast<double>(raw[index_of(a.unit)]);
    }
    found.push_back({ClassId{c}, sum});
    return std::isfinite(sum);
  };
  scratch.level.assign(1, {root, 0.0});
  std::size_t level = 0;
  while (!scratch.level.empty()) {
    collect_blocks(scratch.level, scratch.blocks);
    weights.score_blocks(row, scratch.blocks, raw);
    if (level == 0 && !add_class(root_label_)) return false;
    scratch.next.clear();
    for (const Open& open : scratch.level) {
      for (const Child& child : children_.row(index_of(open.node))) {
        const double own = child.unit == no_unit ? 0.0 : static_cast<double>(raw[child.unit]);
        const double score = open.score + child.strength * own;
        if (!std::isfinite(score) || !add_class(child.label)) return false;
        if (child.is_inner) scratch.next.push_back({child.node, score});
      }
    }
    if (!scratch.next.empty()) keep_best(scratch.next, widths_[level]);
    ++level;
    std::swap(scratch.level, scratch.next);
  }
  return true;
}

template <class Real>
bool agrees_with_full_scan(const Model& model, BasicSparseRow<Real> row, Scorer& beam) {
  Scorer full(model);
  full.score(row, ScoresFor::best_class);
  const auto all = full.best(1), reached = beam.best(1);
  if (all.empty() || reached.empty()) return all.empty() == reached.empty();
  return all.front().label == reached.front().label;
}

template bool Beam::find(const WeightView<float>&, BasicSparseRow<float>, float*, Scratch&,
                         std::vector<Prediction>&) const;
template bool Beam::find(const WeightView<double>&, BasicSparseRow<double>, double*, Scratch&,
                         std::vector<Prediction>&) const;
template bool agrees_with_full_scan(const Model&, BasicSparseRow<float>, Scorer&);
template bool agrees_with_full_scan(const Model&, BasicSparseRow<double>, Scorer&);

}  // namespace clade::detail
