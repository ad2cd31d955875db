# Completion of clade for fish: put this file into ~/.config/fish/completions.
function __clade_complete
    set -l words (commandline -opc)[2..-1]
    set -l found (clade complete $words (commandline -ct) 2>/dev/null)
    if test (count $found) -gt 0
        printf '%s\n' $found
    else
        __fish_complete_path (commandline -ct)
    end
end
complete -c clade -f -a '(__clade_complete)'
