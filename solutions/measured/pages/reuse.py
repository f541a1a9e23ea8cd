"""Loads saved against time: a point for each kernel and tile."""
from pages import made, not_run, sized, table
from plots import picture

NAME = "_reuse"
HEAD = """# Loads saved and time on {card}

{made}. Measured by `make measure ONLY=reuse`, written by `solutions/measured/render`.

`reuse_ratio`: loads of the basic kernel, divided by the kernel's, as the CPU engine counts them. Times by CUDA events: 2²⁸ elements, in 2-D 16384 × 16384. If time followed the loads,
the points would fall from left to right.

"""


def page(record):
    rows = record.rows("reuse", what="reuse")
    if not rows:
        return f"# Loads saved and time on {record.card}\n\n" + not_run("reuse")
    return HEAD.format(card=record.card, made=made(record, "reuse")) + picture(record, "reuse_1d") + picture(record, "reuse_2d") + table(
        ["kernel:", "T", "threads of a block", "loads an output", "`reuse_ratio`", "ms"],
        [[f"`{row['kernel']}`", str(row["tile"]), str(row["block"]), f"{row['loads_per_output']:.3f}", f"{row['reuse_ratio']:.2f}", sized(row["ms"], row["low"], row["high"], 4)] for row in rows])
