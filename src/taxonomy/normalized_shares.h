// Shares of the squared length of a class's attributes, given to nodes so that they sum to one
// along every path (after Choi, Sasaki and Srebro, Normalized hierarchical SVM, 2015): with shares
// that depend on the depth alone, classes that lie deep, or below nodes with many children, have
// the longer attributes and win by that.
//
// From the root down, which has none: a node takes what its ancestors left, divided by the number
// of nodes on the longest way from it, itself included, down to a class. A class takes all that is
// left.
#pragma once

#include <span>
#include <vector>

#include "base/csr.h"
#include "clade/taxonomy.h"
#include "taxonomy/score_map.h"

namespace clade::detail {

struct NormalizedShares {
  std::vector<double> share;  // by node, of a proper ancestor of a class
  std::vector<double> rest;   // by node, of the class that stands there
};
// In a DAG a node's ancestors left what they left along the path that left least.
NormalizedShares normalized_shares(const Taxonomy& taxonomy, std::span<const NodeId> classes);

// One row per class over all nodes: the roots of the shares. In a tree the rows have length one as
// they are. In a DAG, where a class has the ancestors of all its paths, each row is scaled to
// length one, so that strengths there depend on the class, too.
Csr<Attribute> normalized_rows(const Taxonomy& taxonomy, std::span<const NodeId> classes);

}  // namespace clade::detail
