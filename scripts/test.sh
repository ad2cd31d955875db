#!/usr/bin/env bash
# Every test in the release build, the Python package with the newest scikit-learn, then most unit tests under the address and undefined sanitizers.
# On two cores without ccache: release build 8 minutes, tests 2, sanitizers 6 to build and 2 to test.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" "${liblinear_packages[@]}" "${test_packages[@]}"
want "${page_packages[@]}" "${service_packages[@]}" "${mpi_packages[@]}"
want "${browser_packages[@]}"
want "${python_packages[@]}"
has_package chromium || say "browser tests: left out, Chromium is not here and could not be installed (Debian: chromium)"
build release
say "testing"
run_tests release
scripts/python.sh --test || exit 1

# Under the sanitizers the programs that take bytes from outside and work close to memory. Methods, evaluation
# and the command line are left out, and tests of sizes, of statistics and of long runs, whose code others
# run as well: ./run sanitize has them all.
sanitized=(base taxonomy data text linear kernel solver model fuzz)
long='*Scale.*:*Megabytes*:*Dekel.*:*Cai.*:*InSinglePrecision*:*PaperVariants*:*APolynomialOfDegreeOne*'
long+=':*FreeBiases.AreTheLimit*:*FreeBiases.BoundsEnclose*:*KernelProblems.Threads*'
long+=':*KernelProblems.ReachTheObjective*:*InBlocks.*'
build sanitize "${sanitized[@]/%/_test}"
say "testing under the address and undefined sanitizers"
GTEST_FILTER="-$long" run_tests sanitize --label-regex unit \
  --tests-regex "^($(IFS='|' && echo "${sanitized[*]}"))_test"
