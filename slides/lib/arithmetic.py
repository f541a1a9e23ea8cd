"""The tile arithmetic that figures, tables and tests share: T outputs of a tile, M weights, R = M // 2 on each side."""


def uses(T, M):
    """How many outputs of a tile read each element of its input tile."""
    return [min(k, T - 1) - max(k - M + 1, 0) + 1 for k in range(T + M - 1)]


def name_of(index):
    """The letter that stands for an element of the input."""
    return "abcdefghijklmnopqrstuvwxyz"[index]
