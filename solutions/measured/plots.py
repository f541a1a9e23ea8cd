"""Plots of a record: the data for tools/plot, and what each is in words. A part that was never measured gives none."""
import re

from record import Record, Unrecorded, slug

ELEMENTS = 2**28                # of every ladder
BYTES = 2 * 4 * ELEMENTS        # that a copy of them moves
RAISED = str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")
ROUTE, TRIED, LIBRARY = "a step", "tried, not kept", "library"


def taps(ladder):
    """Elements of the filter that a ladder's name tells; 0 for a transpose."""
    if found := re.search(r"filter (\d+)", ladder):
        return int(found[1])
    found = re.search(r"(\d+) × (\d+)", ladder)
    return int(found[1]) * int(found[2]) if found else 0


def ladders(record):
    return list(dict.fromkeys(row["ladder"] for row in record.rows("ladder", what="time")))


def route(rungs):
    """The rungs that the last one was reached by."""
    start, names = {row["rung"]: row["from"] for row in rungs}, []
    at = rungs[-1]["rung"]
    while at:
        if at not in start:
            raise Unrecorded(f"{names[-1]} differs from {at}, of which the record has no time", rungs[-1]["ladder"], "make measure ONLY=ladder, on that card")
        names.append(at)
        at = start[at]
    return names


def ladder_bars(record, ladder):
    """(data, words): each rung's share of a copy's rate."""
    rungs = [row for row in record.rows("ladder", what="time", ladder=ladder) if row["rung"] != "copy"]
    peers = record.rows("ladder", what="peer", ladder=ladder) + record.rows("peers", what="peer", ladder=ladder)
    kept = route(rungs)
    bars = [{"label": row["rung"], "value": row["share"], "group": ROUTE if row["rung"] in kept else TRIED} for row in rungs]
    bars += [{"label": row["rung"], "value": row["share"], "group": LIBRARY} for row in peers]
    words = (f"{ladder} on {record.card}: a bar for each rung, as long as its share of a copy's rate, from {rungs[0]['rung']}, {rungs[0]['share']:.3f}, to {rungs[-1]['rung']}, {rungs[-1]['share']:.3f}"
             + "".join(f"; {row['rung']} {row['share']:.3f}" for row in peers))
    return {"title": f"{ladder}: share of a copy's rate, {record.card}", "x": "share of a copy's rate; the line is the copy", "bars": bars, "mark": 1}, words


def roofs(record):
    """(bytes a second of a copy, multiply-adds as flop a second or nothing): the ceilings, or what the ladder's copies reached."""
    ceilings = record.rows("ceilings", what="ceiling")
    copies = [row["value"] for row in ceilings if row["unit"] == "B/s" and "copy" in row["name"]]
    copies = copies or [BYTES / row["ms"] * 1e3 for row in record.rows("ladder", what="time", rung="copy")]
    return max(copies), max((row["value"] for row in ceilings if row["unit"] == "flop/s"), default=None)


def roofline_points(record):
    """{ladder: [(rung, flop a byte of DRAM, flop a second)]} of the convolutions whose kernels were counted."""
    counts = {(row["ladder"], row["rung"]): row["read"] + row["written"] for row in record.rows("counts")}
    points = {}
    for row in record.rows("ladder", what="time"):
        flop, moved = 2 * taps(row["ladder"]) * ELEMENTS, counts.get((row["ladder"], row["rung"]))
        if flop and moved:
            points.setdefault(row["ladder"], []).append((row["rung"], flop / moved, flop / row["ms"] * 1e3))
    return points


def roofline(record):
    """(data, words): every rung of the convolutions under the roofs."""
    points, (rate, peak) = roofline_points(record), roofs(record)
    ends = [x for rungs in points.values() for _, x, _ in rungs]
    lowest = [y for rungs in points.values() for *_, y in rungs]
    left, right = min(ends) / 2, max(ends) * 4
    roof = [[left, rate * left], [peak / rate, peak], [right, peak]] if peak and peak / rate < right else [[left, rate * left], [right, rate * right]]
    series = [{"name": "roof" if peak else "roof of the copy", "as": "roof", "points": roof}]
    columns = []
    for ladder, rungs in points.items():
        named = {rungs[0][0], rungs[-1][0]}
        # Two ladders of as many flop a byte are one column, with a ladder's names on either side.
        side = {"side": "left"} if any(0.8 < rungs[-1][1] / x < 1.25 for x in columns) else {"side": "right", "labels_at": max(x for _, x, _ in rungs)}
        columns.append(rungs[-1][1])
        series.append({"name": ladder.replace(" convolution", ""), "as": "points", **side, "points": [[x, y] for _, x, y in rungs], "labels": [rung if rung in named else "" for rung, *_ in rungs]})
    data = {"title": f"Roofline of the convolutions, {record.card}", "x": "flop for each byte of DRAM", "y": "Tflop a second", "log_x": 10, "log_y": 10, "series": series,
            "x_ticks": [[tick, f"{tick:g}"] for tick in (0.5, 1, 2, 5, 10, 20, 50, 100)], "x_range": [left, right], "y_range": [min(lowest) / 2, 1.5 * roof[-1][1]],
            "y_ticks": [[tick * 1e12, f"{tick:g}"] for tick in (0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 50, 100, 200)], "height": 420}
    best = "; ".join(f"{ladder}: {y / min(rate * x, peak or float('inf')):.0%} of the roof" for ladder, rungs in points.items() for _, x, y in rungs[-1:])
    return data, f"Roofline on {record.card}; the last rungs: {best}"


