// What learning a taxonomy found, as JSON: for `taxonomy learn --json` and for its page.
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "clade/label_space.h"
#include "eval/taxonomy/taxonomy_learning.h"

namespace clade::detail {

// Classes by number, in the order of "classes"; cluster q + t is what link t made of q things.
// "order" has the classes from top to bottom so that links do not cross, and "cells" the mean
// distances between ranges of classes in that order, row by row: a square of at most 100 ranges,
// so that its size is bounded for any number of classes.
nlohmann::ordered_json learned_json(const ClassClusters& learned, const LabelSpace& labels);

}  // namespace clade::detail
