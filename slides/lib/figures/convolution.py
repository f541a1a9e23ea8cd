"""A filter laid over its input, what lies outside, and what a product costs."""
from math import log2
from pathlib import Path

from lib.arithmetic import name_of
from lib.measured import Times
from lib.svg import CELL, TEXT, Picture


class Row:
    """A 1-D example: its numbers, and every result by the same sum. Outside the input `rule` says which element counts instead, None: 0."""
    VALUES, FILTER = (3, 1, 4, 1, 5, 9, 2, 6), (1, 2, 3, 2, 1)
    WIDTH = len(VALUES)
    RULES = {"zero": lambda i, n: None,
             "replicate": lambda i, n: min(max(i, 0), n - 1),
             "mirror": lambda i, n: -i - 1 if i < 0 else 2 * n - 1 - i if i >= n else i,
             "wrap": lambda i, n: i % n}

    @staticmethod
    def element(values, i, rule="zero"):
        if not 0 <= i < len(values):
            i = Row.RULES[rule](i, len(values))
        return 0 if i is None else values[i]

    @staticmethod
    def output(values, weights, i, mirrored=False, rule="zero"):
        R = len(weights) // 2
        return sum(weights[d + R] * Row.element(values, i - d if mirrored else i + d, rule) for d in range(-R, R + 1))


class Square:
    """The 7 × 7 input and 5 × 5 filter of ECE408, and its output [2][2], which must be 321."""
    INPUT = ((1, 2, 3, 4, 5, 6, 7), (2, 3, 4, 5, 6, 7, 8), (3, 4, 5, 6, 7, 8, 9), (4, 5, 6, 7, 8, 5, 6),
             (5, 6, 7, 8, 5, 6, 7), (6, 7, 8, 9, 0, 1, 2), (7, 8, 9, 0, 1, 2, 3))
    FILTER = ((1, 2, 3, 2, 1), (2, 3, 4, 3, 2), (3, 4, 5, 4, 3), (2, 3, 4, 3, 2), (1, 2, 3, 2, 1))
    SIDE, M, R, AT, RESULT = 7, 5, 2, (2, 2), 321

    @staticmethod
    def products(image, weights, y, x):
        """The products of output [y][x], as many as there are weights; a ghost element counts as 0."""
        R, inside = len(weights) // 2, range(len(image))
        return [[weights[dy + R][dx + R] * (image[y + dy][x + dx] if y + dy in inside and x + dx in inside else 0)
                 for dx in range(-R, R + 1)] for dy in range(-R, R + 1)]

    @staticmethod
    def example():
        products = Square.products(Square.INPUT, Square.FILTER, *Square.AT)
        result = sum(map(sum, products))
        if result != Square.RESULT:
            raise ValueError(f"the lecture's example gives {result}, not {Square.RESULT}")
        return products, result


class Card:
    """NVIDIA's data sheet of the H200 SXM: single precision without tensor cores, and its memory."""
    FLOP_PER_S, BYTES_PER_S = 67e12, 4.8e12

    @staticmethod
    def times():
        return Times(Path(__file__).resolve().parents[3], "nvidia_h200")


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
    """What may lie outside: four rules."""
    picture = Picture()
    rules = [("zero", lambda i: "0"), ("replicate", lambda i: name_of(min(max(i, 0), width - 1))),
             ("mirror", lambda i: name_of(-i - 1 if i < 0 else 2 * width - 1 - i if i >= width else i)), ("wrap", lambda i: name_of(i % width))]
    for row, (rule, value) in enumerate(rules):
        y = row * (CELL + 22)
        picture.text(-R * CELL - 20, y + CELL / 2, rule, "end")
        for i in range(-R, width + R):
            inside = 0 <= i < width
            picture.box(i * CELL, y, CELL, CELL, "input" if inside else "ghost", name_of(i) if inside else value(i))
    return picture, f"Four rules for {R} ghost elements on each side of {width} elements: zero, replicate, mirror, wrap"


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


