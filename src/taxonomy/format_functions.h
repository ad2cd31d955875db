// The readers and writers behind the list of taxonomy_formats.cpp, one file each.
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

#include "clade/taxonomy.h"
#include "taxonomy/taxonomy_draft.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

// For formats whose texts are UTF-8 and nothing else: Error{input} for other names.
void check_utf8(std::string_view format, std::string_view name);

void read_edges(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_edges(const TaxonomyDocument& document, const std::string& separator);

void read_indented(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_indented(const TaxonomyDocument& document, const std::string& separator);

void read_json(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_json(const TaxonomyDocument& document, const std::string& separator);

void read_obo(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_obo(const TaxonomyDocument& document, const std::string& separator);

void read_mesh(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_mesh(const TaxonomyDocument& document, const std::string& separator);

// The class attribute of Clus.
void read_arff(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_arff(const TaxonomyDocument& document, const std::string& separator);

// SKOS.
void read_turtle(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_turtle(const TaxonomyDocument& document, const std::string& separator);
void read_ntriples(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_ntriples(const TaxonomyDocument& document, const std::string& separator);

// Spreadsheets with a header: parent and child, ids with the id of the parent, or a column for each
// level.
void read_table(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_table(const TaxonomyDocument& document, const std::string& separator);
// Says that names have several parents, where one name is one node.
void note_several_parents(TaxonomyDraft& draft);
// Whether the first line of an edge list is the header of a table with tabs.
bool begins_with_header(std::string_view text);

void read_paths(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
std::string write_paths(const TaxonomyDocument& document, const std::string& separator);

struct TaxonomyEdge {
  NodeId parent, child;
};

// The edges in an order that readers of edges turn into the same order of nodes. Those from an
// unnamed root are left out, unless it will be written under some name.
std::vector<TaxonomyEdge> edges_in_order(const Taxonomy& taxonomy, bool with_unnamed_root);

// A step from the root down, as formats that nest nodes write them. A node with several parents
// comes up below each of them, and only the first time with what is below it.
struct NestedStep {
  NodeId node;
  std::size_t depth;  // 0 for the root, or for the children of an unnamed one
  bool is_again;
};

// Without an unnamed root. Never recursive: a taxonomy may be deeper than the stack.
std::vector<NestedStep> nested_order(const Taxonomy& taxonomy);

// Labels that are paths: A/01/B lies below A/01, which lies below A.

// A node's name is its whole path, so that names take the square of the number of parts.
inline constexpr std::size_t most_path_parts = 1000;

// Adds the nodes of one path: every prefix that ends before a separator, and the whole.
// Error{input} for an empty part, with `place` ("file:line: ") in front.
NodeId add_path(TaxonomyDraft& draft, std::string_view label, std::string_view separator,
                std::size_t line, const std::string& place);

// Whether every node below the root is called by its whole path: the name of its parent (nothing
// for children of the root), the separator, and one part more.
bool has_path_names(const Taxonomy& taxonomy, std::string_view separator);

}  // namespace clade::detail
