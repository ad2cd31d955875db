// With s_a the a-th letter of the first string and t_b the b-th of the second, and the gaps'
// factors alone (every letter of a subsequence would add decay^2),
//
//   G_i(a,b) = decay G_i(a,b-1) + [s_a = t_b] S_(i-1)(a-1,b-1)     subsequences of i letters that
//                                                                  end at s_a
//   S_i(a,b) = decay S_i(a-1,b) + G_i(a,b),   S_0 = 1              that end at s_a or before
//   k        = sum over s_a = t_b of S_(p-1)(a-1,b-1)
//
// which is the recursion of Lodhi et al. (K'' and K' of their section 4) turned by 45 degrees: what
// a diagonal a + b = d needs was made on the two diagonals before, so all its entries can be
// computed side by side.
#include "kernel/subsequence_diagonals.h"

#include <algorithm>

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/subsequence_diagonals.cpp"
#include <hwy/foreach_target.h>
#include <hwy/highway.h>

HWY_BEFORE_NAMESPACE();
namespace clade::detail::HWY_NAMESPACE {
namespace {

namespace hn = hwy::HWY_NAMESPACE;

// By a, for one i: G of the last diagonal and S of the last two. The one of diagonal d takes the
// place of the one of d - 2.
struct Level {
  double* ends;
  double* sums[2];
};

HWY_INLINE Level level_of(double* tables, std::size_t stride, std::size_t i) {
  double* own = tables + 3 * (i - 1) * stride;
  return {own, {own + stride, own + 2 * stride}};
}

}  // namespace

double diagonals(const CharacterPair& letters, std::size_t length, double decay, double* tables) {
  const hn::CappedTag<double, diagonal_padding> tag;
  const std::size_t lanes = hn::Lanes(tag);
  const std::size_t n = letters.first_size, m = letters.second_size;
  const std::size_t stride = n + 1 + diagonal_padding;
  const auto factor = hn::Set(tag, decay), one = hn::Set(tag, 1.0);
  auto total = hn::Zero(tag);
  for (std::size_t d = 2; d <= n + m; ++d) {
    const std::size_t low = d > m ? std::max<std::size_t>(1, d - m) : 1, high = std::min(n, d - 1);
    // Stretches from the last one down, and levels down, too: S of diagonal d - 2 is read before
    // that of d is put in its place. A stretch may go beyond `high`: no letters match there, so it
    // adds nothing to the total, and entries with b = 0 stay zero.
    for (std::size_t a = low + (high - low) / lanes * lanes + lanes; a > low;) {
      a -= lanes;
      const auto match = hn::Eq(hn::LoadU(tag, letters.first + a - 1),
                                hn::LoadU(tag, letters.reversed_second + (m + a - d)));
      for (std::size_t i = length; i >= 1; --i) {
        auto shorter = one;
        if (i > 1) {
          shorter = hn::LoadU(tag, level_of(tables, stride, i - 1).sums[d % 2] + a - 1);
        }
        shorter = hn::IfThenElseZero(match, shorter);
        if (i == length) {
          total = hn::Add(total, shorter);
          continue;
        }
        const Level level = level_of(tables, stride, i);
        const auto ends = hn::MulAdd(factor, hn::LoadU(tag, level.ends + a), shorter);
        hn::StoreU(ends, tag, level.ends + a);
        hn::StoreU(hn::MulAdd(factor, hn::LoadU(tag, level.sums[1 - d % 2] + a - 1), ends), tag,
                   level.sums[d % 2] + a);
      }
    }
  }
  return hn::GetLane(hn::SumOfLanes(tag, total));
}

}  // namespace clade::detail::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace clade::detail {

HWY_EXPORT(diagonals);

std::size_t diagonal_tables_size(std::size_t first_size, std::size_t length) {
  return 3 * (length - 1) * (first_size + 1 + diagonal_padding);
}

double sum_over_diagonals(const CharacterPair& letters, std::size_t length, double decay,
                          double* tables) {
  return HWY_DYNAMIC_DISPATCH(diagonals)(letters, length, decay, tables);
}

}  // namespace clade::detail
#endif
