#!/usr/bin/env python3
"""scripts/public_api.py: the public headers keep what the last version had, and losses, changes and additions are
found and accepted as they should be."""

import subprocess
import sys
import tempfile
import unittest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "scripts"))
import public_api  # noqa: E402

HEADER = """// A comment with a { brace.
#pragma once
#include <string>
namespace clade {
namespace detail { class Inner; }
enum class Kind : int { near, far = 3 };  // none of these
template <class Real>
struct View { const Real* values = nullptr; };
struct Options : Base {
  double C = 1;
  std::vector<std::string> names{"a", "b"};
};
class Model {
 public:
  explicit Model(int size) : size_(size) {}
  static Model load(const std::filesystem::path& file, bool trust = false);
  const std::string& name() const { return name_; }
  template <class Real> double score(View<Real> row, const Options& options = {}) const;

 private:
  int size_;
};
}  // namespace clade
"""
EXPECTED = """clade: enum class Kind:int
clade::Kind: near
clade::Kind: far = 3
clade: template<class Real> struct View
clade::View: const Real* values = nullptr
clade: struct Options:Base
clade::Options: double C = 1
clade::Options: std::vector<std::string> names{"a", "b"}
clade: class Model
clade::Model: explicit Model(int)
clade::Model: static Model load(const std::filesystem::path&, bool = false)
clade::Model: const std::string& name() const
clade::Model: template<class Real> double score(View<Real>, const Options& = {}) const""".splitlines()


class PublicApi(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.root = Path(folder.name)
        (self.root / "include/clade").mkdir(parents=True)
        (self.root / "tests/install").mkdir(parents=True)
        self.write(HEADER, "0.2.0")
        self.assertEqual(0, self.run_script("--accept")[0])

    def write(self, header, version):
        (self.root / "include/clade/model.h").write_text(header)
        (self.root / "CMakeLists.txt").write_text(f"project(clade VERSION {version} LANGUAGES CXX)\n")

    def run_script(self, *words):
        done = subprocess.run([sys.executable, "-B", ROOT / "scripts/public_api.py", "--root", self.root, *words],
                              capture_output=True, text=True, check=False)
        return done.returncode, done.stdout + done.stderr

    def test_this_repository_has_what_it_had(self):
        done = subprocess.run([sys.executable, "-B", ROOT / "scripts/public_api.py"], capture_output=True, text=True,
                              check=False)
        self.assertEqual(0, done.returncode, done.stdout + done.stderr)
        self.assertGreater(len(public_api.declarations()), 800)

    def test_declarations_are_found(self):
        self.assertEqual(EXPECTED, public_api.Declarations(HEADER).found)

    def test_form_and_names_of_parameters_do_not_count(self):
        self.write(HEADER.replace("bool trust", "bool   is_mine").replace("; }", ";\n}"), "0.2.0")
        self.assertEqual((0, ""), self.run_script())

    def test_a_loss_is_named_and_needs_a_new_minor_version(self):
        without = HEADER.replace("  const std::string& name() const { return name_; }\n", "")
        self.write(without, "0.2.1")
        code, said = self.run_script()
        self.assertEqual(1, code)
        self.assertIn("lost or changed since 0.2.0: model.h clade::Model: const std::string& name() const", said)
        self.assertEqual(1, self.run_script("--accept")[0])
        self.write(without, "0.3.0")
        self.assertEqual(0, self.run_script("--accept")[0])
        self.assertEqual((0, ""), self.run_script())

    def test_a_changed_default_is_a_change(self):
        self.write(HEADER.replace("double C = 1", "double C = 2"), "0.2.0")
        code, said = self.run_script()
        self.assertEqual(1, code)
        self.assertIn("lost or changed since 0.2.0: model.h clade::Options: double C = 1", said)
        self.assertIn("new since 0.2.0: model.h clade::Options: double C = 2", said)

    def test_an_addition_is_accepted(self):
        self.write(HEADER.replace("  int size_;", " public:\n  int size() const;"), "0.2.0")
        code, said = self.run_script()
        self.assertEqual(1, code)
        self.assertIn("new since 0.2.0: model.h clade::Model: int size() const", said)
        self.assertIn("--accept", said)
        self.assertEqual(0, self.run_script("--accept")[0])
        self.assertEqual((0, ""), self.run_script())


if __name__ == "__main__":
    unittest.main()
