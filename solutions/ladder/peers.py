#!/usr/bin/env python3
"""Times what PyTorch and CuPy offer for the ladder's problems, in turns with a copy and the ladder's last rung, and checks every element.

Prints lines of words between tabs, as time_ladder does: `peer ladder function …` and `absent ladder function why`, and `version tool version`. Needs a GPU
and nvcc. What is not installed is absent, which is not a fault.

usage: peers.py [BUILD]     BUILD: a folder that keeps what nvcc makes; else it is thrown away
"""
import ctypes
import importlib
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

HERE = Path(__file__).resolve().parent
sys.dont_write_bytecode = True
sys.path.insert(0, str(HERE.parent / "measured"))
from on_card import ROOT, Card, Fault, output  # noqa: E402
from other_programs import SHARED  # noqa: E402

TOOLS = {"torch": "PyTorch", "cupy": "CuPy"}
TRANSPOSE = "transpose"
RADII = {"1-D convolution, filter 9": 4, "2-D convolution, 3 × 3": 1, "2-D convolution, 5 × 5": 2, "2-D convolution, 9 × 9": 4}


class OnDevice:
    """An array of the contest's, as both tools can view it without a copy."""

    def __init__(self, pointer, shape):
        self.__cuda_array_interface__ = {"data": (pointer, False), "shape": shape, "typestr": "<f4", "version": 3}


def peers_for(ladder):
    """(tool, name of the function, what makes a call of it from image and filter) for each peer. A call returns its output."""
    if ladder == TRANSPOSE:
        return [("torch", "torch.Tensor.t().contiguous()", torch_transpose), ("torch", "torch.compile of t().contiguous()", torch_compiled_transpose),
                ("cupy", "cupy.ascontiguousarray", cupy_transpose)]
    line = ladder.startswith("1-D")
    return [("torch", f"torch.nn.functional.{'conv1d' if line else 'conv2d'}", torch_convolution), ("torch", "torch.compile of shifts and sums", torch_shifts),
            ("cupy", f"cupyx.scipy.ndimage.{'correlate1d' if line else 'correlate'}", cupy_convolution)]


def viewed_by_torch(*arrays):
    import torch
    torch.backends.cudnn.allow_tf32 = torch.backends.cuda.matmul.allow_tf32 = False     # products of floats, not of their first 10 bits
    torch.backends.cudnn.benchmark = True
    torch.compiler.reset()      # what was compiled for another ladder
    return torch, *(torch.as_tensor(array, device="cuda") for array in arrays)


def torch_transpose(image, _):
    _, x = viewed_by_torch(image)
    return lambda: x.t().contiguous()


def torch_compiled_transpose(image, _):
    torch, x = viewed_by_torch(image)
    turned = torch.compile(lambda x: x.t().contiguous(), dynamic=False)
    return lambda: turned(x)


