#include "method/margin/rank_quality.h"

#include <cstddef>

namespace clade::detail {

namespace {

template <class Real>
std::size_t rivals_not_below(Real score, std::span<const Decision> rivals,
                             std::span<const Decision> left_out, const Real* scores) {
  std::size_t count = 0;
  for (const Decision rival : rivals) count += !(scores[rival] < score);
  // Both are sorted and few are left out: these are taken off again.
  auto at = rivals.begin();
  for (const Decision d : left_out) {
    while (at != rivals.end() && *at < d) ++at;
    if (at != rivals.end() && *at == d) count -= !(scores[d] < score);
  }
  return count;
}

}  // namespace

template <class Real>
RankQuality rank_quality(std::span<const ClassId> labels, std::span<const Decision> rivals,
                         std::span<const Decision> left_out, const Real* scores) {
  RankQuality quality;
  for (const ClassId label : labels) {
    const Real score = scores[index_of(label)];
    std::size_t labels_above = 0;
    for (const ClassId other : labels) labels_above += !(scores[index_of(other)] < score);
    const std::size_t above = rivals_not_below(score, rivals, left_out, scores);
    quality.average_precision +=
        static_cast<double>(labels_above) / static_cast<double>(labels_above + above);
    if (above == 0) quality.top_is_right = 1;
  }
  quality.average_precision /= static_cast<double>(labels.size());
  return quality;
}

template RankQuality rank_quality(std::span<const ClassId>, std::span<const Decision>,
                                  std::span<const Decision>, const float*);
template RankQuality rank_quality(std::span<const ClassId>, std::span<const Decision>,
                                  std::span<const Decision>, const double*);

}  // namespace clade::detail
