// How far the classes of a model are from each other: the distances between their weights
// W_y = sum over z of lambda_z(y) w_z (thesis Eq. 3.9), in the feature space of its kernel.
#pragma once

#include "base/threads.h"
#include "clade/label_space.h"
#include "clade/model.h"
#include "eval/taxonomy/class_products.h"

namespace clade::detail {

// Between the classes of `labels`, in its order; the model has classes of the same names. The
// constant of a bias plays no part. Error{usage} for a model that goes from the root down: what
// decides there belongs to nodes, and its classes have no weights.
PairTable weight_distances(const Model& model, const LabelSpace& labels, ThreadPool& pool);

}  // namespace clade::detail
