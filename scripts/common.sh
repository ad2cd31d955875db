# shellcheck shell=bash disable=SC2034 # what is set here is used by those who source it
# Shared by the scripts of ./run, which source it: packages, building, short lines of progress.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

build_packages=(g++ cmake ninja-build pkg-config libfmt-dev nlohmann-json3-dev zlib1g-dev
  libzstd-dev libeigen3-dev libhwy-dev libsimdjson-dev libxxhash-dev libicu-dev libserd-dev
  libstemmer-dev libgtest-dev libgmock-dev)
page_packages=(nodejs npm)
service_packages=(libboost-dev libssl-dev libsqlite3-dev)
mpi_packages=(libopenmpi-dev openmpi-bin)
test_packages=(valgrind python3)
browser_packages=(chromium)
python_packages=(python3-dev pybind11-dev python3-numpy python3-scipy python3-sklearn python3-pytest
  python3-pandas python3-networkx python3-hypothesis)
liblinear_packages=(liblinear-dev liblinear-tools)
lint_packages=(clang clang-format clang-tidy cppcheck)
quick_lint_packages=(clang-format shellcheck codespell)

jobs=$(nproc)

say() { printf '== %s\n' "$*"; }
die() {
  printf './run: %s\n' "$*" >&2
  exit 1
}

# Whether a package is there: as a package, or, for a tool, as a command from elsewhere.
has_package() {
  case $1 in
    g++ | cmake | pkg-config | ccache | python3 | clang-format | clang-tidy | cppcheck | shellcheck | codespell)
      command -v "$1" >/dev/null && return 0 ;;
    clang) command -v clang++ >/dev/null && return 0 ;;
    nodejs) command -v node >/dev/null && return 0 ;;
    npm | chromium) command -v "$1" >/dev/null && return 0 ;;
    ninja-build) command -v ninja >/dev/null && return 0 ;;
  esac
  [ "$(dpkg-query -W -f='${db:Status-Status}' "$1" 2>/dev/null)" = installed ]
}

missing_packages() {
  local package
  for package in "$@"; do has_package "$package" || printf '%s\n' "$package"; done
}

# need PACKAGE...: installs those that are missing; offline it is enough that none is.
need() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  command -v apt-get >/dev/null ||
    die "these Debian packages (or their like on this system) are missing: ${missing[*]}"
  # ccache makes rebuilding quick; it comes along, but nothing depends on it.
  has_package ccache || missing+=(ccache)
  local as_root=()
  if [ "$(id -u)" -ne 0 ]; then
    command -v sudo >/dev/null || die "packages are missing; as root run:
  apt-get update && apt-get install --no-install-recommends ${missing[*]}"
    as_root=(sudo)
  fi
  say "installing ${missing[*]}"
  "${as_root[@]}" apt-get -qq update ||
    die "apt-get update failed (is the network there?); missing: ${missing[*]}"
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -qq install -y \
    --no-install-recommends "${missing[@]}" >/dev/null ||
    die "apt-get could not install: ${missing[*]}"
}

# want PACKAGE...: the same for what a build can do without; configure says what is left out then.
want() {
  local missing
  mapfile -t missing < <(missing_packages "$@")
  [ ${#missing[@]} -gt 0 ] || return 0
  (need "${missing[@]}") || say "going on without: ${missing[*]}"
}

# build PRESET TARGET...: configures and builds; without targets, everything. With CLADE_WERROR=ON in the
# environment warnings are errors in the release build as well.
build() {
  local preset=$1 options=()
  shift
  [ "$preset" != release ] || options=(-DCLADE_WERROR="${CLADE_WERROR:-OFF}")
  say "building: preset $preset, ${*:-everything}"
  local log
  log=$(cmake --preset "$preset" "${options[@]}" 2>&1) || die "cmake failed
$log"
  # What configure left out is worth a line; the rest of its output is not.
  grep -E '^-- .*left out' <<<"$log" || true
  # On a terminal ninja keeps to one line; elsewhere only what goes wrong is worth lines.
  local quiet=()
  [ -t 1 ] || quiet=(-- --quiet)
  cmake --build "$(build_folder "$preset")" --parallel "$jobs" ${1:+--target "$@"} "${quiet[@]}"
}

build_folder() { [ "$1" = release ] && echo build || echo "build/$1"; }

# check_format: every C++ file looks as .clang-format says.
check_format() {
  need clang-format
  say "clang-format"
  find src include tests bench examples python \( -name '*.cpp' -o -name '*.h' \) -print0 |
    xargs -0 -n 50 -P "$jobs" clang-format --dry-run -Werror ||
    die "clang-format -i FILE mends what is above"
}

# run_tests PRESET [CTEST OPTION...]: what fails is shown whole, what passes is counted.
run_tests() {
  local folder
  folder=$(build_folder "$1")
  shift
  local command=(ctest --test-dir "$folder" --output-on-failure --parallel "$jobs"
    --no-tests=error "$@")
  if [ -t 1 ]; then
    "${command[@]}" --progress
  else
    "${command[@]}" | grep --line-buffered -vE '^ +Start +[0-9]+: | Passed +[0-9.]+ sec *$'
  fi
}
