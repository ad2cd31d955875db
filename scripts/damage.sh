#!/usr/bin/env bash
# damage [N]: N (20,000) models with flipped bits, cut, with exchanged sections, or of two models: each must be
# refused, and on trust none may crash, under the address and undefined sanitizers.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}"
build sanitize model_test
CLADE_ROUNDS=${1:-20000} build/sanitize/tests/model_test --gtest_filter='SplicedModel.*'
