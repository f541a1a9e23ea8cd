"""What a run shows of a mistake, and in which order findings are read."""
from random import Random

from lib.orders import neighbours_in
from lib.svg import CELL, Picture

# As the engine sorts them, worst first; what each says.
FINDINGS = [("endless", "a kernel that does not end"), ("crash", "a thread that died"), ("out_of_bounds", "an element outside of every array"),
            ("barrier", "threads that never arrive"), ("race", "one element, two threads, no order"), ("short_copy", "a copy that brings a part"),
            ("uninitialised", "a value that nobody stored"), ("leak", "room that is never given back")]


def findings():
    """The table of findings, worst first."""
    picture, high = Picture(), 50
    for row, (name, what) in enumerate(FINDINGS):
        picture.box(0, row * high, 270, high - 6, "thread" if name == "leak" else "wrong", name.replace("_", " "))
        picture.text(300, row * high + (high - 6) / 2, what, "start")
    return picture, "What the engine finds, worst first: " + "; ".join(f"{name.replace('_', ' ')}: {what}" for name, what in FINDINGS)


def orders(threads=6, seed=7):
    """The same kernel without its barrier, in three orders of threads."""
    picture, wide = Picture(), 100
    shuffled = list(range(threads))
    Random(seed).shuffle(shuffled)
    said = []
    for row, (name, order) in enumerate((("forward", list(range(threads))), ("reverse", list(range(threads))[::-1]), (f"random:{seed}", shuffled))):
        right, y = neighbours_in(order), row * (CELL + 22)
        picture.text(-16, y + CELL / 2, name, "end")
        for place, thread in enumerate(order):
            picture.box(place * wide, y, wide - 8, CELL, "output" if right[thread] else "wrong", f"t{thread}")
        wrong = threads - sum(right.values())
        picture.text(threads * wide + 16, y + CELL / 2, f"{wrong} wrong, 1 race", "start")
        said.append(f"{name}: {wrong} of {threads} outputs are wrong")
    return picture, ("Each thread stores its element and reads its left neighbour's, without a barrier, in three orders: " + "; ".join(said)
                     + "; the same race is reported in all three")
