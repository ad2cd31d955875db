#!/usr/bin/env bash
# Writes docs/PARAMETERS.md, every option of every command, from the program's own help:
#   scripts/parameters.sh [CLADE]
# CLADE is a built program; without it build/clade is built. tests/cli/docs_test.cpp compares the
# page with the program.
clade=${1:+$(realpath "$1")}
. "$(dirname "${BASH_SOURCE[0]}")/common.sh"
shopt -s inherit_errexit # a help that fails ends the script, and the old page stays

if [ -z "$clade" ]; then
  need "${build_packages[@]}"
  build release clade
  clade=$PWD/build/clade
fi

# paragraph TITLE: what stands under the line "TITLE:" of a help, up to a blank line.
paragraph() { awk -v title="$1:" '/^$/ { on = 0 } on { print } $0 == title { on = 1 }'; }

# names TITLE: the first column there.
names() { paragraph "$1" | awk '/^  [a-z]/ { print $1 }'; }

subcommands() { sed -n 's/^.* clade taxonomy \([a-z]*\) [TD].*/\1/p'; }

# section HEADING: the heading, and standard input as a block of code.
section() {
  printf '\n%s\n\n```\n' "$1"
  cat
  printf '```\n'
}

# parts COMMAND: what the help of a command leaves to further calls.
parts() {
  local name all
  case $1 in
    train)
      all=$("$clade" train --help | names Methods)
      for name in $all; do
        "$clade" train --help --method "$name" | paragraph "Options of method '$name'" |
          section "### clade train --method $name"
      done ;;
    generate)
      all=$("$clade" generate --help | names Names)
      for name in $all; do
        "$clade" generate "$name" --help | paragraph "Options of '$name'" |
          section "### clade generate $name"
      done ;;
    taxonomy)
      all=$("$clade" taxonomy --help | subcommands)
      for name in $all; do
        "$clade" taxonomy "$name" --help | section "### clade taxonomy $name"
      done ;;
  esac
}

page() {
  cat <<'TEXT'
# Every option

Made by `scripts/parameters.sh` from the program's own help: change the help, not this page. The
commands at work are in [COMMANDS.md](COMMANDS.md), the files that they read in
[DATA_FORMATS.md](DATA_FORMATS.md), what the methods do in [METHODS.md](METHODS.md).
TEXT
  local command all
  all=$("$clade" help | names Commands)
  for command in $all; do
    [ "$command" != help ] || continue
    "$clade" "$command" --help | section "## clade $command"
    parts "$command"
  done
}

page=$(page)
printf '%s\n' "$page" >docs/PARAMETERS.md
say "docs/PARAMETERS.md: $(grep -c '^##' docs/PARAMETERS.md) sections"
