#include "generate/scored_tree.h"

#include <cmath>

#include "base/fail.h"

namespace clade::detail {

PerfectTree::PerfectTree(std::size_t fanout, std::size_t depth, std::size_t most_nodes)
    : names_{"root"}, parents_{0}, levels_{0} {
  for (std::size_t level = 1; level <= depth; ++level) {
    const std::size_t above = first_category_;
    const std::size_t end = names_.size();
    if ((end - above) > (most_nodes - end) / fanout) {
      fail(ErrorKind::usage,
           "`fanout={}` and `depth={}` give a tree of more than {} nodes: choose smaller ones",
           fanout, depth, most_nodes);
    }
    first_category_ = end;
    for (std::size_t parent = above; parent < end; ++parent) {
      for (std::size_t child = 1; child <= fanout; ++child) {
        names_.push_back(parent == 0 ? fmt::format("n{}", child)
                                     : fmt::format("{}.{}", names_[parent], child));
        parents_.push_back(parent);
        levels_.push_back(level);
      }
    }
  }
}

std::string PerfectTree::edge_list() const {
  std::string text;
  for (std::size_t node = 1; node < size(); ++node) {
    text += name(parent(node)) + '\t' + name(node) + '\n';
  }
  return text;
}

ScoredTree::ScoredTree(PerfectTree tree, std::size_t features, Random& random)
    : tree_(std::move(tree)), features_(features), weights_(tree_.size() * features, 0.0) {
  for (std::size_t node = 1; node < tree_.size(); ++node) {
    const double deviation = std::exp2(1.0 - static_cast<double>(tree_.level(node)));
    const double* above = weights_.data() + tree_.parent(node) * features;
    double* own = weights_.data() + node * features;
    for (std::size_t j = 0; j < features; ++j) own[j] = above[j] + deviation * random.normal();
  }
}

std::span<const double> ScoredTree::weights(std::size_t category) const {
  return {weights_.data() + (tree_.first_category() + category) * features_, features_};
}

void ScoredTree::score(std::span<const double> point, std::span<double> scores) const {
  for (std::size_t c = 0; c < categories(); ++c) {
    const std::span<const double> w = weights(c);
    double sum = 0;
    for (std::size_t j = 0; j < features_; ++j) sum += w[j] * point[j];
    scores[c] = sum;
  }
}

}  // namespace clade::detail
