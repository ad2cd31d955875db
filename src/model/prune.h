// Models for prediction alone: the largest weights, packed.
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

#include "clade/model.h"
#include "linear/packed_weights.h"

namespace clade::detail {

// How many weights of a model have which magnitude.
class WeightMagnitudes {
 public:
  explicit WeightMagnitudes(const Model& model);

  std::uint64_t count() const { return count_; }
  double largest() const { return largest_; }
  // A magnitude that at least this share of the weights other than zero reach, and few more: steps
  // are a 256th apart. 0 for all of them.
  double threshold(double share) const;

 private:
  std::vector<std::uint64_t> histogram_;
  std::uint64_t count_ = 0;
  double largest_ = 0;
};

// The model with the weights of this magnitude and above, packed. Error{usage} for kernels, and
// where a weight is beyond the range of half precision.
Model pruned(const Model& model, double threshold, PackedNumbers numbers);

// By how much the score of a class may change at most for a row of length 1, where `after` was
// pruned from `before`: sum over the units of strength times the length of what is missing or was
// rounded (Cauchy and Schwarz), the largest of all classes.
double largest_score_change(const Model& before, const Model& after);

}  // namespace clade::detail
