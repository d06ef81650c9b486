#compdef plyground
# Completion of plyground in zsh. Keep it in a folder of $fpath, before compinit is called in ~/.zshrc:
#   plyground completion zsh > ~/.zfunc/_plyground     (and: fpath+=~/.zfunc)
# or load it behind compinit in ~/.zshrc: source <(plyground completion zsh)

_plyground() {
    local line="${(j: :)words[1,CURRENT-1]} $QIPREFIX$PREFIX" word shown tab=$'\t'
    local -a lines whole whole_shown open open_shown
    lines=("${(@f)$(PLYGROUND_COMPLETE=zsh $words[1] "$line" 2>/dev/null)}")
    if [[ $lines[1] == :files ]]; then
        _files
        return
    fi
    for line in $lines; do
        word=${line%%$tab*} shown=${line/$tab/  -- }
        if [[ $word == *[:=\(,/\ ] ]]; then
            open+=("$word") open_shown+=("$shown")
        else
            whole+=("$word") whole_shown+=("$shown")
        fi
    done
    (( $#whole )) && compadd -l -d whole_shown -a whole
    (( $#open )) && compadd -l -S '' -d open_shown -a open
}

if [[ $funcstack[1] == _plyground ]]; then
    _plyground "$@"
else
    compdef _plyground plyground
fi
