#!/usr/bin/env python3
"""Kills a service at random moments under feedback and updates: what it acknowledged is there afterwards, once.

  crash_test.py build/clade [--rounds 200] [--seed 0]
"""

import argparse
import json
import random
import sys
import tempfile
import threading
import time
from pathlib import Path

import running

WRITERS = 4


class Failed(Exception):
    pass


def expect(condition, message):
    if not condition:
        raise Failed(message)


class Writer(threading.Thread):
    """Corrects documents of its own, one request after the other, until the service is gone."""

    def __init__(self, service, model, number, entries, documents, seed):
        super().__init__(daemon=True)
        self.service, self.model, self.number, self.entries = service, model, number, entries
        self.documents, self.random = documents, random.Random(seed)

    def run(self):
        connection = self.service.connect()
        labels = sorted({label for document in self.documents for label in document["labels"]})
        while True:
            document = self.random.choice(self.documents)
            # Few ids, so that later corrections replace earlier ones.
            identifier = f"{self.model} {self.number} {self.random.randrange(40)}"
            key = f"{self.model} {self.number} {len(self.entries)}"
            entry = {"key": key, "labels": [self.random.choice(labels)], "sequence": None,
                     "document": {"id": identifier, "text": document["text"][:400]}}
            self.entries.append(entry)
            if not self.send(connection, entry):
                return

    def send(self, connection, entry):
        """Whether the service is still there."""
        try:
            connection.request("POST", f"/v1/models/{self.model}/feedback", request_of(entry),
                               {"Content-Type": "application/json"})
            answer = connection.getresponse()
            body = json.loads(answer.read())
        except (OSError, ValueError, running.http.client.HTTPException):
            return False
        expect(answer.status == 200, f"feedback was refused: {body}")
        entry["sequence"] = body["sequence"]
        return True


def request_of(entry):
    return json.dumps({name: entry[name] for name in ("document", "labels", "key")})


class Updater(threading.Thread):
    """Asks for updates of a model; keeps the last that was acknowledged."""

    def __init__(self, service, model, seed):
        super().__init__(daemon=True)
        self.service, self.model, self.random, self.last = service, model, random.Random(seed), None

    def run(self):
        while True:
            time.sleep(self.random.uniform(0, 0.15))
            try:
                status, _, body = self.service.ask("POST", f"/v1/models/{self.model}/update", {})
            except (OSError, ValueError, running.http.client.HTTPException):
                return
            if status in (200, 202) and body["state"] != "nothing":
                self.last = body


