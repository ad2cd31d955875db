#!/usr/bin/env bash
# faults [--points N] [--seed N]: every command with one allocation that fails, or all from there on, at N points of
# each (1,000): exit code 5 and no half file, or the same result.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" python3
build release clade fail_allocation
[ $# -gt 0 ] || set -- --points 1000
exec python3 -B tests/faults/allocation_test.py build/clade build/tests/libfail_allocation.so "$@"
