// How far the classes of a dataset are from each other: the distances between their centroids
// (thesis Eq. 6.1), and the angles, in the feature space of any kernel.
#pragma once

#include <vector>

#include "base/threads.h"
#include "clade/label_space.h"
#include "data/dataset.h"
#include "eval/taxonomy/class_products.h"
#include "kernel/kernel_spec.h"

namespace clade::detail {

// How many examples every class has. Error{input} for a class without one: it has no centroid.
std::vector<double> examples_of_classes(const Dataset& data, const LabelSpace& labels);

// Between the centroids of all classes; an example counts in the centroid of each of its labels.
// Error{input} for a class without examples. Memory as mean_products().
PairTable class_distances(const Dataset& data, const LabelSpace& labels, const KernelSpec& kernel,
                          ThreadPool& pool);

// The cosines of the angles between the same centroids; NaN where one of them is zero.
PairTable class_cosines(const Dataset& data, const LabelSpace& labels, const KernelSpec& kernel,
                        ThreadPool& pool);

}  // namespace clade::detail
