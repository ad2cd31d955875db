#include "pipeline/label_profile.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <utility>
#include <variant>

#include "base/random.h"
#include "data/feature_index.h"
#include "data/label_nodes.h"
#include "taxonomy/ancestor_sets.h"
#include "taxonomy/levels.h"

namespace clade::detail {

namespace {

// The node of every label of the records.
std::vector<std::optional<NodeId>> nodes_by_label(const Taxonomy& taxonomy,
                                                  const Records& records) {
  std::vector<std::optional<NodeId>> nodes;
  for (const LabelName& label : records.label_names) {
    nodes.push_back(node_of_label(taxonomy, label.name));
  }
  return nodes;
}

struct Part {
  std::uint32_t feature;
  double value;
};
using Centroid = std::vector<Part>;

// The mean of a class's rows, scaled to length 1; empty for one of length 0.
template <class Real>
class CentroidMaker {
 public:
  explicit CentroidMaker(const SparseRows<Real>& rows)
      : rows_(rows), index_(FeatureIndex::of(rows, false)), sum_(index_.size(), 0) {}

  Centroid of(const std::vector<std::size_t>& members) {
    std::vector<std::uint32_t> touched;
    for (const std::size_t i : members) {
      for (const auto& feature : rows_.row(i)) {
        touched.push_back(index_.find(feature.index));
        sum_[touched.back()] += static_cast<double>(feature.value);
      }
    }
    std::sort(touched.begin(), touched.end());
    touched.erase(std::unique(touched.begin(), touched.end()), touched.end());
    Centroid centroid;
    double square = 0;
    for (const std::uint32_t feature : touched) {
      centroid.push_back({feature, std::exchange(sum_[feature], 0)});
      square += centroid.back().value * centroid.back().value;
    }
    if (!(square > 0)) return {};
    for (Part& part : centroid) part.value /= std::sqrt(square);
    return centroid;
  }

  std::size_t features() const { return index_.size(); }

 private:
  const SparseRows<Real>& rows_;
  FeatureIndex index_;
  std::vector<double> sum_;
};

struct Centroids {
  std::vector<Centroid> of;  // by class
  std::size_t features;
};

Centroids make_centroids(const Rows& rows, const std::vector<std::vector<std::size_t>>& members) {
  return std::visit(
      [&](const auto& sparse) {
        CentroidMaker maker(sparse);
        Centroids centroids{{}, maker.features()};
        for (const auto& list : members) centroids.of.push_back(maker.of(list));
        return centroids;
      },
      rows);
}

// Calls take(a, b, cosine) for each pair of classes that have centroids.
template <class Take>
void for_cosines(const Centroids& centroids, Take take) {
  std::vector<double> spread(centroids.features, 0);
  for (std::size_t a = 0; a < centroids.of.size(); ++a) {
    for (const Part& part : centroids.of[a]) spread[part.feature] = part.value;
    for (std::size_t b = a + 1; b < centroids.of.size(); ++b) {
      double cosine = 0;
      for (const Part& part : centroids.of[b]) cosine += part.value * spread[part.feature];
      if (!centroids.of[a].empty() && !centroids.of[b].empty()) take(a, b, cosine);
    }
    for (const Part& part : centroids.of[a]) spread[part.feature] = 0;
  }
}

// The instances of each class.
std::vector<std::vector<std::size_t>> members_of(const std::vector<NodeId>& classes,
                                                 const std::vector<std::optional<NodeId>>& nodes,
                                                 const Records& records) {
  std::vector<std::vector<std::size_t>> members(classes.size());
  for (std::size_t i = 0; i < records.size(); ++i) {
    for (const std::uint32_t label : records.labels_of(i)) {
      if (!nodes[label]) continue;
      const auto found = std::lower_bound(classes.begin(), classes.end(), *nodes[label]);
      if (found == classes.end() || *found != *nodes[label]) continue;
      members[static_cast<std::size_t>(found - classes.begin())].push_back(i);
    }
  }
  return members;
}

struct Mean {
  double sum = 0;
  std::size_t count = 0;
  void add(double number) {
    sum += number;
    ++count;
  }
  std::optional<double> value() const {
    return count == 0 ? std::nullopt : std::optional(sum / static_cast<double>(count));
  }
};

// Those that labels use, in node order; at most `most` of them, drawn with a fixed seed.
std::vector<NodeId> chosen_classes(const std::vector<std::optional<NodeId>>& nodes,
                                   std::size_t most) {
  std::vector<NodeId> used;
  for (const auto& node : nodes) {
    if (node) used.push_back(*node);
  }
  std::sort(used.begin(), used.end());
  used.erase(std::unique(used.begin(), used.end()), used.end());
  if (used.size() <= most) return used;
  Random random(0);
  random.shuffle(std::span(used));
  used.resize(most);
  std::sort(used.begin(), used.end());
  return used;
}

}  // namespace

LabelProfile profile_labels(const Taxonomy& taxonomy, const Records& records) {
  LabelProfile profile;
  profile.examples.assign(taxonomy.size(), 0);
  const auto nodes = nodes_by_label(taxonomy, records);
  for (std::size_t i = 0; i < nodes.size(); ++i) {
    if (!nodes[i]) profile.outside.push_back(&records.label_names[i]);
  }
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto labels = records.labels_of(i);
    if (labels.empty()) {
      ++profile.unlabelled;
      continue;
    }
    ++profile.set_sizes[labels.size()];
    for (const std::uint32_t label : labels) {
      if (nodes[label]) ++profile.examples[index_of(*nodes[label])];
    }
  }
  const std::vector<std::size_t> level = levels_of(taxonomy);
  for (std::size_t i = 0; i < level.size(); ++i) {
    if (profile.examples[i] > 0) ++profile.class_depth[level[i]];
  }
  const std::size_t labelled = records.size() - profile.unlabelled;
  if (labelled > 0) {
    profile.mean_labels =
        static_cast<double>(records.labels.size()) / static_cast<double>(labelled);
  }
  return profile;
}

