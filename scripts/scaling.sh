#!/usr/bin/env bash
# scaling: how training grows with documents and classes; draws docs/img/scaling.svg.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" python3
build release clade
exec python3 experiments/scaling.py "$@"
