#!/usr/bin/env bash
# bench [NAME...]: without names all of them. Each checks its answer before it reports a time.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

all=(liblinear)
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
  esac
done
