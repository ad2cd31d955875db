#include "eval/taxonomy/taxonomy_learning.h"

#include <algorithm>
#include <numeric>

#include "base/fail.h"

namespace clade::detail {

namespace {

using Edges = std::vector<std::pair<std::string, std::string>>;

// A name that no class has.
std::string free_name(std::string name, const LabelSpace& labels) {
  while (labels.taxonomy().find(name)) name += '_';
  return name;
}

class EdgeMaker {
 public:
  EdgeMaker(const std::vector<Cut>& cuts, const LabelSpace& labels)
      : cuts_(cuts), labels_(labels), root_(free_name("root", labels)) {}

  Edges run() && {
    std::vector<std::size_t> all(cuts_.back().clusters.size());
    std::iota(all.begin(), all.end(), std::size_t{0});
    add_clusters(root_, "cluster", all, cuts_.size());
    return std::move(edges_);
  }

 private:
  // The clusters of the cut below `level`.
  void add_clusters(const std::string& parent, const std::string& prefix,
                    const std::vector<std::size_t>& clusters, std::size_t level) {
    for (std::size_t k = 0; k < clusters.size(); ++k) {
      const std::string number = prefix + std::to_string(k + 1);
      const std::string name = free_name(number, labels_);
      edges_.emplace_back(parent, name);
      add_members(name, number, clusters[k], level);
    }
  }

  // What a cluster of one cluster holds is its own.
  void add_members(const std::string& name, const std::string& number, std::size_t cluster,
                   std::size_t level) {
    const auto& members = cuts_[level - 1].clusters[cluster];
    if (level > 1 && members.size() == 1) {
      return add_members(name, number, members.front(), level - 1);
    }
    if (level > 1) return add_clusters(name, number + ".", members, level - 1);
    for (const std::size_t c : members) {
      edges_.emplace_back(name, labels_.name(static_cast<ClassId>(c)));
    }
  }

  const std::vector<Cut>& cuts_;
  const LabelSpace& labels_;
  std::string root_;
  Edges edges_;
};

}  // namespace

Edges ClassClusters::edges(const LabelSpace& labels) const { return EdgeMaker(cuts, labels).run(); }

Taxonomy ClassClusters::taxonomy(const LabelSpace& labels) const {
  std::string text;
  for (const auto& [parent, child] : edges(labels)) text += parent + '\t' + child + '\n';
  return Taxonomy::parse(text, "the learned taxonomy");
}

void check_class_count(std::size_t classes) {
  if (classes >= 2) return;
  fail(ErrorKind::input, "a taxonomy needs two classes or more, got {}", classes);
}

void add_levels(ClassClusters& clusters, std::size_t levels) {
  Dendrogram rest = clusters.dendrogram;
  for (const Cut& cut : clusters.cuts) rest = above(rest, cut);
  while (clusters.cuts.size() + 1 < std::max<std::size_t>(levels, 2)) {
    Cut cut = cut_inconsistent(rest);
    const bool is_last = cut.clusters.size() < 2 || cut.clusters.size() == rest.things;
    // A level that joins everything or nothing says nothing, unless it is the only one.
    if (is_last && !clusters.cuts.empty()) break;
    rest = above(rest, cut);
    clusters.cuts.push_back(std::move(cut));
    if (is_last) break;
  }
}

ClassClusters cluster_classes(PairTable distances, Linkage linkage, std::size_t levels) {
  check_class_count(distances.size());
  ClassClusters result;
  result.distances = distances;
  result.dendrogram = cluster(std::move(distances), linkage);
  add_levels(result, levels);
  return result;
}

}  // namespace clade::detail
