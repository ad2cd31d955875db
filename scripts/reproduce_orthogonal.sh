#!/usr/bin/env bash
# reproduce orthogonal [--quick]: tables 2-8 of orthogonal on the nearest data there are: the documents of
# rcv1_k500 with one label below CCAT, MCAT and ECAT, the same without branches of a single level, and
# newsgroups. Random splits: half to test, of the rest a fifth to choose C, then training on both. --quick: two
# splits instead of fifty.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

splits=50
case "${1:-}" in
  "") ;;
  --quick) splits=2 ;;
  *) die "expected --quick or nothing, got '$1'" ;;
esac
data=../shared/data
[ -d "$data/rcv1_k500" ] || die "$data/rcv1_k500 is not there"

need "${build_packages[@]}"
build release clade
clade=$PWD/build/clade
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

methods=(flatmult transfer treeloss orthogonal)
if "$clade" help train | grep -q hiermult; then methods=(flatmult hiermult transfer treeloss orthogonal); fi
# C for each example; the paper's is 1 over their number.
prices=(0.01 0.1 1 10)

# task NAME TOP SHAPE: documents and taxonomy below the node TOP of rcv1_k500. Those of no feature and of no
# category below TOP are left out; SHAPE deep also leaves out children of TOP that have none, with their
# documents.
rcv1_task() {
  mkdir "$folder/$1"
  zcat "$data"/rcv1_k500/{train,test}.svm.gz | awk -v top="$2" -v shape="$3" -v edges="$folder/$1/taxonomy.tsv" '
    NR == FNR { parent[$2] = $1; inner[$1] = 1; order[++n] = $2; next }
    !done++ {
      for (i = 1; i <= n; ++i) {
        node = order[i]
        for (up = node; up in parent && parent[up] != top; up = parent[up]) {}
        if (!(up in parent) || (shape == "deep" && !(up in inner))) continue
        kept[node] = 1
        print parent[node] "\t" node > edges
      }
    }
    NF > 1 && $1 !~ /,/ && $1 in kept' "$data/rcv1_k500/taxonomy.tsv" - >"$folder/$1/all.svm"
}

# Counts: a model weights words by its own training documents.
newsgroups_task() {
  mkdir "$folder/newsgroups"
  cp "$data/newsgroups/taxonomy.tsv" "$folder/newsgroups/"
  "$clade" convert "$data/newsgroups/docs.jsonl.gz" --split all --weighting none --normalize none \
    -o "$folder/newsgroups/all.svm"
}

# split FOLDER SEED WHERE MOST: at most MOST documents, to WHERE/{train,tune,test}.svm.
split() {
  awk -v seed="$2" -v to="$3" -v most="$4" '
    BEGIN { srand(seed + 1) }
    { line[NR] = $0 }
    END {
      for (i = NR; i > 1; --i) { k = 1 + int(i * rand()); t = line[i]; line[i] = line[k]; line[k] = t }
      n = NR < most ? NR : most
      for (i = 1; i <= n; ++i) {
        part = i <= 0.4 * n ? "train" : i <= 0.5 * n ? "tune" : "test"
        print line[i] > (to "/" part ".svm")
      }
    }' "$1/all.svm"
}

# losses TAXONOMY TRUTH PREDICTIONS: 0/1 loss and tree loss, half the distance; a true node on the path to
# the prediction is right (orthogonal sec. 2).
losses() {
  awk -F'\t' '
    FILENAME == ARGV[1] { parent[$2] = $1; next }
    FILENAME == ARGV[2] { split($0, word, " "); truth[++n] = word[1]; next }
    {
      steps = split($4, path, " > ")
      delete on
      for (i = 1; i <= steps; ++i) on[path[i]] = i
      up = 0
      for (node = truth[++at]; !(node in on) && node in parent; node = parent[node]) ++up
      wrong += up > 0
      if (up > 0) distance += (up + steps - (node in on ? on[node] : 0)) / 2
    }
    END { print wrong / n, distance / n }' "$@"
}

# learn METHOD DATA C SCALE TEST: the losses on TEST of a model. With C = 1 for all examples together J is within
# 1e-3 of C for any small weights, so the gap must be far smaller.
learn() {
  local tolerance=1e-4
  if [ "$4" = n ]; then tolerance=1e-7; fi
  "$clade" train "$2" --taxonomy "$task/taxonomy.tsv" --method "$1" --C "$3" --scale-C "$4" "${flags[@]}" \
    --tolerance "$tolerance" --threads 1 --quiet -o "$where/model.clade" 2>/dev/null
  "$clade" predict "$where/model.clade" "$5" --threads 1 2>/dev/null >"$where/predicted.tsv"
  losses "$task/taxonomy.tsv" "$5" "$where/predicted.tsv"
}

