#!/usr/bin/env bash
# bench [NAME...] [--large] [--data FOLDER] [-- WORD...]: without names all short ones; --large adds those that take
# long. Each checks its answer before it reports a time. FOLDER holds the public data sets; those that are missing are
# skipped. The words are for solver (SET..., rounds=N), dense (SET..., C=VALUE..., rounds=N) or kernel-grid
# (C=VALUE..., gamma=VALUE...).
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

short=(solver limits commands path reading text online kernel paper prediction python)
long=(orthogonal large topdown dense kernel-grid service)
names=() added=() words=() data=${CLADE_DATA:-data}
while [ $# -gt 0 ]; do
  case $1 in
    --large) added=("${long[@]}") ;;
    --data)
      [ $# -gt 1 ] || die "--data: expected a folder"
      data=$2
      shift
      ;;
    --)
      shift
      words=("$@")
      break
      ;;
    *)
      [[ " ${short[*]} ${long[*]} " = *" $1 "* ]] ||
        die "there is no benchmark '$1'; known: ${short[*]} ${long[*]}"
      names+=("$1")
      ;;
  esac
  shift
done
if [ ${#words[@]} -gt 0 ]; then
  [ $((${#names[@]} + ${#added[@]})) -eq 1 ] && [[ " solver dense kernel-grid " = *" ${names[0]-} "* ]] ||
    die "what follows -- is for one of solver, dense, kernel-grid: name it alone"
fi
[ ${#names[@]} -gt 0 ] || names=("${short[@]}")

[ -d "$data" ] || say "no public data sets: there is no folder $data (--data FOLDER or CLADE_DATA names theirs)"
output=build/bench-data

need "${build_packages[@]}" "${liblinear_packages[@]}"
for name in "${names[@]}" "${added[@]}"; do
  case $name in
    python)
      need "${python_packages[@]}"
      build release clade_python python_peer clade
      say "bench: $name"
      PYTHONPATH=build/python /usr/bin/python3 -B bench/python_bench.py build "$output" "$data"
      continue
      ;;
    service)
      need wrk nghttp2-client python3-venv
      build release clade
      environment=build/peers/service
      [ -x "$environment/bin/python" ] || python3 -m venv "$environment"
      peers=(--peers "$PWD/$environment")
      "$environment/bin/pip" install --quiet --disable-pip-version-check --retries 1 scikit-learn fastapi \
        'uvicorn[standard]' || { say "going on without scikit-learn: it could not be fetched"; peers=(); }
      say "bench: $name"
      python3 -B bench/service/service_bench.py build/clade "$output/service" "${peers[@]}"
      continue
      ;;
    solver | path | orthogonal | dense) arguments=("$data") ;;
    limits) arguments=() ;;
    commands | large | topdown | prediction) arguments=(build/clade "$output") ;;
    online)
      need fasttext
      arguments=("$data" build/clade "$output")
      ;;
    kernel | kernel-grid)
      need libsvm-tools
      arguments=("$data" build/clade "$output")
      [ "$name" = kernel ] || arguments+=(--grid)
      ;;
    reading | paper) arguments=("$output") ;;
    text)
      need python3-sklearn
      arguments=("$data" "$output" bench/sklearn_peer.py)
      ;;
  esac
  program=${name%-grid}_bench
  build release "$program" clade
  say "bench: $name"
  "build/bench/$program" "${arguments[@]}" "${words[@]}"
done
