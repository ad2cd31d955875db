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
  // Keeps `width` inner nodes of every level. Error{usage} where class scores are no sums along the
  // paths of a tree.
  Beam(Model model, std::size_t width);

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
  void keep_best(std::vector<Open>& level) const;
  void collect_blocks(const std::vector<Open>& level, std::vector<std::uint32_t>& blocks) const;

  Model model_;
  std::size_t width_;
  std::vector<std::uint32_t> unit_of_node_;
  std::vector<std::uint32_t> class_of_node_;  // `no_class` where there is none to predict
  std::vector<double> strength_;              // by node: the mean over the classes that it scores
  Csr<NodeId> children_;                      // those with a class to predict at or below them
  Csr<std::uint32_t> blocks_;                 // by node: where the units of these children are
};

// Whether an instance is scanned in full as well, so that a user sees what the beam costs.
constexpr bool is_checked_instance(std::size_t instance) { return instance % 256 == 0; }
// Whether the full scan gives a row the best class that `beam` found.
template <class Real>
bool agrees_with_full_scan(const Model& model, BasicSparseRow<Real> row, Scorer& beam);

}  // namespace clade::detail