def torch_convolution(image, weights):
    torch, x, f = viewed_by_torch(image, weights)
    library = torch.nn.functional.conv1d if x.dim() == 1 else torch.nn.functional.conv2d
    x, f = x[None, None], f[None, None]
    return lambda: library(x, f, padding=f.shape[-1] // 2)


def torch_shifts(image, weights):
    """The padded image, shifted and multiplied by an element of the filter, summed over all elements; compiled to one kernel."""
    torch, x, f = viewed_by_torch(image, weights)
    side, radius = f.shape[0], f.shape[0] // 2

    def sums(x, f):
        padded = torch.nn.functional.pad(x, (radius, radius) * x.dim())
        total = torch.zeros_like(x)
        for d in range(side):
            if x.dim() == 1:
                total = total + f[d] * padded[d:d + x.shape[0]]
            else:
                for dx in range(side):
                    total = total + f[d, dx] * padded[d:d + x.shape[0], dx:dx + x.shape[1]]
        return total
    fast = torch.compile(sums, dynamic=False)
    return lambda: fast(x, f)


def cupy_transpose(image, _):
    import cupy
    x = cupy.asarray(image)
    return lambda: cupy.ascontiguousarray(x.T)


def cupy_convolution(image, weights):
    import cupy
    from cupyx.scipy import ndimage
    x, f = cupy.asarray(image), cupy.asarray(weights)
    y = cupy.empty_like(x)
    correlate = ndimage.correlate1d if x.ndim == 1 else ndimage.correlate

    def call():
        correlate(x, f, output=y, mode="constant")
        return y
    return call


def installed(tool):
    """The tool's module; nothing if it is not installed."""
    try:
        return importlib.import_module(tool)
    except ImportError:
        return None


def absent(ladder, function, why):
    print(f"absent\t{ladder}\t{function}\t{' '.join(why.split())[:200]}", flush=True)


def address(array):
    return array.data_ptr() if hasattr(array, "data_ptr") else array.data.ptr


def build(card, folder):
    """The contest as a shared library, with all rungs."""
    sources = [*SHARED, HERE / "peers/contest.cu"]
    objects = [folder / f"{source.stem}.pic.o" for source in sources]
    compile_one = [*card.compile, "-Xcompiler", "-fPIC", f"-I{ROOT / 'common'}", f"-I{HERE}", "-c"]
    with ThreadPoolExecutor() as pool:
        list(pool.map(lambda pair: output([*compile_one, pair[0], "-o", pair[1]]), zip(sources, objects)))
    output([*card.compile, "-shared", *objects, "-o", folder / "contest.so"])
    contest = ctypes.CDLL(str(folder / "contest.so"))
    for name in ("open", "in", "filter"):
        getattr(contest, f"contest_{name}").restype = ctypes.c_void_p
    contest.contest_wrong.restype = ctypes.c_longlong
    return contest


def hold(contest, ladder, tools):
    """One ladder's contest. Whether all outputs were right."""
    opened = contest.contest_open(ladder.encode())
    if not opened:
        raise Fault("the contest did not open", ladder, "read what is above; is another program using the card's memory?")
    it = ctypes.c_void_p(opened)
    width, height = contest.contest_width(it), contest.contest_height(it)
    dimensions, side = 1 if height == 1 else 2, 2 * RADII.get(ladder, 0) + 1
    image = OnDevice(contest.contest_in(it), (height, width)[-dimensions:])
    weights = OnDevice(contest.contest_filter(it), (side,) * dimensions)
    fine, callbacks = True, []
    for tool, function, make in peers_for(ladder):
        if tool not in tools:
            continue
        try:
            call = make(image, weights)
            wrong = contest.contest_wrong(it, ctypes.c_void_p(address(call())))
        except Exception as why:        # of a tool that is installed, and does not do this here
            absent(ladder, function, f"{type(why).__name__}: {why}")
            continue
        fine = fine and wrong == 0
        callbacks.append(ctypes.CFUNCTYPE(None)(lambda call=call: (call(), None)[1]))
        contest.contest_add(it, function.encode(), callbacks[-1], ctypes.c_longlong(wrong))
    sys.stdout.flush()
    if contest.contest_print(it) != 0:
        raise Fault("the contest broke off", ladder, "read what is above")
    contest.contest_close(it)
    return fine


def main():
    if len(sys.argv) > 2:
        raise Fault("one argument at most", " ".join(sys.argv), "peers.py [BUILD]")
    tools = {tool: module for tool in TOOLS if (module := installed(tool))}
    for tool, module in tools.items():
        print(f"version\t{TOOLS[tool]}\t{getattr(module, '__version__', 'unknown')}", flush=True)
    for ladder in (TRANSPOSE, *RADII):
        for tool, function, _ in peers_for(ladder):
            if tool not in tools:
                absent(ladder, function, f"{TOOLS[tool]} is not installed")
    if not tools:
        return True
    with tempfile.TemporaryDirectory() as scratch:
        folder = Path(sys.argv[1]) if len(sys.argv) == 2 else Path(scratch)
        folder.mkdir(parents=True, exist_ok=True)
        contest = build(Card(), folder)
        return all([hold(contest, ladder, tools) for ladder in (TRANSPOSE, *RADII)])


if __name__ == "__main__":
    try:
        sys.exit(0 if main() else 1)
    except Fault as fault:
        sys.exit(f"peers: {fault}")
