"""Numbers on a slide: from the record of a card, with card, size and date."""
import sys
from math import log2
from pathlib import Path
from typing import NamedTuple

sys.path.append(str(Path(__file__).resolve().parents[2] / "solutions/measured"))
from record import COPY, Record, slug  # noqa: E402

CARD = "nvidia_h200"     # whose times the decks show

# What names a row of each part of the record, and the title of its table. `ladder` has the libraries that took turns with the rungs, `peers` the other tools.
TITLES = {
    "solutions": ("function", lambda row: f"{row['kind']}, {row['size']}"),
    "kernels": ("kernel", lambda row: row["kind"]),
    "ladder": ("rung", lambda row: row["ladder"]),
    "peers": ("rung", lambda row: row["ladder"]),
    "counts": ("rung", lambda row: row["ladder"]),
    "sustained": ("rung", lambda row: row["ladder"]),
    "odd": ("rung", lambda row: f"{row['ladder']}, {row['size']}"),
    "sizes": ("rung", lambda row: f"{row['ladder']}, 2^{log2(row['elements']):g}"),
    "reuse": ("kernel", lambda row: f"T = {row['tile']}"),
    "layer": ("rung", lambda row: row["ladder"]),
    "sweep": ("rung", lambda row: row["ladder"]),
    "steps": ("step", lambda row: row["size"]),
    "step_counts": ("step", lambda row: "large"),
    "ceilings": ("name", lambda row: row["unit"]),
    "latencies": ("name", lambda row: f"{row['bytes']} bytes"),
}
WHATS = {"ladder": ("time", "peer"), "peers": ("peer",), "layer": ("time", "peer"), "reuse": ("reuse",), "steps": ("step",), "sustained": ("sustained",), "odd": ("odd",), "sweep": ("sweep",), "latencies": ("latency",)}
SIZED = ("solutions", "odd", "sizes", "steps")       # parts whose rows are told apart by size
WITHIN = {"sustained": "ladder", "odd": "ladder", "sweep": "layer"}         # parts of the record that two names read
ONE_SIZE = {**dict.fromkeys(("ladder", "peers", "counts", "sustained", "reuse"), ("2²⁸", "16384")), **dict.fromkeys(("layer", "sweep"), ("1024",))}
MILLION, BYTES = 1e6, {"counts": 1e9, "step_counts": 1e9, "layer": 1e6, "sweep": 1e6}      # GB, and of the small layer MB


def significant(value):
    """Three digits: 7.2 µs is 7.20."""
    return f"{value:.{max(0, 3 - len(str(int(value)).lstrip('0')))}f}" if value >= 1 else f"{value:.3g}"


def text_of(part, row, field):
    """A field as a slide shows it; KeyError: the row has no such field."""
    match field:
        case "rate":
            return f"{significant(100 / row['of_first'] if 'of_first' in row else 100 * row['share'])} %"
        case "us":
            return significant(row["ms"] * 1000)
        case "ns":
            return significant(row["ns"])
        case "hot" | "alone":
            return significant(row[field] * 1000)
        case "occupancy":
            return f"{row[field]:.0f}"
        case "gain" | "loads_per_output" | "reuse_ratio":
            return f"{row[field]:.2f}"
        case "read" | "written":
            return f"{row[field] / BYTES[part]:.3f}"
        case "loads" | "load_sectors" | "store_sectors" | "instructions" | "conflicts" | "sectors":
            return f"{row[field] / MILLION:.1f}"
        case "cycles":
            return f"{row['cycles']:.0f}"
        case "value":
            return significant(row["value"] * 1e6 if row["unit"] == "s" else row["value"] / 1e12)
    value = row[field]
    return f"{value:.3f}" if isinstance(value, float) else str(value)


class Unmeasured(Exception):
    """Headline, where, try."""


class Named(NamedTuple):
    """`share ladder:conv2d_basic 5 × 5`: field, part, row, and what tells its table from others."""
    field: str
    part: str
    row: str
    table: str

    @classmethod
    def of(cls, words):
        field, row, *table = words.split()
        part, colon, name = row.partition(":")
        return cls(field, part if colon else "solutions", name if colon else row, " ".join(table))


class Times:
    """The rows of solutions/measured/CARD.json, as texts: the solutions' `conv2d_tiled` of the table `conv2d, 16384 x 16384, 5 x 5`, or any of another part."""

    def __init__(self, root, card):
        self.path = f"solutions/measured/{card}.json"
        if not (Path(root) / self.path).is_file():
            raise Unmeasured(f"{self.path} is not there", "the numbers of the decks are from it", "make measure ONLY=solutions on a card")
        record = Record.read(Path(root) / self.path)
        self.card, self.parts = record.card, record.parts
        self.date = self.dated()

    def known(self, part):
        """A part as the record has it."""
        if part not in TITLES:
            raise Unmeasured(f"the record has no part {part}", f"its parts are {', '.join(TITLES)}", "name a row as PART:ROW; without a part it is one of the solutions'")
        within = WITHIN.get(part, part)
        if within not in self.parts:
            raise Unmeasured(f"{self.path} has no part {part}", "it was never measured on this card", f"make measure ONLY={within} on a card")
        return self.parts[within]

    def dated(self, part="solutions"):
        return self.known(part)["made"]["date"]

    def rows(self, part="solutions"):
        """(name, title of its table, row) of a part."""
        name, title = TITLES[part] if part in TITLES else ("", None)
        return [(row[name], title(row), row) for row in self.known(part)["rows"] if row.get("what") in WHATS.get(part, (row.get("what"),))]

    def sizes(self, function, part="solutions"):
        return list(dict.fromkeys(title for name, title, _ in self.rows(part) if function in (name, slug(name))))

    def table(self, function, size="", part="solutions"):
        """The title of the one table that has such a row."""
        return self.found(function, size, part)[1]

    def found(self, function, size="", part="solutions"):
        """`copy` is what the functions of a table are compared with. A title that is `size`, whole, comes before one that has it."""
        function = COPY if function == "copy" and part == "solutions" else function
        fitting = {}
        for name, title, row in self.rows(part):
            if function in (name, slug(name)) and size in title:
                fitting.setdefault((name, title), (name, title, row))
        fitting = [one for one in fitting.values() if one[1] == size] or list(fitting.values())
        asked = f"{'' if part == 'solutions' else part + ':'}{function}{' of ' + size if size else ''}"
        if not fitting:
            raise Unmeasured(f"{self.path} has no row {asked}", f"of {function} it has: {'; '.join(self.sizes(function, part)) or 'nothing'}",
                             f"make measure ONLY={WITHIN.get(part, part)} on a card")
        if len(fitting) > 1:
            raise Unmeasured(f"{self.path} has {len(fitting)} rows {asked}", f"they are: {'; '.join(title for _, title, _ in fitting)}", "name more of the size")
        return fitting[0]

    def row(self, function, size="", part="solutions"):
        """Texts of the solutions' columns, as figures want them."""
        return {field: text_of(part, self.found(function, size, part)[2], field) for field in ("ms", "rate")}

    def number(self, named):
        """The text of a Named."""
        name, title, row = self.found(named.row, named.table, named.part)
        try:
            return text_of(named.part, row, named.field)
        except KeyError:
            raise Unmeasured(f"the row {named.part}:{name} of {title} has no {named.field}", f"it has: {', '.join(row)}", "name one of these, or ratio, or us") from None
