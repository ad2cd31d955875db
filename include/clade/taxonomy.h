// A taxonomy: a rooted DAG of named nodes (thesis 3.1). Trees and forests are special cases.
#pragma once

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace clade {

enum class NodeId : std::uint32_t {};  // a node of one Taxonomy
constexpr std::size_t index_of(NodeId node) { return static_cast<std::size_t>(node); }

// What a node is called, where a format has a code and a word for it (OBO, SKOS, MeSH).
enum class NodeNaming {
  usual,  // OBO and MeSH: the code; SKOS: the preferred label
  id,     // the code
  label,  // the word; where two nodes have the same, the code in brackets follows
};

// How the text of a taxonomy is read.
struct TaxonomyReadOptions {
  std::string format;           // edges, indented, json, ...; "": by the ending of the name
  std::string separator = "/";  // of path labels
  NodeNaming naming = NodeNaming::usual;
  std::string language = "en";  // of the labels in SKOS
  bool part_of = false;         // OBO: relationship: part_of is an edge as well
};

namespace detail {
class TaxonomyDraft;
}

// Immutable, cheap to copy (copies share the nodes), safe to read from several threads.
class Taxonomy {
 public:
  // A file in one of the formats of docs/DATA_FORMATS.md; an edge list, parent<TAB>child per line,
  // where the name tells nothing else. Node order is the order of first appearance, parent before
  // child; several parentless nodes get an unnamed root, which then is node 0. Errors are
  // Error{input} with file:line, a cycle is printed as its nodes.
  static Taxonomy read(const std::filesystem::path& file, const TaxonomyReadOptions& options = {});
  static Taxonomy parse(std::string_view text, const std::string& name_for_messages,
                        const TaxonomyReadOptions& options = {});
  // What a reader collected.
  static Taxonomy from_draft(const detail::TaxonomyDraft& draft);

  // From pairs of a parent and a child. Error{input} as above, by the number of the edge from 1,
  // and for an empty name.
  static Taxonomy from_edges(const std::vector<std::pair<std::string, std::string>>& edges);

  // One flat level: an unnamed root with the given nodes below it.
  static Taxonomy flat(std::span<const std::string> names);

  // From labels that are paths (A/01/B): a node is named by its whole path (A, A/01, A/01/B), an
  // unnamed root is above the first parts. An empty part is an Error{input}.
  static Taxonomy from_paths(std::span<const std::string> labels, std::string_view separator);

  // From the parts of a model file, `parents` listing the parents of each node. Everything is
  // checked: Error{model}.
  struct Parts {
    std::vector<std::string> names;
    std::vector<std::vector<NodeId>> parents;
    std::vector<NodeId> added;  // terminal children that were added for labels at inner nodes
  };
  static Taxonomy from_parts(Parts parts, const std::string& name_for_messages);

  std::size_t size() const;
  NodeId root() const;
  bool is_tree() const;                      // every node but the root has one parent
  std::string_view name(NodeId node) const;  // "" for an unnamed root
  std::optional<NodeId> find(std::string_view name) const;
  std::span<const NodeId> parents(NodeId node) const;
  std::span<const NodeId> children(NodeId node) const;
  bool is_terminal(NodeId node) const { return children(node).empty(); }
  std::vector<NodeId> terminals() const;     // in node order
  std::span<const NodeId> top_down() const;  // every node, parents before children

  // The ancestor set anc(node) of the thesis: node and root included, root first, every node
  // after its parents. Computed on each call.
  std::vector<NodeId> ancestor_set(NodeId node) const;
  // |anc(node)| - 1, also in a DAG; 0 for the root.
  std::size_t depth(NodeId node) const;

  // The same taxonomy with one more terminal child, named m__misc, under each inner node m of
  // `inner` (thesis 3.1); the new nodes come last, in the order of their parents. Nodes that
  // have such a child already, and terminal nodes, are left alone. Error{input} where the taxonomy
  // has a node of that name.
  Taxonomy with_added_terminals(std::span<const NodeId> inner) const;
  // The added child of `node`, if it has one.
  std::optional<NodeId> added_child(NodeId node) const;
  bool is_added(NodeId node) const;
  // The name where classes are listed: that of the parent for an added node.
  std::string_view class_name(NodeId node) const;

  // " (did you mean 'x'?)" or ""; always "" in taxonomies of very many nodes.
  std::string suggestion(std::string_view unknown_name) const;

 private:
  struct Impl;
  explicit Taxonomy(std::shared_ptr<const Impl> impl) : impl_(std::move(impl)) {}
  std::shared_ptr<const Impl> impl_;
};

}  // namespace clade