def signal(filter="blur"):
    """A signal with a spike and a step, and what a filter of three makes of it: bars with their values."""
    values = (0, 0, 6, 0, 0, 0, 6, 6, 6, 6, 0, 0)
    weights, parts, signs = {"blur": ((1, 1, 1), 3, ("⅓", "⅓", "⅓")), "edges": ((-1, 0, 1), 1, ("−1", "0", "1"))}[filter]
    result = [Row.output(values, weights, i) / parts for i in range(len(values))]
    picture, unit = Picture(), 14
    base = unit * max(values)
    below = base + 62 + TEXT + unit * max(result)
    for kind, level, row in (("input", base, values), ("output", below, result)):
        for i, value in enumerate(row):
            x, high = i * CELL, unit * abs(value)
            if value:
                picture.box(x + 6, level - high if value > 0 else level, CELL - 12, high, kind)
            picture.text(x + CELL / 2, level - max(high, 0) - 17 if value >= 0 else level + high + 17, f"{value:g}".replace("-", "−"))
        picture.line(0, level, len(row) * CELL, level)
    picture.text(-16, base - 20, "in", "end")
    picture.text(-16, below - 20, "out", "end")
    for k, sign in enumerate(signs):
        picture.box(len(values) * CELL + 40 + k * CELL, base - CELL, CELL, CELL, "weight", sign)
    picture.text(len(values) * CELL + 40 + 1.5 * CELL, base + 24, "filter")
    return picture, (f"The filter {', '.join(signs)} makes of {', '.join(map(str, values))}: "
                     + ", ".join(f"{value:g}" for value in result).replace("-", "minus "))


def image_filters(side=23, cell=15):
    """A ring and a bar, blurred, and their edges: three pictures."""
    middle, picture = side // 2, Picture()
    image = [[int(middle * 0.45 < ((x - middle) ** 2 + (y - middle) ** 2) ** 0.5 < middle * 0.85 or y == x) for x in range(side)] for y in range(side)]
    blur = [[1] * 5] * 5
    edges = [[-1, -1, -1], [-1, 8, -1], [-1, -1, -1]]
    for panel, (name, weights, parts) in enumerate((("input", [[1]], 1), ("25 times 1/25", blur, 25), ("8, and eight times −1", edges, 8))):
        left = panel * (side * cell + 50)
        for y in range(side):
            for x in range(side):
                shade = min(1, abs(sum(map(sum, Square.products(image, weights, y, x)))) / parts)
                if shade:
                    picture.parts.append(f'<rect class="heat5" style="stroke:none;fill-opacity:{shade:.2f}" x="{left + x * cell}" y="{y * cell}" '
                                         f'width="{cell}" height="{cell}"/>')
        picture.parts.append(f'<path class="line" d="M{left},0 h{side * cell} v{side * cell} h-{side * cell} z"/>')
        picture.covers(left, 0, side * cell, side * cell)
        picture.text(left + side * cell / 2, side * cell + 28, name)
    return picture, "A picture of a ring and a diagonal; blurred by the mean of 5 × 5 pixels; its edges, by 8 times a pixel less its eight neighbours"


def two_ways():
    """One output of an asymmetric filter, as it stands and mirrored: two results."""
    values, weights, picture = (2, 5, 3), (1, 2, 4), Picture()
    results = []
    for panel, mirrored in enumerate((False, True)):
        x0 = panel * 8.2 * CELL
        laid = weights[::-1] if mirrored else weights
        picture.text(x0 + 1.5 * CELL, -30, "mirrored" if mirrored else "as it stands")
        for k, (value, weight) in enumerate(zip(values, laid)):
            x = x0 + k * CELL
            picture.box(x, 0, CELL, CELL, "input", value)
            picture.line(x + CELL / 2, CELL + 2, x + CELL / 2, CELL + 30)
            picture.box(x, CELL + 32, CELL, CELL, "weight", weight)
            picture.arrow(x + CELL / 2, 2 * CELL + 34, x + CELL / 2, 2 * CELL + 62)
            picture.box(x, 2 * CELL + 64, CELL, CELL, "heat2", value * weight)
        result = Row.output(values, weights, 1, mirrored)
        if result != sum(value * weight for value, weight in zip(values, laid)):
            raise ValueError("what is drawn is not what the sum says")
        results.append(result)
        picture.arrow(x0 + 3 * CELL + 6, 2.5 * CELL + 64, x0 + 3 * CELL + 54, 2.5 * CELL + 64)
        picture.box(x0 + 3 * CELL + 58, 2 * CELL + 64, CELL, CELL, "output", result)
    for row, name in enumerate(("in", "filter", "products")):
        picture.text(-16, (row + 0.5) * CELL + 32 * row, name, "end")
    return picture, (f"The input {', '.join(map(str, values))} and the filter {', '.join(map(str, weights))} give {results[0]} as the filter stands, "
                     f"and {results[1]} with the filter mirrored")


