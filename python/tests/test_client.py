"""clade.client: against servers that fail in chosen ways, and against the real one."""

import http.server
import json
import os
import socket
import ssl
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest

from clade.client import Client, ServiceError

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "service"))

import running  # noqa: E402

PROGRAM = os.environ.get("CLADE_BINARY", str(ROOT / "build" / "clade"))


# ---- Faults, from a server that follows a script


class Script(http.server.BaseHTTPRequestHandler):
    """Answers with the next step: (status, headers, body), or "drop" for a connection that ends without an answer."""

    protocol_version = "HTTP/1.1"

    def do_POST(self):
        length = int(self.headers.get("Content-Length", 0))
        body = self.read_chunks() if "Transfer-Encoding" in self.headers else self.rfile.read(length)
        self.server.seen.append((self.command, self.path, body, dict(self.headers)))
        step = self.server.steps.pop(0) if self.server.steps else (200, {}, b"{}")
        if step == "drop":
            self.close_connection = True
            self.connection.shutdown(socket.SHUT_RDWR)
            return
        status, headers, content = step
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name, value)
        if "Transfer-Encoding" not in headers:
            self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    do_GET = do_DELETE = do_POST

    def read_chunks(self):
        body = b""
        while True:
            size = int(self.rfile.readline(), 16)
            body += self.rfile.read(size)
            self.rfile.readline()
            if size == 0:
                return body

    def log_message(self, *_):
        pass


@pytest.fixture
def script():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Script)
    server.steps, server.seen = [], []
    server.url = f"http://127.0.0.1:{server.server_address[1]}/"
    thread = threading.Thread(target=server.serve_forever, args=(0.01,), daemon=True)
    thread.start()
    yield server
    server.shutdown()
    server.server_close()


def error(status, kind, message, **headers):
    return status, headers, json.dumps({"error": {"kind": kind, "message": message}}).encode()


def receipt(sequence):
    return 200, {}, json.dumps({"sequence": sequence, "document": "7"}).encode()


def test_feedback_is_asked_again_with_the_same_key(script):
    script.steps = [error(503, "disk", "the journal cannot be written to"), "drop", error(503, "busy", "full"), receipt(12)]
    with Client(script.url) as client:
        assert client.model("m").give_feedback({"id": "7", "text": "x"}, ["a"]) == {"sequence": 12, "document": "7"}
    keys = {json.loads(body)["key"] for _, _, body, _ in script.seen}
    assert len(script.seen) == 4 and len(keys) == 1 and len(keys.pop()) >= 16


def test_every_feedback_has_a_key_of_its_own(script):
    script.steps = [receipt(1), receipt(2)]
    model = Client(script.url).model("m")
    model.give_feedback("x", ["a"])
    model.give_feedback("x", ["a"])
    first, second = (json.loads(body)["key"] for _, _, body, _ in script.seen)
    assert first != second


def test_too_many_requests_are_asked_again_when_the_server_says(script):
    script.steps = [error(429, "rate", "too many requests", **{"Retry-After": "1"}), (200, {}, b'{"models":[]}')]
    began = time.monotonic()
    assert Client(script.url).models() == []
    assert 1.0 <= time.monotonic() - began < 5.0


def test_patience_ends(script):
    script.steps = [error(503, "busy", "full")] * 1000
    began = time.monotonic()
    with pytest.raises(ServiceError) as found:
        Client(script.url, patience=0.5).models()
    assert time.monotonic() - began < 3.0
    assert (found.value.status, found.value.kind, found.value.message) == (503, "busy", "full")
    assert len(script.seen) > 2


def test_an_update_whose_answer_was_lost_is_not_asked_again(script):
    script.steps = ["drop"]
    with pytest.raises(ServiceError) as found:
        Client(script.url).model("m").update()
    assert found.value.kind == "connection" and found.value.status == 0
    assert len(script.seen) == 1


def test_a_kept_connection_that_was_closed_is_opened_again(script):
    script.steps = [(200, {}, b'{"models":[]}'), "drop", (200, {}, b'{"models":[]}')]
    client = Client(script.url, patience=0)
    assert client.models() == [] and client.models() == []


