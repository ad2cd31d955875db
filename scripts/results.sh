#!/usr/bin/env bash
# results [SET...]: clade as it comes beside what other programs reach on the public sets; --budget: also what it finds in five
# minutes; --peers: sets the other programs up (LIBLINEAR of Debian, the others in an environment of their own in build/peers)
# and runs them. Writes docs/lab/RESULTS.md. What is finished is kept.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" python3
for word in "$@"; do
  # Without them what needs them is left out, and said.
  [ "$word" != --peers ] || want liblinear-tools python3-venv
done
build release clade
exec python3 experiments/results.py "$@"
