#!/usr/bin/env bash
# same-models OLD NEW [--only NAME...] [--list] [--keep DIR]: whether two programs train the same models and print the same.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need python3
exec python3 scripts/same_models.py "$@"
