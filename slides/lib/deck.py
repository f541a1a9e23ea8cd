"""A deck's Markdown, with what it names put in: code regions, figures, measured numbers.

```cuda solutions/07_conv2d_tiled/conv2d_tiled.cu#load
```                                  the region of that file, as it is today
```figure tile_1d T=4 M=5
```                                  drawn by lib/figures
{{ms conv2d_tiled 16384}}            the median of solutions/measured, in the table whose title has 16384
{{card}} {{date}}                    of these numbers
"""
import re

from lib.code import Unquotable, quoted
from lib.figures import Undrawable, drawn
from lib.measured import CARD, Times, Unmeasured

CODE_WIDE, CODE_HIGH = 1110, 400        # px of a slide that code may fill
FENCE = re.compile(r"^```(cuda|figure) +(.+)\n```[ \t]*$", re.M)
FORGOTTEN = re.compile(r"^[ \t]*```[ \t]*(cuda|figure)\b.*$", re.M)
NUMBER = re.compile(r"\{\{([^{}]*)\}\}")


class DeckError(Exception):
    """The three lines of a message."""

    def __init__(self, deck, line, fault):
        headline, where, attempt = fault.args
        super().__init__(f"{deck}:{line}: {headline}\n  where: {where}\n  try:   {attempt}")


def code_size(lines):
    """The font size in px at which these lines fill a slide; DejaVu Sans Mono is 0.602 em wide, lines are 1.3 em apart."""
    return int(max(24, min(34, CODE_WIDE / 0.602 / max(map(len, lines)), CODE_HIGH / 1.3 / len(lines))))


def shown(lines):
    return f"<style scoped>section pre {{ font-size: {code_size(lines)}px; }}</style>\n\n```cpp\n" + "\n".join(lines) + "\n```"


def number(words, times):
    kind, *rest = words.split()
    if kind == "card":
        return times.card
    if kind == "date":
        return times.date
    if kind in ("ms", "ratio") and rest:
        row = times.row(rest[0], " ".join(rest[1:]))
        return row["median, ms" if kind == "ms" else "÷ first"]
    raise Unmeasured(f"{{{{{words}}}}} is no number", words, "{{ms FUNCTION SIZE}}, {{ratio FUNCTION SIZE}}, {{card}} or {{date}}")


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
            return shown(quoted(root, call))
        except (Unquotable, Undrawable, Unmeasured) as fault:
            raise DeckError(deck, match.string.count("\n", 0, match.start()) + 1, fault) from None

    def put_number(match):
        try:
            return number(match[1].strip(), times)
        except Unmeasured as fault:
            raise DeckError(deck, match.string.count("\n", 0, match.start()) + 1, fault) from None

    # Numbers first: quoted C++ may have {{ }} of its own.
    filled = NUMBER.sub(put_number, text)
    if match := FORGOTTEN.search(FENCE.sub(lambda match: "\n" * match[0].count("\n"), filled)):
        raise DeckError(deck, match.string.count("\n", 0, match.start()) + 1,
                        Unquotable(f"a fence {match[1]} is not two lines", match[0], "write ```" + match[1] + " NAME, and ``` in the next line"))
    quotes = sorted({call.strip().partition("#")[0] for kind, call in FENCE.findall(text) if kind == "cuda"})
    return FENCE.sub(put_in, filled), [*quotes, times.path]
