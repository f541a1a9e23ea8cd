"""What was measured on one card: CARD.json beside this file. Measuring programs write it; pages, plots, slides and checks read it.

{"card": "NVIDIA H200", "parts": {"ladder": {"made": {"date": …, "driver": …, …}, "rows": [{"what": "time", "rung": …}, …]}}}

A part is what one program measures. Measured again it is replaced, and the others stay. Where a part has several kinds, one of them can be
replaced: `apart` then says when that one was made. No part holds text that is made for a page.
"""
import json
import re
from pathlib import Path

HERE = Path(__file__).resolve().parent

COPY = "cudaMemcpy, device to device"       # what solutions are compared with
SHARE = ["share", "share_low", "share_high"]
GAIN = ["gain", "gain_low", "gain_high"]
MS = ["min", "ms", "low", "high"]           # ms: the median, between the ends of its interval

# The first word of a line that a program prints, and the names of the words after it.
FIELDS = {
    "time": ["ladder", "rung", "from", "idea", *MS, *SHARE, *GAIN, "wrong"],
    "peer": ["ladder", "rung", *MS, *SHARE, *GAIN, "wrong"],
    "absent": ["ladder", "rung", "why"],
    "version": ["name", "version"],
    "sustained": ["ladder", "rung", "ms", "share"],
    "odd": ["ladder", "rung", "size", "ms", "share", "wrong"],
    "right": ["ladder", "calls", "sizes", "wrong"],
    "large": ["ladder", "rung", "size", "wrong"],
    "size": ["ladder", "rung", "elements", "bytes", *MS, *SHARE],
    "ceiling": ["name", "value", "unit"],
    "latency": ["name", "bytes", "cycles", "low", "high", "ns"],
    "chase": ["bytes", "cycles", "low", "high", "ns"],
    "reuse": ["kernel", "tile", "block", "loads_per_output", "reuse_ratio", *MS],
    "loads": ["kernel", "tile", "block", "loads", "outputs"],
    "sweep": ["ladder", "rung", "channels", "threads", "filters", *MS, *SHARE, "wrong"],
    "block": ["ladder", "rung", "threads", "shared_bytes", "registers", "blocks", "hot", "alone"],
    "step": ["step", "change", "ms", "low", "high", *GAIN, "wrong"],
}
WORDS = {"ladder", "rung", "from", "idea", "why", "size", "sizes", "name", "version", "unit", "kernel", "step", "change"}


class Unrecorded(Exception):
    """Headline, where, try."""


def number(text):
    return float(text) if re.search(r"[.eEn]", text) else int(text)


def row_of(line):
    """{"what": "size", "ladder": …} of a line of words between tabs. Unrecorded: its first word is unknown, words are missing, or one is not a number."""
    what, *words = line.split("\t")
    try:
        return {"what": what, **{name: word if name in WORDS else number(word) for name, word in zip(FIELDS[what], words, strict=True)}}
    except (KeyError, ValueError) as problem:
        raise Unrecorded(f"no row of the record: {line!r}", f"a line of {len(words) + 1} words", "solutions/measured/record.py says what each first word is followed by") from problem


def slug(text):
    """A name as expressions spell it: `2-D convolution, 5 × 5` is conv2d_5x5, `filter_image_kernel<Zero>` is filter_image_Zero."""
    text = re.sub(r"(\d)-D convolution", r"conv\1d", text.replace(COPY, "copy"))
    for old, new in ((", filter ", " "), (" × ", "x"), (" x ", "x"), ("_kernel", "")):
        text = text.replace(old, new)
    return re.sub(r"\W+", "_", text).strip("_")


def alias(card):
    """`h200` for NVIDIA H200; with nvidia_ before it, the name of the card's files."""
    return re.sub(r"\W+", "_", card.lower()).strip("_").removeprefix("nvidia_")


class Record:
    def __init__(self, card, parts=None):
        self.card, self.parts = card, parts or {}

    @classmethod
    def read(cls, file):
        try:
            known = json.loads(Path(file).read_text(encoding="utf-8"))
            return cls(known["card"], known["parts"])
        except (OSError, ValueError, KeyError, TypeError) as problem:
            raise Unrecorded(f"{Path(file).name} is not a record of a card", f"{file}: {problem!r}", "make measure writes it, on a machine with a card") from problem

    @classmethod
    def of_card(cls, card, folder):
        """That of the file, or an empty one."""
        file = cls.file(card, folder)
        return cls.read(file) if file.is_file() else cls(card)

    @staticmethod
    def file(card, folder=HERE):
        return Path(folder) / f"nvidia_{alias(card)}.json"

    def put(self, part, made, rows, only=None):
        """Replaces a part; with `only`, a field and its values, only rows that have one of them."""
        old = self.parts.get(part)
        if only and old:
            field, values = only
            kept = [row for row in old["rows"] if row.get(field) not in values]
            apart = {**old.get("apart", {}), **dict.fromkeys(values, made)}
            self.parts[part] = {"made": old["made"], "apart": apart, "rows": kept + rows}
        else:
            self.parts[part] = {"made": made, "rows": rows}

    def write(self, folder=HERE):
        """A row a line, so that two records can be compared line by line."""
        def line(value):
            return json.dumps(value, ensure_ascii=False)

        parts = []
        for name, part in sorted(self.parts.items()):
            head = "".join(f'   {line(key)}: {line(value)},\n' for key, value in part.items() if key != "rows")
            rows = ",\n".join(f"    {line(row)}" for row in part["rows"])
            parts.append(f'  {line(name)}: {{\n{head}   "rows": [\n{rows}\n   ]\n  }}')
        file = self.file(self.card, folder)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(f'{{\n "card": {line(self.card)},\n "parts": {{\n' + ",\n".join(parts) + "\n }\n}\n", encoding="utf-8")
        return file

    def rows(self, part, **fields):
        """Rows of a part whose fields have these values; none if it was never measured."""
        return [row for row in self.parts.get(part, {"rows": []})["rows"] if all(row.get(name) == value for name, value in fields.items())]

    def made(self, part, kind=None):
        known = self.parts[part]
        return known.get("apart", {}).get(kind, known["made"])


def records(folder=HERE):
    """Every card's, by file name."""
    return [Record.read(file) for file in sorted(Path(folder).glob("nvidia_*.json"))]
