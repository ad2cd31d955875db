#!/usr/bin/env bash
# bench [NAME...] [--large]: without names all short ones; --large adds those that take long. Each
# checks its answer before it reports a time.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

short=(solver limits commands path reading text online kernel paper prediction)
long=(orthogonal large topdown)
names=() added=()
for word in "$@"; do
  case " ${short[*]} ${long[*]} --large " in
    *" $word "*) ;;
    *) die "there is no benchmark '$word'; known: ${short[*]} ${long[*]}" ;;
  esac
  if [ "$word" = --large ]; then added=("${long[@]}"); else names+=("$word"); fi
done
[ ${#names[@]} -gt 0 ] || names=("${short[@]}")

data=../shared/data
output=build/bench-data

need "${build_packages[@]}" "${liblinear_packages[@]}"
for name in "${names[@]}" "${added[@]}"; do
  case $name in
    solver | path | orthogonal) arguments=("$data") ;;
    limits) arguments=() ;;
    commands | large | topdown | prediction) arguments=(build/clade "$output") ;;
    online)
      need fasttext
      arguments=("$data" build/clade "$output")
      ;;
    kernel)
      need libsvm-tools
      arguments=("$data" build/clade "$output")
      ;;
    reading | paper) arguments=("$output") ;;
    text)
      need python3-sklearn
      arguments=("$data" "$output" bench/sklearn_peer.py)
      ;;
  esac
  build release "${name}_bench" clade
  say "bench: $name"
  "build/bench/${name}_bench" "${arguments[@]}"
done
