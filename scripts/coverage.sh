#!/usr/bin/env bash
# coverage: every test in a build that counts what is run; a table of lines and branches by folder.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" "${liblinear_packages[@]}" "${test_packages[@]}"
want "${service_packages[@]}"
build coverage
find build/coverage -name '*.gcda' -delete
say "testing"
run_tests coverage || say "some tests failed; what they ran counts all the same"
python3 -B scripts/coverage.py build/coverage
