// Losses: what it costs to guess one node where another is true (thesis 3.3, CIKM 4).
#pragma once

#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "base/params.h"
#include "clade/loss.h"
#include "clade/taxonomy.h"

namespace clade::detail {

// Zero for an equal pair, never negative; not symmetric in general. Thread safe.
struct Loss {
  virtual ~Loss() = default;
  virtual double operator()(NodeId truth, NodeId guess) const = 0;
  // out[i] = loss(truth, guesses[i]): what the solver calls, once per visit of an instance where
  // the losses do not fit a table.
  virtual void row(NodeId truth, std::span<const NodeId> guesses, std::span<double> out) const;
};

// "" for a well-written name of a loss, else what was expected; opens no file.
std::string loss_problem(std::string_view spec);
inline constexpr TextRule loss_spec{
    loss_problem, "zero-one|tree|symdiff|normalized|subtree|sibling|costs:FILE|matrix:FILE"};

// `classes` are the nodes that losses will be asked for: their ancestor sets are kept. Any other
// node gets the right answer too, more slowly, but from a matrix, which knows its classes only.
// Subtree and sibling need a tree. Error{usage} for an unknown name or a DAG, Error{input} with
// file:line for what a file holds.
std::unique_ptr<Loss> make_loss(const std::string& spec, const Taxonomy& taxonomy,
                                std::span<const NodeId> classes);

// Of a loss between sets: what `costs:FILE` says, and 1 of every node for any other loss. Errors as
// above.
NodeCosts make_node_costs(const std::string& spec, const Taxonomy& taxonomy);
bool has_node_costs(std::string_view spec);

// Thesis Eq. 3.11 of two ancestor sets, each sorted by node.
double set_loss(const NodeCosts& costs, std::span<const NodeId> truth,
                std::span<const NodeId> predicted);

}  // namespace clade::detail
