// Class attributes: which units score a class, and how strongly (thesis 3.7 and 7.2).
#pragma once

#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "base/params.h"
#include "clade/taxonomy.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

struct ClassAttributes {
  ScoreMap map;                         // decisions are the classes, in order
  std::vector<std::string> unit_names;  // for people: nodes, classes, or the number of an attribute
};

// "" for well-written attributes, else what was expected; opens no file.
std::string attributes_problem(std::string_view spec);
inline constexpr TextRule attributes_spec{
    attributes_problem,
    "depth|depth+root|class-depth|unit|normalized|leaf:S|text:FILE|file:FILE|similarity:FILE"};

// All but `text:FILE`, which needs to read words (method/class_texts.h).
// Units that no class uses get no row: with `depth` the root has none. Error{usage} for unknown
// words, Error{input} with file:line for what a file holds.
ClassAttributes make_attributes(const std::string& spec, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes);

// One unit per class: the flat methods.
ClassAttributes identity_attributes(const Taxonomy& taxonomy, std::span<const NodeId> classes);

}  // namespace clade::detail
