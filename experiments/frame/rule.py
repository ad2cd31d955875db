"""The one rule by which a difference speaks for a statement or against it.

Two means differ by d, with the standard error e and the two-sided p of the t-test. The level is

     2  clearly for       d > 0 and p < 0.05
     1  for               d > 0, p >= 0.05 and d > e
     0  unclear           |d| <= e, or a single run, which has no e
    -1  against           d < 0, p >= 0.05 and -d > e
    -2  clearly against   d < 0 and p < 0.05

so that turning a statement round turns the sign of its level, and nothing else. Rows that belong
together, as several measures of the same runs do, are one case, whose level is their median.
"""

CLEAR = 0.05
NAMES = {2: "clearly for", 1: "for", 0: "unclear", -1: "against", -2: "clearly against"}
LEVELS = list(NAMES)


def level(difference):
    """Of a Difference that is positive where the statement holds; None: it could not be tested."""
    if difference is None or difference.mean == 0:
        return 0
    sign = 1 if difference.mean > 0 else -1
    if difference.p < CLEAR:
        return 2 * sign
    return sign if abs(difference.mean) > difference.error else 0


def median_level(levels):
    """The middle one; between two of them, the one that is nearer to unclear."""
    ordered = sorted(levels)
    low, high = ordered[(len(ordered) - 1) // 2], ordered[len(ordered) // 2]
    return int((low + high) / 2)


def counts(levels):
    """How many of each level, from clearly for to clearly against."""
    return [sum(one == wanted for one in levels) for wanted in LEVELS]


def in_words(levels):
    """One line on all cases of a claim."""
    clearly_for, leans_for, _, leans_against, clearly_against = counts(levels)
    agree, oppose = clearly_for + leans_for, clearly_against + leans_against
    if not levels:
        return "not measured here"
    if clearly_for == clearly_against == 0:
        return "not clear either way"
    if clearly_for and clearly_against:
        if clearly_for > clearly_against and 2 * agree > len(levels):
            return "holds more often than not"
        return "more often the opposite" if clearly_against > clearly_for and 2 * oppose > len(levels) else "mixed"
    if clearly_for:
        return one_sided("holds", clearly_for, agree, oppose, len(levels))
    return one_sided("the opposite", clearly_against, oppose, agree, len(levels))


def one_sided(word, clear, leans, opposed, cases):
    """Where no case is clearly the other way."""
    if clear == cases:
        return f"{word} in every case" if cases > 1 else f"{word} in the one case"
    if 2 * leans <= cases:
        return "mixed" if opposed else f"{word} where it is clear"
    return f"{word} mostly" if opposed else word
