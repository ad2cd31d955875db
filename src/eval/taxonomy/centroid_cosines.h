// Whether classes that are near each other in a taxonomy look alike: the assumption of the
// hierarchical SVM (thesis 7.4.1).
#pragma once

#include <vector>

#include "base/threads.h"
#include "clade/taxonomy.h"
#include "clade/taxonomy_tools.h"
#include "data/records.h"

namespace clade::detail {

// The mean cosine of the angle between the centroids of two classes, by their distance in the
// taxonomy, which is the number of edges between them, or in a DAG of nodes above one of them
// alone. A label at an inner node stands for an added child, as in training. The records have rows;
// pairs with a centroid of length zero are left out.
std::vector<CentroidCosine> centroid_cosines(const Records& records, const Taxonomy& taxonomy,
                                             ThreadPool& pool);

}  // namespace clade::detail
