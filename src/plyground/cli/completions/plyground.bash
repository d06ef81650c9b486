# Completion of plyground in bash. Keep it where bash-completion finds it:
#   plyground completion bash > ~/.local/share/bash-completion/completions/plyground
# or load it in ~/.bashrc: source <(plyground completion bash)

_plyground() {
    local word
    COMPREPLY=()
    while IFS= read -r word; do
        COMPREPLY+=("$word")
    done < <(PLYGROUND_COMPLETE=bash "$1" "${COMP_LINE:0:COMP_POINT}" "$2" 2>/dev/null)
    case ${COMPREPLY[0]-} in
    :files) COMPREPLY=() && compopt -o default ;;
    *[:=,/\ ] | *\() compopt -o nospace ;;
    esac
}

complete -F _plyground plyground
