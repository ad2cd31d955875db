// Agglomerative clustering: the two nearest clusters become one until one is left, and where the
// tree of these links is cut (thesis Algorithm 8).
#pragma once

#include <array>
#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "base/params.h"
#include "clade/taxonomy_tools.h"
#include "eval/taxonomy/class_distances.h"

namespace clade::detail {

template <>
struct EnumNames<Linkage> {
  static constexpr std::array values{std::pair{"average", Linkage::average},
                                     std::pair{"single", Linkage::single},
                                     std::pair{"complete", Linkage::complete}};
};

// Clusters are numbered: `things` single ones, then one for each link, in order.
struct Link {
  std::size_t a, b;  // a < b
  double distance;
};
struct Dendrogram {
  std::size_t things = 0;
  std::vector<Link> links;  // in the order in which they were made
};

// In time of the square of the number of things. Takes the table: it is worked on in place.
Dendrogram cluster(PairTable distances, Linkage linkage);

// Where links are cut: those whose coefficient is above the threshold, and all built on them.
struct Cut {
  std::vector<double> inconsistency;  // by link (Alg. 8, steps 12 to 24)
  double threshold = 0;               // the mean of those that are not zero (step 26)
  std::vector<bool> is_cut;           // by link
  // Things that are still connected, in the order of their first ones.
  std::vector<std::vector<std::size_t>> clusters;
};
Cut cut_inconsistent(const Dendrogram& dendrogram);

// The first links stay, the others are cut: no coefficients decide, and there are none.
Cut cut_after(const Dendrogram& dendrogram, std::size_t links);

// What is above the cut: the clusters are its things.
Dendrogram above(const Dendrogram& dendrogram, const Cut& cut);

}  // namespace clade::detail
