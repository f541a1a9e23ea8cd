"""The drawing below all figures: boxes, text and brackets in the theme's colours, as SVG that a reader can select and hear."""
from html import escape

TEXT = 26           # px on a slide of 1280 × 720: 19.5 pt, readable from the last row
CELL = 64
WIDEST, HIGHEST, LARGEST = 1150, 430, 1.5       # px that a figure may fill below a title and a sentence; how much a small one is enlarged


class Picture:
    """Boxes and text in px, y down. `svg(alt)` is the whole element, as wide as what was drawn."""

    def __init__(self):
        self.parts, self.right, self.bottom, self.left, self.top = [], 0, 0, 0, 0
        self.steps = []     # where in `parts` each begins

    def step(self):
        """What is drawn from here on is a part of its own, which a deck can show by a click."""
        self.steps.append(len(self.parts))

    def covers(self, x, y, width, height):
        self.left, self.top = min(self.left, x), min(self.top, y)
        self.right, self.bottom = max(self.right, x + width), max(self.bottom, y + height)

    def box(self, x, y, width, height, kind, text="", size=TEXT):
        """A cell: `kind` is a class of the theme: input, halo, ghost, output, weight, idle, plain."""
        self.parts.append(f'<rect class="{kind}" x="{x}" y="{y}" width="{width}" height="{height}" rx="4"/>')
        self.covers(x, y, width, height)
        if text != "":
            self.text(x + width / 2, y + height / 2, text, size=size, kind=f"on-{kind}", inside=True)

    def text(self, x, y, text, anchor="middle", size=TEXT, kind="label", inside=False):
        self.parts.append(f'<text class="{kind}" x="{x:g}" y="{y:g}" font-size="{size}" text-anchor="{anchor}">{escape(str(text))}</text>')
        if not inside:
            wide = 0.68 * size * len(str(text))
            self.covers(x - {"start": 0, "middle": wide / 2, "end": wide}[anchor], y - size / 2, wide, size)

    def line(self, x1, y1, x2, y2, kind="line"):
        self.parts.append(f'<line class="{kind}" x1="{x1:g}" y1="{y1:g}" x2="{x2:g}" y2="{y2:g}"/>')
        self.covers(min(x1, x2), min(y1, y2), abs(x2 - x1), abs(y2 - y1))

    def arrow(self, x1, y1, x2, y2, kind="line"):
        self.line(x1, y1, x2, y2, f"{kind} arrow")

    def bracket(self, x1, x2, y, text, below=True):
        """Says what the cells from x1 to x2 are."""
        tip = 10 if below else -10
        self.parts.append(f'<path class="line" d="M{x1 + 3:g},{y:g} v{tip} H{x2 - 3:g} v{-tip}"/>')
        self.covers(x1, min(y, y + tip), x2 - x1, 10)
        self.text((x1 + x2) / 2, y + tip * 1.2 + (TEXT / 2 + 6 if below else -TEXT / 2 - 6), text)

    def table(self, columns, rows, marked, high=62, by="columns", first=1):
        """`columns` are names and widths, `rows` names and cells; `marked(row, column)` says which cells are talked about. Columns or rows from `first` on are steps."""
        lefts = [sum(wide for _, wide in columns[:c]) for c in range(len(columns))]
        for (column, wide), x in zip(columns, lefts):
            self.text(x + wide / 2, high / 2, column)
        for r, (name, _) in enumerate(rows):
            self.text(-16, (r + 1.5) * high, name, "end")
        cells = [(r, c) for r in range(len(rows)) for c in range(len(columns))]
        group = (lambda cell: cell[1]) if by == "columns" else (lambda cell: cell[0])
        before = first - 1
        for r, c in sorted(cells, key=group):
            if group((r, c)) > before:
                before = group((r, c))
                self.step()
            self.box(lefts[c], (r + 1) * high, columns[c][1], high, "output" if marked(r, c) else "plain", rows[r][1][c])

    def drawn(self, build):
        """The parts, those of a step in a group that is shown by a click."""
        if not build:
            return "".join(self.parts)
        ends = [*self.steps[1:], len(self.parts)]
        groups = (f'<g data-marpit-fragment="{k}">{"".join(self.parts[begin:end])}</g>' for k, (begin, end) in enumerate(zip(self.steps, ends), 1))
        return "".join(self.parts[:self.steps[0]]) + "".join(groups)

    def svg(self, alt, build=False):
        x, y = self.left - 4, self.top - 4
        width, height = self.right - x + 4, self.bottom - y + 4
        scale = min(LARGEST, WIDEST / width, HIGHEST / height)
        return (f'<svg class="figure" role="img" aria-label="{escape(alt)}" viewBox="{x:g} {y:g} {width:g} {height:g}" width="{scale * width:.0f}" height="{scale * height:.0f}">'
                f'<title>{escape(alt)}</title><defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" markerHeight="7" '
                f'orient="auto"><path class="tip" d="M0,0 L10,5 L0,10 z"/></marker></defs>' + self.drawn(build) + "</svg>")
