// Taxonomies that the commands of `taxonomy` write.
#pragma once

#include <string>

#include "cli/output/output.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail::cli {

// The format of a file to write: `asked` (paths:SEP gives the separator), or what the name tells.
struct TaxonomyOutputFormat {
  const TaxonomyFormat* format;
  std::string separator = "/";
};
// Error{usage} where neither tells, and for names that ask for compression. `command` is for
// messages.
TaxonomyOutputFormat output_format(const std::string& command, const std::string& file,
                                   const std::string& asked);

// What a user of the file should know, on standard error.
void tell_notes(const TaxonomyDocument& document, bool quiet);

// To a file whole or not at all; "-" is standard output.
void write_taxonomy(const TaxonomyDocument& document, const TaxonomyOutputFormat& format,
                    const std::string& file, Output& out);

}  // namespace clade::detail::cli
