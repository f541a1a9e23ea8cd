"""The figures, drawn from the tile arithmetic: T outputs of a tile, M weights, R = M / 2 of them on each side.

A deck names one in a fence: `tile_1d T=4 M=5 block=1`. Each function returns the picture and its alt text.
"""
from lib.svg import CELL, Picture


def name_of(index):
    return "abcdefghijklmnopqrstuvwxyz"[index]


def taps(width=8, M=5, at=4):
    """A filter laid over a signal, not mirrored: its first weight meets the leftmost neighbour."""
    picture, R = Picture(), M // 2
    first = min(0, at - R)
    for i in range(first, max(width, at + R + 1)):
        ghost = not 0 <= i < width
        picture.box(i * CELL, 0, CELL, CELL, "ghost" if ghost else "input", "0" if ghost else name_of(i))
        if not ghost:
            picture.text(i * CELL + CELL / 2, -20, i)
    picture.text(first * CELL - 16, CELL / 2, "in", "end")
    for k in range(M):
        x = (at - R + k) * CELL
        picture.box(x, CELL + 46, CELL, CELL, "weight", f"f{k}")
        picture.line(x + CELL / 2, CELL + 2, x + CELL / 2, CELL + 44)
    picture.text(first * CELL - 16, CELL * 1.5 + 46, "filter", "end")
    picture.arrow(at * CELL + CELL / 2, 2 * CELL + 48, at * CELL + CELL / 2, 2 * CELL + 92)
    picture.box(at * CELL, 2 * CELL + 94, CELL, CELL, "output", "Σ")
    picture.text(first * CELL - 16, CELL * 2.5 + 94, "out", "end")
    ghosts = sum(not 0 <= at - R + k < width for k in range(M))
    said = f"; {ghosts} of them lie outside and count as 0" if ghosts else ""
    return picture, f"Output {at} is the sum of {M} products: filter element 0 meets input {at - R}, element {M - 1} input {at + R}{said}"


def policies(width=5, R=2):
    """What may lie outside: four rules."""
    picture = Picture()
    rules = [("zero", lambda i: "0"), ("replicate", lambda i: name_of(min(max(i, 0), width - 1))),
             ("mirror", lambda i: name_of(-i - 1 if i < 0 else 2 * width - 1 - i if i >= width else i)), ("wrap", lambda i: name_of(i % width))]
    for row, (rule, value) in enumerate(rules):
        y = row * (CELL + 22)
        picture.text(-R * CELL - 20, y + CELL / 2, rule, "end")
        for i in range(-R, width + R):
            inside = 0 <= i < width
            picture.box(i * CELL, y, CELL, CELL, "input" if inside else "ghost", name_of(i) if inside else value(i))
    return picture, f"Four rules for {R} ghost elements on each side of {width} elements: zero, replicate, mirror, wrap"


