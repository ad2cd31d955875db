#!/usr/bin/env bash
# Makes labelled documents out of the package index of this Debian machine: the descriptions are
# the texts, the debtags (facet::tag, facet::tag:subtag) the labels.
#
#   make_documents.sh [FOLDER]      (default: build/debtags of this repository)
#
# writes FOLDER/docs.jsonl and FOLDER/taxonomy.tsv. What has to be fetched is kept in FOLDER/apt;
# the system's lists are read, never changed. Exit 0: written; 2: the call was wrong; 3: there is
# no package index with tags here, nor can one be fetched; 5: FOLDER cannot be written.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
fewest_tagged=1000 # below this many tagged packages an index is not Debian's
patience=30        # seconds that fetching may take

say() { printf '%s\n' "$*"; }
die() {
  printf 'make_documents.sh: %s\n' "${*:2}" >&2
  exit "$1"
}

# use_lists system|own: which lists the calls of apt below read.
use_lists() {
  apt_options=(-c "$here/apt.conf" -o "Dir::Cache=$own/cache")
  [ "$1" = system ] || apt_options+=(-o "Dir::State::lists=$own/lists")
}

# fetch OPTION...: updates our own lists. What has arrived counts, not the exit code: one source
# of several may be out of reach.
fetch() {
  use_lists own
  timeout -k 5 $patience apt-get -qq "${apt_options[@]}" "$@" update </dev/null \
    >"$own/fetch.log" 2>&1 || true
}

packages() { apt-cache "${apt_options[@]}" dumpavail 2>/dev/null || true; }
has_tagged_packages() {
  use_lists "$1"
  [ "$(packages | grep -c '^Tag:')" -ge $fewest_tagged ]
}

translation_files() {
  use_lists "$1"
  apt-get "${apt_options[@]}" indextargets --format '$(FILENAME)' \
    'Created-By: Translations' 'Language: en' 2>/dev/null || true
}
long_descriptions() {
  local file
  { translation_files system && translation_files own; } | while read -r file; do
    /usr/lib/apt/apt-helper cat-file "$file" && echo
  done
}

# Sets package_lists to the lists that have the tags.
find_packages() {
  for package_lists in system own; do
    has_tagged_packages $package_lists && return
  done
  say "no package index with tags on this machine: fetching one into $folder/apt"
  fetch
  has_tagged_packages own ||
    die 3 "no package index with tags here, and none could be fetched (log: $folder/apt/fetch.log)"
}

# Container images often leave the long descriptions out.
find_descriptions() {
  [ -z "$(translation_files system)$(translation_files own)" ] || return 0
  say "no long descriptions on this machine: fetching the English ones into $folder/apt"
  fetch -o Acquire::IndexTargets::deb::Packages::DefaultEnabled=false
  [ -n "$(translation_files own)" ] ||
    say "they could not be fetched (log: $folder/apt/fetch.log); going on with the short descriptions"
}

[ $# -le 1 ] || die 2 "expected at most one folder, got $# arguments"
for tool in apt-get apt-cache perl; do
  command -v $tool >/dev/null || die 3 "no $tool here: this is not a Debian machine"
done
[ $# -eq 1 ] || cd "$here/../.."
folder=${1:-build/debtags}
mkdir -p "$folder/apt/lists/partial" "$folder/apt/cache" || die 5 "cannot write to $folder"
own=$(cd "$folder/apt" && pwd) # apt wants its folders absolute

find_packages
find_descriptions
use_lists "$package_lists"
perl "$here/documents.pl" <(packages) <(long_descriptions) "$folder"
