// The taxonomy that the commands of `taxonomy` speak of, and the labels of their data.
#pragma once

#include <optional>
#include <string>

#include "cli/options/arguments.h"
#include "cli/options/options.h"
#include "pipeline/data_options.h"

namespace clade::detail::cli {

// words: T [DATA...]. The records of DATA, whose texts are passed over; nothing where there is no
// data. Error{usage} where the taxonomy is to come from labels and there is no data.
std::optional<Records> read_labels(const std::string& command, const Words& words,
                                   const DataOptions& options);
// The same with vectors of texts as training would make them; numbers stay as they are.
std::optional<Records> read_vectors_of(const std::string& command, const Words& words,
                                       const DataOptions& options);

// The taxonomy that T names, `paths` from the labels of the records.
TaxonomyDocument read_document(const std::string& name, const TaxonomyOptions& options,
                               const Records& records);

// For people: "(root)" for a root without a name.
std::string shown_name(const Taxonomy& taxonomy, NodeId node);

}  // namespace clade::detail::cli
