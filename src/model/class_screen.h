// The best classes of many rows, to the bit those of the full scan, by reading a quarter of the
// bytes: a copy of the class weights in eight bits tells which few classes could be among them, and
// those alone are scored with the weights themselves.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "base/threads.h"
#include "clade/model.h"
#include "linear/aligned_array.h"
#include "linear/byte_rows.h"
#include "linear/weight_view.h"

namespace clade::detail {

// Immutable; safe to use from several threads. Why no class is missed: class_screen.cpp. A model
// that has one uses it for rows that are scored for the best class alone, of which it has best(k).
class ClassScreen : public std::enable_shared_from_this<ClassScreen> {
 public:
  // Null where the full scan is as fast or must be made: packed rows, rows of so few blocks that
  // the copy would be larger than half as much again as they are, kernels, few classes, models that
  // go from the root down, no memory for the copy.
  static std::shared_ptr<const ClassScreen> of(const Model& model, ThreadPool& pool);
  // The same, but also null where making the copy would take longer than it saves on rows that have
  // `values` values in all, and for rows of blocks, which the copy may be larger than.
  static std::shared_ptr<const ClassScreen> for_rows(const Model& model, std::size_t values,
                                                     ThreadPool& pool);

  // The same model, which uses this screen.
  Model screened_model() const;
  // Of the copy.
  std::size_t bytes() const { return bytes_.bytes() + steps_.size() * sizeof(Step); }

  struct Scratch {
    std::vector<Feature> row;  // values times the steps of their features
    AlignedArray<float> sums;
    std::vector<std::uint32_t> places, blocks;
    std::vector<float> parts;
  };
  // Classes among which are those that Scorer::best(top) has after a full scan, with the same
  // scores, in the order of classes. False where too many could be among the best, or numbers are
  // too large for the bound: only the full scan knows then. `raw` has the room that the weights ask
  // for.
  template <class Real>
  bool find(const WeightView<Real>& weights, BasicSparseRow<Real> row, std::size_t top, Real* raw,
            Scratch& scratch, std::vector<Prediction>& found) const;

  // How far the sum of a class in bytes can be from its score of the full scan at most; infinity
  // where nothing is known. Sets scratch.row.
  template <class Real>
  double error_bound(BasicSparseRow<Real> row, Scratch& scratch) const;

 private:
  explicit ClassScreen(const Model& model);
  template <class Real>
  void set_rows(const WeightView<Real>& weights, ThreadPool& pool);
  std::size_t most_candidates() const;
  std::span<const std::uint32_t> candidates(std::size_t top, double bound, Scratch& scratch) const;

  // Of the weights of one feature.
  struct Step {
    float step = 0;   // what a byte counts
    float error = 0;  // the largest distance of a class weight from its byte times the step
    float reach = 0;  // no weight of a class or a unit is larger
  };

  Model model_;
  std::vector<std::uint32_t> classes_;  // those that may be predicted, in order: one a column
  double strength_ = 1;                 // the largest sum of strengths of a class, at least 1
  ByteRows bytes_;
  std::vector<Step> steps_;
};

}  // namespace clade::detail
