# Completion of plyground in fish. Keep it where fish finds it:
#   plyground completion fish > ~/.config/fish/completions/plyground.fish

function __plyground_words
    set -l line (commandline -cp)
    set -l program (commandline -opc)[1]
    set -l words (PLYGROUND_COMPLETE=fish $program "$line" 2>/dev/null)
    if test "$words[1]" = :files
        __fish_complete_path (commandline -ct)
    else
        printf '%s\n' $words
    end
end

complete -c plyground -f -a '(__plyground_words)'
