"""One tile of a row: T outputs, M weights, R = M / 2 of them on each side; who loads what, and when."""
from lib.arithmetic import uses
from lib.svg import CELL, Picture


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


def users(width=8, M=5, at=4):
    """One element of the input, and the outputs that need it."""
    picture, R = Picture(), M // 2
    mine = [i for i in range(at - R, at + R + 1) if 0 <= i < width]
    for i in range(width):
        picture.text((i + 0.5) * CELL, -20, i)
        picture.box(i * CELL, 0, CELL, CELL, "input" if i == at else "plain")
        picture.box(i * CELL, 2 * CELL + 70, CELL, CELL, "output" if i in mine else "plain", f"t{i}" if i in mine else "")
    for i in mine:
        picture.arrow((at + 0.5) * CELL, CELL + 4, (i + 0.5) * CELL, 2 * CELL + 64)
    for y, text in ((0, "in"), (2 * CELL + 70, "out")):
        picture.text(-16, y + CELL / 2, text, "end")
    return picture, f"Element {at} of the input is loaded by the threads of outputs {', '.join(map(str, mine))}: {len(mine)} loads"


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
    for number, (k, tx, step) in enumerate(way):
        if number == 0 or step != way[number - 1][2]:
            picture.step()
            picture.text(-16, CELL + 48 + step * (CELL - 4), f"load {step + 1}" if steps > 1 else "load", "end")
        y = CELL + 24 + step * (CELL - 4)
        picture.box(k * CELL + 4, y, CELL - 8, CELL - 16, "thread", f"t{tx}")
    picture.text(-16, CELL / 2, "s_tile", "end")
    picture.step()
    y = CELL + 24 + steps * (CELL - 4) + 10
    picture.line(0, y, patch * CELL, y, "barrier")
    picture.text(-16, y, "barrier", "end")
    picture.step()
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
