#include "solver/tree/tree_tables.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace clade::detail {

namespace {

// Entries of the tables of scales. Where there are more, losses are not those of a small tree.
constexpr std::size_t most_scales = std::size_t{1} << 22;
// What a step costs, in small parts of a cycle: for a vector of classes, for a vector of extra
// lanes that are gathered, and for one that is permuted.
constexpr std::size_t cost_of_vector = 40, cost_of_gather = 100, cost_of_permutation = 12;
constexpr std::size_t longest_lane = 64;

std::size_t rounded_up(std::size_t size, std::size_t step) {
  return (size + step - 1) / step * step;
}

template <class Real>
bool has_simple_constraints(const Problem<Real>& problem) {
  const ConstraintSet& constraints = problem.constraints;
  if (problem.groups != SlackGroups::instance) return false;
  bool has_list = false;
  std::uint32_t list = 0;
  for (std::size_t i = 0; i < constraints.instances(); ++i) {
    if (constraints.count(i) == 0) continue;
    const auto blocks = constraints.blocks(i);
    if (blocks.size() != 1 || blocks[0].plus == constant_zero || std::isinf(problem.C[i]) ||
        constraints.list(blocks[0].list).front() == constant_zero ||
        (has_list && blocks[0].list != list)) {
      return false;
    }
    list = blocks[0].list;
    has_list = true;
  }
  return has_list;
}

template <class Real>
std::uint32_t list_of_rivals(const ConstraintSet& constraints) {
  for (std::size_t i = 0; i < constraints.instances(); ++i) {
    if (constraints.count(i) > 0) return constraints.blocks(i)[0].list;
  }
  return 0;
}

}  // namespace

template <class Real>
std::unique_ptr<const TreeTables<Real>> TreeTables<Real>::make(const ProblemTables<Real>& tables) {
  if (!has_simple_constraints(tables.problem)) return nullptr;
  const auto shape = tree_shape(tables.problem.score_map);
  if (!shape) return nullptr;
  std::unique_ptr<TreeTables> made(new TreeTables(*shape, tables));
  if (!made->has_regular_siblings() || !made->read_scales(tables)) return nullptr;
  return made;
}

template <class Real>
TreeTables<Real>::TreeTables(const TreeShape& shape, const ProblemTables<Real>& tables) {
  number_nodes(shape);
  link_nodes();
  cut_lanes();
  place_classes();
  const ConstraintSet& constraints = tables.problem.constraints;
  for (const Decision c : constraints.list(list_of_rivals<Real>(constraints))) {
    allowed[classes[c].place] = 0;
  }
}

// Every level begins with a block of its own, and so does the root.
template <class Real>
void TreeTables<Real>::number_nodes(const TreeShape& shape) {
  constexpr std::uint32_t none = ~std::uint32_t{0};
  std::vector<std::uint32_t> number(shape.inner.size()), source;
  for (std::size_t k = 0; k < shape.inner.size(); ++k) {
    if (k == 0 || shape.inner[k].level != shape.inner[k - 1].level) {
      source.resize(rounded_up(source.size(), width), none);
      levels.push_back(source.size());
    }
    number[k] = static_cast<std::uint32_t>(source.size());
    source.push_back(static_cast<std::uint32_t>(k));
  }
  source.resize(rounded_up(source.size(), width), none);
  levels.push_back(source.size());
  root = source.size();
  nodes = rounded_up(root + 1, width);
  source.resize(nodes, none);

  const auto numbered = [&](std::uint32_t node) {
    return node == TreeShape::root ? static_cast<std::uint32_t>(root) : number[node];
  };
  parent = AlignedArray<Index>(nodes, static_cast<Index>(root));
  unit.assign(nodes, 0);
  strength = AlignedArray<Real>(nodes);
  squared_strength = AlignedArray<Real>(nodes);
  per_own2 = AlignedArray<Real>(nodes, 1);
  factor = AlignedArray<Real>(nodes, 1);
  for (std::size_t v = 0; v < nodes; ++v) {
    if (source[v] == none) continue;
    const TreeShape::Inner& inner = shape.inner[source[v]];
    parent[v] = static_cast<Index>(numbered(inner.parent));
    unit[v] = inner.unit;
    strength[v] = static_cast<Real>(inner.strength);
    squared_strength[v] = static_cast<Real>(inner.strength * inner.strength);
  }
  has_equal_factors = shape.has_equal_factors;
  children_.resize(nodes);
  for (std::size_t c = 0; c < shape.leaves.size(); ++c) {
    const TreeShape::Leaf& leaf = shape.leaves[c];
    const std::uint32_t home = numbered(leaf.parent);
    if (children_[home].empty()) {
      per_own2[home] = static_cast<Real>(1 / (leaf.strength * leaf.strength));
      factor[home] = static_cast<Real>(leaf.factor);
    }
    children_[home].push_back(static_cast<Decision>(c));
    classes.push_back({0, home, leaf.unit, leaf.strength, leaf.factor});
  }
  first_home = nodes;
  for (const Class& c : classes) {
    first_home = std::min(first_home, c.home / width * width);
    last_home = std::max(last_home, (c.home / width + 1) * width);
  }
}

