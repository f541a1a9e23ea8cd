"""Wrong programs on a slide, and what is said of them.

A wrong program is an edit of a right one: `05_tiled_design2 barrier_missing` is that variant of the lab's solution, `programs guard_missing` an entry of
programs/wrong.toml, which has the same form. What is reported is kept in messages/, and compared with a run by tests/programs_test. There a line is
its code, «__syncthreads();», and on the slide its number in the wrong file: lines above may come and go.
"""
import re
import textwrap
import tomllib
from pathlib import Path

from lib.code import MOST_LINES, Unquotable, dedented, numbered_regions, without_comment

WIDEST = 76                 # columns of a message: 24 px, as wide as code may be
BLANK = r"(?:\s|//[^\n]*\n)+"
LINE = re.compile(r"(?<=\.cu:)\d+|(?<=\bline )\d+|(?<=\blines )\d+|(?<=\blines \d\d and )\d+|(?<=\blines \d\d\d and )\d+")
CODE = re.compile(r"«(.*?)(?:\|(\d+))?»")


def entries(root, folder):
    """{name: entry} of a folder, and the file that an entry edits unless it names another."""
    place = Path(root) / ("slides/programs" if folder == "programs" else f"solutions/{folder}")
    listed = place / ("wrong.toml" if folder == "programs" else "variants.toml")
    if not listed.is_file():
        raise Unquotable(f"{listed.relative_to(root)} is not there", folder, "name a lab, as in 05_tiled_design2, or `programs`")
    return tomllib.loads(listed.read_text()), place


def edited(root, folder, name):
    """The wrong program: its file's name, and its text."""
    known, place = entries(root, folder)
    if name not in known:
        raise Unquotable(f"{folder} has no wrong program {name}", str(place), "a name that is there in brackets")
    file = place / known[name].get("of", f"{folder[3:]}.cu")
    text = file.read_text()
    for edit in edits_of(known[name]):
        words = without_comments(edit["replace"]).split()
        text, times = re.subn(BLANK.join(map(re.escape, words)), lambda _: indented(edit.get("with", "")), text)
        if times != 1:
            raise Unquotable(f"{folder} {name}: what it replaces is {times} times in {file.name}", " ".join(words)[:70], "write it as it is in the file, with more lines around it")
    return file.name, text


def edits_of(entry):
    """One edit is stated in the entry itself, several are a list."""
    return [entry] if "replace" in entry else entry.get("edit", [])


def without_comments(text):
    return "\n".join(map(without_comment, text.splitlines()))


def indented(code):
    """As deep as code in a kernel."""
    return code.strip("\n").replace("\n", "\n    ")


def address_of(call):
    folder, _, rest = call.partition(" ")
    name, _, region = rest.strip().partition("#")
    return folder, name, region


def code(root, call):
    """`05_tiled_design2 barrier_missing#load`: the region after the edit, each line with its number in the wrong file."""
    folder, name, region = address_of(call)
    file, text = edited(root, folder, name)
    found = numbered_regions(text, file)
    if region not in found:
        raise Unquotable(f"{file} has no region {region or '(none was named)'}", f"it has: {', '.join(found) or 'none'}", "put `// region NAME` and `// endregion` around the lines")
    rows = [(number, without_comment(line)) for number, line in found[region] if without_comment(line).strip()]
    if len(rows) > MOST_LINES:
        raise Unquotable(f"{call} has {len(rows)} lines, and a slide shows {MOST_LINES}", file, "quote the lines that the slide is about")
    wide = len(str(rows[-1][0]))
    lines = [f"{number:{wide}} {line}" for (number, _), line in zip(rows, dedented([line for _, line in rows]))]
    for line in lines:
        if len(line) > WIDEST:
            raise Unquotable(f"{call} has a line of {len(line)} columns, and a slide shows {WIDEST} with its number", line.strip(), "break the line in the source")
    return lines


def kept(root, call):
    return Path(root) / "slides/messages" / f"{'.'.join(address_of(call)[:2])}.txt"


def named_by_code(said, text):
    """A message as it is kept: lines by their code."""
    lines = [without_comment(line).strip() for line in text.splitlines()]

    def put(match):
        own = lines[int(match[0]) - 1]
        before = lines[:int(match[0])].count(own)
        return f"«{own}»" if lines.count(own) == 1 else f"«{own}|{before}»"
    return LINE.sub(put, said)


def message(root, call):
    """What is reported of the wrong program, in lines that fit a slide."""
    file, text = edited(root, *address_of(call)[:2])
    if not kept(root, call).is_file():
        raise Unquotable(f"nothing is known of what {call} reports", str(kept(root, call).relative_to(root)), "slides/tests/programs_test BUILD --update runs it")
    lines = [without_comment(line).strip() for line in text.splitlines()]

    def put(match):
        places = [number for number, line in enumerate(lines, 1) if line == match[1]]
        if len(places) < int(match[2] or 1) or not match[2] and len(places) > 1:
            raise Unquotable(f"the message of {call} names a line that {file} has {len(places)} times", match[1], "slides/tests/programs_test BUILD --update runs it again")
        return str(places[int(match[2] or 1) - 1])
    said = CODE.sub(put, kept(root, call).read_text()).rstrip("\n")
    return [part for line in said.split("\n") for part in textwrap.wrap(line, WIDEST, subsequent_indent=" " * 9, break_long_words=False, break_on_hyphens=False)]
