// A taxonomy from the root down, as formats that nest nodes write it.
#pragma once

#include <cstddef>
#include <vector>

#include "clade/taxonomy.h"

namespace clade {

// A node on the way. A node with several parents comes up below each of them, and only the first
// time with what is below it: readers take the same name for the same node.
struct NestedStep {
  NodeId node;
  std::size_t depth;  // 0 for the root, or for the children of an unnamed one
  bool is_again;
};

// Without an unnamed root. Never recursive: a taxonomy may be deeper than the stack.
std::vector<NestedStep> nested_order(const Taxonomy& taxonomy);

}  // namespace clade
