#!/usr/bin/env bash
# examples.sh BUILD CMAKE COMPILER: installs what is in BUILD into a temporary folder, then, with nothing
# but that copy, builds and runs every program of examples/cpp (find_package) and the README's (pkg-config).
set -euo pipefail
build=$(realpath "$1") cmake=$2 compiler=$3
source=$(realpath "$(dirname "${BASH_SOURCE[0]}")/../..")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
prefix=$folder/prefix
die() {
  printf 'tests/install: %s\n' "$*" >&2
  exit 1
}

# run PROGRAM: in a folder of its own, since programs write files; it has to print something.
run() {
  mkdir -p "$folder/run"
  (cd "$folder/run" && "$1") >"$folder/output" || die "$1 failed"
  [ -s "$folder/output" ] || die "$1 printed nothing"
  printf '%s:\n' "${1##*/}" && cat "$folder/output"
}

"$cmake" --install "$build" --prefix "$prefix" >"$folder/log" || die "cmake --install failed"
version=$("$prefix/bin/clade" --version) || die "the installed program does not run"
printf 'installed: %s\n' "$version"

# Only the copy is seen: src holds headers that are not public.
cp -r "$source/examples/cpp" "$folder/examples"
"$cmake" -S "$folder/examples" -B "$folder/build" -DCMAKE_PREFIX_PATH="$prefix" \
  -DCMAKE_CXX_COMPILER="$compiler" >"$folder/log" || { cat "$folder/log" && die "find_package(clade) failed"; }
"$cmake" --build "$folder/build" --parallel 2 >"$folder/log" ||
  { cat "$folder/log" && die "examples/cpp does not build"; }
shopt -s nullglob
programs=("$folder"/examples/*.cpp)
[ ${#programs[@]} -gt 0 ] || die "examples/cpp has no programs"
for program in "${programs[@]}"; do run "$folder/build/$(basename "$program" .cpp)"; done

# The first block of C++ in the README that includes the library.
awk '/^```cpp$/ { on = 1; text = ""; next } /^```$/ { if (on && text ~ /clade\/clade\.h/) { printf "%s", text; exit } on = 0 }
  on { text = text $0 "\n" }' "$source/README.md" >"$folder/readme.cpp"
[ -s "$folder/readme.cpp" ] || die "README.md has no program that includes clade/clade.h"
PKG_CONFIG_PATH=$(dirname "$(find "$prefix" -name clade.pc)")
export PKG_CONFIG_PATH
libraries=$(pkg-config --variable=libdir clade)
options=(--cflags --libs)
[ ! -f "$libraries/libclade.a" ] || options+=(--static)
# shellcheck disable=SC2046 # words of flags
"$compiler" -std=c++20 "$folder/readme.cpp" -o "$folder/readme" $(pkg-config "${options[@]}" clade) ||
  die "the README's program does not compile with pkg-config's flags"
LD_LIBRARY_PATH=$libraries run "$folder/readme"
