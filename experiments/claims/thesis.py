"""Cai's thesis, chapter 7. What CIKM says of the same tables is in cikm.py."""

from frame.claims import Claim, Printed, Rows, beats, exceeds, gains_more, larger_gain

from .measures import ACC, ACTIVE, MAX, PACC, PREC, RANK, TOP

PAPER = "thesis"
FLAT = ("H-SVM", "F-SVM")
FEW = {"t": ("1", "5", "10", "15", "20")}
UPDATES = ("online", "averaged", "minover")
ORDER = "The order of the examples decides: in the order of the files the taxonomy raises it at twenty passes (thesis-7.21)."
HIERON = ("Hieron here learns from the largest loss; one that learns from its wrong answers alone is about level with the "
          "Perceptron (thesis-7.20-rule).")


def perceptrons(measures):
    return [c for update in UPDATES
            for c in beats(f"H-{update}", f"F-{update}", Rows("figures-7.9-7.12", "Figure 7.9", measures),
                           Rows("figures-7.9-7.12", "Figure 7.10", measures))]


def newsgroups_online(*measures):
    """Tables 7.20 to 7.22: both orders of the newsgroups, online and averaged, and WIPO-alpha."""
    return [Rows("thesis-7.20", "", measures), Rows("thesis-7.21", "", measures), Rows("thesis-7.22", "Table 7.22", measures)]


def both(first, second, *measures):
    """A pair of names without a or o for averaged and online, in all tables of 7.5.2."""
    named = [(first.format(kind), second.format(kind)) for kind in ("a", "o")]
    return [c for a, b in named for c in beats(a, b, *newsgroups_online(*measures))]


def more_than(first, second, rows):
    return gains_more(first, second, *rows)


SVM = [
    Claim(PAPER, "7.4.1, table 7.5", "The hierarchical SVM is ahead of the flat one on synthetic data in all measures but accuracy",
          beats(*FLAT, Rows("thesis-7.5", "", (PREC, MAX, RANK, PACC)))),
    Claim(PAPER, "7.4.1, table 7.8", "With several labels the hierarchical SVM has lower losses and higher parent accuracy on WIPO-alpha",
          beats(*FLAT, Rows("thesis-7.8", "Table 7.8", (MAX, RANK, PACC)))),
    Claim(PAPER, "7.4.1, table 7.8", "With several labels the hierarchical SVM often has higher accuracy and precision on WIPO-alpha",
          beats(*FLAT, Rows("thesis-7.8", "Table 7.8", (ACC, PREC))),
          why={"H-SVM": "The stand-in joins random pairs of documents, so that labels of one document are rarely near each other."}),
    Claim(PAPER, "7.4.1, table 7.9", "With several labels and three documents of each category the hierarchical SVM is ahead in all cases",
          beats(*FLAT, Rows("thesis-7.8", "Table 7.9"))),
    Claim(PAPER, "7.4.1, figure 7.7", "The hierarchical SVM is ahead for every number of documents of each category of WIPO-alpha",
          beats(*FLAT, Rows("figures-7.4-7.7", "Figure 7.7"))),
    Claim(PAPER, "7.4.1, figure 7.7", "The lead of the hierarchical SVM on WIPO-alpha is larger with fewer documents, except in accuracy",
          larger_gain(*FLAT, {"t": "6"}, Rows("figures-7.4-7.7", "Figure 7.7", (PREC, MAX, RANK, PACC)))),
    Claim(PAPER, "7.4.1, table 7.10", "The hierarchical SVM always has the higher parent accuracy on newsgroups",
          beats(*FLAT, Rows("thesis-7.10", "", (PACC,)))),
    Claim(PAPER, "7.4.1, table 7.10", "The loss of the hierarchical SVM on newsgroups is lower where documents are few",
          beats(*FLAT, Rows("thesis-7.10", "", (TOP,), FEW))),
    Claim(PAPER, "7.4.1, table 7.10", "The hierarchical SVM almost always has the higher precision on newsgroups",
          beats(*FLAT, Rows("thesis-7.10", "", (PREC,)))),
    Claim(PAPER, "7.4.1, table 7.10", "The flat SVM always has the higher accuracy on newsgroups",
          beats("F-SVM", "H-SVM", Rows("thesis-7.10", "", (ACC,)))),
    Claim(PAPER, "7.7", "The lead of the hierarchical SVM on newsgroups is larger where documents are fewer",
          larger_gain(*FLAT, {"t": "all"}, Rows("thesis-7.10", "", (TOP, PACC), FEW))),
    Claim(PAPER, "7.4.1, table 7.11", "On all of OHSUMED the hierarchical SVM has lower ranking and maximal loss",
          beats(*FLAT, Rows("thesis-7.11", "Table 7.11", (RANK, MAX)))),
    Claim(PAPER, "7.4.1, table 7.11", "On all of OHSUMED the flat SVM has higher accuracy, precision and parent accuracy",
          beats("F-SVM", "H-SVM", Rows("thesis-7.11", "Table 7.11", (ACC, PREC, PACC)))),
    Claim(PAPER, "7.4.1, table 7.12", "With two documents of each category the hierarchical SVM is ahead on OHSUMED",
          beats(*FLAT, Rows("thesis-7.11", "Table 7.12"))),
    Claim(PAPER, "7.4.1, table 7.13", "On enzymes the hierarchical SVM has lower losses and higher parent accuracy",
          beats(*FLAT, Rows("thesis-7.13", "", (MAX, RANK, PACC)))),
    Claim(PAPER, "7.4.1, table 7.13", "On enzymes the flat SVM has higher accuracy and precision",
          beats("F-SVM", "H-SVM", Rows("thesis-7.13", "", (ACC, PREC)))),
    Claim(PAPER, "7.4.1", "The nearer two classes are in the tree, the more alike are their centroids",
          beats("distance 2", "distance 4", Rows("centroids")) + beats("distance 4", "distance 6", Rows("centroids"))),
]

