"""Parameters of estimators as the library takes them."""

import difflib
import os
import re

import numpy as np

from ._errors import UsageError

# Parameters that are called otherwise in Python, as `update` is a method there.
OPTION_NAMES = {"update_rule": "update"}


def plain_value(value):
    return value.item() if isinstance(value, np.generic) else value


def checked_number(name, value, expected, is_right, kind=float):
    """A number that a call was given; UsageError with what was expected for anything else."""
    try:
        number = kind(value)
    except (TypeError, ValueError):
        number = None
    if number is None or isinstance(value, (bool, str)) or not is_right(number):
        raise UsageError(f"{name}: expected {expected}, got {value!r}")
    return number


def checked_whole(name, value):
    value = plain_value(value)
    if isinstance(value, bool) or not isinstance(value, int) or not 0 <= value < 2**31:
        raise UsageError(f"{name}: expected a whole number of at least 0, got {value!r}")
    return value


def checked_truth(name, value):
    if not isinstance(value, (bool, np.bool_)):
        raise UsageError(f"{name}: expected True or False, got {value!r}")
    return bool(value)


SIZE_UNITS = {"": 1, "K": 2**10, "M": 2**20, "G": 2**30, "T": 2**40}


def memory_bytes(memory):
    """A budget of memory, ``'4G'`` or a number of bytes, as the latter; None: 0."""
    memory = plain_value(memory)
    if memory is None:
        return 0
    text = memory if isinstance(memory, str) else str(memory) if type(memory) is int else ""
    match = re.fullmatch(r"(\d+(?:\.\d+)?)([KMGT]?)", text)
    size = int(float(match[1]) * SIZE_UNITS[match[2]]) if match else 0
    if not 2**25 <= size < 2**50:
        raise UsageError(f"memory: expected a size such as '4G', '512M' or a number of bytes, of at least 32M, "
                         f"got {memory!r}")
    return size


def method_of(method):
    """What an estimator, the name of a method, or (name, dict of parameters) is for the library."""
    from ._estimators import BY_METHOD
    if hasattr(method, "_method"):
        return method._method()
    is_pair = isinstance(method, (tuple, list)) and len(method) == 2 and isinstance(method[1], dict)
    name, parameters = method if is_pair else (method, {})
    if not isinstance(name, str):
        raise UsageError(f"methods: expected an estimator, a name or (name, parameters), got {method!r}")
    if name not in BY_METHOD:
        raise UsageError(f"methods: expected one of {', '.join(BY_METHOD)}, got {name!r}")
    estimator = BY_METHOD[name]()
    known = list(estimator.get_params())
    unknown = next((p for p in parameters if p not in known), None)
    if unknown is not None:
        near = difflib.get_close_matches(str(unknown), known, 1)
        hint = f" (did you mean {near[0]!r}?)" if near else ""
        raise UsageError(f"methods: {name!r} has no parameter {unknown!r}{hint}")
    return estimator.set_params(**parameters)._method()


def _same(value, default):
    """Whether a parameter is as it is by default; 1 is 1.0, but no True."""
    return value == default and isinstance(value, bool) == isinstance(default, bool)


class Parameters:
    """Reads the attributes that the generated classes set, and those of a run."""

    def _given(self, defaults):
        """The parameters that are not as they are by default."""
        values = {name: plain_value(getattr(self, name)) for name in defaults}
        if isinstance(values.get("class_weight"), dict):
            del values["class_weight"]  # becomes weights of examples
        return {OPTION_NAMES.get(name, name): value for name, value in values.items()
                if value is not None and not _same(value, defaults[name])}

    def _method(self):
        calibrate = plain_value(self.calibrate)
        if not isinstance(calibrate, (bool, int)) and calibrate != "auto":
            raise UsageError(f"calibrate: expected True, False, a number of folds or 'auto', got {calibrate!r}")
        folds = None if calibrate == "auto" else 5 if calibrate is True else int(calibrate)
        if folds is not None and not 0 <= folds <= 100:
            raise UsageError(f"calibrate: expected a number of folds from 0 to 100, got {folds}")
        return {"method": self._method_name, "options": self._given(self._method_parameters),
                "text": self._given(self._text_parameters), "label_nodes": str(self.label_nodes),
                "calibration_folds": folds}

    def _run(self, listener, is_training=False):
        run = {"threads": self._whole("threads"), "seed": self._whole("seed"), "reporter": listener}
        if is_training:
            run["max_seconds"] = None if self.max_seconds is None else checked_number(
                "max_seconds", self.max_seconds, "a number above 0", lambda seconds: seconds > 0)
            if self.checkpoint is not None:
                run["checkpoint"] = os.fspath(self.checkpoint)
                run["checkpoint_every"] = checked_number(
                    "checkpoint_every", self.checkpoint_every, "a number of at least 0", lambda seconds: seconds >= 0)
            run["memory"] = memory_bytes(self.memory)
            run["keep_best"] = checked_truth("keep_best", self.keep_best)
        return run

    def _whole(self, name):
        return checked_whole(name, getattr(self, name))
