"""Load and store instructions of whole warps, of each 2-D kernel of labs 07 to 09: block by block, warp by warp, as the engine counts them."""
from typing import NamedTuple

WARP = 32


class Requests(NamedTuple):
    loads: int              # elements that threads load from global memory
    load_requests: int      # instructions of warps that do so
    stores: int             # instructions that store to the tile
    reads: int              # instructions that read from the tile

    def __add__(self, other):
        return Requests(*(a + b for a, b in zip(self, other)))

    @property
    def instructions(self):
        return sum(self[1:])


def warps_of(width, height):
    """The threads of a block by their warps; x comes first."""
    threads = [(tx, ty) for ty in range(height) for tx in range(width)]
    return [threads[first:first + WARP] for first in range(0, len(threads), WARP)]


class Image(NamedTuple):
    width: int
    height: int

    def has(self, x, y):
        return 0 <= x < self.width and 0 <= y < self.height


def taps(R):
    return [(dx, dy) for dy in range(-R, R + 1) for dx in range(-R, R + 1)]


def basic(image, x0, y0, T, R):
    """A thread an output; every output loads its neighbours."""
    loads = requests = 0
    for warp in warps_of(T, T):
        alive = [(x0 + tx, y0 + ty) for tx, ty in warp if image.has(x0 + tx, y0 + ty)]
        for dx, dy in taps(R):
            lanes = sum(image.has(x + dx, y + dy) for x, y in alive)
            loads += lanes
            requests += lanes > 0
    return Requests(loads, requests, 0, 0)


def tiled(image, x0, y0, T, R):
    """A thread an element of the tile; those of the halo compute nothing."""
    total = Requests(0, 0, 0, 0)
    for warp in warps_of(T + 2 * R, T + 2 * R):
        loads = sum(image.has(x0 + tx - R, y0 + ty - R) for tx, ty in warp)
        sums = any(R <= tx < R + T and R <= ty < R + T and image.has(x0 + tx - R, y0 + ty - R) for tx, ty in warp)
        total += Requests(loads, int(loads > 0), 1, len(taps(R)) if sums else 0)
    return total


def leaves(tx, ty, dx, dy, T):
    """Whether this tap lies outside the core of T × T."""
    return not (0 <= tx + dx < T and 0 <= ty + dy < T)


def core_only(image, x0, y0, T, R):
    """Design 3: the tile is the core, and what lies outside it is loaded from global memory."""
    total = Requests(0, 0, 0, 0)
    for warp in warps_of(T, T):
        alive = [lane for lane in warp if image.has(x0 + lane[0], y0 + lane[1])]
        total += Requests(len(alive), int(bool(alive)), 1, 0)
        for dx, dy in taps(R):
            out = [(tx, ty) for tx, ty in alive if leaves(tx, ty, dx, dy, T)]
            loads = sum(image.has(x0 + tx + dx, y0 + ty + dy) for tx, ty in out)
            total += Requests(loads, int(loads > 0), 0, int(len(out) < len(alive)))
    return total


def _filled(image, x0, y0, T, R, turns):
    """A block of T × T whose threads fill the tile in turns: a turn says which tile element each thread takes, or None."""
    total = Requests(0, 0, 0, 0)
    for warp in warps_of(T, T):
        for turn in turns:
            places = [place for place in (turn(tx, ty) for tx, ty in warp) if place]
            loads = sum(image.has(x0 - R + sx, y0 - R + sy) for sx, sy in places)
            total += Requests(loads, int(loads > 0), int(bool(places)), 0)
        alive = any(image.has(x0 + tx, y0 + ty) for tx, ty in warp)
        total += Requests(0, 0, 0, len(taps(R)) * alive)
    return total


def turns_strided(T, R):
    side = T + 2 * R
    return [lambda tx, ty, ox=ox, oy=oy: (tx + ox, ty + oy) if tx + ox < side and ty + oy < side else None for oy in range(0, side, T) for ox in range(0, side, T)]


def turns_split(T, R):
    right, below = T * 2 * R, 2 * R * (T + 2 * R)

    def rest(tx, ty):
        rank = ty * T + tx
        if rank >= right + below:
            return None
        i = rank if rank < right else rank - right
        return (T + i % (2 * R), i // (2 * R)) if rank < right else (i % (T + 2 * R), T + i // (T + 2 * R))
    return [lambda tx, ty: (tx, ty), rest]


def strided(image, x0, y0, T, R):
    return _filled(image, x0, y0, T, R, turns_strided(T, R))


def split(image, x0, y0, T, R):
    return _filled(image, x0, y0, T, R, turns_split(T, R))


def tile_instructions(T, R, width):
    """Reads of the tile and stores to it, in a square image whose blocks have rows of 32 threads, T of them with an output."""
    assert T + 2 * R == WARP
    blocks = -(-width // T)
    return len(taps(R)) * width * blocks, WARP * blocks ** 2


KERNELS = {"basic": basic, "tiled": tiled, "design 3": core_only, "strided load": strided, "split load": split}


def of_image(kernel, width, height, T, R):
    image, total = Image(width, height), Requests(0, 0, 0, 0)
    for y0 in range(0, height, T):
        for x0 in range(0, width, T):
            total += KERNELS[kernel](image, x0, y0, T, R)
    return total


def of_block(kernel, T, R):
    """A block that no edge cuts."""
    return KERNELS[kernel](Image(3 * T, 3 * T), T, T, T, R)