InstanceCounts count_instances(const Taxonomy& taxonomy, const Records& records) {
  InstanceCounts counts{std::vector<std::size_t>(taxonomy.size(), 0),
                        std::vector<std::size_t>(taxonomy.size(), 0)};
  const auto nodes = nodes_by_label(taxonomy, records);
  std::vector<std::size_t> last(taxonomy.size(), records.size());  // instance that came by
  std::vector<NodeId> open;
  for (std::size_t i = 0; i < records.size(); ++i) {
    const auto count_once = [&](NodeId node) {
      if (std::exchange(last[index_of(node)], i) == i) return;
      ++counts.below[index_of(node)];
      open.push_back(node);
    };
    for (const std::uint32_t label : records.labels_of(i)) {
      if (!nodes[label]) continue;
      ++counts.here[index_of(*nodes[label])];
      count_once(*nodes[label]);
    }
    while (!open.empty()) {
      const NodeId node = open.back();
      open.pop_back();
      for (const NodeId parent : taxonomy.parents(node)) count_once(parent);
    }
  }
  return counts;
}

CentroidCosines centroid_cosines(const Taxonomy& taxonomy, const Records& records) {
  constexpr std::size_t most_classes = 300;
  const auto nodes = nodes_by_label(taxonomy, records);
  const std::vector<NodeId> classes = chosen_classes(nodes, most_classes);
  const Centroids centroids = make_centroids(records.rows, members_of(classes, nodes, records));
  const AncestorSets above(taxonomy, classes);
  std::map<std::size_t, Mean> means;
  Mean near, far;
  for_cosines(centroids, [&](std::size_t a, std::size_t b, double cosine) {
    const std::size_t common = common_size(above.of(a), above.of(b));
    const std::size_t distance = above.of(a).size() + above.of(b).size() - 2 * common;
    means[distance].add(cosine);
    (distance <= 2 ? near : far).add(cosine);
  });
  CentroidCosines cosines;
  for (const Centroid& centroid : centroids.of) {
    if (!centroid.empty()) ++cosines.classes;
  }
  for (const auto& entry : means) cosines.by_distance[entry.first] = *entry.second.value();
  cosines.near = near.value();
  cosines.far = far.value();
  return cosines;
}

}  // namespace clade::detail
