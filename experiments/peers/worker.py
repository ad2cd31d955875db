"""Runs one peer on one split, in the environment of the peers: worker.py JOB.json FOLDER.

Writes scores.tsv (where the peer has scores), sets.tsv and answer.json to FOLDER.
"""

import json
import subprocess
import sys
import time
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

sys.path[0] = str(Path(__file__).resolve().parents[1])  # in place of this folder, whose names are not to hide others

from peers import registry  # noqa: E402
from peers.answer import write_scores, write_sets  # noqa: E402
from peers.problem import read_problem  # noqa: E402
from peers.search import FOLDS, Search  # noqa: E402

PACKAGES = {"LIBLINEAR": [], "scikit-learn": ["scikit-learn"], "HiClass": ["hiclass", "scikit-learn"],
            "fastText": ["fasttext-wheel"], "napkinXC": ["napkinxc"], "Omikuji": ["omikuji"], "PECOS": ["libpecos"],
            "Python": []}


def versions_of(peer):
    found = {}
    if peer.program == "LIBLINEAR":
        asked = subprocess.run(["dpkg-query", "-W", "-f=${Version}", "liblinear-tools"], capture_output=True, text=True,
                               check=False)
        found["liblinear-tools"] = asked.stdout or "not a Debian package"
    if peer.program == "Python":
        found["Python"] = sys.version.split()[0]
    for package in PACKAGES[peer.program]:
        try:
            found[package] = version(package)
        except PackageNotFoundError:
            found[package] = "unknown"
    return found


def makes_own_features(peer):
    return peer.program in ("fastText", "Python")


def features_of(peer, problem, how):
    if makes_own_features(peer):
        return None
    from peers.features import rows_of
    return rows_of(problem, how)


def features_to_try(peer, problem):
    """Those of the untuned run first."""
    if makes_own_features(peer):
        return [None]
    from peers.features import FURTHER, UNTUNED
    return [UNTUNED[problem.features], *FURTHER[problem.features]]


def run(job):
    peer = registry.by_name(job["peer"])
    problem = read_problem(job["kind"], job["features"], job["train"], job["test"], job["splits"], job["taxonomy"])
    all_features = features_to_try(peer, problem)
    features, options, tuning = all_features[0], peer.settings, None
    began = time.monotonic()
    if job["tuned"]:
        search = Search(peer, problem, job["seconds"], lambda p, how: features_of(peer, p, how), all_features)
        best = search.run()
        if best is None:
            return problem, None, {"skipped": f"no candidate ended within its part of {job['seconds']:g} s"}
        features, options = best["features"], best["options"]
        tuning = {"seconds": job["seconds"], "folds": FOLDS, "candidates": len(all_features) * len(search.options()),
                  "tried": len(search.tried), "values": best["values"]}
    made = time.monotonic()
    rows = features_of(peer, problem, features)
    built = time.monotonic() - made
    answer = peer.answer(problem, rows, options)
    seconds = {"features": built, **answer.seconds, "all": time.monotonic() - began}
    return problem, answer, {"versions": versions_of(peer), "options": options, "features": features, "seconds": seconds,
                             "tuning": tuning}


def main():
    job, folder = json.loads(Path(sys.argv[1]).read_text()), Path(sys.argv[2])
    problem, answer, about = run(job)
    if answer is not None:
        write_sets(folder / "sets.tsv", problem, answer)
        if answer.scores is not None:
            write_scores(folder / "scores.tsv", problem, answer)
    (folder / "answer.json").write_text(json.dumps(about))


if __name__ == "__main__":
    main()
