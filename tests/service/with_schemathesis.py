#!/usr/bin/env python3
"""Lets schemathesis ask a running service for what is in /openapi.json.

  with_schemathesis.py build/clade SCHEMATHESIS [--cases 2000] [--seed 1]
"""

import argparse
import json
import re
import subprocess
import sys
import tempfile
from pathlib import Path

import running

CONTRACT = json.loads((Path(__file__).resolve().parents[2] / "src/serve/openapi.json").read_text())

# Models that exist, so that requests come far; and what a well-formed request may still be refused with, because
# the model, the labels or the state do not allow it.
CONFIG = """
hooks = "hooks.py"

[parameters]
"path.m" = ["online", "batch"]

[checks.positive_data_acceptance]
expected-statuses = ["2xx", 400, 404, 409, 422]
"""

# Lines are sent as they are.
HOOKS = """
import schemathesis

@schemathesis.serializer("application/x-ndjson")
def lines(context, value):
    return value if isinstance(value, bytes) else str(value).encode("utf-8", "replace")
"""


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("program")
    parser.add_argument("schemathesis")
    parser.add_argument("--cases", type=int, default=2000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    operations = sum(name != "parameters" for item in CONTRACT["paths"].values() for name in item)
    with tempfile.TemporaryDirectory() as folder:
        models, _ = running.make_models(options.program, folder)
        config = Path(folder) / "schemathesis.toml"
        config.write_text(CONFIG)
        (Path(folder) / "hooks.py").write_text(HOOKS)
        with running.Service(options.program, models, "--journal", f"{folder}/j.db") as service:
            done = subprocess.run(
                [str(Path(options.schemathesis).resolve()), "--config-file", config, "run", service.url + "openapi.json",
                 "--max-examples", str(2 * options.cases // operations), "--seed", str(options.seed),
                 "--continue-on-failure", "--suppress-health-check", "all",
                 "--phases", "examples,coverage,fuzzing", "--warnings", "off"],
                cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False)
            is_alive = service.ask("GET", "/healthz")[0] == 200
    print(done.stdout)
    counted = re.search(r"([\d,]+) generated", done.stdout)
    count = int(counted.group(1).replace(",", "")) if counted else 0
    if count < options.cases:
        print(f"only {count} cases were made, expected {options.cases}")
    return 0 if done.returncode == 0 and is_alive and count >= options.cases else 1


if __name__ == "__main__":
    sys.exit(main())
