"""Coordinates and places: grids over arrays, volumes in memory, products of matrices, and the order of a program's calls."""
from lib.matrices import naive_loads, tiled_loads
from lib.svg import Picture


def acts():
    """Five acts of a program, and on which side each is."""
    picture, wide = Picture(), 206
    steps = [("cudaMalloc", "device: room"), ("cudaMemcpy", "host → device"), ("<<< >>>", "device: runs"), ("cudaMemcpy", "device → host"), ("cudaFree", "device: room")]
    for k, (call, what) in enumerate(steps):
        picture.text((k + 0.5) * (wide + 20) - 10, -24, k + 1)
        picture.box(k * (wide + 20), 0, wide, 76, "thread", call)
        picture.box(k * (wide + 20), 92, wide, 76, "output" if k == 2 else "input", what, size=25)
        if k:
            picture.arrow(k * (wide + 20) - 18, 38, k * (wide + 20) - 3, 38)
    return picture, "Five acts: cudaMalloc finds room on the device, cudaMemcpy copies there, the launch runs the kernel, cudaMemcpy copies back, cudaFree returns the room"


def asynchronous():
    """The launch returns at once; somebody has to wait."""
    picture, high = Picture(), 74
    for row, (name, spans) in enumerate((("host", [(0, 150, "thread", "launch"), (160, 250, "thread", "cudaGetLastError"), (420, 350, "idle", "cudaDeviceSynchronize"), (780, 200, "thread", "goes on")]),
                                         ("device", [(160, 600, "output", "the kernel runs")]))):
        y = row * (high + 40)
        picture.text(-16, y + high / 2, name, "end")
        for x, wide, kind, text in spans:
            picture.box(x, y, wide, high, kind, text)
    y = 2 * high + 60
    picture.arrow(0, y, 980, y)
    picture.text(490, y + 26, "time")
    return picture, ("The launch returns while the kernel begins to run; cudaGetLastError says whether it started, cudaDeviceSynchronize waits for its end and says whether it ran to it")


