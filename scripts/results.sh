#!/usr/bin/env bash
# results [SET...]: clade's default and its best configuration beside what other programs reach on the public sets; writes
# docs/lab/RESULTS.md. What is finished is kept in build/results.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" python3
build release clade
exec python3 experiments/results.py "$@"
