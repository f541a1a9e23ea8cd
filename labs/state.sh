# state.sh ROOT is sourced: what is kept about each lab, in ROOT/progress. `make clean` leaves it there, it names no
# place, and everything in it was renamed into place: whoever interrupts a run keeps the state before.
#
#   progress/LAB/result.json   what the last run found; the test program writes it
#   progress/LAB/passed        the day on which all sentences held in `make`; stays when the file changes later
#   progress/LAB/hints.json    the hint level reached for each mistake, and the highest ever; halo-hint writes it
kept_labs=${root:?}/progress

# message HEADLINE WHERE TRY
message() { printf '%s\n  where: %s\n  try:   %s\n' "$1" "$2" "$3" >&2; }

# field NAME FILE · a number or a word of a result.json, which is one line. Nothing if it is not there.
field() { sed -n 's/.*"'"$1"'":"\{0,1\}\([a-z0-9_]*\).*/\1/p' "$2" 2>/dev/null; }

# keep FILE · what comes in becomes the file's content, at once or not at all.
keep()
{
    mkdir -p "$(dirname "$1")" && cat >"$1.new.$$" && mv -f "$1.new.$$" "$1"
}

passed() { [ -f "$kept_labs/$1/passed" ]; }

# standing LAB · `passed`, or how far it is.
standing()
{
    kept=$kept_labs/$1
    now=$(last_run "$kept/result.json")
    if ! passed "$1"; then printf '%s\n' "$now"; return; fi
    case $now in
        *leaks)              echo 'passed, but memory leaks' ;;
        'all '*|'not begun') echo passed ;;
        *) printf 'passed; now %s\n' "$now" ;;
    esac
}

# last_run RESULT · what it says, in words. A lab that never passed, and yet its last run did: that was `make gpu`.
last_run()
{
    [ -f "$1" ] || { echo 'not begun'; return; }
    verdict=$(field verdict "$1") key=$(field key "$1") held=$(field held "$1") sentences=$(field sentences "$1")
    if [ "$verdict" = does_not_compile ]; then echo 'it does not compile'
    elif [ -z "$verdict" ] || [ -z "$held" ] || [ -z "$sentences" ]; then echo 'the last result cannot be read: run make there'
    elif [ "$verdict" = passed ] && [ "$key" = leak ]; then echo "all $sentences sentences hold, but memory leaks"
    elif [ "$verdict" = passed ]; then echo "all $sentences sentences hold on a card: run make, too"
    elif [ "$key" = not_started ] && [ "$held" = 0 ]; then echo 'not begun'
    else echo "$held of $sentences sentences hold ($verdict)"
    fi
}

# hint_level LAB · the highest that was read, or nothing.
hint_level() { sed -n 's/^ *"highest": *\([1-4]\),*$/\1/p' "$kept_labs/$1/hints.json" 2>/dev/null | sort -n | tail -n 1; }

# Sets `rows` and `columns` to those of the terminal that standard output is; else to no limit, or to COLUMNS.
terminal_size()
{
    rows=0 columns=${COLUMNS:-0}
    [ -t 1 ] || return 0
    { size=$(stty size <&3 2>/dev/null); } 3>&1
    case $size in
        [1-9]*' '[1-9]*) rows=${size% *} columns=${size#* } ;;
        *)               rows=24 columns=80 ;;
    esac
}

# folded · text for the screen: no line wider, no screen higher than it is. See screen.awk.
folded()
{
    colour=0
    [ ! -t 1 ] || [ -n "${NO_COLOR:-}" ] || [ "${TERM:-dumb}" = dumb ] || colour=1
    terminal_size
    LC_ALL=C awk -v rows="$rows" -v width="$columns" -v colour=$colour -f "$root/labs/screen.awk"
}
