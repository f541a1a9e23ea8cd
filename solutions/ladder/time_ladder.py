"""Times the rungs of the ladder on an NVIDIA GPU, in turns with a copy, checks them, and counts what they do: the parts `ladder` and `counts` of the record."""
from pathlib import Path

from on_card import ROOT, in_order, printed

HERE = Path(__file__).resolve().parent
METRICS = {"ms": "gpu__time_duration.sum", "registers": "launch__registers_per_thread", "occupancy": "sm__warps_active.avg.pct_of_peak_sustained_active",
           "read": "dram__bytes_read.sum", "written": "dram__bytes_write.sum", "instructions": "smsp__inst_executed.sum",
           "loads": "smsp__sass_inst_executed_op_global_ld.sum", "load_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum",
           "store_sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_st.sum", "conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"}


def program(card, folder):
    """Of all .cu files here and what times are made of."""
    return card.built(folder / "ladder" / "time_ladder", [*sorted(HERE.glob("*.cu")), ROOT / "common/timing/interval.cpp"])


def ladder(card, folder, _):
    return printed([program(card, folder)])


def counted(text, launches):
    """Rows of counts."""
    rows = []
    for of, rung, launch in in_order(text, launches):
        counts = {word: launch[metric] for word, metric in METRICS.items()}
        rows.append({"ladder": of, "rung": rung, **counts, "ms": round(counts["ms"] * 1e3, 6)})
    return rows


def counts(card, folder, _):
    launches, text = card.launches([program(card, folder), "once"], list(METRICS.values()), "-k", "regex:^(conv|transpose|in_place)")
    return counted(text, launches)
