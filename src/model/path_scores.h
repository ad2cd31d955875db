// The scores of classes in models that go from the root down, from the scores of all nodes.
#pragma once

#include <span>
#include <vector>

#include "clade/label_space.h"
#include "clade/model.h"

namespace clade::detail {

// Decoding::top_down_min_margin: the smallest margin of a node on the path to the class over its
// siblings (HPSI's u_min). Decoding::top_down_sum: the sum over the path of what a node is short of
// the best of its siblings. An only child is compared with nothing. `by_node` is scratch.
void set_path_scores(Decoding decoding, const LabelSpace& labels,
                     std::span<const double> node_scores, std::vector<double>& by_node,
                     std::span<double> class_scores);

}  // namespace clade::detail
