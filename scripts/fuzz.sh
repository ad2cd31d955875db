#!/usr/bin/env bash
# fuzz [TARGET...] [--seconds N] [--keep]: libFuzzer looks for bytes that crash, hang or leak: every target, or those
# that are named, each for N seconds (60). What it finds is put into tests/fuzz/found/TARGET, where a test reads it
# again for good. --keep: the inputs that reach different code go to tests/fuzz/corpus, which the test reads as well.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

seconds=60 keep=
targets=()
while [ $# -gt 0 ]; do
  case $1 in
    --seconds) seconds=${2:?}; shift ;;
    --keep) keep=yes ;;
    -*) die "fuzz: there is no option '$1'" ;;
    *) targets+=("$1") ;;
  esac
  shift
done

need "${build_packages[@]}" "${service_packages[@]}" clang libclang-rt-14-dev llvm-14
# What is above the readers is in a program of its own, which takes longer to build.
upper=" descriptions scores predictions http journal "
needed=()
for target in "${targets[@]}"; do
  if [[ $upper == *" $target "* ]]; then needed+=(clade_fuzz_upper); else needed+=(clade_fuzz_readers); fi
done
[ ${#needed[@]} -gt 0 ] || needed=(clade_fuzz_readers clade_fuzz_upper)
build fuzz "${needed[@]}"
declare -A program_of
for name in "${needed[@]}"; do
  for target in $("build/fuzz/tests/$name"); do program_of[$target]=build/fuzz/tests/$name; done
done
results=build/fuzz/results.tsv
commit=$(git rev-parse --short HEAD 2>/dev/null || echo unknown)
[ ${#targets[@]} -gt 0 ] || mapfile -t targets < <(printf '%s\n' "${!program_of[@]}" | sort)
for target in "${targets[@]}"; do
  [ -n "${program_of[$target]:-}" ] || die "fuzz: there is no target '$target'; there are: ${!program_of[*]}"
done

export ASAN_OPTIONS=allocator_may_return_null=1:detect_stack_use_after_return=0:${ASAN_OPTIONS:-}
export UBSAN_OPTIONS=print_stacktrace=1
export ASAN_SYMBOLIZER_PATH=${ASAN_SYMBOLIZER_PATH:-$(command -v llvm-symbolizer-14 || true)}
# A hang is ten seconds, too much memory two gigabytes, or one of them at once for a few bytes.
limits=(-timeout=10 -rss_limit_mb=2048 -malloc_limit_mb=1024 -report_slow_units=5)

# number WORD: of the last line of libFuzzer's that has it.
number() { grep -oE "$1:? +[0-9]+" "$log" | tail -1 | grep -oE '[0-9]+$' || echo 0; }

failed=()
for target in "${targets[@]}"; do
  corpus=build/fuzz/corpus/$target seeds=build/fuzz/seeds/$target found=tests/fuzz/found/$target
  log=build/fuzz/$target.log program=${program_of[$target]}
  rm -rf "$seeds"
  mkdir -p "$corpus" "$seeds"
  CLADE_FUZZ_TARGET=$target CLADE_FUZZ_SEEDS=$seeds "$program"
  [ ! -f "tests/fuzz/corpus/$target" ] || python3 -B scripts/fuzz_corpus.py unpack "tests/fuzz/corpus/$target" "$seeds"
  mkdir -p "build/fuzz/crashes/$target"
  if ! CLADE_FUZZ_TARGET=$target "$program" "${limits[@]}" -max_total_time="$seconds" -print_final_stats=1 \
    -artifact_prefix="build/fuzz/crashes/$target/" -use_value_profile=0 -len_control=20 \
    "$corpus" "$seeds" >"$log" 2>&1; then
    failed+=("$target")
    mkdir -p "$found"
    cp "build/fuzz/crashes/$target/"* "$found" 2>/dev/null || true
    say "$target: FAILED, see $log; the input is in $found"
    grep -m 5 -E 'ERROR|SUMMARY|runtime error|broken promise|uncaught|what\(\)' "$log" || true
  fi
  line=$(printf '%s\t%s\t%s\t%s\t%s\t%s\t%s\t%s' "$target" "$commit" "$seconds" "$(number stat::number_of_executed_units)" \
    "$(number cov)" "$(number ft)" "$(find "$corpus" -type f | wc -l)" "$(number stat::peak_rss_mb)")
  printf '%s\n' "$line" >>"$results"
  say "$(printf '%s' "$line" | tr '\t' ' ') (commit, seconds, executions, edges, features, inputs, MB)"
  if [ -n "$keep" ]; then
    rm -rf build/fuzz/least && mkdir build/fuzz/least
    CLADE_FUZZ_TARGET=$target "$program" -merge=1 -max_len=2000 "${limits[@]}" build/fuzz/least "$seeds" "$corpus" \
      >"build/fuzz/$target.merge.log" 2>&1 || true
    mkdir -p tests/fuzz/corpus
    python3 -B scripts/fuzz_corpus.py pack build/fuzz/least "tests/fuzz/corpus/$target"
  fi
done
[ ${#failed[@]} -eq 0 ] || die "fuzz: found something in ${failed[*]}"
