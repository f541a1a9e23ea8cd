# lab.sh COMMAND LAB STEM · what `make COMMAND` does in the folder of a lab. Runs there; see lab.mk.
# Prints the compiler's own lines or the test program's output, and nothing else. `make watch`: watch.sh; what is kept: state.sh.
set -u

command=$1 lab=$2 stem=$3
build=${BUILD:-../../build}
root=../..
. ../state.sh
. ../watch.sh
result=$kept_labs/$lab/result.json

# The build folder exists, or the set-up makes it.
configured()
{
    [ -f "$build/build.ninja" ] && return
    "${MAKE:-make}" -C ../.. --no-print-directory configure || exit 1
}

# Ninja's output without ninja: its commands go, and paths end in the name that the student knows.
compilers_own_lines()
{
    awk -v here="$(pwd)/" -v relative="../labs/$lab/" '
        function without(line, text,   at) {
            while ((at = index(line, text)) > 0)
                line = substr(line, 1, at - 1) substr(line, at + length(text))
            return line
        }
        /^FAILED: /  { getline; next }              # and the command line below it
        /^ninja: (Entering|build stopped|no work)/ { next }
        /^\[[0-9]+\/[0-9]+\] / { next }
        { print without(without($0, here), relative) }'
}

# compiled TARGET · builds it, and says so where that takes long.
compiled()
{
    configured
    say_if_long "$1" >&2
    built "$1"
}

