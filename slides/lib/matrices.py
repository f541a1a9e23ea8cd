"""What a product of matrices loads, in a kernel without tiles and in one with them."""


def naive_loads(rows, inner, columns):
    """Each output loads a row of a and a column of b."""
    return 2 * rows * inner * columns


def tiled_loads(rows, inner, columns, T=16):
    """Each block loads the rows of a and the columns of b that it needs, once."""
    return rows * inner * -(-columns // T) + inner * columns * -(-rows // T)


def tiled_reads(rows, inner, columns, T=16):
    """Elements of shared memory that are read: two a product, those beyond an edge included."""
    return 2 * (-(-rows // T) * -(-columns // T)) * T * T * (-(-inner // T) * T)
