"""Zhou, Xiao and Wu, ICML 2011, section 6."""

from frame.claims import Claim, Printed, Rows, beats

PAPER = "orthogonal"
RIVALS = ("FLATMULT", "HIERMULT", "TRANSFER", "TREELOSS")
PRINTED_C, CHOSEN_C = "C = 1", "C chosen"
DEEP = {"task": ("CCAT.deep", "MCAT.deep", "ECAT.deep")}


def wins(table):
    return [
        beats("ORTHOGNL", RIVALS, Rows("orthogonal", table, (), {"task": ("CCAT", "MCAT")})),
        beats("ORTHOGNL", RIVALS, Rows("orthogonal", table, ("0/1 loss (%)",), DEEP)),
    ]


CLAIMS = [
    Claim(PAPER, "6, tables 2, 3", "Orthogonal transfer beats the four others on CCAT and MCAT", wins(PRINTED_C)[0]),
    Claim(PAPER, "6, table 4", "On ECAT it is slightly behind HIERMULT in tree loss",
          beats("HIERMULT", "ORTHOGNL", Rows("orthogonal", PRINTED_C, ("tree loss (%)",), {"task": ("ECAT",)}))),
    Claim(PAPER, "6, tables 6 to 8", "On the deep parts it beats the four others in 0/1 loss", wins(PRINTED_C)[1]),
    Claim(PAPER, "tables 2 to 8", "Every pair of methods stands as printed", [Printed(("orthogonal",), PRINTED_C)]),
    Claim("not in a paper", "", "With C chosen for each method, orthogonal transfer still wins on CCAT, MCAT and the deep parts",
          [*wins(CHOSEN_C)[0], *wins(CHOSEN_C)[1]]),
    Claim("not in a paper", "", "On newsgroups orthogonal transfer beats the four others, with the paper's C and with a chosen one",
          beats("ORTHOGNL", RIVALS, Rows("orthogonal", "", (), {"task": ("newsgroups",)}))),
]
