#include "measure/precision_at.h"

#include <algorithm>
#include <limits>

namespace clade::detail {

void best_classes(std::span<const double> scores, std::size_t count, std::vector<ClassId>& best) {
  best.clear();
  if (count == 0) return;
  const auto scores_higher = [&](double score, ClassId c) { return score > scores[index_of(c)]; };
  for (std::size_t c = 0; c < scores.size(); ++c) {
    const double score = scores[c];
    if (score == -std::numeric_limits<double>::infinity()) continue;
    if (best.size() == count) {
      if (score <= scores[index_of(best.back())]) continue;
      best.pop_back();
    }
    best.insert(std::upper_bound(best.begin(), best.end(), score, scores_higher),
                static_cast<ClassId>(c));
  }
}

double precision_at(std::size_t k, std::span<const ClassId> truth, std::span<const ClassId> best) {
  const auto taken = best.first(std::min(k, best.size()));
  const auto right = std::count_if(taken.begin(), taken.end(), [&](ClassId c) {
    return std::binary_search(truth.begin(), truth.end(), c);
  });
  return static_cast<double>(right) / static_cast<double>(k);
}

}  // namespace clade::detail
