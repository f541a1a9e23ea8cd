"""A matrix and its transpose in memory, in a cache, through a tile, and in place."""
from lib.arithmetic import name_of
from lib.memory import blocked_swaps, column, column_sets, lines_fetched, naive_swaps, pair_blocks, sectors, swizzled_column, transpose_sectors, turns, turns_of_pitch
from lib.svg import CELL, Picture

SMALL = 46
ROWS = ("heat5", "heat3", "heat1")        # a shade for each row of a small matrix


def _count(number):
    return f"{number:,}".replace(",", " ")


def _matrix(picture, left, top, rows, cell=SMALL):
    """Cells of (kind, text), row by row."""
    for y, row in enumerate(rows):
        for x, (kind, text) in enumerate(row):
            picture.box(left + x * cell, top + y * cell, cell, cell, kind, text)


def turned(width=4, height=3):
    """A matrix, its transpose, and both as they lie in memory."""
    picture, cell = Picture(), 56
    kinds = [ROWS[y % len(ROWS)] for y in range(height)]
    _matrix(picture, 0, 0, [[(kinds[y], name_of(y * width + x)) for x in range(width)] for y in range(height)], cell)
    apart = (width + 4) * cell
    _matrix(picture, apart, 0, [[(kinds[y], name_of(y * width + x)) for y in range(height)] for x in range(width)], cell)
    picture.arrow((width + 0.5) * cell, 1.5 * cell, apart - 0.5 * cell, 1.5 * cell)
    top = max(width, height) * cell + 30
    for row, (name, order) in enumerate((("in", [(y, x) for y in range(height) for x in range(width)]), ("out", [(y, x) for x in range(width) for y in range(height)]))):
        picture.text(-16, top + row * (cell + 12) + cell / 2, name, "end")
        for k, (y, x) in enumerate(order):
            picture.box(k * cell, top + row * (cell + 12), cell, cell, kinds[y], name_of(y * width + x))
    return picture, (f"A matrix of {height} rows and {width} columns, and its transpose of {width} rows and {height} columns; below, both in memory, row after row: "
                     "neighbours in one are far apart in the other")


def wrong_index(width=4, height=3):
    """Where `out[x * width + y]` puts the elements: holes, and places beyond the end."""
    picture, cell = Picture(), 56
    places = {"x · height + y": lambda y, x: x * height + y, "x · width + y": lambda y, x: x * width + y}
    for row, (name, place) in enumerate(places.items()):
        held = {place(y, x): name_of(y * width + x) for y in range(height) for x in range(width)}
        top = row * (cell + 44)
        picture.text(-16, top + cell / 2, name, "end")
        for k in range(max(max(held) + 1, width * height)):
            inside = k < width * height
            picture.box(k * cell, top, cell, cell, "plain" if inside and k not in held else "output" if inside else "wrong", held.get(k, ""))
        if row == 1:
            holes, beyond = sum(k not in held for k in range(width * height)), sum(k >= width * height for k in held)
            picture.text(0, top + cell + 26, f"{holes} never stored, {beyond} beyond the end", "start")
    return picture, f"With x times width in place of x times height, {holes} elements of out are never stored and {beyond} are stored beyond its end"