def test_errors_have_kind_and_message(script):
    script.steps = [error(422, "input", "unknown label 'applle', did you mean 'apple'?"), (502, {}, b"<html>")]
    model = Client(script.url).model("m")
    with pytest.raises(ServiceError, match="input: unknown label 'applle'") as found:
        model.give_feedback("x", ["applle"])
    assert found.value.status == 422
    with pytest.raises(ServiceError) as found:
        model.info()
    assert (found.value.status, found.value.kind) == (502, "http")


def test_nobody_there():
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    with pytest.raises(ServiceError) as found:
        Client(url, patience=0.2).models()
    assert found.value.kind == "connection"
    assert not Client(url).is_alive()


def test_names_become_one_segment_of_a_path(script):
    model = Client(script.url + "behind/").model("a/b ü")
    model.info()
    model._connections.ask("DELETE", model._path("documents", "../x?y#z%"))
    assert [path for _, path, _, _ in script.seen] == [
        "/behind/v1/models/a%2Fb%20%C3%BC", "/behind/v1/models/a%2Fb%20%C3%BC/documents/..%2Fx%3Fy%23z%25"]


@pytest.mark.parametrize("url", ["127.0.0.1:8080", "ftp://127.0.0.1/", "http://", "http://x/?a=1", "http://x/#a"])
def test_a_url_that_is_none(url):
    with pytest.raises(ValueError, match="expected a URL"):
        Client(url)


def test_labels_are_a_list():
    with pytest.raises(TypeError, match="expected a list of names"):
        Client().model("m").give_feedback("x", "apple")


def chunked(*pieces):
    return 200, {"Transfer-Encoding": "chunked"}, b"".join(b"%x\r\n%b\r\n" % (len(p), p) for p in pieces)


def test_a_stream_that_breaks_off_is_an_error(script):
    script.steps = [chunked(b'{"id":"0","labels":[]}\n', b'{"id":"1","lab')]
    found = []
    with pytest.raises(ServiceError) as error_found:
        for line in Client(script.url, timeout=1, patience=0).model("m").predict_stream(["a", "b"]):
            found.append(line["id"])
    assert found == ["0"] and error_found.value.kind == "connection"


def test_a_stream_begins_anew_where_the_service_is_busy(script):
    script.steps = [error(503, "busy", "full"), chunked(b'{"id":"0","labels":[]}\n', b"")]
    documents = ({"text": word} for word in ["a", "b", "c"])
    found = list(Client(script.url).model("m").predict_stream(documents, top=2))
    assert found == [{"id": "0", "labels": []}]
    assert script.seen[0][1] == "/v1/models/m/predict?top=2"
    assert script.seen[0][2] == script.seen[1][2] == b'{"text": "a"}\n{"text": "b"}\n{"text": "c"}\n'


def test_the_client_needs_neither_numpy_nor_scikit_learn():
    program = ("import sys\nfor name in ['numpy', 'scipy', 'sklearn']: sys.modules[name] = None\n"
               "from clade.client import Client\nClient('http://localhost:1/')")
    subprocess.run([sys.executable, "-c", program], check=True)


# ---- The real service


@pytest.fixture(scope="module")
def made(tmp_path_factory):
    if not running.can_serve(PROGRAM):
        pytest.skip(f"{PROGRAM} has no serve: it was built without what the service needs")
    folder = tmp_path_factory.mktemp("models")
    return running.make_models(PROGRAM, folder)


@pytest.fixture
def service(made, tmp_path):
    with running.Service(PROGRAM, made[0], "--journal", tmp_path / "journal.db") as service:
        yield service


@pytest.fixture
def documents(made):
    return made[1]


def content(document):
    return {"id": document["id"], "text": document["text"]}


