"""The part `layer` of the record: runs channels/time_channels.cu, counts with Nsight Compute, and gives each row what was counted of its kernel."""
from pathlib import Path

from on_card import ROOT, in_order, output
from record import row_of

HERE = Path(__file__).resolve().parent / "channels"
METRICS = {"fma": "smsp__sass_thread_inst_executed_op_ffma_pred_on.sum", "add": "smsp__sass_thread_inst_executed_op_fadd_pred_on.sum",
           "mul": "smsp__sass_thread_inst_executed_op_fmul_pred_on.sum", "read": "dram__bytes_read.sum",
           "occupancy": "sm__warps_active.avg.pct_of_peak_sustained_active", "instructions": "smsp__inst_executed.sum",
           "loads": "smsp__sass_inst_executed_op_global_ld.sum"}


def counted(text, launches):
    """{rung: {word of METRICS: value}}"""
    return {rung: {word: launch[metric] for word, metric in METRICS.items()} for _, rung, launch in in_order(text, launches)}


def rows_of(text, counts):
    """The rows of what the program printed; what a multiprocessor needs for a block, and counts, belong to the row of their rung."""
    rows, named = [], {}
    for line in text.splitlines():
        if "\t" not in line:
            continue
        row = row_of(line)
        if row["what"] == "block":
            named[row["rung"]].update({word: value for word, value in row.items() if word not in ("what", "ladder", "rung")})
        else:
            rows.append({**row, **counts.get(row.get("rung"), {})})
            named[row.get("rung")] = rows[-1]
    return rows


def layer(card, build, _):
    words = [f"-I{HERE.parent}", f"-I{HERE}", f"-I{ROOT / 'labs/12_conv1d_channels'}"]
    program = card.built(build / "channels/time_channels", [*sorted(HERE.glob("*.cu")), ROOT / "common/timing/interval.cpp"], *words)
    times = output([program], allowed=(0, 1))
    launches, text = card.launches([program, "once"], list(METRICS.values()), "--cache-control", "all", "-k", "regex:^conv1d_channels")
    return rows_of(times, counted(text, launches))
