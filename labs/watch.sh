# watch.sh is sourced by lab.sh: `make watch`, one screen after each save. It asks for the file's time three times a second,
# so it needs nothing that watches files, and works on file systems that tell nobody.

# What changes when the file is saved, however the editor does it. Nothing while an editor has it away.
stamp() { stat -c '%y %s %i' "$stem.cu" 2>/dev/null; }

# Of the test program's output: what stands below its list of sentences.
below_the_sentences() { awk 'seen { print } /^$/ { seen = 1 } { all = all $0 "\n" } END { if (!seen) printf "%s", all }' "$1"; }

# Of the compiler's lines the first error, with what belongs to it. Other errors often follow from it.
first_error()
{
    awk '/^[^ ].*error: / && ++errors == 2 { exit }
         /^[^ ].*: In .*:$/ || /^[^ ].*: warning: / { if (errors) exit; next }
         errors || !/^ / { print }' "$1"
}

# Builds and tests once. Prints the screen's text: a head, the first thing that is wrong, and below \f what to do.
watched_once()
{
    said=$build/labs/$lab/watch.log
    printf '%s\n\n' "$stem.cu, $(date +%T)"
    ( built "labs/test_$stem" ) >"$said" 2>&1
    case $? in
        0) warnings=$(grep -c ': warning: ' "$said")
           tested >"$said" 2>&1
           below_the_sentences "$said" | sed '$d'
           printf '\f\n'
           tail -n 1 "$said"
           [ "$warnings" = 0 ] || echo "The compiler warns, too ($warnings): make shows it." ;;
        1) first_error "$said"
           errors=$(grep -c '^[^ ].*error: ' "$said")
           printf '\f\n'
           case $errors in
               0|1) echo "does_not_compile. Next: mend this, or make hint" ;;
               *)   echo "does_not_compile: the first of $errors errors; the others often follow from it. Next: mend this one, or make hint" ;;
           esac ;;
        *) cat "$said"
           printf '\f\n' ;;
    esac
    echo "Save $stem.cu to run again; Ctrl-C ends."
}

run_watch()
{
    configured                              # may ask for a password; nothing is hidden yet
    say_if_long "labs/test_$stem"
    mkdir -p "$build/labs/$lab"
    screen=$build/labs/$lab/watch.screen
    # make hears Ctrl-C, too. If this ended first, make would miss its child and complain.
    trap 'trap "" INT; echo; sleep 0.3; exit 0' INT
    trap 'exit 0' TERM HUP
    seen=
    while :; do
        now=$(stamp)
        if [ -z "$now" ] || [ "$now" = "$seen" ]; then
            sleep 0.3
            continue
        fi
        sleep 0.05                          # an editor that saves in two steps
        [ "$(stamp)" = "$now" ] || continue
        seen=$now
        ! clears || echo 'building and testing ...'
        watched_once >"$screen"
        ! clears || printf '\033[H\033[2J'
        folded <"$screen"
    done
}

clears() { [ -t 1 ] && [ "${TERM:-dumb}" != dumb ]; }