def impulse(width=9):
    """A single 1, filtered both ways: the output shows the filter, backwards or forwards."""
    weights, picture, at = (1, 2, 4), Picture(), width // 2
    values = [int(i == at) for i in range(width)]
    rows = [("in", "input", values)] + [(name, "output", [Row.output(values, weights, i, mirrored) for i in range(width)])
                                        for name, mirrored in (("as it stands", False), ("mirrored", True))]
    for row, (name, kind, numbers) in enumerate(rows):
        y = row * (CELL + 36) + (row > 0) * (CELL + 36)
        picture.text(-16, y + CELL / 2, name, "end")
        for i, number in enumerate(numbers):
            picture.box(i * CELL, y, CELL, CELL, kind if number else "idle", number)
    for k, weight in enumerate(weights):
        picture.box((at - 1 + k) * CELL, CELL + 36, CELL, CELL, "weight", weight)
    picture.text(-16, CELL * 1.5 + 36, "filter", "end")
    return picture, f"A single 1 gives {', '.join(map(str, rows[1][2]))} as the filter 1, 2, 4 stands, and {', '.join(map(str, rows[2][2]))} with the filter mirrored"


def by_hand(at=3, result=True):
    """One output with its numbers: inputs, weights, products, sum. `result=no`: the products and the sum are left to the hall."""
    picture, weights, width = Picture(), Row.FILTER, Row.WIDTH
    R = len(weights) // 2
    first, last = min(0, at - R), max(width, at + R + 1)
    for i in range(first, last):
        ghost = not 0 <= i < width
        used = abs(i - at) <= R
        picture.box(i * CELL, 0, CELL, CELL, "ghost" if ghost else "input" if used else "idle", Row.element(Row.VALUES, i))
        picture.text(i * CELL + CELL / 2, -20, f"{i}".replace("-", "−"))
    for d in range(-R, R + 1):
        x, product = (at + d) * CELL, weights[d + R] * Row.element(Row.VALUES, at + d)
        picture.line(x + CELL / 2, CELL + 2, x + CELL / 2, CELL + 24)
        picture.box(x, CELL + 26, CELL, CELL, "weight", weights[d + R])
        picture.arrow(x + CELL / 2, 2 * CELL + 28, x + CELL / 2, 2 * CELL + 50)
        picture.box(x, 2 * CELL + 52, CELL, CELL, "heat2", product if result else "?")
    total = Row.output(Row.VALUES, weights, at)
    picture.arrow((at + 0.5) * CELL, 3 * CELL + 54, (at + 0.5) * CELL, 3 * CELL + 76)
    picture.box(at * CELL, 3 * CELL + 78, CELL, CELL, "output", total if result else "?")
    for row, name in enumerate(("in", "filter", "products", f"out[{at}]")):
        picture.text(first * CELL - 16, (row + 0.5) * CELL + 26 * row, name, "end")
    ghosts = sum(not 0 <= at + d < width for d in range(-R, R + 1))
    said = f"; {ghosts} of the inputs are ghost elements and count as 0" if ghosts else ""
    return picture, f"Output {at} of the input {', '.join(map(str, Row.VALUES))} and the filter {', '.join(map(str, weights))}" + (f" is {total}" if result else "") + said


