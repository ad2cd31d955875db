"""scikit-learn's own checks of estimators."""

import pytest
from sklearn.utils.estimator_checks import parametrize_with_checks

import clade
from clade import _estimators

# CladeTextClassifier takes strings, which the checks do not have: other tests are about it.
NAMES = [name for name in _estimators.__all__ if name != "CladeTextClassifier"]

# Checks that some estimators pass with other parameters than the default ones.
#
# Weights as repeated examples, to seven digits: the optimum is the same, but training stops at a gap of
# 1e-3 before it; folds and scaling go by the number of examples.
EXACT = {"tolerance": 1e-15, "precision": "double", "scale": "none", "calibrate": False, "kernel": "linear"}
# The papers' methods have no bias, without which a line through the origin cannot give nearly all rows to
# one class.
BIAS = {"bias": "feature"}
# Hieron's last weights of one pass, as its paper has them, are no good on so few rows.
AVERAGED = {"update_rule": "averaged", "epochs": 10}

# What is not passed: weights of online methods are no repeated examples, for which they would take several
# steps, and their steps depend on the order of the examples.
NOT_PASSED = (clade.HierarchicalPerceptron, clade.Hieron)


def with_parameters(estimator, parameters):
    known = estimator.get_params()
    return estimator.set_params(**{k: v for k, v in parameters.items() if k in known})


def check_name(check):
    return getattr(check, "func", check).__name__


def is_about_weights(check):
    name = check_name(check)
    is_zeros = getattr(check, "keywords", {}).get("kind") == "zeros"
    return name.startswith("check_sample_weight_equivalence") or is_zeros


def prepared(estimator, check):
    name = check_name(check)
    if is_about_weights(check):
        # C is divided by the number of rows where scale_C says so.
        return with_parameters(estimator, {**EXACT, "scale_C": "none"})
    if name == "check_class_weight_classifiers":
        return with_parameters(estimator, BIAS)
    if name == "check_classifiers_train" and isinstance(estimator, clade.Hieron):
        return with_parameters(estimator, AVERAGED)
    return estimator


# One thread each, as tests run side by side; results do not depend on it.
@pytest.mark.filterwarnings("ignore")
@parametrize_with_checks([getattr(clade, name)(threads=1) for name in NAMES])
def test_checks_of_scikit_learn(estimator, check):
    if is_about_weights(check) and isinstance(estimator, NOT_PASSED):
        pytest.xfail("one step for an example, whatever its weight")
    check(prepared(estimator, check))
