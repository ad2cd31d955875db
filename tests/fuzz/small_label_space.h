// The classes that small files speak of.
#pragma once

#include <vector>

#include "clade/label_space.h"

namespace clade::detail::fuzz {

// r -> (a -> (x, y), b); classes x, y, b.
inline const LabelSpace& labels() {
  static const LabelSpace space = [] {
    const Taxonomy taxonomy = Taxonomy::parse("r\ta\nr\tb\na\tx\na\ty\n", "small");
    const std::vector<NodeId> classes = taxonomy.terminals();
    return LabelSpace(LabelSpace::Parts{
        taxonomy, classes, std::vector<bool>(classes.size(), true), LabelNodes::terminal, {}});
  }();
  return space;
}

}  // namespace clade::detail::fuzz
