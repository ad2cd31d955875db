# Completion of clade for bash: `source` this file, or put it where bash-completion looks.
_clade() {
  local word
  COMPREPLY=()
  while IFS=$'\t' read -r word _; do
    COMPREPLY+=("$word")
  done < <("${COMP_WORDS[0]}" complete "${COMP_WORDS[@]:1:COMP_CWORD}" 2>/dev/null)
}
# Files where the program has no word of its own.
complete -o default -F _clade clade
