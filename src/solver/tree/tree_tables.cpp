#include "solver/tree/tree_tables.h"

#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>
#include <map>
#include <utility>

namespace clade::detail {

namespace {

// Entries of the tables of scales. Where there are more, losses are not those of a small tree.
constexpr std::size_t most_scales = std::size_t{1} << 22;
// What a step costs, in small parts of a cycle: for a vector of classes, for a block of lanes, and
// for adding up lanes of one node.
constexpr std::size_t cost_of_vector = 40, cost_of_block = 110, cost_of_fold = 20;
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

// Numbers of lanes or nodes over all their blocks.
template <class Real>
void add_link(std::vector<typename TreeTables<Real>::Link>& links, std::size_t from,
              std::size_t to) {
  using Index = typename TreeTables<Real>::Index;
  constexpr std::size_t width = TreeTables<Real>::width;
  const std::size_t first = from / width * width, second = to / width * width;
  auto link = std::find_if(links.begin(), links.end(), [&](const auto& l) {
    return l.from == first && l.to == second && l.weights[to % width] == 0;
  });
  if (link == links.end()) {
    links.push_back({first, second, AlignedArray<Index>(width), AlignedArray<Real>(width)});
    link = links.end() - 1;
  }
  link->lanes[to % width] = static_cast<Index>(from % width);
  link->weights[to % width] = 1;
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
  to_parents.resize(nodes / width);
  for (std::size_t v = 0; v < root; ++v) {
    if (strength[v] == 0) continue;
    add_link<Real>(to_parents[v / width], v, static_cast<std::size_t>(parent[v]));
  }
}

template <class Real>
bool TreeTables<Real>::has_regular_siblings() const {
  return std::all_of(classes.begin(), classes.end(), [&](const Class& c) {
    const Class& first = classes[children_[c.home].front()];
    return c.strength == first.strength && c.factor == first.factor;
  });
}

// The longest first; in each block, in the order of their nodes.
template <class Real>
std::vector<typename TreeTables<Real>::Lane> TreeTables<Real>::lanes_of_at_most(
    std::size_t slots) const {
  std::vector<Lane> cut;
  for (std::size_t v = 0; v < nodes; ++v) {
    const std::size_t size = children_[v].size(), parts = (size + slots - 1) / slots;
    std::size_t first = 0;
    for (std::size_t k = 0; k < parts; ++k) {
      const std::size_t part = size / parts + (k < size % parts ? 1 : 0);
      cut.push_back({v, first, part});
      first += part;
    }
  }
  std::stable_sort(cut.begin(), cut.end(),
                   [](const Lane& a, const Lane& b) { return a.size > b.size; });
  for (std::size_t l = 0; l < cut.size(); l += width) {
    const auto begin = cut.begin() + static_cast<std::ptrdiff_t>(l);
    const auto end = cut.begin() + static_cast<std::ptrdiff_t>(std::min(l + width, cut.size()));
    std::stable_sort(begin, end, [](const Lane& a, const Lane& b) { return a.node < b.node; });
  }
  return cut;
}

template <class Real>
std::size_t TreeTables<Real>::cost_of(const std::vector<Lane>& cut) const {
  std::size_t cost = 0;
  for (std::size_t l = 0; l < cut.size(); l += width) {
    std::size_t longest = 0, neighbours = 0, most_neighbours = 0;
    for (std::size_t k = l; k < std::min(l + width, cut.size()); ++k) {
      longest = std::max(longest, cut[k].size);
      neighbours = k > l && cut[k].node == cut[k - 1].node ? neighbours + 1 : 0;
      most_neighbours = std::max(most_neighbours, neighbours);
    }
    cost += cost_of_block + cost_of_vector * longest +
            cost_of_fold * static_cast<std::size_t>(std::bit_width(most_neighbours));
  }
  return cost;
}

// As many classes a lane as make a step cheapest.
template <class Real>
void TreeTables<Real>::cut_lanes() {
  std::size_t longest = 1, least = std::numeric_limits<std::size_t>::max();
  for (const auto& of_node : children_) longest = std::max(longest, of_node.size());
  for (std::size_t slots = std::min(longest, longest_lane); slots > 0; --slots) {
    std::vector<Lane> cut = lanes_of_at_most(slots);
    const std::size_t cost = cost_of(cut);
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
  for (Block& block : blocks) {
    block.first_place = places;
    places += width * block.slots;
  }
  own = AlignedArray<Real>(lanes, 1);
  own2 = AlignedArray<Real>(lanes, 1);
  share = AlignedArray<Real>(lanes, 1);
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
      share[l] = static_cast<Real>(classes[c].factor / a);
    }
  }
  link_lanes();
}

template <class Real>
void TreeTables<Real>::link_lanes() {
  node_of_lane = AlignedArray<Index>(lanes, static_cast<Index>(root));
  to_lanes.resize(lanes / width);
  folds.resize(lanes / width);
  to_nodes.resize(nodes / width);
  std::vector<std::vector<std::uint32_t>> by_node(nodes);
  for (std::size_t l = 0; l < cut_.size(); ++l) {
    const std::size_t v = cut_[l].node;
    node_of_lane[l] = static_cast<Index>(v);
    by_node[v].push_back(static_cast<std::uint32_t>(l));
    add_link<Real>(to_lanes[l / width], v, l);
    const bool is_first = l % width == 0 || cut_[l - 1].node != v;
    if (is_first) add_link<Real>(to_nodes[v / width], l, v);
  }
  for (const auto& of_node : by_node) {
    for (const std::uint32_t l : of_node) lanes_of_node.push(l);
    lanes_of_node.end_row();
  }
  // Sums over twice as many neighbours each time.
  for (std::size_t block = 0; block < lanes; block += width) {
    for (std::size_t step = 1; step < width; step *= 2) {
      std::vector<Link> fold;
      for (std::size_t l = block; l + step < std::min(block + width, cut_.size()); ++l) {
        if (cut_[l].node == cut_[l + step].node) add_link<Real>(fold, l + step, l);
      }
      if (fold.empty()) break;
      folds[block / width].push_back(std::move(fold.front()));
    }
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
    if (rows.size() * scale_row_size() > most_scales) return false;
  }
  scales_ = AlignedArray<Real>(rows.size() * scale_row_size(), 1);
  for (const auto& [of_node, number] : rows) {
    Real* row = scales_.data() + number * scale_row_size();
    for (std::size_t l = 0; l < cut_.size(); ++l) {
      row[l] = of_node[cut_[l].node];
      row[lanes + l] = 1 / row[l];
    }
    row += 2 * lanes;
    for (std::size_t v = 0; v < nodes; ++v) {
      row[v] = of_node[v];
      row[nodes + v] = 1 / row[v];
    }
  }
  return true;
}

template class TreeTables<float>;
template class TreeTables<double>;

}  // namespace clade::detail
