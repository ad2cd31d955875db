#!/usr/bin/env bash
# The release program and the library; `cmake --install build --prefix FOLDER` installs them.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}"
want "${page_packages[@]}" "${service_packages[@]}" "${mpi_packages[@]}"
want python3-dev pybind11-dev
build release clade clade_library clade_manual
has_python=$(cmake --build build --target help | grep -c '^clade_python:' || true)
[ "$has_python" -eq 0 ] || build release clade_python
say "done: build/clade"
