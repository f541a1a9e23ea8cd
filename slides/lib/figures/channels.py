"""A layer of channels: what it sums, what it must move, what a card allows, and how loads wait."""
import sys
from math import log10

from lib.arithmetic import name_of
from lib.figures.rungs import ROOT, TABLES, _axes, _dot
from lib.measured import CARD, Times, significant, slug
from lib.svg import CELL, Picture

sys.path.append(str(ROOT / "solutions/measured"))
import layer                        # noqa: E402
from record import Record           # noqa: E402

CHANNELS = [[1, 2, 3], [4, 5, 6]]
FILTERS = [[1, 0, 2], [0, 1, 1]]
BIAS = 1
TAPS = {"1d": 9, "3x3": 9, "5x5": 25, "9x9": 81}
FAILED = "not measured"


def _record():
    return Record.of_card(Times(ROOT, CARD).card, ROOT / "solutions/measured")


def _parts(at):
    """Each channel's part of output `at`, and the products it is made of."""
    found = []
    for row, weights in zip(CHANNELS, FILTERS):
        products = [(w, row[at + k - 1] if 0 <= at + k - 1 < len(row) else 0) for k, w in enumerate(weights)]
        found.append((sum(w * x for w, x in products), products))
    return found


def channels_by_hand(at=0, answer=True):
    """Two channels, one filter for each, one output."""
    picture, parts = Picture(), _parts(at)
    for c, (row, weights, (part, products)) in enumerate(zip(CHANNELS, FILTERS, parts)):
        y = c * (CELL * 2 + 50)
        for i in range(-1, len(row) + 1):
            ghost, used = not 0 <= i < len(row), abs(i - at) <= 1
            if used or not ghost:
                picture.box(i * CELL, y, CELL, CELL, "ghost" if ghost else "input" if used else "plain", 0 if ghost else row[i])
        for k, weight in enumerate(weights):
            picture.box((at + k - 1) * CELL, y + CELL + 10, CELL, CELL, "weight", weight)
        picture.text(-CELL - 16, y + CELL / 2, f"channel {c}", "end")
        picture.text(-CELL - 16, y + 1.5 * CELL + 10, "filter", "end")
        terms = " + ".join(f"{x}·{w}" for w, x in products)
        picture.text(4 * CELL + 20, y + CELL + 5, f"{terms} = {part if answer else '?'}", "start")
    total = sum(part for part, _ in parts) + BIAS
    y = 2 * (CELL * 2 + 50)
    picture.text(4 * CELL - 20, y + CELL / 2, f"sum, and bias {BIAS}", "end")
    picture.box(4 * CELL + 20, y, 2 * CELL, CELL, "output", total if answer else "?")
    return picture, f"Output {at} of two channels: " + ", ".join(f"channel {c} gives {part}" for c, (part, _) in enumerate(parts)) + f", with bias {BIAS} the sum is {total}"


def layer_of_channels(shown=4, length=4, K=5):
    """Every output channel sums over all input channels."""
    picture, small = Picture(), 44
    for c in range(shown):
        y = c * (small + 16)
        for i in range(length):
            picture.box(i * small, y, small, small, "input", name_of(i))
        picture.text(-16, y + small / 2, f"in {c}" if c < shown - 1 else "in C−1", "end")
        x = length * small + 70
        picture.text(x - 35, y + small / 2, "×")
        for k in range(K):
            picture.box(x + k * small, y, small, small, "weight")
        picture.arrow(x + K * small + 8, y + small / 2, x + K * small + 130, shown * (small + 16) / 2 - 8)
    x = length * small + 70 + K * small + 140
    y = shown * (small + 16) / 2 - small / 2 - 8
    for i in range(length):
        picture.box(x + i * small, y, small, small, "output", "Σ")
    picture.text(x + length * small + 16, y + small / 2, "out o", "start")
    picture.text((length * small + 70) + K * small / 2, shown * (small + 16) + 16, "the filters of o: C × K weights")
    return picture, f"Output channel o: each of its {length} outputs sums {K} products of each of C input channels; its C × {K} weights are used for no other output channel"