DIVIDED = [
    Claim(PAPER, "7.4.2", "Divide and conquer has a higher parent accuracy than the flat SVM on WIPO-alpha and newsgroups",
          beats("DNC-SVM", "F-SVM", Rows("thesis-7.6", "Table 7.14", (PACC,)), Rows("thesis-7.15", "", (PACC,)))),
    Claim(PAPER, "7.4.2", "Divide and conquer has a lower accuracy than the flat SVM",
          beats("F-SVM", "DNC-SVM", Rows("thesis-7.6", "Table 7.14", (ACC,)), Rows("thesis-7.15", "", (ACC,)),
                Rows("thesis-7.11", "Table 7.16", (ACC,)))),
    Claim(PAPER, "7.4.2", "The hierarchical SVM has a higher accuracy than divide and conquer",
          beats("H-SVM", "DNC-SVM", Rows("thesis-7.6", "Table 7.14", (ACC,)), Rows("thesis-7.15", "", (ACC,)),
                Rows("thesis-7.11", "Table 7.16", (ACC,)))),
    Claim(PAPER, "7.4.2", "The hierarchical SVM often has a higher parent accuracy than divide and conquer",
          beats("H-SVM", "DNC-SVM", Rows("thesis-7.6", "Table 7.14", (PACC,)), Rows("thesis-7.15", "", (PACC,)),
                Rows("thesis-7.11", "Table 7.16", (PACC,)))),
    Claim(PAPER, "7.4.3, tables 7.17, 7.18", "With random taxonomies the hierarchical SVM is behind itself with the true one",
          beats("H-SVM", "H-SVM, random", Rows("thesis-7.17", "Table"), Rows("thesis-7.18", "Table 7.18"))),
    Claim(PAPER, "7.4.3, tables 7.17, 7.18", "With random taxonomies the hierarchical SVM is behind the flat one",
          beats("F-SVM", "H-SVM, random", Rows("thesis-7.17", "Table"), Rows("thesis-7.18", "Table 7.18"))),
    Claim(PAPER, "7.4.3, table 7.19, figure 7.8", "Random taxonomies hurt divide and conquer",
          beats("DNC-SVM", "DNC-SVM, random", Rows("thesis-7.18", "Table 7.19"), Rows("thesis-7.17", "Figure 7.8"))),
    Claim(PAPER, "7.4.3, figure 7.8", "Random taxonomies hurt divide and conquer more than the hierarchical SVM",
          more_than(("DNC-SVM", "DNC-SVM, random"), ("H-SVM", "H-SVM, random"),
                    [Rows("thesis-7.17", "Figure 7.8"), Rows("thesis-7.18", "Both")])),
    Claim(PAPER, "7.4.3, table 7.18", "The loss by random taxonomies is smaller with more documents",
          larger_gain("H-SVM", "H-SVM, random", {"t": "all"}, Rows("thesis-7.18", "Table 7.18"))),
]

