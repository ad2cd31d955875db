#include "solver/tree/tree_shape.h"

#include <algorithm>
#include <cmath>

namespace clade::detail {

namespace {

constexpr double equal_strengths = 1e-12;

bool nearly_equal(double a, double b) { return std::abs(a - b) <= equal_strengths * std::abs(b); }

// Walks the decisions and learns where each unit stands; the first decision below a unit sets its
// place and strength, the others have to agree.
class ShapeFinder {
 public:
  explicit ShapeFinder(const ScoreMap& map) : map_(map), units_(map.units()) {
    for (std::size_t d = 0; d < map.decisions(); ++d) {
      for (const Attribute& a : map.of(d)) ++unit(a).decisions;
    }
  }

  bool read_all() {
    for (std::size_t d = 0; d < map_.decisions(); ++d) {
      if (!read(d)) return false;
    }
    return true;
  }

  TreeShape shape() {
    number_inner_units();
    const auto number_of = [&](std::uint32_t parent) {
      return parent == TreeShape::root ? TreeShape::root : units_[parent].number;
    };
    for (TreeShape::Inner& inner : shape_.inner) inner.parent = number_of(inner.parent);
    for (TreeShape::Leaf& leaf : shape_.leaves) {
      leaf.parent = number_of(leaf.parent);
      shape_.has_equal_factors = shape_.has_equal_factors && leaf.factor == 1;
    }
    return std::move(shape_);
  }

 private:
  struct Unit {
    std::uint32_t decisions = 0;  // that it scores
    bool is_placed = false;
    bool is_own = false;  // of one decision
    std::uint32_t parent = TreeShape::root;
    std::uint32_t level = 0;
    double strength = 0;
    std::uint32_t leaves = 0;  // decisions whose own unit is right below
    std::uint32_t number = 0;  // among inner nodes
  };

  Unit& unit(const Attribute& a) { return units_[index_of(a.unit)]; }

  // Units that score many decisions stand above those that score few.
  bool read(std::size_t decision) {
    const auto row = map_.of(decision);
    path_.assign(row.begin(), row.end());
    std::sort(path_.begin(), path_.end(), [&](const Attribute& a, const Attribute& b) {
      const std::uint32_t below_a = unit(a).decisions, below_b = unit(b).decisions;
      return below_a != below_b ? below_a > below_b : a.unit < b.unit;
    });
    if (path_.empty() || unit(path_.back()).decisions != 1) return false;
    std::uint32_t parent = TreeShape::root;
    double factor = 1;
    for (std::size_t k = 0; k + 1 < path_.size(); ++k) {
      Unit& inner = unit(path_[k]);
      const double strength = path_[k].strength;
      if (!(strength > 0)) return false;
      if (!inner.is_placed) {
        inner.is_placed = true;
        inner.parent = parent;
        inner.level = static_cast<std::uint32_t>(k);
        inner.strength = strength / factor;
      } else if (inner.parent != parent) {
        return false;
      } else if (k == 0) {
        factor = nearly_equal(strength, inner.strength) ? 1 : strength / inner.strength;
      } else if (!nearly_equal(inner.strength * factor, strength)) {
        return false;
      }
      parent = static_cast<std::uint32_t>(index_of(path_[k].unit));
    }
    Unit& own = unit(path_.back());
    const double strength = path_.back().strength;
    if (!(strength > 0)) return false;
    own.is_own = true;
    if (parent != TreeShape::root) ++units_[parent].leaves;
    shape_.leaves.push_back(
        {parent, static_cast<std::uint32_t>(index_of(path_.back().unit)), strength, factor});
    return true;
  }

  void number_inner_units() {
    std::vector<std::uint32_t> order;
    for (std::uint32_t u = 0; u < units_.size(); ++u) {
      if (units_[u].is_placed && !units_[u].is_own) order.push_back(u);
    }
    std::stable_sort(order.begin(), order.end(), [&](std::uint32_t a, std::uint32_t b) {
      const Unit &first = units_[a], &second = units_[b];
      if (first.level != second.level) return first.level < second.level;
      return first.leaves > second.leaves;
    });
    for (const std::uint32_t u : order) {
      units_[u].number = static_cast<std::uint32_t>(shape_.inner.size());
      shape_.inner.push_back({units_[u].parent, u, units_[u].strength, units_[u].level});
    }
  }

  const ScoreMap& map_;
  std::vector<Unit> units_;
  std::vector<Attribute> path_;
  TreeShape shape_;
};

}  // namespace

std::optional<TreeShape> tree_shape(const ScoreMap& map) {
  ShapeFinder finder(map);
  if (!finder.read_all()) return std::nullopt;
  return finder.shape();
}

}  // namespace clade::detail
