"""Images in memory, tiles over an image, tables of reuse, and what was measured."""
from pathlib import Path

from lib.measured import CARD, Times
from lib.reuse import blocks, exact, ratio
from lib.svg import CELL, TEXT, Picture

ROOT = Path(__file__).resolve().parents[3]


def row_major(width=4, height=3):
    """Pixels and their places in memory."""
    picture = Picture()
    for y in range(height):
        picture.text(-16, (y + 0.5) * CELL, f"y = {y}", "end")
        for x in range(width):
            kind = "heat4" if y % 2 == 0 else "heat1"
            picture.box(x * CELL, y * CELL, CELL, CELL, kind, y * width + x)
            picture.box((y * width + x) * CELL, height * CELL + 70, CELL, CELL, kind, y * width + x)
    for x in range(width):
        picture.text((x + 0.5) * CELL, -20, x)
    picture.text(-16, -20, "x", "end")
    picture.text(-16, (height + 0.5) * CELL + 70, "memory", "end")
    return picture, f"An image of {width} × {height}: pixel (x, y) is element y · {width} + x; the rows lie one after the other"


def warp_reads(along="row", width=16, sector=8, threads=8, of="pixels"):
    """Threads of a warp that read along a row, or down a column; pixels of one sector have one colour."""
    picture, small = Picture(), 46
    height = threads if along == "column" else 3
    touched = set()
    for y in range(height):
        for x in range(width):
            reader = x - 4 if along == "row" and y == 1 and 4 <= x < 4 + threads else y if along == "column" and x == 5 else None
            if reader is not None:
                touched.add((y * width + x) // sector)
    for y in range(height):
        for x in range(width):
            reader = x - 4 if along == "row" and y == 1 and 4 <= x < 4 + threads else y if along == "column" and x == 5 else None
            kind = "thread" if reader is not None else "halo" if (y * width + x) // sector in touched else "plain"
            picture.box(x * small, y * small, small, small, kind, "" if reader is None else reader)
    picture.text(width * small + 20, height * small / 2, f"{threads} {of}, {len(touched)} sectors", "start")
    return picture, f"{threads} threads that read along a {along} touch {len(touched)} sectors of {sector} elements"


def wanted(M=5):
    """The outputs that use one pixel."""
    picture, small, R = Picture(), 56, M // 2
    for y in range(M + 2):
        for x in range(M + 2):
            centre, near = (x, y) == (R + 1, R + 1), abs(x - R - 1) <= R and abs(y - R - 1) <= R
            picture.box(x * small, y * small, small, small, "input" if centre else "output" if near else "plain")
    picture.text((M + 2) * small + 30, (R + 1.5) * small, f"{M} × {M} = {M * M} outputs", "start")
    return picture, f"One pixel is used by the {M} × {M} outputs around it, {M * M} in all"


def patch_parts(T=16, R=2):
    """Core, edges and corners of a patch, counted."""
    picture = Picture()
    parts = [("core", f"T² = {T}²", T * T), ("four edges", f"4 · {T} · {R}", 4 * T * R), ("four corners", f"4 · {R}²", 4 * R * R)]
    total = sum(count for *_, count in parts)
    assert total == (T + 2 * R) ** 2
    for row, ((name, how, count), kind) in enumerate(zip([*parts, ("patch", f"(T + 2R)² = {T + 2 * R}²", total)], ["input", "halo", "corner", "plain"])):
        y = row * (CELL + 14)
        picture.text(-16, y + CELL / 2, name, "end")
        picture.box(0, y, 340, CELL, "plain", how)
        picture.box(356, y, 150, CELL, kind, count)
    return picture, f"A patch for {T} × {T} outputs, radius {R}: " + ", ".join(f"{name} {count}" for name, _, count in parts) + f", together {total}"


def reuse_table(dims=2):
    """The closed form over T and M; the cell of the lab is marked."""
    picture = Picture()
    tiles = (8, 16, 32, 64, 128, 256) if dims == 1 else (8, 16, 32, 64)
    widths = (3, 5, 7, 9)
    rows = [(f"M = {M}", [f"{ratio(T, M, dims):.2f}" for T in tiles]) for M in widths]
    labs = (widths.index(5), tiles.index(16 if dims == 2 else 256))
    picture.text(-16, 31, "T", "end")
    picture.table([(f"{T}" if dims == 1 else f"{T} × {T}", 140) for T in tiles], rows, lambda *cell: cell == labs)
    said = "; ".join(f"{name}: {', '.join(cells)}" for name, cells in rows)
    return picture, f"Loads saved by a factor, in {dims} dimension{'s' if dims > 1 else ''}, for tiles of {', '.join(map(str, tiles))}: {said}"


def tiling(width=200, height=136, T=16):
    """The output tiles of an image; those on the right and below overhang."""
    picture, scale = Picture(), max(1, 500 // width)
    across, down = blocks(width, height, T)
    for j in range(down):
        for i in range(across):
            wide, high = min(T, width - i * T), min(T, height - j * T)
            if (wide, high) != (T, T):
                picture.box(i * T * scale, j * T * scale, T * scale, T * scale, "ghost")
            picture.box(i * T * scale, j * T * scale, wide * scale, high * scale, "input")
    picture.parts.append(f'<rect class="frame" x="0" y="0" width="{width * scale}" height="{height * scale}"/>')
    picture.text(across * T * scale + 24, down * T * scale / 2 - 22, f"{across} × {down} = {across * down} blocks", "start")
    picture.text(across * T * scale + 24, down * T * scale / 2 + 22, f"red: image, {width} × {height}", "start")
    return picture, f"An image of {width} × {height} under {across} × {down} tiles of {T} × {T}; those on the right and below overhang it"


def exact_ratio(width=200, height=136, T=16, M=5):
    """Counted for the whole image, beside the closed form."""
    picture = Picture()
    basic, tiled = exact(width, height, T, M)
    rows = [("loads, basic kernel", f"{basic:,}".replace(",", " ")), ("loads, tiled kernel", f"{tiled:,}".replace(",", " ")),
            ("exact ratio", f"{basic / tiled:.3f}"), ("closed form, interior tile", f"{ratio(T, M, 2):.3f}")]
    for row, (name, value) in enumerate(rows):
        y = row * (CELL + 14)
        picture.text(-16, y + CELL / 2, name, "end")
        picture.box(0, y, 240, CELL, "output" if row == 2 else "plain", value)
    return picture, f"{width} × {height} pixels, {T} × {T} tiles, {M} × {M} weights: " + ", ".join(f"{name} {value}" for name, value in rows)


def idle_threads(T=16, R=2):
    """The threads of a block of design 2: all load, the inner ones compute."""
    picture, side = Picture(), T + 2 * R
    small = 400 // side
    for y in range(side):
        for x in range(side):
            picture.box(x * small, y * small, small, small, "output" if R <= x < R + T and R <= y < R + T else "idle")
    idle = side * side - T * T
    for line, text in enumerate((f"{side * side} threads load", f"{T * T} compute", f"{idle} only load: {100 * idle // (side * side)} %")):
        picture.text(side * small + 40, side * small / 2 + (line - 1) * 48, text, "start")
    return picture, f"Of {side} × {side} threads that load, {T} × {T} compute; {idle} have nothing to add"


def measured(functions="conv2d_basic,conv2d_tiled", size="16384"):
    """Bars of times, with the copy rate, from solutions/measured."""
    picture, times, high = Picture(), Times(ROOT, CARD), 50
    names, said = functions.split(","), []
    table = times.table(names[0], str(size))
    rows = [(name, times.row(name, table)) for name in ("copy", *names)]
    unit = min(220, 560 / max(float(found["ms"]) for _, found in rows))
    for row, (name, found) in enumerate(rows):
        part = float(found["ms"])
        y = row * (high + 14)
        picture.text(-16, y + high / 2, name, "end")
        picture.box(0, y, round(part * unit), high, "ghost" if name == "copy" else "input")
        picture.text(part * unit + 14, y + high / 2, f"{found['ms']} ms · {found['rate']}", "start", TEXT)
        said.append(f"{name} {found['ms']} ms, {found['rate']}")
    picture.text(0, len(rows) * (high + 14) + 12, "shorter is better · % of the copy rate", "start")
    return picture, f"{times.card}, {times.date}, {table}, time and copy rate: " + "; ".join(said)
