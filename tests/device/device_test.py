"""Whether a GPU trains what the processor does: device_test.py CLADE [--sanitizer]

Bounds of both must overlap, two runs on the GPU must leave the same bytes, and with --sanitizer
compute-sanitizer must find nothing. CLADE_CUDA_PLUGIN names the plug-in.
"""

import argparse
import filecmp
import json
import subprocess
import sys
import tempfile
from pathlib import Path

CASES = [
    ("wipo-d", "hsvm", []),
    ("wipo-d", "hsvm", ["--slack-power", "2"]),
    ("wipo-d", "hsvm", ["--C", "100"]),
    ("wipo-d", "svm", []),
    ("wipo-d", "clade", []),
    ("wipo-b", "hsvm", []),
    ("wipo-b", "svm", []),
    ("wipo-b", "clade", []),
]


class Tester:
    def __init__(self, program, folder):
        self.program, self.folder = program, folder
        self.failures = 0

    def train(self, preset, method, options, device, name, wrapper=()):
        data = self.folder / preset
        command = [
            *wrapper, self.program, "train", data / "data.svm", "--taxonomy",
            data / "taxonomy.tsv", "--method", method, "--calibrate-folds", "0", "--json",
            "--device", device, "-o", self.folder / name, *options,
        ]
        ran = subprocess.run([str(word) for word in command], capture_output=True, text=True)
        if ran.returncode != 0 or "on the processor" in ran.stderr:
            self.say(False, f"{' '.join(map(str, command))}: {ran.returncode} {ran.stderr[-300:]}")
            return None
        lines = [line for line in ran.stdout.splitlines() if line.startswith("{")]
        return json.loads(lines[-1])

    def say(self, is_good, text):
        self.failures += not is_good
        print("ok  " if is_good else "FAIL", text, flush=True)

    def compare(self, preset, method, options):
        results = {}
        for device, name in (("cpu", "cpu"), ("cuda", "gpu"), ("cuda", "gpu-again")):
            results[name] = self.train(preset, method, options, device, name)
            if results[name] is None:
                return
        cpu, gpu = results["cpu"]["objective"], results["gpu"]["objective"]
        case = " ".join([preset, method, *options])
        allowed = 1 + 1e-6
        overlap = (gpu["lower_bound"] <= cpu["primal"] * allowed
                   and cpu["lower_bound"] <= gpu["primal"] * allowed)
        seconds = [results[name]["seconds"]["train"] for name in ("cpu", "gpu-again")]
        epochs = [results[name]["epochs"] for name in ("cpu", "gpu")]
        self.say(overlap and gpu["relative_gap"] <= 1e-3,
                 f"{case}: objective {cpu['primal']:.3f} and {gpu['primal']:.3f}, gap "
                 f"{gpu['relative_gap']:.2g}, epochs {epochs[0]} and {epochs[1]}, training "
                 f"{seconds[0]:.2f} s and {seconds[1]:.2f} s")
        same = filecmp.cmp(self.folder / "gpu", self.folder / "gpu-again", shallow=False)
        self.say(same, f"{case}: the same bytes twice")

    def sanitize(self):
        for tool in ("memcheck", "racecheck", "initcheck"):
            done = self.train("wipo-d", "hsvm", ["--tolerance", "0.05"], "cuda", "checked",
                              ("compute-sanitizer", "--tool", tool, "--error-exitcode", "9"))
            if done is not None:
                self.say(True, f"compute-sanitizer {tool} finds nothing")


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("clade")
    parser.add_argument("--sanitizer", action="store_true")
    arguments = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        tester = Tester(arguments.clade, folder)
        for preset in ("wipo-d", "wipo-b"):
            subprocess.run([arguments.clade, "generate", "text", "--preset", preset, "--seed", "1",
                            "--quiet", "-o", str(folder / preset)], check=True)
        for preset, method, options in CASES:
            tester.compare(preset, method, options)
        if arguments.sanitizer:
            tester.sanitize()
    sys.exit(1 if tester.failures else 0)


if __name__ == "__main__":
    main()
