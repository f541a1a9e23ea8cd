"""The machine: what a card is made of, what runs where, and who waits for what.

Memories have a colour each, here and in `caches.hierarchy`: registers are a thread's, shared memory is where a halo lies, L2 holds
copies of global memory, which has the input, and constant memory has the weights."""
import json
from pathlib import Path

from lib.machine import MOST_WARPS, busy, residents, warps_to_hide
from lib.measured import CARD
from lib.svg import Picture

ROOT = Path(__file__).resolve().parents[3]


def chips():
    """A processor of each kind, by what its area is spent on."""
    picture = Picture()
    for k in range(4):
        x, y = k % 2 * 226, k // 2 * 160
        picture.box(x, y, 216, 150, "plain")
        picture.box(x + 8, y + 8, 200, 60, "thread", "control")
        picture.box(x + 8, y + 76, 200, 66, "output", "arithmetic")
    picture.box(0, 320, 442, 80, "input", "cache")
    picture.text(221, -26, "CPU: a few cores, quick answers")
    left = 540
    for row in range(8):
        picture.box(left, row * 40, 24, 36, "thread")
        for k in range(15):
            picture.box(left + 30 + k * 31, row * 40, 28, 36, "output")
    picture.box(left, 320, 492, 80, "input", "cache")
    picture.text(left + 246, -26, "GPU: many lanes, many answers")
    return picture, ("A CPU spends its area on control and cache for a few cores; a GPU on arithmetic for many lanes, with little control for each row of them. "
                     "The areas are not to scale")


def hiding(warps=1, work=1, wait=5, steps=18):
    """Warps that compute and wait in turns; one scheduler lets one of them compute at a time."""
    picture, wide, high = Picture(), 46, 44
    ready, used = [0] * warps, set()
    for step in range(steps):
        for warp in range(warps):
            if ready[warp] <= step and step not in used:
                span = [one for one in range(step, step + work) if one < steps]
                used.update(span)
                for one in span:
                    picture.box(one * wide, warp * (high + 8), wide, high, "output")
                for one in range(step + work, min(steps, step + work + wait)):
                    picture.box(one * wide, warp * (high + 8), wide, high, "idle")
                ready[warp] = step + work + wait
    for warp in range(warps):
        picture.text(-16, warp * (high + 8) + high / 2, f"warp {warp}", "end")
    y = warps * (high + 8) + 16
    for step in range(steps):
        picture.box(step * wide, y, wide, high, "output" if step in used else "plain")
    picture.text(-16, y + high / 2, "scheduler", "end")
    share = busy(warps, work, wait)
    picture.text(steps * wide / 2, y + high + 30, f"green: computes; dashed: waits for memory; busy {len(used)} of {steps} steps")
    return picture, (f"{warps} warp{'s' if warps > 1 else ''}, each of which computes {work} step and waits {wait}: the scheduler is busy {share:.0%} of the time, "
                     f"and always with {warps_to_hide(work, wait)} warps")


