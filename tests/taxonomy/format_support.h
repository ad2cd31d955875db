// Reading and writing taxonomies in a named format.
#pragma once

#include <algorithm>
#include <string>
#include <string_view>
#include <vector>

#include "taxonomy/taxonomy_formats.h"
#include "tests/support/temp_folder.h"
#include "tests/taxonomy/names.h"

namespace clade::detail::test {

inline TaxonomyDocument document_as(std::string_view format, std::string_view text,
                                    TaxonomyReadOptions reading = {}) {
  reading.format = format;
  return document_of(read_draft(text, "t", reading));
}

inline Taxonomy read_as(std::string_view format, std::string_view text,
                        const TaxonomyReadOptions& reading = {}) {
  return document_as(format, text, reading).taxonomy;
}

inline void expect_bad_text(std::string_view format, std::string_view text,
                            std::string_view message, const TaxonomyReadOptions& reading = {}) {
  expect_error([&] { read_as(format, text, reading); }, ErrorKind::input, message);
}

inline std::string text_of(const TaxonomyDocument& document, const std::string& format,
                           const std::string& separator = "/") {
  return taxonomy_text(document, taxonomy_format_of("", format), separator);
}

// The edge list in another format.
inline std::string text_as(const std::string& format, std::string_view edges) {
  return text_of(document_as("edges", edges), format);
}

// "parent > child" of every edge, sorted; what a root is called does not matter.
inline std::vector<std::string> edges_of(const Taxonomy& taxonomy) {
  std::vector<std::string> edges;
  for (const NodeId node : all_nodes(taxonomy)) {
    for (const NodeId parent : taxonomy.parents(node)) {
      const std::string above = parent == taxonomy.root() ? "" : std::string(taxonomy.name(parent));
      edges.push_back(above + " > " + std::string(taxonomy.name(node)));
    }
  }
  std::sort(edges.begin(), edges.end());
  return edges;
}

}  // namespace clade::detail::test
