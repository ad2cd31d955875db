"""Estimators that learn from one example at a time."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import numpy as np

from . import _clade
from ._base import BaseClade
from ._errors import UsageError
from ._labels import labels_of
from ._listener import Listener
from ._taxonomy import Taxonomy

if TYPE_CHECKING:
    from typing_extensions import Self


class OnlineClade(BaseClade):
    """Methods that learn from one example at a time."""

    def partial_fit(self, X: Any, y: Any = None, classes: Any = None, sample_weight: Any = None) -> Self:
        """Learns from the next examples: one look at each, whatever ``epochs`` and ``order`` say.

        Parameters
        ----------
        X, y, sample_weight : as for fit
        classes : array, optional
            All labels that will come; needed in the first call unless ``taxonomy`` names them.
        """
        first = not hasattr(self, "model_")
        rows, labels, weights = self._examples_for_fit(X, y, sample_weight, reset=first)
        if rows.kind == "files":
            raise UsageError("partial_fit takes arrays or texts; update takes files")
        examples = self._labelled(rows, labels, weights)
        with Listener(self.verbose) as listener:
            run = self._run(listener, is_training=True)
            if not first:
                trained = _clade.update(self.model_, examples, {"epochs": 1}, run)
            else:
                method = self._method()
                options = {k: v for k, v in method["options"].items() if k != "order"}
                method["options"] = {**options, "epochs": 1}
                trained = _clade.start_stream(examples, self._all_classes(classes), method, run)
        if not first:
            self._keep_update(trained)
            return self
        if classes is not None and labels.form == "names":
            labels = labels_of(np.asarray(classes), "names")
        self._take(trained, labels)
        return self

    def _all_classes(self, classes):
        if self.taxonomy is not None and not self._has_paths():
            return Taxonomy(self.taxonomy)._taxonomy
        if classes is None:
            raise UsageError("classes must be passed on the first call to partial_fit.")
        names = [str(c) for c in np.unique(np.asarray(classes))]
        if self._has_paths():
            return _clade.Taxonomy.from_paths(names, self._separator())
        return _clade.Taxonomy.flat(names)
