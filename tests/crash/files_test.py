#!/usr/bin/env python3
"""Disks that are full or read-only, folders that vanish, inputs that are cut or removed, readers that leave.

  files_test.py build/clade (as root, who may mount)

Each ends with a clear error, and the old file stays as it was.
"""

import os
import subprocess
import sys
import tempfile
import time
import unittest
from pathlib import Path

import made

PROGRAM = ""


def run(*words):
    return subprocess.run([str(word) for word in words], capture_output=True, text=True, check=False)


class Files(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(folder.cleanup)
        cls.folder = Path(folder.name)
        made.make(cls.folder)
        cls.model = cls.folder / "model.clade"
        done = cls.clade("train", cls.folder / "texts.jsonl", "--method", "svm", "-o", cls.model, "--quiet")
        if done.returncode != 0:
            raise RuntimeError(done.stderr)

    @staticmethod
    def clade(*words):
        return run(PROGRAM, *words)

    def place(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        return Path(folder.name)

    def mounted(self, *words):
        """A small file system of its own."""
        place = self.place() / "disk"
        place.mkdir()
        found = run("mount", *words, place)
        if found.returncode != 0:
            self.skipTest(f"no file system can be mounted here: {found.stderr.strip()}")
        self.addCleanup(run, "umount", "--lazy", place)
        return place

    def expect_failure(self, done, code, words):
        self.assertEqual(code, done.returncode, done.stderr)
        self.assertIn(words, done.stderr)

    def writers(self, folder):
        """Commands that write a large file there, each with the file."""
        texts, tree = self.folder / "texts.jsonl", self.folder / "tree.tsv"
        return [(["train", texts, "--taxonomy", tree, "--method", "svm", "-o"], folder / "m.clade"),
                (["prune", self.model, "-o"], folder / "p.clade"),
                (["predict", self.model, texts, "--top", "20", "-o"], folder / "answers.jsonl"),
                (["convert", texts, "-o"], folder / "data.svm"),
                (["evaluate", self.model, texts, "--report"], folder / "page.html")]

    def test_a_full_disk_keeps_the_old_file(self):
        disk = self.mounted("-t", "tmpfs", "-o", "size=64k", "tmpfs")
        for words, file in self.writers(disk):
            file.write_text("old")
            with self.subTest(words[0]):
                self.expect_failure(self.clade(*words, file), 5, "No space left on device")
                self.assertEqual("old", file.read_text())
                self.assertEqual([file], list(disk.iterdir()))
            file.unlink()

    def test_a_read_only_disk_is_told_before_the_work(self):
        disk = self.mounted("-t", "tmpfs", "-o", "size=1m", "tmpfs")
        for _, file in self.writers(disk):
            file.write_text("old")
        self.assertEqual(0, run("mount", "-o", "remount,ro", disk).returncode)
        for words, file in self.writers(disk):
            with self.subTest(words[0]):
                self.expect_failure(self.clade(*words, file), 5, "Read-only file system")
                self.assertEqual("old", file.read_text())

    def test_a_folder_that_is_not_there_or_is_meant_as_a_file(self):
        folder = self.place()
        (folder / "d.svm").mkdir()
        for words, _ in self.writers(folder):
            with self.subTest(words[0]):
                self.expect_failure(self.clade(*words, folder / "none" / "f.svm"), 5, "No such file or directory")
                self.expect_failure(self.clade(*words, folder / "d.svm"), 5, "is a folder")

    def test_a_folder_that_vanishes_while_it_works(self):
        gone = self.place() / "gone"
        gone.mkdir()
        # It waits for data from a pipe while the folder goes.
        pipe = gone.parent / "texts.jsonl"
        os.mkfifo(pipe)
        words = [PROGRAM, "train", pipe, "--taxonomy", self.folder / "tree.tsv", "--method", "hsvm",
                 "-o", gone / "m.clade", "--quiet"]
        process = subprocess.Popen([str(word) for word in words], stderr=subprocess.PIPE, text=True)
        with open(pipe, "w") as data:  # opens once the program reads
            gone.rename(gone.parent / "elsewhere")
            data.write((self.folder / "texts.jsonl").read_text())
        _, errors = process.communicate(timeout=60)
        self.assertEqual(5, process.returncode, errors)
        self.assertIn("No such file or directory", errors)

    def test_a_checkpoint_that_cannot_be_written_is_no_end(self):
        disk = self.mounted("-t", "tmpfs", "-o", "size=64k", "tmpfs")
        done = self.clade("train", self.folder / "texts.jsonl", "--taxonomy", self.folder / "tree.tsv", "--method",
                          "hsvm", "--tolerance", "1e-5", "--checkpoint", disk / "c", "--checkpoint-every", "0s", "-o",
                          self.place() / "m.clade")
        self.assertEqual(0, done.returncode, done.stderr)
        self.assertEqual(1, done.stderr.count("goes on without this checkpoint"), done.stderr)

    def cut_while(self, words, file, feed):
        """What a command says whose file is cut after it has begun."""
        process = subprocess.Popen([str(word) for word in words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                                   stderr=subprocess.PIPE, text=True)
        process.stdin.write(feed)
        process.stdin.flush()
        time.sleep(1)
        with open(file, "r+b") as cut:
            cut.truncate(4096)
        try:
            process.stdin.write(feed * 50)
            process.stdin.close()
        except BrokenPipeError:
            pass
        with process.stderr:
            errors = process.stderr.read()
        return process.wait(timeout=60), errors

    def test_a_model_that_is_cut_while_it_answers(self):
        model = self.place() / "cut.clade"
        model.write_bytes(self.model.read_bytes())
        feed = (self.folder / "few.jsonl").read_text()
        code, errors = self.cut_while([PROGRAM, "predict", model, "-"], model, feed)
        self.assertEqual(5, code, errors)
        self.assertIn("cut.clade: was cut", errors)

    def test_a_pack_that_is_cut_while_it_is_learned(self):
        pack = self.place() / "cut.pack"
        self.assertEqual(0, self.clade("pack", self.folder / "vectors.svm", "-o", pack).returncode)
        process = subprocess.Popen([PROGRAM, "train", str(pack), "--method", "hieron", "--epochs", "1000000",
                                    "--max-seconds", "20", "-o", str(self.place() / "m.clade"), "--quiet"],
                                   stderr=subprocess.PIPE, text=True)
        time.sleep(1)
        with open(pack, "r+b") as cut:
            cut.truncate(4096)
        _, errors = process.communicate(timeout=60)
        if process.returncode != 0:  # rows that were copied need the file no longer
            self.assertEqual(5, process.returncode, errors)
            self.assertIn("cut.pack: was cut", errors)

    def test_an_input_that_is_removed_while_it_is_read(self):
        folder = self.place()
        data = folder / "data.jsonl"
        data.write_bytes((self.folder / "texts.jsonl").read_bytes())
        process = subprocess.Popen([PROGRAM, "train", str(data), "--method", "svm", "--quiet", "-o",
                                    str(folder / "m.clade")], stderr=subprocess.PIPE, text=True)
        time.sleep(0.05)
        data.unlink()
        _, errors = process.communicate(timeout=60)
        self.assertIn(process.returncode, (0, 5), errors)  # it was open by then, or not
        if process.returncode == 5:
            self.assertIn("data.jsonl", errors)

    def test_a_reader_that_leaves(self):
        process = subprocess.Popen([PROGRAM, "predict", str(self.model), str(self.folder / "texts.jsonl"), "--top", "20"],
                                   stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
        process.stdout.readline()
        process.stdout.close()
        self.assertEqual("", process.stderr.read())
        self.assertEqual(0, process.wait(timeout=60))
        process.stderr.close()


if __name__ == "__main__":
    PROGRAM = sys.argv.pop(1)
    unittest.main()