# say_if_long TARGET · engine and harness come with the first lab's program; each further lab takes seconds.
say_if_long()
{
    case $1 in
        labs/*gpu_*) kind=gpu ;;
        *)           kind=test ;;
    esac
    for program in "$build/labs/${kind}_"*; do
        [ ! -f "$program" ] || return 0
    done
    echo 'building the workbook, once: some minutes; from then on seconds'
}

# built TARGET · a student who made a mistake reads what the compiler says about it, and this ends with 1; with 2 if the mistake
# is the workbook's.
built()
{
    mkdir -p "$build/labs/$lab"
    log=$build/labs/$lab/compile.log
    if ninja -C "$build" --quiet "$1" >"$log" 2>&1; then
        # Warnings about the student's own file; anything else is not theirs.
        if grep -q "$stem\.cu[:(]" "$log"; then compilers_own_lines <"$log" >&2; fi
        return
    fi

    if grep -q "$stem\.cu[:(]" "$log"; then         # g++ writes file.cu:31, nvcc file.cu(31)
        compilers_own_lines <"$log" >&2
    elif missing=$(grep -m 1 -o 'undefined reference to .*' "$log"); then
        message "$stem.cu: a function is declared but not defined" "the linker: $missing" \
                "compare name and parameters with $stem.hpp: they must be the same"
    else
        compilers_own_lines <"$log" >&2
        message "the workbook did not build; your $stem.cu is not the reason" "$log" \
                "make -C ../.. doctor"
        exit 2
    fi
    printf '{"lab":"%s","function":"%s","verdict":"does_not_compile","key":"does_not_compile",%s}\n' \
           "$lab" "$stem.cu" "$(about_the_first_error)" | keep "$result"
    exit 1
}

# What halo-hint tells mistakes apart by: the words of the first error, its line, and the text of that line.
about_the_first_error()
{
    compilers_own_lines <"$log" | LC_ALL=C awk -v file="$stem.cu" '
        function plain(text) { gsub(/[^ -~]|["\\]/, "", text); gsub(/^ +| +$/, "", text); return text }
        (index($0, file ":") == 1 || index($0, file "(") == 1) && !/: (warning|note): |required from/ {
            number = substr($0, length(file) + 2) + 0
            if (number == 0) next
            while (count < number && (getline line <file) > 0) ++count
            about = $0
            sub(/^[^ ]* (error: )?/, "", about)
            gsub(/[0-9]/, "", about)
            exit
        }
        END { printf "\"about\":\"%s\",\"line\":%d,\"source\":\"%s\"", plain(about), number, plain(line) }'
}

# The verdict of the engine, kept.
tested()
{
    mkdir -p "$kept_labs/$lab"
    HALO_RESULT=$result "$build/labs/test_$stem" ${ORDER:+"--order=$ORDER"} || return
    date +%F | keep "$kept_labs/$lab/passed" || :      # it passed, whether that can be kept or not
}

run_test()
{
    compiled "labs/test_$stem"
    tested
}

run_profile()
{
    compiled "labs/test_$stem"
    predicted=
    [ ! -f prediction.toml ] || predicted=--prediction=prediction.toml
    exec "$build/labs/test_$stem" --profile $predicted ${ORDER:+"--order=$ORDER"}
}

run_hint()
{
    if [ ! -f "$result" ]; then
        message 'there is nothing to give a hint on yet' 'no test run has left a result' \
                'run `make` first; its finding decides the hint'
        exit 1
    fi
    tool=common/student/hint/halo-hint
    if ! said=$(ninja -C "$build" --quiet $tool 2>&1); then
        printf '%s\n' "$said" >&2
        exit 2
    fi
    [ ! -f "$root/solutions/$lab/$stem.cu" ] || solution=--solution
    exec "$build/$tool" lab.toml "$result" ${RESET:+--reset} ${solution:-}
}

# picture · a lab that has such a program: the student's functions on a file; see its Makefile.
run_picture()
{
    compiled "labs/picture_$stem"
    exec "$build/labs/picture_$stem" "$PNG" "$FILTER" "$BOUNDARY"
}

run_picture_gpu()
{
    ready_for_card
    compiled "labs/picture_gpu_$stem"
    exec "$build/labs/picture_gpu_$stem" "$PNG" "$FILTER" "$BOUNDARY" --clock
}

run_gpu()
{
    ready_for_card
    compiled "labs/gpu_$stem"
    mkdir -p "$kept_labs/$lab"
    HALO_RESULT=$result exec "$build/labs/gpu_$stem" ${ORDER:+"--order=$ORDER"}
}

# Needs a card and nvcc. Absent, it says so and fails: a test that did not run is not green.
ready_for_card()
{
    capability=$(nvidia-smi --query-gpu=compute_cap --format=csv,noheader 2>/dev/null | head -n 1 | tr -dc '0-9')
    if [ -z "$capability" ]; then
        message 'no NVIDIA GPU found; nothing was run' 'nvidia-smi is missing, or names no card' \
                'plain `make` tests the same file on the CPU engine; for a GPU, check driver and nvidia-smi'
        exit 1
    fi
    command -v nvcc >/dev/null 2>&1 || PATH=$PATH:/usr/local/cuda/bin
    if ! command -v nvcc >/dev/null 2>&1; then
        message 'a GPU, but no nvcc; nothing was run' 'looked in PATH and in /usr/local/cuda/bin' \
                'install the CUDA Toolkit, or add its bin folder to PATH'
        exit 1
    fi
    export PATH

    configured
    stamp=$build/gpu-arch
    if [ "$(cat "$stamp" 2>/dev/null)" != "sm_$capability" ]; then
        if ! meson configure "$build" -Dcuda=enabled "-Dgpu_arch=sm_$capability" >"$build/gpu-arch.log" 2>&1 ||
           ! meson setup --reconfigure "$build" ../.. >>"$build/gpu-arch.log" 2>&1; then
            message "the build could not be set to sm_$capability" "$build/gpu-arch.log" 'make -C ../.. doctor'
            exit 1
        fi
        echo "sm_$capability" >"$stamp"
    fi
}

# solution · what the solution does otherwise, and what it says about its cost. Not before the lab has passed: it can be read once.
run_solution()
{
    solution=$root/solutions/$lab/$stem.cu
    if [ ! -f "$solution" ]; then
        message 'this copy of the workbook came without solutions' "looked for solutions/$lab/$stem.cu" \
                'ask who gave it to you; until then: make hint'
        exit 1
    fi
    if ! passed "$lab" && [ -z "${FORCE:-}" ]; then
        message "$lab has not passed yet: the solution can wait" "$(standing "$lab")" \
                'make, then make hint; or read it all the same: make solution FORCE=1'
        exit 1
    fi

    echo "From your $stem.cu (-) to solutions/$lab/$stem.cu (+):"
    echo
    diff -u -L yours -L solution "$stem.cu" "$solution" && echo 'They are the same.'
    [ $? -le 1 ] || exit 2
    commentary=$(awk '/^\/\// { text = text substr($0, 4) "\n"; next } NF { text = "" } END { printf "%s", text }' "$solution")
    [ -z "$commentary" ] || printf '\nWhat it costs:\n\n%s\n' "$commentary" | folded
}

"run_$command"
