"""Cai and Hofmann, CIKM 2004, section 6."""

from frame.claims import Claim, Printed, Rows, beats, larger_gain

from .measures import ACC, ACTIVE, PACC, PREC, TOP

PAPER = "CIKM"
WIPO = "thesis-7.6"  # the thesis prints the same tables

CLAIMS = [
    Claim(PAPER, "6.3, table 1", "The hierarchical SVM beats the flat one in all measures on synthetic data",
          beats("hsvm", "flat", Rows("cikm-1"))),
    Claim(PAPER, "6.4, table 2", "The hierarchical SVM has a lower taxonomy loss than the flat SVM on WIPO-alpha",
          beats("H-SVM", "F-SVM", Rows(WIPO, "Table 7.6", (TOP,)))),
    Claim(PAPER, "6.4, table 2", "On WIPO-alpha the accuracy, precision and parent accuracy of the hierarchical SVM are higher in most cases",
          beats("H-SVM", "F-SVM", Rows(WIPO, "Table 7.6", (ACC, PREC, PACC)))),
    Claim(PAPER, "6.4, table 3", "With three documents of each category the hierarchical SVM beats the flat SVM on WIPO-alpha",
          beats("H-SVM", "F-SVM", Rows(WIPO, "Table 7.7"))),
    Claim(PAPER, "6.4, table 3", "The lead of the hierarchical SVM on WIPO-alpha is larger with fewer documents",
          larger_gain("H-SVM", "F-SVM", {}, Rows(WIPO, "Table 7.7"), title="Table 7.6")),
    Claim(PAPER, "6.4, figure 3", "The taxonomy loss of the hierarchical SVM on WIPO-alpha is lower with every C",
          beats("H-SVM", "F-SVM", Rows("figures-7.4-7.7", "Figure 7.5", (TOP,)))),
    Claim(PAPER, "6.4", "Active variables alone train faster than all of an example (2,200 against 42,200 s)",
          beats("active variables", "all variables of an example", Rows("figures-7.4-7.7", "CIKM 6.4", ("seconds",)))),
    Claim(PAPER, "6.4", "Active variables alone give sparser solutions",
          beats("active variables", "all variables of an example", Rows("figures-7.4-7.7", "CIKM 6.4", (ACTIVE,)))),
    Claim(PAPER, "table 1", "Every pair of methods stands as printed (tables 2 and 3: see the thesis)", [Printed(("cikm-1",))]),
]
