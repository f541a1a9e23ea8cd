"""A row in the registers of a warp, shuffles and who must take part, and textures."""
from pathlib import Path

from lib.arithmetic import name_of
from lib.measured import CARD, Times
from lib.reuse import basic_loads
from lib.svg import CELL, Picture
from lib.warp import WARP, running, shuffled, source, sums, tile

ROOT = Path(__file__).resolve().parents[3]
OTHER_CARD = "nvidia_h100_80gb_hbm3"
TEXTURE_UNITS = 528             # of an H100 and an H200, 4 for each of 132 multiprocessors: NVIDIA's documentation
PIXELS = (3, 1, 4, 1, 5, 9, 2, 6)


def _count(number):
    return f"{number:,}".replace(",", " ")


def shuffle(kind="idx", step=1, lanes=8):
    """Each lane fetches from another's register."""
    picture, wide, apart = Picture(), 76, 90
    got = shuffled([name_of(lane) for lane in range(lanes)], kind, step)
    for lane in range(lanes):
        picture.text(lane * wide + 32, -22, lane)
        picture.box(lane * wide, 0, 64, CELL, "input", name_of(lane))
        here = source(kind, lane, step, lanes)
        wrapped = here != lane + step if kind in ("idx", "down") else here == lane
        picture.arrow(here * wide + 32, CELL + 4, lane * wide + 32, CELL + apart - 4)
        picture.box(lane * wide, CELL + apart, 64, CELL, "wrong" if wrapped else "output", got[lane])
    for y, text in ((-22, "lane"), (CELL / 2, "has"), (CELL * 1.5 + apart, "gets")):
        picture.text(-16, y, text, "end")
    return picture, f"{lanes} lanes hold {name_of(0)} to {name_of(lanes - 1)}; after the shuffle {kind} by {step} they have {', '.join(got)}"


def shuffle_kinds(lanes=8):
    """The four shuffles, of the same row."""
    picture = Picture()
    values = [name_of(lane) for lane in range(lanes)]
    said = []
    for row, (call, kind, step) in enumerate((("lane + 2", "idx", 2), ("up by 2", "up", 2), ("down by 2", "down", 2), ("xor 1", "xor", 1))):
        got = shuffled(values, kind, step)
        picture.text(-16, row * (CELL + 14) + CELL / 2, call, "end")
        for lane in range(lanes):
            here = source(kind, lane, step, lanes)
            odd = here == lane or kind == "idx" and here != lane + step
            picture.box(lane * CELL, row * (CELL + 14), CELL, CELL, "wrong" if odd else "output", got[lane])
        said.append(f"{call}: {' '.join(got)}")
    return picture, f"{lanes} lanes that hold {' '.join(values)}; " + "; ".join(said)


def sum_by_shuffle(answer=True):
    """Weights 1, 2, 1 over eight pixels, one in each lane."""
    picture = Picture()
    got, right = sums(PIXELS, (1, 2, 1))
    for lane, pixel in enumerate(PIXELS):
        picture.text((lane + 0.5) * CELL, -22, lane)
        picture.box(lane * CELL, 0, CELL, CELL, "input", pixel)
        picture.box(lane * CELL, CELL + 30, CELL, CELL, "output" if not answer or right[lane] else "wrong", got[lane] if answer else "?")
    for y, text in ((-22, "lane"), (CELL / 2, "pixel"), (CELL * 1.5 + 30, "1, 2, 1")):
        picture.text(-16, y, text, "end")
    said = f"sums {', '.join(map(str, got))}; those of the first and the last lane are wrong" if answer else "what are the sums?"
    return picture, f"Eight lanes hold {', '.join(map(str, PIXELS))}; each fetches from lane − 1 and lane + 1, with weights 1, 2, 1: {said}"


