#!/usr/bin/env python3
"""Asks a running service for everything in /openapi.json, rightly and wrongly, and holds the answers against it.

  contract_test.py build/clade [--seeds N]
"""

import argparse
import json
import sys
import tempfile
import unittest
from pathlib import Path
from urllib.parse import quote, urlencode

import running
from schema import Schemas, Values

ROOT = Path(__file__).resolve().parents[2]
CONTRACT = json.loads((ROOT / "src/serve/openapi.json").read_text())
METHODS = ["GET", "POST", "DELETE", "PUT", "PATCH"]
OPTIONS = argparse.Namespace(program="", seeds=40)
# What a request that is well-formed may still be refused with: the model, the document or the state does not allow it.
BY_CONTENT = {"400", "404", "409", "413", "422"}


def operations():
    for path, item in CONTRACT["paths"].items():
        for method, operation in item.items():
            if method != "parameters":
                yield path, method.upper(), operation, item.get("parameters", []) + operation.get("parameters", [])


class Contract(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        models, cls.documents = running.make_models(OPTIONS.program, cls.folder.name)
        cls.service = running.Service(OPTIONS.program, models, "--journal", f"{cls.folder.name}/j.db")
        cls.schemas = Schemas(CONTRACT)
        cls.labels = sorted({label for document in cls.documents for label in document["labels"]})

    @classmethod
    def tearDownClass(cls):
        code = cls.service.stop()
        cls.folder.cleanup()
        assert code == 0, f"the service ended with {code}: {cls.service.said()}"

    def resolved(self, part):
        """A parameter or answer that may be a reference."""
        while "$ref" in part:
            found = CONTRACT
            for name in part["$ref"].removeprefix("#/").split("/"):
                found = found[name]
            part = found
        return part

    def check(self, operation, asked, answer, statuses):
        """The answer is one of those that the operation has, in status, type, headers and content."""
        status, headers, body = answer
        said = f"{asked}\n-> {status} {str(body)[:500]}"
        self.assertIn(str(status), operation["responses"], said)
        self.assertIn(str(status), statuses, said)
        self.assertNotEqual(status, 500, said)
        response = self.resolved(operation["responses"][str(status)])
        kind = headers.get("Content-Type", "").partition(";")[0]
        self.assertIn(kind, response["content"], said)
        for name, header in response.get("headers", {}).items():
            self.assertTrue(name in headers or not header.get("required"), f"{name} is missing\n{said}")
        schema = response["content"][kind]["schema"]
        if kind == "application/json":
            self.assertEqual([], list(self.schemas.problems(body, schema)), said)
        elif kind == "application/x-ndjson":
            for line in body.decode().splitlines():
                found = list(self.schemas.problems(json.loads(line), {"$ref": "#/components/schemas/PredictionLine"}))
                self.assertEqual([], found, said)

    def target(self, path, parameters, values, good=True):
        """A path and query of good values; with `good` false one of the query's is bad."""
        query = {}
        for parameter in map(self.resolved, parameters):
            name, schema = parameter["name"], parameter["schema"]
            if name == "m":
                value = values.random.choice(["online", "batch"])
            else:
                value = values.good(schema)
            if parameter["in"] == "path":
                path = path.replace("{" + name + "}", quote(str(value), safe=""))
            elif values.random.random() < 0.3:
                query[name] = value
        if not good:
            query[values.random.choice(["limit", "before", "top", "unknown"])] = values.random.choice(["-1", "x", "", "1e9x"])
        words = {name: str(value).lower() if isinstance(value, bool) else value for name, value in query.items()}
        return path + ("?" + urlencode(words) if words else "")

    def test_the_service_tells_this_contract(self):
        self.assertEqual(CONTRACT, self.service.ask("GET", "/openapi.json")[2])

    def test_examples_fit_their_schemas(self):
        for _, _, operation, _ in operations():
            answers = [self.resolved(response) for response in operation["responses"].values()]
            for part in [*answers, operation.get("requestBody", {})]:
                for kind, content in part.get("content", {}).items():
                    if kind == "application/json" and "example" in content:
                        self.assertEqual([], list(self.schemas.problems(content["example"], content["schema"])))

    def test_good_requests(self):
        for seed in range(OPTIONS.seeds):
            values = Values(self.schemas, seed)
            for path, method, operation, parameters in operations():
                body = self.good_body(operation, values)
                # The query is for lines alone.
                given = [] if path.endswith("/predict") else parameters
                target = self.target(path, given + [p for p in parameters if p not in given
                                                    and self.resolved(p)["in"] == "path"], values)
                allowed = {"200", "202"} | BY_CONTENT & set(operation["responses"])
                if operation["operationId"] not in ("predict", "explain", "update"):
                    allowed.discard("400")
                with self.subTest(seed=seed, operation=operation["operationId"]):
                    self.check(operation, (method, target, body), self.service.ask(method, target, body), allowed)

    def good_body(self, operation, values):
        if "requestBody" not in operation:
            return None
        body = values.good(operation["requestBody"]["content"]["application/json"]["schema"])
        # Labels that exist and documents that the models take, mostly: what is refused early tests little.
        if "labels" in body and values.random.random() < 0.7:
            body["labels"] = values.random.sample(self.labels, k=values.random.randint(0, 1))
        for document in [body.get("document"), *body.get("documents", [])]:
            if document and values.random.random() < 0.8:
                for name in ("features", "vector"):
                    document.pop(name, None)
                document["text"] = values.random.choice(self.documents)["text"]
        return body

    def test_bad_bodies(self):
        for seed in range(OPTIONS.seeds):
            values = Values(self.schemas, 1000 + seed)
            for path, method, operation, parameters in operations():
                if "requestBody" not in operation:
                    continue
                body = values.bad(operation["requestBody"]["content"]["application/json"]["schema"])
                target = self.target(path, [p for p in parameters if self.resolved(p)["in"] == "path"], values)
                with self.subTest(seed=seed, operation=operation["operationId"]):
                    self.check(operation, (method, target, body), self.service.ask(method, target, json.dumps(body)), {"400", "422"})

    def test_bodies_that_are_no_json(self):
        texts = [b"", b"{", b"[]", b"null", b"1", b'"x"', b"{}{}", b"\xff\xfe", b'{"a":1,}', b"[" * 100000, b'{"a":"\xc0\x80"}',
                 b'{"documents":[{"text":"\\ud800"}]}', b'{"documents":[{"text":"x","vector":[NaN]}]}', b"\x00" * 100]
        for path, method, operation, parameters in operations():
            for text in texts if "requestBody" in operation else []:
                target = self.target(path, [p for p in parameters if self.resolved(p)["in"] == "path"], Values(self.schemas, 1))
                with self.subTest(operation=operation["operationId"], text=text[:40]):
                    self.check(operation, (method, target, text[:40]), self.service.ask(method, target, text), {"400", "422"})

    def test_bad_queries(self):
        for seed in range(OPTIONS.seeds // 4):
            values = Values(self.schemas, 2000 + seed)
            for path, method, operation, parameters in operations():
                if not path.startswith("/v1/models/{m}/") or method != "GET":
                    continue
                target = self.target(path, parameters, values, good=False)
                with self.subTest(seed=seed, operation=operation["operationId"]):
                    self.check(operation, (method, target), self.service.ask(method, target), {"400", "404"})

    def test_other_content_types(self):
        kinds = ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonx",
                 "application", "", "application/json, text/plain"]
        for path, method, operation, parameters in operations():
            for kind in kinds if "requestBody" in operation else []:
                target = self.target(path, [p for p in parameters if self.resolved(p)["in"] == "path"], Values(self.schemas, 1))
                with self.subTest(operation=operation["operationId"], kind=kind):
                    answer = self.service.ask(method, target, b"{}", {"Content-Type": kind})
                    self.check(operation, (method, target, kind), answer, {"415"})

    def test_json_may_say_its_encoding(self):
        for kind in ["application/json; charset=utf-8", "Application/JSON", 'application/json;charset="UTF-8"']:
            body = json.dumps({"documents": [{"text": "x"}]})
            self.assertEqual(200, self.service.ask("POST", "/v1/models/online/predict", body, {"Content-Type": kind})[0], kind)

    def test_methods_that_a_path_does_not_take(self):
        for path, item in CONTRACT["paths"].items():
            taken = {name.upper() for name in item if name != "parameters"}
            for method in METHODS:
                if method in taken:
                    continue
                target = path.replace("{m}", "online").replace("{id}", "7").replace("{update}", "1")
                status, headers, body = self.service.ask(method, target)
                with self.subTest(path=path, method=method):
                    self.assertEqual(405, status, body)
                    self.assertEqual(taken, {word.strip() for word in headers["Allow"].split(",")} - {"HEAD", "OPTIONS"})
                    self.assertEqual([], list(self.schemas.problems(body, {"$ref": "#/components/schemas/Error"})))

    def test_lines(self):
        operation = CONTRACT["paths"]["/v1/models/{m}/predict"]["post"]
        for seed in range(OPTIONS.seeds):
            values = Values(self.schemas, 3000 + seed)
            lines = [json.dumps((values.good if values.random.random() < 0.7 else values.bad)(
                {"$ref": "#/components/schemas/Document"})) for _ in range(values.random.randint(0, 30))]
            body = "\n".join(lines).encode() + b"\n" * values.random.randint(0, 1)
            answer = self.service.ask("POST", "/v1/models/online/predict?top=2", body,
                                      {"Content-Type": "application/x-ndjson"})
            with self.subTest(seed=seed):
                self.check(operation, body[:300], answer, {"200"})
                self.assertEqual(len(lines), len(answer[2].decode().splitlines()))
                for line, found in zip(lines, answer[2].decode().splitlines()):
                    fits = self.schemas.fits(json.loads(line), {"$ref": "#/components/schemas/Document"})
                    self.assertTrue(fits or "error" in json.loads(found), (line, found))

    def test_metrics_are_text(self):
        answer = self.service.ask("GET", "/metrics")
        self.assertEqual(200, answer[0])
        self.check(CONTRACT["paths"]["/metrics"]["get"], "metrics", answer, {"200"})


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("--seeds", type=int, default=40)
    parser.parse_args(namespace=OPTIONS)
    if not running.can_serve(OPTIONS.program):
        print(f"skipped: {OPTIONS.program} has no serve")
        sys.exit(77)
    unittest.main(argv=[sys.argv[0]])


if __name__ == "__main__":
    main()
