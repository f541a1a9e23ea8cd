"""The layer of channels of lab 12: rungs and sweep, cold and hot."""
import layer as theory
from layer_lab import us
from pages import made, not_run, table

NAME = "_layer"
HEAD = """# A layer of channels on {card}

{made}. Measured by `make measure ONLY=layer`, written by `solutions/measured/render`; the rungs are in `solutions/ladder/channels`.

1024 × 1024 channels, length 4, 5 taps, with bias: {flops:.1f} Mflop and {bytes:.1f} MB that must move. By CUDA events around graphs of 96 launches, each time in
another order, median of 21 rounds and its 95 % interval. *Cold*: each launch has another of 24 sets of weights, 503 MB. *Hot*: all have the same one.
*Alone*: one launch, cold, with events around it. *Of copy*: what a large copy takes for as many bytes in the same round, in parts of the cold time. *Gain*: how many
times as long the rung took from which this one differs. *Mflop*, *MB*: as Nsight Compute counts them. Every output is checked against plain sums in double made on
the card, after launches alone and in a row.

## Rungs

"""
SWEEP = """
## Sweep

Input channels a thread, output channels a block. Blocks and warps that a multiprocessor can hold at once, by the CUDA runtime; occupancy as achieved, instructions
of warps and of global loads among them, in thousands, by Nsight Compute.

"""


def counted(row, words, scale):
    """A sum of counts; a dash where no profiler counted."""
    return f"{sum(factor * row[word] for word, factor in words.items()) / scale:.1f}" if all(word in row for word in words) else "–"


def cold(row):
    return [f"{us(row['ms'])} ({us(row['low'])}–{us(row['high'])})", f"{row['share']:.2f}"]


def hot(row):
    return [us(row[word]) if word in row else "–" for word in ("hot", "alone")]


def page(record):
    if not theory.runs_of(record):
        return f"# A layer of channels on {record.card}\n\n" + not_run("layer")
    rungs = [[f"`{row['rung']}`", f"`{row['from']}`" if row["from"] else "–", row["idea"], *cold(row), f"{row['gain']:.2f}" if row["from"] else "–", *hot(row),
              counted(row, {"fma": 2, "add": 1, "mul": 1}, 1e6), counted(row, {"read": 1}, 1e6), str(row["wrong"])] for row in record.rows("layer", what="time")]
    rungs += [[row["rung"], "–", "–", *cold(row), "–", *hot(row), "–", "–", "–"] for row in record.rows("layer", what="peer")]
    sweep = [[str(row["channels"]), str(row["filters"]), *cold(row), us(row["hot"]), str(row["registers"]), str(row["shared_bytes"]), str(row["blocks"]),
              str(row["blocks"] * row["threads"] // 32), counted(row, {"occupancy": 1}, 1), counted(row, {"instructions": 1}, 1e3), counted(row, {"loads": 1}, 1e3), str(row["wrong"])]
             for row in record.rows("layer", what="sweep")]
    text = HEAD.format(card=record.card, made=made(record, "layer"), flops=theory.FLOPS / 1e6, bytes=theory.BYTES / 1e6)
    text += table(["rung:", "differs from:", "by:", "cold, µs", "of copy", "gain", "hot, µs", "alone, µs", "Mflop", "MB read", "wrong"], rungs)
    for row in record.rows("layer", what="right"):
        text += f"\nAll rungs and rows of the sweep at sizes from {row['sizes']}, and arrays off by 0 to 3 floats, {row['calls']} calls: {row['wrong']} wrong.\n"
    return text + SWEEP + table(["channels", "output channels", "cold, µs", "of copy", "hot, µs", "registers", "shared, bytes", "blocks", "warps", "occupancy, %", "instructions", "loads",
                                 "wrong"], sweep)
