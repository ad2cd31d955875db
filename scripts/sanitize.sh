#!/usr/bin/env bash
# Every test under the address and undefined sanitizers, then under the thread sanitizer.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}" "${liblinear_packages[@]}"
want "${service_packages[@]}" "${mpi_packages[@]}"

# g++ 12's thread sanitizer does not start where the kernel spreads addresses over more bits than it
# knows; without randomisation it does.
if [ -z "${CLADE_FIXED_ADDRESSES:-}" ] && setarch "$(uname -m)" -R true 2>/dev/null; then
  CLADE_FIXED_ADDRESSES=1 exec setarch "$(uname -m)" -R "$0" "$@"
fi

for preset in sanitize thread; do
  build "$preset"
  say "testing: preset $preset"
  run_tests "$preset"
done