template <class Real>
void TreeTables<Real>::link_nodes() {
  links.resize(nodes / width);
  for (std::size_t v = 0; v < root; ++v) {
    if (strength[v] == 0) continue;
    const auto up = static_cast<std::size_t>(parent[v]);
    const std::size_t block = up / width * width;
    auto& of_block = links[v / width];
    auto link = std::find_if(of_block.begin(), of_block.end(), [&](const Link& l) {
      return l.parents == block && l.weights[up % width] == 0;
    });
    if (link == of_block.end()) {
      of_block.push_back({block, AlignedArray<Index>(width), AlignedArray<Real>(width)});
      link = of_block.end() - 1;
    }
    link->children[up % width] = static_cast<Index>(v % width);
    link->weights[up % width] = 1;
  }
}

template <class Real>
bool TreeTables<Real>::has_regular_siblings() const {
  return std::all_of(classes.begin(), classes.end(), [&](const Class& c) {
    const Class& first = classes[children_[c.home].front()];
    return c.strength == first.strength && c.factor == first.factor;
  });
}

// The first lanes of the nodes, then the others, longest first.
template <class Real>
std::vector<typename TreeTables<Real>::Lane> TreeTables<Real>::lanes_of_at_most(
    std::size_t slots) const {
  std::vector<Lane> cut(nodes);
  for (std::size_t v = 0; v < nodes; ++v) {
    const std::size_t size = children_[v].size();
    const std::size_t parts = std::max<std::size_t>(1, (size + slots - 1) / slots);
    cut[v] = {v, 0, size / parts + (size % parts > 0 ? 1 : 0)};
    std::size_t first = cut[v].size;
    for (std::size_t k = 1; k < parts; ++k) {
      const std::size_t rest = size / parts + (k < size % parts ? 1 : 0);
      cut.push_back({v, first, rest});
      first += rest;
    }
  }
  std::stable_sort(cut.begin() + static_cast<std::ptrdiff_t>(nodes), cut.end(),
                   [](const Lane& a, const Lane& b) { return a.size > b.size; });
  return cut;
}

// As many classes a lane as make a round cheapest.
template <class Real>
void TreeTables<Real>::cut_lanes() {
  std::size_t longest = 1, least = std::numeric_limits<std::size_t>::max();
  for (const auto& of_node : children_) longest = std::max(longest, of_node.size());
  for (std::size_t slots = std::min(longest, longest_lane); slots > 0; --slots) {
    std::vector<Lane> cut = lanes_of_at_most(slots);
    std::size_t cost = 0;
    for (std::size_t l = 0; l < cut.size(); l += width) {
      std::size_t most = 0;
      for (std::size_t k = l; k < std::min(l + width, cut.size()); ++k) {
        most = std::max(most, cut[k].size);
      }
      cost += cost_of_vector * most;
    }
    for (std::size_t begin = 0; begin < nodes; begin += width) {
      std::size_t most = 0;
      for (std::size_t v = begin; v < begin + width; ++v) {
        most = std::max(most, (children_[v].size() + slots - 1) / slots);
      }
      if (most > 1)
        cost += (fits_small(cut.size()) ? cost_of_permutation : cost_of_gather) * (most - 1);
    }
    if (cost >= least) continue;
    least = cost;
    cut_ = std::move(cut);
  }
}

template <class Real>
void TreeTables<Real>::place_classes() {
  lanes = rounded_up(cut_.size(), width);
  blocks.resize(lanes / width);
  for (std::size_t l = 0; l < cut_.size(); ++l) {
    Block& block = blocks[l / width];
    block.slots = std::max(block.slots, cut_[l].size);
  }
  list_extra_lanes();
  for (Block& block : blocks) {
    block.first_place = places;
    places += width * block.slots;
  }
  own = AlignedArray<Real>(lanes, 1);
  own2 = AlignedArray<Real>(lanes, 1);
  unit_at = AlignedArray<Index>(places);
  allowed = AlignedArray<Real>(places, no_rival);
  class_at.assign(places, constant_zero);
  for (std::size_t l = 0; l < cut_.size(); ++l) {
    const Lane& lane = cut_[l];
    const Block& block = blocks[l / width];
    for (std::size_t k = 0; k < lane.size; ++k) {
      const Decision c = children_[lane.node][lane.first + k];
      const std::size_t place = block.first_place + k * width + l % width;
      classes[c].place = static_cast<std::uint32_t>(place);
      class_at[place] = c;
      unit_at[place] = static_cast<Index>(classes[c].unit);
      const double a = classes[c].strength;
      own[l] = static_cast<Real>(a);
      own2[l] = static_cast<Real>(a * a);
    }
  }
}

