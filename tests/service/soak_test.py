#!/usr/bin/env python3
"""Asks a service everything at once for a while: no error, no lost feedback, and memory that stays as it is.

  soak_test.py build/clade [--minutes 30] [--seed 0]

Four clients for each model correct documents, others predict, update, go back to the generation before and have the
service look for replaced model files. A run of ten minutes or more fails where the last quarter takes over five percent
more memory than the second; in a shorter one nothing has settled yet, and only the rest is judged.
"""

import argparse
import os
import random
import shutil
import signal
import statistics
import sys
import tempfile
import threading
import time

import running
from crash_test import WRITERS, CrashTest, Failed, Writer, expect

MOST_GROWTH = 0.05
JUDGED_FROM_MINUTES = 10
# So that the journal does not grow for as long as the test lasts: later corrections replace earlier ones.
SECONDS_BETWEEN_CORRECTIONS = 0.02


class Client(threading.Thread):
    """Does one kind of thing again and again until it is told to stop."""

    def __init__(self, work, pause, seed):
        super().__init__(daemon=True)
        self.work, self.pause, self.random = work, pause, random.Random(seed)
        self.over = threading.Event()
        self.count = 0

    def run(self):
        while not self.over.wait(self.random.uniform(0, self.pause)):
            self.work(self.random)
            self.count += 1


class Corrector(Writer):
    """As that of the crash test, but for a while, and no answer is an error."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.over = threading.Event()

    def send(self, connection, entry):
        expect(super().send(connection, entry), f"no answer to {entry['key']}")
        return not self.over.wait(SECONDS_BETWEEN_CORRECTIONS)


class Soak(CrashTest):
    def ask(self, service, method, path, body=None, allowed=(200,)):
        status, _, answer = service.ask(method, path, body)
        expect(status in allowed, f"{method} {path}: {status}: {answer}")
        return answer

    def predict(self, service, name, draw):
        documents = [{"text": draw.choice(self.documents)["text"]} for _ in range(draw.choice([1, 10, 100]))]
        answer = self.ask(service, "POST", f"/v1/models/{name}/predict", {"documents": documents, "top": 3})
        expect(len(answer["predictions"]) == len(documents), f"{name}: {len(answer['predictions'])} predictions")

    def look(self, service, name, draw):
        for path in draw.sample(["/readyz", "/metrics", "/v1/models", f"/v1/models/{name}",
                                 f"/v1/models/{name}/feedback?limit=50"], 2):
            self.ask(service, "GET", path)

    def update(self, service, name, draw):
        # 409: one is running, or there is nothing to go back to.
        self.ask(service, "POST", f"/v1/models/{name}/update", {}, (200, 202, 409))
        if draw.random() < 0.2:
            self.ask(service, "POST", f"/v1/models/{name}/rollback", {}, (200, 409))

    def replace(self, service, draw):
        """The file of a model anew, which the service then loads."""
        model = draw.choice(self.models)
        aside = model.with_suffix(".new")
        shutil.copy(model, aside)
        os.replace(aside, model)
        service.process.send_signal(signal.SIGHUP)

    def clients(self, service, seed):
        clients = [Corrector(service, name, writer, entries, self.documents, f"{seed} {name} {writer}")
                   for (name, writer), entries in self.entries.items()]
        for name in self.names:
            clients += [Client(lambda draw, name=name: self.predict(service, name, draw), 0.02, f"{seed} p {name}"),
                        Client(lambda draw, name=name: self.look(service, name, draw), 0.2, f"{seed} l {name}"),
                        Client(lambda draw, name=name: self.update(service, name, draw), 2, f"{seed} u {name}")]
        return [*clients, Client(lambda draw: self.replace(service, draw), 5, f"{seed} r")]

    def run(self, minutes, seed):
        with running.Service(self.program, self.models, "--journal", self.journal, seconds=120) as service:
            service.wait_ready(120)
            clients = self.clients(service, seed)
            for client in clients:
                client.start()
            memory = self.watch(service, minutes)
            for client in clients:
                client.over.set()
            for client in clients:
                client.join(60)
            expect(not self.failures, f"while it ran: {self.failures[:3]}")
            self.check(service)
            expect(service.stop() == 0, "the service did not end with exit code 0")
        said = [line for line in service.said().splitlines() if "error" in line]
        expect(not said, f"the service said: {said[:3]}")
        requests = sum(client.count for client in clients if isinstance(client, Client))
        return requests, memory

    def watch(self, service, minutes):
        """Its memory, ten times a second."""
        memory, end = [], time.monotonic() + 60 * minutes
        while time.monotonic() < end and not self.failures:
            expect(service.process.poll() is None, f"the service has ended: {service.process.returncode}")
            memory.append(service.memory())
            time.sleep(0.1)
        return memory


def growth(memory):
    """Of the last quarter over the second, in middle values."""
    quarter = max(1, len(memory) // 4)
    before = statistics.median(memory[quarter:2 * quarter] or memory)
    return statistics.median(memory[-quarter:]) / before - 1, before


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--minutes", type=float, default=30)
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    if not running.can_serve(options.program):
        print(f"skipped: {options.program} has no serve")
        return 77
    with tempfile.TemporaryDirectory() as folder:
        soak = Soak(options.program, folder, options.seed)
        try:
            requests, memory = soak.run(options.minutes, options.seed)
            more, before = growth(memory)
            sent = sum(len(entries) for entries in soak.entries.values())
            print(f"{options.minutes:g} minutes: {sent} corrections of {WRITERS * len(soak.names)} clients, all there, and "
                  f"{requests} other requests without an error; {before / 2**20:.1f} MiB in the second quarter, "
                  f"{100 * more:+.1f} % in the last")
            if options.minutes >= JUDGED_FROM_MINUTES:
                expect(more <= MOST_GROWTH, f"memory grew by {100 * more:.1f} %")
        except Failed as failure:
            print(f"seed {options.seed}: {failure}")
            return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
