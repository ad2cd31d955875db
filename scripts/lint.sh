#!/usr/bin/env bash
# What compilers and programs that read code find. Every kind is looked at to its end; the findings are counted there.
#   --quick   what takes seconds: formats, rules of the tree, Python, shell, spelling, types of the pages
# The rest takes hours on two cores when it is run for the first time; what was clean is not looked at again.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

found=()

# look NAME COMMAND...: runs it; what it finds does not end the script.
look() {
  say "$1"
  "${@:2}" || found+=("$1")
}

# Programs of PyPI in an environment of their own; without PyPI they are left out.
python_tools() {
  local venv=build/lint/venv
  [ -x $venv/bin/ruff ] && [ -x $venv/bin/mypy ] && return
  mkdir -p build/lint && python3 -m venv $venv &&
    $venv/bin/pip install --quiet --disable-pip-version-check --retries 1 'ruff>=0.8' 'mypy>=1.13'
}

tracked() { git ls-files --cached --others --exclude-standard "$@"; }

# Words of other languages and words that are misspelt on purpose, which tests have many of.
spelling() {
  tracked | grep -E '\.(cpp|h|cu|py|pyi|sh|md|cmake|ts|mjs|yml)$|^run$' |
    grep -vE '^tests/|^python/tests/|^web/test/|stop_word_lists\.h$' |
    xargs codespell --ignore-words-list swiming,linaer
}

shell_scripts() { tracked '*.sh' run .ci/run | xargs shellcheck; }

quick() {
  need "${quick_lint_packages[@]}" python3
  (check_format) || found+=(clang-format)
  look "rules of the tree" python3 -B tests/tree/rules.py
  look "the public headers beside those of the last version" python3 -B scripts/public_api.py
  if python_tools; then
    look ruff build/lint/venv/bin/ruff check --quiet --cache-dir build/lint/ruff .
    look mypy build/lint/venv/bin/mypy --no-error-summary --cache-dir build/lint/mypy python/clade scripts
  else
    say "ruff and mypy: left out, they could not be fetched from PyPI"
  fi
  look shellcheck shell_scripts
  look spelling spelling
  if [ -d build/web/node_modules ]; then
    look "types of web/" node build/web/node_modules/typescript/bin/tsc --project web --noEmit
  else
    say "types of web/: left out, its packages are not there (Debian: nodejs, npm)"
  fi
}

long() {
  need "${build_packages[@]}" "${liblinear_packages[@]}" "${lint_packages[@]}"
  want "${page_packages[@]}" "${service_packages[@]}" "${mpi_packages[@]}"
  look "public headers alone" tests/install/headers.sh c++
  mkdir -p build/cppcheck
  look cppcheck cppcheck --quiet --error-exitcode=1 --std=c++20 --language=c++ --enable=warning,portability \
    --inline-suppr --suppressions-list=scripts/cppcheck.txt --cppcheck-build-dir=build/cppcheck \
    --template='{file}:{line}: {message} [{id}]' -Iinclude -Isrc -j "$jobs" src include
  say "g++, warnings are errors"
  build werror || found+=(g++)
  look "the include graph, links" ctest --test-dir build/werror --output-on-failure --quiet \
    --tests-regex '^(IncludeGraph\.|Docs\.Links)'
  say "clang++, warnings are errors"
  build clang || found+=(clang++)
  look clang-tidy scripts/tidy.py build/clang src tests bench
}

quick
[ "${1:-}" = --quick ] || long
[ ${#found[@]} -eq 0 ] || die "$(IFS=, && echo "found something: ${found[*]}")"
say "lint: nothing found"
