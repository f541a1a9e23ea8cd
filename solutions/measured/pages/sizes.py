"""From 2^10 to 2^30 elements: where the launch ends and the bytes begin."""
from pages import made, not_run, sized, table
from plots import RAISED, picture
from record import slug

NAME = "_sizes"
HEAD = """# By size on {card}

{made}. Measured by `make measure ONLY=sizes`, written by `solutions/measured/render`.

The copy, the first rung and the last one of each ladder, in turns. *Of copy*: the time of a copy of as many bytes in the same round, divided by the rung's. Small sizes are
a launch and little else, and what they move stays in the L2 cache; only the large ones show the card's memory.
"""


def page(record):
    rows = record.rows("sizes", what="size")
    if not rows:
        return f"# By size on {record.card}\n\n" + not_run("sizes")
    text = HEAD.format(card=record.card, made=made(record, "sizes"))
    for ladder in dict.fromkeys(row["ladder"] for row in rows):
        text += f"\n## {ladder}\n\n" + picture(record, f"sizes_{slug(ladder)}_time") + picture(record, f"sizes_{slug(ladder)}_rate")
        text += table(["elements:", "rung:", "ms", "TB/s", "of copy"], [
            [power(row["elements"]), f"`{row['rung']}`", sized(row["ms"], row["low"], row["high"], 4), f"{row['bytes'] / row['ms'] / 1e9:.3f}", f"{row['share']:.3f}"]
            for row in sorted(rows, key=lambda row: row["elements"]) if row["ladder"] == ladder])
    return text


def power(elements):
    exponent = elements.bit_length() - 1
    return "2" + str(exponent).translate(RAISED) if elements == 1 << exponent else str(elements)
