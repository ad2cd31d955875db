#!/usr/bin/env bash
# reproduce [--quick]: the papers' tables beside clade's numbers (docs/REPRODUCTION.md). --quick: two
# seeds instead of ten. reproduce orthogonal [--quick]: those of that paper, which need data sets.
if [ "${1:-}" = orthogonal ]; then exec "$(dirname "${BASH_SOURCE[0]}")/reproduce_orthogonal.sh" "${@:2}"; fi
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

seeds=10
case "${1:-}" in
  "") ;;
  --quick) seeds=2 ;;
  *) die "expected --quick or nothing, got '$1'" ;;
esac

need "${build_packages[@]}"
build release clade
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# number NAME JSON: the last value of that name.
number() { grep -o "\"$1\":[-0-9.e+]*" <<<"$2" | tail -1 | cut -d: -f2; }

# One line for each run: variance, tree, flat or greedy, update, seed, then tree-induced error and
# accuracy of what was predicted on the way ("-" for greedy, whose nodes learn by themselves), and of
# the model on the test part.
hieron_runs() {
  local variance seed form update flags trained tested on_the_way
  for variance in 0.16 0.09 0.0625 0.04; do
    for ((seed = 0; seed < seeds; ++seed)); do
      build/clade generate dekel -o "$folder" --seed "$seed" --variance "$variance" >/dev/null
      for form in tree flat greedy; do
        case $form in
          tree) flags=(--method hieron --progressive) ;;
          flat) flags=(--method hieron --flat --progressive) ;;
          greedy) flags=(--method dnc --base hieron --label-nodes path) ;;
        esac
        for update in online averaged; do
          trained=$(build/clade train "$folder/data.svm" --taxonomy "$folder/taxonomy.tsv" \
            "${flags[@]}" --update "$update" --json --quiet -o "$folder/model.clade")
          on_the_way="- -"
          if [ "$form" != greedy ]; then
            on_the_way="$(number mean_error "$trained") $(number accuracy "$trained")"
          fi
          tested=$(build/clade evaluate "$folder/model.clade" "$folder/test.svm" --json)
          echo "$variance $form $update $seed $on_the_way $(number tree_loss "$tested")" \
            "$(number accuracy "$tested")"
        done
      done
    done
  done
}

say "Hieron tables 1 and 2: clade generate dekel, $seeds seeds, one pass"
hieron_runs >"$folder/hieron.txt"
awk '
  function show(sum, squares, n,   mean, rest) {
    mean = sum / n
    rest = n > 1 ? (squares - n * mean * mean) / (n - 1) : 0
    return sprintf("%.3f (%.3f)", mean, rest > 0 ? sqrt(rest) : 0)
  }
  {
    key = $1 " " $2 " " $3
    if (!(key in n)) order[++keys] = key
    n[key]++
    # The loss tree is half the distance.
    value[1] = $5; value[2] = 100 * (1 - $6); value[3] = 2 * $7; value[4] = 100 * (1 - $8)
    for (v = 1; v <= 4; ++v) { sum[key, v] += value[v]; squares[key, v] += value[v] ^ 2 }
    on_the_way[$1, $3, $4, $2] = $5
    on_test[$1, $3, $4, $2] = 2 * $7
    seen[$1, $3, $4] = 1
  }
  END {
    printf "%-8s %-6s %-9s %-16s %-16s %-16s %-16s\n", "variance", "form", "update",
           "tree, on the way", "multiclass %", "tree, test", "multiclass %"
    for (k = 1; k <= keys; ++k) {
      key = order[k]
      split(key, part, " ")
      printf "%-8s %-6s %-9s", part[1], part[2], part[3]
      for (v = 1; v <= 4; ++v) {
        is_missing = part[2] == "greedy" && v <= 2
        printf " %-16s", is_missing ? "-" : show(sum[key, v], squares[key, v], n[key])
      }
      print ""
    }
    for (s in seen) {
      split(s, part, SUBSEP)
      runs[part[1] " " part[2]]++
      if (on_the_way[s, "tree"] < on_the_way[s, "flat"]) below[part[1] " " part[2]]++
      if (on_test[s, "tree"] < on_test[s, "flat"]) test_below[part[1] " " part[2]]++
    }
    for (r in runs) {
      printf "%s: tree below flat in %d of %d seeds on the way, in %d on the test part\n", r,
             below[r], runs[r], test_below[r]
    }
  }' "$folder/hieron.txt"
