#!/usr/bin/env python3
"""What must not get through, as bytes: http_test.py build/clade

Requests that two programs might read differently are refused, slow and huge ones end in time, and whatever comes
the service goes on.
"""

import itertools
import json
import multiprocessing
import socket
import sys
import tempfile
import time
import unittest
from pathlib import Path

import running
from raw import Connection, exchange, request
from running import SLOWNESS

PROGRAM = ""
PREDICT = "POST /v1/models/online/predict"
JSON = "Content-Type: application/json"
BODY = json.dumps({"documents": [{"text": "x"}]})


class WithModels(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        cls.models, cls.documents = running.make_models(PROGRAM, cls.folder.name, ["online"])

    def service(self, *options):
        service = running.Service(PROGRAM, self.models, *options)
        self.addCleanup(service.kill)
        return service


class OneService(WithModels):
    @classmethod
    def setUpClass(cls):
        super().setUpClass()
        cls.one = running.Service(PROGRAM, cls.models, "--journal", f"{cls.folder.name}/j.db")
        cls.addClassCleanup(cls.one.kill)

    def tearDown(self):
        self.assertEqual(200, self.one.ask("GET", "/healthz")[0])

    def status(self, data):
        answer = exchange(self.one, data)
        return answer and answer[0]

    def assert_refused(self, data, statuses=(400,), may_close=True):
        """An error, or a connection that is closed without an answer; and nothing behind it is taken for a request."""
        marker = request("GET /healthz")
        with Connection(self.one) as connection:
            try:
                connection.send(data + marker)
            except ConnectionError:
                pass
            answer = connection.answer()
            if answer is None:
                self.assertTrue(may_close, data)
                return
            self.assertIn(answer[0], statuses, (data[:200], answer))
            self.assertTrue(connection.is_closed(), data[:200])
            self.assertEqual(b"", connection.buffer, data[:200])

    def test_a_good_request(self):
        self.assertEqual(200, self.status(request(PREDICT, JSON, body=BODY)))

    def test_lengths_that_disagree(self):
        length = f"Content-Length: {len(BODY)}"
        for fields in [[length, "Transfer-Encoding: chunked"], ["Transfer-Encoding: chunked", length],
                       [length, "Content-Length: 1"], [f"{length}, {len(BODY)}"], ["Content-Length: +5"],
                       ["Content-Length: -1"], ["Content-Length: 0x10"], ["Content-Length: 5 5"], ["Content-Length: "],
                       ["Content-Length: 99999999999999999999999"], ["Content-Length : 5"],
                       ["Transfer-Encoding: gzip"], ["Transfer-Encoding: xchunked"], ["Transfer-Encoding: identity"],
                       ["Transfer-Encoding: chunked", "Transfer-Encoding: identity"],
                       ["Transfer-Encoding: chunked, identity"], ["Transfer-Encoding: gzip, chunked"],
                       ["Transfer-Encoding: chunked, chunked"], ["Transfer-Encoding:\x0bchunked"],
                       ["Transfer-Encoding : chunked"], ["X: y\r\n folded: z", length]]:
            with self.subTest(fields=fields):
                self.assert_refused(request(PREDICT, JSON, *fields, body=BODY), (400, 411, 413, 415, 501))

    def test_chunks_that_are_none(self):
        for chunks in ["zz\r\nabc\r\n0\r\n\r\n", "-5\r\nabcde\r\n0\r\n\r\n", "ffffffffffffffffff\r\nabc", "5\r\nabcdefgh\r\n0\r\n\r\n",
                       "\r\nabc\r\n0\r\n\r\n", "5 \x00\r\nabcde\r\n0\r\n\r\n", "0x5\r\nabcde\r\n0\r\n\r\n", "+5\r\nabcde\r\n0\r\n\r\n",
                       "5\nabcde\n0\n\n", "5;" + "x" * 100000 + "\r\nabcde\r\n0\r\n\r\n"]:
            with self.subTest(chunks=chunks[:40]):
                self.assert_refused(request(PREDICT, JSON, "Transfer-Encoding: chunked", body=chunks), (400, 408, 413, 431))

    def test_chunks(self):
        for size in (1, 7, len(BODY)):
            pieces = [BODY[i:i + size] for i in range(0, len(BODY), size)]
            chunks = "".join(f"{len(piece):X}\r\n{piece}\r\n" for piece in pieces) + "0\r\n\r\n"
            self.assertEqual(200, self.status(request(PREDICT, JSON, "Transfer-Encoding: chunked", body=chunks)))

    def test_heads_that_are_none(self):
        for head in [b"GET / HTTP/1.1\nHost: localhost\n\n", b"GET /\r\n\r\n", b"GET  /  HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET / HTTP/2.0\r\nHost: localhost\r\n\r\n", b"GET / HTTP/1.10\r\nHost: localhost\r\n\r\n",
                     b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03" * 20, b"GET / HTTP/1.1\r\nHost: localhost\r\nA\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\n: x\r\n\r\n", b"GET / HTTP/1.1\r\nHost: localhost\r\nA: \x00\r\n\r\n",
                     b"GET / HTTP/1.1\r\nHost: localhost\r\nA b: c\r\n\r\n", b"G\x00T / HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", b"GET /\x00 HTTP/1.1\r\nHost: localhost\r\n\r\n",
                     b"GET /\xff HTTP/1.1\r\nHost: localhost\r\n\r\n", b"\r\n" * 20000, b"A" * 100000]:
            with self.subTest(head=head[:50]):
                self.assert_refused(head, (400, 403, 404, 405, 431, 505))

    def test_paths_are_never_files(self):
        for path in ["/etc/passwd", "/../../etc/passwd", "/v1/models/../../../../etc/passwd", "/%2e%2e/%2e%2e/etc/passwd",
                     "/v1/models/..%2f..%2f..%2fetc%2fpasswd", "/v1/models/online%2fpredict", "/v1/models/online.clade",
                     "/v1/models/%00", "/v1/models/online%00", "/v1/models/%ff%fe", "/v1/models/%zz", "/v1/models/%", "//v1/models",
                     "/v1//models", "/v1/models/online/", "/V1/models", "/v1/models/online/predict/x", "/v1/models/.",
                     "/v1/models/..", "*", "", "v1/models", "/;/v1/models", "/v1/models\\online", "/v1/models/" + "a" * 5000]:
            with self.subTest(path=path):
                answer = exchange(self.one, request(f"GET {path}"))
                self.assertTrue(answer is None or answer[0] in (400, 404), answer)
                self.assertNotIn("root:", str(answer))
        answer = exchange(self.one, request("GET /v1/models?x=%zz"))
        self.assertIn(answer[0], (400, 200))

    def test_other_forms_of_a_target(self):
        port = self.one.port
        self.assertIn(self.status(request(f"GET http://localhost:{port}/healthz")), (200, 400))
        self.assertIn(self.status(request("GET http://evil.example/healthz", host="localhost")), (400, 403))
        self.assertIn(self.status(request("CONNECT evil.example:80")), (400, 403, 404, 405))
        self.assertIn(self.status(request("TRACE /")), (400, 405))

    def test_the_service_is_called_by_its_name(self):
        port = self.one.port
        for host in ["localhost", f"localhost:{port}", "127.0.0.1", f"127.0.0.1:{port}", "LocalHost"]:
            self.assertEqual(200, self.status(request("GET /v1/models", host=host)), host)
        for host in ["evil.example", f"evil.example:{port}", "127.0.0.1.evil.example", "localhost.evil.example", "127.0.0.2",
                     "localhost@evil.example", "0", "2130706433", "", "[::1", "localhost:80x", "localhost:", "a" * 5000]:
            with self.subTest(host=host):
                answer = exchange(self.one, request("GET /v1/models", host=host))
                self.assertIn(answer[0], (400, 403), answer)
                if answer[0] == 403:
                    self.assertEqual("host", answer[2]["error"]["kind"])
        self.assertEqual(400, self.status(request("GET /v1/models", host=None)))
        self.assertEqual(400, self.status(request("GET /v1/models", "Host: evil.example")))
        self.assertIn(self.status(b"GET /v1/models HTTP/1.0\r\n\r\n"), (400, 403))

    def test_other_web_sites_cannot_ask(self):
        port = self.one.port
        for origin in [f"http://localhost:{port}", f"http://127.0.0.1:{port}"]:
            host = origin.removeprefix("http://")
            self.assertEqual(200, self.status(request(PREDICT, JSON, f"Origin: {origin}", body=BODY, host=host)), origin)
        for origin in ["http://evil.example", "null", f"http://localhost:{port}.evil.example", "http://localhost:1", "file://",
                       f"https://localhost.evil.example:{port}", "", "x"]:
            for line, body in [(PREDICT, BODY), ("GET /v1/models", ""), ("DELETE /v1/models/online/pool", "")]:
                with self.subTest(origin=origin, line=line):
                    answer = exchange(self.one, request(line, JSON, f"Origin: {origin}", body=body, host=f"localhost:{port}"))
                    self.assertEqual((403, "origin"), (answer[0], answer[2]["error"]["kind"]), answer)
                    self.assertNotIn("access-control-allow-origin", answer[1])

    def test_answers_come_in_the_order_of_the_requests(self):
        with Connection(self.one) as connection:
            asked = []
            for i in range(50):
                body = json.dumps({"documents": [{"id": str(i), "text": "word " * (i % 7)}]})
                asked.append(request(PREDICT, JSON, body=body) if i % 5 else request("GET /healthz"))
            connection.send(b"".join(asked))
            for i in range(50):
                status, _, body = connection.answer()
                self.assertEqual(200, status)
                self.assertEqual(str(i) if i % 5 else "ok",
                                 body["predictions"][0]["id"] if i % 5 else body["status"])

    def test_old_and_closing_clients(self):
        with Connection(self.one) as connection:
            connection.send(b"GET /healthz HTTP/1.0\r\nHost: localhost\r\n\r\n")
            self.assertEqual(200, connection.answer()[0])
            self.assertTrue(connection.is_closed())
        with Connection(self.one) as connection:
            connection.send(request("GET /healthz", "Connection: close"))
            self.assertEqual("close", connection.answer()[1]["connection"].lower())
            self.assertTrue(connection.is_closed())

    def test_a_client_may_wait_to_be_told_to_go_on(self):
        with Connection(self.one) as connection:
            connection.send(request(PREDICT, JSON, "Expect: 100-continue", f"Content-Length: {len(BODY)}"))
            time.sleep(0.2)
            connection.send(BODY)
            self.assertEqual(200, connection.answer()[0])

    def test_clients_that_go_away(self):
        for data in [b"", b"GET", request(PREDICT, JSON, body=BODY)[:-5], request(PREDICT, JSON, body=BODY),
                     request(PREDICT + "?top=3", "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked",
                             body="5\r\n{\"tex")]:
            for _ in range(20):
                with Connection(self.one) as connection:
                    connection.send(data)

    def test_head_is_get_without_a_body(self):
        with Connection(self.one) as connection:
            connection.send(request("HEAD /healthz"))
            self.assertIn(connection.status_alone(), (200, 405))

    def test_deep_json(self):
        for text in ["[" * 100000, '{"documents":' * 50000, '{"documents":[' + '{"text":"x"},' * 5 + "]}", '{"a":' * 1000 + "1" + "}" * 1000]:
            self.assertEqual(400, self.status(request(PREDICT, JSON, body=text)), text[:40])

    def test_texts_of_all_kinds(self):
        for text in ["", " ", "\x00", "\ufffd\uffff", "a" * 10**6, "ab " * 300000, "\u0301" * 1000, "🌲" * 1000, "\n\r\t", "é" * 999]:
            body = json.dumps({"documents": [{"text": text}], "top": 3})
            answer = exchange(self.one, request(PREDICT, JSON, body=body))
            self.assertEqual(200, answer[0], answer)
            self.assertEqual(3, len(answer[2]["predictions"][0]["labels"]))


class Flood:
    """Up to 50,000 requests a second on 50 connections, as far as they are taken, from a process of its own."""

    def __init__(self, service, data):
        self.process = multiprocessing.get_context("fork").Process(target=self.send, args=(service, data), daemon=True)

    @staticmethod
    def send(service, data):
        connections = [Connection(service).socket for _ in range(50)]
        unsent = dict.fromkeys(connections, b"")
        for turn in itertools.cycle(range(10)):
            time.sleep(0.005)
            for connection in connections[turn::10]:
                try:
                    unsent[connection] = unsent[connection] or data * 50
                    unsent[connection] = unsent[connection][connection.send(unsent[connection], socket.MSG_DONTWAIT):]
                    connection.recv(1 << 20, socket.MSG_DONTWAIT)
                except BlockingIOError:
                    pass  # it takes no more now, or has nothing to say

    def __enter__(self):
        self.process.start()

    def __exit__(self, *_):
        self.process.kill()
        self.process.join()


class Limits(WithModels):
    def test_large_bodies_are_refused_before_they_are_read(self):
        service = self.service("--max-body", "100000")
        with Connection(service) as connection:
            connection.send(request(PREDICT, JSON, "Content-Length: 100001"))
            self.assertEqual((413, "size"), [(a[0], a[2]["error"]["kind"]) for a in [connection.answer()]][0])
        chunk = b"1000\r\n" + b" " * 4096 + b"\r\n"
        answer = exchange(service, request(PREDICT, JSON, "Transfer-Encoding: chunked") + chunk * 100)
        self.assertEqual(413, answer[0])
        text = json.dumps({"documents": [{"text": "x" * (100000 - 30)}]})
        self.assertEqual(200, exchange(service, request(PREDICT, JSON, body=text.encode()))[0])

    def test_large_batches(self):
        service = self.service("--max-batch", "10")
        for count, status in [(10, 200), (11, 413)]:
            body = json.dumps({"documents": [{"text": "x"}] * count})
            self.assertEqual(status, exchange(service, request(PREDICT, JSON, body=body))[0])
        lines = b'{"text":"x"}\n' * 100000
        status, _, body = service.ask("POST", "/v1/models/online/predict", lines, {"Content-Type": "application/x-ndjson"})
        self.assertEqual((200, 100000), (status, body.count(b"\n")))

    def test_long_lines(self):
        service = self.service("--max-body", "100000")
        with Connection(service) as connection:
            lines = b'{"text":"x"}\n{"text":"' + b"x" * 200000 + b'"}\n{"text":"y"}\n'
            connection.send(request(PREDICT, "Content-Type: application/x-ndjson", body=lines))
            self.assertTrue(connection.is_closed())
            # The answer to the first line may have gone out; none comes to the last, nor the end of a good answer.
            self.assertNotIn(b'"id":"2"', connection.buffer)
            self.assertFalse(connection.buffer.endswith(b"\r\n0\r\n\r\n"))

    def test_large_headers(self):
        service = self.service("--max-header", "4K")
        for fields in [["X: " + "y" * 5000], [f"X{i}: {i}" for i in range(2000)]]:
            answer = exchange(service, request("GET /healthz", *fields))
            self.assertEqual((431, "size"), (answer[0], answer[2]["error"]["kind"]))
        self.assertEqual(431, exchange(service, request("GET /" + "x" * 5000))[0])
        self.assertEqual(200, exchange(service, request("GET /healthz", "X: " + "y" * 3000))[0])

    def test_slow_headers(self):
        service = self.service("--header-seconds", "1")
        with Connection(service) as connection:
            began = time.monotonic()
            for byte in b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nX: yyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyyy":
                try:
                    connection.send(bytes([byte]))
                except ConnectionError:
                    break
                time.sleep(0.05)
            answer = connection.answer()
            self.assertLess(time.monotonic() - began, 8 * SLOWNESS)
            self.assertEqual((408, "time"), (answer[0], answer[2]["error"]["kind"]))
            self.assertTrue(connection.is_closed())

    def test_slow_bodies(self):
        service = self.service("--body-seconds", "1")
        for kind in ("application/json", "application/x-ndjson"):
            with Connection(service) as connection:
                connection.send(request(PREDICT, f"Content-Type: {kind}", "Content-Length: 1000") + b'{"docu')
                began = time.monotonic()
                answer = connection.answer()
                self.assertLess(time.monotonic() - began, 8 * SLOWNESS)
                self.assertTrue(answer is None and kind != "application/json" or answer[0] in (200, 408), answer)
                self.assertTrue(connection.is_closed())

    def test_clients_that_do_not_read(self):
        service = self.service("--body-seconds", "1")
        with Connection(service, timeout=10) as connection:
            connection.socket.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            connection.send(request(PREDICT + "?top=9", "Content-Type: application/x-ndjson", "Transfer-Encoding: chunked"))
            line = b'{"text":"' + b"word " * 200 + b'"}\n'
            began, chunk = time.monotonic(), line * 50
            with self.assertRaises((ConnectionError, TimeoutError)):
                while time.monotonic() - began < 20 * SLOWNESS:
                    connection.send(b"%x\r\n%b\r\n" % (len(chunk), chunk))
            self.assertLess(service.memory(), 200e6 * SLOWNESS)
        self.assertEqual(200, service.ask("GET", "/healthz")[0])

    def test_idle_connections_are_closed(self):
        service = self.service("--idle-seconds", "1")
        with Connection(service) as connection:
            connection.send(request("GET /healthz"))
            self.assertEqual(200, connection.answer()[0])
            began = time.monotonic()
            self.assertTrue(connection.is_closed())
            self.assertLess(time.monotonic() - began, 5 * SLOWNESS)

    def test_many_connections(self):
        service = self.service("--max-connections", "20")
        kept = [Connection(service) for _ in range(20)]
        for connection in kept:
            connection.send(request("GET /healthz"))
            self.assertEqual(200, connection.answer()[0])
        with Connection(service) as connection:
            connection.send(request("GET /healthz"))
            answer = connection.answer()
            self.assertTrue(answer is None or (503, "busy") == (answer[0], answer[2]["error"]["kind"]), answer)
            self.assertTrue(connection.is_closed())
        kept.pop().socket.close()
        end = time.monotonic() + 10 * SLOWNESS
        while service.ask("GET", "/healthz")[0] != 200:
            self.assertLess(time.monotonic(), end, "there is no room again")
            time.sleep(0.05)
        for connection in kept:
            connection.socket.close()

    def test_a_thousand_idle_connections(self):
        service = self.service("--journal", f"{self.folder.name}/idle.db")
        before = service.memory()
        kept = [Connection(service) for _ in range(1000)]
        for connection in kept:
            connection.send(request("GET /healthz"))
        self.assertTrue(all(connection.answer()[0] == 200 for connection in kept))
        began = service.cpu_seconds()
        time.sleep(1)
        self.assertLess(service.cpu_seconds() - began, 0.3 * SLOWNESS)
        self.assertLess(service.memory() - before, 50e6 * SLOWNESS)
        self.assertEqual(200, service.ask("POST", "/v1/models/online/predict", BODY)[0])
        for connection in kept:
            connection.socket.close()

    def test_guessing_tokens_costs_the_service_next_to_nothing(self):
        file = Path(self.folder.name) / "tokens"
        file.write_text("a-right-token-012345 read\n")
        file.chmod(0o600)
        service = self.service("--token-file", file)
        right = {"Authorization": "Bearer a-right-token-012345"}
        with Flood(service, request("GET /v1/models", "Authorization: Bearer a-wrong-token-012345")):
            time.sleep(0.5)
            began = service.exact_cpu_seconds()
            time.sleep(1)
            self.assertLess(service.exact_cpu_seconds() - began, 0.03 * SLOWNESS)
            # Were they kept waiting as the guesses are, each would take a second.
            quickest = 9
            for _ in range(5):
                began = time.monotonic()
                self.assertEqual(200, service.ask("POST", "/v1/models/online/predict", BODY, right)[0])
                quickest = min(quickest, time.monotonic() - began)
            self.assertLess(quickest, 0.9)

    def test_the_rate(self):
        service = self.service("--rate", "5")
        began = time.monotonic()
        answers = [service.ask("GET", "/v1/models") for _ in range(30)]
        passed = time.monotonic() - began
        statuses = [answer[0] for answer in answers]
        self.assertLessEqual(10, statuses.count(200))
        self.assertLessEqual(statuses.count(200), 11 + 5 * passed)
        refused = next(answer for answer in answers if answer[0] == 429)
        self.assertEqual("rate", refused[2]["error"]["kind"])
        self.assertGreaterEqual(int(refused[1]["Retry-After"]), 1)
        time.sleep(1.1)
        self.assertEqual(200, service.ask("GET", "/v1/models")[0])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    if not running.can_serve(PROGRAM):
        print(f"skipped: {PROGRAM} has no serve")
        sys.exit(77)
    unittest.main()
