"""The environment of the other programs: a virtual one below build, with the versions of requirements.txt."""

import hashlib
import json
import shutil
import subprocess
import sys
from pathlib import Path

from frame.lab import write

REQUIREMENTS = Path(__file__).with_name("requirements.txt")

# What a program is installed from, first what others are built on; libpecos alone, as the part that is used here needs none
# of the large packages that it names.
PACKAGES = {
    "scikit-learn": ["numpy", "scipy", "scikit-learn"],
    "HiClass": ["hiclass"],
    "fastText": ["fasttext-wheel"],
    "napkinXC": ["napkinxc"],
    "Omikuji": ["omikuji"],
    "PECOS": ["libpecos"],
}
ALONE = ("libpecos",)
MODULES = {"scikit-learn": "sklearn", "HiClass": "hiclass", "fastText": "fasttext", "napkinXC": "napkinxc.models",
           "Omikuji": "omikuji", "PECOS": "pecos.xmc.xlinear.model"}


def pinned(text):
    """{package: version} of requirements; a line that pins no version is an error."""
    found = {}
    for line in text.splitlines():
        line = line.partition("#")[0].strip()
        if line:
            name, equals, version = line.partition("==")
            if not equals or not version:
                raise ValueError(f"requirements.txt: expected NAME==VERSION, got '{line}'")
            found[name] = version
    return found


class Environment:
    """`missing` says for each program that could not be set up why."""

    def __init__(self, folder):
        self.folder = Path(folder).absolute()
        self.python = self.folder / "bin" / "python"
        self.stored = self.folder / "installed.json"
        self.missing = {}

    def set_up(self, say=print):
        """Installs what is not there yet; once for each content of requirements.txt."""
        text = REQUIREMENTS.read_text()
        mark = hashlib.sha256(text.encode()).hexdigest()
        stored = json.loads(self.stored.read_text()) if self.stored.exists() else {}
        if stored.get("requirements") == mark:
            self.missing = stored["missing"]
        else:
            self.install(pinned(text), say)
            write(self.stored, json.dumps({"requirements": mark, "missing": self.missing}, indent=1) + "\n")
        self.find_liblinear()
        for program, why in self.missing.items():
            say(f"peers: {program} is left out: {why}")

    def install(self, versions, say):
        say(f"peers: setting up {', '.join(PACKAGES)} in {self.folder}")
        if self.folder.exists():
            shutil.rmtree(self.folder)
        called([sys.executable, "-m", "venv", self.folder], "python3 -m venv", fatal=True)
        self.missing = {}
        for program, packages in PACKAGES.items():
            words = [f"{package}=={versions[package]}" for package in packages]
            alone = ["--no-deps"] if packages[0] in ALONE else []
            failed = (called([self.python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check",
                              "--constraint", REQUIREMENTS, *alone, *words], f"pip install {' '.join(words)}")
                      or called([self.python, "-c", f"import {MODULES[program]}"], f"import {MODULES[program]}"))
            if failed:
                self.missing[program] = failed

    def find_liblinear(self):
        self.missing.pop("LIBLINEAR", None)
        if not shutil.which("liblinear-train"):
            self.missing["LIBLINEAR"] = "there is no liblinear-train (Debian's package liblinear-tools)"


def called(words, name, fatal=False):
    """'' where the command succeeded, else a line about what went wrong."""
    done = subprocess.run(list(map(str, words)), capture_output=True, text=True, check=False)
    if done.returncode == 0:
        return ""
    lines = [line for line in done.stderr.splitlines() if line.strip() and "://" not in line]
    why = f"{name} failed: {lines[-1].strip() if lines else 'no word why'}"
    if fatal:
        raise SystemExit(f"./run results: {why}")
    return why
