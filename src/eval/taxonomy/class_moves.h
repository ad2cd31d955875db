// Which nodes of a taxonomy lie nearer to the classes of another parent than to those of their own.
#pragma once

#include <vector>

#include "clade/label_space.h"
#include "clade/taxonomy.h"
#include "eval/taxonomy/class_distances.h"

namespace clade::detail {

struct ClassMove {
  NodeId node, from, to;
  double ratio;  // mean distance to the classes below `to`, over that to the others below `from`
};

// The best parent on the level of its own for every node that is nearer there, those that gain most
// first. `distances` are between the classes of `labels`, which have names of nodes. None where the
// taxonomy is no tree.
std::vector<ClassMove> nearer_parents(const Taxonomy& taxonomy, const LabelSpace& labels,
                                      const PairTable& distances);

}  // namespace clade::detail