# run_split TASK SEED: a line for each method: task, method, seed, C, losses with it, losses with C = 1.
run_split() {
  local task=$folder/$1 where=$folder/$1/split$2 flags=(--normalize unit) most=100000 method C best chosen tried
  if [ "$1" = newsgroups ]; then
    flags+=(--weighting log-tfidf)
    most=5000
  fi
  mkdir "$where"
  split "$task" "$2" "$where" "$most"
  cat "$where/train.svm" "$where/tune.svm" >"$where/both.svm"
  # The flat SVM knows leaves only.
  for part in train both; do
    awk 'NR == FNR { inner[$1] = 1; next } !($1 in inner)' "$task/taxonomy.tsv" "$where/$part.svm" \
      >"$where/leaves_$part.svm"
  done
  for method in "${methods[@]}"; do
    local leaves=""
    if [ "$method" = flatmult ]; then leaves=leaves_; fi
    best=2
    for C in "${prices[@]}"; do
      tried=$(learn "$method" "$where/${leaves}train.svm" "$C" none "$where/tune.svm")
      if awk -v a="${tried% *}" -v b="$best" 'BEGIN { exit !(a < b) }'; then
        best=${tried% *}
        chosen=$C
      fi
    done
    echo "$1 $method $2 $chosen $(learn "$method" "$where/${leaves}both.svm" "$chosen" none "$where/test.svm")" \
      "$(learn "$method" "$where/${leaves}both.svm" 1 n "$where/test.svm")"
  done
  rm -r "$where"
}

say "orthogonal tables 2-8: $splits random splits, C chosen for each method and split, and C = 1"
rcv1_task CCAT CCAT all
rcv1_task MCAT MCAT all
rcv1_task ECAT ECAT all
rcv1_task CCAT.deep CCAT deep
rcv1_task MCAT.deep MCAT deep
rcv1_task ECAT.deep ECAT deep
newsgroups_task
tasks=(CCAT MCAT ECAT CCAT.deep MCAT.deep ECAT.deep newsgroups)
for task in "${tasks[@]}"; do
  echo "$task: $(wc -l <"$folder/$task/all.svm") documents, $(wc -l <"$folder/$task/taxonomy.tsv") nodes"
  for ((seed = 0; seed < splits; ++seed)); do
    while [ "$(jobs -rp | wc -l)" -ge "$jobs" ]; do wait -n; done
    run_split "$task" "$seed" >"$folder/$task.$seed.txt" &
  done
done
wait

# Percents with standard deviations over the splits; * marks the best and what is not worse by the paired t-test
# at 0.01. Micro-F1 is 100 less the 0/1 loss: every document gets one label.
cat "$folder"/*.txt | awk '
  function t_bound(f,   z) {  # the 0.995 quantile of Student
    z = 2.575829
    return z + (z ^ 3 + z) / (4 * f) + (5 * z ^ 5 + 16 * z ^ 3 + 3 * z) / (96 * f ^ 2)
  }
  function mean(key,   i, sum) { for (i = 1; i <= n[key]; ++i) sum += value[key, i]; return sum / n[key] }
  function deviation(key,   i, sum, m) {
    m = mean(key)
    for (i = 1; i <= n[key]; ++i) sum += (value[key, i] - m) ^ 2
    return n[key] > 1 ? sqrt(sum / (n[key] - 1)) : 0
  }
  # Whether a is above b by more than chance.
  function is_worse(a, b,   i, d, sum, squares, k, s) {
    k = n[a]
    for (i = 1; i <= k; ++i) { d = value[a, i] - value[b, i]; sum += d; squares += d * d }
    if (k < 2) return sum > 0
    s = sqrt((squares - sum * sum / k) / (k - 1) / k)
    return sum > 0 && (s == 0 || sum / k / s > t_bound(k - 1))
  }
  function cell(task, method, measure,   m, best, key) {
    best = task " " method " " measure
    key = best
    for (m = 1; m <= methods; ++m) {
      if (mean(task " " names[m] " " measure) < mean(best)) best = task " " names[m] " " measure
    }
    return sprintf("%.2f (%.2f)%s", mean(key), deviation(key), is_worse(key, best) ? "" : "*")
  }
  {
    if (!($1 in seen_task)) { seen_task[$1] = 1; tasks_in_order[++tasks] = $1 }
    if (!($2 in seen_method)) { seen_method[$2] = 1; names[++methods] = $2 }
    for (v = 1; v <= 4; ++v) {
      key = $1 " " $2 " " v
      value[key, ++n[key]] = 100 * $(4 + v)
    }
    chosen[$1, $2] = chosen[$1, $2] " " $4
  }
  END {
    for (t = 1; t <= tasks; ++t) {
      printf "\n%-24s %-16s %-16s %-9s %-16s %-16s\n", tasks_in_order[t], "0/1 loss", "tree loss", "micro-F1",
             "0/1, C = 1", "tree, C = 1"
      for (m = 1; m <= methods; ++m) {
        printf "%-24s", names[m]
        printf " %-16s %-16s %-9.2f %-16s %-16s\n", cell(tasks_in_order[t], names[m], 1),
               cell(tasks_in_order[t], names[m], 2), 100 - mean(tasks_in_order[t] " " names[m] " 1"),
               cell(tasks_in_order[t], names[m], 3), cell(tasks_in_order[t], names[m], 4)
      }
      for (m = 1; m <= methods; ++m) {
        delete count
        split(chosen[tasks_in_order[t], names[m]], all, " ")
        for (i in all) ++count[all[i]]
        text = ""
        for (c in count) text = text " " c " x" count[c]
        print "  C of " names[m] ":" text
      }
    }
  }'
