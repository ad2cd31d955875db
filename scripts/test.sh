#!/usr/bin/env bash
# Every test in the release build, then the unit tests under the address and undefined sanitizers.
# On two cores: release build 7 minutes, tests 7, sanitizers 5, at most.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" "${liblinear_packages[@]}" "${test_packages[@]}"
want "${page_packages[@]}"
build release
has_package chromium || say "browser tests: left out, Chromium was not found (Debian: chromium)"
say "testing"
run_tests release

# The command line is left out: it is the same code behind processes, many times slower.
build sanitize unit_tests
say "testing under the address and undefined sanitizers"
run_tests sanitize --label-regex unit
