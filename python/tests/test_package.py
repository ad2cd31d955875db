"""The package itself: generated files, documentation, stubs."""

import doctest
import importlib
import inspect
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import clade

pytestmark = pytest.mark.filterwarnings("ignore::clade.CladeWarning")

ROOT = Path(__file__).resolve().parents[2]


def test_estimators_are_as_the_methods_declare_them():
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run([sys.executable, ROOT / "scripts" / "python_estimators.py", "--check"],
                           capture_output=True, text=True, env=environment)
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("name", ["_estimators", "_taxonomy", "_judging", "metrics"])
def test_examples_of_the_docstrings(name):
    module = importlib.import_module(f"clade.{name}")
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL)
    assert found.attempted > 0 and found.failed == 0


@pytest.mark.parametrize("page, least", [("docs/PYTHON.md", 20), ("README.md", 5)])
def test_examples_of_the_pages(page, least, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.IGNORE_EXCEPTION_DETAIL | doctest.ELLIPSIS
    found = doctest.testfile(str(ROOT / page), module_relative=False, optionflags=flags)
    assert found.attempted > least and found.failed == 0


def test_everything_public_is_documented():
    for name in clade.__all__:
        value = getattr(clade, name)
        if inspect.isclass(value) or inspect.isfunction(value):
            assert value.__doc__, name
        if inspect.isclass(value):
            for method, function in inspect.getmembers(value, inspect.isfunction):
                if not method.startswith("_") and function.__module__.startswith("clade"):
                    assert function.__doc__, f"{name}.{method}"


def test_signatures_have_defaults_and_types():
    for name in clade._ESTIMATORS:
        signature = inspect.signature(getattr(clade, name))
        assert len(signature.parameters) > 20
        for parameter in signature.parameters.values():
            assert parameter.kind is parameter.KEYWORD_ONLY
            assert parameter.default is not parameter.empty and parameter.annotation is not parameter.empty
    assert inspect.signature(clade.HierarchicalSVM).parameters["C"].default == 1.0
    assert Path(clade.__file__).with_name("py.typed").exists()


def test_lazy_names_are_all_there():
    assert set(clade._ESTIMATORS) == set(importlib.import_module("clade._estimators").__all__)
    assert set(dir(clade)) == set(clade.__all__)
    with pytest.raises(AttributeError, match="no attribute 'Nothing'"):
        clade.Nothing
    assert clade.__version__ and np.__version__
