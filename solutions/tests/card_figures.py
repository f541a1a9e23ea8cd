"""Figures on pages that a card has measured. numbers.toml states each in [measured]: the expression over the records, and the number as printed.

    [measured]
    "h200.ladder.made.date" = "2026-11-23"
    "h200.ladder.transpose.transpose_along_out.ms" = "0.520"
    "h200.ladder.transpose.transpose_naive.ms / h200.ladder.transpose.copy.ms" = "8.4"

A cell of a [[table]] may have such an expression as well. After a new measurement `updated` puts what is measured now into page and numbers.toml.
"""
import re
import sys
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "measured"))
from figures import computed  # noqa: E402

CARD, CPU, DATE = re.compile(r"NVIDIA \w+"), re.compile(r"(?:AMD|Intel) \w+"), re.compile(r"20\d\d-\d\d-\d\d")
NUMBER = r"(?<![\w.])(?:\d{1,3}(?: \d{3})+(?!\d)|\d+(?:\.\d+)?)"
SIZE = re.compile(r"\d+ × \d+|\d[⁰¹²³⁴-⁹]+ (?:elements|pixels)|= 1024")
UNITS = "ms|µs|TB/s|GB|MB|Mflop|Tflop"
# Of what a card did, these are figures too, however few digits they have.
ON_CARD = rf"{UNITS}|M|%|times|million"


def with_unit(units):
    """`11 to 18 µs`: a number, or several, and then a unit."""
    return re.compile(rf"({NUMBER}(?:(?:–|, | to | and | or | / | \+ )(?:{NUMBER}))*) ?(?:{units})(?!\w)")


def value(text):
    return float(text.replace(" ", ""))


def same(printed, exact):
    """Does `exact`, rounded to the printed digits, equal what is printed?"""
    if isinstance(exact, str) or DATE.fullmatch(printed):
        return printed == exact
    digits = len(printed.partition(".")[2])
    return abs(value(printed) - exact) <= 0.5 * 10 ** -digits * (1 + 1e-9)


def rounded(printed, exact):
    """`exact`, printed as `printed` is; `printed` itself if it is a fair rounding."""
    if isinstance(exact, str) or same(printed, exact):
        return exact if isinstance(exact, str) else printed
    text = f"{exact:,.{len(printed.partition('.')[2])}f}"
    return text.replace(",", " " if " " in printed else "")


def unmeasured(measured, cards, on_page):
    """What is wrong with the entries themselves. `on_page`: the numbers and dates of the page's blocks that name a card, as printed."""
    for expression, printed in measured.items():
        if not re.search(r"[a-z_]\w*\.", expression):
            yield f"{expression} is not a figure of a record, printed as {printed}"
            continue
        try:
            exact = computed(expression, cards)
        except (KeyError, TypeError):
            yield f"no record has {expression}, printed as {printed}"
            continue
        if not same(printed, exact):
            yield f"{printed} is printed, {expression} is {exact if isinstance(exact, str) else f'{exact:.6g}'}"
        if printed not in on_page:
            yield f"measured, but not on the page where card, date and size are named: {printed}"


def spans(text):
    """Where the dates of a block begin and end, and the numbers that may be figures: a small whole one only before a unit."""
    text = text.replace("**", "||")
    dates = [found.span() for found in DATE.finditer(text)]
    code = [found.span() for found in re.finditer(r"`[^`]*`|<code>.*?</code>|\]\([^)]*\)", text)]
    united = [run.span(1) for run in with_unit(ON_CARD).finditer(text)]

    def among(ranges, at):
        return any(begin <= at < end for begin, end in ranges)
    numbers = [found.span() for found in re.finditer(NUMBER, text) if "." in found[0] or len(found[0]) > 2 or among(united, found.start())]
    return dates + [span for span in numbers if not among(dates + code, span[0])]


def updated(text, blocks, measured, cards, taken):
    """(new text of the page, {expression: new number}, what could not be decided). `taken`: numbers that have another source, too."""
    new, undecided = {}, []
    for expression, printed in measured.items():
        try:
            fresh = rounded(printed, computed(expression, cards))
        except (KeyError, TypeError):
            undecided.append(f"no record has {expression}, printed as {printed}")
            continue
        if fresh != printed:
            new[expression] = fresh
    for printed in {measured[expression] for expression in new}:
        meant = {new.get(expression, printed) for expression, other in measured.items() if other == printed}
        if len(meant) > 1 or printed in taken:
            undecided.append(f"{printed} has {'several sources' if len(meant) > 1 else 'another source, too'}, and is now {' or '.join(sorted(meant))}")
            new = {expression: fresh for expression, fresh in new.items() if measured[expression] != printed}
    instead = {measured[expression]: fresh for expression, fresh in new.items()}
    for block in sorted(blocks, key=lambda block: -block.begin):
        for begin, end in sorted(spans(block.text) if block.on_card else [], reverse=True):
            if (printed := block.text[begin:end]) in instead:
                text = text[:block.begin + begin] + instead[printed] + text[block.begin + end:]
    return text, new, undecided
