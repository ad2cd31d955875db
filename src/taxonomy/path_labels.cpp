#include <algorithm>
#include <optional>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

namespace {

bool is_one_part(std::string_view text, std::string_view separator) {
  return !text.empty() && text.find(separator) == std::string_view::npos;
}

// Where a name of one part is not to be had.
[[noreturn]] void fail_separator(std::string_view name, const std::string& separator) {
  fail(ErrorKind::input,
       "path labels cannot hold the node {}: the separator {} is in its name, choose another "
       "(`to=paths:SEP`)",
       quoted(name), quoted(separator));
}

// The nodes of the tree by their paths from below the root, in node order. Nodes that were called
// by their paths because others have the same name add their own part alone.
std::vector<std::string> paths_of(const Taxonomy& taxonomy, const std::string& separator) {
  constexpr std::size_t largest = std::size_t{1} << 31;
  if (!taxonomy.is_tree()) {
    fail(ErrorKind::input,
         "path labels cannot hold a DAG: a node with several parents would have several paths");
  }
  std::vector<std::string> paths(taxonomy.size());
  std::vector<std::string> by_slash(separator == "/" ? 0 : taxonomy.size());
  const std::vector<std::string>& slashed = separator == "/" ? paths : by_slash;
  std::size_t total = 0;
  for (const NodeId node : taxonomy.top_down()) {
    if (node == taxonomy.root()) continue;
    const NodeId parent = taxonomy.parents(node)[0];
    const std::string above = parent == taxonomy.root() ? "" : slashed[index_of(parent)] + '/';
    std::string_view part = taxonomy.name(node);
    if (part.size() > above.size() && part.starts_with(above)) part.remove_prefix(above.size());
    if (!is_one_part(part, separator)) fail_separator(taxonomy.name(node), separator);
    std::string& path = paths[index_of(node)];
    path = parent == taxonomy.root() ? "" : paths[index_of(parent)] + separator;
    path += part;
    if (separator != "/") by_slash[index_of(node)] = above + std::string(part);
    total += path.size();
    if (total > largest) fail(ErrorKind::input, "the taxonomy is too deep for path labels");
  }
  return paths;
}

}  // namespace

NodeId add_path(TaxonomyDraft& draft, std::string_view label, std::string_view separator,
                std::size_t line, const std::string& place) {
  std::optional<NodeId> parent;
  std::size_t parts = 0;
  for (std::size_t begin = 0;;) {
    if (++parts > most_path_parts) {
      fail(ErrorKind::input, "{}expected a path of at most {} parts, got {}", place,
           most_path_parts, quoted(label));
    }
    const std::size_t end = std::min(label.find(separator, begin), label.size());
    if (end == begin) {
      fail(ErrorKind::input, "{}expected a path like A{}B, got {} with an empty part", place,
           separator, quoted(label));
    }
    const NodeId node = draft.node(label.substr(0, end));
    if (parent) draft.add_edge(*parent, node, line);
    parent = node;
    if (end == label.size()) return node;
    begin = end + separator.size();
  }
}

bool has_path_names(const Taxonomy& taxonomy, std::string_view separator) {
  if (!taxonomy.is_tree()) return false;
  const auto has_own_path = [&](NodeId node) {
    if (node == taxonomy.root()) return true;
    std::string_view part = taxonomy.name(node);
    const NodeId parent = taxonomy.parents(node)[0];
    if (parent != taxonomy.root()) {
      const std::string_view above = taxonomy.name(parent);
      if (!part.starts_with(above) || !part.substr(above.size()).starts_with(separator)) {
        return false;
      }
      part.remove_prefix(above.size() + separator.size());
    }
    return is_one_part(part, separator);
  };
  const auto nodes = taxonomy.top_down();
  return std::all_of(nodes.begin(), nodes.end(), has_own_path);
}

void read_paths(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft) {
  if (options.separator.empty()) {
    fail_parameter("separator", "expected text between the parts of a path, got nothing");
  }
  draft.want_unnamed_root();
  TextLines lines(text, draft.source());
  while (const auto line = lines.next()) {
    add_path(draft, *line, options.separator, lines.number(), lines.place() + ": ");
  }
}

// Nodes that are called by their paths keep their names; others get their path for a name.
std::string write_paths(const TaxonomyDocument& document, const std::string& separator) {
  const Taxonomy& taxonomy = document.taxonomy;
  const bool are_paths = has_path_names(taxonomy, separator);
  const std::vector<std::string> paths =
      are_paths ? std::vector<std::string>() : paths_of(taxonomy, separator);
  std::string text;
  for (std::size_t i = 0; i < taxonomy.size(); ++i) {
    if (node_at(i) == taxonomy.root()) continue;
    text += are_paths ? taxonomy.name(node_at(i)) : std::string_view(paths[i]);
    text += '\n';
  }
  return text;
}

}  // namespace clade::detail