def missing_lanes(lanes=8, gone=2, step=2):
    """Lanes that returned, and those who ask them."""
    picture, wide = Picture(), 76
    for lane in range(lanes):
        left, here = lane >= lanes - gone, source("idx", lane, step, lanes)
        asks_gone = here >= lanes - gone
        picture.text(lane * wide + 32, -22, lane)
        picture.box(lane * wide, 0, 64, CELL, "idle" if left else "input", "–" if left else name_of(lane))
        picture.box(lane * wide, CELL + 70, 64, CELL, "idle" if left else "wrong" if asks_gone else "output", "" if left else "?" if asks_gone else name_of(here))
        if not left:
            picture.arrow(here * wide + 32, CELL + 4, lane * wide + 32, CELL + 66)
    for y, text in ((-22, "lane"), (CELL / 2, "has"), (CELL * 1.5 + 70, "gets")):
        picture.text(-16, y, text, "end")
    lost = sum(source("idx", lane, step, lanes) >= lanes - gone for lane in range(lanes - gone))
    return picture, f"The last {gone} of {lanes} lanes have returned; {lost} of the others ask them by lane + {step}, and get nobody knows what"


def rim(R=2):
    """The 32 lanes of a warp: which of them store."""
    picture, cell = Picture(), 34
    for lane in range(WARP):
        picture.box(lane * cell, 0, cell, CELL, "output" if R <= lane < WARP - R else "halo")
    for x1, x2, text in ((0, R, R), (R, WARP - R, f"{tile(R)} lanes store"), (WARP - R, WARP, R)):
        picture.bracket(x1 * cell, x2 * cell, CELL + 10, text)
    return picture, f"Of {WARP} lanes {R} on each side hold the halo; {tile(R)} store"


def running_sums(rows=4, R=1):
    """A lane goes down the image: what its sums have met."""
    picture = Picture()
    table = [(f"row {y}", ["abcdefghijklmnopqrstuvwxyz"[y], *held, "–" if out is None else f"out[{out}]"]) for y, held, out in running(rows, R)]
    picture.table([("pixel", 120), *((f"sum[{k}]", 190) for k in range(2 * R + 1)), ("stored", 190)], table, lambda r, c: c == 2 * R + 1, by="rows")
    return picture, "Rows that a lane's sums have met: " + "; ".join(f"{name}: {', '.join(cells)}" for name, cells in table)


def shuffle_cost(radii="1,3,4"):
    """Loads saved and products wasted, for several filters."""
    picture, rows = Picture(), []
    for R in map(int, str(radii).split(",")):
        M, T = 2 * R + 1, tile(R)
        rows.append((f"{M} × {M}", (f"{T} × {T}", f"{WARP * WARP / T ** 2:.2f}", f"{(M * T / WARP) ** 2:.1f}", M * M, f"{M * M * WARP * WARP / T ** 2:.1f}")))
    picture.table([("tile", 150), ("loads a pixel", 210), ("fewer by", 160), ("products", 150), ("with waste", 170)], rows, lambda r, c: c == 2)
    picture.text(-16, 31, "filter", "end")
    return picture, "; ".join(f"filter {name}: a warp computes {cells[0]}, {cells[1]} loads a pixel, {cells[2]} times fewer, {cells[4]} products for {cells[3]}" for name, cells in rows)


def texture_coordinates(width=4, height=2):
    """Where a fetch hits: coordinates run from edge to edge, a pixel's middle is at .5."""
    picture, cell = Picture(), 150
    for y in range(height):
        for x in range(width):
            picture.box(x * cell, y * cell, cell, cell, "input")
    for x in range(width + 1):
        picture.text(x * cell, -24, x if x else "u = 0")
    for y in range(1, height + 1):
        picture.text(-20, y * cell, y if y < height else f"v = {y}", "end")
    for u, v, text, kind in ((1.5, 1.5, "(1.5, 1.5)", "output"), (4.9, 0.5, "(4.9, 0.5): outside", "ghost")):
        picture.box(u * cell - 9, v * cell - 9, 18, 18, kind)
        picture.text(u * cell + 18, v * cell, text, "start") if u > width else picture.text(u * cell, v * cell + 28, text)
    return picture, f"A texture of {width} × {height} pixels: u runs from 0 to {width}, v from 0 to {height}; (1.5, 1.5) is the middle of pixel (1, 1), (4.9, 0.5) lies outside"


