#!/usr/bin/env python3
"""The Python package beside the program and the C++ library: fit, predict and import.

    PYTHONPATH=build/python python3 bench/python_bench.py BUILD OUTPUT [DATA [SET...]]

On three sets: newsgroups (texts) and imclef07a of the folder DATA, left out where they are missing, with the
default method, and 100,000 documents that are generated, with hsvm. Three contenders take turns, one thread each, and the
median of five rounds counts. Their answers are compared first: same scores from both models, same classes.

program  clade train, reading and writing included: the whole process
library  build/bench/python_peer: the same arrays or texts in memory, the public C++ interface
python   the same arrays or texts in memory

Times are of the processor. fit and predict are the calls alone, of 100,000 rows or of all texts. Memory is the
peak of the process during fit: in all; beyond the interpreter with numpy, scipy and scikit-learn imported; and what
fit adds to what the process held before, which are the caller's arrays or texts, too. Ratios are Python's; of rates
the inverse, so that 0.95 or more is what is wanted.
"""

import gzip
import json
import os
import subprocess
import sys
import time
from pathlib import Path
from statistics import median

ROUNDS = 5
PREDICTED_ROWS = 100_000
LIMITS = {"fit": 1.05, "memory": 1.2, "rate": 0.95, "import": 0.2}


# ---- In processes of their own, so that this one stays small: its memory would count in its children's


def rows_of_svm(file):
    """Labels and the three arrays of a CSR matrix."""
    import numpy as np
    labels, columns, values, offsets = [], [], [], [0]
    for line in gzip.open(file, "rt") if str(file).endswith(".gz") else open(file):
        label, *features = line.split()
        labels.append(label)
        pairs = [f.split(":") for f in features]
        columns += [int(k) - 1 for k, _ in pairs]
        values += [float(v) for _, v in pairs]
        offsets.append(len(columns))
    return labels, np.array(offsets, np.int32), np.array(columns, np.int32), np.array(values, np.float32)


def prepare(file, folder):
    """The rows or texts of a file as arrays that both contenders read."""
    import numpy as np
    folder = Path(folder)
    if ".jsonl" in Path(file).name:
        records = [r for r in map(json.loads, gzip.open(file, "rt")) if r["split"] == "train"]
        texts = [r["text"].encode() for r in records]
        labels = [r["labels"][0] for r in records]
        np.array([0, *np.cumsum([len(t) for t in texts])], np.int32).tofile(folder / "offsets.bin")
        (folder / "texts.bin").write_bytes(b"".join(texts))
    else:
        labels, offsets, columns, values = rows_of_svm(file)
        offsets.tofile(folder / "offsets.bin")
        columns.tofile(folder / "columns.bin")
        values.tofile(folder / "values.bin")
    (folder / "labels.txt").write_text("".join(f"{label}\n" for label in labels))


def resident(name):
    """In MiB: VmRSS now, VmHWM at most since forget_peak()."""
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def forget_peak():
    Path("/proc/self/clear_refs").write_text("5")


def python_contender(folder, method, taxonomy, model, answers):
    import numpy as np
    import scipy.sparse as sp
    import sklearn.base  # noqa: F401  a part of what every user of estimators holds

    from clade._estimators import BY_METHOD
    interpreter = resident("VmRSS")
    folder = Path(folder)
    offsets = np.fromfile(folder / "offsets.bin", np.int32)
    y = np.array((folder / "labels.txt").read_text().split("\n")[:-1])
    if (folder / "texts.bin").exists():
        data = (folder / "texts.bin").read_bytes()
        X = [data[a:b].decode() for a, b in zip(offsets[:-1], offsets[1:])]
        del data
    else:
        X = sp.csr_matrix((np.fromfile(folder / "values.bin", np.float32),
                           np.fromfile(folder / "columns.bin", np.int32), offsets))
    estimator = BY_METHOD[method](taxonomy=taxonomy, threads=1)
    forget_peak()
    before = resident("VmRSS")
    began = time.process_time()
    estimator.fit(X, y)
    fit = time.process_time() - began
    peak = resident("VmHWM")
    began = time.process_time()
    predicted = estimator.predict(X)
    predict = time.process_time() - began
    estimator.save(model)
    Path(answers).write_text("".join(f"{label}\n" for label in predicted))
    print(json.dumps({"fit": fit, "peak": peak, "before": before, "interpreter": interpreter, "predict": predict}))


# ---- Turns


