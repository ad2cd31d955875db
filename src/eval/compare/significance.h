// Is a difference more than chance? Tests on paired values, and intervals.
#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "clade/compare.h"

namespace clade::detail {

double mean_of(std::span<const double> values);
// Of a sample: over n - 1. 0 for fewer than two values.
double standard_deviation(std::span<const double> values);

// The two-sided p-value of Student's t-test for a mean of zero. `overlap` is added to 1/n in the
// variance of the mean: test size over training size for repeated random splits, whose training
// parts overlap (Nadeau and Bengio 2003), 0 for independent values. Nothing for fewer than two
// values; 1 where all are zero.
std::optional<double> paired_t_test(std::span<const double> differences, double overlap = 0);

// The two-sided p-value of the permutation test for a mean of zero: the share of all ways to change
// signs whose mean is at least as far from zero. All ways where there are at most 2^16, else 9,999
// drawn by the seed and the one that was seen; of more than 10,000 values that are not zero the
// normal distribution that it tends to.
std::optional<double> permutation_test(std::span<const double> differences, std::uint64_t seed);

// The p-values after Holm's correction for as many tests, in the same order.
std::vector<double> holm_corrected(std::span<const double> p_values);

// A 95 % interval for the mean, from 1,000 samples with replacement (percentiles); for more than
// 10,000 values the normal one that it tends to.
Interval bootstrap_interval(std::span<const double> values, std::uint64_t seed);

// P(|T| >= |t|) for Student's distribution.
double student_two_sided(double t, double degrees);

}  // namespace clade::detail
