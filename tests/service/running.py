"""A running service for tests and measurements: models of generated data, and `clade serve` on a free port."""

import http.client
import json
import os
import re
import selectors
import signal
import ssl
import subprocess
import tempfile
import time
from pathlib import Path

# How many times the time and the memory of an optimised program one under a sanitizer may take.
SLOWNESS = float(os.environ.get("CLADE_TEST_SLOWNESS", "1"))

# Small models by name: one that learns at once, one that is trained in the background and knows probabilities.
MODELS = {"online": ["--method", "perceptron", "--epochs", "3"],
          "batch": ["--method", "hsvm", "--calibrate"]}


def can_serve(program):
    found = subprocess.run([program, "serve", "--help"], capture_output=True, text=True, check=False)
    return found.returncode == 0


def call(program, *words):
    done = subprocess.run([str(word) for word in (program, *words)], capture_output=True, text=True, check=False)
    if done.returncode != 0:
        raise RuntimeError(f"clade {words[0]}: exit {done.returncode}: {done.stderr}")
    return done.stdout


def make_models(program, folder, names=tuple(MODELS)):
    """The models of those names, and what they were tested on: [{"id", "labels", "text"}]."""
    folder = Path(folder)
    data = folder / "data"
    call(program, "generate", "text", "--output", "jsonl", "--levels", "3,9", "--n", 300, "--test", 200, "-o", data,
         "--quiet")
    for name in names:
        call(program, "train", data / "data.jsonl", "--taxonomy", data / "taxonomy.tsv", *MODELS[name],
             "--quiet", "-o", folder / f"{name}.clade")
    documents = [json.loads(line) for line in (data / "test.jsonl").read_text().splitlines()]
    return [folder / f"{name}.clade" for name in names], documents


class Service:
    """`clade serve` with those models and options, from its first line of output until `stop` or `kill`."""

    def __init__(self, program, models, *options, port=0, seconds=30, prefix=()):
        words = [*prefix, program, "serve", *models, "--port", port, *options]
        # A file: nobody has to read what is said for the service to go on.
        self.notices = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen([str(word) for word in words], stdout=subprocess.PIPE, stderr=self.notices,
                                        text=True)
        try:
            self.url = self._first_line(seconds * SLOWNESS)
        except BaseException:
            self._end()
            raise
        self.secure, self.address, port = re.fullmatch(r"http(s?)://(.+):(\d+)/", self.url).groups()
        self.port, self.pid = int(port), self.process.pid

    def _first_line(self, seconds):
        with selectors.DefaultSelector() as ready:
            ready.register(self.process.stdout, selectors.EVENT_READ)
            line = self.process.stdout.readline() if ready.select(seconds) else ""
        if not line.startswith("http"):
            self.process.kill()
            self.process.wait()
            raise RuntimeError(f"clade serve printed no address within {seconds} s: {line}{self.said()}")
        return line.strip()

    def said(self):
        """What was written to standard error."""
        if not self.notices.closed:
            self.notices.seek(0)
            self.text = self.notices.read()
        return self.text

    def connect(self, timeout=30):
        if not self.secure:
            return http.client.HTTPConnection(self.address, self.port, timeout=timeout)
        trusting = ssl.create_default_context()
        trusting.check_hostname, trusting.verify_mode = False, ssl.CERT_NONE
        return http.client.HTTPSConnection(self.address, self.port, timeout=timeout, context=trusting)

    def ask(self, method, path, body=None, headers=(), timeout=30):
        """(status, headers, body), the body as JSON where it is that."""
        fields = {"Content-Type": "application/json"} if body is not None else {}
        fields.update(headers)
        data = body if isinstance(body, (bytes, str, type(None))) else json.dumps(body)
        connection = self.connect(timeout * SLOWNESS)
        try:
            connection.request(method, path, data.encode() if isinstance(data, str) else data, fields)
            answer = connection.getresponse()
            content = answer.read()
        finally:
            connection.close()
        is_json = answer.getheader("Content-Type", "").startswith("application/json")
        return answer.status, dict(answer.getheaders()), json.loads(content) if is_json else content

    def wait_ready(self, seconds=30):
        end = time.monotonic() + seconds * SLOWNESS
        while self.ask("GET", "/readyz")[0] != 200:
            if time.monotonic() > end:
                raise RuntimeError(f"the service was not ready within {seconds} s")
            time.sleep(0.05)

    def stop(self, seconds=60):
        """Its exit code after one interrupt."""
        self.process.send_signal(signal.SIGTERM)
        try:
            return self.process.wait(seconds * SLOWNESS)
        finally:
            self._end()

    def kill(self):
        self.process.kill()
        self._end()

    def _end(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.process.stdout.close()
        self.said()
        self.notices.close()
        if "Sanitizer" in self.text or "runtime error:" in self.text:
            raise RuntimeError(f"clade serve was found at fault: {self.text}")

    def memory(self):
        """Bytes that are in use now."""
        status = Path(f"/proc/{self.pid}/status").read_text()
        return int(re.search(r"VmRSS:\s+(\d+) kB", status).group(1)) * 1024

    def cpu_seconds(self):
        fields = Path(f"/proc/{self.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / 100.0

    def exact_cpu_seconds(self):
        """Of the threads that are there."""
        return sum(int(file.read_text().split()[0]) for file in Path(f"/proc/{self.pid}/task").glob("*/schedstat")) / 1e9

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.kill()
