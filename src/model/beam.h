// Searching a tree from the root down with the best nodes of every level, at the cost of their
// children: for models whose class scores are sums over a path (thesis 3.7).
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "base/csr.h"
#include "clade/model.h"
#include "linear/weight_view.h"

namespace clade::detail {

// Immutable. Nodes are compared by the sum over their path of raw score times strength, the mean
// strength of the classes below where these differ. A class that is reached has the score of the
// full scan, to the bit; the best class may lie below a node that was not kept.
class Beam {
 public:
  // Keeps `width` nodes of the last level above the deepest classes and twice as many of each level
  // above it, up to widest_factor times: a node says the less about the best class below it the
  // higher it is. Error{usage}
  // where class scores are no sums along the paths of a tree.
  Beam(Model model, std::size_t width);
  static constexpr std::size_t widest_factor = 8;

  std::size_t width() const { return width_; }

  struct Open {
    NodeId node;
    double score;
  };
  struct Scratch {
    std::vector<Open> level, next;
    std::vector<std::uint32_t> blocks;
  };
  // The classes that may be predicted among those that are reached, in no order. False where some
  // score is not finite: only the full scan knows then. `raw` has the room that the
  // weights ask for.
  template <class Real>
  bool find(const WeightView<Real>& weights, BasicSparseRow<Real> row, Real* raw, Scratch& scratch,
            std::vector<Prediction>& found) const;

 private:
  static void keep_best(std::vector<Open>& level, std::size_t width);
  void collect_blocks(const std::vector<Open>& level, std::vector<std::uint32_t>& blocks) const;

  // A node below another one with a class to predict at or below it.
  struct Child {
    NodeId node;
    std::uint32_t unit;   // `no_unit` where it has none
    std::uint32_t label;  // `no_class` where there is none to predict
    bool is_inner;
    double strength;  // the mean over the classes that it scores
  };

  Model model_;
  std::size_t width_;
  std::vector<std::size_t> widths_;  // by level from the root's children on: of what is kept
  std::uint32_t root_label_ = 0;     // as in Child
  Csr<Child> children_;              // by node
  Csr<std::uint32_t> blocks_;        // by node: where the units of its children are
};

// Whether an instance is scanned in full as well, so that a user sees what the beam costs.
constexpr bool is_checked_instance(std::size_t instance) { return instance % 256 == 0; }
// Whether the full scan gives a row the best class that `beam` found.
template <class Real>
bool agrees_with_full_scan(const Model& model, BasicSparseRow<Real> row, Scorer& beam);

}  // namespace clade::detail
