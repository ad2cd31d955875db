// Precision among the k best classes, as the extreme-classification repository measures it.
#pragma once

#include <cstddef>
#include <span>
#include <vector>

#include "clade/label_space.h"

namespace clade::detail {

// The first `count` classes by falling score, on a tie in class order; a class that scores
// -infinity is not among them.
void best_classes(std::span<const double> scores, std::size_t count, std::vector<ClassId>& best);

// |Y intersected with the k best| / k, where `best` has the k best classes or all there are.
double precision_at(std::size_t k, std::span<const ClassId> truth, std::span<const ClassId> best);

}  // namespace clade::detail
