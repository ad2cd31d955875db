#!/usr/bin/env python3
"""The examples of examples/service are what systemd and nginx take: examples_test.py build/clade"""

import re
import shutil
import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

FOLDER = Path(__file__).resolve().parents[2] / "examples/service"
PROGRAM = ""


def run(*words):
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)
    return done.returncode, done.stdout + done.stderr


class Examples(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.folder = Path(folder.name)

    def unit(self):
        """A copy of the unit that starts the program of this build."""
        text = (FOLDER / "clade.service").read_text().replace("/usr/local/bin/clade", str(Path(PROGRAM).resolve()))
        file = self.folder / "clade.service"
        file.write_text(text)
        return file

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not here")
    def test_systemd_takes_the_unit(self):
        code, said = run("systemd-analyze", "verify", "--man=no", self.unit())
        self.assertEqual(0, code, said)
        # Whatever is said of the unit itself is something to mend; other units of the machine may have faults.
        self.assertNotIn("clade.service", said)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not here")
    def test_the_unit_is_shut_off(self):
        code, said = run("systemd-analyze", "security", "--offline=true", self.unit())
        self.assertEqual(0, code, said)
        exposure = float(re.search(r"exposure level for clade.service: ([\d.]+)", said).group(1))
        self.assertLess(exposure, 2.0, said)

    @unittest.skipUnless(shutil.which("systemd-analyze"), "systemd-analyze is not here")
    def test_a_wrong_unit_would_be_noticed(self):
        file = self.unit()
        file.write_text(file.read_text().replace("ProtectSystem=strict", "ProtectSystem=everything"))
        self.assertIn("clade.service", run("systemd-analyze", "verify", "--man=no", file)[1])

    def nginx(self, text):
        """What `nginx -t` says of the example with a certificate of its own."""
        made, said = run("openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                         "-keyout", self.folder / "clade.key", "-out", self.folder / "clade.crt", "-subj", "/CN=localhost")
        self.assertEqual(0, made, said)
        (self.folder / "example.conf").write_text(text.replace("/etc/nginx/clade", f"{self.folder}/clade"))
        (self.folder / "nginx.conf").write_text(
            f"pid {self.folder}/pid; error_log stderr; events {{}} http {{ access_log off; include {self.folder}/example.conf; }}")
        return run("nginx", "-t", "-p", self.folder, "-c", self.folder / "nginx.conf")

    @unittest.skipUnless(shutil.which("nginx") and shutil.which("openssl"), "nginx is not here")
    def test_nginx_takes_its_file(self):
        text = (FOLDER / "nginx.conf").read_text()
        code, said = self.nginx(text)
        self.assertEqual(0, code, said)
        self.assertNotIn("[warn]", said)
        self.assertNotEqual(0, self.nginx(text.replace("proxy_buffering off", "proxy_bufering off"))[0])


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
