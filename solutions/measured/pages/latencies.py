"""How long one thing takes that the next one needs: registers, memories, shuffles, barriers."""
from pages import made, not_run, table
from plots import picture

NAME = "_latencies"
HEAD = """# Latencies on {card}

{made}. Measured by `make measure ONLY=latencies`, written by `solutions/measured/render`; the programs are in `solutions/ladder/latencies`.

One thread, and each step needs what the one before has brought. Nodes of an array are 128 bytes apart (64 in constant memory), in an order that was drawn. Median of 9 walks of 4096 steps or
more and its interval, in cycles of a multiprocessor; every walk ended where the chain leads. *L1*, *L2* and *memory* are global memory, of an array that fits there and nowhere nearer.
A latency is not a rate: while one warp waits, others load.

"""


def size(count):
    """`32 KiB` of a power of two of bytes; a dash of none."""
    power = max(0, (count.bit_length() - 1) // 10)
    return f"{count >> 10 * power} {('bytes', 'KiB', 'MiB', 'GiB')[power]}" if count else "–"


def cells(row):
    return [f"{row['cycles']:.2f} ({row['low']:.2f}–{row['high']:.2f})", f"{row['ns']:.1f}"]


def page(record):
    if not record.rows("latencies"):
        return f"# Latencies on {record.card}\n\n" + not_run("latencies")
    return (HEAD.format(card=record.card, made=made(record, "latencies"))
            + table(["of:", "array", "cycles", "ns"], [[row["name"], size(row["bytes"]), *cells(row)] for row in record.rows("latencies", what="latency")])
            + "\n## By the array's size\n\n" + picture(record, "chase")
            + table(["array", "cycles", "ns"], [[size(row["bytes"]), *cells(row)] for row in record.rows("latencies", what="chase")]))
