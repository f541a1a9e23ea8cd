"""Tables of pages: each column has a name, which a screen reader says with every cell."""
import re

from lib import links

CELL = re.compile(r"(?<!\\)\|")
UNDER_HEAD = re.compile(r"^\s*\|(\s*:?-+:?\s*\|)+\s*$")


class Nameless(Exception):
    """A column without a name. The three lines of a message."""


def check(page, text):
    """Throws Nameless. `text` is Markdown; `page` is its path, for the message."""
    hidden = [found.span() for found in links.FENCE.finditer(text)]
    lines, at = text.splitlines(keepends=True), 0
    for number, (head, under) in enumerate(zip(lines, lines[1:]), 1):
        cells = [cell.strip() for cell in CELL.split(head.strip().strip("|"))]
        if UNDER_HEAD.match(under) and "" in cells and not any(begin <= at < end for begin, end in hidden):
            raise Nameless(f"{page}:{number}: a column of the table has no name", head.strip(), "name it: a screen reader says the name with each of its cells")
        at += len(head)
