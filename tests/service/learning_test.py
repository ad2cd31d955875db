#!/usr/bin/env python3
"""Feedback, updates, reloading, who may do what, and how the service begins and ends: learning_test.py build/clade"""

import json
import os
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
import threading
import time
import unittest
from pathlib import Path
from urllib.parse import quote

import running
from raw import Connection, request
from running import SLOWNESS

PROGRAM = ""


def refused(*words, seconds=20):
    """What a service says that does not start: (exit code, standard error)."""
    done = subprocess.run([PROGRAM, "serve", *map(str, words)], capture_output=True, text=True, timeout=seconds * SLOWNESS, check=False)
    return done.returncode, done.stderr


class Base(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.made = Path(folder.name)
        running.make_models(PROGRAM, cls.made)
        cls.documents = [json.loads(line) for line in (cls.made / "data/test.jsonl").read_text().splitlines()]

    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)
        for name in ("online", "batch"):
            shutil.copy(self.made / f"{name}.clade", self.folder)
        self.models = [self.folder / "online.clade", self.folder / "batch.clade"]
        self.journal = self.folder / "feedback.db"

    def service(self, *options, models=None):
        service = running.Service(PROGRAM, models or self.models, *options)
        self.addCleanup(service.kill)
        return service

    def with_journal(self, *options):
        return self.service("--journal", self.journal, *options)

    def give(self, service, document, labels, model="online", **more):
        body = {"document": document, "labels": labels, **more}
        return service.ask("POST", f"/v1/models/{model}/feedback", body)

    def content(self, i):
        return {"id": self.documents[i]["id"], "text": self.documents[i]["text"]}

    def top(self, service, count=60, model="online"):
        body = {"documents": [self.content(i) for i in range(count)], "top": 1}
        answer = service.ask("POST", f"/v1/models/{model}/predict", body)[2]
        return [prediction["labels"] for prediction in answer["predictions"]]

    def error(self, answer, status, kind):
        self.assertEqual((status, kind), (answer[0], answer[2].get("error", {}).get("kind")), answer)
        return answer[2]["error"]["message"]


