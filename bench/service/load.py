"""Load on a URL: wrk for the highest rate, h2load for a rate that is set; what each of them measured."""

import json
import re
import statistics
import subprocess
import tempfile
import time
from pathlib import Path

WRK_SCRIPT = """
local bodies = {{}}
for line in io.lines("{bodies}") do bodies[#bodies + 1] = line end
local next_body = 0
request = function()
  next_body = next_body % #bodies + 1
  return wrk.format("POST", nil, {{["Content-Type"] = "application/json"}}, bodies[next_body])
end
done = function(summary, latency)
  io.write(string.format("RESULT %d %d %f %f %f\\n", summary.requests,
    summary.errors.connect + summary.errors.read + summary.errors.write + summary.errors.status + summary.errors.timeout,
    summary.duration / 1e6, latency:percentile(50) / 1e3, latency:percentile(99) / 1e3))
end
"""


def highest_rate(url, bodies, seconds, connections=32):
    """As many requests as are answered, the bodies in turn."""
    with tempfile.TemporaryDirectory() as folder:
        lines, script = Path(folder) / "bodies", Path(folder) / "post.lua"
        lines.write_text("\n".join(bodies) + "\n")
        script.write_text(WRK_SCRIPT.format(bodies=lines))
        done = subprocess.run(["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-s", script, url],
                              capture_output=True, text=True, check=True)
    requests, errors, duration, p50, p99 = map(float, re.search(r"RESULT (.*)", done.stdout).group(1).split())
    return {"rate": requests / duration, "requests": requests, "errors": errors, "p50_ms": p50, "p99_ms": p99}


class Steady:
    """So many requests a second in the background, one body: started, and `result` when it has ended."""

    def __init__(self, url, body, rate, seconds, connections=8, headers=()):
        self.folder = tempfile.TemporaryDirectory()
        data, self.log = Path(self.folder.name) / "body", Path(self.folder.name) / "log"
        data.write_text(body)
        words = ["h2load", "--h1", "-t1", f"-c{connections}", f"--rps={rate / connections:.3f}", f"-D{seconds}",
                 f"--log-file={self.log}", "-d", str(data), "-H", "Content-Type: application/json"]
        for header in headers:
            words += ["-H", header]
        self.seconds = seconds
        self.process = subprocess.Popen([*words, url], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def result(self):
        said = self.process.communicate(timeout=self.seconds + 60)[0]
        times, statuses = [], {}
        for line in self.log.read_text().splitlines():
            _, status, microseconds = line.split()[:3]
            times.append(int(microseconds) / 1e3)
            statuses[status] = statuses.get(status, 0) + 1
        self.folder.cleanup()
        if len(times) < 100:
            raise RuntimeError(f"h2load: {said}")
        cuts = statistics.quantiles(times, n=100)
        return {"rate": len(times) / self.seconds, "statuses": statuses, "p50_ms": cuts[49], "p99_ms": cuts[98]}


class Flood:
    """Requests as fast as they are answered, each on a connection of its own, in the background."""

    def __init__(self, url, connections, seconds, header):
        self.seconds = seconds
        self.process = subprocess.Popen(
            ["wrk", "-t1", f"-c{connections}", f"-d{seconds}s", "--timeout", "30s", "-H", header,
             "-H", "Connection: close", url], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)

    def result(self):
        said = self.process.communicate(timeout=self.seconds + 60)[0]
        requests = int(re.search(r"(\d+) requests in", said).group(1))
        others = re.search(r"Non-2xx or 3xx responses: (\d+)", said)
        refused = int(others.group(1)) if others else 0
        return {"rate": requests / self.seconds,
                "statuses": {name: count for name, count in (("401", refused), ("200", requests - refused)) if count}}


def wait_until(answers, seconds=60):
    end = time.monotonic() + seconds
    while not answers():
        if time.monotonic() > end:
            raise RuntimeError(f"nothing answered within {seconds} s")
        time.sleep(0.1)


def predict_body(document, top=3):
    return json.dumps({"documents": [{"id": document["id"], "text": document["text"]}], "top": top})
