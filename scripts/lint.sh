#!/usr/bin/env bash
# Format, rules of the tree, warnings of both compilers, types of the pages, clang-tidy. Ends at the first
# kind of finding.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" "${liblinear_packages[@]}" "${lint_packages[@]}" python3
want "${page_packages[@]}" "${service_packages[@]}" "${mpi_packages[@]}"

check_format
say "rules of the tree"
python3 -B tests/tree/rules.py

say "g++ and clang++, warnings are errors"
build werror
build clang

if [ -d build/web/node_modules ]; then
  say "types of web/"
  node build/web/node_modules/typescript/bin/tsc --project web --noEmit
else
  say "types of web/: left out, its packages are not there (Debian: nodejs, npm)"
fi

say "clang-tidy"
# Its standard error counts the warnings of system headers, file by file: shown only on failure.
find src -name '*.cpp' -print0 |
  xargs -0 -n 1 -P "$jobs" clang-tidy -p build/clang --quiet 2>build/clang-tidy.log ||
  { grep -vE '^[0-9]+ warnings? ' build/clang-tidy.log >&2; die "clang-tidy found something"; }
say "lint: nothing found"
