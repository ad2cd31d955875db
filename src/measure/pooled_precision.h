// Average precision of scored pairs that are pooled, of which only the positive ones are kept.
#pragma once

#include <cstddef>
#include <optional>
#include <span>
#include <vector>

namespace clade::detail {

// With the distinct scores of positive pairs t_1 > t_2 > ..., TP_j the positive pairs and N_j all
// pairs that score t_j or higher, average precision is the sum of (TP_j - TP_(j-1)) TP_j / (P N_j).
// So of the other pairs only how many there are between two such scores matters.
class PooledPrecision {
 public:
  explicit PooledPrecision(std::vector<double> positives);

  std::size_t thresholds() const { return thresholds_.size(); }
  // Rising; the first may be -infinity.
  std::span<const double> threshold_values() const { return thresholds_; }
  // The highest threshold that the score reaches; nothing where it reaches none.
  std::optional<std::size_t> reached(double score) const;
  // For every pair, the positive ones too; `counts` has an entry per threshold, zero at first.
  void count(double score, std::span<std::size_t> counts) const;
  // After all pairs; absent where none is positive.
  std::optional<double> value(std::span<const std::size_t> counts) const;

 private:
  std::size_t cell(double score) const;
  void lay_grid();

  std::vector<double> thresholds_;      // rising
  std::vector<std::size_t> positives_;  // by threshold
  // Cells of equal width over the thresholds, as many as there are of these, so that a score is
  // looked for among few: how many thresholds lie in the cells before each.
  std::vector<std::size_t> before_cell_;
  double lowest_ = 0, cells_per_unit_ = 0;
};

}  // namespace clade::detail
