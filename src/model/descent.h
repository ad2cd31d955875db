// Going from the root to the best child until there is none, at the cost of the path: only the
// children along it are scored.
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/csr.h"
#include "clade/model.h"
#include "linear/weight_view.h"
#include "model/model_impl.h"

namespace clade::detail {

// Immutable; the model must outlive it.
class Descent {
 public:
  // Nothing where the best class is not always where the descent ends: other decodings, taxonomies
  // that are no trees, classes at inner nodes that may be predicted.
  static std::shared_ptr<const Descent> of(const Model::Impl& model);

  // A node to go on from.
  struct Step {
    NodeId node;
    double margin;  // the smallest on the way there
  };

  // The class that the full scan puts first, with the same score. Nothing where some score is not
  // finite: only the full scan knows then. `raw` has the room that the weights ask for;
  // `open` is scratch. Equal children are all followed, and the first class wins.
  template <class Real>
  std::optional<Prediction> best(const WeightView<Real>& weights, BasicSparseRow<Real> row,
                                 Real* raw, std::vector<Step>& open) const;

  std::span<const std::uint32_t> unit_of_node() const { return unit_of_node_; }

 private:
  explicit Descent(const Model::Impl& model);

  const Model::Impl& model_;
  std::vector<std::uint32_t> unit_of_node_;
  std::vector<std::uint32_t> class_of_node_;  // `no_class` where there is none to predict
  Csr<std::uint32_t> blocks_;                 // by node: where the units of its children are
};

}  // namespace clade::detail
