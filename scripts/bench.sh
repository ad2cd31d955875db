#!/usr/bin/env bash
# bench [NAME...]: without names all of them. Each checks its answer before it reports a time.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

all=(liblinear reading text)
names=("$@")
[ ${#names[@]} -gt 0 ] || names=("${all[@]}")
for name in "${names[@]}"; do
  case " ${all[*]} " in
    *" $name "*) ;;
    *) die "there is no benchmark '$name'; known: ${all[*]}" ;;
  esac
done

need "${build_packages[@]}" "${liblinear_packages[@]}"
for name in "${names[@]}"; do
  case $name in
    liblinear)
      build release liblinear_compare
      build/bench/liblinear_compare ../shared/data
      ;;
    reading)
      build release reading_bench
      build/bench/reading_bench build/bench-data
      ;;
    text)
      need python3-sklearn
      build release text_bench
      build/bench/text_bench ../shared/data build/bench-data bench/sklearn_peer.py
      ;;
  esac
done
