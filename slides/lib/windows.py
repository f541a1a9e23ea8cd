"""Windows of threads that compute four columns, and banks of tiles of float4."""


def window_pixels(rows, R):
    """What a thread of 4 × rows outputs loads, in pixels an output."""
    return (4 + 2 * R) * (rows + 2 * R) / (4 * rows)


def window_loads(width, height, rows, R):
    """Pixels that all threads of an image load; ghosts are not loaded."""
    along = sum(min(x + 4 + R, width) - max(x - R, 0) for x in range(0, width, 4))
    down = sum(min(y + rows + R, height) - max(y - R, 0) for y in range(0, height, rows))
    return along * down


LAYOUTS = {"plain": lambda x, q: x * 16 + q, "a float4 more": lambda x, q: x * 17 + q, "exclusive or": lambda x, q: x * 16 + (q ^ (x // 4 & 7))}


def bank_groups(layout, q=0):
    """Eight threads store a float4 each, in columns 0, 4, 8, … of a tile: which of eight groups of four banks each meets."""
    return [LAYOUTS[layout](4 * thread, q) % 8 for thread in range(8)]
