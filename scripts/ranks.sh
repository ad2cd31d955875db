#!/usr/bin/env bash
# ranks: training on 1, 2 and 4 ranks of one thread each, on public and generated data.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" "${mpi_packages[@]}" python3
[[ " $* " != *" --namespaces "* ]] || need iproute2
build release clade
exec python3 -B experiments/ranks.py "$@"
