"""The papers' claims, and what all the evidence together says about each."""

import textwrap
from dataclasses import dataclass


@dataclass
class Claim:
    name: str
    text: str
    source: str


CLAIMS = [
    Claim("tree-loss", "Hierarchical methods beat flat ones on the taxonomy's loss", "CIKM 6, thesis 7.7, Hieron 5"),
    Claim("parent-accuracy", "Hierarchical methods beat flat ones on parent accuracy", "CIKM 6, thesis 7.7"),
    Claim("few-examples", "The gain over flat is larger with few examples", "CIKM 6.4, thesis 7.7"),
    Claim("random-hurts", "Random taxonomies hurt", "thesis 7.4.3"),
    Claim("random-hurts-dnc", "Random taxonomies hurt divide and conquer more than the hierarchical SVM", "thesis 7.4.3"),
    Claim("hsvm-beats-dnc", "The hierarchical SVM has a higher accuracy than divide and conquer", "thesis 7.4.2"),
    Claim("averaged", "Averaged beats online", "thesis 7.5.2, Hieron 5"),
    Claim("minover", "Minover is sparser than the online Perceptron", "thesis 7.5.1"),
    Claim("perceptron-gains-more", "The Perceptron gains more by the taxonomy than the SVM", "thesis 7.7"),
    Claim("svm-beats-perceptron", "The SVM beats Perceptron and Hieron", "thesis 7.5.2"),
    Claim("learned-helps-online", "Learned taxonomies help Perceptron and Hieron", "thesis 7.6"),
    Claim("learned-not-svm", "Learned taxonomies do not help the SVM", "thesis 7.6"),
    Claim("psi-beats-hinge", "The psi-loss beats the hinge loss", "HPSI 4"),
    Claim("hpsi-order", "The order of HPSI's methods", "HPSI 4, 5"),
    Claim("orthogonal-wins", "Orthogonal transfer has the lowest 0/1 loss, with the paper's C", "orthogonal 6"),
    Claim("orthogonal-wins-tuned", "The same with C chosen for each method", "not in the paper"),
]


def judge(evidence):
    """'holds', 'holds in k of n rows' or 'does not hold', with how much of it is clear."""
    if not evidence:
        return "not measured"
    n = len(evidence)
    favour = [e for e in evidence if e.gain > 0]
    against = [e for e in evidence if e.gain <= 0]
    word = ("holds" if len(favour) == n else "does not hold" if not favour
            else f"holds in {len(favour)} of {n} rows")
    parts = []
    if favour:
        parts.append(f"{clear(favour)} of {len(favour)} clearly")
    if against:
        parts.append(f"against it {len(against)}, {clear(against)} clearly")
    return f"{word} ({'; '.join(parts)})"


def against(evidence):
    """A list of the rows that clearly speak against a claim, in Markdown."""
    lines = []
    for claim in CLAIMS:
        rows = [e.where for e in evidence if e.claim == claim.name and e.gain < 0 and e.is_clear()]
        if rows:
            item = f"- {claim.text}: not in {'; '.join(rows)}."
            lines.append(textwrap.fill(item, 100, subsequent_indent="  ", break_long_words=False,
                                       break_on_hyphens=False))
    return "\n".join(lines)


def clear(evidence):
    return sum(e.is_clear() for e in evidence)


def summary(evidence):
    """The table of claims in Markdown: on the papers' data or ours, and on generated stand-ins."""
    known = {claim.name for claim in CLAIMS}
    unknown = {e.claim for e in evidence} - known
    assert not unknown, f"no such claim: {unknown}"
    lines = ["| claim | source | on real data and the papers' synthetic data | on stand-ins |", "|---|---|---|---|"]
    for claim in CLAIMS:
        here = [e for e in evidence if e.claim == claim.name]
        real, made = [e for e in here if not e.stand_in], [e for e in here if e.stand_in]
        lines.append(f"| {claim.text} | {claim.source} | {judge(real)} | {judge(made) if made else ''} |")
    return "\n".join(lines)
