// What is odd about a draft of a taxonomy, and a repaired copy of it.
#pragma once

#include <cstddef>
#include <string>
#include <utility>
#include <vector>

#include "taxonomy/taxonomy_draft.h"

namespace clade::detail {

struct DraftProblems {
  std::vector<NodeId> own_parents;
  std::vector<std::vector<NodeId>> cycles;  // one of each tangle, each node the parent of the next
  std::vector<NodeId> parentless;
  std::vector<NodeId> unreachable;  // from those
  std::size_t repeated_edges = 0;
  std::vector<std::pair<NodeId, NodeId>> similar_names;

  // Whether the draft can become a taxonomy.
  bool is_usable() const { return own_parents.empty() && cycles.empty(); }
};
DraftProblems find_problems(const TaxonomyDraft& draft);

// A node that is its own parent and has no other counts.
std::vector<NodeId> parentless_nodes(const TaxonomyDraft& draft);

// Pairs of names that differ in case, blanks and punctuation alone, or, for longer words without
// digits, in one letter. Some of them where there are very many.
std::vector<std::pair<NodeId, NodeId>> similar_names(const TaxonomyDraft& draft);

// For messages: "a -> b -> a", cut where it is long.
std::string cycle_text(const TaxonomyDraft& draft, const std::vector<NodeId>& cycle);

struct RepairedDraft {
  TaxonomyDraft draft;
  std::vector<std::string> changes;  // for people; empty where there was nothing to repair
};
// Without edges of a node to itself and those that close cycles, with blanks in names put right,
// and with a named root above several parentless nodes. It can become a taxonomy.
RepairedDraft repaired(const TaxonomyDraft& draft);

}  // namespace clade::detail
