#!/usr/bin/env bash
# completion.sh CLADE: completes a few words in bash, and in zsh and fish where they are there, with
# the scripts of share/completions.
set -euo pipefail
clade=$(realpath "$1")
cd "$(dirname "${BASH_SOURCE[0]}")/../../share/completions"
PATH=$(dirname "$clade"):$PATH
die() {
  printf 'tests/install/completion: %s\n' "$*" >&2
  exit 1
}

# expect SHELL LINE WORDS: what LINE, cut at its end, is completed to.
expect() {
  local found
  found=$("complete_in_$1" "$2" | sort | tr '\n' ' ') || die "$1: '$2' failed"
  [ "$found" = "$3 " ] || die "$1: '$2': expected '$3', got '$found'"
}

complete_in_bash() {
  bash --norc -c '. ./clade.bash
    read -ra COMP_WORDS <<<"$1"
    [ "${1% }" = "$1" ] || COMP_WORDS+=("")
    COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
    _clade
    printf "%s\n" "${COMPREPLY[@]}"' - "$1"
}

complete_in_fish() { fish --no-config -c 'source clade.fish; complete -C $argv[1]' "$1" | cut -f 1; }

# The words that the function hands to zsh.
complete_in_zsh() {
  zsh -f -c 'compdef() { }; _files() { }
    _describe() { print -rl -- "${(@)${(P)3}%%:*}"; }
    source ./_clade
    words=("${(@s: :)1}") CURRENT=${#words}
    _clade' - "$1"
}

for shell in bash zsh fish; do
  command -v "$shell" >/dev/null || { echo "$shell is not here: left out" && continue; }
  expect "$shell" "clade tr" "train"
  expect "$shell" "clade taxonomy c" "check convert"
  expect "$shell" "clade train --method hs" "hsvm"
  expect "$shell" "clade train docs.jsonl --tol" "--tolerance"
  echo "$shell completes"
done
