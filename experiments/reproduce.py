#!/usr/bin/env python3
"""Runs the experiments and writes docs/lab/REPRODUCTION.md from all stored results."""

import argparse
import hashlib
import os
import shutil
import sys
import time
import traceback
from concurrent.futures import ThreadPoolExecutor, as_completed
from pathlib import Path

from claims import ALL as CLAIMS
from frame.lab import PAPERS, ROOT, Failed, Lab, NotAvailable, data_folder, origin_of, write
from frame.page import draw_figures, page, store
from tables import ALL

BUDGET = 120  # minutes of processor time for each paper


def arguments():
    parser = argparse.ArgumentParser(prog="./run reproduce", description=__doc__)
    parser.add_argument("names", nargs="*", metavar="NAME", help="which experiments (default: all)")
    parser.add_argument("--list", action="store_true", help="name the experiments with the minutes that they take, and stop")
    parser.add_argument("--page", action="store_true", help="run nothing, make the page from what is stored")
    parser.add_argument("--quick", action="store_true",
                        help="every script on tiny generated data; the page goes to build/ and means nothing")
    parser.add_argument("--fresh", action="store_true",
                        help="make every run anew; where a fresh run of the same program was interrupted, go on with it")
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


def run_one(experiment, lab, folder, origin):
    """'done', or why not, and how long it took, on the clock and of the processor."""
    began, before = time.monotonic(), lab.seconds()
    lab.commits().clear()
    try:
        result = experiment.run(lab)
        store(folder, experiment, result, lab.seconds() - before, origin, lab.commits())
        what = "done"
    except NotAvailable as absent:
        what = f"left out: {absent}"
    except Failed as failure:
        what = f"FAILED: {failure}"
    except Exception:  # one experiment must not end the others
        what = f"FAILED: {traceback.format_exc()}"
    return experiment, time.monotonic() - began, lab.seconds() - before, what


def write_page(folder, target):
    draw_figures(folder, [e.name for e in ALL])
    write(target, page(folder, [e.name for e in ALL], CLAIMS))
    say(f"wrote {os.path.relpath(target)}")


def listing(experiments):
    """The expected minutes of one core, by paper, and whether each paper keeps to its budget."""
    lines = []
    for paper in (*PAPERS, "not in the papers"):
        mine = [e for e in experiments if e.paper() == paper]
        lines += [f"{e.name:20} {e.minutes:6.1f} min  {e.title}" for e in mine]
        if mine:
            lines.append(f"{paper + ', together':20} {sum(e.minutes for e in mine):6.1f} min  of {BUDGET}\n")
    return "\n".join(lines)


def begin_afresh(work, clade):
    """Forgets all runs, unless they are those of an interrupted fresh run of the same program."""
    mark, program = work / "fresh", hashlib.sha256(clade.read_bytes()).hexdigest()
    if mark.exists() and mark.read_text() == program:
        say("going on with the fresh run that was interrupted")
        return
    shutil.rmtree(work, ignore_errors=True)
    work.mkdir(parents=True)
    mark.write_text(program)


def main():
    options = arguments()
    if options.list:
        print(listing(chosen(options.names)))
        return 0
    if options.page:
        write_page(ROOT / "docs/lab/reproduction", ROOT / "docs/lab/REPRODUCTION.md")
        return 0
    experiments = chosen(options.names)
    work = Path(options.work or ROOT / "build/reproduce" / ("quick" if options.quick else "full")).resolve()
    clade = Path(options.clade).resolve()
    if options.quick:  # a check, so it never uses what is kept
        shutil.rmtree(work, ignore_errors=True)
    elif options.fresh:
        begin_afresh(work, clade)
    given = dict(word.split("=", 1) for word in options.data if "=" in word)
    folders = [word for word in options.data if "=" not in word]
    origin = origin_of(clade)
    lab = Lab(clade, work, data_folder(folders[-1] if folders else None), options.quick, given, origin.commit)
    folder = work / "reproduction" if options.quick else ROOT / "docs/lab/reproduction"

    progress, failures, spent = Progress(experiments, options.jobs), 0, dict.fromkeys((e.paper() for e in experiments), 0.0)
    say(f"{len(experiments)} experiments, about {progress.all_minutes / options.jobs:.0f} min" if not options.quick
        else f"{len(experiments)} experiments on tiny data")
    with ThreadPoolExecutor(options.jobs) as pool:
        longest_first = sorted(experiments, key=lambda e: -e.minutes)
        for task in as_completed([pool.submit(run_one, e, lab, folder, origin) for e in longest_first]):
            experiment, seconds, processor, what = task.result()
            spent[experiment.paper()] += processor / 60
            failures += what.startswith("FAILED")
            progress.done(experiment, seconds, what)
    write_page(folder, work / "REPRODUCTION.md" if options.quick else ROOT / "docs/lab/REPRODUCTION.md")
    for paper, minutes in spent.items():
        say(f"{paper}: {minutes:.0f} min of processor time, of {BUDGET}")
    if not failures:
        (work / "fresh").unlink(missing_ok=True)
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
