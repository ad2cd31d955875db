// What a file says of a taxonomy, in the order of the text, before it is known whether that can be
// used. Readers fill it; Taxonomy takes it where it is sound, `taxonomy check` looks at it anyway.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "clade/taxonomy.h"
#include "taxonomy/taxonomy_graph.h"

namespace clade::detail {

class TaxonomyDraft {
 public:
  struct Edge {
    NodeId parent, child;
    std::size_t line;
  };
  struct Note {
    std::size_t line;
    std::string text;
    bool is_loud;  // worth a line wherever the taxonomy is used, not in `taxonomy check` alone
  };
  struct Alias {
    std::string name;
    NodeId node;
  };
  // A term that is no node any more.
  struct Obsolete {
    std::string name;
    std::vector<std::string> replaced_by;  // ids of terms that take its place
    std::vector<std::string> consider;     // that might do so
  };

  // `source` names the file in messages.
  explicit TaxonomyDraft(std::string source) : source_(std::move(source)) {}
  TaxonomyDraft(TaxonomyDraft&&) = default;
  TaxonomyDraft& operator=(TaxonomyDraft&&) = default;

  // The node of that name, made where there is none. Names are not empty.
  NodeId node(std::string_view name);
  std::optional<NodeId> find(std::string_view name) const;
  // Repeated edges count once. `line` is where messages will point to.
  void add_edge(NodeId parent, NodeId child, std::size_t line);
  // What people call the node where its name is a code.
  void set_title(NodeId node, std::string title);
  // Another name that labels may use. The same alias of several nodes means all of them.
  void add_alias(std::string alias, NodeId node);
  // What the reader passed over or read in its own way, for `taxonomy check`.
  void add_note(std::size_t line, std::string text) {
    notes_.push_back({line, std::move(text), false});
  }
  void add_loud_note(std::size_t line, std::string text) {
    notes_.push_back({line, std::move(text), true});
  }
  void add_obsolete(Obsolete term) { obsolete_.push_back(std::move(term)); }
  // An unnamed root is above the parentless nodes, even where there is a single one.
  void want_unnamed_root() { wants_unnamed_root_ = true; }

  const std::string& source() const { return source_; }
  std::size_t size() const { return names_.size(); }
  const std::string& name(NodeId node) const { return names_[index_of(node)]; }
  std::string_view title(NodeId node) const;  // "" where there is none
  std::span<const Edge> edges() const { return edges_; }
  std::span<const Note> notes() const { return notes_; }
  std::span<const Alias> aliases() const { return aliases_; }
  std::span<const Obsolete> obsolete() const { return obsolete_; }
  bool wants_unnamed_root() const { return wants_unnamed_root_; }
  // Each edge once, by child, then by appearance.
  std::vector<Edge> distinct_edges() const;

  // Several parentless nodes put an unnamed root in front as node 0. Error{input} where a node is
  // its own parent or ancestor, with the nodes of the cycle.
  TaxonomyGraph build() const;

 private:
  bool has_several_roots() const;
  void check_no_own_parent() const;
  [[noreturn]] void fail_on_cycle(const TaxonomyGraph& graph, std::vector<NodeId> cycle,
                                  const std::vector<Edge>& edges, std::size_t shift) const;

  std::string source_;
  std::deque<std::string> names_;  // stay where they are: by_name_ looks into them
  std::unordered_map<std::string_view, NodeId> by_name_;
  std::vector<Edge> edges_;
  std::vector<std::string> titles_;
  std::vector<Alias> aliases_;
  std::vector<Obsolete> obsolete_;
  std::vector<Note> notes_;
  bool wants_unnamed_root_ = false;
};

}  // namespace clade::detail
