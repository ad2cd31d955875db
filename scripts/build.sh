#!/usr/bin/env bash
# The release program and the library; `cmake --install build --prefix FOLDER` installs them.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}"
want "${page_packages[@]}"
build release clade clade_library
say "done: build/clade"
