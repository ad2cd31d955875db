// The gap-weighted subsequence kernel of two strings (Lodhi et al. 2002, Definition 1).
//
//   k(s,t) = sum over u of phi_u(s) phi_u(t),
//   phi_u(s) = sum over the occurrences i_1 < ... < i_p of u in s of decay^(i_p - i_1 + 1)
//
// for all strings u of p = `length` letters: letters need not stand side by side, but every
// position between the first and the last costs a factor of `decay`.
#pragma once

#include <cstddef>
#include <cstdint>
#include <span>
#include <vector>

namespace clade::detail {

// Letters of any alphabet, code points say.
using Letters = std::span<const std::uint32_t>;

// Holds scratch memory, so a thread has its own: a copy computes the same. Exactly symmetric.
class SubsequenceKernel {
 public:
  // Error{usage} unless length is at least 1 and decay is above 0 and at most 1.
  SubsequenceKernel(std::size_t length, double decay);

  // k(s,t), in time length |s| |t| and memory length min(|s|,|t|); 0 where a string is shorter than
  // `length`. Error{input} where the value is beyond the range of numbers.
  double operator()(Letters s, Letters t);

  // k(s,t) without the factor decay^(2 length) of the letters themselves, which may be too small a
  // number and which normalising takes out anyway.
  double gap_weight(Letters s, Letters t);

  // k(s,t) / sqrt(k(s,s) k(t,t)); 0 where a string is shorter than `length`.
  double normalised(Letters s, Letters t);
  // The same from three values of one of the functions above, for callers that keep k(s,s).
  static double normalised(double st, double ss, double tt);

 private:
  std::size_t length_;
  double decay_;
  std::vector<double> first_, reversed_second_, tables_;
};

}  // namespace clade::detail
