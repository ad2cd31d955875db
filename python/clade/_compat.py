"""The two ways that scikit-learn has to check inputs: before and after version 1.6."""

from sklearn.base import BaseEstimator

try:
    from sklearn.utils.validation import validate_data as _validate_data
except ImportError:
    _validate_data = None


def checked_numbers(estimator, X, reset):
    """X as a dense array or a CSR matrix of floats; sets or checks n_features_in_ and feature_names_in_."""
    options = {"accept_sparse": "csr", "dtype": ["float64", "float32"], "reset": reset}
    if _validate_data is None:
        return estimator._validate_data(X, force_all_finite=False, **options)
    return _validate_data(estimator, X, ensure_all_finite=False, **options)


def forget_features(estimator):
    """For texts and files, which have no columns."""
    for name in ("n_features_in_", "feature_names_in_"):
        if hasattr(estimator, name):
            delattr(estimator, name)


class AnyColumns(BaseEstimator):
    """Takes the checks of X where there is no estimator."""