class CrashTest:
    def __init__(self, program, folder, seed):
        self.program, self.folder, self.random = program, Path(folder), random.Random(seed)
        self.models, self.documents = running.make_models(program, folder)
        self.names = [model.stem for model in self.models]
        self.journal = self.folder / "journal.db"
        # By model and writer: what was sent, in its order.
        self.entries = {(name, number): [] for name in self.names for number in range(WRITERS)}
        self.updates = {}
        self.failures = []
        threading.excepthook = lambda failure: self.failures.append(failure.exc_value)

    def round(self, number):
        with running.Service(self.program, self.models, "--journal", self.journal, seconds=120) as service:
            service.wait_ready(120)
            self.check(service)
            threads = [Writer(service, name, writer, entries, self.documents, f"{number} {name} {writer}")
                       for (name, writer), entries in self.entries.items()]
            updaters = [Updater(service, name, f"{number} {name}") for name in self.names]
            for thread in threads + updaters:
                thread.start()
            time.sleep(self.random.uniform(0, 1.0))
            service.kill()
            for thread in threads + updaters:
                thread.join(60)
        expect(not self.failures, f"while it ran: {self.failures}")
        self.updates = {updater.model: updater.last or self.updates.get(updater.model) for updater in updaters}
        self.check_models()

    def check(self, service):
        """Everything that was acknowledged is there, once; interrupted updates are made up for."""
        for name in self.names:
            self.check_listed(service, name)
        self.check_exported()
        for entries in self.entries.values():
            self.ask_again(service, entries)
        for name, update in self.updates.items():
            if update:
                self.check_update(service, name, update)
        for name in self.names:
            body = {"documents": [{"text": document["text"]} for document in self.documents[:5]], "top": 1}
            status, _, answer = service.ask("POST", f"/v1/models/{name}/predict", body)
            expect(status == 200 and len(answer["predictions"]) == 5, f"{name} does not answer: {answer}")

    def check_listed(self, service, name):
        listed, before = {}, None
        while True:
            query = "?limit=1000" + (f"&before={before}" if before is not None else "")
            status, _, page = service.ask("GET", f"/v1/models/{name}/feedback{query}")
            expect(status == 200, f"feedback cannot be listed: {page}")
            for entry in page["feedback"]:
                expect(entry["document"]["id"] not in listed, f"the document {entry['document']['id']} is listed twice")
                listed[entry["document"]["id"]] = entry
                before = entry["sequence"]
            if len(page["feedback"]) < 1000:
                break
        expect(page["total"] == len(listed), f"total is {page['total']}, {len(listed)} are listed")
        for (model, _), entries in self.entries.items():
            if model == name:
                self.check_newest(entries, listed)

    @staticmethod
    def check_newest(entries, listed):
        """Of each document the last acknowledged correction, or the one that the kill left open."""
        allowed = {}
        for entry in entries:
            options = allowed.setdefault(entry["document"]["id"], [])
            if entry["sequence"] is not None:
                options.clear()
            options.append(entry)
        for identifier, options in allowed.items():
            if options[0]["sequence"] is None and identifier not in listed:
                continue
            expect(identifier in listed, f"the acknowledged correction of {identifier} is gone")
            found = listed[identifier]
            expect(any(option["labels"] == found["labels"] and option["sequence"] in (None, found["sequence"])
                       and option["document"] == found["document"] for option in options),
                   f"{identifier} has {found}, expected one of {options}")

    def check_exported(self):
        text = running.call(self.program, "journal", "export", self.journal, "--all", "-o", "-")
        lines = [json.loads(line) for line in text.splitlines()]
        sequences = [line["sequence"] for line in lines]
        expect(sequences == sorted(set(sequences)), "sequence numbers are not unique and ascending")
        known = {entry["sequence"]: entry for entries in self.entries.values() for entry in entries if entry["sequence"]}
        found = {line["sequence"]: line for line in lines}
        for sequence, entry in known.items():
            expect(sequence in found, f"the acknowledged entry {sequence} is not in the journal")
            expect(found[sequence]["labels"] == entry["labels"] and found[sequence]["id"] == entry["document"]["id"],
                   f"entry {sequence} is {found[sequence]}, acknowledged was {entry}")
        sent = sum(len(entries) for entries in self.entries.values())
        expect(len(lines) <= sent, f"{len(lines)} entries are in the journal, {sent} were sent")

    @staticmethod
    def ask_again(service, entries):
        """What a client does that heard nothing; and what was acknowledged has its number still."""
        for entry in entries[-3:]:
            model = entry["document"]["id"].split()[0]
            status, _, body = service.ask("POST", f"/v1/models/{model}/feedback", request_of(entry))
            expect(status == 200, f"asking again was refused: {body}")
            expect(entry["sequence"] in (None, body["sequence"]), f"{entry} was written again as {body['sequence']}")
            entry["sequence"] = body["sequence"]

    def check_update(self, service, name, update):
        end = time.monotonic() + 120 * running.SLOWNESS
        while True:
            status, _, found = service.ask("GET", f"/v1/models/{name}/updates/{update['update']}")
            expect(status == 200, f"update {update['update']} of {name} is not known: {found}")
            if found["state"] != "running":
                break
            expect(time.monotonic() < end, f"update {update['update']} of {name} does not end")
            time.sleep(0.05)
        expect(found["state"] == "done", f"update {update['update']} of {name}: {found}")
        expect(found["through"] == update["through"], f"{found} is not the update {update}")
        _, _, info = service.ask("GET", f"/v1/models/{name}")
        expect(info["generation"] >= found["generation"], f"{info} is older than {found}")

    def check_models(self):
        """Every model that the service left on the disk can be loaded, and those that it was given are as they were."""
        line = self.folder / "line.jsonl"
        line.write_text(json.dumps({"text": self.documents[0]["text"]}) + "\n")
        for file in [*self.models, *Path(f"{self.journal}.models").rglob("*.clade")]:
            running.call(self.program, "predict", file, line, "--quiet", "-o", self.folder / "predicted")


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--rounds", type=int, default=200)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if not running.can_serve(options.program):
        print(f"skipped: {options.program} has no serve")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        test = CrashTest(options.program, folder, options.seed)
        for number in range(options.rounds):
            try:
                test.round(number)
            except Failed as failure:
                print(f"round {number} of seed {options.seed}: {failure}")
                return 1
        with running.Service(options.program, test.models, "--journal", test.journal, seconds=120) as service:
            service.wait_ready(120)
            test.check(service)
        sent = [entry for entries in test.entries.values() for entry in entries]
        print(f"{options.rounds} rounds: {len(sent)} corrections were sent, all {sum(e['sequence'] is not None for e in sent)} "
              f"that were acknowledged are there, none twice; every model loads")
    return 0


if __name__ == "__main__":
    sys.exit(main())
