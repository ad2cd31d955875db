#!/usr/bin/env python3
"""How many requests a second a service answers, beside scikit-learn behind FastAPI and uvicorn with the same model.

  service_bench.py CLADE FOLDER [--classes 160|10000] [--part rate|steady|tokens|idle] [--seconds 30] [--peers VENV]

Without --classes and --part all of them. Models and data are made in FOLDER where they are missing.
"""

import argparse
import json
import os
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path

from load import Flood, Steady, highest_rate, predict_body, wait_until

HERE = Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parents[1] / "tests/service"))

import running  # noqa: E402

SETS = {160: {"generate": ["--preset", "wipo-d"], "train": ["--method", "hsvm"]},
        10000: {"generate": ["--levels", "10,100,1000,10000", "--n", 30000, "--words", 20000, "--length", 100],
                "train": ["--method", "perceptron", "--epochs", 2]}}


def prepare(program, folder, classes):
    """The model of so many classes, and documents that it was not trained on."""
    folder = folder / str(classes)
    model = folder / "topics.clade"
    if not model.exists():
        running.call(program, "generate", "text", *SETS[classes]["generate"], "--output", "jsonl", "--test", 500,
                     "--quiet", "-o", folder)
        running.call(program, "train", folder / "data.jsonl", "--taxonomy", folder / "taxonomy.tsv", "--min-df", 1,
                     *SETS[classes]["train"], "--quiet", "-o", model)
    return model, [json.loads(line) for line in (folder / "test.jsonl").read_text().splitlines()]


def free_port():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


class Peer:
    """uvicorn with a worker for each core."""

    def __init__(self, environment, model):
        port = free_port()
        # One thread each for numpy: more make it slower here.
        variables = {**os.environ, "CLADE_MODEL": str(model), "OMP_NUM_THREADS": "1", "OPENBLAS_NUM_THREADS": "1"}
        self.process = subprocess.Popen(
            [f"{environment}/bin/uvicorn", "peer:app", "--port", str(port), "--workers", str(os.cpu_count()),
             "--log-level", "warning", "--no-access-log"], cwd=HERE, env=variables)
        self.url = f"http://127.0.0.1:{port}/predict"
        try:
            wait_until(self.answers, 120)
        except RuntimeError:
            self.__exit__()
            raise

    def ask(self, body):
        request = urllib.request.Request(self.url, body.encode(), {"Content-Type": "application/json"})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.loads(answer.read())["predictions"]

    def answers(self):
        try:
            return bool(self.ask(predict_body({"id": "0", "text": "x"})))
        except OSError:
            return False

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.terminate()
        self.process.wait()


def check_same(service, peer, documents):
    """Both give the same classes, or the comparison is of nothing."""
    same = 0
    for document in documents[:100]:
        ours = service.ask("POST", "/v1/models/topics/predict", predict_body(document))[2]["predictions"][0]["labels"]
        theirs = peer.ask(predict_body(document))[0]["labels"]
        same += [a["label"] for a in ours] == [a["label"] for a in theirs]
        assert abs(ours[0]["score"] - theirs[0]["score"]) < 1e-4, (ours, theirs)
    assert same >= 99, f"only {same} of 100 documents have the same three classes"


def row(*cells):
    print("| " + " | ".join(f"{cell:.2f}" if isinstance(cell, float) else str(cell) for cell in cells) + " |", flush=True)