template <class Real>
void TreeTables<Real>::list_extra_lanes() {
  node_of_lane = AlignedArray<Index>(lanes);
  std::vector<std::vector<std::size_t>> extras(nodes);
  for (std::size_t l = 0; l < cut_.size(); ++l) {
    node_of_lane[l] = static_cast<Index>(cut_[l].node);
    if (l >= nodes) extras[cut_[l].node].push_back(l);
  }
  std::vector<Index> listed;
  for (std::size_t begin = 0; begin < nodes; begin += width) {
    first_extra.push_back(listed.size() / width);
    std::size_t most = 0;
    for (std::size_t v = begin; v < begin + width; ++v) most = std::max(most, extras[v].size());
    for (std::size_t k = 0; k < most; ++k) {
      for (std::size_t v = begin; v < begin + width; ++v) {
        listed.push_back(static_cast<Index>(k < extras[v].size() ? extras[v][k] : lanes));
      }
    }
  }
  first_extra.push_back(listed.size() / width);
  extra_lanes = AlignedArray<Index>(listed.size());
  std::copy(listed.begin(), listed.end(), extra_lanes.begin());
  if (lanes > nodes && fits_small(cut_.size())) make_small();
}

// A lane of the extra block must be left over: it stands for lanes that are not there.
template <class Real>
bool TreeTables<Real>::fits_small(std::size_t lane_count) const {
  return last_home - first_home == width && lane_count - nodes < width;
}

template <class Real>
void TreeTables<Real>::make_small() {
  is_small = true;
  small_node_of_lane = AlignedArray<Index>(width);
  for (std::size_t l = nodes; l < cut_.size(); ++l) {
    small_node_of_lane[l - nodes] = static_cast<Index>(cut_[l].node - first_home);
  }
  small_extra_lanes = AlignedArray<Index>(extra_lanes.size());
  for (std::size_t k = 0; k < extra_lanes.size(); ++k) {
    const auto lane = static_cast<std::size_t>(extra_lanes[k]);
    small_extra_lanes[k] = static_cast<Index>(lane == lanes ? width - 1 : lane - nodes);
  }
}

// False where siblings have different scales, or there are too many rows of them.
template <class Real>
bool TreeTables<Real>::read_scales(const ProblemTables<Real>& tables) {
  ScaleScratch<Real> scratch(classes.size());
  std::map<std::vector<Real>, std::uint32_t> rows;  // scales by node
  scale_row_.assign(classes.size(), 0);
  std::vector<Real> of_nodes(nodes);
  for (std::size_t plus = 0; plus < classes.size(); ++plus) {
    const Real* scales = tables.scan.scales().row(static_cast<Decision>(plus), scratch);
    std::fill(of_nodes.begin(), of_nodes.end(), Real{0});
    for (std::size_t c = 0; c < classes.size(); ++c) {
      if (c == plus) continue;
      const Real scale = scales == nullptr ? Real{1} : scales[c];
      Real& of_home = of_nodes[classes[c].home];
      if (of_home == 0) of_home = scale;
      if (!(scale > 0) || of_home != scale) return false;
    }
    std::replace(of_nodes.begin(), of_nodes.end(), Real{0}, Real{1});
    const auto number = static_cast<std::uint32_t>(rows.size());
    scale_row_[plus] = rows.emplace(of_nodes, number).first->second;
    if (rows.size() * lanes > most_scales) return false;
  }
  scales_ = AlignedArray<Real>(rows.size() * lanes, 1);
  per_scale_ = AlignedArray<Real>(rows.size() * lanes, 1);
  for (const auto& [of_node, number] : rows) {
    for (std::size_t l = 0; l < cut_.size(); ++l) {
      scales_[number * lanes + l] = of_node[cut_[l].node];
      per_scale_[number * lanes + l] = 1 / of_node[cut_[l].node];
    }
  }
  return true;
}

template class TreeTables<float>;
template class TreeTables<double>;

}  // namespace clade::detail
