#!/usr/bin/env python3
"""A journal on a disk that is full, and on one that becomes read-only: disk_test.py build/clade (as root, who may mount)

Nothing is acknowledged that is not there afterwards, predictions go on, and feedback works again when there is space.
"""

import json
import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import running

PROGRAM = ""


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


class Disk(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.models, cls.documents = running.make_models(PROGRAM, folder.name)

    def mounted(self, *words, make=None):
        """A small file system of its own."""
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        place = Path(folder.name) / "disk"
        place.mkdir()
        if make:
            make(Path(folder.name))
        found = run("mount", *[str(word).replace("FOLDER", folder.name) for word in words], place)
        if found.returncode != 0:
            self.skipTest(f"no file system can be mounted here: {found.stderr.strip()}")
        self.addCleanup(run, "umount", "--lazy", place)
        return place

    def give(self, service, number, model="online", size=20000):
        text = (self.documents[number % len(self.documents)]["text"] + " ") * 50
        body = {"document": {"id": str(number), "text": text[:size]}, "labels": self.documents[0]["labels"],
                "key": f"key {number}"}
        return service.ask("POST", f"/v1/models/{model}/feedback", body)

    def fill(self, service, first=0):
        """Feedback until it is refused: the numbers that were acknowledged."""
        given = []
        for number in range(first, first + 2000):
            status, _, body = self.give(service, number)
            if status != 200:
                self.assertEqual((503, "disk"), (status, body["error"]["kind"]), body)
                return given
            given.append(number)
        self.fail("the disk did not become full")

    def check_answers(self, service):
        """What needs no disk goes on."""
        body = {"documents": [{"text": self.documents[0]["text"]}]}
        for name in ("online", "batch"):
            self.assertEqual(200, service.ask("POST", f"/v1/models/{name}/predict", body)[0])
        self.assertEqual(200, service.ask("GET", "/healthz")[0])
        self.assertEqual(503, service.ask("GET", "/readyz")[0])

    def ids(self, journal):
        text = running.call(PROGRAM, "journal", "export", journal, "--all", "-o", "-")
        return [json.loads(line)["id"] for line in text.splitlines()]

    def test_a_full_disk(self):
        disk = self.mounted("-t", "tmpfs", "-o", "size=8m", "tmpfs")
        (disk / "filler").write_bytes(bytes(4 << 20))
        with running.Service(PROGRAM, self.models, "--journal", disk / "j.db") as service:
            given = self.fill(service)
            self.assertGreater(len(given), 10)
            self.check_answers(service)
            for number in range(5000, 5005):
                self.assertEqual(503, self.give(service, number)[0])
            (disk / "filler").unlink()
            end = time.monotonic() + 30 * running.SLOWNESS
            while service.ask("GET", "/readyz")[0] != 200:
                self.assertLess(time.monotonic(), end, "the service does not notice that there is space again")
                time.sleep(0.1)
            for number in range(6000, 6005):
                status, _, body = self.give(service, number)
                self.assertEqual(200, status, body)
                given.append(number)
            self.assertEqual(0, service.stop())
        self.assertEqual([str(number) for number in given], self.ids(disk / "j.db"))

    def test_no_space_for_an_update(self):
        disk = self.mounted("-t", "tmpfs", "-o", "size=8m", "tmpfs")
        with running.Service(PROGRAM, self.models, "--journal", disk / "j.db") as service:
            for name in ("online", "batch"):
                for number in range(20):
                    self.assertEqual(200, self.give(service, number, name, 500)[0])
            free = os.statvfs(disk)
            (disk / "filler").write_bytes(bytes(free.f_bavail * free.f_bsize))
            before = {}
            for name in ("online", "batch"):
                before[name] = service.ask("GET", f"/v1/models/{name}")[2]["generation"]
                status, _, body = service.ask("POST", f"/v1/models/{name}/update", {})
                while status == 202 or status == 200 and body["state"] == "running":
                    time.sleep(0.1)
                    status, _, body = service.ask("GET", f"/v1/models/{name}/updates/{body['update']}")
                self.assertTrue(status == 503 or body["state"] == "failed", (status, body))
                self.assertEqual(before[name], service.ask("GET", f"/v1/models/{name}")[2]["generation"])
            self.check_answers(service)
            (disk / "filler").unlink()
            time.sleep(2)
            for name in ("online", "batch"):
                status, _, body = service.ask("POST", f"/v1/models/{name}/update", {})
                self.assertIn(status, (200, 202), body)
            self.assertEqual(0, service.stop())

    def test_a_disk_that_becomes_read_only(self):
        def make(folder):
            (folder / "image").write_bytes(bytes(16 << 20))
            made = run("mkfs.ext4", "-q", "-F", folder / "image")
            if made.returncode != 0:
                self.skipTest(f"mkfs.ext4: {made.stderr}")
        disk = self.mounted("-o", "loop,errors=remount-ro", "FOLDER/image", make=make)
        device = run("df", "--output=source", disk).stdout.split()[-1]
        trigger = Path(f"/sys/fs/ext4/{Path(device).name}/trigger_fs_error")
        if not os.access(trigger, os.W_OK):
            self.skipTest(f"{trigger} is not here")
        with running.Service(PROGRAM, self.models, "--journal", disk / "j.db") as service:
            for number in range(10):
                self.assertEqual(200, self.give(service, number)[0])
            trigger.write_text("the test says so")
            for number in range(100, 110):
                status, _, body = self.give(service, number)
                self.assertEqual((503, "disk"), (status, body["error"]["kind"]), body)
            self.check_answers(service)
            service.stop()
        run("umount", disk)
        run("fsck.ext4", "-p", disk.parent / "image")
        self.assertEqual(0, run("mount", "-o", "loop", disk.parent / "image", disk).returncode)
        with running.Service(PROGRAM, self.models, "--journal", disk / "j.db") as service:
            service.wait_ready()
            self.assertEqual(200, self.give(service, 200)[0])
            self.assertEqual(0, service.stop())
        self.assertEqual([str(number) for number in [*range(10), 200]], self.ids(disk / "j.db"))

    def test_a_folder_that_is_read_only_from_the_beginning(self):
        disk = self.mounted("-t", "tmpfs", "-o", "size=8m,ro", "tmpfs")
        try:
            service = running.Service(PROGRAM, self.models, "--journal", disk / "j.db")
        except RuntimeError as refused:
            self.assertIn("j.db", str(refused))
            return
        with service:
            self.assertEqual(503, self.give(service, 0)[0])
            self.check_answers(service)


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    if not running.can_serve(PROGRAM):
        print(f"skipped: {PROGRAM} has no serve")
        sys.exit(77)
    if os.geteuid() != 0:
        print("skipped: only root may mount")
        sys.exit(77)
    unittest.main()