def taps_with_ghosts(L=4, K=5):
    """Which taps of which output meet an element."""
    picture, R, real = Picture(), K // 2, 0
    for at in range(L):
        for k in range(K):
            inside = 0 <= at + k - R < L
            real += inside
            picture.box(k * CELL, at * (CELL + 8), CELL, CELL, "input" if inside else "ghost", name_of(at + k - R) if inside else "0")
        picture.text(-16, at * (CELL + 8) + CELL / 2, f"out {at}", "end")
        count = sum(0 <= at + k - R < L for k in range(K))
        picture.text(K * CELL + 20, at * (CELL + 8) + CELL / 2, f"{count} products", "start")
    picture.text(K * CELL + 230, L * (CELL + 8) / 2 - 4, f"{real} of {L * K}", "start")
    assert real == layer.products_of(L, K)
    return picture, f"A channel of length {L} and {K} taps: {real} of {L * K} products are not ghosts'"


def five_rows(kernel="none"):
    """What must be, what the card allows, and what one rung did. Named as in numbers."""
    picture, record = Picture(), _record()
    seconds = layer.ceilings_of(record).seconds
    run = next((run for run in layer.runs_of(record) if kernel in (run.name, slug(run.name))), None)
    if kernel != "none" and run is None:
        raise KeyError(f"no rung {kernel} of the layer")

    def cells(flops, moved, time):
        per = lambda count: None if count is None else count / time
        amounts = ((flops, "M", 1e6), (moved, "MB", 1e6), (per(moved), "TB/s", 1e12), (per(flops), "Tflop/s", 1e12), (time, "µs", 1e-6))
        return [FAILED if value is None else f"{significant(value / scale)} {unit}" for value, unit, scale in amounts]
    columns = [("in theory", 230)] + ([(run.name, 380)] if run else [])
    found = [cells(layer.FLOPS, layer.BYTES, seconds)] + ([cells(run.flops, run.bytes, run.seconds)] if run else [])
    rows = list(zip(("FLOPs", "bytes from memory", "bandwidth", "FLOP/s", "time"), zip(*found)))
    picture.table(columns, rows, lambda r, c: r == 4)
    return picture, f"A layer of 1024 × 1024 channels, {record.card}: " + "; ".join(f"{name} {' against '.join(values)}" for name, values in rows)


def intensities():
    """Flop for each byte that must move: of the filters of this course, and of the layer."""
    picture = Picture()
    rows = [(f"1-D, filter {M}", [f"{2 * M}", "8", f"{2 * M / 8:.2f}"]) for M in (9,)] + [(f"2-D, {M} × {M}", [f"{2 * M * M}", "8", f"{2 * M * M / 8:.2f}"]) for M in (3, 5, 9)]
    rows.append(("the layer", [f"{significant(layer.FLOPS / 1e6)} M", f"{significant(layer.BYTES / 1e6)} M", f"{layer.FLOPS / layer.BYTES:.2f}"]))
    picture.table([("flop", 180), ("bytes", 180), ("flop a byte", 240)], rows, lambda r, c: c == 2)
    return picture, "Flop for each byte: " + "; ".join(f"{name} {cells[2]}" for name, cells in rows)


