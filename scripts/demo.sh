#!/usr/bin/env bash
# The main job on real data: learns the tags of Debian's packages from their descriptions, with
# and without the taxonomy, and shows how the two differ. Models and tables land in build/demo.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}"
want "${page_packages[@]}"
build release clade

clade=build/clade
folder=build/demo
methods=(flat clade)
packages=(htop kstars frozen-bubble openssh-server) # of the test part; the hash of a name is fixed

# Prints a command as a user would type it, then runs it; only its own output can be redirected.
exec 3>&1
show() {
  local word line='$'
  for word in "$@"; do
    case $word in *[\ \;]*) line+=" '$word'" ;; *) line+=" $word" ;; esac
  done
  printf '%s\n' "$line" >&3
  "$@"
}

headline() { echo && say "$*"; }

# Sets `data`, the folder of docs.jsonl and taxonomy.tsv, and `thing`, what a document is.
make_data() {
  headline "data: this machine's Debian packages, their descriptions as text, their debtags as labels"
  data=build/debtags thing=packages
  local code=0
  show examples/debtags/make_documents.sh $data || code=$?
  case $code in
    0) return ;;
    3) make_up_data ;;
    *) die "examples/debtags/make_documents.sh failed" ;;
  esac
}

# For machines without a package index: one label per document, every fourth document to test on.
make_up_data() {
  headline "so this demo runs on MADE-UP documents: random words over a taxonomy of 160 leaves"
  data=$folder/text thing=documents
  show $clade generate text --preset wipo-d --output jsonl --seed 1 -o $data
  awk '{ sub(/}$/, ",\"split\":\"" (NR % 4 ? "train" : "test") "\"}"); print }' \
    $data/data.jsonl >$data/docs.jsonl
}

train_both() {
  headline "two models: flat knows nothing of the taxonomy, clade learns for every node of it"
  local method options
  for method in "${methods[@]}"; do
    options=()
    [ "$method" = clade ] || options=(--flat)
    # A file with parts: train takes its part "train".
    show $clade train $data/docs.jsonl --taxonomy $data/taxonomy.tsv "${options[@]}" \
      -o "$folder/$method.clade" --quiet
  done
}

# The two on the part "test", with a page where the program was built with its pages.
compare_both() {
  headline "how good they are on $thing that training did not see, and a page about it"
  local call=("$clade" compare "$data/docs.jsonl" --taxonomy "$data/taxonomy.tsv"
    --methods "clade --flat; clade" --metrics all --output markdown)
  show "${call[@]}" --report "$folder/report.html" --quiet >"$folder/compare.md" || {
    say "no page: this build has none (it needs nodejs and npm)"
    show "${call[@]}" --quiet >"$folder/compare.md"
  }
}

# Every measure as a row: flat, clade, and whether the difference is more than chance (+ better, - worse).
print_table() {
  headline "on $thing that training did not see (+ clade is better beyond chance, - worse)"
  awk -F ' *[|] *' '
    NR == 1 { for (i = 3; i < NF; ++i) { name[i] = $i; gsub(/\\/, "", name[i]) } last = NF - 1 }
    NR == 3 { for (i = 3; i <= last; ++i) flat[i] = $i }
    NR == 4 {
      printf "%-24s %10s %10s\n", "", "flat", "clade"
      for (i = 3; i <= last; ++i) {
        split($i, value, " ")
        lower = name[i] ~ /_loss$|^symdiff|^symmetric|^smin$|^brier$|^ece$|^l_|^l01$/
        printf "%-24s %10.4f %10.4f %1s  %s is better\n", name[i], flat[i], value[1], value[2],
          lower ? "lower" : "higher"
      }
    }' "$folder/compare.md"
}

# A few documents of the test part: the packages above, or the first ones of other data.
choose_documents() {
  local names
  names=$(IFS='|' && echo "${packages[*]}")
  grep '"split":"test"' $data/docs.jsonl >"$folder/test.jsonl"
  grep -E "^\{\"id\":\"($names)\"" "$folder/test.jsonl" >"$folder/some.jsonl" ||
    head -n 4 "$folder/test.jsonl" >"$folder/some.jsonl"
}

# For every chosen document: the paths of its true and predicted labels, and who has them.
print_predictions() {
  headline "some of these $thing: their true labels, and which of the models found them"
  choose_documents
  local method
  for method in "${methods[@]}"; do
    $clade predict "$folder/$method.clade" "$folder/some.jsonl" >"$folder/$method.tsv"
  done
  awk -f scripts/show_labels.awk $data/taxonomy.tsv "$folder/some.jsonl" \
    "$folder/flat.tsv" "$folder/clade.tsv"
}

explain() {
  cat <<TEXT

What is seen: flat treats the labels as unrelated; clade also learns weights for the nodes
above them, which neighbours share. The first rows are about the order of the labels: is the
best-scored one true (accuracy), how far up are the true ones (average_precision,
ranking_loss), is at least its parent right (parent_accuracy), how many levels up do it and
the nearest true label meet (tree_loss). The F1 rows are about the predicted sets: micro over
all labels; macro: rare labels count like frequent ones; hierarchical: with the nodes above.
auprc, log_loss and ece are about probabilities. docs/METRICS.md has all definitions.
TEXT
  cat <<TEXT

$([ ! -f $folder/report.html ] || echo "Open $folder/report.html in a browser: click on a node to see where its $thing went.")
Next: your own texts, one {"text":"..."} a line in a file that ends in .jsonl:
  $clade predict $folder/clade.clade FILE.jsonl
All files of this demo are in $folder and $data.
TEXT
}

rm -rf $folder && mkdir -p $folder
make_data
train_both
compare_both
print_table
print_predictions
explain
