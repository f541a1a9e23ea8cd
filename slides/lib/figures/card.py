"""What a load is to a card: threads, warps, sectors, bytes; caches and their rates; who leaves the core; who loads what in turns."""
from lib.figures.rungs import ROOT, TABLES
from lib.measured import CARD, Named, Times
from lib.requests import KERNELS, leaves, of_block, tile_instructions, turns_split, turns_strided, warps_of
from lib.svg import CELL, Picture


def _grouped(number):
    return f"{number:,}".replace(",", " ")


def path_of_a_load(name="conv2d_unrolled", table="5x5"):
    """The same loads, counted at five places on their way."""
    picture, times = Picture(), Times(ROOT, CARD)
    row = times.found(name, TABLES[table], "counts")[2]
    threads = row["loads"] * 32 / 1e9
    places = [("threads ask", f"{threads:.2f}", "G loads", "heat1"), ("warps ask", f"{row['loads'] / 1e9:.2f}", "G requests", "heat2"),
              ("L1 answers", f"{row['load_sectors'] * 32 / 1e9:.1f}", "GB in sectors", "heat3"), ("DRAM brings", f"{row['read'] / 1e9:.2f}", "GB", "heat4")]
    for k, (who, number, unit, kind) in enumerate(places):
        x = k * 270
        picture.text(x + 105, -26, who)
        picture.box(x, 0, 210, 100, kind, number, size=40)
        picture.text(x + 105, 128, unit)
        if k:
            picture.arrow(x - 56, 50, x - 6, 50)
    return picture, f"{name}: " + ", ".join(f"{who} {number} {unit}" for who, number, unit, _ in places)


def caches():
    """Where a load may be answered, with the rates that were measured."""
    picture, times = Picture(), Times(ROOT, CARD)
    rate = {name: times.number(Named("value", "ceilings", name, "")) for name in ("shared memory", "L2", "reads", "copy")}
    rows = [("registers", "heat1", "", 240), ("L1 and shared memory", "heat2", f"{rate['shared memory']} TB/s", 350), ("L2", "heat3", f"{rate['L2']} TB/s", 400), ("DRAM", "heat4", f"{rate['reads']} TB/s, a copy {rate['copy']}", 450)]
    owners = ["each thread", "each multiprocessor", "the card", "the card"]
    for row, ((name, kind, speed, wide), owner) in enumerate(zip(rows, owners)):
        y = row * (CELL + 44)
        picture.box(-wide / 2, y, wide, CELL, kind, name)
        picture.text(250, y + CELL / 2, speed, "start")
        picture.text(-250, y + CELL / 2, owner, "end")
        if row:
            picture.arrow(0, y - 4, 0, y - 40)
    return picture, "A load is answered by the first that has the data: registers, then " + ", ".join(f"{name} at {speed}" for name, _, speed, _ in rows[1:])


def memory_instructions(designs="basic,tiled", T=16, R=2):
    """What the warps of one block ask their memories for, in instructions."""
    picture = Picture()
    names = [name for name in KERNELS if name.replace(" ", "_") in str(designs).split(",")]
    rows = []
    for name in names:
        found = of_block(name, T, R)
        rows.append((name, [_grouped(found.loads), found.load_requests, found.stores, found.reads, found.instructions]))
    least = [min(row[1][4] for row in rows)]
    picture.table([("loads", 150), ("load requests", 240), ("tile stores", 200), ("tile reads", 190), ("together", 170)], rows, lambda r, c: c == 4 and rows[r][1][4] in least)
    said = "; ".join(f"{name}: {cells[0]} loads by {cells[1]} requests, {cells[2]} stores to the tile, {cells[3]} reads of it, together {cells[4]} instructions" for name, cells in rows)
    return picture, f"A block of {T} × {T} outputs, radius {R}, in instructions of warps. {said}"