def blocks(width=10, T=4):
    """A thread for each output, in blocks of T; the last block's threads beyond the end have nothing to do."""
    picture, count = Picture(), -(-width // T)
    for block in range(count):
        x0 = block * (T * CELL + 30)
        picture.bracket(x0, x0 + T * CELL, -12, f"block {block}", below=False)
        for tx in range(T):
            i = block * T + tx
            idle = i >= width
            picture.box(x0 + tx * CELL, 0, CELL, CELL, "idle" if idle else "input", f"t{tx}")
            if not idle:
                picture.arrow(x0 + (tx + 0.5) * CELL, CELL + 4, x0 + (tx + 0.5) * CELL, CELL + 46)
                picture.box(x0 + tx * CELL, CELL + 50, CELL, CELL, "output", i)
    picture.text(-16, CELL / 2, "thread", "end")
    picture.text(-16, CELL * 1.5 + 50, "out", "end")
    spare = count * T - width
    return picture, f"{width} outputs in {count} blocks of {T} threads: thread t of block b computes output {T} b + t; {spare} threads have no output"


def tile_1d(T=4, M=5, block=1):
    """An output tile and the input tile it needs: T + M - 1 elements."""
    picture, R = Picture(), M // 2
    begin = block * T
    for k in range(T + 2 * R):
        halo = not R <= k < R + T
        picture.box(k * CELL, 0, CELL, CELL, "halo" if halo else "input", begin - R + k)
    for k in range(T):
        picture.box((k + R) * CELL, CELL + 70, CELL, CELL, "output", begin + k)
    picture.line(0, CELL + 4, R * CELL, CELL + 66, "faint")
    picture.line((T + 2 * R) * CELL, CELL + 4, (T + R) * CELL, CELL + 66, "faint")
    for x1, x2, text in ((0, R, "halo"), (R, R + T, "core"), (R + T, T + 2 * R, "halo")):
        picture.bracket(x1 * CELL, x2 * CELL, -12, text, below=False)
    picture.text(-16, CELL / 2, "input tile", "end")
    picture.text(-16, CELL * 1.5 + 70, "output tile", "end")
    return picture, (f"Block {block} computes outputs {begin} to {begin + T - 1} and needs inputs {begin - R} to {begin + T + R - 1}: "
                     f"a core of {T} and a halo of {R} on each side")


def uses(T, M):
    """How many outputs of a tile read each element of its input tile."""
    return [min(k, T - 1) - max(k - M + 1, 0) + 1 for k in range(T + M - 1)]


def use_counts(T=4, M=5, block=2):
    """Each element of an input tile, and how often it is used."""
    picture, R = Picture(), M // 2
    counts = uses(T, M)
    for k, count in enumerate(counts):
        halo = not R <= k < R + T
        picture.box(k * CELL, 0, CELL, CELL, "halo" if halo else "input", block * T - R + k)
        picture.box(k * CELL + 8, CELL + 14, CELL - 16, 34 * count, "output")
        picture.text((k + 0.5) * CELL, CELL + 34 + 34 * count, f"{count}×")
    picture.text(-16, CELL / 2, "input tile", "end")
    picture.text(-16, CELL + 34, "uses", "end")
    return picture, f"The {len(counts)} elements of an input tile for {T} outputs and {M} weights are used {', '.join(map(str, counts))} times: {sum(counts)} in all"


def loads(design="phases", T=4, R=1):
    """Who loads which element of the tile, in each design; a box per thread that loads."""
    picture, M = Picture(), 2 * R + 1
    patch = T + 2 * R
    ways = {
        "phases": [(k, k % T, k // T) for k in range(patch)],
        "halo_regions": [(k, k - R, 0) for k in range(R, R + T)] + [(k, k, 1) for k in range(R)] + [(k, k - 2 * R, 1) for k in range(R + T, patch)],
        "design2": [(k, k, 0) for k in range(patch)],
        "design3": [(k, k - R, 0) for k in range(R, R + T)],
    }
    way = ways[design]
    for k in range(patch):
        halo = not R <= k < R + T
        missing = design == "design3" and halo
        picture.box(k * CELL, 0, CELL, CELL, "ghost" if missing else "halo" if halo else "input", "–" if missing else k - (R if design == "design3" else 0))
    steps = 1 + max(step for _, _, step in way)
    for k, tx, step in way:
        y = CELL + 24 + step * (CELL - 4)
        picture.box(k * CELL + 4, y, CELL - 8, CELL - 16, "thread", f"t{tx}")
    picture.text(-16, CELL / 2, "s_tile", "end")
    for step in range(steps):
        picture.text(-16, CELL + 48 + step * (CELL - 4), f"load {step + 1}" if steps > 1 else "load", "end")
    y = CELL + 24 + steps * (CELL - 4) + 10
    picture.line(0, y, patch * CELL, y, "barrier")
    picture.text(-16, y, "barrier", "end")
    threads = patch if design == "design2" else T
    for tx in range(threads):
        k = tx if design == "design2" else tx + R
        computes = R <= k < R + T
        picture.box(k * CELL + 4, y + 20, CELL - 8, CELL - 16, "thread" if computes else "idle", f"t{tx}")
        if computes:
            picture.box(k * CELL, y + 20 + CELL, CELL, CELL, "output", k - R)
    picture.text(-16, y + 20 + CELL / 2, "sum", "end")
    picture.text(-16, y + 20 + CELL * 1.5, "out", "end")
    return picture, (f"{design}: {threads} threads load {len(way)} elements of a tile of {patch} in {steps} step{'s' if steps > 1 else ''}, "
                     f"wait at the barrier, and {T} of them compute an output")


def barrier(warps=3):
    """Warps that store at different times; all wait before they read."""
    picture, last = Picture(), 0
    for warp in range(warps):
        y, begin, long = warp * (CELL + 14), 40 * warp, 190
        picture.text(-16, y + CELL / 2, f"warp {warp}", "end")
        picture.box(begin, y, long, CELL, "input", "store s_tile")
        last = max(last, begin + long)
        picture.box(begin + long, y, 40 * (warps - 1 - warp) + 60, CELL, "idle", "")
        picture.box(40 * (warps - 1) + long + 60, y, 340, CELL, "output", "read s_tile, sum")
    x = last + 60
    picture.line(x, -14, x, warps * (CELL + 14), "barrier")
    picture.text(x, -34, "__syncthreads()")
    return picture, f"{warps} warps store at different times and wait at the barrier; then all read"


def tile_2d(T=4, R=1, corner=False):
    """A patch of an image: core, four edges, four corners. `corner`: the image's upper left one, with ghosts."""
    picture, small = Picture(), 46
    for y in range(T + 2 * R):
        for x in range(T + 2 * R):
            ghost = corner and (x < R or y < R)
            core = R <= x < R + T and R <= y < R + T
            both = not (R <= x < R + T) and not (R <= y < R + T)
            kind = "ghost" if ghost else "input" if core else "corner" if both else "halo"
            picture.box(x * small, y * small, small, small, kind, "0" if ghost else "")
    side = T + 2 * R
    picture.bracket(R * small, (R + T) * small, -10, f"T = {T}", below=False)
    picture.bracket(0, side * small, side * small + 10, f"T + 2R = {side}")
    return picture, (f"A {side} × {side} patch: {T} × {T} core pixels, four edges of {T} × {R}, four corners of {R} × {R}"
                     + ("; above and left of the image are ghost elements" if corner else ""))


def use_counts_2d(T=4, M=3):
    """How many outputs of a tile read each pixel of its patch: the 1-D counts, multiplied."""
    picture, counts, small = Picture(), uses(T, M), 58
    most = max(counts) ** 2
    for y, down in enumerate(counts):
        for x, across in enumerate(counts):
            level = 1 + (4 * down * across - 1) // most if down * across < most else 5
            picture.box(x * small, y * small, small, small, f"heat{min(level, 5)}", down * across)
    return picture, f"Uses of each pixel of a {len(counts)} × {len(counts)} patch: from 1 in the corners to {most} in the middle, {sum(counts) ** 2} in all"


FIGURES = {function.__name__: function for function in (taps, policies, blocks, tile_1d, use_counts, loads, barrier, tile_2d, use_counts_2d)}


class Undrawable(Exception):
    """Headline, where, try."""


def drawn(call):
    """`tile_1d T=4 M=5 block=1`, as SVG."""
    name, *words = call.split()
    if name not in FIGURES:
        raise Undrawable(f"no figure is called {name}", call, f"one of {', '.join(sorted(FIGURES))}")
    values = {}
    for word in words:
        key, _, value = word.partition("=")
        values[key] = int(value) if value.lstrip("-").isdigit() else value == "yes" if value in ("yes", "no") else value
    try:
        picture, alt = FIGURES[name](**values)
    except (TypeError, KeyError) as error:
        raise Undrawable(f"the figure {name} cannot be drawn so: {error}", call, "look at its parameters in slides/lib/figures.py") from None
    return picture.svg(alt)
