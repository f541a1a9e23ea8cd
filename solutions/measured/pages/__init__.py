"""The pages of a card, one module each: `page(record)` returns its Markdown, which any card's record gives, measured in full or not."""


def made(record, part, kind=None):
    """`2026-11-21, driver 580.159.04, nvcc 13.0`, and the clocks after it, where they are known."""
    known = record.made(part, kind)
    clocks = ", ".join(f"{name} at {known[at]} of {known[f'{at}_max']} MHz" for name, at in (("multiprocessors", "sm_mhz"), ("memory", "memory_mhz")) if at in known)
    return f"{known['date']}, driver {known['driver']}, nvcc {known['toolkit']}" + (f", afterwards {clocks}" if clocks else "")


def not_run(part):
    """What a page says of a part that no program has measured on this card."""
    return f"*Not run* on this card. `make measure ONLY={part}`, on a machine with it, writes it.\n"


def table(head, rows):
    """Markdown. A column whose head ends with a colon is set flush left, the others are numbers."""
    names = [name.removesuffix(":") for name in head]
    sides = ["---" if name.endswith(":") else "--:" for name in head]
    return "\n".join(f"| {' | '.join(cells)} |" for cells in [names, sides, *rows]) + "\n"


def sized(number, low, high, digits):
    """A median and its interval."""
    return f"{number:.{digits}f} ({low:.{digits}f}–{high:.{digits}f})"
