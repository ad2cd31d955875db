// How well a design does on examples that it was not trained on, for one value of C after another.
#pragma once

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <vector>

#include "base/threads.h"
#include "base/train_context.h"
#include "data/dataset.h"
#include "method/margin/margin_params.h"
#include "method/margin/rank_quality.h"
#include "method/margin/train_linear.h"
#include "solver/outer/c_path.h"

namespace clade::detail {

// Every fold goes along the values with a path of its own. Folds run side by side where threads and
// memory allow, which does not change the result.
//
// A backend is linear or of a kernel; with a kernel folds go one after the other, as they share its
// matrix.
template <class Backend>
class CrossValidation {
 public:
  using Real = typename Backend::Real;

  // All but `labels` must outlive this object. Error{input} where there are fewer examples to hold
  // out than folds.
  CrossValidation(const SparseRows<Real>& rows, const MarginDesign& design,
                  const MarginParams& params, const Dataset& data, const LabelSpace& labels,
                  std::uint32_t folds, TrainContext& context);
  ~CrossValidation();

  // Means over all examples that are held out once; nothing where the run was asked to stop.
  std::optional<RankQuality> at(double C);
  // The next value lies beside the first one, not beside the last.
  void return_to_first();

  double median_squared_length() const;

 private:
  struct Fold {
    std::vector<std::size_t> held_out;
    ConstraintSet constraints;  // of the others
    CPath path;
    std::optional<CPath> after_first;
    RankQuality sum;
  };
  struct FoldWorkspace;

  void make_workspaces(const SparseRows<Real>& rows, const MarginDesign& design);
  std::size_t workspaces_for(const Problem<Real>& problem) const;
  void run(Fold& fold, FoldWorkspace& workspace, double C, Reporter& reporter, ThreadPool& pool);
  RankQuality measure(const Fold& fold, const Backend& backend) const;
  // From the raw scores of a design that is decoded from the root; the others are scratch.
  void set_path_scores_from(const Real* raw, std::vector<double>& by_node,
                            std::span<Real> scores) const;

  const MarginParams& params_;
  const MarginDesign& design_;
  const Dataset& data_;
  LabelSpace labels_;
  TrainContext& context_;
  SolverParams solver_;
  std::vector<Decision> rivals_;
  std::vector<double> prices_;      // of every example's slack at C = 1
  DecisionScores<Real> map_;        // of classes
  std::vector<NodeId> unit_nodes_;  // of designs that are decoded from the root
  std::vector<Fold> folds_;

  std::vector<std::unique_ptr<FoldWorkspace>> workspaces_;  // one for each fold, or one
};

}  // namespace clade::detail
