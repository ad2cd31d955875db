"""Every experiment, in the order of the page. A new table: a module with EXPERIMENT, and a line here."""

from . import (advise, cikm_1, figure_6_1, figures_perceptron, figures_svm, genes, hieron, hieron_data, hpsi,
               orthogonal, thesis_7_05, thesis_7_06, thesis_7_08, thesis_7_10, thesis_7_11, thesis_7_13, thesis_7_15,
               thesis_7_17, thesis_7_18, thesis_7_20, thesis_7_21, thesis_7_22, thesis_7_24)

ALL = [
    cikm_1.EXPERIMENT,
    thesis_7_05.EXPERIMENT,
    thesis_7_06.EXPERIMENT,
    thesis_7_08.EXPERIMENT,
    thesis_7_10.EXPERIMENT,
    thesis_7_11.EXPERIMENT,
    thesis_7_13.EXPERIMENT,
    thesis_7_15.EXPERIMENT,
    thesis_7_17.EXPERIMENT,
    thesis_7_18.EXPERIMENT,
    thesis_7_20.EXPERIMENT,
    thesis_7_21.EXPERIMENT,
    thesis_7_22.EXPERIMENT,
    thesis_7_24.EXPERIMENT,
    figures_svm.EXPERIMENT,
    figures_perceptron.EXPERIMENT,
    figure_6_1.EXPERIMENT,
    hieron.EXPERIMENT,
    hieron_data.EXPERIMENT,
    *hpsi.EXPERIMENTS,
    genes.EXPERIMENT,
    orthogonal.EXPERIMENT,
    advise.EXPERIMENT,
]
