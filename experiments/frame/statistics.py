"""Means, spreads and the t-tests, without libraries."""

import math
from dataclasses import dataclass


def mean(values):
    return math.fsum(values) / len(values)


def deviation(values):
    """The sample standard deviation; 0 for a single value."""
    if len(values) < 2:
        return 0.0
    centre = mean(values)
    return math.sqrt(math.fsum((v - centre) ** 2 for v in values) / (len(values) - 1))


@dataclass
class Difference:
    """Of two means: its size, its standard error, and the two-sided p of the t-test."""
    mean: float
    error: float
    p: float


def paired_difference(first, second):
    """Of values that belong together in pairs; None where there are fewer than two."""
    if len(first) != len(second) or len(first) < 2:
        return None
    apart = differences(first, second)
    return tested(mean(apart), deviation(apart) / math.sqrt(len(apart)), len(apart) - 1)


def unpaired_difference(first, second):
    """Of values that do not belong together in pairs, by Welch's test."""
    if min(len(first), len(second)) < 2:
        return None
    parts = [deviation(v) ** 2 / len(v) for v in (first, second)]
    freedom = 1 if sum(parts) == 0 else sum(parts) ** 2 / sum(p * p / (len(v) - 1) for p, v in zip(parts, (first, second)))
    return tested(mean(first) - mean(second), math.sqrt(sum(parts)), freedom)


def tested(difference, error, freedom):
    if error <= 1e-12 * abs(difference):  # rounding alone
        error = 0
    if error == 0:
        return Difference(difference, error, 0.0 if difference != 0 else 1.0)
    t = difference / error
    return Difference(difference, error, incomplete_beta(freedom / 2, 0.5, freedom / (freedom + t * t)))


def differences(first, second):
    return [a - b for a, b in zip(first, second)]


def incomplete_beta(a, b, x):
    """The regularised incomplete beta function; P(|T| > t) is its value at f/2, 1/2, f/(f + t^2)."""
    if x <= 0 or x >= 1:
        return min(1.0, max(0.0, x))
    front = math.exp(math.lgamma(a + b) - math.lgamma(a) - math.lgamma(b)
                     + a * math.log(x) + b * math.log1p(-x))
    # The continued fraction converges quickly on one side of the mean only.
    if x < (a + 1) / (a + b + 2):
        return front * beta_fraction(a, b, x) / a
    return 1 - front * beta_fraction(b, a, 1 - x) / b


def beta_fraction(a, b, x, tiny=1e-300):
    """The continued fraction of the incomplete beta function, by Lentz' recurrence."""
    c, d = 1.0, 1 / not_zero(1 - (a + b) * x / (a + 1), tiny)
    value = d
    for m in range(1, 300):
        even = m * (b - m) * x / ((a + 2 * m - 1) * (a + 2 * m))
        odd = -(a + m) * (a + b + m) * x / ((a + 2 * m) * (a + 2 * m + 1))
        for step in (even, odd):
            d = 1 / not_zero(1 + step * d, tiny)
            c = not_zero(1 + step / c, tiny)
            value *= c * d
        if abs(c * d - 1) < 1e-14:
            break
    return value


def not_zero(value, tiny):
    return value if abs(value) > tiny else tiny
