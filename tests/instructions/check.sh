#!/usr/bin/env bash
# Counts the instructions of the solver on a fixed small problem (valgrind's callgrind) and compares
# them with what they were: a regression in the inner loops shows on any machine, loaded or not.
#
#   check.sh CLADE [--record]
#
# Fails where the count is more than a tenth above the recorded one. After a change that is meant
# to cost more, or with another compiler, record anew and say so in the commit.
set -euo pipefail

clade=$1
folder=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
if ! command -v valgrind >/dev/null; then
  echo "skipped: valgrind is not installed (Debian: valgrind)"
  exit 77
fi
if ! grep -qw avx2 /proc/cpuinfo; then
  echo "skipped: the counts were recorded with AVX2, which this processor does not have"
  exit 77
fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT

"$clade" generate text --n 300 --levels 8,60 --words 2000 --seed 1 -o "$work/data" >/dev/null

# Instructions inside of Ascent::run alone, in millions.
count() {
  valgrind --tool=callgrind --callgrind-out-file="$work/profile" \
    --toggle-collect='clade::detail::Ascent<*>::run()' \
    "$clade" train "$work/data/data.svm" --taxonomy "$work/data/taxonomy.tsv" --threads 1 \
    --quiet "$@" -o "$work/model.clade" >"$work/log" 2>&1 || { cat "$work/log"; exit 1; }
  awk '/^(summary|totals):/ { printf "%.2f", $2 / 1e6; exit }' "$work/profile"
}

status=0
while read -r name recorded options; do
  # shellcheck disable=SC2086
  now=$(count $options)
  if [ "${2:-}" = --record ]; then
    echo "$name $now $options"
    continue
  fi
  echo "$name: $now million instructions, recorded $recorded"
  awk -v now="$now" -v then="$recorded" 'BEGIN { exit !(now > 0.5 && now < 1.1 * then) }' ||
    { echo "$name: expected less than a tenth above the record, and a count at all"; status=1; }
done <"$folder/recorded.txt"
exit "$status"