PERCEPTRON = [
    Claim(PAPER, "7.5.1, figures 7.9, 7.10", "Every hierarchical Perceptron has lower ranking loss and higher parent accuracy than "
          "its flat form", perceptrons((RANK, PACC))),
    Claim(PAPER, "7.5.1, figures 7.9, 7.10", "Hierarchical Perceptrons have higher accuracy and precision in most cases",
          perceptrons((ACC, PREC))),
    Claim(PAPER, "7.5.1", "Minover uses fewer dual variables than online and averaged Perceptrons",
          [c for form in "FH" for c in beats(f"{form}-minover", (f"{form}-online", f"{form}-averaged"),
                                             Rows("figures-7.9-7.12", "Figure 7.10", (ACTIVE,)))]),
    Claim(PAPER, "7.5.1, figure 7.11", "The hierarchical Minover Perceptron is ahead of the flat one in accuracy and precision",
          beats("H-minover", "F-minover", Rows("figures-7.9-7.12", "Figure 7.11", (ACC, PREC)))),
    Claim(PAPER, "7.5.1, figure 7.12", "With few documents hierarchical Minover is always ahead in precision, ranking loss and parent accuracy",
          beats("H-minover", "F-minover", Rows("figures-7.9-7.12", "Figure 7.12", (PREC, RANK, PACC)))),
    Claim(PAPER, "7.5.1, figure 7.12", "With few documents hierarchical Minover is ahead in accuracy most times",
          beats("H-minover", "F-minover", Rows("figures-7.9-7.12", "Figure 7.12", (ACC,)))),
    Claim(PAPER, "7.5.2, 1", "Averaged algorithms are better than online ones",
          [c for name in ("FHieron", "HHieron", "FPERC", "HPERC")
           for c in beats(name[0] + "a" + name[1:], name[0] + "o" + name[1:], Rows("thesis-7.21"))]
          + beats("F-averaged", "F-online", Rows("figures-7.9-7.12", "", (ACC, PREC, RANK, PACC)))
          + beats("H-averaged", "H-online", Rows("figures-7.9-7.12", "", (ACC, PREC, RANK, PACC)))),
    Claim(PAPER, "7.5.2, 2", "The hierarchical Perceptron often has a higher accuracy than the flat one",
          both("H{}PERC", "F{}PERC", ACC), why=dict.fromkeys(("HaPERC", "HoPERC"), ORDER)),
    Claim(PAPER, "7.5.2, 2", "Hierarchical Hieron often has a lower accuracy than flat Hieron",
          both("F{}Hieron", "H{}Hieron", ACC)),
    Claim(PAPER, "7.5.2, 3; chapter 8", "The hierarchical Perceptron beats hierarchical Hieron in accuracy, precision and loss",
          both("H{}PERC", "H{}Hieron", ACC, PREC, TOP), why=dict.fromkeys(("HaPERC", "HoPERC"), HIERON)),
    Claim(PAPER, "7.5.2, 4", "Hieron does not gain more by the taxonomy than the Perceptron does",
          [c for k in "ao" for c in more_than((f"H{k}PERC", f"F{k}PERC"), (f"H{k}Hieron", f"F{k}Hieron"), newsgroups_online())]),
    Claim(PAPER, "7.5.2, 5", "The hierarchical SVM beats the hierarchical Perceptron and Hieron",
          beats("H-SVM", ("HaPERC", "HaHieron"), Rows("thesis-7.20"), Rows("thesis-7.22", "Table 7.22"))),
    Claim(PAPER, "7.5.2, 5; 7.7", "Perceptron and Hieron gain more by the taxonomy than the SVM",
          [c for name in ("PERC", "Hieron")
           for c in more_than((f"Ha{name}", f"Fa{name}"), FLAT, [Rows("thesis-7.20"), Rows("thesis-7.22", "Table 7.22")])]),
]

LEARNED = [
    Claim(PAPER, "7.6", "With a learned taxonomy the hierarchical SVM is slightly behind the flat one",
          beats("F-SVM", "H-SVM, learned", Rows("thesis-7.24"), Rows("thesis-7.22"))),
    Claim(PAPER, "7.6, tables 7.23, 7.24", "With a learned taxonomy the Perceptron has better precision, loss and parent accuracy than "
          "the flat one", beats("HaPERC, learned", "FaPERC", Rows("thesis-7.24", "", (PREC, TOP, PACC)),
                                Rows("thesis-7.22", "Table 7.23", (PREC, TOP, PACC)))),
    Claim(PAPER, "7.6, tables 7.23, 7.24", "With a learned taxonomy the accuracy of the Perceptron is better more often than not",
          beats("HaPERC, learned", "FaPERC", Rows("thesis-7.24", "", (ACC,)), Rows("thesis-7.22", "Table 7.23", (ACC,)))),
    Claim(PAPER, "7.6", "With a learned taxonomy Hieron is better than flat",
          beats("HaHieron, learned", "FaHieron", Rows("thesis-7.24"), Rows("thesis-7.22", "Table 7.23"))),
    Claim(PAPER, "7.6", "The gain by a learned taxonomy is smaller with more documents",
          larger_gain("HaPERC, learned", "FaPERC", {"t": "all"}, Rows("thesis-7.24"))),
    Claim(PAPER, "7.6", "The true taxonomy gives lower loss and higher parent accuracy than a learned one",
          beats("HaPERC", "HaPERC, learned", Rows("thesis-7.24", "", (TOP, PACC)), Rows("thesis-7.22", "Table 7.23", (TOP, PACC)))),
    Claim(PAPER, "7.6, figures 6.1, 7.13", "Classes that are put together are more often close in the true taxonomy than not",
          exceeds("tf-idf", 50, Rows("figure-6.1", "", ("true among the pairs of siblings (%)",)))
          + exceeds("counts", 50, Rows("figure-6.1", "", ("true among the pairs of siblings (%)",)))),
]

TABLES = ("thesis-7.5", "thesis-7.6", "thesis-7.8", "thesis-7.10", "thesis-7.11", "thesis-7.13", "thesis-7.15", "thesis-7.17",
          "thesis-7.18", "thesis-7.20", "thesis-7.21", "thesis-7.22", "thesis-7.24", "figures-7.9-7.12")

CLAIMS = [*SVM, *DIVIDED, *PERCEPTRON, *LEARNED,
          Claim(PAPER, "tables 7.5 to 7.24", "Every pair of methods stands as printed", [Printed(TABLES)])]