def sizes(record, ladder, rate):
    """(data, words) of the time, or with `rate` of the bytes a second, by the number of elements."""
    rows = record.rows("sizes", what="size", ladder=ladder)
    rungs = list(dict.fromkeys(row["rung"] for row in rows))
    series = [{"name": rung, "points": [[row["elements"], row["bytes"] / row["ms"] / 1e9 if rate else row["ms"]] for row in rows if row["rung"] == rung]} for rung in rungs]
    ticks = [[2**power, "2" + str(power).translate(RAISED)] for power in range(10, 31, 4)]
    what = "bytes a second" if rate else "time"
    return ({"title": f"{ladder}: {what} by size, {record.card}", "x": "elements", "y": "TB/s" if rate else "ms", "log_x": 2, "log_y": 0 if rate else 10, "x_ticks": ticks, "series": series},
            f"{ladder} on {record.card}: {what} of {', '.join(rungs)} from 2¹⁰ to 2³⁰ elements; the table has the numbers")


def chase(record):
    """(data, words): what a load takes, by the size of the array that a chain leads through."""
    rows = record.rows("latencies", what="chase")
    ticks = [[2**power, name] for power, name in ((12, "4 KiB"), (17, "128 KiB"), (22, "4 MiB"), (27, "128 MiB"), (32, "4 GiB"))]
    return ({"title": f"One load after the other, {record.card}", "x": "bytes of the array", "y": "cycles", "log_x": 2, "x_ticks": ticks, "y_range": [0, 1.1 * max(row["high"] for row in rows)],
             "series": [{"name": "a load", "points": [[row["bytes"], row["cycles"]] for row in rows]}]},
            f"Cycles of a load that the next one needs, on {record.card}, for arrays from 4 KiB to 4 GiB: steps where L1 and L2 end; the table has the numbers")


def reuse(record, dimensions):
    """(data, words): time over reuse ratio, a line for each kernel, from its smallest tile to its largest. Kernels with one tile share a series."""
    rows = [row for row in record.rows("reuse", what="reuse") if ("2d" in row["kernel"]) == (dimensions == 2)]
    kernels = list(dict.fromkeys(row["kernel"] for row in rows))
    series, alone = [], {"name": "one tile or none", "as": "points", "points": [], "labels": []}
    for kernel in kernels:
        own = [row for row in rows if row["kernel"] == kernel]
        points = [[row["reuse_ratio"], row["ms"]] for row in own]
        if len(own) > 1:
            ends = [f"T = {own[0]['tile']}", *[""] * (len(own) - 2), f"T = {own[-1]['tile']}"]
            series.append({"name": kernel, "points": points, "labels": ends, "side": ["left", *["right"] * (len(own) - 1)]})
        else:
            alone["points"] += points
            alone["labels"].append(kernel)
    most, times = 1.15 * max(row["reuse_ratio"] for row in rows), [row["ms"] for row in rows]
    step = max(1, round(most / 8))
    return ({"title": f"Time over loads saved: {dimensions}-D, {record.card}", "x": "reuse ratio: loads of the basic kernel, divided by the kernel's", "y": "ms", "log_y": 10,
             "series": series + [alone] * bool(alone["points"]), "height": 420, "x_range": [0, most], "y_range": [min(times) / 1.4, 1.4 * max(times)],
             "x_ticks": [[tick, str(tick)] for tick in range(0, int(most) + 1, step)], "y_ticks": [[tick, f"{tick:g}"] for tick in (0.5, 1, 2, 5, 10, 20)]},
            f"Time over reuse ratio in {dimensions}-D on {record.card}: " + "; ".join(f"{row['kernel']}, T = {row['tile']}: ratio {row['reuse_ratio']:.3g}, {row['ms']:.3f} ms" for row in rows))


def file_of(record, name):
    """Beside the pages."""
    return f"plots/{Record.file(record.card).stem}_{name}.svg"


def picture(record, name):
    """Markdown; nothing if there is no such plot."""
    plot = plots_of(record).get(name)
    return f"![{plot[1]}]({file_of(record, name)})\n\n" if plot else ""


def plots_of(record):
    """{name: (data, words)}: ladder_transpose, roofline, sizes_transpose_time, sizes_transpose_rate, reuse_1d, reuse_2d, chase."""
    plots = {f"ladder_{slug(ladder)}": ladder_bars(record, ladder) for ladder in ladders(record)}
    if roofline_points(record):
        plots["roofline"] = roofline(record)
    for ladder in dict.fromkeys(row["ladder"] for row in record.rows("sizes", what="size")):
        plots |= {f"sizes_{slug(ladder)}_time": sizes(record, ladder, False), f"sizes_{slug(ladder)}_rate": sizes(record, ladder, True)}
    for dimensions in (1, 2):
        if any(("2d" in row["kernel"]) == (dimensions == 2) for row in record.rows("reuse", what="reuse")):
            plots[f"reuse_{dimensions}d"] = reuse(record, dimensions)
    if record.rows("latencies", what="chase"):
        plots["chase"] = chase(record)
    return plots
