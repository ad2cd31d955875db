#!/usr/bin/env bash
# soak [--minutes N] [--seed N]: half an hour of feedback, predictions, updates, reloads and ways back on a service of
# this machine: no error, no lost feedback, memory flat within five percent.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" "${service_packages[@]}" python3
build release clade
exec python3 -B tests/service/soak_test.py build/clade "$@"