def test_models_and_their_taxonomies(service):
    client = Client(service.url)
    assert client.is_alive() and client.is_ready()
    assert {model["name"]: model["updates"] for model in client.models()} == {"online": "online", "batch": "batch"}
    info = client.model("online").info()
    assert info["classes"] == 9 and info["takes"] == "text" and info["feedback"] and not info["calibrated"]
    nodes = client.model("batch").taxonomy()
    assert len(nodes) == info["nodes"] == 13 and nodes[0]["parents"] == []
    assert client.contract()["openapi"].startswith("3.0")
    assert "# TYPE" in client.metrics()


def test_predictions_are_those_of_the_command_line(service, made, documents):
    client = Client(service.url)
    for model, options, asked in [("online", [], {}), ("online", ["--top", "3"], {"top": 3}),
                                  ("batch", ["--probabilities"], {"probabilities": True}),
                                  ("batch", ["--confidence", "0.7"], {"confidence": 0.7}),
                                  ("batch", ["--coverage", "0.8"], {"coverage": 0.8})]:
        folder = Path(made[0][0]).parent
        lines = running.call(PROGRAM, "predict", folder / f"{model}.clade", folder / "data" / "test.jsonl", "--json",
                             "--quiet", *options).splitlines()
        expected = [json.loads(line) for line in lines]
        found = client.model(model).predict(map(content, documents), **asked)
        assert [p["id"] for p in found] == [p["id"] for p in expected]
        for ours, theirs in zip(found, expected):
            assert [a["label"] for a in ours["labels"]] == [a["label"] for a in theirs["labels"]]
            assert [a["path"] for a in ours["labels"]] == [a["path"] for a in theirs["labels"]]
            for a, b in zip(ours["labels"], theirs["labels"]):
                assert a["score"] == pytest.approx(b["score"], rel=1e-5, abs=1e-6)
                assert ("probability" in a) == ("probability" in b)
                if "probability" in b:
                    assert a["probability"] == pytest.approx(b["probability"], rel=1e-5, abs=1e-6)
        assert list(client.model(model).predict_stream(map(content, documents), **asked)) == found


def test_a_stream_may_be_longer_than_every_buffer(service, documents):
    text = max((document["text"] for document in documents), key=len)
    count = 20000 if len(text) < 4000 else 5000
    taken = [0]

    def many():
        for i in range(count):
            taken[0] += 1
            yield {"id": f"d{i}", "text": text}
    stream = Client(service.url).model("online").predict_stream(many(), top=5)
    first = next(stream)
    assert first["id"] == "d0" and taken[0] < count
    assert [line["id"] for line in stream] == [f"d{i}" for i in range(1, count)]


def test_lines_that_cannot_be_used_stand_in_the_stream(service):
    found = list(Client(service.url).model("online").predict_stream([{"id": "a", "text": "x"}, {"id": "b"}, "y"]))
    assert [line["id"] for line in found] == ["a", "b", "2"]
    assert ["error" in line for line in found] == [False, True, False]
    assert found[1]["error"]["kind"] == "input"


def test_explanations(service, documents):
    model = Client(service.url).model("online")
    answer = model.explain(content(documents[0]))
    assert answer["id"] == documents[0]["id"] and answer["explanation"]["nodes"]
    classes = [node["name"] for node in model.taxonomy() if node["class"]]
    other = next(name for name in classes if name != answer["explanation"]["label"])
    assert model.explain(content(documents[0]), against=other)["explanation"]["asked"]["label"] == other
    with pytest.raises(ServiceError) as found:
        model.explain("x", against="no such label")
    assert found.value.kind in ("input", "usage")


