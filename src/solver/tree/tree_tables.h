// A problem on a tree, laid out for the vector loops of tree_step.h.
//
// The classes right below one inner node are cut into lanes of a few. The k-th classes of a block
// of lanes stand side by side, so that a loop over the k-th classes works on whole vectors, without
// a branch for each node and without sums across a vector. A place is where a class stands: places
// that fill a lane up to the longest of its block have no class.
//
// The first lanes are those of the inner nodes, in their order, each with the first classes of its
// node; what is left over of nodes with many classes follows in extra lanes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <type_traits>
#include <vector>

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
  // How a block of nodes adds up to its parents, one link for the first children of each, one for
  // the second and so on: lane k of the parents' block gets weights[k] (1 or 0) times the block's
  // lane children[k].
  struct Link {
    std::size_t parents = 0;  // where their block begins
    AlignedArray<Index> children;
    AlignedArray<Real> weights;
  };
  std::vector<std::vector<Link>> links;  // by block

  // ---- Lanes; the first `nodes` are the nodes
  struct Block {
    std::size_t first_place = 0;
    std::size_t slots = 0;  // classes of its longest lane
  };
  std::vector<Block> blocks;
  std::size_t lanes = 0;
  AlignedArray<Index> node_of_lane;
  // The k-th extra lanes of a block of nodes stand side by side, from
  // extra_lanes[width * first_extra[block]] on; `lanes` where a node has no k-th.
  std::vector<std::size_t> first_extra;
  AlignedArray<Index> extra_lanes;
  // Where all nodes with classes are in one block, and all extra lanes in another, vectors are
  // permuted in place of gathered: node_of_lane of that block, and extra_lanes, within their
  // blocks.
  bool is_small = false;
  AlignedArray<Index> small_node_of_lane, small_extra_lanes;
  AlignedArray<Real> own, own2;  // strength of the classes' own units, and its square

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
  const Real* scale_of_lane(Decision plus) const {
    return scales_.data() + scale_row_[plus] * lanes;
  }
  Real scale(Decision plus, Decision minus) const {
    return scale_of_lane(plus)[classes[minus].home];
  }
  const Real* per_scale_of_lane(Decision plus) const {
    return per_scale_.data() + scale_row_[plus] * lanes;
  }

 private:
  TreeTables(const TreeShape& shape, const ProblemTables<Real>& tables);
  void number_nodes(const TreeShape& shape);
  void link_nodes();
  void cut_lanes();
  void place_classes();
  void list_extra_lanes();
  bool fits_small(std::size_t lane_count) const;
  void make_small();
  bool has_regular_siblings() const;
  bool read_scales(const ProblemTables<Real>& tables);

  struct Lane {
    std::size_t node, first, size;  // some of the node's children
  };
  std::vector<Lane> lanes_of_at_most(std::size_t slots) const;

  std::vector<std::vector<Decision>> children_;  // by node
  std::vector<Lane> cut_;
  std::vector<std::uint32_t> scale_row_;  // by class
  AlignedArray<Real> scales_, per_scale_;
};

}  // namespace clade::detail
