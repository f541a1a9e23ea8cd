"""Whole calls of the labs' solutions, and their kernels alone."""
from itertools import groupby

from pages import made, not_run, table

NAME = "_solutions"
HEAD = """# The solutions' times on {card}

{made}. Measured by `make measure ONLY=solutions`, written by `solutions/measured/render`.

Whole calls, by CUDA events, as a lab's tests make them: the filter's copy to constant memory and what else the function
copies, the kernels, the wait for their end. In each round every function of a table runs once, after a first call that is not
counted. `spread`: the middle half of the times, in parts of the median. `÷ first`: time in parts of the first row's in the same
round, the median of the rounds. `wrong`: elements of the output that differ from plain sums in double, made on the card; of pictures
every 97th row and the edges.
"""


def page(record):
    if not record.rows("solutions"):
        return f"# The solutions' times on {record.card}\n\n" + not_run("solutions") + kernels(record)
    text = HEAD.format(card=record.card, made=made(record, "solutions"))
    for kind, rows in groupby(record.rows("solutions"), lambda row: row["kind"]):
        text += f"\n## {kind}\n"
        if kind in record.parts["solutions"].get("apart", {}):
            text += f"\n{made(record, 'solutions', kind)}: timed apart from the others.\n"
        for size, contest in groupby(rows, lambda row: row["size"]):
            text += f"\n**{size}**\n\n" + table(["function:", "min, ms", "median, ms", "spread", "÷ first", "wrong"], [
                [f"`{row['function']}`", f"{row['min']:.3f}", f"{row['ms']:.3f}", f"{row['spread']:.1%}", f"{row['of_first']:.2f}", str(row["wrong"])] for row in contest])
    return text + kernels(record)


def kernels(record):
    text = "\n## Kernels alone\n\n"
    if not record.rows("kernels"):
        return text + not_run("kernels")
    return (text + "Nsight Compute, one launch of each with empty caches, clocks as they are: gpu__time_duration; warp cycles per issued instruction, from one\n"
            "instruction of a warp to its next; eligible warps, those from which a scheduler could choose in a cycle, on average; instructions of warps.\n\n"
            + table(["kernel:", "ms", "cycles an instruction", "eligible warps", "instructions"], [
                [f"`{row['kernel']}`", f"{row['ms']:.4f}", f"{row['cycles_per_instruction']:.1f}", f"{row['eligible_warps']:.2f}", f"{row['instructions'] / 1e6:.1f} M"]
                for row in record.rows("kernels")]))