def measured(command):
    """Processor seconds and peak memory in MiB of a program."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, code, usage = os.wait4(process.pid, 0)
    if code != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {code}")
    return {"fit": usage.ru_utime + usage.ru_stime, "peak": usage.ru_maxrss / 1024}


def said(command):
    found = subprocess.run(list(map(str, command)), stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    if found.returncode != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {found.returncode}\n{found.stderr}")
    return found.stdout


def this(*arguments):
    return [sys.executable, "-W", "ignore", "-B", __file__, *arguments]


def check_same(program, folder, file, options):
    """Models of program, library and Python answer alike: scores from the file, classes from the arrays."""
    scores = [said([program, "predict", folder / f"{name}.clade", file, "--quiet", *options])
              for name in ("program", "library", "python")]
    if len(set(scores)) != 1:
        sys.exit(f"{file}: the three models do not predict the same scores")
    if (folder / "library.txt").read_text() != (folder / "python.txt").read_text():
        sys.exit(f"{file}: library and Python do not predict the same classes")


def rows_in(folder):
    return (folder / "offsets.bin").stat().st_size // 4 - 1


def compare(name, build, folder, file, taxonomy, options, method):
    folder.mkdir(parents=True, exist_ok=True)
    said(this("--prepare", file, folder))
    program = build / "clade"
    rounds = []
    for _ in range(ROUNDS):
        rounds.append({
            "program": measured([program, "train", file, "--taxonomy", taxonomy, "--method", method, "--threads", "1",
                                 "-o", folder / "program.clade", "--quiet", *options]),
            "library": json.loads(said([build / "bench" / "python_peer", folder, method, taxonomy,
                                        folder / "library.clade", folder / "library.txt"])),
            "python": json.loads(said(this("--contender", folder, method, taxonomy, folder / "python.clade",
                                           folder / "python.txt")))})
        if len(rounds) == 1:
            check_same(program, folder, file, options)

    def typical(contender, value):
        return median(r[contender][value] for r in rounds)

    def line(what, other, unit, theirs, ours, limit, is_rate=False):
        ratio = theirs / ours if is_rate else ours / theirs
        verdict = "" if limit is None else "met" if (ratio >= limit if is_rate else ratio <= limit) else "MISSED"
        shown = "" if limit is None else limit
        print(f"{name},{what},{other},{unit},{theirs:.3f},{ours:.3f},{ratio:.3f},{shown},{verdict}", flush=True)

    fit, peak = typical("python", "fit"), typical("python", "peak")
    beyond = peak - typical("python", "interpreter")
    added = median(r["python"]["peak"] - r["python"]["before"] for r in rounds)
    line("fit", "program", "s", typical("program", "fit"), fit, LIMITS["fit"])
    line("fit", "library", "s", typical("library", "fit"), fit, LIMITS["fit"])
    line("memory", "program", "MiB", typical("program", "peak"), peak, LIMITS["memory"])
    line("memory beyond the interpreter", "program", "MiB", typical("program", "peak"), beyond, LIMITS["memory"])
    line("memory beyond the interpreter", "library", "MiB", typical("library", "peak"), beyond, LIMITS["memory"])
    line("memory that fit adds", "program", "MiB", typical("program", "peak"), added, LIMITS["memory"])
    line(f"predict {rows_in(folder)} rows", "library", "s", typical("library", "predict"), typical("python", "predict"),
         LIMITS["rate"], is_rate=True)


def import_seconds():
    """Processor time of a fresh interpreter with each of these lines, in turns."""
    lines = {"numpy": "import numpy", "clade": "import numpy, clade",
             "scikit-learn": "import numpy, scipy.sparse, sklearn.base, sklearn.utils.validation",
             "estimator": "from clade import CladeClassifier"}
    found = {name: [] for name in lines}
    for _ in range(2 * ROUNDS):
        for name, line in lines.items():
            found[name].append(measured([sys.executable, "-c", line])["fit"])
    return {name: median(seconds) for name, seconds in found.items()}


def main():
    if sys.argv[1] == "--prepare":
        return prepare(*sys.argv[2:])
    if sys.argv[1] == "--contender":
        return python_contender(*sys.argv[2:])
    build, output = map(Path, sys.argv[1:3])
    data = Path(sys.argv[3] if len(sys.argv) > 3 else "data")
    print("set,what,against,unit,theirs,python,ratio,limit,verdict")
    seconds = import_seconds()
    beyond = seconds["clade"] - seconds["numpy"]
    print(f",import clade,numpy,s,{seconds['numpy']:.3f},{seconds['clade']:.3f},,+{LIMITS['import']},"
          f"{'met' if beyond < LIMITS['import'] else 'MISSED'}")
    print(f",import an estimator,scikit-learn,s,{seconds['scikit-learn']:.3f},{seconds['estimator']:.3f},,,", flush=True)
    folder = output / "python-100000"
    if not (folder / "taxonomy.tsv").exists():
        said([build / "clade", "generate", "text", "-o", folder, "--n", str(PREDICTED_ROWS), "--seed", "1", "--quiet"])
    sets = [("newsgroups", data / "newsgroups", "docs.jsonl.gz", ["--split", "train"], "clade"),
            ("imclef07a", data / "imclef07a", "train.svm.gz", [], "clade"),
            ("generated", folder, "data.svm", [], "hsvm")]
    wanted = sys.argv[4:] or [name for name, *_ in sets]
    for name, source, file, options, method in sets:
        if name not in wanted:
            continue
        if (source / file).exists():
            compare(name, build, output / f"python-{name}", source / file, source / "taxonomy.tsv", options, method)
        else:
            print(f"{name}: left out, {source / file} is not there", file=sys.stderr)


if __name__ == "__main__":
    main()
