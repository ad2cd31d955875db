"""Every experiment, in the order of the page. A new table: a module with EXPERIMENT, and a line here."""

from . import figure_6_1, hieron

ALL = [
    figure_6_1.EXPERIMENT,
    hieron.EXPERIMENT,
]
