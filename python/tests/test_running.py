"""Interrupts, threads, memory, progress, and the command line beside Python."""

import logging
import os
import re
import shutil
import signal
import subprocess
import sys
import textwrap
import threading
import time
from pathlib import Path

import numpy as np
import pytest

import clade
from clade import CladeClassifier, HierarchicalSVM
from data import EDGES, TAXONOMY, texts, vectors

pytestmark = pytest.mark.filterwarnings("ignore::clade.CladeWarning")

X, Y = vectors(240)
Z, _ = vectors(100, seed=1)


def long_task(**parameters):
    random = np.random.RandomState(0)
    svm = HierarchicalSVM(C=1e7, tolerance=1e-14, precision="double", max_epochs=10**8, **parameters)
    return svm, random.randn(4000, 60), random.randint(0, 40, 4000)


def interrupt_after(seconds):
    timer = threading.Timer(seconds, lambda: os.kill(os.getpid(), signal.SIGINT))
    timer.start()
    return timer


def test_an_interrupt_stops_within_a_second():
    svm, A, b = long_task()
    interrupt_after(0.5)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        svm.fit(A, b)
    assert time.monotonic() - began < 0.5 + 1.0 * slowness()
    assert not hasattr(svm, "model_")


def test_an_interrupted_model_is_kept_where_asked():
    svm, A, b = long_task(keep_best=True)
    interrupt_after(1.0)
    with pytest.raises(KeyboardInterrupt):
        svm.fit(A, b)
    assert svm.summary_["stopped"] == "interrupted"
    assert svm.predict(A[:5]).shape == (5,)


@pytest.mark.parametrize("work", [
    lambda A, b: clade.compare(A, b, [("hsvm", {"C": 1e7, "tolerance": 1e-14, "max_epochs": 10**8}), "svm"]),
    lambda A, b: clade.audit(A, b, method=("hsvm", {"C": 1e7, "tolerance": 1e-14, "max_epochs": 10**8})),
    lambda A, b: HierarchicalSVM(tolerance=1e-14, max_epochs=10**8, budget="100runs").fit(A, b),
])
def test_interrupts_stop_other_long_work(work):
    _, A, b = long_task()
    interrupt_after(0.5)
    began = time.monotonic()
    with pytest.raises(KeyboardInterrupt):
        work(A, b)
    assert time.monotonic() - began < 0.5 + 2.0 * slowness()


def slowness():
    """How much longer things take while others use the machine."""
    return max(1.0, os.getloadavg()[0] / (os.cpu_count() or 1) * 2)


def test_what_a_callback_raises_comes_out():
    class Failing(logging.Handler):
        def emit(self, record):
            raise RuntimeError("from a handler")
    logger = logging.getLogger("clade")
    handler = Failing()
    logger.addHandler(handler)
    logger.setLevel(logging.DEBUG)
    try:
        with pytest.raises(RuntimeError, match="from a handler"):
            CladeClassifier().fit(X, Y)
    finally:
        logger.removeHandler(handler)
        logger.setLevel(logging.NOTSET)


def test_progress_and_notes(caplog):
    with caplog.at_level(logging.INFO, "clade"):
        CladeClassifier(taxonomy=TAXONOMY, verbose=1).fit(X, Y)
    assert any(record.name == "clade" for record in caplog.records)


def test_progress_is_a_bar_where_tqdm_is_installed(capfd, caplog):
    pytest.importorskip("tqdm")
    HierarchicalSVM(taxonomy=TAXONOMY, verbose=1).fit(X, Y)
    assert "epoch" in capfd.readouterr().err
    assert not any("gap" in record.message for record in caplog.records)
    HierarchicalSVM(taxonomy=TAXONOMY).fit(X, Y)
    assert capfd.readouterr().err == ""


def test_four_threads_at_once_on_one_class():
    expected = [HierarchicalSVM(taxonomy=TAXONOMY, C=c).fit(X, Y).decision_function(Z) for c in (0.1, 1, 2, 3)]
    found = [None] * 4

    def work(k, c):
        for _ in range(5):
            found[k] = HierarchicalSVM(taxonomy=TAXONOMY, C=c, threads=2).fit(X, Y).decision_function(Z)
    threads = [threading.Thread(target=work, args=(k, c)) for k, c in enumerate((0.1, 1, 2, 3))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    for a, b in zip(found, expected):
        assert np.array_equal(a, b)


def test_the_interpreter_goes_on_while_the_library_works():
    svm, A, b = long_task(max_seconds=1.0)
    count = [0]
    done = threading.Event()

    def tick():
        while not done.wait(0.01):
            count[0] += 1
    thread = threading.Thread(target=tick)
    thread.start()
    svm.fit(A, b)
    done.set()
    thread.join()
    assert count[0] > 10


def resident_kilobytes():
    with open("/proc/self/status") as status:
        return next(int(line.split()[1]) for line in status if line.startswith("VmRSS"))


@pytest.mark.skipif(not os.path.exists("/proc/self/status"), reason="memory is measured on Linux")
def test_two_hundred_fits_leak_nothing():
    code = textwrap.dedent("""
        import gc, pickle, warnings
        import numpy as np
        from clade import CladeClassifier, HierarchicalSVM
        from data import TAXONOMY, texts, vectors
        from test_running import resident_kilobytes
        warnings.simplefilter("ignore")
        X, Y = vectors(1000)
        documents, labels = texts(200)
        def work():
            model = HierarchicalSVM(taxonomy=TAXONOMY, threads=1).fit(X, Y)
            model.predict(X), model.decision_function(X), model.predict_paths(X[:50]), pickle.dumps(model)
            CladeClassifier(threads=1).fit(documents, labels).predict_proba(documents)
            try:
                HierarchicalSVM(C=-1).fit(X, Y)
            except ValueError:
                pass
        for _ in range(40):
            work()
        gc.collect()
        before = resident_kilobytes()
        for _ in range(100):
            work()
        gc.collect()
        print(resident_kilobytes() / before)
    """)
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(Path(__file__).parent), *sys.path])}
    found = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, env=environment)
    assert found.returncode == 0, found.stderr
    assert float(found.stdout) < 1.01


