// A taxonomy from nothing but the classes of examples (thesis chapter 6, Algorithm 8): centroids
// that are near each other share a parent.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "clade/label_space.h"
#include "eval/taxonomy/dendrogram.h"

namespace clade::detail {

struct ClassClusters {
  PairTable distances;
  Dendrogram dendrogram;
  // From the classes up: the cut of the dendrogram, then of what is above it, and so on.
  std::vector<Cut> cuts;
  // By link, where kernel alignment decided (alignment.h): what it was after the link, in units of
  // that of the classes.
  std::vector<double> alignment{};

  // The top clusters under the root, further ones below, the classes last. A cluster is named by
  // the way to it: cluster2, cluster2.1. None is the only child of another.
  std::vector<std::pair<std::string, std::string>> edges(const LabelSpace& labels) const;
  Taxonomy taxonomy(const LabelSpace& labels) const;
};

// `levels` below the root, classes included: 2 is the thesis' form. Fewer where nothing is left to
// cut. Error{input} for fewer than two classes.
ClassClusters cluster_classes(PairTable distances, Linkage linkage, std::size_t levels);

// Cuts what is above the last cut, until there are so many levels or nothing is left to say.
void add_levels(ClassClusters& clusters, std::size_t levels);
// Error{input} for fewer than two.
void check_class_count(std::size_t classes);

}  // namespace clade::detail
