#!/usr/bin/env bash
# labels [SET...]: learned sets of labels and wrong labels on the public sets; writes docs/lab/LABELS.md.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" python3
build release clade
exec python3 experiments/labels.py "$@"
