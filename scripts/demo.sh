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
metrics=(accuracy average_precision ranking_loss parent_accuracy tree_loss
  micro_f1 macro_f1 hierarchical_f1)
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

# metric FILE NAME: one number out of the JSON of `clade evaluate`.
metric() {
  grep -oE "\"$2\": *[-+.0-9e]+" "$1" | sed -n '1s/.*: *//p' || die "$1 has no $2"
}

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

train_and_evaluate() {
  headline "two models: flat knows nothing of the taxonomy, clade learns for every node of it"
  local method options
  for method in "${methods[@]}"; do
    options=()
    [ "$method" = clade ] || options=(--flat)
    # Both commands see one file: train takes its part "train", evaluate its part "test".
    show $clade train $data/docs.jsonl --taxonomy $data/taxonomy.tsv "${options[@]}" \
      -o "$folder/$method.clade" --quiet
    show $clade evaluate "$folder/$method.clade" $data/docs.jsonl --json >"$folder/$method.json"
  done
}

print_table() {
  headline "on $(metric "$folder/clade.json" instances) $thing that training did not see"
  printf '%-20s %10s %10s\n' '' "${methods[@]}"
  local name method value
  for name in "${metrics[@]}"; do
    printf '%-20s' "$name"
    for method in "${methods[@]}"; do
      value=$(metric "$folder/$method.json" "$name")
      printf ' %10.4f' "$value"
    done
    case $name in
      *_loss) printf '   lower is better\n' ;;
      *) printf '   higher is better\n' ;;
    esac
  done
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

# The two beside each other as a page, where the program was built with its pages.
make_page() {
  headline "the same as a page: pictures, the tree with its errors, documents to read"
  show $clade compare $data/docs.jsonl --taxonomy $data/taxonomy.tsv --methods "clade; clade --flat" \
    --report "$folder/report.html" --quiet >"$folder/compare.txt" ||
    say "no page: this build has none (it needs nodejs and npm)"
}

explain() {
  cat <<TEXT

What is seen: flat treats the labels as unrelated; clade also learns weights for the nodes
above them, which neighbours share. The first five rows are about the order of the labels:
is the best-scored one true (accuracy), how far up are the true ones (average_precision,
ranking_loss), is at least its parent right (parent_accuracy), how many levels up do it and
the nearest true label meet (tree_loss). The F1 rows are about the predicted set: the labels
with a score above 0, or the best one where documents have one label. micro: over all labels;
macro: rare labels count like frequent ones; hierarchical: the ancestors are counted in.
TEXT
  [ $thing != packages ] || cat <<TEXT
Expect clade to be ahead in the order and flat in the sets: where clade is unsure it stays
below 0 more often, so it names fewer labels, and more of those that it names are right.
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
train_and_evaluate
print_table
print_predictions
make_page
explain
