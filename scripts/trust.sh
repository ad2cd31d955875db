#!/usr/bin/env bash
# trust [SET...]: how far probabilities can be believed on the public sets; writes docs/lab/TRUST.md.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" python3
build release clade
exec python3 experiments/trust.py "$@"
