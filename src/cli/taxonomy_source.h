// The taxonomy that `taxonomy check` and `taxonomy show` speak of, and the labels of their data.
#pragma once

#include <filesystem>
#include <string>
#include <vector>

#include "base/threads.h"
#include "clade/dataset.h"
#include "clade/taxonomy.h"
#include "cli/arguments.h"
#include "cli/options.h"

namespace clade::cli {

struct TaxonomyInput {
  Taxonomy taxonomy;
  Records records;  // of DATA; none where there is no data
};

// words: T [DATA...]. `paths` takes the taxonomy from the labels of DATA.
TaxonomyInput read_taxonomy_input(const std::string& command, const Words& words,
                                  const DataOptions& options);

// For people: "(root)" for a root without a name.
std::string shown_name(const Taxonomy& taxonomy, NodeId node);

}  // namespace clade::cli
