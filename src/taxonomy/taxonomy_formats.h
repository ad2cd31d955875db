// The formats that a taxonomy may be written in.
#pragma once

#include <array>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "clade/taxonomy.h"
#include "taxonomy/taxonomy_draft.h"

namespace clade::detail {

// A taxonomy with what a file says beside it.
struct TaxonomyDocument {
  // One that labels of data may use in place of the names of nodes.
  struct Alias {
    std::string name;
    NodeId node;
  };
  Taxonomy taxonomy;
  std::vector<std::string> titles;  // by node, "" for none; empty where there are none at all
  std::vector<Alias> aliases;       // the same alias of several nodes means all of them
  std::vector<TaxonomyDraft::Obsolete> obsolete = {};  // by name
  std::vector<std::string> notes = {};  // what a user of the file should know, a line each

  std::string_view title(NodeId node) const {
    return titles.empty() ? std::string_view() : std::string_view(titles[index_of(node)]);
  }
};

// Where a format can do without the name of a root.
enum class UnnamedRoot {
  everywhere,
  above_several,  // parentless nodes, which a reader puts under one root
  above_inner,    // the same, where each of them has a child
};

struct TaxonomyFormat {
  std::string_view name;
  std::array<std::string_view, 3> endings;  // of file names
  void (*read)(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft);
  // Error{input} where the format cannot hold the taxonomy.
  std::string (*write)(const TaxonomyDocument& document, const std::string& separator);
  UnnamedRoot unnamed_root = UnnamedRoot::above_several;
};

std::span<const TaxonomyFormat> taxonomy_formats();

// "edges, indented, ...", for messages and help.
std::string taxonomy_format_names();

// The format that the ending of a file's name tells, in front of .gz and .zst; null for none.
const TaxonomyFormat* format_by_ending(std::string_view file);

// The format that was asked for; where `asked` is empty the one that the ending of the name tells,
// in front of .gz and .zst. Other names mean an edge list. Error{usage} for a format that is not
// known.
const TaxonomyFormat& taxonomy_format_of(const std::string& file, const std::string& asked);

// Error{input} with file:line for text that is not in the format, and where there is no node. What
// is odd about the nodes and edges is left for later.
TaxonomyDraft read_draft(std::string_view text, const std::string& name_for_messages,
                         const TaxonomyReadOptions& options);

// Error{input} as Taxonomy::parse.
TaxonomyDocument document_of(const TaxonomyDraft& draft);

// The text of the taxonomy. An unnamed root that the format cannot leave out is called root. Error
// {input} where the format cannot hold the taxonomy.
std::string taxonomy_text(const TaxonomyDocument& document, const TaxonomyFormat& format,
                          const std::string& separator = "/");

// A name for a node from a text of any content: a blank in place of tabs and line ends.
std::string name_of_text(std::string_view text);

}  // namespace clade::detail
