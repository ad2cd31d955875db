// Losses: what it costs to guess one node where another is true (thesis 3.3, CIKM 4).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/params.h"
#include "clade/taxonomy.h"

namespace clade {

// Zero for an equal pair, never negative; not symmetric in general. Thread safe.
struct Loss {
  virtual ~Loss() = default;
  virtual double operator()(NodeId truth, NodeId guess) const = 0;
  // out[i] = loss(truth, guesses[i]): what the solver calls, once per visit of an instance where
  // the losses do not fit a table.
  virtual void row(NodeId truth, std::span<const NodeId> guesses, std::span<double> out) const;
};

// zero-one | tree | symdiff | normalized | subtree | sibling | costs:FILE | matrix:FILE
extern const TextRule loss_spec;

// `classes` are the nodes that losses will be asked for (their ancestor sets are kept; a matrix
// must cover them). Subtree and sibling need a tree.
std::unique_ptr<Loss> make_loss(const std::string& spec, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes);

}  // namespace clade
