#!/usr/bin/env bash
# crash-test serve [--rounds N] [--seed N]: ends the service by kill -9 at random moments, under feedback and updates:
# what was acknowledged has to be there afterwards, once. Then a disk that is full (as root).
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

[ "${1:-}" = serve ] || die "crash-test: expected serve, got '${1:-}'"
shift
need "${build_packages[@]}" python3
build release clade
say "crash-test: serve"
python3 -B tests/service/crash_test.py build/clade "$@"
python3 -B tests/service/disk_test.py build/clade