def swap_lines(n=8, line=4, y=1):
    """The swaps of one row: along a row of the matrix, and down a column."""
    picture, touched = Picture(), set()
    across = [(y, x) for x in range(y + 1, n)]
    down = [(x, y) for x in range(y + 1, n)]
    touched = {(r, c // line) for r, c in across + down}
    for r in range(n):
        for c in range(n):
            kind = "input" if (r, c) in across else "output" if (r, c) in down else "halo" if (r, c // line) in touched else "plain"
            picture.box(c * SMALL, r * SMALL, SMALL, SMALL, kind)
    for c in range(0, n + 1, line):
        picture.line(c * SMALL, -8, c * SMALL, n * SMALL + 8)
    rows, columns = len({(r, c // line) for r, c in across}), len({(r, c // line) for r, c in down})
    for k, text in enumerate((f"{len(across)} swaps", f"the row: {rows} line{'s' if rows > 1 else ''}", f"the column: {columns} lines")):
        picture.text(n * SMALL + 40, n * SMALL / 2 + (k - 1) * 48, text, "start")
    return picture, f"The swaps of row {y}: their elements in the row lie in {rows} lines of {line}, those in the column in {columns} lines"


def fetched(n=16, line=4, lines=8, block=4):
    """Lines fetched by a small cache, in both orders."""
    picture, unit = Picture(), 5
    counts = (("row after row", lines_fetched(naive_swaps(n), n, lines, line), "input"), (f"blocks of {block}", lines_fetched(blocked_swaps(n, block), n, lines, line), "output"),
              ("each line once", n * n // line, "ghost"))
    for row, (name, count, kind) in enumerate(counts):
        top = row * (CELL + 16)
        picture.step()
        picture.text(-16, top + CELL / 2, name, "end")
        picture.box(0, top, count * unit, CELL, kind)
        picture.text(count * unit + 16, top + CELL / 2, count, "start")
    return picture, f"{n} × {n} elements, lines of {line}, a cache that keeps {lines}: " + ", ".join(f"{name} {count} lines fetched" for name, count, _ in counts)


def cache_sets(sizes="2048,2056", rows=64):
    """Which sets of a cache the lines of a column fall into."""
    picture, across, cell = Picture(), 16, 34
    said = []
    for k, n in enumerate(map(int, str(sizes).split(","))):
        held, left = column_sets(n, rows), k * (across * cell + 60)
        picture.text(left + across * cell / 2, -30, f"n = {n}")
        picture.step()
        for s, count in enumerate(held):
            picture.box(left + s % across * cell, s // across * cell, cell, cell, "wrong" if count > 8 else "output" if count else "plain")
        used, most = sum(count > 0 for count in held), max(held)
        picture.text(left + across * cell / 2, len(held) // across * cell + 34, f"{used} set{'s' if used > 1 else ''}, at most {most} lines")
        said.append(f"for n = {n} in {used} of {len(held)} sets, at most {most} in one")
    return picture, f"The lines of the first {rows} elements of a column lie " + "; ".join(said)


def requests(lanes=8, width=24):
    """Threads that ask together, side by side or spread: how many sectors answer."""
    picture, ways = Picture(), (("side by side", range(lanes)), ("begun later", range(4, 4 + lanes)), ("every second", range(0, 2 * lanes, 2)), ("every third", range(0, 3 * lanes, 3)))
    for row, (name, mine) in enumerate(ways):
        mine, top = list(mine), row * 74
        touched = {element // 8 for element in mine}
        picture.text(-16, top + 24, name, "end")
        for x in range(width):
            picture.box(x * 37, top, 37, 48, "thread" if x in mine else "halo" if x // 8 in touched else "plain", mine.index(x) if x in mine else "")
        picture.text(width * 37 + 24, top + 24, sectors(mine), "start")
    for edge in range(0, width + 1, 8):
        picture.line(edge * 37, -12, edge * 37, len(ways) * 74 - 14)
    picture.text(width * 37 + 24, -28, "sectors", "middle")
    return picture, "; ".join(f"{lanes} threads {name}: {sectors(mine)} sectors" for name, mine in ways)


def turning_warp(kernel="naive", lanes=8):
    """What a warp loads from `in` and stores to `out`, with eight threads instead of 32."""
    picture, width, high = Picture(), 16, lanes
    for side, name, along in ((0, "in", True), (1, "out", kernel != "naive")):
        mine = [2 * width + k for k in range(lanes)] if along else [k * width + 2 for k in range(lanes)]
        touched = {element // 8 for element in mine}
        left = side * (width * 32 + 60)
        for y in range(high):
            for x in range(width):
                element = y * width + x
                picture.box(left + x * 32, y * 38, 32, 38, "thread" if element in mine else "halo" if element // 8 in touched else "plain", mine.index(element) if element in mine else "")
        picture.text(left + width * 16, -28, f"{'loads from' if side == 0 else 'stores to'} {name}")
        count = sectors(mine)
        picture.text(left + width * 16, high * 38 + 32, f"{count} sector{'s' if count > 1 else ''}")
    return picture, f"{lanes} threads of the {kernel} kernel load from {sectors(range(lanes))} sector and store to {lanes if kernel == 'naive' else 1}"


def sector_counts(width=1024, height=1024):
    """Sectors of the naive kernel's loads and stores."""
    picture = Picture()
    loads, stores = transpose_sectors(width, height)
    rows = [("loads", ("4", _count(loads))), ("stores", ("32", _count(stores)))]
    picture.table([("sectors a request", 300), (f"of all {_count(width * height // 32)} requests", 400)], rows, lambda r, c: (r, c) == (1, 1))
    return picture, f"{width} × {height} elements: the loads of the naive kernel touch {loads} sectors, its stores {stores}"


def tile_turn(T=4, column_=1):
    """A warp stores a row of the tile; later it reads a column, and stores it as a row."""
    picture, cell = Picture(), 60
    letters = [[name_of(r * T + c) for c in range(T)] for r in range(T)]
    apart = (T + 2.4) * cell
    for k, name in enumerate(("in", "s_tile", "out")):
        picture.text(k * apart + T * cell / 2, -28, name)
    places, y = [(r, c) for r in range(T) for c in range(T)], (column_ + 0.5) * cell
    for r, c in places:
        picture.box(c * cell, r * cell, cell, cell, "input" if r == column_ else "plain", letters[r][c])
    picture.step()
    picture.arrow(T * cell + 12, y, apart - 12, y)
    picture.text(apart - 1.2 * cell, T * cell + 34, "a row to a row")
    for r, c in places:
        picture.box(apart + c * cell, r * cell, cell, cell, "output" if c == column_ else "input" if r == column_ else "plain", letters[r][c])
    picture.step()
    picture.arrow(apart + T * cell + 12, y, 2 * apart - 12, y)
    picture.text(2 * apart - 1.2 * cell, T * cell + 34, "a column to a row")
    for r, c in places:
        picture.box(2 * apart + c * cell, r * cell, cell, cell, "output" if r == column_ else "plain", letters[c][r])
    return picture, f"A warp loads row {column_} of a tile of in and stores it as a row of s_tile; after the barrier it reads column {column_} of s_tile and stores it as a row of out"


def bank_map(layout="plain", T=8, at=2):
    """A small tile in as many banks as it has columns; one column is read."""
    picture, pitch = Picture(), T + (layout == "padded")
    words = swizzled_column(T, at) if layout == "swizzled" else column(pitch, T, at)
    held = {}
    for r in range(T):
        for c in range(T):
            held[r * pitch + (c ^ r if layout == "swizzled" else c)] = f"{r}{c}"
    total = T * pitch
    for word in range(-(-total // T) * T):
        kind = "thread" if word in words else "input" if word in held else "idle"
        picture.box(word % T * 58, word // T * 44, 58, 44, kind, held.get(word, ""))
    for bank in range(T):
        picture.text((bank + 0.5) * 58, -22, bank)
    picture.text(-16, -22, "bank", "end")
    count = turns(words, T)
    picture.text(T * 58 + 40, T * 22 - 26, f"column {at}:", "start")
    picture.text(T * 58 + 40, T * 22 + 22, f"{count} turn{'s' if count > 1 else ''}", "start")
    return picture, f"A tile of {T} × {T} words, {layout}, in {T} banks: a warp that reads column {at} takes {count} turn{'s' if count > 1 else ''}"


def paddings(pads="0,1,3,8,16"):
    """Turns of a column of 32, for rows of 32 words and some more."""
    picture = Picture()
    extra = list(map(int, str(pads).split(",")))
    pitches = [32 + pad for pad in extra]
    assert all(turns(column(pitch)) == turns_of_pitch(pitch) for pitch in pitches)
    rows = [("words more", extra), ("banks of a column", [32 // turns_of_pitch(pitch) for pitch in pitches]), ("turns of a read", list(map(turns_of_pitch, pitches)))]
    picture.table([("", 120)] * len(extra), rows, lambda r, c: r == 2 and rows[2][1][c] == 1, by="rows")
    return picture, "; ".join(f"{pad} words more in a row of 32: a column takes {turns_of_pitch(32 + pad)} turns" for pad in extra)


def pair_in_place(T=2):
    """Both tiles are loaded before either is stored."""
    picture, cell = Picture(), 58
    a, b = [[name_of(r * T + c) for c in range(T)] for r in range(T)], [[name_of(T * T + r * T + c) for c in range(T)] for r in range(T)]
    flip = lambda tile: [list(row) for row in zip(*tile)]
    side, apart = T * cell, (T + 3.4) * cell
    for k, (name, upper, lower, kinds) in enumerate((("data", a, b, ("input", "output")), ("shared", a, b, ("input", "output")), ("data", flip(b), flip(a), ("output", "input")))):
        picture.text(k * apart + side / 2, -30, name)
        for row, (tile, kind) in enumerate(((upper, kinds[0]), (lower, kinds[1]))):
            _matrix(picture, k * apart, row * (side + 36), [[(kind, text) for text in line] for line in tile], cell)
        if k == 1:
            for row, text in enumerate(("s_upper", "s_lower")):
                picture.text(apart + side + 14, row * (side + 36) + side / 2, text, "start")
    middle = [side / 2, side * 1.5 + 36]
    for y in middle:
        picture.arrow(side + 16, y, apart - 16, y)
    start, end = apart + side + 150, 2 * apart - 14
    picture.arrow(start, middle[0], end, middle[1])
    picture.arrow(start, middle[1], end, middle[0])
    for row, text in enumerate(("A", "B")):
        picture.text(-20, middle[row], text, "end")
    return picture, "Tiles A and B are both loaded into shared memory; after the barrier the columns of B are stored as rows in the place of A, and those of A in the place of B"


def pair_grid(tiles=5):
    """Which blocks of a transpose in place do anything."""
    picture, cell = Picture(), 64
    for y in range(tiles):
        for x in range(tiles):
            picture.box(x * cell, y * cell, cell, cell, "output" if x > y else "thread" if x == y else "idle")
    above, on, below = pair_blocks(tiles)
    for k, text in enumerate((f"{above} blocks move a pair", f"{on} move a tile of the diagonal", f"{below} leave at once")):
        picture.text(tiles * cell + 40, tiles * cell / 2 + (k - 1) * 52, text, "start")
    return picture, f"A grid of {tiles} × {tiles} blocks: {above} above the diagonal move a pair of tiles, {on} on it move one, {below} below it leave at once"
