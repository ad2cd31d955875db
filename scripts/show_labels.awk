# Who found which labels of a few documents, as paths. Called by the demo:
#   awk -f show_labels.awk taxonomy.tsv documents.jsonl flat.tsv clade.tsv
# (the last two as `clade predict` writes them). The lines of JSON are those that the demo made:
# no spaces between fields, no escapes in ids and labels.
BEGIN { FS = "\t" }

function path(node,   text) {
  for (text = node; parent[node] in parent; node = parent[node]) text = parent[node] " > " text
  return text
}

function between(text, start, end) {
  text = substr(text, index(text, start) + length(start))
  return substr(text, 1, index(text, end) - 1)
}

function add(who, id, label) {
  if (label == "") return  # an empty set
  if (!((id, label) in known)) order[id, ++count[id]] = label
  known[id, label] = has[who, id, label] = 1
}

function mark(who, id, label) { return ((who, id, label) in has) ? "x" : "." }

function add_document(line,   id, labels, n, i) {
  ids[++documents] = id = between(line, "\"id\":\"", "\"")
  title[id] = substr(between(line, "\"text\":\"", "\""), 1, 70)
  sub(/\\n.*/, "", title[id])
  n = split(between(line, "\"labels\":[", "]"), labels, ",")
  for (i = 1; i <= n; ++i) add("truth", id, substr(labels[i], 2, length(labels[i]) - 2))
}

function print_document(id,   i, label) {
  printf "\n%s: %s\n  truth  flat  clade\n", id, title[id]
  for (i = 1; i <= count[id]; ++i) {
    label = order[id, i]
    printf "    %s      %s      %s    %s\n", mark("truth", id, label), mark("flat", id, label),
      mark("clade", id, label), path(label)
  }
}

FILENAME == ARGV[1] { parent[$2] = $1; next }
FILENAME == ARGV[2] { add_document($0); next }
{ add(FILENAME == ARGV[3] ? "flat" : "clade", $1, $2) }
END { for (d = 1; d <= documents; ++d) print_document(ids[d]) }
