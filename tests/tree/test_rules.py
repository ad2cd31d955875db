"""The rules on small made-up files: each finds what it is for, and nothing else."""

import unittest

import rules


def broken(rule, path, text):
    return [line for _, line, _ in rule({path: text})]


class Rules(unittest.TestCase):
    def test_flags_are_found_in_strings_alone(self):
        text = '// see --kernel\nfail("use --kernel linear");\nauto c = \'"\';  // "--x"\nf(R"(a\n--b)", "a -- b");\n'
        self.assertEqual(broken(rules.no_flags_below_cli, "src/model/a.cpp", text), [2, 4])
        self.assertEqual(broken(rules.no_flags_below_cli, "src/cli/a.cpp", text), [])
        page = 'f("width: var(--share)", "<i style=\\"--share: 1\\">");\n'
        self.assertEqual(broken(rules.no_flags_below_cli, "src/report/a.cpp", page), [])

    def test_options_by_name_are_found(self):
        for line in ('if (p.name == "flat") {', 'x = option_of(method, "loss");', 'if (has_option(entry, "C")) {'):
            self.assertEqual(broken(rules.options_have_types, "src/eval/a.cpp", line), [1], line)
            self.assertEqual(broken(rules.options_have_types, "src/method/methods/a.cpp", line), [])
        for line in ('fail_parameter("loss", "x");', 'if (column.name == "id") {', 'has_option(entry, flag);'):
            self.assertEqual(broken(rules.options_have_types, "src/eval/a.cpp", line), [], line)

    def test_a_second_loop_over_epochs_is_found(self):
        one = "for (;;) {\n  ++epoch_;\n}\n"
        self.assertEqual(broken(rules.one_loop_over_epochs, "src/solver/ascent/a.cpp", one), [])
        two = one + "while (epoch < most) {}\n"
        self.assertEqual(broken(rules.one_loop_over_epochs, "src/solver/ascent/a.cpp", two), [2, 4])

    def test_a_choice_of_storage_is_found_and_a_question_is_not(self):
        files = {"src/linear/storage.h": "plan_storage", "src/model/a.cpp": "x = Storage::dense;\nif (x == Storage::dense)\n"}
        self.assertEqual([line for _, line, _ in rules.one_place_decides_storage(files)], [1])

    def test_includes_are_found(self):
        text = '#include <vector>\n#include "clade/model.h"\n#include "data/read.h"\n#include <fmt/core.h>\n'
        self.assertEqual(broken(rules.cli_calls_the_library, "src/cli/a.cpp", text), [3])
        self.assertEqual(broken(rules.public_headers_stand_alone, "include/clade/a.h", text), [3, 4])


if __name__ == "__main__":
    unittest.main()