def roofline(marks="layer"):
    """The roof of the card that the decks show. `marks`: layer, its bytes' bound; ladders, first and last rungs; none."""
    picture, times, record = Picture(), Times(ROOT, CARD), _record()
    ceilings = layer.ceilings_of(record)
    bandwidth, most = ceilings.bandwidth, ceilings.flop_rate
    wide, high, left, right, bottom, top = 820, 310, 0.5, 64, 0.8e12, 1.6e14
    x_of = lambda flop: wide * (log10(flop) - log10(left)) / (log10(right) - log10(left))
    y_of = lambda rate: high * (log10(top) - log10(rate)) / (log10(top) - log10(bottom))
    _axes(picture, wide, high, [(x_of(tick), f"{tick:g}") for tick in (0.5, 1, 2, 5, 10, 20, 50)], [(y_of(tick * 1e12), f"{tick:g}") for tick in (1, 2, 5, 10, 20, 50, 100)], "flop for each byte", "Tflop/s")
    ridge = most / bandwidth
    picture.line(x_of(left), y_of(bandwidth * left), x_of(ridge), y_of(most), "barrier")
    picture.line(x_of(ridge), y_of(most), x_of(right), y_of(most), "barrier")
    said = [f"the ridge is at {ridge:.1f} flop a byte"]
    if marks == "ridge":
        picture.line(x_of(ridge), y_of(most), x_of(ridge), high, "faint")
        picture.text(x_of(ridge) + 12, high - 30, f"ridge: {ridge:.1f}", "start")
        picture.text(x_of(1.2), y_of(bandwidth * 1.2) - 46, "bytes", "end")
        picture.text(x_of(40), y_of(most) - 26, "multiply-adds")
    if marks == "layer":
        at = layer.FLOPS / layer.BYTES
        for name, seconds, kind in [("in theory", ceilings.seconds, "output")] + [(run.name, run.seconds, "input") for run in layer.runs_of(record) if run.name in ("channels_room_streaming", "channels_chunks")]:
            _dot(picture, x_of(at), y_of(layer.FLOPS / seconds), kind)
            picture.text(x_of(at) + 22, y_of(layer.FLOPS / seconds) + (20 if kind == "output" else 0), f"{name}: {significant(seconds * 1e6)} µs", "start")
            said.append(f"{name} {significant(seconds * 1e6)} µs at {at:.1f} flop a byte")
    if marks == "ladders":
        for table, first, last in (("1d", "conv1d_basic", "conv1d_argument"), ("5x5", "conv2d_basic", "conv2d_5x5"), ("9x9", "conv2d_unrolled", "conv2d_9x9")):
            for name, kind in ((first, "input"), (last, "output")):
                ms = times.found(name, TABLES[table], "ladder")[2]["ms"]
                counted = times.found(name, TABLES[table], "counts")[2]
                flops = 2 * TAPS[table] * 2 ** 28
                at, rate = flops / (counted["read"] + counted["written"]), flops / (ms / 1000)
                _dot(picture, x_of(at), y_of(rate), kind)
                if name == "conv1d_basic":
                    picture.text(x_of(at), y_of(rate) + 32, name)      # clear of the roof, and of the next mark
                else:
                    picture.text(x_of(at) + 20, y_of(rate) + 14, name, "start")
                said.append(f"{name} {rate / 1e12:.1f} Tflop/s at {at:.1f} flop a byte")
    return picture, f"Roofline of {record.card}: {bandwidth / 1e12:.2f} TB/s, then {most / 1e12:.0f} Tflop/s; " + "; ".join(said)


def _timeline(picture, y, name, steps, unit):
    """(kind, text, ticks) one after the other; returns where it ends."""
    x = 0
    picture.text(-16, y + 24, name, "end")
    for kind, text, ticks in steps:
        picture.box(x, y, ticks * unit, 48, kind, text if ticks * unit > 60 else "")
        x += ticks * unit
    return x


def waiting(loads=4, latency=6):
    """The same loads, each awaited before the next, and all asked for at once."""
    picture, unit = Picture(), 24
    one = [step for _ in range(loads) for step in (("input", "", 1), ("idle", "wait", latency), ("output", "", 1))]
    many = [("input", "", 1)] * loads + [("idle", "wait", latency - loads + 1)] + [("output", "", 1)] * loads
    for k, (kind, text) in enumerate((("input", "ask"), ("output", "use"))):
        picture.box(k * 170, 240, 40, 40, kind)
        picture.text(k * 170 + 54, 260, text, "start")
    ends = []
    for row, (name, steps) in enumerate((("one by one", one), ("all at once", many))):
        if row:
            picture.step()
        end = _timeline(picture, row * 110, name, steps, unit)
        picture.step()
        picture.text(end + 16, row * 110 + 24, f"{round(end / unit)} ticks", "start")
        ends.append(end)
    return picture, f"{loads} loads of {latency} ticks: {round(ends[0] / unit)} ticks one by one, {round(ends[1] / unit)} if all are asked for at once"


def belt(rate=3, latency=8):
    """Little's law: what is on a belt is what comes in each tick, times how long it travels."""
    picture, small = Picture(), 60
    for t in range(latency):
        for r in range(rate):
            picture.box(t * (small + 24), r * (small + 8), small, small, "input")
    high = rate * (small + 8)
    picture.arrow(-110, high / 2 - 4, -14, high / 2 - 4)
    picture.text(-120, high / 2 - 4, f"{rate} a tick", "end")
    picture.arrow(latency * (small + 24) - 14, high / 2 - 4, latency * (small + 24) + 80, high / 2 - 4)
    picture.bracket(0, latency * (small + 24) - 24, high + 10, f"{latency} ticks on the way")
    picture.text((latency * (small + 24) - 24) / 2, high + 110, f"under way: {rate} × {latency} = {rate * latency}", size=32)
    return picture, f"A belt that takes {rate} boxes a tick, each {latency} ticks on the way, has {rate} × {latency} = {rate * latency} boxes on it"


