#!/usr/bin/env bash
# Every test in the release build, then the unit tests under the address and undefined sanitizers.
# On two cores: release build 8 minutes, tests 2, sanitizers 8 to build and 3 to test.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" "${liblinear_packages[@]}" "${test_packages[@]}"
want "${page_packages[@]}"
build release
has_package chromium || say "browser tests: left out, Chromium was not found (Debian: chromium)"
say "testing"
run_tests release

# The command line is left out: it is the same code behind processes, many times slower. So are tests of
# sizes, of statistics and of long runs, whose code others run as well; ./run sanitize has them all.
long='*Scale.*:*Megabytes*:*WangOrder*:*Dekel.*:*Cai.*:*InSinglePrecision*:*PaperVariants*'
long+=':*APolynomialOfDegreeOne*:*FreeBiases.AreTheLimit*:*FreeBiases.BoundsEnclose*'
long+=':*KernelProblems.Threads*:*KernelProblems.ReachTheObjective*:*InBlocks.*'
build sanitize unit_tests
say "testing under the address and undefined sanitizers"
GTEST_FILTER="-$long" run_tests sanitize --label-regex unit
