"""Blocks on a multiprocessor: limits of compute capability 9.0, from NVIDIA's CUDA C++ Programming Guide."""
from typing import NamedTuple

WARP, MOST_THREADS, MOST_WARPS, MOST_BLOCKS = 32, 2048, 64, 32
SHARED_BYTES, RESERVED_BYTES, GRAIN = 228 * 1024, 1024, 128     # of a multiprocessor; taken by each block; rounded up to


class Residents(NamedTuple):
    blocks: int
    warps: int
    limit: str      # what stops one more block

    @property
    def occupancy(self):
        return self.warps / MOST_WARPS


def residents(threads, shared_bytes=0):
    """How many blocks of so many threads are on a multiprocessor at once, if registers don't limit them."""
    warps = -(-threads // WARP)
    limits = {"warps": MOST_WARPS // warps, "blocks": MOST_BLOCKS}
    if shared_bytes:
        limits["shared memory"] = SHARED_BYTES // (RESERVED_BYTES + -(-shared_bytes // GRAIN) * GRAIN)
    limit = min(limits, key=limits.get)
    return Residents(limits[limit], limits[limit] * warps, limit)


def busy(warps, work, wait):
    """The share of its time that a scheduler issues, if each warp in turns works and waits."""
    return min(1, warps * work / (work + wait))


def warps_to_hide(work, wait):
    """The fewest warps that leave it no pause."""
    return -(-(work + wait) // work)
