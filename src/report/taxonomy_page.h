// The page of `clade taxonomy show T --html FILE`: the taxonomy as an icicle.
#pragma once

#include <cstddef>
#include <filesystem>
#include <nlohmann/json_fwd.hpp>
#include <optional>
#include <string>

#include "pipeline/label_profile.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail::report {

struct TaxonomyPicture {
  const TaxonomyDocument& document;
  const std::optional<InstanceCounts>& counts;  // where there are data
  std::size_t instances = 0;                    // of the data, with and without labels
};

// What the page draws: a tree, and the number of examples of its nodes.
nlohmann::ordered_json taxonomy_data(const std::string& title, const TaxonomyPicture& picture);

// Writes the whole page or leaves the old file as it was.
void write_taxonomy_page(const std::filesystem::path& file, const std::string& title,
                         const TaxonomyPicture& picture);

}  // namespace clade::detail::report
