"""A kernel without its barrier, in some order of threads."""


def neighbours_in(order):
    """Each thread stores its element, then reads its left neighbour's, with no barrier: who reads a stored one?"""
    stored, right = set(), {}
    for thread in order:
        stored.add(thread)
        right[thread] = thread == 0 or thread - 1 in stored
    return right
