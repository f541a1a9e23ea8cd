"""Numbers on a slide: from the tables of solutions/measured, with card, size and date."""
import re
from pathlib import Path


CARD = "nvidia_h200"     # whose times the decks show
COPY = "cudaMemcpy, device to device"


class Unmeasured(Exception):
    """Headline, where, try."""


class Times:
    """The rows of solutions/measured/CARD.md: `conv2d_tiled` of the table `16384 x 16384, 5 x 5 filter`."""

    def __init__(self, root, card):
        self.path = f"solutions/measured/{card}.md"
        if not (Path(root) / self.path).is_file():
            raise Unmeasured(f"{self.path} is not there", "the numbers of the decks are from it", "make time-solutions on a card")
        text = (Path(root) / self.path).read_text()
        self.card = re.match(r"# The solutions' times on (.*)", text)[1]
        self.date = re.search(r"^(\d{4}-\d\d-\d\d), driver", text, re.M)[1]
        self.rows = {}          # (function, size) -> {column: text}
        section = size = columns = None
        for line in text.splitlines():
            if line.startswith("## "):
                section = line[3:].strip()
            elif match := re.fullmatch(r"\*\*(.*)\*\*", line):
                size = match[1]
            elif line.startswith("| function |"):
                columns = [cell.strip() for cell in line.strip("|").split("|")]
            elif line.startswith("| `") and columns:
                cells = [cell.strip().strip("`") for cell in line.strip("|").split("|")]
                self.rows.setdefault((cells[0], f"{section}, {size}"), dict(zip(columns, cells)))

    def sizes(self, function):
        return [size for name, size in self.rows if name == function]

    def table(self, function, size=""):
        """The title of the one table that has such a row."""
        self.row(function, size)
        return next(found for found in self.sizes(function) if size in found)

    def row(self, function, size=""):
        """`copy` is what the functions of a table are compared with."""
        function = COPY if function == "copy" else function
        fitting = [key for key in self.rows if key[0] == function and size in key[1]]
        if not fitting:
            raise Unmeasured(f"{self.path} has no row {function}{' of ' + size if size else ''}",
                             f"of {function} it has: {'; '.join(self.sizes(function)) or 'nothing'}", "make time-solutions on a card")
        if len(fitting) > 1:
            raise Unmeasured(f"{self.path} has {len(fitting)} rows {function}{' of ' + size if size else ''}",
                             f"they are: {'; '.join(key[1] for key in fitting)}", "name more of the size")
        return self.rows[fitting[0]]
