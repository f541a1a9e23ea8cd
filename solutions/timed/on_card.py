"""What the programs share that build with nvcc, run on the first GPU and profile with ncu."""
import datetime
import re
import shutil
import subprocess


class Fault(Exception):
    """What happened, where, what to try."""

    def __init__(self, what, where, attempt):
        super().__init__(f"{what}\n  where: {where}\n  try:   {attempt}")


def tool(name):
    found = shutil.which(name) or shutil.which(name, path="/usr/local/cuda/bin")
    if not found:
        raise Fault(f"{name} is missing; nothing was timed", "looked in PATH and in /usr/local/cuda/bin",
                    "install the CUDA Toolkit and Nsight Compute, or add their bin folders to PATH")
    return found


def output(command, allowed=(0,), **more):
    """What a command prints; a fault if its exit code is not allowed."""
    done = subprocess.run([str(word) for word in command], stdin=subprocess.DEVNULL, capture_output=True, text=True, **more)
    if done.returncode not in allowed:
        raise Fault(f"{str(command[0]).rpartition('/')[2]} failed with exit code {done.returncode}", " ".join(map(str, command)),
                    "read its output: " + (done.stderr.strip() + done.stdout.strip())[-2000:])
    return done.stdout


class Card:
    """The first GPU, and what programs for it are built with."""

    def __init__(self):
        if not shutil.which("nvidia-smi"):
            raise Fault("no NVIDIA GPU found; nothing was timed", "nvidia-smi is missing", "run this on a machine with a GPU")
        line = output(["nvidia-smi", "--query-gpu=name,compute_cap,driver_version", "--format=csv,noheader"]).splitlines()[0]
        self.name, capability, self.driver = [cell.strip() for cell in line.split(",")]
        self.nvcc, self.ncu = tool("nvcc"), tool("ncu")
        self.compile = [self.nvcc, "-std=c++20", "-O3", "-arch=sm_" + capability.replace(".", "")]
        self.slug = re.sub(r"\W+", "_", self.name.lower()).strip("_")

    def made(self):
        """`2026-11-21, driver 580.159.04, nvcc 13.0`"""
        release = re.search(r"release ([\d.]+)", output([self.nvcc, "--version"]))
        return f"{datetime.date.today()}, driver {self.driver}, nvcc{' ' + release[1] if release else ''}"
