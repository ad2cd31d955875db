#!/usr/bin/env bash
# service-test [--cases N]: asks a running service for everything in /openapi.json. With PyPI schemathesis makes the
# requests (2,000), in build/peers/schemathesis; without it, and before it, the project's own contract test does.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

cases=2000
while [ $# -gt 0 ]; do
  case $1 in
    --cases)
      [ $# -gt 1 ] || die "--cases: expected a number"
      cases=$2
      shift
      ;;
    *) die "service-test: expected --cases N, got '$1'" ;;
  esac
  shift
done

need "${build_packages[@]}" python3
build release clade
say "the project's own contract test"
python3 -B tests/service/contract_test.py build/clade --seeds 100

environment=build/peers/schemathesis
python3 -c 'import ensurepip' 2>/dev/null || want python3-venv
[ -x "$environment/bin/python" ] || python3 -m venv "$environment"
"$environment/bin/pip" install --quiet --disable-pip-version-check --retries 1 'schemathesis>=4,<5' || {
  say "schemathesis: left out, it could not be fetched"
  exit 0
}
say "schemathesis: $cases cases"
python3 -B tests/service/with_schemathesis.py build/clade "$environment/bin/schemathesis" --cases "$cases"
