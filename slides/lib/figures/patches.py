"""One tile of an image: its core, edges and corners."""
from lib.arithmetic import uses
from lib.svg import Picture


def tile_2d(T=4, R=1, corner=False):
    """A patch of an image: core, four edges, four corners. `corner`: the image's upper left one, with ghosts."""
    picture, small = Picture(), 46
    for y in range(T + 2 * R):
        for x in range(T + 2 * R):
            ghost = corner and (x < R or y < R)
            core = R <= x < R + T and R <= y < R + T
            both = not (R <= x < R + T) and not (R <= y < R + T)
            kind = "ghost" if ghost else "input" if core else "corner" if both else "halo"
            picture.box(x * small, y * small, small, small, kind, "0" if ghost else "")
    side = T + 2 * R
    picture.bracket(R * small, (R + T) * small, -10, f"T = {T}", below=False)
    picture.bracket(0, side * small, side * small + 10, f"T + 2R = {side}")
    return picture, (f"A {side} × {side} patch: {T} × {T} core pixels, four edges of {T} × {R}, four corners of {R} × {R}"
                     + ("; above and left of the image are ghost elements" if corner else ""))


def use_counts_2d(T=4, M=3):
    """How many outputs of a tile read each pixel of its patch: the 1-D counts, multiplied."""
    picture, counts, small = Picture(), uses(T, M), 58
    most = max(counts) ** 2
    for y, down in enumerate(counts):
        for x, across in enumerate(counts):
            level = 1 + (4 * down * across - 1) // most if down * across < most else 5
            picture.box(x * small, y * small, small, small, f"heat{min(level, 5)}", down * across)
    return picture, f"Uses of each pixel of a {len(counts)} × {len(counts)} patch: from 1 in the corners to {most} in the middle, {sum(counts) ** 2} in all"
