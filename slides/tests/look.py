"""Looks at built decks: `measured` asks Chromium for facts (look.js), the functions after it judge them, each yielding sentences."""
import atexit
import functools
import re
import sys
import tempfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[2] / "tools"))
from devtools import Page     # noqa: E402

SMALLEST = 24               # px of a slide 1280 wide: 18 pt
FAINTEST = 4.5              # contrast of text, as WCAG 2.1 asks of AA
PATIENCE = 120              # seconds, on a busy machine
SLACK = 1                   # px: layouts are rounded


@functools.cache
def chromium():
    """One for all decks."""
    tab = Page()
    atexit.register(tab.close)
    return tab


def measured(html):
    """What each slide of a built deck looks like in light (False) and in dark (True), of one visit, with the network unreachable."""
    script, tab, facts = Path(__file__).with_name("look.js").read_text(), chromium(), {}
    with tempfile.TemporaryDirectory() as place:
        page = Path(place) / "deck.html"
        page.write_text(html.replace("</body>", f"<script>{script}</script></body>"))
        tab.screen(1400, 900)
        tab.open(page.as_uri())
        for dark in (False, True):
            tab.screen(1400, 900, dark)
            facts[dark] = tab.ask("measured()", PATIENCE)
    return facts


def shared(a, b):
    """How far two rectangles overlap, in px; 0 if they don't."""
    return max(0, min(min(a["right"], b["right"]) - max(a["left"], b["left"]), min(a["bottom"], b["bottom"]) - max(a["top"], b["top"])))


def outside(inner, outer):
    return max(outer["left"] - inner["left"], outer["top"] - inner["top"], inner["right"] - outer["right"], inner["bottom"] - outer["bottom"], 0)


def inked(rect):
    """A text's box without the air above and below its letters."""
    air = (rect["bottom"] - rect["top"]) * 0.2
    return {**rect, "top": rect["top"] + air, "bottom": rect["bottom"] - air}


def texts_of(slide):
    page = [{**slide["page"], "words": "the page number"}] if slide["page"] else []
    return [*slide["texts"], *(label for figure in slide["figures"] for label in figure["labels"]), *page]


def overflow(slide):
    frame = {"left": 0, "top": 0, "right": 1280, "bottom": 720}
    for box in [*slide["boxes"], *({"what": text["words"], "rect": text["rect"]} for text in slide["texts"])]:
        if (far := outside(box["rect"], frame)) > SLACK:
            yield f"{box['what']} reaches {far:.0f} px beyond the slide"
            return


def overlap(slide):
    boxes = [*slide["boxes"], *([slide["page"]] if slide["page"] else [])]
    for index, box in enumerate(boxes):
        for other in boxes[index + 1:]:
            if (deep := shared(box["rect"], other["rect"])) > SLACK:
                yield f"{box['what']} and {other['what']} overlap by {deep:.0f} px"


def small(slide):
    for text in texts_of(slide):
        if text["size"] < SMALLEST - 0.05:
            yield f"'{text['words']}' is {text['size']:.1f} px, {text['size'] * 0.75:.1f} pt, and 18 pt is the least"


def faint(slide):
    for text in texts_of(slide):
        if not text["contrast"] >= FAINTEST:
            yield f"'{text['words']}' has contrast {text['contrast']:.1f}, and {FAINTEST} is the least"


def wrapped(slide):
    for code in slide["code"]:
        lines = [line for line in code["lines"] if line.strip()]
        if code["rows"] != len(lines):
            yield f"{len(lines)} lines of code fill {code['rows']} rows: '{lines[0]}'"
        if code["wide"] > SLACK:
            yield f"code is {code['wide']:.0f} px wider than its box: '{lines[0]}'"


def mislabelled(slide):
    """In a figure: labels that overlap, leave their cell, or are cut off at the figure's edge."""
    for figure in slide["figures"]:
        for index, label in enumerate(figure["labels"]):
            if outside(inked(label["rect"]), figure["rect"]) > SLACK:
                yield f"the label '{label['words']}' is cut off at the edge of its figure"
            if label["cell"] and outside(inked(label["rect"]), label["cell"]) > SLACK:
                yield f"the label '{label['words']}' is larger than its cell"
            for other in figure["labels"][index + 1:]:
                if shared(inked(label["rect"]), inked(other["rect"])) > SLACK:
                    yield f"the labels '{label['words']}' and '{other['words']}' overlap"


def unspoken(slide):
    for figure in slide["figures"]:
        if not figure["alt"].strip():
            yield "a figure has no alt text"


CHECKS = [overflow, overlap, small, faint, wrapped, mislabelled, unspoken]


def foreign(html):
    """Addresses that the file would load. What a reader may click on (`<a href>`) is none."""
    bare = re.sub(r"<!--.*?-->|/\*.*?\*/", "", html, flags=re.S)
    found = [match[2] for match in re.finditer(r"""(?<!<a )\b(src|poster|data|srcset|xlink:href)\s*=\s*["']([^"']+)""", bare)]
    found += [match[1] for match in re.finditer(r"""<(?:link|image|use|base)\b[^>]*?\bhref\s*=\s*["']([^"']+)""", bare)]
    found += [match[1] for match in re.finditer(r"""url\(\s*["']?([^"')]+)""", bare)]
    found += [match[1] for match in re.finditer(r"""@import\s+["']([^"']+)""", bare)]
    return [address for address in found if not address.startswith(("data:", "#"))]


def unprinted(pages, slides):
    """What a PDF's text, page by page, lacks of the slides: title, code, pages."""
    if len(pages) != len(slides):
        yield f"the PDF has {len(pages)} pages, the deck {len(slides)} slides"
    squeezed = lambda line: " ".join(line.split())
    for number, (page, slide) in enumerate(zip(pages, slides), 1):
        lines = [squeezed(line) for line in page.splitlines()]
        if slide["title"] and squeezed(slide["title"]) not in " ".join(lines):
            yield f"page {number}: the title '{slide['title']}' can't be selected"
        for line in (squeezed(line) for code in slide["code"] for line in code["lines"]):
            if line and not any(line in printed for printed in lines):
                yield f"page {number}: the line of code '{line}' is broken or can't be selected"
