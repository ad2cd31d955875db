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


@pytest.mark.parametrize("script", ["python_estimators", "python_stubs", "python_api"])
def test_generated_files_are_current(script):
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run([sys.executable, "-B", ROOT / "scripts" / f"{script}.py", "--check"],
                           capture_output=True, text=True, env=environment)
    assert found.returncode == 0, found.stderr


@pytest.mark.parametrize("name", ["_estimators", "_taxonomy", "_judging", "metrics"])
def test_examples_of_the_docstrings(name):
    module = importlib.import_module(f"clade.{name}")
    found = doctest.testmod(module, optionflags=doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS)
    assert found.attempted > 0 and found.failed == 0


@pytest.mark.parametrize("page, least", [("docs/PYTHON.md", 20), ("docs/PYTHON_API.md", 40),
                                         ("docs/COMING_FROM.md", 20), ("README.md", 5)])
def test_examples_of_the_pages(page, least, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    flags = doctest.NORMALIZE_WHITESPACE | doctest.ELLIPSIS
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
        clade.Nothing  # noqa: B018
    assert clade.__version__ and np.__version__


def test_an_old_pybind11_refuses_numpy_2():
    """It would read arrays at wrong places, and every answer would be the first class."""
    if not clade._clade.is_for_numpy_1:
        pytest.skip("built with a pybind11 that knows numpy 2")
    program = "import sys, numpy; numpy.__version__ = '2.0.1'; from clade import Taxonomy"
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    found = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, env=environment)
    assert found.returncode == 1
    assert "ImportError: clade was built with pybind11" in found.stderr and "numpy 2 (here: 2.0.1)" in found.stderr


# ---- Types


def stub_signatures(file):
    """{class: {parameter: default}} of a stub."""
    import ast
    classes = [node for node in ast.parse(file.read_text()).body if isinstance(node, ast.ClassDef)]
    found = {}
    for kind in classes:
        init = next(n for n in kind.body if isinstance(n, ast.FunctionDef) and n.name == "__init__")
        assert [a.arg for a in init.args.args] == ["self"]
        found[kind.name] = {a.arg: ast.literal_eval(d) for a, d in zip(init.args.kwonlyargs, init.args.kw_defaults)}
    return found


def test_stubs_are_what_runs():
    folder = Path(clade.__file__).parent
    stubs = stub_signatures(folder / "_estimators.pyi")
    assert set(stubs) == set(clade._ESTIMATORS)
    for name, parameters in stubs.items():
        runtime = inspect.signature(getattr(clade, name)).parameters
        assert parameters == {n: p.default for n, p in runtime.items()}
        assert list(parameters) == list(runtime)
    text = (folder / "__init__.pyi").read_text()
    assert all(f" as {name}\n" in text for name in clade.__all__ if name != "__version__")
    measures = (folder / "metrics.pyi").read_text()
    assert all(f"def {name}(" in measures for name in clade.metrics.__all__)


RIGHT = """
import clade
from clade import CladeClassifier, HierarchicalSVM, Taxonomy, metrics

goods: Taxonomy = Taxonomy({"fruit": ["apple", "pear"]})
model = HierarchicalSVM(taxonomy=goods, C=2, loss="tree", calibrate=5).fit([[0.0], [1.0]], ["apple", "pear"])
paths: list[list[str]] = model.predict_paths([[0.0]])
value: float = metrics.tree_loss(["apple"], ["pear"], taxonomy=goods)
share: float = clade.evaluate(["apple"], ["pear"])["accuracy"]
other: CladeClassifier = CladeClassifier(class_weight={"apple": 2.0}, C="auto").fit([[0.0]], ["apple"])
leaves: list[str] = goods.leaves
"""

WRONG = {
    "HierarchicalSVM(cost=1)": "call-arg",
    "HierarchicalSVM(kernel='gauss')": "arg-type",
    "HierarchicalSVM(C=[1])": "arg-type",
    "HierarchicalSVM('tree')": "call-arg|misc",
    "HierarchicalSVM().fit()": "call-arg",
    "HierarchicalSVM().predict([[1]], confidence='high')": "arg-type",
    "Taxonomy({}).leafs": "attr-defined",
    "clade.metrics.tree_los([], [])": "attr-defined",
    "clade.compare([[1]], ['a'], folds='five')": "arg-type",
}


def type_errors(program, folder):
    """Lines of mypy, or a skipped test where it is not installed."""
    pytest.importorskip("mypy")
    file = folder / "program.py"
    file.write_text(program)
    environment = {**os.environ, "MYPYPATH": str(Path(clade.__file__).parents[1]) if "site-packages" not in clade.__file__ else ""}
    found = subprocess.run([sys.executable, "-m", "mypy", "--cache-dir", str(folder / "cache"), "--follow-imports=silent",
                            "--ignore-missing-imports", str(file)],
                           capture_output=True, text=True, env=environment, cwd=folder)
    return [line for line in found.stdout.splitlines() if line.startswith("program.py") and ": error: " in line], found


def test_a_type_checker_takes_what_is_right(tmp_path):
    errors, found = type_errors(RIGHT, tmp_path)
    assert errors == [] and found.returncode == 0, found.stdout + found.stderr


def test_a_type_checker_refuses_what_is_wrong(tmp_path):
    head = "import clade\nfrom clade import HierarchicalSVM, Taxonomy\n"
    errors, found = type_errors(head + "\n".join(WRONG) + "\n", tmp_path)
    for number, (line, kind) in enumerate(WRONG.items(), start=3):
        mine = [e for e in errors if e.startswith(f"program.py:{number}:")]
        assert mine and any(f"[{k}]" in mine[0] for k in kind.split("|")), (line, found.stdout)


# ---- The notebook


NOTEBOOK = ROOT / "docs" / "tutorial.ipynb"


def test_the_notebook_runs(tmp_path):
    nbformat, nbclient = pytest.importorskip("nbformat"), pytest.importorskip("nbclient")
    pytest.importorskip("ipykernel")
    pytest.importorskip("matplotlib")
    notebook = nbformat.read(NOTEBOOK, as_version=4)
    nbclient.NotebookClient(notebook, timeout=300, resources={"metadata": {"path": str(tmp_path)}}).execute()
    assert sum(len(cell.get("outputs", [])) for cell in notebook.cells) > 5


def test_the_notebook_is_stored_with_its_pictures():
    import json
    cells = json.loads(NOTEBOOK.read_text())["cells"]
    outputs = [output for cell in cells for output in cell.get("outputs", [])]
    assert sum("image/png" in output.get("data", {}) for output in outputs) >= 2
    assert not any(output["output_type"] == "error" for output in outputs)
    assert all(cell["execution_count"] for cell in cells if cell["cell_type"] == "code")
    assert NOTEBOOK.stat().st_size < 300_000
