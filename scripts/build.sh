#!/usr/bin/env bash
# The release binary.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}"
want "${page_packages[@]}"
build release clade
say "done: build/clade"
