#!/usr/bin/env bash
# headers.sh COMPILER: compiles every public header alone, with include and the standard library.
set -euo pipefail
compiler=$1
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
printf '%s\n' include/clade/*.h | xargs -P 2 -I HEADER \
  "$compiler" -std=c++20 -fsyntax-only -Wall -Wextra -Werror -Iinclude -x c++ -include HEADER /dev/null
