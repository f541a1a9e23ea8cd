"""A layer of 1024 × 1024 channels, length 4, 5 taps: what it must do, what a card allows, and what was measured. Pages and pictures are made
of it: layer_lab.py, pages/layer.py."""
import re
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
CHANNELS, LENGTH, TAPS = 1024, 4, 5
COPY = "cudaMemcpy of 2 GiB, for as many bytes"         # as time_channels.cu names it


def products_of(length, taps):
    """Products of an input and an output channel that are not ghosts': 14 of 20 for length 4 and 5 taps."""
    radius = taps // 2
    return sum(0 <= at + k - radius < length for at in range(length) for k in range(taps))


FLOPS = 2 * products_of(LENGTH, TAPS) * CHANNELS * CHANNELS                                        # a multiplication and an addition for each
BYTES = 4 * (CHANNELS * CHANNELS * TAPS + CHANNELS * LENGTH + CHANNELS + CHANNELS * LENGTH)         # weights, in, bias, out: each once


@dataclass
class Ceilings:
    """What a card does at most: bytes per second, flop per second; `source` says how that is known."""
    bandwidth: float
    flop_rate: float
    source: str

    @property
    def seconds(self):
        return max(BYTES / self.bandwidth, FLOPS / self.flop_rate)


@dataclass
class Run:
    """What one kernel did, cold. Counts are None where no profiler counted."""
    name: str
    seconds: float
    flops: float | None
    bytes: float | None


def cards():
    """{name: (bytes per second, flop per second)} of common/findings/cards.def. A core does a multiplication and an addition a clock."""
    text = (ROOT / "common/findings/cards.def").read_text(encoding="utf-8")
    return {name: (float(rate), int(processors) * 128 * 2 * float(clock)) for name, rate, processors, clock in re.findall(r'^CARD\("([^"]+)", ([\d.e]+), (\d+), ([\d.e]+)\)', text, re.M)}


def runs_of(record):
    """What the rungs did, in the order of the ladder."""
    return [Run(row["rung"], row["ms"] * 1e-3, 2 * row["fma"] + row["add"] + row["mul"] if "fma" in row else None, row.get("read")) for row in record.rows("layer", what="time")]


def ceilings_of(record):
    """The largest rates that are known of the record's card; None if too little is."""
    bandwidth, flop_rate = cards().get(record.card, (0, 0))
    sources = ["common/findings/cards.def"] if bandwidth else []
    copied = max((BYTES / (row["ms"] * 1e-3) for row in record.rows("layer", what="peer", rung=COPY)), default=0)
    multiplied = max((row["value"] for row in record.rows("ceilings", what="ceiling", unit="flop/s")), default=0)
    for measured, known, part in ((copied, bandwidth, "layer"), (multiplied, flop_rate, "ceilings")):
        if measured > known:
            sources.append(f"measured {record.made(part)['date']}")
    bandwidth, flop_rate = max(bandwidth, copied), max(flop_rate, multiplied)
    return Ceilings(bandwidth, flop_rate, ", ".join(dict.fromkeys(sources))) if bandwidth and flop_rate else None