class Feedback(Base):
    def test_a_key_is_used_once(self):
        service = self.with_journal()
        labels = self.documents[0]["labels"]
        first = self.give(service, self.content(0), labels, key="k")
        self.assertEqual(first[2], self.give(service, self.content(0), labels, key="k")[2])
        self.error(self.give(service, self.content(0), [], key="k"), 409, "conflict")
        self.error(self.give(service, self.content(1), labels, key="k"), 409, "conflict")
        self.assertEqual(1, service.ask("GET", "/v1/models/online/feedback")[2]["total"])
        self.error(self.give(service, self.content(0), labels, key="k" * 201), 400, "usage")
        self.assertEqual(200, self.give(service, self.content(0), labels, key="ü" * 200)[0])
        # A key belongs to its model.
        self.assertEqual(200, self.give(service, self.content(0), labels, model="batch", key="k")[0])

    def test_a_key_outlives_a_later_correction(self):
        service = self.with_journal()
        one, other = self.documents[0]["labels"], next(d["labels"] for d in self.documents if d["labels"] != self.documents[0]["labels"])
        first = self.give(service, self.content(0), one, key="k")[2]
        self.give(service, self.content(0), other)
        self.assertEqual(first, self.give(service, self.content(0), one, key="k")[2])
        listed = service.ask("GET", "/v1/models/online/feedback")[2]
        self.assertEqual([other], [entry["labels"] for entry in listed["feedback"]])

    def test_a_later_correction_replaces_the_earlier(self):
        service = self.with_journal()
        names = sorted({label for document in self.documents for label in document["labels"]})
        for name in names[:4]:
            self.assertEqual(200, self.give(service, self.content(0), [name])[0])
        listed = service.ask("GET", "/v1/models/online/feedback")[2]
        self.assertEqual((1, 1, [names[3]]), (listed["total"], listed["pending"], listed["feedback"][0]["labels"]))
        lines = running.call(PROGRAM, "journal", "export", self.journal, "-o", "-").splitlines()
        self.assertEqual(1, len(lines))
        self.assertEqual(4, len(running.call(PROGRAM, "journal", "export", self.journal, "--all", "-o", "-").splitlines()))

    def test_without_an_id_a_document_goes_by_its_content(self):
        service = self.with_journal()
        first = self.give(service, {"text": "a pump"}, [])[2]["document"]
        self.assertRegex(first, "^h[0-9a-f]{16}$")
        self.assertEqual(first, self.give(service, {"text": "a pump"}, [])[2]["document"])
        self.assertNotEqual(first, self.give(service, {"text": "a pump "}, [])[2]["document"])

    def test_ids_are_those_that_a_path_can_name(self):
        service = self.with_journal()
        for identifier in ["", ".", "..", "a\x00b", "a\nb", "\x7f"]:
            document = {"id": identifier, "text": "x"}
            self.error(self.give(service, document, []), 400, "usage")
            self.error(service.ask("POST", "/v1/models/online/pool", {"documents": [document]}), 400, "usage")
        for identifier in ["...", "a/b", "%2e", " ", "ü 木", "?#", "x" * 300]:
            self.assertEqual(200, self.give(service, {"id": identifier, "text": "x"}, [])[0], identifier)
            path = f"/v1/models/online/documents/{quote(identifier, safe='')}"
            self.assertEqual((200, {"deleted": 1}), service.ask("DELETE", path)[::2], identifier)

    def test_labels(self):
        service = self.with_journal()
        label = self.documents[0]["labels"][0]
        message = self.error(self.give(service, self.content(0), [label + "x"]), 422, "input")
        self.assertIn(label, message)
        nodes = service.ask("GET", "/v1/models/online/taxonomy")[2]["nodes"]
        self.error(self.give(service, self.content(0), [label, label + "zz"]), 422, "input")
        self.error(self.give(service, self.content(0), [""]), 422, "input")
        self.assertEqual(0, service.ask("GET", "/v1/models/online/feedback")[2]["total"])
        self.assertEqual(200, self.give(service, self.content(0), [])[0])
        for node in nodes[1:]:
            status, _, body = self.give(service, self.content(1), [node["name"]])
            self.assertIn(status, (200,) if node["class"] else (200, 422), body)

    def test_counts_of_the_taxonomy(self):
        service = self.with_journal()
        for i in range(20):
            self.give(service, self.content(i), self.documents[i]["labels"])
        nodes = service.ask("GET", "/v1/models/online/taxonomy")[2]["nodes"]
        listed = service.ask("GET", "/v1/models/online/feedback")[2]["feedback"]
        # Whatever was answered is below the root.
        self.assertEqual((20, 0), (nodes[0]["feedback"], nodes[0]["wrong"]))
        self.assertEqual(sum(not entry["right"] for entry in listed), sum(node["wrong"] for node in nodes if node["class"]))
        self.assertEqual(20, sum(node["feedback"] for node in nodes if node["class"]))
        for number, node in enumerate(nodes):
            self.assertTrue(all(parent < number for parent in node["parents"]))

    def test_pages_of_feedback(self):
        service = self.with_journal()
        for i in range(25):
            self.give(service, self.content(i), self.documents[i]["labels"])
        found, before = [], None
        while True:
            query = f"?limit=10&before={before}" if before else "?limit=10"
            page = service.ask("GET", f"/v1/models/online/feedback{query}")[2]["feedback"]
            if not page:
                break
            found += [entry["sequence"] for entry in page]
            before = found[-1]
        self.assertEqual(sorted(found, reverse=True), found)
        self.assertEqual(25, len(set(found)))
        for query in ["limit=0", "limit=1001", "limit=x", "before=x", "limit=1&limit=2", "lmit=1"]:
            self.assertEqual(400, service.ask("GET", f"/v1/models/online/feedback?{query}")[0], query)

    def test_a_deleted_document_is_gone_from_the_file(self):
        service = self.with_journal()
        secret = "zanzibar" * 20
        document = {"id": "a/b ü?#%", "text": f"{secret} " * 500}
        self.give(service, document, [])
        self.give(service, document, self.documents[0]["labels"])
        service.ask("POST", "/v1/models/online/pool", {"documents": [document]})
        for i in range(20):
            self.give(service, self.content(i), self.documents[i]["labels"])
        path = "/v1/models/online/documents/a%2Fb%20%C3%BC%3F%23%25"
        status, _, body = service.ask("DELETE", path)
        self.assertEqual(200, status, body)
        self.assertGreaterEqual(body["deleted"], 2)
        for file in self.folder.glob("feedback.db*"):
            if file.is_file():
                self.assertNotIn(secret.encode(), file.read_bytes(), file)
        self.error(service.ask("DELETE", path), 404, "path")
        self.assertEqual(20, service.ask("GET", "/v1/models/online/feedback")[2]["total"])
        self.assertNotIn(secret, running.call(PROGRAM, "journal", "export", self.journal, "--all", "-o", "-"))

    def test_without_a_journal_nothing_is_learned(self):
        service = self.service()
        self.error(self.give(service, self.content(0), []), 409, "conflict")
        for path in ("update", "rollback"):
            self.error(service.ask("POST", f"/v1/models/online/{path}", {}), 409, "conflict")
        self.assertFalse(service.ask("GET", "/v1/models/online")[2]["feedback"])

    def test_many_at_once(self):
        service = self.with_journal()
        sequences, failures = [], []

        def work(number):
            for i in range(50):
                status, _, body = self.give(service, {"id": f"{number} {i}", "text": "x"}, [], key=f"{number} {i}")
                (sequences if status == 200 else failures).append(body.get("sequence", body))
        threads = [threading.Thread(target=work, args=(number,)) for number in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.assertEqual([], failures)
        self.assertEqual(400, len(set(sequences)))
        self.assertEqual(400, service.ask("GET", "/v1/models/online/feedback")[2]["total"])


class Learning(Base):
    def correct(self, service, model, count=30):
        for i in range(count):
            self.give(service, self.content(i), self.documents[i]["labels"], model=model)

    def wait(self, service, model, update):
        while update["state"] == "running":
            time.sleep(0.05)
            update = service.ask("GET", f"/v1/models/{model}/updates/{update['update']}")[2]
        return update

    def test_what_is_learned_is_what_the_command_line_learns(self):
        service = self.with_journal()
        for model in ("online", "batch"):
            self.correct(service, model)
            done = self.wait(service, model, service.ask("POST", f"/v1/models/{model}/update", {})[2])
            self.assertEqual(("done", 30), (done["state"], done["examples"]), done)
            lines, after = self.folder / f"{model}.jsonl", self.folder / f"{model}-after.clade"
            running.call(PROGRAM, "journal", "export", self.journal, "--model", model, "-o", lines)
            running.call(PROGRAM, "update", self.folder / f"{model}.clade", lines, "--quiet", "-o", after)
            expected = running.call(PROGRAM, "predict", after, self.made / "data/test.jsonl", "--top", "1", "--json", "--quiet")
            for ours, line in zip(self.top(service, 200, model), expected.splitlines()):
                theirs = json.loads(line)["labels"]
                self.assertEqual(theirs[0]["label"], ours[0]["label"])
                self.assertAlmostEqual(theirs[0]["score"], ours[0]["score"], places=4)

    def test_what_was_learned_is_there_after_a_restart(self):
        service = self.with_journal()
        original = [model.read_bytes() for model in self.models]
        for model in ("online", "batch"):
            self.correct(service, model)
            self.wait(service, model, service.ask("POST", f"/v1/models/{model}/update", {})[2])
        before = [self.top(service, model=model) for model in ("online", "batch")]
        generations = [service.ask("GET", f"/v1/models/{model}")[2]["generation"] for model in ("online", "batch")]
        self.assertEqual(0, service.stop())
        self.assertEqual(original, [model.read_bytes() for model in self.models])
        service = self.with_journal()
        self.assertEqual(before, [self.top(service, model=model) for model in ("online", "batch")])
        self.assertEqual(generations, [service.ask("GET", f"/v1/models/{model}")[2]["generation"] for model in ("online", "batch")])
        self.assertEqual("nothing", service.ask("POST", "/v1/models/online/update", {})[2]["state"])

    def test_probabilities_are_kept(self):
        service = self.with_journal()
        self.correct(service, "batch")
        self.wait(service, "batch", service.ask("POST", "/v1/models/batch/update", {})[2])
        self.assertTrue(service.ask("GET", "/v1/models/batch")[2]["calibrated"])
        body = {"document": self.content(0), "probabilities": True}
        self.assertIn("probability", service.ask("POST", "/v1/models/batch/predict", body)[2]["predictions"][0]["labels"][0])

    def test_probabilities_are_learned_anew_where_asked(self):
        service = self.with_journal("--calibration", self.made / "data/test.jsonl")
        self.correct(service, "batch")
        done = self.wait(service, "batch", service.ask("POST", "/v1/models/batch/update", {})[2])
        self.assertEqual("done", done["state"], done)
        self.assertTrue(service.ask("GET", "/v1/models/batch")[2]["calibrated"])

    def test_generations(self):
        service = self.with_journal()
        seen = {service.ask("GET", "/v1/models/online")[2]["generation"]: self.top(service)}
        for step in range(8):
            for i in range(5 * step, 5 * step + 5):
                self.give(service, self.content(i), self.documents[i]["labels"])
            done = service.ask("POST", "/v1/models/online/update", {})
            self.assertEqual((200, "done", 5), (done[0], done[2]["state"], done[2]["examples"]))
            seen[done[2]["generation"]] = self.top(service)
        numbers = list(seen)
        history = service.ask("GET", "/v1/models/online/history")[2]["generations"]
        self.assertEqual(sorted(numbers, reverse=True), [g["generation"] for g in history])
        self.assertEqual([True] + [False] * 8, [g["current"] for g in history])
        back = service.ask("POST", "/v1/models/online/rollback", {})
        self.assertEqual(numbers[-2], back[2]["same_as"], back)
        self.assertEqual(seen[numbers[-2]], self.top(service))
        self.assertEqual(5, service.ask("GET", "/v1/models/online")[2]["pending"])
        back = service.ask("POST", "/v1/models/online/rollback", {"generation": numbers[-4]})
        self.assertEqual(200, back[0], back)
        self.assertEqual(seen[numbers[-4]], self.top(service))
        for missing in (10**6, 0):
            self.assertIn(service.ask("POST", "/v1/models/online/rollback", {"generation": missing})[0], (404, 409, 422))
        self.assertEqual(409, service.ask("POST", "/v1/models/online/rollback", {"generation": numbers[0]})[0])
        again = service.ask("POST", "/v1/models/online/update", {})
        self.assertEqual((200, "done", 15), (again[0], again[2]["state"], again[2]["examples"]))

    def test_since(self):
        service = self.with_journal()
        self.correct(service, "online", 10)
        service.ask("POST", "/v1/models/online/update", {})
        newest = service.ask("GET", "/v1/models/online/feedback")[2]["feedback"][0]["sequence"]
        self.assertEqual(10, service.ask("POST", "/v1/models/online/update", {"since": 0})[2]["examples"])
        self.assertEqual(3, service.ask("POST", "/v1/models/online/update", {"since": newest - 3})[2]["examples"])
        self.assertEqual("nothing", service.ask("POST", "/v1/models/online/update", {"since": newest})[2]["state"])
        for since in (-1, "x", 1.5, None, 10**30):
            self.assertEqual(400, service.ask("POST", "/v1/models/online/update", {"since": since})[0], since)

    def test_documents_that_fit_nowhere_teach_nothing(self):
        service = self.with_journal()
        for i in range(3):
            self.give(service, self.content(i), [])
        self.assertEqual("nothing", service.ask("POST", "/v1/models/online/update", {})[2]["state"])
        self.assertTrue(all(not e["right"] for e in service.ask("GET", "/v1/models/online/feedback")[2]["feedback"]))

    def test_requests_go_on_while_a_model_is_trained(self):
        service = self.with_journal()
        for i in range(200):
            self.give(service, self.content(i), self.documents[i]["labels"], model="batch")
        statuses, stop = [], threading.Event()

        def ask():
            while not stop.is_set():
                statuses.append(service.ask("POST", "/v1/models/batch/predict", {"document": self.content(1)})[0])
        threads = [threading.Thread(target=ask) for _ in range(3)]
        for thread in threads:
            thread.start()
        answers = [service.ask("POST", "/v1/models/batch/update", {"since": 0}) for _ in range(2)]
        self.assertEqual(202, answers[0][0], answers)
        self.assertIn(answers[1][0], (202, 409))
        self.assertEqual("done", self.wait(service, "batch", answers[0][2])["state"])
        stop.set()
        for thread in threads:
            thread.join()
        self.assertEqual({200}, set(statuses))

    def test_updates_that_are_unknown(self):
        service = self.with_journal()
        for number in ("1", "99999999999999999999", "x", "-1", "1.5"):
            self.assertIn(service.ask("GET", f"/v1/models/online/updates/{number}")[0], (400, 404), number)


class Reloading(Base):
    def wait_for(self, condition, what):
        end = time.monotonic() + 10 * SLOWNESS
        while not condition():
            self.assertLess(time.monotonic(), end, what)
            time.sleep(0.05)

    def replace(self, name, source):
        new = self.folder / "new"
        shutil.copy(source, new)
        os.replace(new, self.folder / name)

    def test_a_replaced_file_is_taken_while_requests_go_on(self):
        service = self.with_journal()
        before = service.ask("GET", "/v1/models/online")[2]
        self.replace("online.clade", self.made / "batch.clade")
        self.wait_for(lambda: service.ask("GET", "/v1/models/online")[2]["method"] != before["method"], "it is not taken")
        after = service.ask("GET", "/v1/models/online")[2]
        self.assertGreater(after["generation"], before["generation"])
        self.assertEqual("file", service.ask("GET", "/v1/models/online/history")[2]["generations"][0]["how"])
        expected = running.call(PROGRAM, "predict", self.made / "batch.clade", self.made / "data/test.jsonl", "--top", "1",
                                "--json", "--quiet").splitlines()
        self.assertEqual([json.loads(line)["labels"][0]["label"] for line in expected[:60]],
                         [labels[0]["label"] for labels in self.top(service)])

    def test_a_file_that_cannot_be_used_is_left_alone(self):
        service = self.with_journal()
        before = self.top(service)
        damaged = self.folder / "damaged"
        content = bytearray((self.made / "online.clade").read_bytes())
        content[len(content) // 2] ^= 1
        for bad in (bytes(content), content[:1000], b"", b"x" * 100000):
            damaged.write_bytes(bad)
            self.replace("online.clade", damaged)
            service.process.send_signal(signal.SIGHUP)
            time.sleep(0.5 * SLOWNESS)
            self.assertEqual(before, self.top(service))
        self.assertIn("online.clade", service.said())
        (self.folder / "online.clade").unlink()
        time.sleep(2.5 * SLOWNESS)
        self.assertEqual(before, self.top(service))
        self.assertEqual(200, service.ask("GET", "/readyz")[0])

    def test_after_a_restart_the_file_counts_only_if_it_was_replaced(self):
        service = self.with_journal()
        for i in range(30):
            self.give(service, self.content(i), self.documents[i]["labels"])
        service.ask("POST", "/v1/models/online/update", {})
        learned = self.top(service)
        service.stop()
        self.assertEqual(learned, self.top(self.with_journal()))


class BeginningAndEnd(Base):
    def test_what_cannot_be_served(self):
        for words, code, text in [
                ([], 2, "MODEL"), ([self.folder / "none.clade"], 5, "none.clade"), ([self.made / "data/data.jsonl"], 4, "data.jsonl"),
                ([self.models[0], self.made / "online.clade"], 2, "online"), ([self.models[0], "--port", "99999"], 2, "port"),
                ([self.models[0], "--listen", "0.0.0.0"], 2, "token"), ([self.models[0], "--listen", "::"], 2, "token"),
                ([self.models[0], "--listen", "localhosts"], 2, "listen"), ([self.models[0], "--tls-key", "x"], 2, "tls"),
                ([self.models[0], "--threads", "-1"], 2, "threads"), ([self.models[0], "--rate", "-1"], 2, "rate"),
                ([self.models[0], "--max-body", "x"], 2, "max-body"), ([self.models[0], "--nothing"], 2, "nothing"),
                ([self.models[0], "--token-file", self.folder / "none"], 5, "none"),
                ([self.models[0], "--journal", self.folder / "none" / "j.db"], 5, "none")]:
            with self.subTest(words=words[1:]):
                found, said = refused(*words)
                self.assertEqual(code, found, said)
                self.assertIn(text, said)
                self.assertEqual(1, len(said.strip().splitlines()), said)

    def test_a_port_that_is_taken(self):
        service = self.service()
        code, said = refused(self.models[0], "--port", service.port)
        self.assertEqual(5, code, said)
        self.assertIn(str(service.port), said)

    def test_a_journal_has_one_user(self):
        self.with_journal()
        code, said = refused(self.models[0], "--journal", self.journal, "--port", 0)
        self.assertEqual(5, code, said)
        self.assertIn("feedback.db", said)

    def test_a_journal_of_a_later_version(self):
        self.with_journal().stop()
        with sqlite3.connect(self.journal) as database:
            self.assertEqual((1,), database.execute("PRAGMA user_version").fetchone())
            database.execute("PRAGMA user_version = 2")
        code, said = refused(self.models[0], "--journal", self.journal, "--port", 0)
        self.assertNotEqual(0, code)
        self.assertIn("version", said)
        (self.folder / "no.db").write_bytes(b"this is no database, but a text\n" * 100)
        code, said = refused(self.models[0], "--journal", self.folder / "no.db", "--port", 0)
        self.assertNotEqual(0, code)
        self.assertIn("no.db", said)

    def test_the_end_waits_for_requests(self):
        service = self.with_journal()
        with Connection(service) as connection:
            body = json.dumps({"documents": [{"text": self.documents[0]["text"] * 20}] * 2000, "top": 9})
            connection.send(request("POST /v1/models/batch/predict", "Content-Type: application/json", body=body))
            time.sleep(0.05)
            service.process.send_signal(signal.SIGTERM)
            answer = connection.answer()
            self.assertTrue(answer and answer[0] == 200, answer)
            self.assertEqual(2000, len(answer[2]["predictions"]))
        self.assertEqual(0, service.process.wait(30 * SLOWNESS))

    def test_idle_connections_do_not_hold_it_up(self):
        service = self.with_journal()
        with Connection(service) as connection:
            connection.send(request("GET /healthz"))
            connection.answer()
            began = time.monotonic()
            self.assertEqual(0, service.stop())
            self.assertLess(time.monotonic() - began, 5 * SLOWNESS)

    def test_interrupted_twice(self):
        service = self.with_journal()
        with Connection(service) as connection:
            connection.send(request("POST /v1/models/online/predict", "Content-Type: application/x-ndjson",
                                    "Transfer-Encoding: chunked", body="5\r\n{\"tex"))
            time.sleep(0.2)
            service.process.send_signal(signal.SIGINT)
            time.sleep(0.3)
            service.process.send_signal(signal.SIGINT)
            self.assertIsNotNone(service.process.wait(5 * SLOWNESS))

    def test_the_journal_of_the_command_line(self):
        service = self.with_journal()
        for i in range(10):
            self.give(service, self.content(i), self.documents[i]["labels"])
        self.give(service, self.content(0), [])
        self.assertIn("online", running.call(PROGRAM, "journal", "show", self.journal))
        exported = [json.loads(line) for line in
                    running.call(PROGRAM, "journal", "export", self.journal, "--model", "online", "-o", "-").splitlines()]
        self.assertEqual(10, len(exported))
        self.assertEqual(sorted(e["sequence"] for e in exported), [e["sequence"] for e in exported])
        self.assertEqual({"sequence", "model", "id", "labels", "text"}, set(exported[0]))
        done = subprocess.run([PROGRAM, "journal", "compact", self.journal], capture_output=True, text=True, check=False)
        self.assertNotEqual(0, done.returncode, "compact works while the service runs")
        service.stop()
        running.call(PROGRAM, "journal", "compact", self.journal)
        self.assertEqual(10, len(running.call(PROGRAM, "journal", "export", self.journal, "--all", "-o", "-").splitlines()))
        lines = self.folder / "out.jsonl"
        running.call(PROGRAM, "journal", "export", self.journal, "-o", lines)
        running.call(PROGRAM, "train", self.made / "data/data.jsonl", lines, "--taxonomy", self.made / "data/taxonomy.tsv",
                     "--method", "perceptron", "--quiet", "-o", self.folder / "both.clade")


class Tokens(Base):
    READ, WRITE, ADMIN = "reader-reader-reader", "writer-writer-writer", "admin-admin-admin-admin"

    def tokens(self, text=None):
        file = self.folder / "tokens"
        file.write_text(text or f"# who\n\n{self.READ} read\n{self.WRITE} feedback\n{self.ADMIN}\n")
        file.chmod(0o600)
        return file

    def ask(self, service, method, path, token, body=None):
        headers = {"Authorization": f"Bearer {token}"} if token is not None else {}
        return service.ask(method, path, body, headers)

    def test_roles(self):
        service = self.with_journal("--token-file", self.tokens())
        m = "/v1/models/online"
        document = {"document": {"text": "x"}}
        requests = [("GET", "/v1/models", None, 1), ("GET", m, None, 1), ("GET", m + "/taxonomy", None, 1),
                    ("GET", m + "/history", None, 1), ("POST", m + "/predict", document, 1), ("POST", m + "/explain", document, 1),
                    ("GET", m + "/feedback", None, 2), ("POST", m + "/feedback", {**document, "labels": []}, 2),
                    ("DELETE", m + "/documents/7", None, 2), ("GET", m + "/pool", None, 2), ("DELETE", m + "/pool", None, 2),
                    ("POST", m + "/pool", {"documents": []}, 2), ("POST", m + "/update", {}, 3), ("POST", m + "/rollback", {}, 3),
                    ("GET", m + "/updates/1", None, 3), ("GET", "/metrics", None, 3)]
        for method, path, body, least in requests:
            for role, token in enumerate([None, self.READ, self.WRITE, self.ADMIN]):
                with self.subTest(path=path, role=role):
                    answer = self.ask(service, method, path, token, body)
                    if token is None:
                        self.error(answer, 401, "token")
                    elif role < least:
                        self.error(answer, 403, "role")
                    else:
                        self.assertNotIn(answer[0], (401, 403, 500), answer)
        for path in ("/healthz", "/readyz", "/", "/openapi.json"):
            self.assertEqual(200, self.ask(service, "GET", path, None)[0], path)

    def test_tokens_that_are_none(self):
        service = self.with_journal("--token-file", self.tokens())
        for value in ["", "Bearer", "Bearer ", f"Basic {self.READ}", self.READ, f"Bearer {self.READ}x", f"Bearer {self.READ[:-1]}",
                      f"Bearer {self.READ} {self.READ}", "Bearer " + "x" * 5000, f"Bearer {self.READ.upper()}", "Bearer # who"]:
            self.error(service.ask("GET", "/v1/models", None, {"Authorization": value}), 401, "token")
        self.assertEqual(200, service.ask("GET", "/v1/models", None, {"Authorization": f"bearer {self.READ}"})[0])
        # Who may not ask does not learn what there is.
        self.error(service.ask("GET", "/v1/models/nothing"), 401, "token")

    def test_files_that_are_refused(self):
        for text, word in [("short read\n", "16"), (f"{self.READ} reader\n", "role"), (f"{self.READ} read more\n", ""), ("", ""),
                           (f"{self.READ} read\n{self.READ} admin\n", "")]:
            code, said = refused(self.models[0], "--port", 0, "--token-file", self.tokens(text or "# nobody\n"))
            self.assertIn(code, (2, 3), said)
            self.assertIn(word, said)
            self.assertNotIn(self.READ, said)
        file = self.tokens()
        file.chmod(0o644)
        code, said = refused(self.models[0], "--port", 0, "--token-file", file)
        self.assertNotEqual(0, code)
        self.assertIn("tokens", said)

    def test_tokens_are_read_again(self):
        file = self.tokens()
        service = self.with_journal("--token-file", file)
        file.write_text("another-another-another read\n")
        service.process.send_signal(signal.SIGHUP)
        time.sleep(0.5 * SLOWNESS)
        self.assertEqual(401, self.ask(service, "GET", "/v1/models", self.READ)[0])
        self.assertEqual(200, self.ask(service, "GET", "/v1/models", "another-another-another")[0])
        file.write_text("bad\n")
        service.process.send_signal(signal.SIGHUP)
        time.sleep(0.5 * SLOWNESS)
        self.assertEqual(200, self.ask(service, "GET", "/v1/models", "another-another-another")[0])

    def test_the_access_log_has_no_secrets(self):
        log = self.folder / "log"
        service = self.with_journal("--token-file", self.tokens(), "--access-log", log)
        self.ask(service, "POST", "/v1/models/online/predict", self.READ, {"document": {"text": "zanzibar"}})
        self.ask(service, "GET", "/v1/models?x=zanzibar", "wrong-wrong-wrong-wrong")
        service.stop()
        lines = [json.loads(line) for line in log.read_text().splitlines()]
        self.assertEqual([200, 401], [line["status"] for line in lines])
        self.assertEqual(["POST", "GET"], [line["method"] for line in lines])
        self.assertNotIn("reader", log.read_text())
        self.assertNotIn("wrong-", log.read_text())
        self.assertNotIn("zanzibar", log.read_text().splitlines()[0])
        service = self.with_journal("--access-log", log, "--log-texts")
        service.ask("POST", "/v1/models/online/predict", {"document": {"text": "zanzibar"}})
        service.stop()
        self.assertIn("zanzibar", log.read_text().splitlines()[-1])

    def test_other_sites_that_are_listed(self):
        service = self.with_journal("--cors", "https://site.example", "--hosts", "clade.example.org")
        site = {"Origin": "https://site.example"}
        status, headers, _ = service.ask("GET", "/v1/models", None, site)
        self.assertEqual((200, "https://site.example"), (status, headers.get("Access-Control-Allow-Origin")))
        status, headers, _ = service.ask("OPTIONS", "/v1/models/online/predict", None, {
            **site, "Access-Control-Request-Method": "POST", "Access-Control-Request-Headers": "content-type,authorization"})
        self.assertIn(status, (200, 204))
        self.assertIn("POST", headers["Access-Control-Allow-Methods"])
        self.assertIn("content-type", headers["Access-Control-Allow-Headers"].lower())
        self.assertEqual(403, service.ask("GET", "/v1/models", None, {"Origin": "https://other.example"})[0])
        # Behind a proxy with TLS, which the service itself does not see.
        name = {"Host": "clade.example.org", "Origin": "https://clade.example.org"}
        self.assertEqual(200, service.ask("GET", "/v1/models", None, name)[0])


class Vectors(Base):
    def test_numbers(self):
        data = self.folder / "v"
        running.call(PROGRAM, "generate", "wang2", "-o", data, "--quiet")
        file = next(data.glob("*.svm"))
        running.call(PROGRAM, "train", file, *(["--taxonomy", next(data.glob("taxonomy*"))]), "--method", "hsvm", "--quiet",
                     "-o", self.folder / "numbers.clade")
        service = self.service(models=[self.folder / "numbers.clade"])
        path = "/v1/models/numbers/predict"
        for document in [{"vector": [0.1, 0.2]}, {"features": {"1": 0.1, "2": 0.2}}, {"vector": []}, {"vector": [0.1, 0.2, 5.0]},
                         {"vector": [None, 0.5]}, {"features": {}}, {"features": {"unknown": 1}}]:
            status, _, body = service.ask("POST", path, {"documents": [document], "top": 2})
            self.assertIn(status, (200, 422), (document, body))
        same = [service.ask("POST", path, {"document": d, "top": 2})[2]["predictions"][0]["labels"]
                for d in ({"vector": [0.1, 0.2]}, {"features": {"1": 0.1, "2": 0.2}})]
        self.assertEqual(same[0], same[1])
        for text in ['{"document":{"vector":[1e999]}}', '{"document":{"vector":[1e308,1e308]}}', '{"document":{"vector":["1"]}}',
                     '{"document":{"vector":[true]}}', '{"document":{"vector":{"1":1}}}', '{"document":{"features":[1]}}',
                     '{"document":{"vector":[NaN]}}', '{"document":{"text":1}}', '{"document":{"text":"x","vector":[1]}}', '{"document":{}}']:
            status, _, body = service.ask("POST", path, text)
            self.assertIn(status, (400, 422), (text, body))


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    if not running.can_serve(PROGRAM):
        print(f"skipped: {PROGRAM} has no serve")
        sys.exit(77)
    unittest.main()
