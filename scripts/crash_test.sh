#!/usr/bin/env bash
# crash-test serve [--rounds N] [--seed N]: ends the service by kill -9 at random moments, under feedback and updates:
# what was acknowledged has to be there afterwards, once. Then a disk that is full (as root).
# crash-test train [--kills N] [--seed N]: ends trainings by kill -9 at random moments: the same command goes on, to the
# same bytes. Then every save of a file is ended between any two of its system calls, a thousand times, and disks are
# full or read-only, folders vanish, mapped files are cut.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

what=${1:-}
[ "$what" = serve ] || [ "$what" = train ] || die "crash-test: expected serve or train, got '$what'"
shift
need "${build_packages[@]}" python3
build release clade
say "crash-test: $what"
if [ "$what" = serve ]; then
  python3 -B tests/service/crash_test.py build/clade "$@"
  python3 -B tests/service/disk_test.py build/clade
else
  python3 -B tests/crash/train_test.py build/clade "$@"
  interposer=build/crash_interposer.so
  "${CXX:-c++}" -std=c++20 -O1 -fPIC -shared tests/crash/interposer.cpp -o "$interposer" -ldl
  python3 -B tests/crash/save_test.py build/clade "$interposer"
  python3 -B tests/crash/files_test.py build/clade
fi
