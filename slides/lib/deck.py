"""A deck's Markdown, with what it names put in: code regions, figures, measured numbers.

```cuda solutions/07_conv2d_tiled/conv2d_tiled.cu#load
```                                  the region of that file, as it is today
```wrong 05_tiled_design2 barrier_missing#load
```                                  that region of a wrong program, with the numbers of its lines
```message 05_tiled_design2 barrier_missing
```                                  what is reported of it
```figure tile_1d T=4 M=5
```                                  drawn by lib/figures
{{ms conv2d_tiled 16384}}            the median of solutions/measured, in the table whose title has 16384
{{rate ladder:conv2d_tiled 5 × 5}}   any field of any row of another part of the record
{{card}} {{date}} {{date ladder}}    of these numbers
{{cover}}                            a column, row or paragraph that is shown by a click; so is a fence that ends in build=yes
"""
import re

from lib import wrong
from lib.builds import BUILD, COVER, shown_by_click, uncovered_by_clicks
from lib.code import Unquotable, quoted
from lib.figures import Undrawable, drawn
from lib.measured import CARD, Named, Times, Unmeasured

NOTE = re.compile(r"<!--\n(\d+ min\. .*?)\n-->", re.S)
CUE = re.compile(r"(?<=[.!?:;)]) +(?=(?:Ask|Wrong answers?|On paper)\b)")
CODE_WIDE, CODE_HIGH = 1110, 400        # px of a slide that code may fill
FENCE = re.compile(r"^```(cuda|figure|wrong|message) +(.+)\n```[ \t]*$", re.M)
FORGOTTEN = re.compile(r"^[ \t]*```[ \t]*(cuda|figure|wrong|message)\b.*$", re.M)
NUMBER = re.compile(r"\{\{([^{}]*)\}\}")


class DeckError(Exception):
    """The three lines of a message."""

    def __init__(self, deck, line, fault):
        headline, where, attempt = fault.args
        super().__init__(f"{deck}:{line}: {headline}\n  where: {where}\n  try:   {attempt}")


def code_size(lines):
    """The font size in px at which these lines fill a slide; DejaVu Sans Mono is 0.602 em wide, lines are 1.3 em apart."""
    return int(max(24, min(34, CODE_WIDE / 0.602 / max(map(len, lines)), CODE_HIGH / 1.3 / len(lines))))


def shown(lines, language="cpp"):
    return f"<style scoped>section pre {{ font-size: {code_size(lines)}px; }}</style>\n\n```{language}\n" + "\n".join(lines) + "\n```"


def unwrapped(note):
    """A note as a presenter reads it: as wide as the window, with a line at each Ask, Wrong answer and On paper."""
    return "<!--\n" + CUE.sub("\n", " ".join(note[1].split())) + "\n-->"


def number(words, times):
    kind, *rest = words.split()
    if kind == "card":
        return times.card
    if kind == "date":
        return times.dated(*rest[:1])
    if rest and kind.isidentifier() and (":" in rest[0] or kind in ("ms", "rate")):
        return times.number(Named.of(words))
    raise Unmeasured(f"{{{{{words}}}}} is not a number", words, "{{ms FUNCTION SIZE}}, {{rate FUNCTION SIZE}}, {{FIELD PART:ROW TABLE}}, {{card}}, {{date}} or {{date PART}}")


def expanded(deck, text, root):
    """The Markdown for Marp, and which files it quotes."""
    try:
        times = Times(root, CARD)
    except Unmeasured as fault:
        raise DeckError(deck, 1, fault) from None

    def put_in(match):
        kind, call = match[1], match[2].strip()
        try:
            if kind == "figure":
                return drawn(call)
            bare = BUILD.sub("", call)
            block = shown(wrong.code(root, bare)) if kind == "wrong" else shown(wrong.message(root, bare), "message") if kind == "message" else shown(quoted(root, bare))
            return block if bare == call else shown_by_click(block)
        except (Unquotable, Undrawable, Unmeasured) as fault:
            raise DeckError(deck, match.string.count("\n", 0, match.start()) + 1, fault) from None

    def put_number(match):
        if match[0] == COVER:
            return COVER
        try:
            return number(match[1].strip(), times)
        except Unmeasured as fault:
            raise DeckError(deck, match.string.count("\n", 0, match.start()) + 1, fault) from None

    # Numbers first: quoted C++ may have {{ }} of its own.
    filled = uncovered_by_clicks(NUMBER.sub(put_number, text))
    if match := FORGOTTEN.search(FENCE.sub(lambda match: "\n" * match[0].count("\n"), filled)):
        raise DeckError(deck, match.string.count("\n", 0, match.start()) + 1,
                        Unquotable(f"a fence {match[1]} is not two lines", match[0], "write ```" + match[1] + " NAME, and ``` in the next line"))
    quotes = sorted({BUILD.sub("", call).strip().partition("#")[0] for kind, call in FENCE.findall(text) if kind == "cuda"})
    return NOTE.sub(unwrapped, FENCE.sub(put_in, filled)), [*quotes, times.path]
