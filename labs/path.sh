# path.sh COMMAND · what `make COMMAND` does in the folder of all labs: progress, next, progress-reset. Runs there.
# Builds nothing, and reads only what the labs' runs left behind: see state.sh.
set -u

root=..
. ./state.sh

# The labs in the order of the path.
labs() { for toml in [0-9][0-9]_*/lab.toml; do dirname "$toml"; done; }

first_unpassed() { for lab in $(labs); do passed "$lab" || { echo "$lab"; return; }; done; }

progress()
{
    count=0 done=0
    for lab in $(labs); do
        count=$((count + 1))
        ! passed "$lab" || done=$((done + 1))
        level=$(hint_level "$lab")
        printf '%-20s  %s%s\n' "$lab" "$(standing "$lab")" "${level:+, hints to level $level}"
    done
    printf '\n%s of %s labs passed.%s\n' "$done" "$count" "$([ "$done" = "$count" ] || echo ' Next: make next')"
}

next()
{
    lab=$(first_unpassed)
    if [ -z "$lab" ]; then
        echo 'Every lab has passed. The questions at the end of their pages stay open, and so does make profile.'
        return
    fi
    printf '%s: %s\n' "$lab" "$(sed -n 's/^title = "\(.*\)"$/\1/p' "$lab/lab.toml")"
    printf '  stands  %s\n' "$(standing "$lab")"
    printf '  page    labs/%s/README.md\n' "$lab"
    printf '  file    labs/%s/%s.cu\n' "$lab" "${lab#???}"
    printf '  begin   cd labs/%s && make watch\n' "$lab"
}

reset()
{
    if [ ! -d "$kept_labs" ]; then
        echo 'Nothing is kept yet: there is nothing to forget.'
        return
    fi
    if [ -z "${FORCE:-}" ]; then
        if [ ! -t 0 ]; then
            message 'nothing was forgotten' 'there is no terminal to ask in' 'make progress-reset FORCE=1'
            exit 1
        fi
        printf 'Forget results and hint levels of all labs? Your .cu files stay as they are. [y/N] '
        read -r answer || answer=
        case $answer in
            y|Y|yes) ;;
            *) echo 'Nothing was forgotten.'; exit 1 ;;
        esac
    fi
    rm -rf "$kept_labs"
    echo 'Forgotten. Your .cu files are as they were.'
}

case $1 in
    progress)       progress | folded ;;
    next)           next | folded ;;
    progress-reset) reset ;;
esac
