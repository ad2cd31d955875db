#!/usr/bin/env python3
"""Python beside the command line: the time and memory of fit, the rate of predict.

    PYTHONPATH=build/python python3 bench/python_bench.py CLADE OUTPUT [DATA.svm TAXONOMY [METHOD]]

Without data a set of 100,000 documents is generated. Both get the same numbers: the program from its file,
Python from a CSR matrix, whose reading does not count. The models are compared first, to the bit. Times are of
the CPU, the least of the runs, taken in turns; memory is the peak of the process, for Python beyond what it
had with the matrix loaded, so that the matrix (which the program must read as well) is added to it.
"""

import json
import os
import subprocess
import sys
import time
from pathlib import Path

RUNS = 3


def read_svm(file):
    """Labels and a CSR matrix; kept beside the file, as reading takes longer than training."""
    import numpy as np
    import scipy.sparse as sp
    kept = Path(str(file) + ".npz")
    if not kept.exists():
        labels, columns, values, offsets = [], [], [], [0]
        for line in open(file):
            label, *features = line.split()
            labels.append(label)
            pairs = [f.split(":") for f in features]
            columns += [int(k) - 1 for k, _ in pairs]
            values += [float(v) for _, v in pairs]
            offsets.append(len(columns))
        np.savez(kept, labels=np.array(labels), columns=np.array(columns, np.int32),
                 values=np.array(values, np.float32), offsets=np.array(offsets, np.int32))
    with np.load(kept) as found:
        X = sp.csr_matrix((found["values"], found["columns"], found["offsets"]))
        return X, found["labels"]


def status(name):
    with open("/proc/self/status") as lines:
        return next(int(line.split()[1]) for line in lines if line.startswith(name)) / 1024


def child(file, taxonomy, method, model):
    """One fit and one predict in Python; prints what they took."""
    from clade._estimators import BY_METHOD
    X, y = read_svm(file)
    estimator = BY_METHOD[method](taxonomy=taxonomy)
    matrix = (X.data.nbytes + X.indices.nbytes + X.indptr.nbytes) / 2**20
    loaded = status("VmRSS")
    began = time.process_time()
    estimator.fit(X, y)
    fit = time.process_time() - began
    peak = status("VmHWM") - loaded + matrix
    began = time.process_time()
    estimator.predict(X)
    predict = time.process_time() - began
    estimator.save(model)
    print(json.dumps({"fit": fit, "peak": peak, "predict": predict, "rows": X.shape[0]}))


def measured(command):
    """CPU seconds and peak memory in MiB of a program."""
    process = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    _, code, usage = os.wait4(process.pid, 0)
    if code != 0:
        sys.exit(f"{' '.join(map(str, command))}: exit code {code}")
    return usage.ru_utime + usage.ru_stime, usage.ru_maxrss / 1024


def main():
    if sys.argv[1] == "--child":
        return child(*sys.argv[2:])
    program, output = sys.argv[1], Path(sys.argv[2])
    output.mkdir(parents=True, exist_ok=True)
    if len(sys.argv) > 4:
        file, taxonomy = sys.argv[3:5]
    else:
        folder = output / "python-100000"
        file, taxonomy = folder / "data.svm", folder / "taxonomy.tsv"
        if not taxonomy.exists():
            subprocess.run([program, "generate", "text", "-o", folder, "--n", "100000", "--seed", "1", "--quiet"],
                           check=True)
    method = sys.argv[5] if len(sys.argv) > 5 else "hsvm"
    read_svm(file)
    theirs, ours = output / "program.clade", output / "python.clade"
    train = [program, "train", file, "--taxonomy", taxonomy, "--method", method, "-o", theirs, "--quiet"]
    predict = [program, "predict", theirs, file, "--quiet", "-o", os.devnull]
    program_runs, predictions, python_runs = [], [], []
    for _ in range(RUNS):
        program_runs.append(measured(train))
        predictions.append(measured(predict)[0])
        found = subprocess.run([sys.executable, "-W", "ignore", __file__, "--child", file, taxonomy, method, ours],
                               check=True, capture_output=True, text=True)
        python_runs.append(json.loads(found.stdout))
    same = subprocess.run([program, "predict", ours, file, "--quiet"], check=True, capture_output=True).stdout == \
        subprocess.run([program, "predict", theirs, file, "--quiet"], check=True, capture_output=True).stdout
    if not same:
        sys.exit("the two models do not predict the same scores")
    rows = python_runs[0]["rows"]
    seconds = min(r[0] for r in program_runs), min(r["fit"] for r in python_runs)
    memory = min(r[1] for r in program_runs), min(r["peak"] for r in python_runs)
    rate = rows / min(predictions), rows / min(r["predict"] for r in python_runs)
    print("name,program,python,ratio")
    print(f"train_seconds,{seconds[0]:.3f},{seconds[1]:.3f},{seconds[1] / seconds[0]:.3f}")
    print(f"train_mib,{memory[0]:.0f},{memory[1]:.0f},{memory[1] / memory[0]:.3f}")
    print(f"predict_rows_per_second,{rate[0]:.0f},{rate[1]:.0f},{rate[1] / rate[0]:.3f}")


if __name__ == "__main__":
    main()