def groups(K=5, channels=4):
    """The weights of four neighbouring channels are whole float4."""
    picture, small = Picture(), 50
    for c in range(channels):
        for k in range(K):
            i = c * K + k
            picture.box(i * small, 0, small, small, "weight", f"{k}")
        picture.bracket(c * K * small, (c + 1) * K * small, -10, f"channel {c}", below=False)
    for q in range(channels * K // 4):
        picture.bracket(q * 4 * small, (q + 1) * 4 * small, small + 10, f"float4 {q}")
    return picture, f"{channels} channels of {K} weights are {channels * K} floats: {channels * K // 4} float4, of which only the first begins with a channel"


def handed_out(K=5, shown=11):
    """The float4 of a warp's weights: which lane loads them, and which one wants them."""
    picture = Picture()
    for row, (name, kind, lane_of) in enumerate((("float4", "weight", None), ("loaded by lane", "thread", lambda q: q), ("wanted by lane", "thread", lambda q: q // K))):
        picture.text(-16, row * (CELL + 14) + CELL / 2, name, "end")
        for q in range(shown):
            picture.box(q * CELL, row * (CELL + 14), CELL, CELL, kind, q if lane_of is None else lane_of(q))
        picture.text(shown * CELL + 16, row * (CELL + 14) + CELL / 2, "…", "start")
    picture.covers(shown * CELL, 0, CELL, CELL)         # the dots are wider than a letter
    return picture, f"The first {shown} float4 of a warp's weights: lane q loads float4 q, and lane q / {K} wants it"


def sweep_table(time="yes"):
    """Channels a thread, with one output channel a block: what a thread holds, what fits, and the time."""
    picture, times = Picture(), Times(ROOT, CARD)
    rows = [row for _, _, row in times.rows("sweep") if row["filters"] == 1]
    timed = time in ("yes", True)
    table = [(f"{row['channels']} a thread", [str(row["threads"]), str(layer.TAPS * row["channels"]), str(row["registers"]), str(row["blocks"] * row["threads"] // 32)]
              + ([f"{row['occupancy']:.0f} %", f"{significant(row['ms'] * 1000)} µs"] if timed else [])) for row in rows]
    columns = [("threads", 150), ("weights", 150), ("registers", 160), ("warps fit", 160)] + ([("there", 120), ("time", 160)] if timed else [])
    fastest = min(range(len(rows)), key=lambda r: rows[r]["ms"])
    picture.table(columns, table, lambda r, c: timed and r == fastest and c == 5)
    return picture, f"{times.card}, {times.dated('layer')}, a block for each output channel, weights of a thread, its registers, warps that fit: " + "; ".join(f"{name}: {', '.join(cells)}" for name, cells in table)


def occupancy_time():
    """The sweep of channels a thread: warps that were there, and time."""
    picture, times = Picture(), Times(ROOT, CARD)
    rows = [row for _, _, row in times.rows("sweep") if row["filters"] == 1 and "occupancy" in row]
    wide, high, low, top = 780, 300, 7.0, 10.5
    x_of = lambda percent: percent / 100 * wide
    y_of = lambda us: high * (top - us) / (top - low)
    _axes(picture, wide, high, [(x_of(tick), f"{tick} %") for tick in (0, 25, 50, 75, 100)], [(y_of(tick), f"{tick} µs") for tick in (7, 8, 9, 10)], "occupancy, as achieved", "")
    for row in rows:
        _dot(picture, x_of(row["occupancy"]), y_of(row["ms"] * 1000), "input")
        picture.text(x_of(row["occupancy"]) + 18, y_of(row["ms"] * 1000) - 14, f"{row['channels']}", "start")
    said = "; ".join(f"{row['channels']} channels a thread {row['occupancy']:.0f} %, {row['ms'] * 1000:.2f} µs" for row in rows)
    return picture, f"{times.card}, {times.dated('layer')}, one output channel a block: {said}"
