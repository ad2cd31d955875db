"""What can go wrong, as exceptions."""

import re


class UsageError(ValueError):
    """A call that makes no sense: a parameter with a wrong value, or parameters that do not go together.

    ``parameter`` is the name of the parameter, or "" where it is not about one.
    """

    parameter = ""


class InputError(ValueError):
    """Data or a taxonomy whose content cannot be used."""

    parameter = ""


class ModelError(ValueError):
    """A model file that cannot be used."""

    parameter = ""


class CladeWarning(UserWarning):
    """Something about data or training that a user should know."""


# As users know them: what a traceback shows, and pickle looks for.
for _kind in (UsageError, InputError, ModelError, CladeWarning):
    _kind.__module__ = "clade"

_KINDS = {"usage": UsageError, "input": InputError, "model": ModelError, "environment": OSError}


def _python_words(text):
    # The library counts examples, answers and edges from 1 and names the label by its number.
    text = re.sub(r"\bexamples:(\d+)(?::\d+)?: ", lambda m: f"row {int(m[1]) - 1}: ", text)
    text = re.sub(r"\banswers:(\d+): ", lambda m: f"y_pred: row {int(m[1]) - 1}: ", text)
    text = re.sub(r"\bedges:(\d+): ", lambda m: f"taxonomy: edge {int(m[1]) - 1}: ", text)
    return re.sub(r"^examples: ", "", text)


# What the library calls otherwise than a Python call does.
_PARAMETER_NAMES = {"for": "choose_for", "taxonomy_format": "format"}


def exception_of(kind, parameter, text):
    """Called by the module for every error of the library."""
    text = _python_words(text)
    if parameter in _PARAMETER_NAMES:
        text = re.sub(rf"^{parameter}\b", _PARAMETER_NAMES[parameter], text)
        parameter = _PARAMETER_NAMES[parameter]
    exception = _KINDS[kind](text)
    if kind != "environment":
        exception.parameter = parameter
    return exception


def check_letters(where, text):
    """Halves of pairs (surrogates), of which a str may be full, are no letters that UTF-8 can hold."""
    try:
        text.isascii() or text.encode()
    except UnicodeEncodeError as error:
        raise InputError(f"{where}: expected letters of Unicode, got {text[error.start]!r}") from None
