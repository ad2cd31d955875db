#include "model/path_scores.h"

#include <algorithm>
#include <limits>

namespace clade::detail {

namespace {

constexpr double infinity = std::numeric_limits<double>::infinity();

void set_margins(const Taxonomy& taxonomy, std::span<const double> scores,
                 std::vector<double>& margins) {
  margins.assign(scores.size(), infinity);
  for (const NodeId parent : taxonomy.top_down()) {
    const auto children = taxonomy.children(parent);
    if (children.size() == 1) margins[index_of(children[0])] = margins[index_of(parent)];
    if (children.size() < 2) continue;
    double best = -infinity, second = best;
    for (const NodeId child : children) {
      const double score = scores[index_of(child)];
      second = std::max(second, std::min(best, score));
      best = std::max(best, score);
    }
    bool best_is_taken = false;  // of equals, one is the rival of the others
    for (const NodeId child : children) {
      const double score = scores[index_of(child)];
      const bool is_best = score == best && !best_is_taken;
      best_is_taken = best_is_taken || is_best;
      margins[index_of(child)] =
          std::min(margins[index_of(parent)], score - (is_best ? second : best));
    }
  }
}

void set_shortfalls(const Taxonomy& taxonomy, std::span<const double> scores,
                    std::vector<double>& sums) {
  sums.assign(scores.size(), 0.0);
  for (const NodeId parent : taxonomy.top_down()) {
    const auto children = taxonomy.children(parent);
    double best = -infinity;
    for (const NodeId child : children) best = std::max(best, scores[index_of(child)]);
    for (const NodeId child : children) {
      const double shortfall = children.size() > 1 ? scores[index_of(child)] - best : 0;
      sums[index_of(child)] = sums[index_of(parent)] + shortfall;
    }
  }
}

}  // namespace

void set_path_scores(Decoding decoding, const LabelSpace& labels,
                     std::span<const double> node_scores, std::vector<double>& by_node,
                     std::span<double> class_scores) {
  const auto set = decoding == Decoding::top_down_min_margin ? set_margins : set_shortfalls;
  set(labels.taxonomy(), node_scores, by_node);
  for (std::size_t c = 0; c < labels.size(); ++c) {
    class_scores[c] = by_node[index_of(labels.classes()[c])];
  }
}

}  // namespace clade::detail
