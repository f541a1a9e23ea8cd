"""Times the labs' solutions on an NVIDIA GPU, and checks them at sizes beyond 2^31 bytes: the parts `solutions` and `kernels` of the record.

A program for each kind of problem is built of the file beside this one and the solutions that its first line names. It runs alone, for whole
calls, and under Nsight Compute, for the time of the kernels alone and for what their schedulers did.
"""
import re
from pathlib import Path

from on_card import ROOT, Fault, output

HERE = Path(__file__).resolve().parent
KINDS = ["transpose", "conv1d", "conv2d", "channels", "images", "copy_rate"]
# Of a kernel alone: its time; cycles from one instruction of a warp to its next; and how many warps a scheduler could choose from in a cycle.
METRICS = {"ms": "gpu__time_duration.sum", "cycles_per_instruction": "smsp__average_warp_latency_per_inst_issued.ratio",
           "eligible_warps": "smsp__warps_eligible.avg.per_cycle_active", "instructions": "smsp__inst_executed.sum"}
FIELDS = ["function", "size", "min", "ms", "spread", "of_first", "wrong"]


def program(card, kind, folder):
    source = HERE / f"{kind}.cu"
    labs = source.read_text().splitlines()[0].removeprefix("// with: ").split()
    files = [file for lab in labs for file in sorted((ROOT / "solutions" / lab).glob("*.cu"))]
    return card.built(folder / "timed" / kind, [source, *files], f"-I{HERE}", *[f"-I{ROOT / 'labs' / lab}" for lab in labs])


def solutions(card, folder, kinds):
    rows = []
    for kind in kinds or KINDS:
        lines = [line.split("\t") for line in output([program(card, kind, folder)], allowed=(0, 1)).splitlines()]
        found = [dict(zip(FIELDS, words)) for words in lines if len(words) == len(FIELDS)]
        if not found:
            raise Fault(f"{kind} printed no time", folder / "timed" / kind, "run it, and read what it prints")
        for row in found:
            numbers = {name: float(row[name]) for name in ("min", "ms", "spread", "of_first")}
            rows.append({"kind": kind, "size": row["size"], "function": row["function"], **numbers, "wrong": int(row["wrong"])})
    return rows


def kernels(card, folder, kinds):
    """The shortest launch of each kernel of a solution."""
    rows = []
    for kind in kinds or KINDS:
        launches, _ = card.launches([program(card, kind, folder), "once"], list(METRICS.values()), "--cache-control", "all")
        shortest = {}
        for launch in launches:
            name = re.sub(r"\((bool|int)\)", "", launch["kernel"]).split("(")[0].removeprefix("void ")     # of a template: <(bool)1>
            if not name.startswith("halo::"):
                shortest[name] = min(shortest.get(name, launch), launch, key=lambda one: one[METRICS["ms"]])
        rows += [{"kind": kind, "kernel": name, **{word: round(launch[metric], 6) for word, metric in METRICS.items()}, "ms": round(launch[METRICS["ms"]] * 1e3, 6)}
                 for name, launch in shortest.items()]
    return rows
