"""A filter laid over its input, what lies outside, and which lanes notice."""
from lib.arithmetic import name_of
from lib.svg import CELL, Picture


def taps(width=8, M=5, at=4):
    """A filter laid over a signal, not mirrored: its first weight meets the leftmost neighbour."""
    picture, R = Picture(), M // 2
    first = min(0, at - R)
    for i in range(first, max(width, at + R + 1)):
        ghost = not 0 <= i < width
        picture.box(i * CELL, 0, CELL, CELL, "ghost" if ghost else "input", "0" if ghost else name_of(i))
        if not ghost:
            picture.text(i * CELL + CELL / 2, -20, i)
    picture.text(first * CELL - 16, CELL / 2, "in", "end")
    for k in range(M):
        x = (at - R + k) * CELL
        picture.box(x, CELL + 46, CELL, CELL, "weight", f"f{k}")
        picture.line(x + CELL / 2, CELL + 2, x + CELL / 2, CELL + 44)
    picture.text(first * CELL - 16, CELL * 1.5 + 46, "filter", "end")
    picture.arrow(at * CELL + CELL / 2, 2 * CELL + 48, at * CELL + CELL / 2, 2 * CELL + 92)
    picture.box(at * CELL, 2 * CELL + 94, CELL, CELL, "output", "Σ")
    picture.text(first * CELL - 16, CELL * 2.5 + 94, "out", "end")
    ghosts = sum(not 0 <= at - R + k < width for k in range(M))
    said = f"; {ghosts} of them lie outside and count as 0" if ghosts else ""
    return picture, f"Output {at} is the sum of {M} products: filter element 0 meets input {at - R}, element {M - 1} input {at + R}{said}"


def policies(width=5, R=2):
    """What may lie outside: four rules, one of them in two forms."""
    picture = Picture()
    rules = [("zero", lambda i: "0"), ("replicate", lambda i: name_of(min(max(i, 0), width - 1))),
             ("mirror, edge twice", lambda i: name_of(-i - 1 if i < 0 else 2 * width - 1 - i)),
             ("mirror, edge once", lambda i: name_of(-i if i < 0 else 2 * width - 2 - i)), ("wrap", lambda i: name_of(i % width))]
    for row, (rule, value) in enumerate(rules):
        y = row * (CELL + 22)
        picture.text(-R * CELL - 20, y + CELL / 2, rule, "end")
        for i in range(-R, width + R):
            inside = 0 <= i < width
            picture.box(i * CELL, y, CELL, CELL, "input" if inside else "ghost", name_of(i) if inside else value(i))
    return picture, f"Four rules for {R} ghost elements on each side of {width} elements: {', '.join(rule for rule, _ in rules)}"


def blocks(width=10, T=4):
    """A thread for each output, in blocks of T; the last block's threads beyond the end have nothing to do."""
    picture, count = Picture(), -(-width // T)
    for block in range(count):
        x0 = block * (T * CELL + 30)
        picture.bracket(x0, x0 + T * CELL, -12, f"block {block}", below=False)
        for tx in range(T):
            i = block * T + tx
            idle = i >= width
            picture.box(x0 + tx * CELL, 0, CELL, CELL, "idle" if idle else "input", f"t{tx}")
            if not idle:
                picture.arrow(x0 + (tx + 0.5) * CELL, CELL + 4, x0 + (tx + 0.5) * CELL, CELL + 46)
                picture.box(x0 + tx * CELL, CELL + 50, CELL, CELL, "output", i)
    picture.text(-16, CELL / 2, "thread", "end")
    picture.text(-16, CELL * 1.5 + 50, "out", "end")
    spare = count * T - width
    return picture, f"{width} outputs in {count} blocks of {T} threads: thread t of block b computes output {T} b + t; {spare} threads have no output"


def lanes(M=5):
    """The first two warps, product by product: which lanes load, and which find a ghost element."""
    picture, R, small = Picture(), M // 2, 30
    ghosts = 0
    for warp in range(2):
        top = warp * (M * small + 74)
        picture.text(0, top - 24, f"warp {warp}, lanes 0 to 31", "start")
        for d in range(-R, R + 1):
            y = top + (d + R) * small
            picture.text(-16, y + small / 2, f"d = {d}".replace("-", "−"), "end")
            for lane in range(32):
                ghost = 32 * warp + lane + d < 0
                ghosts += ghost
                picture.box(lane * small, y, small, small, "ghost" if ghost else "input")
    return picture, (f"In warp 0 the {M} products of 32 lanes meet {ghosts} ghost elements, all in the first {R} lanes of the first {R} products; "
                     "in warp 1 every lane loads")
