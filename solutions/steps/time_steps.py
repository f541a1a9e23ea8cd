"""Times the five steps of a filter on an NVIDIA GPU, in turns, checks every byte against the CPU's, and counts: the part `steps` of the record."""
import re
import struct
import zlib
from pathlib import Path

from on_card import ROOT, Fault, output
from record import row_of

HERE = Path(__file__).resolve().parent
METRICS = {"loads": "smsp__sass_inst_executed_op_global_ld.sum", "sectors": "l1tex__t_sectors_pipe_lsu_mem_global_op_ld.sum", "read": "dram__bytes_read.sum",
           "conflicts": "l1tex__data_bank_conflicts_pipe_lsu_mem_shared.sum"}


def pixels(file):
    """Width, height and RGB bytes of a PNG with 8 bits a channel, not interlaced."""
    data, at, packed = file.read_bytes(), 8, b""
    while at < len(data):
        length, kind = struct.unpack(">I4s", data[at:at + 8])
        if kind == b"IHDR":
            width, height, depth, colour, _, _, interlaced = struct.unpack(">IIBBBBB", data[at + 8:at + 8 + length])
        packed += data[at + 8:at + 8 + length] if kind == b"IDAT" else b""
        at += length + 12
    if (depth, colour, interlaced) != (8, 2, 0):
        raise Fault(f"{file.name} is not plain RGB", f"depth {depth}, colour type {colour}", "save it with 8 bits a channel, without transparency")
    rows, out, before = zlib.decompress(packed), bytearray(), bytes(3 * width)
    for y in range(height):
        method, *row = rows[y * (3 * width + 1):(y + 1) * (3 * width + 1)]
        for i in range(3 * width):
            left, up, corner = (row[i - 3] if i >= 3 else 0), before[i], (before[i - 3] if i >= 3 else 0)
            near = min((left, up, corner), key=lambda value: abs(left + up - corner - value))
            row[i] = row[i] + [0, left, up, (left + up) // 2, near][method] & 255
        out, before = out + bytes(row), row
    return width, height, bytes(out)


def timed(text):
    """Rows of what the program printed, each with the size of its picture."""
    rows, size = [], None
    for line in text.splitlines():
        if line.startswith("picture\t"):
            size = line.removeprefix("picture\t").replace("\t", " × ")
        elif "\t" in line:
            rows.append({"size": size, **row_of(line)})
    return rows


def program(card, folder):
    """The command that times the lab's picture, and a large one that it makes up."""
    folder = folder / "steps"
    folder.mkdir(parents=True, exist_ok=True)
    width, height, rgb = pixels(ROOT / "labs/13_image_filters/picture.png")
    (folder / "picture.rgb").write_bytes(rgb)
    sources = [*sorted(HERE.glob("*.cu")), HERE / "on_cpu.cpp", HERE / "steps.cpp", ROOT / "common/data/generate.cpp", ROOT / "common/timing/interval.cpp"]
    return [card.built(folder / "time_steps", sources, f"-I{HERE}"), folder / "picture.rgb", width, height]


def steps(card, folder, _):
    cpu = re.search(r"^model name\s*: (.*)$", Path("/proc/cpuinfo").read_text(), re.M)[1]
    return [{**row, **({"cpu": cpu} if row["step"] == "on_cpu" else {})} for row in timed(output(program(card, folder), allowed=(0, 1)))]


def counted(launches):
    """In the order of the steps; the CPU's is none."""
    names = re.findall(r'^ +\{"(\w+)"', (HERE / "steps.cpp").read_text(), re.M)
    if len(launches) != len(names):
        raise Fault(f"there are {len(names)} steps, but {len(launches)} kernels were counted", "a step is one launch", "look at the names of its kernels")
    return [{"step": step, **{word: launch[metric] for word, metric in METRICS.items()}} for step, launch in zip(names, launches)]


def step_counts(card, folder, _):
    """Of the large picture."""
    return counted(card.launches([*program(card, folder), "once"], list(METRICS.values()), "-k", "regex:^(naive|shared|cached)")[0])
