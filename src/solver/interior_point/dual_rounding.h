// From an interior point, where nothing is quite zero, to dual variables of which most are, and
// which meet their boxes and the equalities of free biases; and to the least biases of their kind.
#pragma once

#include <span>
#include <vector>

#include "solver/interior_point/constraint_list.h"
#include "solver/interior_point/interior_point.h"
#include "solver/problem/problem.h"

namespace clade::detail {

// Of a product that is zero in the limit the smaller factor is zero: duals next to the distance of
// their constraint, and what a group has left of C next to its slack.
std::vector<double> rounded(const InteriorPoint& point, const ConstraintList& list,
                            int slack_power);

// Into the boxes of p = 1, which they leave by rounding alone.
void fit_boxes(std::vector<double>& beta, const ConstraintList& list);

// Moves the duals that are not zero by the least that takes them to sum_c alpha_c a_c = l, each
// measured by itself. Groups that have nothing left of C keep their sum. Where there is no such
// way, something stays.
void balance(std::vector<double>& beta, const ConstraintList& list, const Problem<double>& problem);

// Of all biases, by unit, that make the same differences in the constraints, the shortest: those
// that the ascent finds, which comes from zero.
std::vector<double> shortest_biases(std::span<const double> biases, const ConstraintList& list,
                                    const Problem<double>& problem);

}  // namespace clade::detail
