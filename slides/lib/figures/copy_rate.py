"""On the way to a copy's rate: clocks and turns, windows in registers, sums that march, banks of float4, pieces under way."""
from math import log2

from lib.figures.rungs import ROOT, TABLES, _axes, _dot
from lib.measured import CARD, Times, text_of
from lib.svg import CELL, Picture
from lib.windows import LAYOUTS, bank_groups, window_pixels


def _row(picture, y, name, steps, high=56):
    """(kind, text, px) side by side."""
    x = 0
    picture.text(-16, y + high / 2, name, "end")
    for kind, text, wide in steps:
        if kind:
            picture.box(x, y, wide, high, kind, text)
        x += wide
    return x


def clock_view():
    """What is between the two events, and what is not."""
    picture = Picture()
    _row(picture, 0, "card", [("idle", "awake", 130), ("weight", "filter", 130), ("output", "kernel", 330), ("", "", 20), ("idle", "pause", 170)])
    _row(picture, 100, "host", [("input", "ask", 90), ("", "", 40), ("input", "ask", 90), ("", "", 370), ("idle", "sleep", 190)])
    for x, text in ((130, "start"), (590, "stop")):
        picture.line(x, -14, x, 70, "barrier")
        picture.text(x, -34, text)
    return picture, "Two events on the card enclose the filter's copy and the kernel; a short kernel before them and a pause after them are not timed"


def turns_order(rounds=4):
    """The same calls one after the other, and in turns, while something changes."""
    picture, wide = Picture(), 92
    order = ["A"] * rounds + ["B"] * rounds
    mixed = [name for k in range(rounds) for name in (("A", "B") if k % 3 else ("B", "A"))]
    picture.arrow(0, 220, 2 * rounds * wide, 220)
    picture.text(rounds * wide, 250, "the clock falls, the card warms, a neighbour begins")
    for row, (title, names) in enumerate((("in a row", order), ("in turns", mixed))):
        y = row * 120
        if row:
            picture.step()
        picture.text(-16, y + 32, title, "end")
        for k, name in enumerate(names):
            picture.box(k * wide, y, wide - 8, 64, "input" if name == "A" else "halo", name)
            if row and k % 2 == 0 and k:
                picture.line(k * wide - 4, y - 10, k * wide - 4, y + 74, "faint")
    places = [sum(k for k, name in enumerate(names) if name == "B") / rounds - sum(k for k, name in enumerate(names) if name == "A") / rounds for names in (order, mixed)]
    return picture, f"A and B, {rounds} times each: in a row B runs {places[0]:.1f} calls later than A on average, in turns {abs(places[1]):.1f}"


def window_1d(R=4):
    """Four outputs of a thread from three float4."""
    picture, quads = Picture(), 3
    names = ["before", "its own", "after"]
    for q in range(quads):
        for k in range(4):
            i = 4 * q + k
            picture.box(i * CELL, 0, CELL, CELL, "input" if q == 1 else "halo", str(i - 4).replace("-", "−"))
        picture.bracket(q * 4 * CELL, (q + 1) * 4 * CELL, -12, names[q], below=False)
    for k in range(4):
        picture.box((4 + k) * CELL, CELL + 90, CELL, CELL, "output", k)
    picture.line(0, CELL + 4, 4 * CELL, CELL + 86, "faint")
    picture.line(12 * CELL, CELL + 4, 8 * CELL, CELL + 86, "faint")
    picture.text(12 * CELL + 20, CELL / 2, "3 loads", "start")
    picture.text(12 * CELL + 20, 1.5 * CELL + 90, "1 store", "start")
    window = 4 + 2 * R
    return picture, f"A thread loads {quads} float4, {4 * quads} elements, of which {window} are its window, and stores 4 outputs as one float4; four threads with an output each make {4 * (2 * R + 1)} loads"