@pytest.mark.parametrize("name", ["online", "batch"])
def test_what_was_corrected_is_learned_and_can_be_taken_back(service, documents, name):
    model = Client(service.url).model(name)
    assert model.update() ["state"] == "nothing"
    before = model.predict([content(d) for d in documents[:60]], top=1)
    wrong = [d for d, p in zip(documents, before) if p["labels"][0]["label"] != d["labels"][0]][:10]
    assert len(wrong) >= 2
    for document in wrong:
        for _ in range(2):
            model.give_feedback(content(document), document["labels"], key=f"key {document['id']}")
    listed = model.feedback()
    assert listed["total"] == listed["pending"] == len(wrong)
    assert {entry["document"]["id"] for entry in listed["feedback"]} == {d["id"] for d in wrong}
    done = model.update(wait=True)
    assert done["state"] == "done" and done["examples"] == len(wrong)
    assert done["generation"] == model.info()["generation"] and model.info()["pending"] == 0
    after = model.predict([content(d) for d in wrong], top=1)
    right = sum(p["labels"][0]["label"] == d["labels"][0] for d, p in zip(wrong, after))
    assert right > len(wrong) / 2
    newest = model.history()[0]
    assert newest["how"] == "update" and newest["current"] and newest["recent"]["right_after"] >= right
    model.rollback()
    assert [p["labels"] for p in model.predict([content(d) for d in documents[:60]], top=1)] == [
        p["labels"] for p in before]
    assert model.forget(wrong[0]["id"]) >= 1
    with pytest.raises(ServiceError) as found:
        model.forget(wrong[0]["id"])
    assert found.value.status == 404


def test_the_pool(service, documents):
    model = Client(service.url).model("batch")
    assert model.add_to_pool(map(content, documents[:20])) == 20
    pool = model.pool(limit=5)
    assert pool["total"] == 20 and len(pool["documents"]) == 5
    certainties = [document["certainty"] for document in pool["documents"]]
    assert certainties == sorted(certainties)
    model.give_feedback(content(documents[3]), documents[3]["labels"])
    assert model.pool()["total"] == 19 and model.empty_pool() == 19


def test_roles(made, tmp_path):
    tokens = tmp_path / "tokens"
    tokens.write_text("# who\nreader-reader-reader read\nwriter-writer-writer feedback\nadmin-admin-admin-admin\n")
    tokens.chmod(0o600)
    with running.Service(PROGRAM, made[0], "--journal", tmp_path / "j.db", "--token-file", tokens) as service:
        def client(token):
            return Client(service.url, token=token, patience=0).model("online")
        assert client("reader-reader-reader").predict(["x"])
        assert client("writer-writer-writer").give_feedback("x", [])["sequence"] >= 1
        assert client("admin-admin-admin-admin").update()["state"] in ("nothing", "done")
        for token, ask, status in [(None, "info", 401), ("wrong", "info", 401), ("reader-reader-reader", "feedback", 403),
                                   ("writer-writer-writer", "update", 403)]:
            with pytest.raises(ServiceError) as found:
                getattr(client(token), ask)()
            assert found.value.status == status


@pytest.fixture
def certificate(tmp_path):
    files = tmp_path / "certificate.pem", tmp_path / "key.pem"
    made = subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                           "-keyout", files[1], "-out", files[0], "-days", "2", "-subj", "/CN=localhost",
                           "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"], capture_output=True, check=False)
    if made.returncode != 0:
        pytest.skip("openssl is not here")
    return files


def test_tls(made, tmp_path, certificate, documents):
    options = ["--tls-certificate", certificate[0], "--tls-key", certificate[1], "--journal", tmp_path / "j.db"]
    with running.Service(PROGRAM, made[0], *options) as service:
        assert service.url.startswith("https://")
        with pytest.raises(ServiceError) as found:
            Client(service.url, patience=0).models()
        assert "certificate" in found.value.message.lower()
        client = Client(service.url, ca_file=str(certificate[0]))
        assert len(client.models()) == 2
        many = [content(document) for document in documents] * 50
        streamed = list(client.model("online").predict_stream(many, top=5))
        assert [line["id"] for line in streamed] == [document["id"] for document in many]
        old = ssl.create_default_context(cafile=str(certificate[0]))
        old.maximum_version = ssl.TLSVersion.TLSv1_1
        with pytest.raises(ServiceError):
            Client(service.url, context=old, patience=0).models()


def test_threads_share_a_client(service, documents):
    client = Client(service.url)
    expected = client.model("online").predict(map(content, documents), top=3)
    found = [None] * 8

    def work(i):
        found[i] = client.model("online").predict(map(content, documents), top=3)
    threads = [threading.Thread(target=work, args=(i,)) for i in range(len(found))]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * len(found)