def card(multiprocessors=132):
    """A card from outside: multiprocessors, the cache that they share, memory, and the way to the host."""
    picture = Picture()
    for k in range(12):
        picture.box(k % 6 * 128, k // 6 * 76, 120, 68, "output", "SM")
    picture.text(6 * 128 + 16, 72, f"… {multiprocessors} in all", "start")
    picture.box(0, 172, 760, 64, "heat2", "L2 cache, one for all")
    picture.box(0, 256, 760, 64, "input", "global memory (DRAM on the card)")
    picture.arrow(768, 288, 862, 288)
    picture.arrow(862, 276, 768, 276)
    picture.box(870, 246, 190, 84, "plain", "host")
    return picture, f"A card: {multiprocessors} multiprocessors (SM), one L2 cache for all of them, global memory; a link leads to the host"


def multiprocessor():
    """Inside an SM: four parts with a scheduler each, and what they share."""
    picture = Picture()
    for part in range(4):
        x = part * 270
        picture.box(x, 0, 254, 54, "plain", "warp scheduler")
        picture.box(x, 62, 254, 54, "thread", "registers")
        for lane in range(32):
            picture.box(x + lane % 16 * 16, 126 + lane // 16 * 40, 14, 36, "output")
        picture.text(x + 127, 230, "32 lanes")
    picture.box(0, 262, 1064, 60, "halo", "shared memory and L1 cache: one store, divided")
    return picture, "A multiprocessor: four parts, each with a warp scheduler, registers and 32 lanes; all share one store that is shared memory and L1 cache"


def warp(lanes=32):
    """One instruction for all lanes."""
    picture, small = Picture(), 34
    picture.box(0, 0, lanes * small, 56, "thread", "one instruction: c[i] = a[i] + b[i]")
    for lane in range(lanes):
        picture.line((lane + 0.5) * small, 60, (lane + 0.5) * small, 92, "faint")
        picture.box(lane * small, 94, small - 2, 60, "output")
    for lane in (0, lanes - 1):
        picture.text((lane + 0.5) * small, 182, f"lane {lane}")
    picture.text(lanes * small / 2, 182, "each with its own registers, so with its own i")
    return picture, f"A warp: {lanes} lanes execute the same instruction at once, each on its own registers"


def divergence(lanes=8, odd=3):
    """A branch within a warp: one side after the other."""
    picture, wide, high = Picture(), 168, 40
    steps = [("test", lambda lane: True), ("then", lambda lane: lane < odd), ("else", lambda lane: lane >= odd), ("after", lambda lane: True)]
    for column, (name, works) in enumerate(steps):
        picture.text((column + 0.5) * wide, -22, name)
        for lane in range(lanes):
            picture.box(column * wide, lane * (high + 6), wide - 12, high, "output" if works(lane) else "idle", "" if works(lane) else "waits")
    for lane in range(lanes):
        picture.text(-16, lane * (high + 6) + high / 2, f"lane {lane}", "end")
    return picture, (f"A branch that {odd} of {lanes} lanes take: all test, then {odd} lanes work while {lanes - odd} wait, then the other way round, then all go on")


def dealt(blocks=10, multiprocessors=3):
    """Blocks are handed to whichever multiprocessor has room; how long each takes is not known before."""
    picture, unit, high = Picture(), 58, 70
    free, last = [0] * multiprocessors, 0
    for sm in range(multiprocessors):
        picture.text(-16, sm * (high + 14) + high / 2, f"SM {sm}", "end")
    for block in range(blocks):
        if block >= multiprocessors:
            picture.step()
        sm = min(range(multiprocessors), key=lambda one: (free[one], one))
        long = 3 + (block * 7 + 3) % 4
        picture.box(free[sm] * unit, sm * (high + 14), long * unit - 4, high, "output", f"block {block}")
        free[sm] += long
        last = max(last, free[sm])
    picture.step()
    for sm in range(multiprocessors):
        if free[sm] < last:
            picture.box(free[sm] * unit, sm * (high + 14), (last - free[sm]) * unit - 4, high, "idle")
    y = multiprocessors * (high + 14) + 6
    picture.arrow(0, y, last * unit, y)
    picture.text(last * unit / 2, y + 26, "time")
    return picture, (f"{blocks} blocks on {multiprocessors} multiprocessors: the next block goes to the first one with room, in no order that a program could know; at the end some are idle")


def residents_table(sizes="32,256,400,1024"):
    """How many blocks of a size live on a multiprocessor at once."""
    picture = Picture()
    sizes = [int(word) for word in str(sizes).split(",")]
    found = [residents(threads) for threads in sizes]
    rows = [(f"{threads} threads", [-(-threads // 32), one.blocks, one.warps, f"{100 * one.occupancy:.0f} %", one.limit]) for threads, one in zip(sizes, found)]
    picture.table([("warps each", 190), ("blocks", 140), ("warps", 130), ("occupancy", 190), ("limit", 160)], rows, lambda r, c: c == 3, first=3)
    said = "; ".join(f"blocks of {threads}: {one.blocks} on a multiprocessor, {one.warps} of {MOST_WARPS} warps, {one.occupancy:.0%}, limited by {one.limit}" for threads, one in zip(sizes, found))
    return picture, said


def spaces():
    """Whose memory it is: a thread's, a block's, everybody's."""
    picture = Picture()
    for block in range(2):
        x = block * 470
        picture.box(x, 0, 440, 222, "plain")
        picture.text(x + 220, -22, f"block {block}")
        picture.box(x + 14, 14, 412, 56, "halo", "shared memory")
        for thread in range(2):
            picture.box(x + 14 + thread * 210, 84, 202, 56, "thread", f"thread {thread}")
            picture.box(x + 14 + thread * 210, 150, 202, 56, "thread", "registers")
    picture.box(0, 246, 910, 56, "input", "global memory")
    picture.box(0, 310, 910, 56, "weight", "constant memory: kernels only read it")
    picture.box(960, 246, 150, 120, "plain", "host")
    picture.arrow(956, 274, 914, 274)
    picture.arrow(914, 286, 956, 286)
    picture.arrow(956, 338, 914, 338)
    return picture, ("Each thread has its registers, each block its shared memory; global and constant memory belong to all. The host copies to and from global memory, "
                     "and fills constant memory, which kernels only read")


def rates():
    """What all multiprocessors together load in a second from each memory, as measured."""
    picture, high = Picture(), 66
    record = json.loads((ROOT / f"solutions/measured/{CARD}.json").read_text(encoding="utf-8"))
    found = {row["name"]: row["value"] for row in record["parts"]["ceilings"]["rows"]}
    said = []
    picture.text(0, 3 * (high + 20) + 16, f"{record['card']}, whole card, loads alone, {record['parts']['ceilings']['made']['date']}", "start")
    for row, (name, kind, key) in enumerate((("global memory", "input", "reads"), ("L2 cache", "heat2", "L2"), ("shared memory", "halo", "shared memory"))):
        times, y = found[key] / found["reads"], row * (high + 20)
        picture.text(-16, y + high / 2, name, "end")
        if row:
            picture.step()
        picture.box(0, y, round(times * 80), high, kind)
        picture.text(times * 80 + 14, y + high / 2, f"{found[key] / 1e12:.1f} TB/s, {times:.1f} times", "start")
        said.append(f"{name} {found[key] / 1e12:.1f} TB/s, {times:.1f} times global memory")
    return picture, "Loaded in a second by the whole card: " + "; ".join(said)


def two_memories():
    """Host and device, and the three things that pass between them."""
    picture = Picture()
    for x, name, kind in ((0, "host", "plain"), (760, "device", "output")):
        picture.box(x, 0, 300, 110, kind, f"{name}: runs {'main' if x == 0 else 'kernels'}")
        picture.box(x, 130, 300, 110, "input", f"memory: {'h_in' if x == 0 else 'd_in'}")
    for y, text, back in ((56, "launch", False), (160, "copy in", False), (216, "copy back", True)):
        picture.arrow(*((752, y, 308, y) if back else (308, y, 752, y)))
        picture.text(530, y - 22, text)
    return picture, "Host and device have a processor and a memory each: the host launches kernels, copies input to the device and results back"


def engine():
    """One file, two machines."""
    picture = Picture()
    picture.box(0, 92, 190, 84, "input", "transpose.cu")
    for y, tool, machine, says in ((0, "nvcc", "a card", "result, time"), (184, "cucc", "a CPU", "result, counts, faults")):
        picture.arrow(196, 134, 268, y + 42)
        picture.box(276, y, 150, 84, "thread", tool)
        picture.arrow(432, y + 42, 500, y + 42)
        picture.box(508, y, 150, 84, "output", machine)
        picture.arrow(664, y + 42, 732, y + 42)
        picture.box(740, y, 360, 84, "plain", says)
    return picture, "The same .cu file, unchanged: nvcc builds it for a card, which gives results and times; cucc builds it for a CPU, where the engine gives results, counts and faults"
