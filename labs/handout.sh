# handout.sh FOLDER · what `make handout DIR=FOLDER` does: labs, engine and harness for students, without solutions, grader,
# slides and history. What is written builds and tests on its own. Runs in the folder of all labs.
set -u

root=..
. ./state.sh
folder=$1

# One rule says what may go out. Tests of the course's own code hold right kernels, and so do its measuring programs;
# labs/meson.build needs program_test.cpp and picture_test.cpp, and they need spawn.hpp.
handed_out()
{
    awk '/^(LICENSE|\.gitignore|meson\.build|meson_options\.txt|tools\/setup)$/ { print; next }
         /^labs\/tests\/(program|picture)_test\.cpp$/ || /^common\/tests\/spawn\.hpp$/ { print; next }
         /\/tests\// || /^common\/engine\/(bench|measure|measured)\// || /^labs\/handout/ { next }
         /^(labs|common)\// { print }'
}

# A meson.build without the folders that stayed here and without the tests of what stayed here.
without_what_stayed()
{
    while IFS= read -r line; do
        case $line in
            "subdir('"*"')")
                name=${line#"subdir('"}
                [ -f "$1/${name%"')"}/meson.build" ] || continue ;;
        esac
        printf '%s\n' "$line"
    done | awk '/^#/ { comment = comment $0 "\n"; next }
                /^(test|run_target)\($/ { skipping = 1; comment = "" }
                !skipping { printf "%s", comment; comment = ""; print }
                /^\)$/ { skipping = 0 }'
}

refuse() { message "$@"; exit 1; }

[ -n "$folder" ] || refuse 'no folder to write to' 'make handout' 'make handout DIR=../../halo-for-students'
[ ! -e "$folder" ] || [ -z "$(ls -A "$folder" 2>&1)" ] ||
    refuse "$folder is not empty: nothing was written" 'a handout gets a folder of its own' 'another DIR, or remove that one first'

fresh=$folder.new.$$
trap 'rm -rf "$fresh"' EXIT
trap 'exit 1' INT TERM HUP
mkdir -p "$fresh" && fresh=$(cd "$fresh" && pwd) || refuse "$folder cannot be made" "$fresh" 'a folder that is yours'

# As committed: an edited lab may hold its answer. A copy without history is taken as it is, if nobody worked in it.
here=$(cd "$root" && pwd -P)
if git -C "$root" rev-parse -q --verify HEAD >/dev/null 2>&1 && [ "$(git -C "$root" rev-parse --show-toplevel)" = "$here" ]; then
    source="commit $(git -C "$root" rev-parse --short HEAD)"
    changed=$(git -C "$root" status --porcelain -- labs common | wc -l)
    [ "$changed" = 0 ] || echo "not committed, so not in it: changes in $changed files under labs/ and common/" >&2
    git -C "$root" ls-tree -r --name-only -z HEAD | tr '\0' '\n' | handed_out >"$fresh/.files"
    git -C "$root" archive --format=tar HEAD >"$fresh/.tar" &&
        tar -x -C "$fresh" -f "$fresh/.tar" -T "$fresh/.files" || refuse 'the commit could not be unpacked' "$fresh" 'is the disk full?'
else
    source='this copy'
    [ ! -d "$kept_labs" ] || refuse 'this copy was worked in: its labs may hold answers' "$kept_labs" 'make the handout from a fresh clone'
    ( cd "$root" && find LICENSE .gitignore meson.build meson_options.txt tools labs common -type f ) | handed_out >"$fresh/.files"
    tar -c -C "$root" -T "$fresh/.files" -f "$fresh/.tar" && tar -x -C "$fresh" -f "$fresh/.tar" ||
        refuse 'the files could not be copied' "$fresh" 'is the disk full?'
fi
rm -f "$fresh/.files" "$fresh/.tar"
for lab in [0-9][0-9]_*; do
    grep -q 'TODO(1)' "$fresh/labs/$lab/${lab#???}.cu" ||
        refuse "labs/$lab/${lab#???}.cu is not as it is handed out" "in $source it has no TODO(1)" 'restore it, or make the handout from a fresh clone'
done

cp handout/Makefile handout/README.md "$fresh/"
page=$fresh/labs/README.md
awk '/^## / { skipping = /^## Solutions and handouts$/ } !skipping' "$page" >"$page.new" && mv "$page.new" "$page"
find "$fresh" -name meson.build | while IFS= read -r file; do
    without_what_stayed "$(dirname "$file")" <"$file" >"$file.new" && mv "$file.new" "$file"
done

mkdir -p "$(dirname "$folder")"
[ ! -d "$folder" ] || rmdir "$folder"
mv "$fresh" "$folder" || refuse "$folder could not be put into place" "$fresh" 'a folder that is yours'
printf 'Written: %s, %s labs from %s, without solutions, grader, slides and history.\n' \
       "$folder" "$(ls -d "$folder"/labs/[0-9][0-9]_* | wc -l)" "$source"
