#!/usr/bin/env bash
# Thesis figure 6.1: taxonomies learned from ten random parts of 90 % of the newsgroups. A line for
# each part: pairs of classes that became siblings, how many of them are, clusters.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

parts=${1:-10}
data=../shared/data/newsgroups
[ -d "$data" ] || die "$data is not there: the newsgroups are not part of clade"
need "${build_packages[@]}"
build release clade
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT

# learned PART OPTION...: the taxonomy learned from that part.
learned() {
  local part=$1
  shift
  gzip -dc "$data/docs.jsonl.gz" |
    awk -v seed="$part" 'BEGIN { srand(seed + 1) } rand() < 0.9' >"$folder/part.jsonl"
  build/clade taxonomy learn "$folder/part.jsonl" -o "$folder/learned.tsv" "$@"
}

# Sibling pairs of the learned taxonomy, and which of them the true one has.
count_pairs() {
  awk -F'\t' '
    NR == FNR { parent[$2] = $1; next }
    !($2 in parent) { ++clusters; next }
    {
      for (i = 1; i <= size[$1]; ++i) {
        ++pairs
        true_pairs += parent[member[$1, i]] == parent[$2]
      }
      member[$1, ++size[$1]] = $2
    }
    END { print pairs, true_pairs, clusters }' "$data/taxonomy.tsv" "$folder/learned.tsv"
}

for options in "" "--weighting none --normalize none --min-df 2"; do
  say "thesis figure 6.1: clade taxonomy learn $options, $parts parts: pairs, true ones, clusters"
  for ((part = 0; part < parts; ++part)); do
    # shellcheck disable=SC2086  # several options
    learned "$part" $options
    count_pairs
  done | awk '{ print; all += $1; right += $2 }
    END { printf "together %d of %d pairs are true, %.1f %%\n", right, all, 100 * right / all }'
done
