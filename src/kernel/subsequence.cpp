#include "kernel/subsequence.h"

#include <algorithm>
#include <cmath>

#include "base/fail.h"
#include "kernel/subsequence_diagonals.h"

namespace clade::detail {

namespace {

// Sorted by length, then by letters: rounding must not tell k(s,t) from k(t,s).
bool is_first(Letters s, Letters t) {
  if (s.size() != t.size()) return s.size() < t.size();
  return std::lexicographical_compare(s.begin(), s.end(), t.begin(), t.end());
}

template <class Iterator>
void copy_characters(Iterator begin, Iterator end, std::vector<double>& out) {
  out.assign(begin, end);
  out.resize(out.size() + diagonal_padding, std::nan(""));
}

}  // namespace

SubsequenceKernel::SubsequenceKernel(std::size_t length, double decay)
    : length_(length), decay_(decay) {
  if (length < 1) fail_parameter("length", "expected a number of at least 1, got 0");
  if (!(decay > 0 && decay <= 1)) {
    fail_parameter("decay", "expected a number above 0 and at most 1, got {}", decay);
  }
}

double SubsequenceKernel::operator()(Letters s, Letters t) {
  return gap_weight(s, t) * std::pow(decay_, 2 * static_cast<double>(length_));
}

double SubsequenceKernel::gap_weight(Letters s, Letters t) {
  if (std::min(s.size(), t.size()) < length_) return 0;
  if (!is_first(s, t)) std::swap(s, t);
  copy_characters(s.begin(), s.end(), first_);
  copy_characters(t.rbegin(), t.rend(), reversed_second_);
  tables_.assign(diagonal_tables_size(s.size(), length_), 0);
  const double sum =
      sum_over_diagonals({first_.data(), s.size(), reversed_second_.data(), t.size()}, length_,
                         decay_, tables_.data());
  if (!std::isfinite(sum)) {
    fail(ErrorKind::input,
         "the subsequence kernel of strings of {} and {} letters is too large a number with "
         "`length={}` and `decay={}`; take a smaller one of the two",
         s.size(), t.size(), length_, decay_);
  }
  return sum;
}

double SubsequenceKernel::normalised(Letters s, Letters t) {
  return normalised(gap_weight(s, t), gap_weight(s, s), gap_weight(t, t));
}

double SubsequenceKernel::normalised(double st, double ss, double tt) {
  return st > 0 ? st / (std::sqrt(ss) * std::sqrt(tt)) : 0;
}

}  // namespace clade::detail
