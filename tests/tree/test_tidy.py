#!/usr/bin/env python3
"""scripts/tidy.py with a program in the place of clang-tidy: what was clean is not looked at again until it changes."""

import json
import os
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

SCRIPT = Path(__file__).resolve().parents[2] / "scripts/tidy.py"
TIDY = """#!/bin/sh
[ "$1" = --version ] && { echo "tidy 1"; exit; }
for file; do :; done
echo "$file" >>looked.txt
! grep -n bad "$file"
"""


class Tidy(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name).resolve()
        for name in ("scripts", "src/base", "build/clang", "bin"):
            (self.root / name).mkdir(parents=True)
        shutil.copy(SCRIPT, self.root / "scripts")
        (self.root / ".clang-tidy").write_text("Checks: '*'\n")
        (self.root / "bin/clang-tidy").write_text(TIDY)
        (self.root / "bin/clang-tidy").chmod(0o755)
        self.write("a.h", "")
        self.write("a.cpp", '#include "base/a.h"\n')
        self.write("b.cpp", "int b;\n")
        entries = [{"directory": str(self.root), "file": f"src/base/{name}", "command": f"c++ {name}"} for name in ("a.cpp", "b.cpp")]
        (self.root / "build/clang/compile_commands.json").write_text(json.dumps(entries))

    def write(self, name, text):
        (self.root / "src/base" / name).write_text(text)

    def look(self):
        """(exit code, output, files that were looked at)"""
        environment = {**os.environ, "PATH": f"{self.root}/bin:{os.environ['PATH']}"}
        looked = self.root / "looked.txt"
        looked.unlink(missing_ok=True)
        done = subprocess.run([sys.executable, "-B", "scripts/tidy.py", "build/clang"], cwd=self.root, env=environment,
                              capture_output=True, text=True, check=False)
        files = {Path(line).name for line in looked.read_text().split()} if looked.exists() else set()
        return done.returncode, done.stdout + done.stderr, files

    def test_clean_files_are_looked_at_once(self):
        self.assertEqual((0, {"a.cpp", "b.cpp"}), self.look()[::2])
        self.assertEqual((0, set()), self.look()[::2])

    def test_a_change_of_a_header_reaches_those_that_include_it(self):
        self.look()
        self.write("a.h", "// more\n")
        self.assertEqual((0, {"a.cpp"}), self.look()[::2])

    def test_a_change_of_the_checks_reaches_all(self):
        self.look()
        (self.root / ".clang-tidy").write_text("Checks: 'bugprone-*'\n")
        self.assertEqual({"a.cpp", "b.cpp"}, self.look()[2])

    def test_what_has_something_is_told_and_looked_at_again(self):
        self.write("b.cpp", "bad\n")
        code, said, files = self.look()
        self.assertEqual((1, {"a.cpp", "b.cpp"}), (code, files))
        self.assertIn("1:bad", said)
        self.assertEqual((1, {"b.cpp"}), self.look()[::2])


if __name__ == "__main__":
    unittest.main()