def address_modes(width=5, R=2):
    """What a fetch outside gives, by address mode."""
    picture = Picture()
    rules = [("border", lambda i: "0", "any"), ("clamp", lambda i: name_of(min(max(i, 0), width - 1)), "any"),
             ("mirror", lambda i: name_of(-i - 1 if i < 0 else 2 * width - 1 - i if i >= width else i), "0 to 1 only"), ("wrap", lambda i: name_of(i % width), "0 to 1 only")]
    for row, (rule, value, coordinates) in enumerate(rules):
        y = row * (CELL + 16)
        picture.text(-R * CELL - 20, y + CELL / 2, rule, "end")
        for i in range(-R, width + R):
            inside = 0 <= i < width
            picture.box(i * CELL, y, CELL, CELL, "input" if inside else "ghost", name_of(i) if inside else value(i))
        picture.text((width + R) * CELL + 24, y + CELL / 2, coordinates, "start")
    picture.text((width + R) * CELL + 24, -24, "coordinates", "start")
    return picture, "Four address modes: border gives 0, clamp repeats the edge; mirror and wrap need coordinates from 0 to 1"


def texture_parts():
    """What the host builds before a kernel can fetch."""
    picture = Picture()
    for x, y, wide, kind, text in ((0, 0, 120, "input", "d_in"), (250, 0, 130, "input", "array"), (500, 0, 190, "plain", "resource"), (500, 130, 190, "plain", "how"),
                                   (800, 65, 130, "input", "image"), (1000, 65, 130, "thread", "kernel")):
        picture.box(x, y, wide, CELL, kind, text)
    for x1, y1, x2, y2 in ((124, 32, 246, 32), (384, 32, 496, 32), (694, 32, 796, 85), (694, 162, 796, 110), (934, 97, 996, 97)):
        picture.arrow(x1, y1, x2, y2)
    picture.text(185, -10, "copy")
    return picture, "d_in is copied to an array; a resource says that the array is fetched from, a description how; both make the texture object image, an argument of the kernel"


def products_of_texture(width=100, height=70, M=5):
    """Products and tests of the basic kernel, and of one that leaves ghosts to the texture unit."""
    picture = Picture()
    basic, every = basic_loads(width, M) * basic_loads(height, M), width * height * M * M
    rows = [("four tests a neighbour", (_count(basic), 4)), ("texture, border mode", (_count(every), 0))]
    picture.table([("products", 220), ("tests a product", 260)], rows, lambda r, c: (r, c) == (1, 1))
    return picture, f"{width} × {height} pixels, {M} × {M} weights: {basic} products with tests, {every} without, {every - basic} of them with a ghost"


def texture_clocks(kernel="conv2d_texture_kernel", size=16384, M=5):
    """The least clocks for all fetches, one a clock and unit, and those that the kernel took."""
    picture, record = Picture(), Times(ROOT, CARD)
    fetches = size * size * M * M
    least = fetches / TEXTURE_UNITS
    taken = record.found(kernel, "", "kernels")[2]["ms"] * record.known("kernels")["made"]["sm_mhz"] * 1000
    rows = [("fetches", f"{_count(round(fetches / 1e6))} million", "plain"), ("texture units", TEXTURE_UNITS, "plain"), ("a fetch a clock each", f"{least / 1e6:.1f} million clocks", "output"),
            ("the kernel took", f"{taken / 1e6:.1f} million clocks", "input")]
    for row, (name, value, kind) in enumerate(rows):
        picture.text(-16, row * (CELL + 14) + CELL / 2, name, "end")
        picture.box(0, row * (CELL + 14), 440, CELL, kind, value)
    return picture, "; ".join(f"{name}: {value}" for name, value, _ in rows)


def two_cards(kernel="conv2d_texture_kernel"):
    """A copy and a kernel on two cards whose memories differ."""
    picture, rows = Picture(), []
    for card in (CARD, OTHER_CARD):
        times = Times(ROOT, card)
        rows.append((times.card, (f"{times.row('copy', 'transpose, 16384 x 16384')['ms']} ms", f"{times.found(kernel, '', 'kernels')[2]['ms']:.2f} ms", times.dated("kernels"))))
    picture.table([("copy", 180), ("texture kernel", 240), ("day", 210)], rows, lambda r, c: c == 1)
    return picture, "; ".join(f"{name}: copy {cells[0]}, {kernel} {cells[1]}" for name, cells in rows)
