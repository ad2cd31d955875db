// Class scores F = M s (thesis 3.7), to the bit those of ScoreMap::apply.
//
// Attributes are sorted by unit and those of inner nodes come first, so classes below one node
// begin with the same terms: their sum is made once. What is left, mostly one unit of each class,
// lies side by side for the children of a node and is added in vectors.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

#include "taxonomy/score_map.h"

namespace clade::detail {

// Immutable; safe to use from several threads.
class ClassSums {
 public:
  explicit ClassSums(const ScoreMap& map);

  // Raw scores and class scores are read and written up to this many numbers behind their last one.
  static constexpr std::size_t slack = 8;
  std::size_t size() const { return classes_; }

  // `shared` is scratch. `raw` has the units of the map and `scores` the classes, and both the
  // slack behind them.
  template <class Real>
  void apply(const Real* raw, std::vector<double>& shared, double* scores) const;

  // A sum is another one and a term: sums[k] = sums[before] + strength * raw[unit].
  struct Term {
    std::uint32_t before;
    std::uint32_t unit;
    double strength;
  };
  // Classes that follow one another and whose last term adds units that do so, too.
  struct Run {
    Term first;
    std::uint32_t first_class;
    std::uint32_t count;
  };

 private:
  std::size_t classes_ = 0;
  std::vector<Term> shared_;  // of sum 1 on; sum 0 is empty
  std::vector<Run> runs_;
  std::vector<std::uint32_t> without_terms_;
};

// The first of the largest numbers; scores.size() where one is not a number or there is none.
std::size_t first_largest(std::span<const double> scores);

}  // namespace clade::detail
