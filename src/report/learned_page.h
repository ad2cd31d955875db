// The page of `clade taxonomy learn --report FILE`: distances, dendrogram with its cuts, and the
// tree (thesis figures 6.1 and 7.13), drawn once: it needs no script.
#pragma once

#include <string>

#include "clade/label_space.h"
#include "eval/taxonomy_learning.h"

namespace clade::report {

std::string learned_page(const LearnedTaxonomy& learned, const LabelSpace& labels);

}  // namespace clade::report