def instructions(T=28, R=2, width=16384):
    """What the warps of a whole square image execute, in millions: what was counted, and for the tile's reads what a block does."""
    picture, times = Picture(), Times(ROOT, CARD)
    plain, tiled = (times.found(name, TABLES["5x5"], "counts")[2] for name in ("conv2d_unrolled", "conv2d_tiled"))
    reads, stores = tile_instructions(T, R, width)
    rows = [("no tile", [plain["loads"], 0, 0, plain["loads"], plain["instructions"]]), (f"tile, T = {T}", [tiled["loads"], stores, reads, tiled["loads"] + stores + reads, tiled["instructions"]])]
    rows = [(name, [f"{cell / 1e6:,.0f}".replace(",", " ") if cell else "–" for cell in cells]) for name, cells in rows]
    picture.table([("loads", 150), ("tile stores", 200), ("tile reads", 190), ("of memory", 190), ("all", 150)], rows, lambda r, c: (r, c) in ((0, 3), (1, 4)), first=3)
    return picture, f"Millions of instructions of warps, {width} × {width}: " + "; ".join(f"{name}: {cells[0]} loads, {cells[1]} stores to the tile, {cells[2]} reads of it, {cells[3]} of memory, {cells[4]} in all" for name, cells in rows)


def core_taps(T=4, R=1, tx=3, ty=1):
    """The taps of one thread: those in the core come from shared memory, the others from global memory."""
    picture, small = Picture(), 58
    counts = [0, 0]
    for y in range(-R, T + R):
        for x in range(-R, T + R):
            core, wanted = 0 <= x < T and 0 <= y < T, abs(x - tx) <= R and abs(y - ty) <= R
            kind = ("input" if wanted else "plain") if core else ("halo" if wanted else "idle")
            counts[0 if core else 1] += wanted
            picture.box(x * small, y * small, small, small, kind, ("t" if (x, y) == (tx, ty) else "S" if core else "G") if wanted else "")
    left = (T + R) * small + 40
    for line, (kind, text) in enumerate((("input", f"{counts[0]} from shared memory"), ("halo", f"{counts[1]} from global memory"))):
        picture.box(left, line * 76, 56, 56, kind)
        picture.text(left + 76, line * 76 + 28, text, "start")
    picture.bracket(0, T * small, -R * small - 12, f"core, T = {T}", below=False)
    return picture, f"A core of {T} × {T}; of the {(2 * R + 1) ** 2} taps of thread ({tx}, {ty}) {counts[0]} lie in it and {counts[1]} outside"


def core_lanes(T=16, R=2, warp=3):
    """A warp of design 3, two rows of the block: which lanes leave the core, for each column of the filter in its own row."""
    picture, small = Picture(), 29
    lanes = warps_of(T, T)[warp]
    asks = 0
    for dx in range(-R, R + 1):
        y = (dx + R) * (small + 16)
        picture.text(-16, y + small / 2, f"dx = {dx}".replace("-", "−"), "end")
        out = [leaves(tx, ty, dx, 0, T) for tx, ty in lanes]
        asks += any(out)
        for lane, (tx, ty) in enumerate(lanes):
            picture.box(lane * small + (14 if lane >= T else 0), y, small, small, "halo" if out[lane] else "input")
        picture.text(32 * small + 34, y + small / 2, f"{sum(out)} of 32" if any(out) else "0", "start")
    picture.bracket(0, T * small, -12, f"row {lanes[0][1]} of the block", below=False)
    picture.bracket(T * small + 14, 2 * T * small + 14, -12, f"row {lanes[-1][1]}", below=False)
    return picture, f"Warp {warp} of a block of {T} × {T}, dy = 0: in {asks} of {2 * R + 1} columns of the filter some lanes leave the core, so that the warp loads from global memory"


def filled_in_turns(way="strided", T=16, R=2):
    """Which turn fills which part of the tile, and how many instructions of warps that takes."""
    picture, side = Picture(), T + 2 * R
    turns = {"strided": turns_strided, "split": turns_split}[way](T, R)
    small, kinds = 400 // side, ["input", "halo", "corner", "thread"]
    costs = [sum(any(turn(tx, ty) for tx, ty in warp) for warp in warps_of(T, T)) for turn in turns]
    for turn, kind in zip(turns, kinds):
        for ty in range(T):
            for tx in range(T):
                if place := turn(tx, ty):
                    picture.box(place[0] * small, place[1] * small, small, small, kind)
    for line, (cost, kind) in enumerate(zip(costs, kinds)):
        y = 20 + line * 70
        picture.box(side * small + 50, y, 50, 50, kind)
        picture.text(side * small + 120, y + 25, f"turn {line + 1}: {cost} instructions of warps", "start")
    picture.text(side * small + 120, 20 + len(costs) * 70 + 25, f"together {sum(costs)}", "start")
    return picture, f"{T * T} threads fill a tile of {side} × {side}, {way}: turns of {', '.join(map(str, costs))} instructions of warps, together {sum(costs)}"
