// Taxonomies from files, plain or compressed, and the labels of data in their words.
#pragma once

#include <filesystem>
#include <span>

#include "clade/label_space.h"
#include "data/records.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

// Plain, .gz or .zst; "-" is standard input.
TaxonomyDraft read_taxonomy_draft(const std::filesystem::path& file,
                                  const TaxonomyReadOptions& options);
TaxonomyDocument read_taxonomy_document(const std::filesystem::path& file,
                                        const TaxonomyReadOptions& options);

// Puts the names of nodes in the place of labels that are aliases of theirs (and no names of nodes
// themselves); an alias of several nodes becomes several labels. Each label is on a record once.
void resolve_aliases(const TaxonomyDocument& document, Records& records);

// Reads the taxonomy that the source names, takes the one that the records bring along where the
// source names none, and lets the labels of the records speak of its nodes. A source from paths or
// without a taxonomy stays as it is.
TaxonomySource resolve_taxonomy(TaxonomySource source, Records& records);

}  // namespace clade::detail
