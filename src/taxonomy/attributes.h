// Class attributes: which units score a class, and how strongly (thesis 3.7 and 7.2).
#pragma once

#include <span>
#include <string>
#include <vector>

#include "base/params.h"
#include "clade/taxonomy.h"
#include "taxonomy/score_map.h"

namespace clade {

struct ClassAttributes {
  ScoreMap map;                        // decisions are the classes, in order
  std::vector<std::string> unit_names;  // for people: nodes, classes, or the number of an attribute
};

// depth | depth+root | class-depth | unit | leaf:S | file:FILE
extern const TextRule attributes_spec;

// Units that no class uses get no row: with `depth` the root has none.
ClassAttributes make_attributes(const std::string& spec, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes);

// One unit per class: the flat methods.
ClassAttributes identity_attributes(const Taxonomy& taxonomy, std::span<const NodeId> classes);

}  // namespace clade
