"""Caches and scratchpads, copies that disagree, and what a warp wants from constant memory."""
from lib.memory import WARP, Cache, replays, request_sectors
from lib.svg import CELL, Picture


def _count(number):
    return f"{number:,}".replace(",", " ")


def one_turn(lanes=8, M=5, d=1):
    """One turn of the loop: the same weight for all, a neighbour for each."""
    picture, R = Picture(), M // 2
    for row, name in enumerate(("thread", f"filter[{d} + {R}]", f"in[i + {d}]")):
        picture.text(-16, row * (CELL + 16) + CELL / 2, name, "end")
    for lane in range(lanes):
        for row, (kind, text) in enumerate((("thread", lane), ("weight", f"f{d + R}"), ("input", lane + d))):
            picture.box(lane * CELL, row * (CELL + 16), CELL, CELL, kind, text)
    for row, text in ((1, "1 element"), (2, f"{lanes} elements")):
        picture.text(lanes * CELL + 20, row * (CELL + 16) + CELL / 2, text, "start")
    return picture, f"In one turn {lanes} threads want the same element f{d + R} of the filter, and {lanes} neighbouring elements of the input"


def hierarchy():
    """From registers to DRAM: the further away, the larger, and the more share it."""
    picture = Picture()
    levels = (("registers", "a thread", "256 KB an SM", "thread"), ("shared memory and L1", "a block; an SM", "256 KB an SM", "halo"),
              ("L2", "all SMs", "50 MB", "heat2"), ("DRAM: global memory", "all SMs, the host", "141 GB", "input"))
    for row, (name, whose, size, kind) in enumerate(levels):
        wide, top = 340 + 70 * row, row * (CELL + 18)
        picture.box(275 - wide / 2, top, wide, CELL, kind, name)
        picture.text(590, top + CELL / 2, size, "start")
        picture.text(-40, top + CELL / 2, whose, "end")
    return picture, "; ".join(f"{name}: {size}, for {whose}" for name, whose, size, _ in levels)


def _numbered(elements):
    names = str(elements).split(",")
    order = sorted(set(names))
    return names, [order.index(name) for name in names], order


def trace(elements="A,B,C,A,D,B,A", kept=3):
    """What a cache holds after each access; the one used longest ago has to go."""
    picture, cache = Picture(), Cache(kept, 1)
    names, numbers, order = _numbered(elements)
    for k, (name, number) in enumerate(zip(names, numbers)):
        hit = cache.touch(number)
        picture.box(k * (CELL + 12), 0, CELL, CELL, "output" if hit else "wrong", name)
        picture.text(k * (CELL + 12) + CELL / 2, CELL + 24, "hit" if hit else "miss")
        for row, line in enumerate(reversed(cache.kept)):
            picture.box(k * (CELL + 12), CELL + 52 + row * 50, CELL, 50, "input", order[line])
    picture.text(-16, CELL / 2, "wanted", "end")
    picture.text(-16, CELL + 77, "used last", "end")
    picture.text(-16, CELL + 27 + kept * 50, "next to go", "end")
    return picture, f"A cache of {kept} lines, asked for {', '.join(names)}: {cache.fetched} misses, {len(names) - cache.fetched} hits"


def policies_compared(elements="A,B,C,D,A,B,C,D,A,B,C,D", kept=3, answer=True):
    """The same accesses to a cache, and to a scratchpad that was filled once."""
    picture, cache = Picture(), Cache(kept, 1)
    names, numbers, order = _numbered(elements)
    rows = [("cache", [cache.touch(number) for number in numbers]), ("scratchpad", [number < kept for number in numbers])]
    for row, (name, hits) in enumerate(rows):
        top = row * (CELL + 40)
        picture.text(-16, top + CELL / 2, name, "end")
        for k, hit in enumerate(hits):
            picture.box(k * CELL, top, CELL, CELL, "plain" if not answer else "output" if hit else "wrong", names[k])
        picture.text(len(names) * CELL + 20, top + CELL / 2, f"{sum(hits)} of {len(names)}" if answer else "?", "start")
    said = f"the cache has {sum(rows[0][1])} hits, the scratchpad {sum(rows[1][1])}" if answer else "how many are hits?"
    return picture, f"{', '.join(names)} from a cache of {kept} lines, and from a scratchpad that keeps {', '.join(order[:kept])}: {said}"


