"""What programs share that measure on the first GPU: build with nvcc, run, profile with ncu, and say when and where that was."""
import csv
import datetime
import re
import shutil
import subprocess
from concurrent.futures import ThreadPoolExecutor
from functools import cached_property
from pathlib import Path

from record import row_of

ROOT = Path(__file__).resolve().parents[2]

# In seconds, bytes and counts.
UNITS = {"nsecond": 1e-9, "ns": 1e-9, "usecond": 1e-6, "us": 1e-6, "msecond": 1e-3, "ms": 1e-3, "second": 1, "s": 1,
         "byte": 1, "Kbyte": 1e3, "Mbyte": 1e6, "Gbyte": 1e9}


class Fault(Exception):
    """What happened, where, what to try."""

    def __init__(self, what, where, attempt):
        super().__init__(f"{what}\n  where: {where}\n  try:   {attempt}")


class NotRun(Fault):
    """This machine lacks what it takes, which is nobody's mistake."""


def tool(name, attempt="install the CUDA Toolkit and Nsight Compute, or add their bin folders to PATH"):
    found = shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")
    if not found:
        raise NotRun(f"{name} is missing", "looked in PATH and in /usr/local/cuda/bin", attempt)
    return found


def output(command, allowed=(0,), **more):
    """What a command prints; a fault if its exit code is not allowed."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, **more)
    if done.returncode not in allowed:
        said = (done.stdout.strip()[-500:] + "\n" + done.stderr.strip()[-1500:]).strip()
        if "ERR_NVGPUCTRPERM" in done.stdout + done.stderr:
            raise NotRun("this user may not read the card's counters", " ".join(map(str, command)), "run as root, or let the driver allow it: NVreg_RestrictProfilingToAdminUsers=0")
        raise Fault(f"{str(command[0]).rpartition('/')[2]} failed with exit code {done.returncode}", " ".join(map(str, command)), f"read its output: {said}")
    return done.stdout


def printed(command):
    """The rows that a program of this tree prints. It exits with 1 if an output was wrong; the rows say which."""
    rows = [row_of(line) for line in output(command, allowed=(0, 1)).splitlines() if "\t" in line]
    if not rows:
        raise Fault("a program printed no row", " ".join(map(str, command)), "run it by hand, and read what it says")
    return rows


def in_order(text, launches):
    """(ladder, rung, launch) for each rung: the profiler numbers the launches, and the program says in which order it calls the rungs."""
    rungs = [line.split("\t")[1:] for line in text.splitlines() if line.startswith("order\t")]
    if len(launches) != len(rungs):
        raise Fault(f"{len(rungs)} rungs ran, but {len(launches)} kernels were counted", "a rung is one launch of a kernel", "give it a name that the filter lets through")
    return [(ladder, rung, launch) for (ladder, rung), launch in zip(rungs, launches)]


class Card:
    """The first GPU, and what programs for it are built with."""

    def __init__(self):
        tool("nvidia-smi", "run this on a machine with an NVIDIA card")
        self.name, capability, self.driver = self.asked("name", "compute_cap", "driver_version")
        self.arch = "sm_" + capability.replace(".", "")
        self.programs = set()       # built in this run: two parts may ask for one

    @staticmethod
    def asked(*facts):
        line = output(["nvidia-smi", f"--query-gpu={','.join(facts)}", "--format=csv,noheader,nounits"]).splitlines()[0]
        return [cell.strip() for cell in line.split(",")]

    @cached_property
    def compile(self):
        return [tool("nvcc"), "-std=c++20", "-O3", f"-arch={self.arch}"]

    def made(self):
        """When and with what; the clocks as they are after a program has run, and the highest that the card has."""
        clocks = dict(zip(("sm_mhz", "sm_mhz_max", "memory_mhz", "memory_mhz_max"), self.asked("clocks.sm", "clocks.max.sm", "clocks.mem", "clocks.max.mem")))
        release = re.search(r"release ([\d.]+)", output([tool("nvcc"), "--version"]))
        return {"date": str(datetime.date.today()), "driver": self.driver, "toolkit": release[1] if release else "unknown",
                **{name: int(mhz) for name, mhz in clocks.items() if mhz.isdigit()}}

    def built(self, program, sources, *words):
        """A program, its sources compiled side by side. Words that begin with -l are for the linker."""
        if program in self.programs:
            return program
        program.parent.mkdir(parents=True, exist_ok=True)
        objects = [program.parent / f"{program.name}_{at}_{source.stem}.o" for at, source in enumerate(sources)]     # two may have one name

        def one(source, target):
            output([*self.compile, f"-I{ROOT / 'common'}", *[word for word in words if not str(word).startswith("-l")], "-c", source, "-o", target])

        with ThreadPoolExecutor() as pool:
            list(pool.map(one, sources, objects))
        output([*self.compile, *objects, *[word for word in words if str(word).startswith("-l")], "-o", program])
        self.programs.add(program)
        return program

    def launches(self, command, metrics, *words):
        """{metric: value, "kernel": name} of each launch of a command, in their order; in seconds, bytes and counts."""
        text = output([tool("ncu"), "--csv", "--clock-control", "none", "--metrics", ",".join(metrics), *words, *command])
        if '"ID"' not in text:
            raise Fault("the profiler counted nothing", " ".join(map(str, command)), f"read its output: {text[-2000:]}")
        launches = {}
        for row in csv.DictReader(line for line in text[text.index('"ID"'):].splitlines() if line.startswith('"')):
            if row["Metric Name"] in metrics:
                launch = launches.setdefault(int(row["ID"]), {"kernel": row["Kernel Name"]})
                value = float(row["Metric Value"].replace(",", "")) * UNITS.get(row["Metric Unit"], 1)
                launch[row["Metric Name"]] = int(value) if value.is_integer() else value
        return [launch for _, launch in sorted(launches.items())], text
