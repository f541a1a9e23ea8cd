"""What each design of a tiled 1-D kernel costs a block: T outputs, 2R + 1 weights, warps of 32 threads."""
from typing import NamedTuple

WARP = 32


class Cost(NamedTuple):
    threads: int
    loads: int          # elements loaded from global memory
    requests: int       # load instructions, one for each warp that executes it
    steps: int          # loads of one thread, one after the other, before the barrier
    tests: int          # comparisons in the sum, for each product


def warps(first, beyond):
    """The warps of threads first to beyond - 1."""
    return (beyond - 1) // WARP - first // WARP + 1 if beyond > first else 0


def phases(T, R):
    patch = T + 2 * R
    return Cost(T, patch, sum(warps(0, min(T, patch - begin)) for begin in range(0, patch, T)), -(-patch // T), 0)


def halo_regions(T, R):
    return Cost(T, T + 2 * R, warps(0, T) + warps(0, R) + warps(T - R, T), 2, 0)


def design2(T, R):
    return Cost(T + 2 * R, T + 2 * R, warps(0, T + 2 * R), 1, 0)


def design3(T, R):
    """The core is loaded once; an output `d` from the edge loads the R - d elements beyond it, in as many steps of the sum."""
    beyond = [(step, out) for step in range(1, R + 1) for out in range(step)]
    beyond_steps = sum(warps(0, step) + warps(T - step, T) for step in range(1, R + 1))
    return Cost(T, T + 2 * len(beyond), warps(0, T) + beyond_steps, 1, 2)


DESIGNS = {"design 1, phases": phases, "design 1, regions": halo_regions, "design 2": design2, "design 3": design3}
