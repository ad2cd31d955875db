"""clade: puts things into the right place of a taxonomy.

Estimators for scikit-learn (`CladeClassifier` and one for every method), `Taxonomy`, `metrics`,
`compare` and `audit`. Names are loaded when they are first used, so that ``import clade`` is quick, and
``clade.client`` needs nothing but the standard library.
"""

from importlib import import_module as _import_module

from ._errors import CladeWarning, InputError, ModelError, UsageError

_ESTIMATORS = ["CladeClassifier", "CladeTextClassifier", "DivideAndConquer", "FlatMultSVM", "FlatPsiLearning",
               "FlatSVM", "HierMultSVM", "HierarchicalPerceptron", "HierarchicalSVM", "Hieron",
               "OrthogonalTransfer", "PsiLearning", "TopDownSVM", "Transfer", "TreeLossSVM"]

_PLACES = {name: "_estimators" for name in _ESTIMATORS}
_PLACES |= {"Taxonomy": "_taxonomy", "load": "_files", "save": "_files", "compare": "_judging",
            "audit": "_judging", "check": "_judging", "evaluate": "_judging", "plot_comparison": "_plots",
            "plot_levels": "_plots", "plot_reliability": "_plots", "plot_taxonomy": "_plots",
            "Comparison": "_report", "Evaluation": "_report", "Explanation": "_report", "Explanations": "_report",
            "Audit": "_report"}

__all__ = ["CladeWarning", "InputError", "ModelError", "UsageError", "__version__", "metrics", *sorted(_PLACES)]


def __getattr__(name):
    if name == "metrics":
        return _import_module(".metrics", __name__)
    if name == "__version__":
        return _import_module("._clade", __name__).__version__
    if name not in _PLACES:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(_import_module("." + _PLACES[name], __name__), name)
    globals()[name] = value
    return value


def __dir__():
    return __all__
