"""A warp: what a shuffle fetches, which lanes of a convolution are right, and what a row in registers is worth."""
WARP = 32


def source(kind, lane, step, lanes=WARP):
    """From which lane a shuffle fetches: `idx` counts modulo the warp; `up`, `down` and `xor` leave a lane its own where there is none."""
    if kind == "idx":
        return (lane + step) % lanes
    there = {"up": lane - step, "down": lane + step, "xor": lane ^ step}[kind]
    return there if 0 <= there < lanes else lane


def shuffled(values, kind, step):
    return [values[source(kind, lane, step, len(values))] for lane in range(len(values))]


def sums(pixels, weights):
    """What each lane gets if it fetches its neighbours by lane + d; right where no index wrapped round."""
    R = len(weights) // 2
    got = [sum(w * pixels[source("idx", lane, k - R, len(pixels))] for k, w in enumerate(weights)) for lane in range(len(pixels))]
    return got, [R <= lane < len(pixels) - R for lane in range(len(pixels))]


def tile(R):
    """Side of the square that a warp computes, when it goes down as many rows as it has lanes."""
    return WARP - 2 * R


def running(rows, R=1):
    """Which rows each sum has met, row by row, and which output is complete then: lab 10's table, without its weights."""
    held, table = [""] * (2 * R + 1), []
    for y in range(rows):
        held = [(rest + " " + name).strip() for rest, name in zip(held, ["abcdefghijklmnopqrstuvwxyz"[y]] * len(held))]
        table.append((y, list(held), y - R if y >= R else None))
        held = [""] + held[:-1]
    return table
