"""Sums that an audience can check: small numbers, an asymmetric filter where it matters."""
from lib.svg import CELL, Picture

SIGNAL = [2, 5, 1, 3, 0, 4, 6, 1]
FILTER = [1, 2, 4]

# The image and filter of ECE408's lecture 8.
IMAGE = [[1, 2, 3, 4, 5, 6, 7], [2, 3, 4, 5, 6, 7, 8], [3, 4, 5, 6, 7, 8, 9], [4, 5, 6, 7, 8, 5, 6],
         [5, 6, 7, 8, 5, 6, 7], [6, 7, 8, 9, 0, 1, 2], [7, 8, 9, 0, 1, 2, 3]]
WINDOW = [[1, 2, 3, 2, 1], [2, 3, 4, 3, 2], [3, 4, 5, 4, 3], [2, 3, 4, 3, 2], [1, 2, 3, 2, 1]]


def _at(row, i):
    return row[i] if 0 <= i < len(row) else 0


def _convolved(row, weights):
    """Not mirrored; ghost elements are 0."""
    R = len(weights) // 2
    return [sum(w * _at(row, i - R + k) for k, w in enumerate(weights)) for i in range(len(row))]


def _products(x, y):
    """Rows of products of the window laid over the image at (x, y)."""
    R = len(WINDOW) // 2
    return [[w * (_at(IMAGE[y - R + j], x - R + k) if 0 <= y - R + j < len(IMAGE) else 0) for k, w in enumerate(line)] for j, line in enumerate(WINDOW)]


def sum_1d(at=3, answer=True):
    """One output of a filter of three, with its products, and with a ghost where the filter leaves the input."""
    picture, R = Picture(), len(FILTER) // 2
    first = min(0, at - R)
    for i in range(first, max(len(SIGNAL), at + R + 1)):
        ghost, used = not 0 <= i < len(SIGNAL), abs(i - at) <= R
        picture.box(i * CELL, 0, CELL, CELL, "ghost" if ghost else "input" if used else "plain", _at(SIGNAL, i))
        if not ghost:
            picture.text(i * CELL + CELL / 2, -20, i)
    for k, weight in enumerate(FILTER):
        x = (at - R + k) * CELL
        picture.text(x + CELL / 2, CELL + 20, "×")
        picture.box(x, CELL + 40, CELL, CELL, "weight", weight)
    for y, text in ((0, "in"), (CELL + 40, "filter"), (2 * CELL + 110, "out")):
        picture.text(first * CELL - 16, y + CELL / 2, text, "end")
    products = [w * _at(SIGNAL, at - R + k) for k, w in enumerate(FILTER)]
    total = _convolved(SIGNAL, FILTER)[at]
    picture.arrow((at + 0.5) * CELL, 2 * CELL + 46, (at + 0.5) * CELL, 2 * CELL + 106)
    picture.box(at * CELL, 2 * CELL + 110, CELL, CELL, "output", total if answer else "?")
    terms = " + ".join(f"{w}·{_at(SIGNAL, at - R + k)}" for k, w in enumerate(FILTER))
    picture.text((at + 1.4) * CELL, 2.5 * CELL + 110, f"= {terms}" if answer else "", "start")
    said = f"{' + '.join(map(str, products))} = {total}" if answer else "what?"
    return picture, f"in is {', '.join(map(str, SIGNAL))}; the filter {', '.join(map(str, FILTER))} over element {at} gives {said}"


def mirrored(weights="1,2,4"):
    """The same input under a filter as it is, and under the mirrored one: a convolution as mathematicians define it."""
    picture = Picture()
    weights = [int(word) for word in str(weights).split(",")]
    rows = [("in", SIGNAL, "input"), (f"filter {' '.join(map(str, weights))}", _convolved(SIGNAL, weights), "output"),
            (f"mirrored {' '.join(map(str, weights[::-1]))}", _convolved(SIGNAL, weights[::-1]), "output")]
    for row, (name, values, kind) in enumerate(rows):
        y = row * (CELL + 34)
        picture.text(-16, y + CELL / 2, name, "end")
        for i, value in enumerate(values):
            differs = row == 2 and value != rows[1][1][i]
            picture.box(i * CELL, y, CELL, CELL, "wrong" if differs else kind, value)
    differing = sum(a != b for a, b in zip(rows[1][1], rows[2][1]))
    return picture, f"Filter {weights}: as it is {rows[1][1]}, mirrored {rows[2][1]}; {differing} of {len(SIGNAL)} outputs differ"


