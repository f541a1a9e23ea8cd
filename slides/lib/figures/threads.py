"""What threads do in time, and what a block of each design costs."""
from lib.designs import DESIGNS
from lib.svg import CELL, Picture

STEP = 160          # px of one step in time


def _lanes(picture, rows, steps):
    """Rows of threads; `steps` are (row, column, kind, text), time runs to the right."""
    for row, name in enumerate(rows):
        y = row * (CELL + 18)
        picture.text(-16, y + CELL / 2, name, "end")
        picture.line(0, y + CELL / 2, STEP * (1 + max(column for _, column, _, _ in steps)), y + CELL / 2, "faint")
    for row, column, kind, text in steps:
        picture.box(column * STEP + 4, row * (CELL + 18), STEP - 8, CELL, kind, text)


def race(first="thread 3", second="thread 4"):
    """The same two accesses in two orders."""
    picture = Picture()
    store, read = "store [3]", "read [3]"
    _lanes(picture, [first, second], [(0, 0, "input", store), (1, 1, "output", read), (1, 3, "wrong", read), (0, 4, "input", store)])
    for column, text in ((0, "one run: the new value"), (3, "another run: the old one")):
        picture.text((column + 1) * STEP, 2 * (CELL + 18) + 22, text)
    picture.line(2.5 * STEP, -14, 2.5 * STEP, 2 * (CELL + 18) + 30, "faint")
    return picture, (f"{first} stores s_tile[3], {second} reads it. In one run the store comes first and the new value is read, in another "
                     "the read comes first and gets the old one")


def early_return(threads=4, leaves=1):
    """A barrier that some threads never reach."""
    picture, last = Picture(), threads - leaves
    rows = [f"t{t}" for t in range(threads)]
    steps = [(t, 0, "input", "store") for t in range(last)] + [(t, 1, "idle", "wait") for t in range(last)]
    _lanes(picture, rows, steps + [(t, 0, "wrong", "return") for t in range(last, threads)])
    high = threads * (CELL + 18)
    picture.line(2 * STEP + 10, -14, 2 * STEP + 10, high, "barrier")
    picture.text(2 * STEP + 30, high / 2 - 9, f"{last} of {threads} are here", "start")
    return picture, (f"{last} of {threads} threads store and wait at the barrier; {leaves} returned before it and never arrives")


def question(T=4, R=1):
    """The tile to load, the outputs to compute, and an unknown number of threads between."""
    picture, patch = Picture(), T + 2 * R
    for k in range(patch):
        core = R <= k < R + T
        picture.box(k * CELL, 0, CELL, CELL, "input" if core else "halo", k - R)
        if core:
            picture.box(k * CELL, 2 * CELL + 60, CELL, CELL, "output", k - R)
    picture.box(0, CELL + 30, patch * CELL, CELL, "thread", "? threads")
    for y, text in ((0, f"load {patch}"), (2 * CELL + 60, f"compute {T}")):
        picture.text(-16, y + CELL / 2, text, "end")
    return picture, f"A block loads {patch} elements and computes {T} outputs: with how many threads?"


def design_costs(T=256, R=4):
    """A table: threads, loads, requests, steps and tests of each design."""
    picture = Picture()
    costs = {name: design(T, R) for name, design in DESIGNS.items()}
    least = [min(column) for column in zip(*costs.values())]
    rows = list(costs.items())
    picture.table([("threads", 160), ("loads", 140), ("requests", 180), ("steps", 140), ("tests a product", 260)], rows, lambda r, c: rows[r][1][c] == least[c])
    said = "; ".join(f"{name}: {c.threads} threads, {c.loads} loads, {c.requests} requests, {c.steps} steps, {c.tests} tests a product" for name, c in costs.items())
    return picture, f"One block, T = {T}, M = {2 * R + 1}. {said}"
