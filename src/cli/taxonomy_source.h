// The taxonomy that the commands of `taxonomy` speak of, and the labels of their data.
#pragma once

#include <optional>
#include <string>

#include "clade/dataset.h"
#include "cli/options/arguments.h"
#include "cli/options/options.h"
#include "cli/options/taxonomy_options.h"
#include "data/taxonomy_file.h"

namespace clade::cli {

// words: T [DATA...]. The records of DATA; nothing where there is no data. Texts are passed over
// without an analyzer. Error{usage} where the taxonomy is to come from labels and there is no data.
std::optional<Records> read_labels(const std::string& command, const Words& words,
                                   const DataOptions& options,
                                   const TextAnalyzer* analyzer = nullptr);

// The taxonomy that T names, `paths` from the labels of the records.
TaxonomyDocument read_document(const std::string& name, const TaxonomyOptions& options,
                               const Records& records);

// For people: "(root)" for a root without a name.
std::string shown_name(const Taxonomy& taxonomy, NodeId node);

}  // namespace clade::cli
