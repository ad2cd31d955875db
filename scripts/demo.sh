#!/usr/bin/env bash
# Trains three methods on made data and shows how they differ. Everything lands in build/demo.
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"

need "${build_packages[@]}"
build release clade

clade=build/clade
folder=build/demo
methods=(svm hsvm clade)
metrics=(accuracy average_precision tree_loss parent_accuracy ranking_loss hierarchical_f1)

# Prints a command as a user would type it, then runs it.
show() {
  printf '$ %s\n' "$*"
  "$@"
}

headline() { echo && say "$*"; }

# metric FILE NAME: one number out of the JSON of `clade evaluate`.
metric() { grep -oE "\"$2\": *[-+.0-9e]+" "$1" | head -n 1 | sed 's/.*: *//'; }

make_data() {
  headline "data: 27 classes, three children at each node, three levels deep (CIKM 6.3)"
  rm -rf "$folder" && mkdir -p "$folder"
  show $clade generate cai-multiclass -o "$folder" --seed 1 --n 2000 --fanout 3 --depth 3
  # One file, cut in two: another seed would be another concept.
  head -n 1000 "$folder/data.svm" >"$folder/train.svm"
  tail -n +1001 "$folder/data.svm" >"$folder/test.svm"
}

train_and_evaluate() {
  headline "three methods: flat SVM, the papers' hierarchical SVM, clade's default"
  local method
  for method in "${methods[@]}"; do
    show $clade train "$folder/train.svm" --taxonomy "$folder/taxonomy.tsv" --method "$method" \
      -o "$folder/$method.clade" --quiet
    $clade evaluate "$folder/$method.clade" "$folder/test.svm" --json >"$folder/$method.json"
    $clade predict "$folder/$method.clade" "$folder/test.svm" >"$folder/$method.tsv"
  done
}

print_table() {
  headline "on the 1000 instances that training did not see"
  printf '%-20s %10s %10s %10s\n' '' "${methods[@]}"
  local name method
  for name in "${metrics[@]}"; do
    printf '%-20s' "$name"
    for method in "${methods[@]}"; do
      printf ' %10.4f' "$(metric "$folder/$method.json" "$name")"
    done
    case $name in
      tree_loss | ranking_loss) printf '   lower is better\n' ;;
      *) printf '   higher is better\n' ;;
    esac
  done
}

# A few instances where the flat SVM and the default differ, as paths; the truth comes first.
print_predictions() {
  headline "some instances on which flat and hierarchical disagree"
  awk -F '\t' '
    FILENAME == ARGV[1] { parent[$2] = $1; next }
    FILENAME == ARGV[2] { split($0, field, " "); truth[FNR] = field[1]; next }
    FILENAME == ARGV[3] { flat[FNR] = $2; flat_path[FNR] = $4; next }
    function path(node,   text) {
      for (text = node; parent[node] in parent; node = parent[node]) text = parent[node] " > " text
      return text
    }
    function line(name, text, right) {
      printf "  %-6s %s%s\n", name, text, right ? "   (right)" : ""
    }
    $2 != flat[FNR] && shown < 4 {
      ++shown
      printf "instance %s\n", $1
      line("truth", path(truth[FNR]), 0)
      line("svm", flat_path[FNR], flat[FNR] == truth[FNR])
      line("clade", $4, $2 == truth[FNR])
    }' "$folder/taxonomy.tsv" "$folder/test.svm" "$folder/svm.tsv" "$folder/clade.tsv"
}

explain() {
  cat <<'TEXT'

What is seen: the flat SVM (svm) treats the 27 classes as unrelated. The hierarchical
methods share what they learn between neighbours of the taxonomy, and are told that a far
miss costs more than a near one. tree_loss counts just that: how many levels up truth and
guess meet, on average; parent_accuracy says how often at least the right parent was found.
These data follow their taxonomy by construction; on real data the difference is smaller.

Next: build/clade help train, or your own data: build/clade train DATA.svm --taxonomy
EDGES.tsv -o MODEL. All files of this demo are in build/demo.
TEXT
}

make_data
train_and_evaluate
print_table
print_predictions
explain
