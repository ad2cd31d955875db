// What a label at an inner node means where nobody said it.
#pragma once

#include <optional>

#include "base/communicator.h"
#include "clade/label_space.h"
#include "clade/method.h"
#include "data/records.h"

namespace clade::detail {

// The method's way; empty for one that adapts to its data.
std::optional<LabelNodes> usual_label_nodes(const MethodTraits& traits);

// By the labels of the records: closed where they are those of an ontology, that is, where examples
// have several labels and many of these are inner nodes, or where they list the nodes above their
// labels already; else terminal. `taxonomy` is settled.
LabelNodes choose_label_nodes(const TaxonomySource& taxonomy, const Records& records,
                              Communicator& peers = single_rank());

}  // namespace clade::detail
