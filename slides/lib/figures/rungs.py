"""Bars and points from the record of a card: rungs of a ladder, loads saved and time, bounds and times, roofs."""
from math import log10
from pathlib import Path

from lib.bounds import bounds_of
from lib.measured import CARD, Times, significant, text_of
from lib.svg import TEXT, Picture

ROOT = Path(__file__).resolve().parents[3]
TABLES = {"1d": "1-D convolution, filter 9", "3x3": "2-D convolution, 3 × 3", "5x5": "2-D convolution, 5 × 5", "9x9": "2-D convolution, 9 × 9",
          "transpose": "transpose", "in_place": "transpose in place", "channels": "channels"}
LABELS = {"nppiFilterBorder_32f_C1R_Ctx": "NPP", "cudnnConvolutionForward": "cuDNN", "cublasSgeam": "cuBLAS", "weights_read_nothing_computed": "weights read, no sums",
          "cudaMemcpy_of_2_GiB_for_as_many_bytes": "a copy's rate", "torch_nn_functional_conv1d": "PyTorch", "torch_nn_functional_conv2d": "PyTorch", "torch_Tensor_t_contiguous": "PyTorch",
          "torch_compile_of_shifts_and_sums": "torch.compile", "torch_compile_of_t_contiguous": "torch.compile", "cupyx_scipy_ndimage_correlate1d": "CuPy",
          "cupyx_scipy_ndimage_correlate": "CuPy", "cupy_ascontiguousarray": "CuPy"}
LONG = 480      # px of the longest bar


def _bars(picture, rows, high):
    """(name, length in parts of the longest, kind, text)."""
    for row, (name, part, kind, text) in enumerate(rows):
        y = row * high
        picture.text(-16, y + high / 2 - 5, name, "end")
        picture.box(0, y, max(4, round(part * LONG)), high - 10, kind)
        picture.text(part * LONG + 14, y + high / 2 - 5, text, "start")


def rungs(names="conv2d_unrolled,conv2d_tiled", table="5x5", by="ms", part="ladder", libraries="", copy="yes"):
    """Rungs as bars: `by=ms`, as long as their time; `by=share`, as their copy rate. Libraries and other tools follow in another colour."""
    times, picture, title = Times(ROOT, CARD), Picture(), TABLES[table]
    found = [(name, "input", part) for name in names.split(",")] + [(name, "halo", "peers" if name.startswith(("torch", "cupy")) else part) for name in libraries.split(",") if name]
    if copy in ("yes", True) and part == "ladder":
        found.insert(0, ("copy", "ghost", part))
    rows = [(name, kind, times.found(name, title, where)[2]) for name, kind, where in found]
    longest = max(row[by] for *_, row in rows)
    shown = []
    for name, kind, row in rows:
        ms = f"{significant(row['ms'] * 1000)} µs" if part == "layer" else f"{row['ms']:.3f} ms"
        shown.append((LABELS.get(name, name), row[by] / longest, kind,
                      f"{ms} · {text_of(part, row, 'rate')}"))
    high = min(66, 420 // len(shown))
    _bars(picture, shown, high)
    picture.text(0, len(shown) * high + 16, f"{'longer' if by == 'share' else 'shorter'} is better · % of the copy rate", "start")
    said = "; ".join(f"{name} {text}" for name, _, _, text in shown)
    return picture, f"{times.card}, {times.dated(part)}, {title}, time and copy rate: {said}"


def _axes(picture, wide, high, x_ticks, y_ticks, x_name, y_name):
    """Ticks are (place in px, text)."""
    picture.line(0, high, wide, high)
    picture.line(0, 0, 0, high)
    for x, text in x_ticks:
        picture.line(x, high, x, high + 8)
        picture.text(x, high + 26, text)
    for y, text in y_ticks:
        picture.line(-8, y, 0, y)
        picture.text(-14, y, text, "end")
    picture.text(wide / 2, high + 62, x_name)
    picture.text(-14, -30, y_name, "middle")


def _dot(picture, x, y, kind):
    picture.parts.append(f'<circle class="{kind} dot" cx="{x:.1f}" cy="{y:.1f}" r="10"/>')
    picture.covers(x - 10, y - 10, 20, 20)


DESIGNS = {"conv2d_constant": ("idle", "no tile"), "conv2d_unrolled": ("thread", "no tile, unrolled"), "conv2d_design1": ("input", "design 1"), "conv2d_design2": ("halo", "design 2"),
           "conv2d_design3": ("corner", "design 3"), "conv2d_4x4": ("output", "registers")}


def reuse_time(expected="no"):
    """Loads saved, and time, 2-D: if time followed loads, the points would fall as the line does. `expected`: the line alone."""
    times, picture = Times(ROOT, CARD), Picture()
    rows = [(name, row) for name, _, row in times.rows("reuse") if name in DESIGNS]
    wide, high, right, top, bottom = 740, 320, 20, 16.0, 0.4
    x_of = lambda ratio: ratio / right * wide
    y_of = lambda ms: high * (log10(top) - log10(ms)) / (log10(top) - log10(bottom))
    _axes(picture, wide, high, [(x_of(tick), tick) for tick in (1, 5, 10, 15, 20)], [(y_of(tick), f"{tick:g} ms") for tick in (0.5, 1, 2, 4, 8, 16)], "loads saved, by a factor", "")
    first = next(row for name, row in rows if name == "conv2d_constant")["ms"]
    steps = [1 + k * 0.5 for k in range(39)]
    for a, b in zip(steps, steps[1:]):
        if first / b > bottom:
            picture.line(x_of(a), y_of(first / a), x_of(b), y_of(first / b), "faint")
    picture.text(x_of(2.3), y_of(2.7), "expected", "start")
    kinds = {}
    for name, row in [] if expected in ("yes", True) else rows:
        kind, said = DESIGNS[name]
        kinds.setdefault(said, kind)
        _dot(picture, x_of(row["reuse_ratio"]), y_of(row["ms"]), kind)
    for line, (said, kind) in enumerate(kinds.items()):
        _dot(picture, wide + 50, 30 + line * 50, kind)
        picture.text(wide + 74, 30 + line * 50, said, "start")
    points = "; ".join(f"{DESIGNS[name][1]}, T = {row['tile']}: ratio {row['reuse_ratio']:.1f}, {row['ms']:.2f} ms" for name, row in rows)
    return picture, f"{times.card}, {times.dated('reuse')}, time over loads saved, 16384 × 16384, 5 × 5: {points}"


def bounds(names="conv2d_basic,conv2d_tiled,conv2d_design3"):
    """What counts allow at best, and what was measured: a bar in a bar."""
    picture, known, said = Picture(), bounds_of(ROOT, CARD), []
    names = names.split(",")
    longest, high = max(known[name][2] for name in names), min(96, 440 // len(names))
    for row, name in enumerate(names):
        bound, by, ms = known[name]
        y = row * high
        picture.text(-16, y + high / 2 - 7, name, "end")
        picture.box(0, y, round(ms / longest * LONG), high - 14, "input")
        picture.box(0, y, round(bound / longest * LONG), high - 14, "output")
        picture.text(ms / longest * LONG + 14, y + high / 2 - 7, f"{bound:.2f} → {ms:.2f} ms", "start")
        said.append(f"{name} no faster than {bound:.2f} ms by its {by}, measured {ms:.2f} ms")
    return picture, "Bound by counts, and time of the kernel alone: " + "; ".join(said)
