// The page of `clade taxonomy learn --report FILE`: dendrogram with its cuts, distances and the
// tree (thesis figures 6.1 and 7.13).
#pragma once

#include <nlohmann/json_fwd.hpp>

#include "clade/label_space.h"
#include "clade/taxonomy.h"
#include "eval/taxonomy/taxonomy_learning.h"
#include "report/report_head.h"

namespace clade::detail::report {

// What the page draws, of the kind "learned"; web/src/report/data.ts says what each part means.
nlohmann::ordered_json learned_report(const ReportHead& head, const ClassClusters& learned,
                                      const LabelSpace& labels, const Taxonomy& taxonomy);

}  // namespace clade::detail::report
