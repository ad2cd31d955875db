// Taxonomies as edge lists, parent<TAB>child per line.
#include <fmt/core.h>

#include <algorithm>
#include <optional>
#include <utility>

#include "base/fail.h"
#include "base/text.h"
#include "taxonomy/format_functions.h"
#include "taxonomy/table_columns.h"
#include "taxonomy/text_lines.h"

namespace clade::detail {

namespace {

struct NamedEdge {
  std::string_view parent, child;
};

NamedEdge parse_edge(std::string_view line, const TextLines& lines) {
  const std::size_t tab = line.find('\t');
  if (tab == std::string_view::npos) {
    fail(ErrorKind::input,
         "{}: expected parent<TAB>child, got {} without a tab (`taxonomy_format` reads other "
         "formats: {})",
         lines.place(), quoted(line), taxonomy_format_names());
  }
  const NamedEdge edge{line.substr(0, tab), line.substr(tab + 1)};
  if (edge.child.find('\t') != std::string_view::npos) {
    fail(ErrorKind::input,
         "{}: expected parent<TAB>child, got {} fields: {} (a table begins with a header: {})",
         lines.place(), split(line, '\t').size(), quoted(line), known_headers);
  }
  if (edge.parent.empty() || edge.child.empty()) {
    fail(ErrorKind::input, "{}: expected parent<TAB>child, got an empty name for the {}",
         lines.place(), edge.parent.empty() ? "parent" : "child");
  }
  return edge;
}

// Goes through the edges so that nodes first appear in node order and parents in their own order.
// The order of the lines of an edge list is such a one, so with those the walk is never stuck.
class EdgeOrder {
 public:
  EdgeOrder(const Taxonomy& taxonomy, bool with_root)
      : taxonomy_(taxonomy),
        with_root_(with_root),
        seen_(with_root ? 0 : 1),
        given_(taxonomy.size(), 0),
        waiting_(taxonomy.size()) {}

  std::vector<TaxonomyEdge> take() {
    for (std::size_t i = 0; i < taxonomy_.size(); ++i) {
      if (const auto parent = next_parent(node_at(i))) wait(*parent, node_at(i));
    }
    for (std::size_t settled = 0; settled < taxonomy_.size(); ++settled) {
      seen_ = std::max(seen_, settled);
      for (const NodeId child : waiting_[settled]) give(child);
    }
    return std::move(edges_);
  }

 private:
  // How many nodes must have appeared before the edge, so that its ends are among them or next.
  static std::size_t needed(NodeId parent, NodeId child) {
    const std::size_t p = index_of(parent), c = index_of(child);
    return c == p + 1 ? p : std::max(p, c);
  }

  std::optional<NodeId> next_parent(NodeId child) {
    const auto parents = taxonomy_.parents(child);
    std::size_t& given = given_[index_of(child)];
    if (!with_root_ && given < parents.size() && parents[given] == taxonomy_.root()) ++given;
    return given < parents.size() ? std::optional(parents[given]) : std::nullopt;
  }

  void wait(NodeId parent, NodeId child) { waiting_[needed(parent, child)].push_back(child); }

  // The next edge to `child`, and those behind it whose turn has come.
  void give(NodeId child) {
    auto parent = next_parent(child);
    do {
      edges_.push_back({*parent, child});
      ++given_[index_of(child)];
      seen_ = std::max({seen_, index_of(*parent) + 1, index_of(child) + 1});
      parent = next_parent(child);
    } while (parent && needed(*parent, child) <= seen_);
    if (parent) wait(*parent, child);
  }

  const Taxonomy& taxonomy_;
  bool with_root_;
  std::size_t seen_;                          // nodes that have appeared, the first ones
  std::vector<std::size_t> given_;            // by node: edges from its parents so far
  std::vector<std::vector<NodeId>> waiting_;  // children by what their next edge needs
  std::vector<TaxonomyEdge> edges_;
};

}  // namespace

std::vector<TaxonomyEdge> edges_in_order(const Taxonomy& taxonomy, bool with_unnamed_root) {
  const bool has_name = !taxonomy.name(taxonomy.root()).empty();
  return EdgeOrder(taxonomy, has_name || with_unnamed_root).take();
}

void note_several_parents(TaxonomyDraft& draft) {
  const auto edges = draft.distinct_edges();
  std::size_t count = 0, first = 0;
  for (std::size_t i = 0; i + 1 < edges.size(); ++i) {
    const bool is_second = edges[i].child == edges[i + 1].child;
    const bool is_first_of_node = i == 0 || edges[i - 1].child != edges[i].child;
    if (!is_second || !is_first_of_node) continue;
    if (count++ == 0) first = i;
  }
  if (count == 0) return;
  draft.add_loud_note(
      0, fmt::format(
             "the taxonomy is a DAG: {}, {} {} (below {} and {}); one name is one node here",
             count == 1 ? "1 node has several parents"
                        : fmt::format("{} nodes have several parents", count),
             count == 1 ? "namely" : "for example", quoted(draft.name(edges[first].child)),
             quoted(draft.name(edges[first].parent)), quoted(draft.name(edges[first + 1].parent))));
}

void read_edges(std::string_view text, const TaxonomyReadOptions& options, TaxonomyDraft& draft) {
  TextLines lines(text, draft.source());
  if (begins_with_header(text)) {
    const std::string_view header = *lines.next();
    draft.add_loud_note(lines.number(),
                        fmt::format("{} is taken for a header, not for nodes", quoted(header)));
    return read_table(text, options, draft);
  }
  while (const auto line = lines.next()) {
    const NamedEdge edge = parse_edge(*line, lines);
    const NodeId parent = draft.node(edge.parent);
    draft.add_edge(parent, draft.node(edge.child), lines.number());
  }
  if (draft.size() == 0) {
    fail(ErrorKind::input, "{}: holds no edge; expected lines of parent<TAB>child", draft.source());
  }
  note_several_parents(draft);
}

std::string write_edges(const TaxonomyDocument& document, const std::string& /*separator*/) {
  const Taxonomy& taxonomy = document.taxonomy;
  if (taxonomy.size() < 2) {
    fail(ErrorKind::input, "an edge list cannot hold a taxonomy of one node: it has no edge");
  }
  std::string text;
  for (const TaxonomyEdge& edge : edges_in_order(taxonomy, false)) {
    text.append(taxonomy.name(edge.parent)).append(1, '\t');
    text.append(taxonomy.name(edge.child)).append(1, '\n');
  }
  return text;
}

}  // namespace clade::detail
