// A copy of a draft that can become a taxonomy.
#include <fmt/core.h>

#include <algorithm>

#include "base/text.h"
#include "taxonomy/draft_problems.h"
#include "taxonomy/taxonomy_formats.h"

namespace clade::detail {

namespace {

// One blank between words, none at the ends.
std::string clean_name(std::string_view name) {
  const std::string line = name_of_text(name);
  std::string clean;
  for (const char c : trim(line)) {
    if (c != ' ' || clean.empty() || clean.back() != ' ') clean += c;
  }
  return clean.empty() ? std::string(name) : clean;
}

// Finds the edges that close a cycle: those that lead back to a node on the way from a root, in
// the order of the text. Each leaves a path to every node on it.
class CycleBreaker {
 public:
  // `edges` by child; parentless nodes first, so that cycles are entered where the rest hangs.
  CycleBreaker(std::size_t nodes, const std::vector<TaxonomyDraft::Edge>& edges)
      : edges_(edges), outgoing_(nodes), state_(nodes, State::unseen) {
    std::vector<bool> has_parent(nodes, false);
    for (std::size_t e = 0; e < edges.size(); ++e) {
      outgoing_[index_of(edges[e].parent)].push_back(e);
      has_parent[index_of(edges[e].child)] = true;
    }
    for (const bool with_parent : {false, true}) {
      for (std::size_t i = 0; i < nodes; ++i) {
        if (has_parent[i] == with_parent && state_[i] == State::unseen) walk(i);
      }
    }
  }

  const std::vector<std::size_t>& closing() const { return closing_; }

 private:
  enum class State { unseen, open, done };

  void walk(std::size_t start) {
    struct Step {
      std::size_t node, next;
    };
    std::vector<Step> path{{start, 0}};
    state_[start] = State::open;
    while (!path.empty()) {
      Step& step = path.back();
      if (step.next == outgoing_[step.node].size()) {
        state_[step.node] = State::done;
        path.pop_back();
        continue;
      }
      const std::size_t edge = outgoing_[step.node][step.next++];
      const std::size_t child = index_of(edges_[edge].child);
      if (state_[child] == State::open) closing_.push_back(edge);
      if (state_[child] != State::unseen) continue;
      state_[child] = State::open;
      path.push_back({child, 0});
    }
  }

  const std::vector<TaxonomyDraft::Edge>& edges_;
  std::vector<std::vector<std::size_t>> outgoing_;
  std::vector<State> state_;
  std::vector<std::size_t> closing_;
};

class Repair {
 public:
  explicit Repair(const TaxonomyDraft& draft)
      : old_(draft), result_{TaxonomyDraft("repaired"), {}} {
    if (draft.wants_unnamed_root()) result_.draft.want_unnamed_root();
    name_nodes();
    copy_edges();
    name_root();
    copy_words();
  }

  RepairedDraft take() && { return std::move(result_); }

 private:
  void say(std::string change) { result_.changes.push_back(std::move(change)); }

  void name_nodes() {
    for (std::size_t i = 0; i < old_.size(); ++i) {
      const std::string& name = old_.name(node_at(i));
      const std::string clean = clean_name(name);
      const bool is_merged = result_.draft.find(clean).has_value();
      nodes_.push_back(result_.draft.node(clean));
      if (clean != name) {
        say(fmt::format("{} is called {}{}", quoted(name), quoted(clean),
                        is_merged ? ", as another node is: they are one now" : ""));
      } else if (is_merged) {
        say(fmt::format("{} is one node with an earlier one that differed in blanks",
                        quoted(name)));
      }
    }
  }

  void copy_edges() {
    std::vector<TaxonomyDraft::Edge> edges;
    for (const auto& edge : old_.edges()) {
      const NodeId parent = nodes_[index_of(edge.parent)], child = nodes_[index_of(edge.child)];
      if (parent != child) {
        edges.push_back({parent, child, edge.line});
      } else {
        say(fmt::format("line {}: {} is not its own parent any more", edge.line,
                        quoted(result_.draft.name(child))));
      }
    }
    if (old_.edges().size() > old_.distinct_edges().size()) {
      say(fmt::format("edges that were repeated are there once: {}",
                      old_.edges().size() - old_.distinct_edges().size()));
    }
    std::vector<bool> is_closing(edges.size(), false);
    const CycleBreaker breaker(result_.draft.size(), edges);
    for (const std::size_t e : breaker.closing()) {
      is_closing[e] = true;
      say(fmt::format("line {}: left out the edge from {} to {}, which closes a cycle",
                      edges[e].line, quoted(result_.draft.name(edges[e].parent)),
                      quoted(result_.draft.name(edges[e].child))));
    }
    for (std::size_t e = 0; e < edges.size(); ++e) {
      if (!is_closing[e]) result_.draft.add_edge(edges[e].parent, edges[e].child, edges[e].line);
    }
  }

  void name_root() {
    const std::vector<NodeId> parentless = parentless_nodes(result_.draft);
    if (parentless.size() < 2) return;
    std::string name = "root";
    for (int i = 1; result_.draft.find(name); ++i) name = fmt::format("root{}", i);
    const NodeId root = result_.draft.node(name);
    for (const NodeId node : parentless) result_.draft.add_edge(root, node, 0);
    say(fmt::format("put {} above {} nodes without a parent", quoted(name), parentless.size()));
  }

  void copy_words() {
    for (std::size_t i = 0; i < old_.size(); ++i) {
      const std::string_view title = old_.title(node_at(i));
      if (!title.empty()) result_.draft.set_title(nodes_[i], std::string(title));
    }
    for (const auto& alias : old_.aliases()) {
      result_.draft.add_alias(alias.name, nodes_[index_of(alias.node)]);
    }
    for (const auto& term : old_.obsolete()) result_.draft.add_obsolete(term);
  }

  const TaxonomyDraft& old_;
  RepairedDraft result_;
  std::vector<NodeId> nodes_;  // by old node
};

}  // namespace

RepairedDraft repaired(const TaxonomyDraft& draft) { return Repair(draft).take(); }

}  // namespace clade::detail
