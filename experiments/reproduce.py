#!/usr/bin/env python3
"""Runs the experiments and writes docs/lab/REPRODUCTION.md from all stored results."""

import argparse
import os
import shutil
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from frame.lab import ROOT, Failed, Lab, NotAvailable, data_folder, write
from frame.page import page, store
from tables import ALL


def arguments():
    parser = argparse.ArgumentParser(prog="./run reproduce", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which experiments (default: all)")
    parser.add_argument("--list", action="store_true", help="name the experiments and stop")
    parser.add_argument("--page", action="store_true", help="run nothing, make the page from what is stored")
    parser.add_argument("--quick", action="store_true",
                        help="every script on tiny generated data; the page goes to build/ and means nothing")
    parser.add_argument("--fresh", action="store_true", help="forget what earlier runs have finished")
    parser.add_argument("--data", action="append", default=[], metavar="FOLDER|SET=PATH",
                        help="the folder of the public data sets (default: CLADE_DATA, or data); with SET=, the folder of "
                        "a collection that is not generated (experiments/README.md)")
    parser.add_argument("--clade", default="build/clade", help="the program")
    parser.add_argument("--work", help="where runs are kept (default: build/reproduce)")
    parser.add_argument("--jobs", type=int, default=os.cpu_count(), help="experiments at the same time")
    return parser.parse_args()


def chosen(names):
    known = {e.name: e for e in ALL}
    unknown = [name for name in names if name not in known]
    if unknown:
        sys.exit(f"./run reproduce: there is no '{unknown[0]}'; there are: {', '.join(known)}")
    return [known[name] for name in names] or ALL


def say(text):
    print(f"reproduce: {text}", flush=True)


class Progress:
    """Counts what is done, and from the estimates of the rest says how long it may take."""

    def __init__(self, experiments, jobs):
        self.waiting = {e.name: e.minutes for e in experiments}
        self.total, self.jobs, self.began = len(experiments), jobs, time.monotonic()
        self.all_minutes = sum(self.waiting.values())

    def done(self, experiment, seconds, what):
        del self.waiting[experiment.name]
        left = sum(self.waiting.values())
        spent = (time.monotonic() - self.began) / 60
        # Once a tenth is done, the pace so far is a better guide than the estimates alone.
        finished = self.all_minutes - left
        pace = spent / finished if finished > 0.1 * self.all_minutes else 1 / self.jobs
        say(f"[{self.total - len(self.waiting)}/{self.total}] {experiment.name}: {what}, {seconds:.0f} s;"
            f" about {left * pace:.0f} min left")


def run_one(experiment, lab, folder, version):
    """'done', or why not."""
    began, before = time.monotonic(), lab.seconds()
    try:
        result = experiment.run(lab)
        store(folder, experiment, result, lab.seconds() - before, version)
        what = "done"
    except NotAvailable as absent:
        what = f"left out: {absent}"
    except Failed as failure:
        what = f"FAILED: {failure}"
    except Exception:  # one experiment must not end the others
        what = f"FAILED: {traceback.format_exc()}"
    return experiment, time.monotonic() - began, what


def write_page(folder, target):
    write(target, page(folder, [e.name for e in ALL]))
    say(f"wrote {os.path.relpath(target)}")


def main():
    options = arguments()
    if options.list:
        print("\n".join(f"{e.name:20} {e.title}" for e in ALL))
        return 0
    if options.page:
        write_page(ROOT / "docs/lab/reproduction", ROOT / "docs/lab/REPRODUCTION.md")
        return 0
    experiments = chosen(options.names)
    work = Path(options.work or ROOT / "build/reproduce" / ("quick" if options.quick else "full")).resolve()
    if options.fresh or options.quick:  # a quick run is a check, so it never uses what is kept
        shutil.rmtree(work, ignore_errors=True)
    given = dict(word.split("=", 1) for word in options.data if "=" in word)
    folders = [word for word in options.data if "=" not in word]
    lab = Lab(Path(options.clade).resolve(), work, data_folder(folders[-1] if folders else None), options.quick, given)
    folder = work / "reproduction" if options.quick else ROOT / "docs/lab/reproduction"
    version = lab.call("--version").strip()

    progress, failures = Progress(experiments, options.jobs), 0
    say(f"{len(experiments)} experiments, about {progress.all_minutes / options.jobs:.0f} min" if not options.quick
        else f"{len(experiments)} experiments on tiny data")
    with ThreadPoolExecutor(options.jobs) as pool:
        longest_first = sorted(experiments, key=lambda e: -e.minutes)
        for task in as_completed([pool.submit(run_one, e, lab, folder, version) for e in longest_first]):
            experiment, seconds, what = task.result()
            failures += what.startswith("FAILED")
            progress.done(experiment, seconds, what)
    write_page(folder, work / "REPRODUCTION.md" if options.quick else ROOT / "docs/lab/REPRODUCTION.md")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