def response(weights="1,1,1", divisor=1):
    """A step and a spike, before and after a filter, as bars."""
    picture, high, wide = Picture(), 18, 44
    weights = [int(word) for word in str(weights).split(",")]
    signal = [1, 1, 1, 1, 5, 1, 1, 1, 1, 4, 4, 4, 4, 4, 4]
    result = [value / divisor for value in _convolved(signal, weights)][1:-1]
    base = {"before": 5 * high, "after": 5 * high + 40 + max(0, max(result)) * high}
    for name, values, kind in (("before", signal[1:-1], "input"), ("after", result, "output")):
        for i, value in enumerate(values):
            if value:
                top = base[name] - max(value, 0) * high
                picture.box(i * wide + 3, round(top), wide - 6, round(abs(value) * high), kind)
        picture.line(0, base[name], len(values) * wide, base[name])
        picture.text(-16, base[name] - high, name, "end")
    said = ", ".join(f"{value:.3g}" for value in result)
    return picture, f"A step and a spike under the filter {weights}{f' / {divisor}' if divisor != 1 else ''}: {said}"


def _grid(picture, left, top, small, rows, kind):
    for j, row in enumerate(rows):
        for k, value in enumerate(row):
            picture.box(left + k * small, top + j * small, small, small, kind(k, j), value)


def image_7x7(x=2, y=2, answer=True):
    """A 7 x 7 image, the 5 x 5 filter laid over the pixel (x, y), with ghosts where it leaves the image, and its output."""
    picture, R = Picture(), len(WINDOW) // 2
    rows = range(min(0, y - R), max(len(IMAGE), y + R + 1))
    small = min(52, 420 // len(rows))
    for j in rows:
        for k in range(min(0, x - R), max(len(IMAGE), x + R + 1)):
            ghost, used = not (0 <= j < len(IMAGE) and 0 <= k < len(IMAGE)), abs(k - x) <= R and abs(j - y) <= R
            kind = "ghost" if ghost else "output" if (k, j) == (x, y) else "input" if used else "plain"
            if used or not ghost:
                picture.box(k * small, j * small, small, small, kind, 0 if ghost else IMAGE[j][k])
    left, middle = 7 * small + 70, 3.5 * small
    picture.text(left - 35, middle, "×")
    _grid(picture, left, small, small, WINDOW, lambda k, j: "weight")
    total = sum(map(sum, _products(x, y)))
    picture.text(left + 5 * small + 35, middle, "→")
    picture.box(left + 5 * small + 70, 3 * small, 90, small, "output", total if answer else "?")
    return picture, f"The 5 × 5 filter laid over pixel ({x}, {y}) of a 7 × 7 image: the sum of 25 products is {total if answer else 'not shown'}"


def products_7x7(x=2, y=2):
    """The 25 products of one output, summed by row."""
    picture, small = Picture(), 62
    rows = _products(x, y)
    _grid(picture, 0, 0, small, rows, lambda k, j: "input")
    for j, row in enumerate(rows):
        picture.text(5 * small + 40, (j + 0.5) * small, "→")
        picture.box(5 * small + 80, j * small, 90, small, "weight", sum(row))
    total = sum(map(sum, rows))
    picture.text(5 * small + 215, 2.5 * small, "Σ")
    picture.box(5 * small + 250, 2 * small, 110, small, "output", total)
    return picture, f"Products by row: {' + '.join(str(sum(row)) for row in rows)} = {total}"


def ghosts(width=10, M=5):
    """How many ghost elements each output meets."""
    picture, R = Picture(), M // 2
    counts = [sum(not 0 <= i + d < width for d in range(-R, R + 1)) for i in range(width)]
    for i, count in enumerate(counts):
        picture.text((i + 0.5) * CELL, -20, i)
        picture.box(i * CELL, 0, CELL, CELL, "ghost" if count else "output", count)
    picture.text(-16, CELL / 2, "ghosts", "end")
    return picture, f"Ghost elements that each of {width} outputs meets with {M} weights: {', '.join(map(str, counts))}; {sum(counts)} in all"


def traffic():
    """What one product of the basic kernel moves, and what it computes."""
    picture = Picture()
    for row, (text, kind) in enumerate((("in[i + d]: 4 bytes", "input"), ("filter[d + R]: 4 bytes", "weight"))):
        picture.box(0, row * (CELL + 18), 380, CELL, kind, text)
    for y in (CELL / 2, CELL * 1.5 + 18):
        picture.arrow(388, y, 470, CELL + 9)
    picture.box(480, CELL / 2 + 9, 320, CELL, "output", "× and +: 2 flops")
    return picture, "Each product loads 8 bytes, 4 of the input and 4 of the filter, for 2 floating-point operations"
