"""Runs other programs on the sets of ./run results, one process at a time, and stores what each reached."""

import json
import os
import signal
import subprocess
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from frame.lab import Failed, NotAvailable
from peers import registry, store
from results_data import is_dag, parts_of, taxonomy_of
from results_measure import measure_tables, summary

WORKER = Path(__file__).parent / "peers" / "worker.py"
ONE_THREAD = {name: "1" for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS", "RAYON_NUM_THREADS")}
# Node scores of a program with a problem for each node are no ranking of the answers of sets with several labels.
OF_RANKINGS = ("accuracy", "tree_loss", "average_precision", "ranking_loss", "parent_accuracy")


@dataclass
class Run:
    seconds: float      # of a tuned peer
    limit: float        # of an untuned one
    fresh: bool
    folder: Path = store.FOLDER


class TooLong(Exception):
    pass


class Broken(Exception):
    """The program failed; the message is the last line that it said."""


def run_peers(lab, environment, sets, peers, tuned, how):
    """Runs what is not stored; gives how many failed."""
    failures = 0
    for one in sets:
        try:
            dag = is_dag(taxonomy_of(lab, one))
        except NotAvailable as absent:
            print(f"peers: {one.name}: left out: {absent}", flush=True)
            continue
        for is_tuned in tuned:
            for peer in peers:
                failures += run_and_say(lab, environment, one, peer, is_tuned, dag, how)
    return failures


def run_and_say(lab, environment, one, peer, tuned, dag, how):
    """1 where it failed, else 0."""
    name = f"peers: {one.name}, {peer.name}, {'tuned' if tuned else 'untuned'}"
    if registry.cannot(peer, one.kind, one.data, dag) or peer.program in environment.missing:
        return 0
    if not how.fresh and store.load(one.name, peer.name, tuned, how.folder) is not None:
        print(f"{name}: is there", flush=True)
        return 0
    began, failed = time.monotonic(), 0
    found = {"set": one.name, "peer": peer.name, "program": peer.program, "tuned": tuned, "threads": 1}
    try:
        found.update(run_peer(lab, environment, one, peer, tuned, how))
        what = found.get("skipped", "done")
    except TooLong as late:
        what = found["skipped"] = str(late)
    except (Broken, Failed) as failure:
        what, failed = f"FAILED: {failure}", 1
        found["skipped"] = f"failed: {str(failure).splitlines()[-1]}" if isinstance(failure, Broken) else "not measured"
    if not failed or "not measured" not in found["skipped"]:
        store.store(found, how.folder)
    print(f"{name}: {what}, {time.monotonic() - began:.0f} s", flush=True)
    return failed


def run_peer(lab, environment, one, peer, tuned, how):
    """What is stored: versions, what was chosen and how long it took for each split, and the measures."""
    taxonomy, runs, metrics, versions = taxonomy_of(lab, one), [], [], {}
    for parts in parts_of(lab, one):
        job = {"peer": peer.name, "kind": one.kind, "features": one.features, "splits": parts.splits, "tuned": tuned,
               "train": [str(p) for p in parts.train], "test": [str(p) for p in parts.test], "taxonomy": str(taxonomy),
               "seconds": how.seconds}
        with tempfile.TemporaryDirectory() as folder:
            about = work(environment, job, Path(folder), 2 * how.seconds + 60 if tuned else how.limit)
            if "skipped" in about:
                return about
            scores, sets = Path(folder) / "scores.tsv", Path(folder) / "sets.tsv"
            found = measure_tables(lab, one, parts, taxonomy, scores if scores.exists() else None, sets)
        if peer.settings.get("nodes") and one.kind == "multi":
            found = {name: value for name, value in found.items() if name not in OF_RANKINGS}
        versions = about.pop("versions")
        runs.append(about)
        metrics.append(found)
    return {"versions": versions, "runs": runs, "folds": len(runs), "metrics": summary(metrics)}


def work(environment, job, folder, limit):
    """Runs the worker in a group of processes of its own, which is ended after so many seconds."""
    (folder / "job.json").write_text(json.dumps(job))
    with (folder / "said").open("w+") as said:
        process = subprocess.Popen([str(environment.python), "-B", "-W", "ignore", str(WORKER), str(folder / "job.json"),
                                    str(folder)], stdout=said, stderr=said, env={**os.environ, **ONE_THREAD},
                                   start_new_session=True)
        try:
            process.wait(limit)
        except subprocess.TimeoutExpired:
            raise TooLong(f"took more than {limit:g} s") from None
        finally:
            end_group(process)
        said.seek(0)
        lines = [line.strip() for line in said if line.strip()]
    if process.returncode != 0 or not (folder / "answer.json").exists():
        raise Broken(lines[-1] if lines else f"exit status {process.returncode}")
    return json.loads((folder / "answer.json").read_text())


def end_group(process):
    try:
        os.killpg(process.pid, signal.SIGKILL)
    except ProcessLookupError:
        pass
    process.wait()