def square():
    """The 7 × 7 input, the 5 × 5 filter, and the one output that they are about."""
    picture, small = Picture(), 46
    _, result = Square.example()
    y0, x0 = Square.AT
    middle, right = Square.SIDE * small + 90, (Square.SIDE + Square.M) * small + 180
    for y in range(Square.SIDE):
        for x in range(Square.SIDE):
            used = abs(y - y0) <= Square.R and abs(x - x0) <= Square.R
            picture.box(x * small, y * small, small, small, "input" if used else "idle", Square.INPUT[y][x])
            picture.box(right + x * small, y * small, small, small, "output" if (y, x) == (y0, x0) else "idle", "")
    for y in range(Square.M):
        for x in range(Square.M):
            picture.box(middle + x * small, (y + 1) * small, small, small, "weight", Square.FILTER[y][x])
    high = Square.SIDE * small / 2
    picture.text(middle - 45, high, "∗", size=40)
    picture.text(right - 45, high, "=", size=40)
    picture.text(right + (x0 + 0.5) * small, (y0 + 0.5) * small, result, size=TEXT)
    for left, wide, name in ((0, Square.SIDE, f"in, {Square.SIDE} × {Square.SIDE}"), (middle, Square.M, f"filter, {Square.M} × {Square.M}"),
                             (right, Square.SIDE, "out")):
        picture.text(left + wide * small / 2, -28, name)
    return picture, (f"A {Square.SIDE} × {Square.SIDE} input, its upper left {Square.M} × {Square.M} elements weighted by the {Square.M} × {Square.M} filter: "
                     f"output [{y0}][{x0}] is {result}")


def square_products():
    """The 25 products of that output, the sums of their rows, and the sum of those."""
    picture, (products, result) = Picture(), Square.example()
    for y, row in enumerate(products):
        for x, product in enumerate(row):
            picture.box(x * CELL, y * CELL, CELL, CELL, "heat2", product)
        picture.arrow(Square.M * CELL + 8, (y + 0.5) * CELL, Square.M * CELL + 62, (y + 0.5) * CELL)
        picture.box(Square.M * CELL + 66, y * CELL, CELL + 10, CELL, "heat1", sum(row))
    end = (Square.M + 1) * CELL + 76
    for y in range(Square.M):
        picture.line(end + 6, (y + 0.5) * CELL, end + 70, Square.M * CELL / 2, "faint")
    picture.box(end + 74, Square.M * CELL / 2 - 44, 110, 88, "output", result, size=36)
    picture.text(Square.M * CELL / 2, -26, "products")
    picture.text(Square.M * CELL + 66 + CELL / 2 + 5, -26, "rows")
    return picture, f"The products of output [2][2], row by row: {', '.join(str(sum(row)) for row in products)}, and their sum {result}"


def policy_sums(at=0):
    """The same output under four rules for what lies outside."""
    picture, weights = Picture(), Row.FILTER
    R, sums = len(weights) // 2, []
    for k, weight in enumerate(weights):
        picture.box(k * CELL, -CELL - 26, CELL, CELL, "weight", weight)
    picture.text(-20, -CELL / 2 - 26, "filter", "end")
    for row, rule in enumerate(Row.RULES):
        y = row * (CELL + 14)
        picture.text(-20, y + CELL / 2, rule, "end")
        for d in range(-R, R + 1):
            i = at + d
            picture.box((d + R) * CELL, y, CELL, CELL, "input" if 0 <= i < Row.WIDTH else "ghost", Row.element(Row.VALUES, i, rule))
        sums.append(Row.output(Row.VALUES, weights, at, rule=rule))
        x = len(weights) * CELL
        picture.arrow(x + 8, y + CELL / 2, x + 62, y + CELL / 2)
        picture.box(x + 66, y, CELL, CELL, "output", sums[-1])
    picture.text(len(weights) * CELL + 66 + CELL / 2, -CELL / 2 - 26, f"out[{at}]")
    return picture, f"Output {at} is " + ", ".join(f"{total} with {rule}" for rule, total in zip(Row.RULES, sums))


