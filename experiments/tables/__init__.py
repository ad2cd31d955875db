"""Every experiment, in the order of the page. A new table: a module with EXPERIMENT, and a line here."""

from . import figure_6_1, genes, hieron, hpsi

ALL = [
    figure_6_1.EXPERIMENT,
    hieron.EXPERIMENT,
    *hpsi.EXPERIMENTS,
    genes.EXPERIMENT,
]
