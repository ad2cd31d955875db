// Decision scores F = M s for the inner loops: the score map laid out for vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <vector>

#include "linear/aligned_array.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

template <class Real>
class DecisionScores {
 public:
  // Indices of gathered numbers are as wide as the numbers.
  using Index = std::conditional_t<sizeof(Real) == 4, std::int32_t, std::int64_t>;
  // Decisions of one slice; all have the same number of attributes, filled up with zeros.
  static constexpr std::size_t slice = 64 / sizeof(Real);

  explicit DecisionScores(const ScoreMap& map);

  std::size_t size() const { return decisions_; }
  // Entries of a buffer for scores: whole slices.
  std::size_t padded_size() const { return AlignedArray<Real>::padded(decisions_); }

  // The scores, in `buffer` or, where every decision is its own unit, in `raw` itself. What stands
  // behind the last decision is not defined.
  const Real* operator()(const Real* raw, Real* buffer) const;

 private:
  std::size_t decisions_ = 0;
  bool is_identity_ = false;
  std::vector<std::size_t> offsets_{0};  // of each slice, in entries of the two arrays
  AlignedArray<Index> units_;
  AlignedArray<Real> strengths_;
};

}  // namespace clade::detail
