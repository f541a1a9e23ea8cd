"""What memory is asked for together: sectors of a warp's request, banks of shared memory, lines and sets of a cache."""
from collections import OrderedDict
from math import gcd

WARP, BANKS = 32, 32
SECTOR = 8              # floats of 32 bytes


def sectors(elements):
    """How many sectors a request touches, from the elements that its threads want."""
    return len({element // SECTOR for element in elements})


def turns(words, banks=BANKS):
    """How many turns shared memory takes for a request: a bank hands out one word a turn, to all who want this word."""
    wanted = {}
    for word in words:
        wanted.setdefault(word % banks, set()).add(word)
    return max(map(len, wanted.values()))


def column(pitch, T=WARP, at=0):
    """The words of a column of a tile whose rows are `pitch` words apart."""
    return [r * pitch + at for r in range(T)]


def swizzled_column(T=WARP, at=0):
    """The same column, if element [r][c] lies in place c XOR r of row r."""
    return [r * T + (at ^ r) for r in range(T)]


def turns_of_pitch(pitch):
    """In closed form, for a column of 32: the banks come round after 32 / gcd steps."""
    return gcd(pitch, BANKS)


def transpose_sectors(width, height):
    """Sectors of all loads and of all stores of the naive kernel, for whole warps: a warp has 32 neighbours of a row of `in`."""
    warps = width * height // WARP
    return warps * sectors(range(WARP)), warps * sectors(x * height for x in range(WARP))


class Cache:
    """Keeps the lines that were used last; counts what it has to fetch."""

    def __init__(self, lines, line):
        self.lines, self.line, self.kept, self.fetched = lines, line, OrderedDict(), 0

    def touch(self, element):
        """True: the line was there."""
        line = element // self.line
        hit = line in self.kept
        self.fetched += not hit
        self.kept[line] = True
        self.kept.move_to_end(line)
        if len(self.kept) > self.lines:
            self.kept.popitem(last=False)
        return hit


def naive_swaps(n):
    """The pairs (y, x) above the diagonal, row by row."""
    return [(y, x) for y in range(n) for x in range(y + 1, n)]


def blocked_swaps(n, block):
    """The same pairs: first those of the blocks on the diagonal, then block by block."""
    corners = range(0, n, block)
    inside = [(y, x) for d in corners for y in range(d, d + block) for x in range(y + 1, d + block)]
    return inside + [(y, x) for y0 in corners for x0 in range(y0 + block, n, block) for y in range(y0, y0 + block) for x in range(x0, x0 + block)]


def lines_fetched(swaps, n, lines, line):
    """How many lines a cache fetches for a transpose in place in this order."""
    cache = Cache(lines, line)
    for y, x in swaps:
        cache.touch(y * n + x)
        cache.touch(x * n + y)
    return cache.fetched


def column_sets(n, rows=64, line=16, sets=64):
    """How many lines of a column of `rows` floats each set of a cache has to hold; rows are n floats long."""
    held = [0] * sets
    for begin in {y * n // line for y in range(rows)}:
        held[begin % sets] += 1
    return held


def pair_blocks(tiles):
    """Blocks of a transpose in place: above the diagonal, on it, below it."""
    return tiles * (tiles - 1) // 2, tiles, tiles * (tiles - 1) // 2


def request_sectors(M, lanes=WARP, first=8 * WARP):
    """For each of a warp's M loads of neighbours: the sectors that it touches; then those of all together."""
    R = M // 2
    loads = [[first + lane + d for lane in range(lanes)] for d in range(-R, R + 1)]
    return [sectors(load) for load in loads], sectors(element for load in loads for element in load)


def replays(wanted):
    """What a warp's read of constant memory costs beyond its first turn: an element a turn, to all who want it."""
    return len(set(wanted)) - 1 if wanted else 0
