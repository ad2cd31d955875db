"""Runs clade and keeps what every call gave, so that an interrupted reproduction goes on."""

import hashlib
import json
import os
import shlex
import subprocess
import tempfile
import threading
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]


def add_data_option(parser):
    """--data FOLDER: read with data_folder()."""
    parser.add_argument("--data", metavar="FOLDER",
                        help="the folder of the public data sets (default: CLADE_DATA, or data)")


def data_folder(given):
    """The folder of the public data sets: what was given, else CLADE_DATA, else `data` in the repository."""
    return (ROOT / (given or os.environ.get("CLADE_DATA") or "data")).resolve()


def check_data_folder(folder, command):
    """Ends the program where there is no such folder."""
    if not folder.is_dir():
        raise SystemExit(f"{command}: there is no folder {folder} with the public data sets; name theirs with --data FOLDER"
                         " or in the environment variable CLADE_DATA")


class NotAvailable(Exception):
    """The data of an experiment are not here; the message says what was looked for."""


class Failed(Exception):
    """A call of clade failed; the message holds the call and what it said."""


@dataclass
class Experiment:
    """One entry of tables.ALL. `run` takes a Lab and gives a Result; minutes: on one core.

    The title begins with the paper.
    """
    name: str
    title: str
    minutes: float
    run: object

    def paper(self):
        first = self.title.split()[0].strip(",:")
        return first if first in PAPERS else "not in the papers"


PAPERS = ("CIKM", "Thesis", "Hieron", "HPSI", "Orthogonal")


@dataclass
class Origin:
    """Which program makes the results: its version, the commit of the sources and that commit's day."""
    version: str
    commit: str
    day: str


def origin_of(clade):
    """"+" behind a commit: something in the sources or the scripts was not committed."""
    version = subprocess.run([str(clade), "--version"], capture_output=True, text=True, check=True).stdout.strip()
    try:
        commit, day = git("log", "-1", "--format=%h %cs").split()
        changed = git("status", "--porcelain", "--untracked-files=no", "--", "src", "include", "experiments", "CMakeLists.txt")
        return Origin(version, commit + ("+" if changed else ""), day)
    except (OSError, ValueError, subprocess.CalledProcessError):  # an archive without history
        return Origin(version, "unknown", "")


def git(*words):
    return subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True, check=True).stdout.strip()


class Comparison:
    """What `clade compare --json` gave, by the names that the experiment uses for its methods.

    A method that was given another taxonomy is called "NAME, random" or "NAME, learned".
    """

    def __init__(self, methods, output):
        name_of = {words: name for name, words in methods.items()}
        self.found = {}
        for found in output["methods"]:
            kind = found.get("taxonomy", "given").partition(":")[0]
            name = name_of[found["method"]]
            self.found[name if kind == "given" else f"{name}, {kind}"] = found

    def join(self, other):
        """The values of other splits behind ours."""
        for method, found in self.found.items():
            for name, metric in found["metrics"].items():
                metric["values"] = metric["values"] + other.found[method]["metrics"][name]["values"]
        return self

    def values(self, method, measure):
        """The values of a measure, one for each split; none where the method does not have it."""
        return self.found[method]["metrics"].get(measure.key, {"values": []})["values"]

    def chosen(self, method):
        """The options that tuning chose, split by split."""
        return self.found[method].get("chosen", [])


