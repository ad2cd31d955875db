#!/usr/bin/env bash
# reproduce [NAME...] [--quick]: the papers' tables beside clade's numbers; writes docs/lab/REPRODUCTION.md.
# experiments/README.md says what there is.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" python3
build release clade
exec python3 experiments/reproduce.py "$@"
