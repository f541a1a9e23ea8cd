"""The five steps of a filter on one picture; lab 13's page takes its times from the same rows."""
from pages import made, not_run, table

NAME = "_steps"
HEAD = """# The five steps of a filter on {card}

{made}, CPU {cpu}. Measured by `make measure ONLY="steps step_counts"`, written by `solutions/measured/render`; the steps are in `solutions/steps`.

RGB bytes, a filter of 5 × 5, zeros outside. By CUDA events: the kernel, and the filter's copy to constant memory where there is one; the pictures are on the
device. In each of 31 rounds every step runs once. *ms*: the median and its 95 % interval; of the CPU, one core, plain loops compiled with -O3, by its clock. *Over
CPU*: the CPU's median divided by the step's. *Over the step before*: in the same round, the median and its interval. *Wrong*: bytes that differ from the CPU's.
"""


def sizes(record):
    return list(dict.fromkeys(row["size"] for row in record.rows("steps")))


def brief(number, digits):
    """With so many digits, and without an exponent."""
    text = f"{number:.{digits}g}"
    return f"{number:.0f}" if "e+" in text else text


def cells(record, size):
    """{step: (ms, times as fast as the CPU, times as fast as the step before)} of one picture, as texts."""
    rows = record.rows("steps", size=size)
    return {row["step"]: (brief(row["ms"], 4), brief(rows[0]["ms"] / row["ms"], 4), brief(row["gain"], 3) if row is not rows[0] else "–") for row in rows}


def interval(number, row, of="", digits=4):
    return f"{number} ({brief(row[f'{of}low'], digits)}–{brief(row[f'{of}high'], digits)})"


def page(record):
    if not record.rows("steps"):
        return f"# The five steps of a filter on {record.card}\n\n" + not_run("steps")
    text = HEAD.format(card=record.card, made=made(record, "steps"), cpu=record.rows("steps")[0].get("cpu", "unknown"))
    for size in sizes(record):
        said = cells(record, size)
        text += f"\n## {size} pixels\n\n" + table(["step:", "what changes:", "ms", "over CPU", "over the step before", "wrong"], [
            [f"`{row['step']}`", row["change"], interval(said[row["step"]][0], row), said[row["step"]][1],
             interval(said[row["step"]][2], row, "gain_", 3) if said[row["step"]][2] != "–" else "–", str(row["wrong"])]
            for row in record.rows("steps", size=size)])
    if not record.rows("step_counts"):
        return text + "\nCounts: " + not_run("step_counts")
    return text + "\nCounts of Nsight Compute, the large picture, in millions; GB read from the card's memory.\n\n" + table(
        ["step:", "loads by warps", "load sectors", "conflicts", "GB read"],
        [[f"`{row['step']}`", f"{row['loads'] / 1e6:.2f}", f"{row['sectors'] / 1e6:.2f}", f"{row['conflicts'] / 1e6:.2f}", f"{row['read'] / 1e9:.3f}"] for row in record.rows("step_counts")])