def ghost_counts(width=8, M=5):
    """How many ghost elements each output meets."""
    picture, R = Picture(), M // 2
    counts = [sum(not 0 <= i + d < width for d in range(-R, R + 1)) for i in range(width)]
    if sum(counts) != R * (R + 1):
        raise ValueError("the ghosts of a row are not R (R + 1)")
    for i in range(-R, width + R):
        inside = 0 <= i < width
        picture.box(i * CELL, 0, CELL, CELL, "input" if inside else "ghost", name_of(i) if inside else "0")
        if inside:
            picture.box(i * CELL, CELL + 50, CELL, CELL, "output", i)
            for level in range(counts[i]):
                picture.box(i * CELL + 8, 2 * CELL + 58 + 44 * level, CELL - 16, 36, "ghost")
            picture.text((i + 0.5) * CELL, 2 * CELL + 78 + 44 * counts[i], counts[i])
    for y, name in ((CELL / 2, "in"), (CELL * 1.5 + 50, "out"), (2 * CELL + 78, "ghosts")):
        picture.text(-R * CELL - 16, y, name, "end")
    return picture, f"The {width} outputs of a filter of {M} meet {', '.join(map(str, counts))} ghost elements, {sum(counts)} in all"


def ghost_counts_2d(width=7, M=5):
    """How many of its M × M products each output of an image loses to ghost elements."""
    picture, R, small = Picture(), M // 2, 58
    inside = [sum(0 <= i + d < width for d in range(-R, R + 1)) for i in range(width)]
    most = M * M - min(inside) ** 2
    free = 0
    for y, down in enumerate(inside):
        for x, across in enumerate(inside):
            ghosts = M * M - down * across
            free += not ghosts
            picture.box(x * small, y * small, small, small, f"heat{1 + -(-4 * ghosts // most)}" if ghosts else "output", ghosts)
    return picture, (f"Ghost elements of each output of a {width} × {width} image and a {M} × {M} filter: {most} of {M * M} in the corners, "
                     f"none for the {free} outputs in the middle")


def journey():
    """What a launcher does: memory on the device, copies there, the kernel, the copy back."""
    picture, wide, gap = Picture(), 170, 120
    down = 2 * CELL + 110
    places = {"in": 0, "filter": wide + 30, "kernel": 2 * wide + 60 + 60, "out": 3 * wide + 2 * gap + 60}
    for name, kind in (("in", "input"), ("filter", "weight"), ("out", "output")):
        x = places[name]
        picture.box(x, 0, wide, CELL, kind, f"h_{name}")
        picture.box(x, down, wide, CELL, kind, f"d_{name}")
        if name == "out":
            picture.arrow(x + wide / 2, down - 4, x + wide / 2, CELL + 4)
        else:
            picture.arrow(x + wide / 2, CELL + 4, x + wide / 2, down - 4)
    picture.text(places["filter"] - 15, (CELL + down) / 2, "copy")
    picture.text(places["out"] + wide / 2 + 16, (CELL + down) / 2, "copy back", "start")
    picture.box(places["kernel"], down, wide, CELL, "thread", "kernel")
    picture.arrow(places["filter"] + wide + 4, down + CELL / 2, places["kernel"] - 4, down + CELL / 2)
    picture.arrow(places["kernel"] + wide + 4, down + CELL / 2, places["out"] - 4, down + CELL / 2)
    right = places["out"] + wide + 150
    picture.line(-100, (CELL + down) / 2 + 46, right, (CELL + down) / 2 + 46, "faint")
    picture.text(-16, CELL / 2, "host", "end")
    picture.text(-16, down + CELL / 2, "device", "end")
    return picture, "The host copies h_in and h_filter to the device, the kernel reads d_in and d_filter and writes d_out, and d_out is copied back to h_out"


