// `file:FILE`: class attributes that a user gives, `class<TAB>index:value ...` per line.
#pragma once

#include <filesystem>
#include <span>

#include "clade/taxonomy.h"
#include "taxonomy/attributes.h"

namespace clade {

ClassAttributes read_attributes(const std::filesystem::path& file, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes);

}  // namespace clade
