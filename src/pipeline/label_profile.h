// How the labels of data lie in a taxonomy.
#pragma once

#include <cstddef>
#include <map>
#include <optional>
#include <vector>

#include "clade/taxonomy.h"
#include "data/records.h"

namespace clade::detail {

struct LabelProfile {
  std::vector<std::size_t> examples;               // by node
  std::vector<const LabelName*> outside;           // labels that are no node
  std::size_t unlabelled = 0;                      // instances
  std::map<std::size_t, std::size_t> set_sizes;    // labels per instance (thesis figure 7.3, left)
  std::map<std::size_t, std::size_t> class_depth;  // used nodes by depth (figure 7.3, right)
  double mean_labels = 0;                          // per labelled instance
};
// Looks into the label names of the records, which must outlive it. The depth is the longest way
// from the root.
LabelProfile profile_labels(const Taxonomy& taxonomy, const Records& records);

// Instances by node: with a label that is the node, and with one that is at or below it. Labels
// outside the taxonomy are passed over.
struct InstanceCounts {
  std::vector<std::size_t> here, below;
};
InstanceCounts count_instances(const Taxonomy& taxonomy, const Records& records);

// The mean cosine between the centroids of two classes, by their distance in the taxonomy: the
// nodes that are above (or are) one and not the other (thesis 7.4.1). Classes without a feature
// are left out; of very many classes some are taken at random.
struct CentroidCosines {
  std::map<std::size_t, double> by_distance;
  std::optional<double> near, far;  // up to distance 2 (parents and siblings), and beyond
  std::size_t classes = 0;
};
CentroidCosines centroid_cosines(const Taxonomy& taxonomy, const Records& records);

}  // namespace clade::detail