def product_cost(size=4):
    """One product: what is loaded, and what is computed."""
    picture, wide = Picture(), 250
    for row, (name, kind) in enumerate((("filter[d + R]", "weight"), ("in[i + d]", "input"))):
        y = row * (CELL + 40)
        picture.box(0, y, wide, CELL, kind, name)
        picture.text(wide / 2, y + CELL + 20, f"{size} bytes")
        picture.arrow(wide + 6, y + CELL / 2, wide + 84, CELL + 20 - 14 + 28 * row)
    x = wide + 90
    picture.box(x, 20, 110, CELL + 40, "heat2", "×", size=44)
    picture.arrow(x + 116, CELL + 8, x + 174, CELL + 8)
    picture.box(x + 180, 20, 110, CELL + 40, "heat2", "+", size=44)
    picture.arrow(x + 296, CELL + 8, x + 354, CELL + 8)
    picture.box(x + 360, 20 + 20, 130, CELL, "output", "sum")
    picture.bracket(0, wide, 2 * CELL + 92, f"2 loads, {2 * size} bytes")
    picture.bracket(x, x + 290, 2 * CELL + 92, "2 flops")
    return picture, f"One product loads a weight and an input element, {2 * size} bytes, for a multiplication and an addition: {2 / (2 * size)} flop a byte"


def balance():
    """Flops a byte: what the kernel asks for, and where the card is as fast in arithmetic as in memory."""
    picture, wide = Picture(), 120
    card = Card.FLOP_PER_S / Card.BYTES_PER_S
    low, high = -3, 5
    at = {name: (log2(value) - low) * wide for name, value in (("both", 2 / 8), ("in", 2 / 4), ("card", card))}
    picture.box(0, 0, round(at["card"]), CELL + 20, "input", "the card waits for memory")
    picture.box(round(at["card"]), 0, (high - low) * wide - round(at["card"]), CELL + 20, "output", "for arithmetic")
    for power in range(low, high + 1):
        x = (power - low) * wide
        picture.line(x, CELL + 20, x, CELL + 34)
        picture.text(x, CELL + 54, f"1/{2 ** -power}" if power < 0 else 2 ** power)
    picture.text((high - low) * wide / 2, CELL + 96, "flops for each byte loaded")
    for name, text, anchor, lift in (("both", f"{2 / 8}: filter and in", "middle", 116), ("in", f"{2 / 4}: in alone", "start", 60), ("card", f"{card:.0f}: H200", "middle", 60)):
        picture.arrow(at[name], -lift + 18, at[name], -4)
        picture.text(at[name] - (18 if anchor == "start" else 0), -lift, text, anchor)
    return picture, (f"A product needs {2 / 8} flop a byte if filter and input are loaded, {2 / 4} if only the input is; below {card:.0f} flop a byte an H200 waits for memory")


def where_time_goes(M=9, power=28):
    """The basic form on a card: its time, between the arithmetic alone and all loads from the card's memory."""
    picture, N = Picture(), 2 ** power
    times = Card.times()
    size = f"conv1d, 2^{power} elements, M = {M}"
    copy, whole = (times.row(function, size)["median, ms"] for function in ("cudaMemcpy, device to device", "conv1d_constant"))
    bars = [("arithmetic at the peak rate", "heat2", 2 * M * N / Card.FLOP_PER_S * 1e3, None),
            ("a copy, no arithmetic", "input", float(copy), copy),
            ("conv1d_constant", "output", float(whole), whole),
            (f"{M} loads each, no cache", "ghost", 4 * M * N / Card.BYTES_PER_S * 1e3, None)]
    unit = 520 / max(ms for _, _, ms, _ in bars)
    for row, (name, kind, ms, text) in enumerate(bars):
        y = row * (CELL + 20)
        picture.text(-16, y + CELL / 2, name, "end")
        picture.box(0, y, round(unit * ms), CELL, kind)
        picture.text(unit * ms + 14, y + CELL / 2, f"{text} ms" if text else f"{ms:.2g} ms", "start")
    return picture, "Times: " + ", ".join(f"{name} {text or format(ms, '.2g')} ms" for name, _, ms, text in bars)


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
