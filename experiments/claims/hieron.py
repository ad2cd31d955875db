"""Dekel, Keshet and Singer, ICML 2004, section 5."""

from frame.claims import Claim, Printed, Rows, beats, higher_row

PAPER = "Hieron"
SYNTHETIC, DATA = "hieron", "hieron-data"
BOTH = ("tree", "flat")

CLAIMS = [
    Claim(PAPER, "5, tables 1 and 2", "With the tree the distance is lower than flat, online and batch",
          beats(*BOTH, Rows(SYNTHETIC, "", ("distance",)), Rows(DATA, "", ("distance",)))),
    Claim(PAPER, "5, tables 1 and 2", "With the tree there are fewer wrong classes in many cases",
          beats(*BOTH, Rows(SYNTHETIC, "", ("wrong (%)",)), Rows(DATA, "", ("wrong (%)", "right (%)")))),
    Claim(PAPER, "5, figure 2", "With the tree there are fewer errors at large distances",
          beats(*BOTH, *[Rows(name, "Figure 2", ("far errors (%)",)) for name in (SYNTHETIC, DATA)])),
    Claim(PAPER, "5, table 2", "Batch Hieron beats greedy descent",
          beats("tree", "greedy", *[Rows(name, "Tables", (), {"weights": ("mean",)}) for name in (SYNTHETIC, DATA)])),
    Claim(PAPER, "table 2", "The mean of all weights is better than the last ones",
          higher_row(("tree", "flat", "greedy"), "weights", "mean", "last", Rows(SYNTHETIC, "Tables"), Rows(DATA, "Tables"))),
    Claim(PAPER, "tables 1 and 2", "Every pair of methods stands as printed", [Printed((SYNTHETIC, DATA))]),
]
