// Taxonomies from files, plain or compressed, and the labels of data in their words.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include "clade/label_space.h"
#include "clade/reporter.h"
#include "data/records.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

// Plain, .gz or .zst; "-" is standard input.
TaxonomyDraft read_taxonomy_draft(const std::filesystem::path& file,
                                  const TaxonomyReadOptions& options);
TaxonomyDocument read_taxonomy_document(const std::filesystem::path& file,
                                        const TaxonomyReadOptions& options);

// Puts the names of nodes in the place of labels that are aliases or paths of theirs (and no names
// of nodes themselves); an alias of several nodes becomes several labels. Each label is on a record
// once.
void resolve_labels(const TaxonomyDocument& document, Records& records,
                    std::string_view separator = "/");

// The term of that id that is no node any more; null where there is none.
const TaxonomyDraft::Obsolete* find_obsolete(const TaxonomyDocument& document,
                                             std::string_view label);
// As unknown_label_text of a taxonomy (taxonomy/node_paths.h), and "is obsolete: ..." where it is.
std::string unknown_label_text(const TaxonomyDocument& document, std::string_view label);

// Reads the taxonomy that the source names, takes the one that the records bring along where the
// source names none, and lets the labels of the records speak of its nodes. A source from paths or
// without a taxonomy stays as it is. What is worth knowing of the file is told to the reporter.
// Error{input} for a label that is obsolete, unless whoever asks for the document looks at them.
TaxonomySource resolve_taxonomy(TaxonomySource source, Records& records,
                                Reporter* reporter = nullptr,
                                std::optional<TaxonomyDocument>* document = nullptr);

}  // namespace clade::detail
