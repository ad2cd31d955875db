// A problem on a tree, laid out for the vector loops of tree_step.h.
//
// The classes right below one inner node are cut into lanes of a few. The k-th classes of a block
// of lanes stand side by side, so that a loop over the k-th classes works on whole vectors, without
// a branch for each node and without sums across a vector. A place is where a class stands: places
// that fill a lane up to the longest of its block have no class. Lanes of about the same length
// make up a block, so that few places do.
//
// What is known of nodes goes to their lanes, and sums over lanes to their nodes, by permutations
// of whole blocks.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

#include "base/csr.h"
#include "linear/aligned_array.h"
#include "solver/problem/problem_tables.h"
#include "solver/tree/tree_shape.h"

namespace clade::detail {

template <class Real>
class TreeTables {
 public:
  // Indices of gathered numbers are as wide as the numbers.
  using Index = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  static constexpr std::size_t width = 64 / sizeof(Real);  // lanes of a block
  static constexpr std::size_t node_step = 8;  // levels are filled up to multiples of it
  // Stands for the score of what is no rival. Finite: it is multiplied by zeros.
  static constexpr Real no_rival = Real(-1e30);

  // Null where the problem is of another kind: units form no tree, instances have several labels,
  // slacks, or lists of rivals, a margin is hard, or siblings differ in loss or strength.
  static std::unique_ptr<const TreeTables> make(const ProblemTables<Real>& tables);

  // ---- Nodes: the inner ones, level by level, then the root
  std::size_t root = 0;             // its number
  std::size_t nodes = 0;            // with the root, filled up; a node that fills up has no unit
  std::vector<std::size_t> levels;  // where each begins, and the end
  std::size_t first_home = 0, last_home = 0;  // a range of whole blocks that has all classes
  AlignedArray<Index> parent;
  std::vector<std::uint32_t> unit;
  AlignedArray<Real> strength, squared_strength;
  AlignedArray<Real> per_own2;  // 1 / (strength of the children's own units)^2
  AlignedArray<Real> factor;    // of the children
  bool has_equal_factors = true;

  // Lane k of the block that begins at `to` gets weights[k] (1 or 0) times lane lanes[k] of the
  // block that begins at `from`. What several lanes add to one takes several links.
  struct Link {
    std::size_t from = 0, to = 0;
    AlignedArray<Index> lanes;
    AlignedArray<Real> weights;
  };
  using Links = std::vector<std::vector<Link>>;
  Links to_parents;  // by block of nodes

  // ---- Lanes
  struct Block {
    std::size_t first_place = 0;
    std::size_t slots = 0;  // classes of its longest lane
  };
  std::vector<Block> blocks;
  std::size_t lanes = 0;
  AlignedArray<Index> node_of_lane;
  Csr<std::uint32_t> lanes_of_node;
  Links to_lanes;  // by block of lanes: from their nodes
  // By block of lanes: the lanes of a node are neighbours, and the first one gets the sum of all.
  Links folds;
  Links to_nodes;                // by block of nodes: from the first lanes of each in each block
  AlignedArray<Real> own, own2;  // strength of the classes' own units, and its square
  AlignedArray<Real> share;      // factor of the classes / strength of their own units

  // ---- Places
  std::size_t places = 0;
  AlignedArray<Index> unit_at;
  AlignedArray<Real> allowed;  // 0, or no_rival
  std::vector<Decision> class_at;

  // ---- Classes
  struct Class {
    std::uint32_t place, home, unit;
    double strength, factor;  // of its own unit; of the others
  };
  std::vector<Class> classes;

  // ---- Losses: scales of the rivals below each node where `plus` is the truth. Classes with the
  // same scales share a row.
  struct Scales {
    const Real *of_lanes, *per_lanes, *of_nodes, *per_nodes;  // and their inverses
  };
  Scales scales(Decision plus) const {
    const Real* row = scales_.data() + scale_row_[plus] * scale_row_size();
    return {row, row + lanes, row + 2 * lanes, row + 2 * lanes + nodes};
  }
  Real scale(Decision plus, Decision minus) const {
    return scales(plus).of_nodes[classes[minus].home];
  }

 private:
  TreeTables(const TreeShape& shape, const ProblemTables<Real>& tables);
  void number_nodes(const TreeShape& shape);
  void link_nodes();
  void cut_lanes();
  void place_classes();
  void link_lanes();
  bool has_regular_siblings() const;
  bool read_scales(const ProblemTables<Real>& tables);

  struct Lane {
    std::size_t node, first, size;  // some of the node's children
  };
  std::vector<Lane> lanes_of_at_most(std::size_t slots) const;
  std::size_t cost_of(const std::vector<Lane>& cut) const;
  std::size_t scale_row_size() const { return 2 * (lanes + nodes); }

  std::vector<std::vector<Decision>> children_;  // by node
  std::vector<Lane> cut_;
  std::vector<std::uint32_t> scale_row_;  // by class
  AlignedArray<Real> scales_;
};

}  // namespace clade::detail