def nine_loads(M=9):
    """The loads of one warp, one below the other: each begins an element further on."""
    picture, R, cell, high = Picture(), M // 2, 13, 30
    each, together = request_sectors(M)
    first = -(-R // 8) * 8
    for row, count in enumerate(each):
        d = row - R
        picture.text(-16, row * high + 13, f"d = {d}".replace("-", "−"), "end")
        picture.box((first + d) * cell, row * high, WARP * cell, high - 4, "input")
        picture.text((2 * first + WARP) * cell + 30, row * high + 13, count, "start")
    for edge in range(0, 2 * first + WARP + 1, 8):
        picture.line(edge * cell, -10, edge * cell, M * high + 6, "faint")
    picture.text((2 * first + WARP) * cell + 30, -28, "sectors", "middle")
    for k, text in enumerate((f"{M * WARP} elements wanted,", f"{WARP + M - 1} different ones", f"{sum(each)} sectors asked for,", f"{together} different ones")):
        picture.text((2 * first + WARP) * cell + 70, 40 + 50 * k, text, "start")
    return picture, f"The {M} loads of a warp: {M * WARP} elements, {WARP + M - 1} different ones; {sum(each)} sectors, {together} different ones"


def coherence():
    """Two multiprocessors with a cache each, after one of them has stored."""
    picture = Picture()
    for k, (text, colour) in enumerate((("x = 7", "output"), ("x = 3", "wrong"))):
        left = k * 480
        picture.box(left, 0, 300, CELL, "thread", f"SM {k} {'stores 7' if k == 0 else 'reads x'}")
        picture.box(left, CELL + 50, 300, CELL, colour, text)
        picture.text(left - 16, CELL * 1.5 + 50, "L1", "end")
        picture.arrow(left + 150, CELL + 4, left + 150, CELL + 46)
    picture.box(140, 2 * CELL + 120, 500, CELL, "output", "x = 7")
    picture.text(124, 2.5 * CELL + 120, "memory", "end")
    picture.arrow(150, 2 * CELL + 54, 250, 2 * CELL + 116)
    return picture, "SM 0 stores 7 to x; SM 1 then reads x: its own L1 still has the old one, and nobody tells it"


def constant_turns(M=9):
    """What a warp's read of constant memory costs, by what its threads want."""
    picture = Picture()
    ways = (("the same for all", lambda lane: 0), ("lane mod 2", lambda lane: lane % 2), (f"lane mod {M}", lambda lane: lane % M), ("one each", lambda lane: lane))
    rows = [(name, (1 + replays([way(lane) for lane in range(WARP)]), replays([way(lane) for lane in range(WARP)]))) for name, way in ways]
    picture.table([("elements", 180), ("replays", 180)], rows, lambda r, c: r == 0)
    picture.text(-16, 31, "wanted", "end")
    return picture, "A warp's read of constant memory: " + "; ".join(f"{name}, {elements} elements, {again} replays" for name, (elements, again) in rows)


def loads_moved(N=1000, M=9):
    """The loads of a launch, before and after the filter moves to constant memory."""
    picture, R = Picture(), M // 2
    each = N * M - R * (R + 1)
    rows = [("filter in global memory", (_count(2 * each), "0", 1)), ("filter in constant memory", (_count(each), _count(each), 2))]
    picture.table([("global loads", 210), ("constant loads", 230), ("flops a global load", 280)], rows, lambda r, c: (r, c) == (1, 0))
    return picture, f"{N} outputs, {M} weights: {2 * each} loads from global memory before; {each} from global and {each} from constant memory after"