def grid_2d(width=10, height=6, across=4, down=4):
    """Blocks over a matrix: those on the right and below have threads without an element."""
    picture, small, gap = Picture(), 42, 12
    columns, rows = -(-width // across), -(-height // down)
    idle = 0
    for by in range(rows):
        for bx in range(columns):
            for ty in range(down):
                for tx in range(across):
                    x, y = bx * across + tx, by * down + ty
                    outside = x >= width or y >= height
                    idle += outside
                    picture.box(x * small + bx * gap, y * small + by * gap, small, small, "idle" if outside else "thread" if (bx + by) % 2 == 0 else "plain")
    for bx in range(columns):
        picture.text((bx + 0.5) * across * small + bx * gap, -22, f"block x = {bx}" if bx == 0 else bx)
    for by in range(rows):
        picture.text(-16, (by + 0.5) * down * small + by * gap, f"block y = {by}" if by == 0 else by, "end")
    picture.text((columns * (across * small + gap) - gap) / 2, rows * (down * small + gap) + 18, f"{idle} threads have no element")
    return picture, (f"A matrix {width} wide and {height} high, under {columns} × {rows} blocks of {across} × {down} threads: {idle} threads on the right and below have no element")


def volume(width=4, height=3, depth=2, x=2, y=1, z=1):
    """Planes of rows, and where each element lies in memory."""
    picture, small = Picture(), 50
    for k in range(depth):
        left = k * (width * small + 110)
        picture.text(left + width * small / 2, -22, f"z = {k}")
        for j in range(height):
            for i in range(width):
                index = (k * height + j) * width + i
                picture.box(left + i * small, j * small, small, small, "thread" if (i, j, k) == (x, y, z) else "heat4" if k % 2 == 0 else "heat1", index)
    for j in range(height):
        picture.text(-16, (j + 0.5) * small, f"y = {j}", "end")
    top, narrow = height * small + 70, 44
    for index in range(width * height * depth):
        at, plane = index == (z * height + y) * width + x, index // (width * height)
        picture.box(index * narrow, top, narrow, small, "thread" if at else "heat4" if plane % 2 == 0 else "heat1", index)
    picture.text(-16, top + small / 2, "memory", "end")
    place = (z * height + y) * width + x
    return picture, f"A volume of {depth} planes of {height} rows of {width}: element ({x}, {y}, {z}) is number ({z} · {height} + {y}) · {width} + {x} = {place}"


def warps_of_block(across=16, down=4):
    """Threads of a block are counted along x, then y: 32 in a row are a warp."""
    picture, small = Picture(), 60
    for ty in range(down):
        picture.text(-16, (ty + 0.5) * small, f"y = {ty}", "end")
        for tx in range(across):
            number = ty * across + tx
            picture.box(tx * small, ty * small, small, small, ("thread", "plain")[number // 32 % 2], number)
    for tx in (0, across - 1):
        picture.text((tx + 0.5) * small, -22, f"x = {tx}")
    warps = -(-across * down // 32)
    return picture, f"A block of {across} × {down} threads, counted along x first: {warps} warps, each of them {32 / across:g} rows"


def _matrix(picture, left, top, rows, columns, small, kind, name):
    for j in range(rows):
        for k in range(columns):
            picture.box(left + k * small, top + j * small, small, small, kind(j, k))
    if name:
        picture.text(left + columns * small / 2, top - 22, name)


def product(rows=5, inner=7, columns=6, y=1, x=3):
    """One element of a product: a row times a column."""
    picture, small = Picture(), 31
    left = inner * small + 60
    _matrix(picture, left, 0, inner, columns, small, lambda j, k: "input" if k == x else "plain", "b")
    top = inner * small + 30
    _matrix(picture, 0, top, rows, inner, small, lambda j, k: "input" if j == y else "plain", "a")
    for j in range(rows):
        for k in range(columns):
            picture.box(left + k * small, top + j * small, small, small, "output" if (j, k) == (y, x) else "plain")
    picture.text(left + columns * small + 20, top + rows * small / 2, "c", "start")
    return picture, f"Element [{y}][{x}] of c is the sum of {inner} products: row {y} of a times column {x} of b"


def product_tiles(T=2, tiles=3, phase=1):
    """The tile of c that a block computes, and the tiles of a and b that it holds in each phase up to this one."""
    picture, small, n = Picture(), 31, T * tiles
    left, top = n * small + 60, n * small + 30
    by, bx = 1, 1
    for j in range(n):
        for k in range(n):
            picture.box(left + k * small, top + j * small, small, small, "output" if (j // T, k // T) == (by, bx) else "plain")
    picture.text(left + n * small + 24, top + n * small / 2, "c", "start")
    for row, (kind, text) in enumerate((("heat3", "done"), ("halo", "in shared memory now"), ("heat1", "to come"))):
        picture.box(left + n * small + 90, 10 + row * 60, 44, 44, kind)
        picture.text(left + n * small + 150, 32 + row * 60, text, "start")
    shade = lambda at, mine: "plain" if not mine else "halo" if at == now else "heat3" if at < now else "heat1"
    for now in range(phase + 1):        # drawn over the phase before
        if now:
            picture.step()
        _matrix(picture, left, 0, n, n, small, lambda j, k: shade(j // T, k // T == bx), "" if now else "b")
        _matrix(picture, 0, top, n, n, small, lambda j, k: shade(k // T, j // T == by), "" if now else "a")
    return picture, f"A block computes a tile of {T} × {T} of c in {tiles} phases; in phase {phase} it holds one tile of a, from its own rows, and one of b, from its own columns"


def product_loads(sizes="16,1024", T=16):
    """Loads of a square product, without tiles and with them."""
    picture = Picture()
    sizes = [int(word) for word in str(sizes).split(",")]
    spaced = lambda count: f"{count:,}".replace(",", " ")
    rows = [(f"n = {n}", [spaced(naive_loads(n, n, n)), spaced(tiled_loads(n, n, n, T)), f"{naive_loads(n, n, n) / tiled_loads(n, n, n, T):g}", spaced(2 * n * n)]) for n in sizes]
    picture.table([("naive", 250), (f"tiles of {T}", 230), ("ratio", 120), ("elements", 200)], rows, lambda r, c: c == 2)
    said = "; ".join(f"{name}: naive {a}, in tiles {b}, {c} times fewer, of {d} elements" for name, (a, b, c, d) in rows)
    return picture, f"Loads from global memory: {said}"
