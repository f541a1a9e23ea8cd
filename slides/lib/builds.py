"""What a lecturer uncovers click by click: `data-marpit-fragment` hides an element until its turn; in print all is there.

`{{cover}}` in a table's head covers that column, in a row's first cell that row, and at the start of a paragraph all of it.
"""
import re

COVER = "{{cover}}"
BUILD = re.compile(r" +build=yes *$")


def step(attributes=""):
    return f'<i class="cover" data-marpit-fragment="1"{attributes}></i>'


def uncovered_by_clicks(text):
    """The Markdown with each {{cover}} as HTML. A column's cells are many elements, and a click shows one: halo.css hides them with their mark."""
    lines = text.split("\n")
    for at, line in enumerate(lines):
        if COVER not in line:
            continue
        if line.startswith("|"):
            cells = line.split("|")
            head = at + 1 < len(lines) and re.match(r"\|[ :|-]+$", lines[at + 1])
            lines[at] = "|".join(cell.replace(COVER, step(f' data-column="{column}"' if head else ' data-row=""')) for column, cell in enumerate(cells))
        else:
            lines[at] = line.replace(COVER, '<span data-marpit-fragment="1">', 1) + "</span>"
    return "\n".join(lines)


def shown_by_click(block):
    return f'<div data-marpit-fragment="1">\n\n{block}\n\n</div>'