class Lab:
    def __init__(self, clade, work, data, quick=False, given=None, commit="unknown"):
        """data: the folder of data sets; given: paths of sets that are not part of it, by name; commit: of the program."""
        self.commit = commit
        self.clade, self.work, self.data, self.quick = Path(clade), Path(work), Path(data), quick
        self.given = given or {}
        self.lock, self.helps = threading.RLock(), {}
        self.here = threading.local()  # one experiment runs in one thread: the time its calls took, commits of its runs
        for folder in ("runs", "data", "models"):
            (self.work / folder).mkdir(parents=True, exist_ok=True)

    def pick(self, full, quick):
        """A size: that of the full run, or of the quick one."""
        return quick if self.quick else full

    def data_set(self, name):
        """The folder of a real data set."""
        folder = self.data / name
        if not folder.is_dir():
            raise NotAvailable(f"{folder} is not there (--data FOLDER or CLADE_DATA names the folder of the sets)")
        return folder

    def call(self, *arguments):
        """Standard output of `clade ARGUMENTS`."""
        words = [str(self.clade), *map(str, arguments)]
        with tempfile.TemporaryFile() as out, tempfile.TemporaryFile() as err:
            process = subprocess.Popen(words, cwd=ROOT, stdout=out, stderr=err)
            _, status, usage = os.wait4(process.pid, 0)
            process.returncode = os.waitstatus_to_exitcode(status)
            self.add_seconds(usage.ru_utime + usage.ru_stime)
            out.seek(0)
            err.seek(0)
            if process.returncode != 0:
                raise Failed(f"{shlex.join(words)}\n{err.read().decode().strip()}")
            return out.read().decode()

    def takes(self, method, option):
        """Whether the help of a method of this program names an option, or a value as in "|averaged"."""
        with self.lock:
            if method not in self.helps:
                said = self.call("train", "--method", method, "--help")
                self.helps[method] = said.partition(f"Options of method '{method}'")[2].partition("\nMethods:")[0]
        return option in self.helps[method]

    def kept(self, key, make):
        """The JSON value of make(), made once for this key."""
        text = json.dumps(key, default=str)
        path = self.work / "runs" / (hashlib.sha256(text.encode()).hexdigest()[:24] + ".json")
        if path.exists():
            stored = json.loads(path.read_text())
            self.add_seconds(stored.get("seconds", 0))  # runs kept by an older form have none
            self.commits().add(stored.get("commit", "unknown"))
            return stored["value"]
        before, began = self.seconds(), time.thread_time()
        value = make()
        self.add_seconds(time.thread_time() - began)  # what a script computes itself
        self.commits().add(self.commit)
        write(path, json.dumps({"key": json.loads(text), "seconds": self.seconds() - before, "commit": self.commit,
                                "value": value}))
        return value

    def commits(self):
        """The commits that made the runs which this thread has used."""
        if not hasattr(self.here, "commits"):
            self.here.commits = set()
        return self.here.commits

    def seconds(self):
        """Processor time of the calls of this thread, with what kept ones once took."""
        return getattr(self.here, "seconds", 0.0)

    def add_seconds(self, seconds):
        self.here.seconds = self.seconds() + seconds

    def folder(self, name, make):
        """The folder of that name below data/, filled once by make(folder)."""
        folder = self.work / "data" / name
        with self.lock:
            if not (folder / ".complete").exists():
                folder.mkdir(parents=True, exist_ok=True)
                make(folder)
                (folder / ".complete").touch()
        return folder

    def generate(self, name, **options):
        """The folder that `clade generate NAME` filled; an option a_b becomes --a-b."""
        words = [w for option, value in options.items() for w in ("--" + option.replace("_", "-"), value)]
        slug = "-".join([name, *(f"{o}_{v}" for o, v in options.items())]).replace("/", "_")
        return self.folder(slug, lambda to: self.call("generate", name, "-o", to, *words))

    def compare(self, data, taxonomy, methods, *options):
        """`clade compare` of methods, given as {our name: the words after --method}."""
        files = [data] if isinstance(data, (str, Path)) else list(data)
        words = ["compare", *files, "--taxonomy", taxonomy, "--methods", "; ".join(methods.values()), *options]
        words = [str(w) for w in words]
        run = self.work / "runs" / hashlib.sha256(json.dumps(words).encode()).hexdigest()[:24]
        fixed = ["--json", "--quiet", "--threads", "1", "--run", str(run)]
        return Comparison(methods, self.kept(words, lambda: json.loads(self.call(*words, *fixed))))

    def compare_draws(self, draws, methods, *options):
        """One comparison over several corpora: other draws of the same, each with its own seed."""
        found = [self.compare(c.data, c.taxonomy, methods, *options, "--seed", seed) for seed, c in enumerate(draws)]
        for other in found[1:]:
            found[0].join(other)
        return found[0]

    def learn(self, method, train, test, taxonomy, *options):
        """Trains and evaluates once: {"train": ..., "evaluate": ...} as the two commands give them.

        With --trace among the options also "trace", its lines.
        """
        words = [str(train), "--taxonomy", str(taxonomy), "--method", *method.split(), *map(str, options)]
        return self.kept(["learn", *words, str(test)], lambda: self.learn_now(words, test))

    def learn_now(self, words, test):
        name = hashlib.sha256(json.dumps([*words, str(test)]).encode()).hexdigest()[:24]
        model, trace = self.work / "models" / f"{name}.clade", self.work / "models" / f"{name}.jsonl"
        if "--trace" in words:
            at = words.index("--trace")
            words = words[:at + 1] + [str(trace)] + words[at + 1:]
        trained = json.loads(self.call("train", *words, "-o", model, "--json", "--quiet", "--threads", "1"))
        tested = json.loads(self.call("evaluate", model, test, "--json", "--threads", "1"))
        tested.pop("per_class", None)
        result = {"train": trained, "evaluate": tested}
        if trace.exists():
            result["trace"] = [json.loads(line) for line in trace.read_text().splitlines()]
            trace.unlink()
        model.unlink()
        return result


def write(path, text):
    """Writes a file whole or not at all."""
    part = path.with_name(f"{path.name}.{threading.get_ident()}.part")
    part.write_text(text)
    part.rename(path)