# ---- The command line


@pytest.fixture(scope="module")
def program():
    path = os.environ.get("CLADE_BINARY") or shutil.which("clade")
    if not path or not os.path.exists(path):
        pytest.skip("the program clade is not here (CLADE_BINARY)")
    return path


def run(program, *arguments):
    found = subprocess.run([program, *map(str, arguments)], capture_output=True, text=True)
    assert found.returncode == 0, found.stderr
    return found.stdout


@pytest.mark.parametrize("command, parameter", [("train", "label_nodes"), ("train", "unknown_labels"),
                                                ("predict", "label_set")])
def test_choices_are_those_of_the_program(program, command, parameter):
    help_text = " ".join(run(program, command, "--help").split())
    after = help_text.partition(f" --{parameter.replace('_', '-')} ")[2]
    choices = re.search(r"\[([\w-]+(?:\|[\w-]+)+)", after)[1].split("|")
    # The model's own set of labels is None in Python.
    assert clade._clade.choices()[parameter] == [choice for choice in choices if choice != "model"]


def table(text):
    lines = [line.split("\t") for line in text.splitlines()]
    return lines[0][1:], np.array([[float(v) for v in line[1:]] for line in lines[1:]])


def same_digits(ours, theirs):
    """The program writes nine digits."""
    return [f"{v:.9g}" for v in ours.ravel()] == [f"{v:.9g}" for v in theirs.ravel()]


@pytest.fixture
def files(tmp_path):
    (tmp_path / "topics.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in EDGES))
    for name, rows, labels in (("train", X, Y), ("test", Z, ["apple"] * len(Z))):
        lines = [f"{c} " + " ".join(f"{k + 1}:{v!r}" for k, v in enumerate(row.tolist())) for c, row in zip(labels, rows)]
        (tmp_path / f"{name}.svm").write_text("\n".join(lines) + "\n")
    return tmp_path


@pytest.mark.parametrize("kind", ["clade", "hsvm", "perceptron", "hieron", "dnc", "topdown-svm", "transfer"])
def test_both_train_and_predict_the_same(program, files, kind):
    from clade._estimators import BY_METHOD
    ours = BY_METHOD[kind](taxonomy=files / "topics.tsv").fit(X, Y)
    ours.save(files / "ours.clade")
    run(program, "train", files / "train.svm", "--taxonomy", files / "topics.tsv", "--method", kind, "-o",
        files / "theirs.clade", "--quiet")
    theirs = clade.load(files / "theirs.clade")
    assert np.array_equal(theirs.decision_function(Z), ours.decision_function(Z)), "trained alike, to the bit"
    for name, estimator in (("ours", ours), ("theirs", theirs)):
        text = run(program, "predict", files / f"{name}.clade", files / "test.svm", "--scores", "--quiet")
        classes, scores = table(text)
        if sorted(classes) == sorted(map(str, estimator.classes_)):
            columns = [classes.index(str(c)) for c in estimator.classes_]
            assert same_digits(estimator.decision_function(Z), scores[:, columns])
        lines = run(program, "predict", files / f"{name}.clade", files / "test.svm", "--quiet").splitlines()
        assert [line.split("\t")[1] for line in lines] == estimator.predict(Z).tolist()


def test_texts_are_treated_alike(program, tmp_path):
    documents, labels = texts()
    lines = [f'{{"text":"{t}","label":"{c}"}}\n' for t, c in zip(documents, labels)]
    (tmp_path / "docs.jsonl").write_text("".join(lines))
    run(program, "train", tmp_path / "docs.jsonl", "-o", tmp_path / "theirs.clade", "--quiet")
    ours = CladeClassifier().fit(documents, labels)
    theirs = clade.load(tmp_path / "theirs.clade")
    assert np.array_equal(theirs.decision_function(documents), ours.decision_function(documents))
    assert np.array_equal(theirs.predict_proba(documents), ours.predict_proba(documents))