def window_2d(rows=4, R=2):
    """The window of a thread of 4 × rows outputs."""
    picture = Picture()
    small = min(46, 410 // (rows + 2 * R))
    for y in range(rows + 2 * R):
        for x in range(4 + 2 * R):
            core = R <= x < R + 4 and R <= y < R + rows
            picture.box(x * small, y * small, small, small, "output" if core else "halo")
    left = (4 + 2 * R) * small + 60
    loads, outputs = (4 + 2 * R) * (rows + 2 * R), 4 * rows
    for line, text in enumerate((f"{loads} pixels loaded", f"{outputs} outputs", f"{loads / outputs:g} a pixel; one by one {(2 * R + 1) ** 2}")):
        picture.text(left, (rows + 2 * R) * small / 2 + (line - 1) * 52, text, "start")
    return picture, f"A thread of 4 × {rows} outputs, radius {R}, loads {4 + 2 * R} × {rows + 2 * R} = {loads} pixels, {loads / outputs:g} for each output"


def rows_table(R=2):
    """More rows a thread: what falls and what rises, from the record."""
    picture, times = Picture(), Times(ROOT, CARD)
    cells = []
    for rows in (1, 2, 4, 8, 16):
        counted = times.found(f"conv2d_4x{rows}", TABLES["5x5"], "counts")[2]
        timed = times.found(f"conv2d_4x{rows}", TABLES["5x5"], "ladder")[2]
        cells.append((f"4 × {rows}", [f"{window_pixels(rows, R):g}", f"{counted['loads'] / 1e6:.1f}", str(counted["registers"]), f"{counted['occupancy']:.0f} %", text_of("ladder", timed, "rate")]))
    best = max(range(len(cells)), key=lambda r: float(cells[r][1][4].split()[0]))
    picture.table([("pixels", 140), ("loads, M", 170), ("registers", 170), ("occupancy", 180), ("copy rate", 180)], cells, lambda r, c: r == best and c == 4, first=4)
    return picture, f"{times.card}, {times.dated('counts')}, outputs of a thread, pixels loaded for each, million loads of warps, registers, occupancy, copy rate: " + "; ".join(f"{name}: {', '.join(row)}" for name, row in cells)


def march(R=2, at=5):
    """A thread that goes down a column of rows with its open sums."""
    picture, small, wide = Picture(), 44, 4
    for y in range(8):
        for x in range(wide + 2 * R):
            kind = "input" if y == at else "idle" if y < at else "plain"
            picture.box(x * small, y * small, small, small, kind)
    picture.text((wide + 2 * R) * small + 16, (at + 0.5) * small, "loaded once", "start")
    picture.arrow(-30, 20, -30, 8 * small - 20)
    left = (wide + 2 * R) * small + 250
    for k in range(2 * R, -1, -1):
        picture.step()
        picture.box(left, k * (small + 14) + 20, 4 * small, small, "output", f"sum of row {at - R + k}", size=24)
    picture.step()
    picture.text(left + 4 * small + 16, 20 + small / 2, "complete: store", "start")
    return picture, f"A thread goes down the image; row {at} is loaded once and added to {2 * R + 1} open sums, of rows {at - R} to {at + R}; the first is then complete"


def quad_banks():
    """Three layouts of a tile of float4, and how many of eight threads meet in one group of banks."""
    picture, small, said = Picture(), 36, []
    for panel, layout in enumerate(LAYOUTS):
        left = panel * (8 * small + 90)
        groups = bank_groups(layout)
        most = max(groups.count(group) for group in groups)
        picture.text(left + 4 * small, -30, layout)
        for thread, group in enumerate(groups):
            for g in range(8):
                picture.box(left + g * small, thread * small, small, small, ("output" if most == 1 else "wrong") if g == group else "plain")
        picture.text(left + 4 * small, 8 * small + 30, f"{most} {'turns' if most > 1 else 'turn'}")
        said.append(f"{layout}: {most} threads in one group")
    picture.text(-16, 4 * small, "8 threads", "end")
    return picture, "Eight threads store a float4 each to eight groups of four banks. " + "; ".join(said)


def pieces(stages=4, tiles=7):
    """Bulk copies: while one piece is summed, the others are on their way."""
    picture, unit = Picture(), 92
    for stage in range(stages):
        picture.text(-16, stage * 66 + 25, f"place {stage}", "end")
    for tile in range(tiles):       # a place is asked for again when its piece is summed
        asked, summed, y = tile - stages + 2 if tile >= stages else 0, tile + 1, tile % stages * 66
        if tile == 0 or tile >= stages:     # the first pieces are asked for together
            picture.step()
        picture.box(asked * unit, y, (summed - asked) * unit, 50, "input", f"copy {tile}" if summed - asked > 1 else tile)
        picture.box(summed * unit, y, unit, 50, "output", f"sum {tile}", size=24)
    return picture, f"{stages} places for pieces in shared memory: while one is summed, {stages - 1} others are on their way; then its place is asked for again"


def sizes_plot(table="1d", rungs="copy,conv1d_basic,conv1d_argument"):
    """Bytes a second by size: a launch, the L2, the memory."""
    picture, times = Picture(), Times(ROOT, CARD)
    wide, high, top = 800, 300, 5.0
    x_of = lambda elements: (log2(elements) - 10) / 20 * wide
    y_of = lambda rate: high * (1 - rate / top)
    _axes(picture, wide, high, [(x_of(2 ** power), f"2{''.join('⁰¹²³⁴⁵⁶⁷⁸⁹'[int(digit)] for digit in str(power))}") for power in range(10, 31, 4)], [(y_of(tick), f"{tick}") for tick in range(0, 6)], "floats", "TB/s")
    said = []
    for name, kind in zip(rungs.split(","), ("idle", "input", "output")):
        rows = [row for found, title, row in times.rows("sizes") if found == name and title.startswith(TABLES[table])]
        points = [(x_of(row["elements"]), y_of(row["bytes"] / row["ms"] / 1e9)) for row in rows]
        for (x1, y1), (x2, y2) in zip(points, points[1:]):
            picture.line(x1, y1, x2, y2, "faint")
        for x, y in points:
            _dot(picture, x, y, kind)
        row = ("idle", "input", "output").index(kind)
        _dot(picture, wide + 40, 40 + row * 50, kind)
        picture.text(wide + 64, 40 + row * 50, name, "start")
        said.append(f"{name} " + ", ".join(f"2^{log2(row['elements']):g} {row['bytes'] / row['ms'] / 1e9:.2f}" for row in rows))
    return picture, f"{times.card}, {times.dated('sizes')}, TB/s by size: " + "; ".join(said)