class Bench:
    def __init__(self, options, classes):
        self.options, self.classes, self.seconds = options, classes, options.seconds
        self.model, self.documents = prepare(options.clade, options.folder, classes)
        self.bodies = [predict_body(document) for document in self.documents]

    def service(self, *more):
        journal = self.options.folder / f"journal-{self.classes}.db"
        subprocess.run(["rm", "-rf", *map(str, journal.parent.glob(journal.name + "*"))], check=True)
        service = running.Service(self.options.clade, [self.model], "--journal", journal, *more, seconds=120)
        service.wait_ready(120)
        self.url = service.url + "v1/models/topics/predict"
        return service

    def rate(self):
        """The highest rate, and memory before and after."""
        with self.service() as service:
            highest_rate(self.url, self.bodies, 2)
            before, cpu = service.memory(), service.cpu_seconds()
            found = highest_rate(self.url, self.bodies, self.seconds)
            cpu = service.cpu_seconds() - cpu
            after = service.memory()
            row("classes", "program", "requests/s", "p50 ms", "p99 ms", "errors", "CPU us a request", "MB before", "MB after")
            row(self.classes, "clade serve", found["rate"], found["p50_ms"], found["p99_ms"], found["errors"],
                1e6 * cpu / found["requests"], before / 1e6, after / 1e6)
            if self.options.peers:
                with Peer(self.options.peers, self.model) as peer:
                    check_same(service, peer, self.documents)
                    theirs = highest_rate(peer.url, self.bodies, self.seconds)
                row(self.classes, "scikit-learn, FastAPI, uvicorn", theirs["rate"], theirs["p50_ms"], theirs["p99_ms"],
                    theirs["errors"], "", "", "")
                print(f"clade serve answers {found['rate'] / theirs['rate']:.1f} times as many", flush=True)
        return found["rate"]

    def half(self):
        return highest_rate(self.url, self.bodies, 3)["rate"] / 2

    def steady(self):
        """p99 at half of the highest rate, without and with updates in the background."""
        row("classes", "rate", "updates", "p50 ms", "p99 ms", "statuses")
        with self.service() as service:
            rate, found = self.half(), {}
            self.correct(service, 300)
            for updates in (False, True):
                done = [0]
                stop = threading.Event()
                updater = threading.Thread(target=self.update_until, args=(service, stop, done))
                if updates:
                    updater.start()
                found[updates] = Steady(self.url, self.bodies[0], rate, self.seconds).result()
                stop.set()
                if updates:
                    updater.join()
                row(self.classes, found[updates]["rate"], done[0], found[updates]["p50_ms"], found[updates]["p99_ms"],
                    found[updates]["statuses"])
        print(f"p99 with updates is {found[True]['p99_ms'] / found[False]['p99_ms']:.1f} times that without", flush=True)

    def correct(self, service, count):
        for document in self.documents[:count]:
            body = {"document": {"id": document["id"], "text": document["text"]}, "labels": document["labels"]}
            status, _, answer = service.ask("POST", "/v1/models/topics/feedback", body)
            assert status == 200, answer

    @staticmethod
    def update_until(service, stop, done):
        """One update after the other."""
        while not stop.is_set():
            status, _, update = service.ask("POST", "/v1/models/topics/update", {"since": 0}, timeout=300)
            assert status in (200, 202), update
            while update["state"] == "running":
                time.sleep(0.05)
                update = service.ask("GET", f"/v1/models/topics/updates/{update['update']}")[2]
            assert update["state"] == "done", update
            done[0] += 1

    def tokens(self):
        """CPU time of the service per good request, alone and beside wrong tokens."""
        file = self.options.folder / "tokens"
        token, wrong = "a-token-for-the-load", "Authorization: Bearer " + "x" * 24
        file.write_text(f"{token} read\n")
        file.chmod(0o600)
        row("classes", "wrong tokens", "answered/s", "good requests/s", "p99 ms", "CPU us a good request", "growth")
        floods = {"none": None,
                  "10,000 a second offered on 50 connections":
                      lambda: Steady(self.url, self.bodies[0], 10000, self.seconds, connections=50, headers=[wrong]),
                  "as fast as they are answered, 50 connections, one for each request":
                      lambda: Flood(self.url, 50, self.seconds, wrong),
                  "the same, 3,000 at a time": lambda: Flood(self.url, 3000, self.seconds, wrong)}
        with self.service("--token-file", file) as service:
            alone = None
            for name, flood in floods.items():
                good = Steady(self.url, self.bodies[0], 2000, self.seconds, headers=[f"Authorization: Bearer {token}"])
                bad = flood() if flood else None
                cpu = service.exact_cpu_seconds()
                found, refused = good.result(), bad.result() if bad else None
                spent = (service.exact_cpu_seconds() - cpu) * 1e6 / (found["rate"] * self.seconds)
                alone = alone or spent
                assert set(found["statuses"]) == {"200"}, found["statuses"]
                row(self.classes, name, refused["rate"] if refused else 0, found["rate"], found["p99_ms"], spent,
                    f"{100 * (spent / alone - 1):.0f} %")
                assert not refused or set(refused["statuses"]) <= {"401"}, refused["statuses"]

    def idle(self):
        """The rate beside 1,000 connections that say nothing."""
        row("classes", "idle connections", "requests/s", "p99 ms", "errors", "MB")
        with self.service() as service:
            highest_rate(self.url, self.bodies, 2)
            for count in (0, 1000):
                idle = [socket.create_connection(("127.0.0.1", service.port)) for _ in range(count)]
                found = highest_rate(self.url, self.bodies, self.seconds // 3)
                row(self.classes, len(idle), found["rate"], found["p99_ms"], found["errors"], service.memory() / 1e6)
                for connection in idle:
                    connection.close()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("clade")
    parser.add_argument("folder", type=Path)
    parser.add_argument("--classes", type=int, choices=list(SETS), action="append")
    parser.add_argument("--part", choices=["prepare", "rate", "steady", "tokens", "idle"], action="append")
    parser.add_argument("--seconds", type=int, default=30)
    parser.add_argument("--peers", help="an environment with scikit-learn, fastapi and uvicorn")
    options = parser.parse_args()
    options.folder = options.folder.resolve()  # uvicorn runs elsewhere
    for classes in options.classes or SETS:
        bench = Bench(options, classes)
        for part in options.part or ["rate", "steady", "tokens", "idle"]:
            if part != "prepare":
                getattr(bench, part)()


if __name__ == "__main__":
    main()
