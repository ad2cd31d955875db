// Learns from held-out scores how large sets of labels are.
#pragma once

#include "clade/label_space.h"
#include "measure/held_out.h"
#include "model/learned_sets.h"

namespace clade::detail {

// `closed`: label sets hold the classes above their labels.
LearnedSets fit_label_sets(const LabelSpace& labels, const HeldOut& held_out, bool closed);

// Whether every label set of the examples holds the classes above its labels.
bool are_closed_upward(const LabelSpace& labels, const Csr<ClassId>& sets);

}  // namespace clade::detail
