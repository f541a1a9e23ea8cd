"""Loads with and without a tile: in closed form for a tile that no edge cuts, and exactly for a whole input."""
from math import ceil


def ratio(T, M, dims=1):
    """T outputs a tile and M weights in each of `dims` directions."""
    return (T * M / (T + M - 1)) ** dims


def basic_loads(length, M):
    """One direction of an input: every output loads its neighbours, ghosts are not loaded."""
    R = M // 2
    return sum(min(i + R, length - 1) - max(i - R, 0) + 1 for i in range(length))


def tiled_loads(length, T, M):
    """One direction of an input: every tile loads what lies inside."""
    R = M // 2
    return sum(min(begin + T + R, length) - max(begin - R, 0) for begin in range(0, length, T))


def exact(width, height, T, M):
    """Loads of the basic kernel and of the tiled one, for an image."""
    return basic_loads(width, M) * basic_loads(height, M), tiled_loads(width, T, M) * tiled_loads(height, T, M)


def blocks(width, height, T):
    return ceil(width / T), ceil(height / T)
