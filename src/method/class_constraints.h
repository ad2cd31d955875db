// The classes of a label space as solvers compare them.
#pragma once

#include <memory>
#include <span>
#include <string>
#include <vector>

#include "clade/label_space.h"
#include "data/dataset.h"
#include "solver/problem/constraint_set.h"

namespace clade::detail {

// The classes that may be guessed, in order.
std::vector<Decision> predictable_classes(const LabelSpace& labels);

// What is no rival of an example's labels, sorted: the labels, and where a label trains its own
// path (LabelNodes::path) also the classes below it, since to guess one of them is not wrong.
std::vector<Decision> classes_left_out(const LabelSpace& labels, std::span<const ClassId> own);

// Losses between classes; nothing for the zero-one loss, which is 1 wherever it is asked for.
std::shared_ptr<const LossRows> class_losses(const LabelSpace& labels, const std::string& loss);

// Every label of an example against every other class (thesis 4.10; CIKM 24), losses from `loss`.
ConstraintSet ranking_constraints(const Dataset& data, const LabelSpace& labels,
                                  const std::string& loss);

// Every class against zero: labels above it, the others below (CIKM 22).
ConstraintSet binary_constraints(const Dataset& data, const LabelSpace& labels);

}  // namespace clade::detail
