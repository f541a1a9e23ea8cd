"""The rungs of the ladder: times, what each idea gains, libraries, and counts."""
from pages import made, not_run, sized, table
from plots import picture
from record import slug

NAME = "_ladder"
HEAD = """# The ladder on {card}

{made}. Measured by `make measure ONLY="ladder counts"`, written by `solutions/measured/render`; the rungs are in `solutions/ladder`.

2²⁸ floats: 16384 × 16384, and in 1-D one row. By CUDA events, whole calls: a filter's copy to constant memory where there is one, and the
kernel. In each of 31 rounds every row of a table runs once, in an order drawn anew. A pause of 3 ms after each keeps the clock up, and a kernel of 0.05 ms
before each, which is not timed, hides the launch. *ms*: the median and its 95 % interval. *Of copy*: the time of a device-to-device copy (cudaMemcpyAsync) of
as many bytes in the same round, divided by the rung's; the median of the rounds. *Gain*: how many times as long the rung took from which this one differs,
likewise. *Alone*: the kernel by itself, by Nsight Compute, one run. Every output is checked in full against plain sums in double made on the card, over an output full of NaN.
"""
LIBRARIES = """
Libraries and other tools, for the same input and output, filter and size:

"""
COUNTS = """
Counts of the same kernels by Nsight Compute: registers of a thread; occupancy as achieved; GB to and from the card's memory; millions of
instructions of warps, of global loads among them, of sectors that these loads and the stores touch; shared-memory bank conflicts in millions.

"""


def ms(row):
    return sized(row["ms"], row["low"], row["high"], 4)


def share(row):
    return sized(row["share"], row["share_low"], row["share_high"], 3)


def rungs_of(record, ladder, counts):
    rows = []
    for row in record.rows("ladder", what="time", ladder=ladder):
        start, count = row["from"], counts.get(row["rung"])
        rows.append([f"`{row['rung']}`", f"`{start}`" if start else "–", row["idea"], ms(row), share(row), f"{row['gain']:.2f}" if start else "–",
                     f"{count['ms']:.4f}" if count else "–", str(row["wrong"])])
    return table(["rung:", "differs from:", "by:", "ms", "of copy", "gain", "alone, ms", "wrong"], rows)


def libraries_of(record, ladder, last):
    """What libraries and other tools take for the same; nothing if none was tried."""
    rows = record.rows("ladder", what="peer", ladder=ladder) + [row for what in ("peer", "absent") for row in record.rows("peers", what=what, ladder=ladder)]
    return LIBRARIES + table(["library:", "ms", "of copy", f"times `{last}`", "wrong"], [
        [f"`{row['rung']}`", *([f"*not run*: {row['why']}", "–", "–", "–"] if row["what"] == "absent" else
                               [ms(row), share(row), sized(row["gain"], row["gain_low"], row["gain_high"], 3), str(row["wrong"])])] for row in rows]) if rows else ""


def remarks_of(record, ladder):
    """What else was tried with the last rung, a line each."""
    def of(what):
        return record.rows("ladder", what=what, ladder=ladder)

    yield from (f"`{row['rung']}` was not run: {row['why']}." for row in of("absent"))
    yield from (f"`{row['rung']}` back to back for half a second: {row['ms']:.4f} ms a call, {row['share']:.3f} of a copy's rate, measured likewise." for row in of("sustained"))
    yield from (f"`{row['rung']}` at {row['size']}: {row['ms']:.4f} ms, {row['share']:.3f} of copy, {row['wrong']} wrong." for row in of("odd"))
    yield from (f"All rungs at sizes from {row['sizes']} and arrays off by 0 to 3 floats, {row['calls']} calls: {row['wrong']} wrong." for row in of("right"))
    yield from (f"`{row['rung']}` at {row['size']}, beyond 2³¹ bytes: {row['wrong']} wrong." for row in of("large"))


def counts_of(rungs, counts):
    return COUNTS + table(["rung:", "registers", "occupancy", "GB read", "GB written", "instructions", "loads", "load sectors", "store sectors", "conflicts"], [
        [f"`{rung}`", f"{count['registers']:.0f}", f"{count['occupancy']:.0f} %", f"{count['read'] / 1e9:.3f}", f"{count['written'] / 1e9:.3f}",
         *[f"{count[word] / 1e6:.1f}" for word in ("instructions", "loads", "load_sectors", "store_sectors", "conflicts")]]
        for rung in rungs if (count := counts.get(rung))])


def peers_made(record):
    """When PyTorch and CuPy were timed, and which versions of them."""
    if not record.rows("peers"):
        return "PyTorch, CuPy: " + not_run("peers")
    versions = "".join(f", {row['name']} {row['version']}" for row in record.rows("peers", what="version"))
    return f"PyTorch, CuPy: {made(record, 'peers')}{versions}. They took turns with the copy and the last rung alone.\n"


def page(record):
    if not record.rows("ladder"):
        return f"# The ladder on {record.card}\n\n" + not_run("ladder")
    text = HEAD.format(card=record.card, made=made(record, "ladder"))
    text += "" if record.rows("counts") else "\nCounts: " + not_run("counts")
    text += "\n" + peers_made(record)
    for ladder in dict.fromkeys(row["ladder"] for row in record.rows("ladder")):
        rungs = [row["rung"] for row in record.rows("ladder", what="time", ladder=ladder)]
        counts = {row["rung"]: row for row in record.rows("counts", ladder=ladder)}
        text += f"\n## {ladder}\n\n" + picture(record, f"ladder_{slug(ladder)}") + rungs_of(record, ladder, counts)
        text += libraries_of(record, ladder, rungs[-1]) + "\n" + "\\\n".join(remarks_of(record, ladder)) + "\n"
        text += counts_of(rungs, counts) if counts else ""
    return text
