"""What every deck has, besides building: each rule yields the three lines of a message. slides/README.md describes them."""
import re
from pathlib import Path

from lib.code import MOST_COLUMNS, MOST_LINES, without_comment
from lib.deck import expanded
from lib.measured import CARD, ONE_SIZE, SIZED, Named, Times, Unmeasured, text_of
from lib.tiles import tiles_of

LEAST_MINUTES, MOST_MINUTES = 45, 50
FRONT = ["marp: true", "theme: halo", "paginate: true", "math: mathjax", "lang: en"]
NOTE = re.compile(r"<!--(?!\s*_?\w+:)(.*?)-->", re.S)
MINUTES = re.compile(r"(\d+) min\. ")
FENCED = re.compile(r"^```([^\n]*)\n(.*?)^```[ \t]*$", re.M | re.S)
PLAIN = {"console", "sh", "text", "figure", "cuda", "wrong", "message"}        # fences without typed C++
UNIT = r"(?:ms|µs|us|ns|GB/s|TB/s|GFLOP/s|TFLOP/s)"


class Slide:
    """One slide: its number, what is shown, what is said."""

    def __init__(self, number, text):
        self.number, self.text = number, text
        self.note = " ".join(match.strip() for match in NOTE.findall(text))
        self.shown = re.sub(r"<!--.*?-->", "", text, flags=re.S)
        titles = re.findall(r"^# (.+)$", re.sub(r"^```.*?^```", "", self.shown, flags=re.M | re.S), re.M)
        self.titles = [title.strip() for title in titles]


def slides_of(text):
    """The slides of a deck, without its front matter."""
    body = text.split("\n---\n", 1)[1] if text.startswith("---\n") else text
    return [Slide(number, part) for number, part in enumerate(re.split(r"^---\s*$", body, flags=re.M), 1)]


def brief(text):
    return " ".join(text.split())[:70]


def front_matter(deck, text, root):
    head = text.split("\n---\n", 1)[0].splitlines()
    for line in [*FRONT, "title: "]:
        if not any(found == line or line.endswith(" ") and found.startswith(line) and found != line.strip() for found in head):
            yield f"{deck}:1: its front matter has no {line.strip()}", f"it has: {', '.join(head[1:])}", f"add the line {line.strip()}"


def titles(deck, text, root):
    for slide in slides_of(text):
        if len(slide.titles) != 1:
            yield f"{deck}: slide {slide.number} has {len(slide.titles)} titles", brief(slide.shown), "one idea a slide: one line `# title`"


def minutes(deck, text, root):
    """What a lecturer says, and for how long: 45 to 50 minutes in all."""
    total = 0
    for slide in slides_of(text):
        if match := MINUTES.match(slide.note):
            total += int(match[1])
        else:
            yield f"{deck}: the note of slide {slide.number} doesn't begin with its minutes", brief(slide.note) or "it has no note", "<!-- 2 min. What to say. -->"
    if not LEAST_MINUTES <= total <= MOST_MINUTES:
        yield f"{deck}: its notes make {total} minutes", f"a lecture is {LEAST_MINUTES} to {MOST_MINUTES}", "shorten, split, or give an example more time"


def last_slide(deck, text, root):
    """The lab to do next, as a command that works."""
    named = re.findall(r"labs/(\d\d_\w+)", slides_of(text)[-1].shown)
    if not named:
        yield f"{deck}: its last slide names no lab", brief(slides_of(text)[-1].shown), "say which lab is next: `cd labs/NN_name && make`"
    for lab in named:
        if not (Path(root) / "labs" / lab).is_dir():
            yield f"{deck}: its last slide names labs/{lab}, which does not exist", "labs/", "correct the name"


def frame(deck, text, root):
    """Opens with what one will be able to do, and ends with three things to keep."""
    slides = slides_of(text)
    if "You will be able to " not in slides[0].shown:
        yield f"{deck}: its first slide doesn't say what one will be able to do", brief(slides[0].shown), "You will be able to …"
    kept = slides[-2] if len(slides) > 1 else slides[0]
    if kept.titles != ["Three things to keep"] or len(re.findall(r"^\d\. ", kept.shown, re.M)) != 3:
        yield f"{deck}: the slide before its last has no three things to keep", brief(kept.shown), "# Three things to keep, and 1. 2. 3."


def alt_text(deck, text, root):
    markdown, _ = expanded(deck, text, root)
    for slide in slides_of(markdown):
        bare = len(re.findall(r"!\[(?:\s*|bg\b[^\]]*)\]\(", slide.shown))      # a background says nothing either
        bare += sum(not re.search(r'\baria-label="[^"]*\S[^"]*"', tag) for tag in re.findall(r"<svg\b[^>]*>", slide.shown))
        bare += sum(not re.search(r'\balt="[^"]*\S[^"]*"', tag) for tag in re.findall(r"<img\b[^>]*>", slide.shown))
        if bare:
            yield f"{deck}: slide {slide.number} has a figure without alt text", slide.titles[0] if slide.titles else "", "say in words what it shows; a figure of lib/figures returns them"


def typed_code(deck, text, root):
    """Code that is typed into a deck, not quoted, goes stale: each of its lines must be a line of a lab or solution."""
    sources = None
    for match in FENCED.finditer(text):
        if (match[1].split() or [""])[0] in PLAIN:
            continue
        lines = match[2].rstrip("\n").split("\n")
        where = f"{deck}:{text.count(chr(10), 0, match.start()) + 1}"
        if len(lines) > MOST_LINES or max(map(len, lines)) > MOST_COLUMNS:
            yield f"{where}: {len(lines)} lines of up to {max(map(len, lines))} columns", brief(match[2]), f"a slide shows {MOST_LINES} lines of {MOST_COLUMNS}"
        if sources is None:
            files = [file for place in ("labs", "solutions") for kind in ("cu", "hpp") for file in (Path(root) / place).glob(f"*/*.{kind}")]
            sources = {without_comment(line).strip() for file in files for line in file.read_text().splitlines()}
        for line in lines:
            if without_comment(line).strip() not in sources | {""}:
                yield f"{where}: '{line.strip()}' is code from no file that builds", "labs/*/*.cu, solutions/*/*.cu and their headers", "quote a region: ```cuda FILE#REGION"


def sayings(part, size):
    """How a slide may say of what size a number is: `2^28` or 2²⁸. Ladders and layers have one size each."""
    if part in ONE_SIZE:
        return ONE_SIZE[part]
    if part not in SIZED:
        return ("",)
    word = next((word for word in re.split("[ ,]+", size) if "^" in word), re.split("[ ,]", size)[0])
    return word, re.sub(r"\^(\d+)", lambda power: power[1].translate(str.maketrans("0123456789", "⁰¹²³⁴⁵⁶⁷⁸⁹")), word)


def typed_times(deck, text, root):
    """A measured time that is typed goes stale; one that is put in says of what card, day and size it is."""
    for number, line in enumerate(text.splitlines(), 1):
        if match := re.search(rf"\d[\d.,]* ?{UNIT}\b", line):
            yield f"{deck}:{number}: {match[0]} is typed, not measured", line.strip()[:70], "{{ms FUNCTION SIZE}} puts the measured time in"
    for slide in slides_of(text):
        numbers = [Named.of(words) for words in re.findall(r"\{\{((?:ms|rate) [^{}]+|\w+ \w+:[^{}]+)\}\}", slide.shown)]
        bare = re.sub(r"\{\{.*?\}\}", "", slide.shown)
        for name in ["{{card}}"] * bool(numbers) + sorted({"{{date}}" if part == "solutions" else f"{{{{date {part}}}}}" for _, part, *_ in numbers}):
            if name not in slide.shown:
                yield f"{deck}: slide {slide.number} has a measured time and no {name}", ", ".join(slide.titles), f'<span class="source">{{{{card}}}}, CUDA events, {name}</span>'
        for said in sorted({sayings(part, size) for _, part, _, size in numbers}):
            if not any(word in bare for word in said):
                yield f"{deck}: slide {slide.number} has a time of {said[0]}, and doesn't say so", ", ".join(slide.titles), f"write {said[-1]} on the slide"


def typed_copies(deck, text, root):
    """A number without a unit, `39.7 %`, that is typed although the deck puts another number of the same row of the record in."""
    times, rows = Times(root, CARD), {}
    put_in = re.findall(r"\{\{((?:ms|rate) [^{}]+|\w+ \w+:[^{}]+)\}\}", text)
    put_in += [f"ms {function} {size}" for names, size in re.findall(r"^```figure measured functions=(\S+) size=(\S+)$", text, re.M) for function in names.split(",")]
    for words in put_in:
        named = Named.of(words)
        for field in ("ms", "rate", "share", "us"):
            try:
                number = text_of(named.part, times.found(named.row, named.table, named.part)[2], field).removesuffix(" %")
            except (KeyError, Unmeasured):
                continue                            # the row has no such field; what can't be put in, `expanded` reports
            if re.match(r"0\.[1-9]\d\d|[1-9]\d*\.\d\d|[1-9]\d\.\d$", number) and not number.startswith("1.0") and not number.endswith(("00", "50")):     # 0.5 and 1.03 are often counted, too
                rows.setdefault(number, f"{{{{{words.replace(named.field, field, 1)}}}}}")
    for line, words in enumerate(re.sub(r"\{\{[^{}]*\}\}", "", text).splitlines(), 1):
        for number in re.findall(r"(?<![\d.])\d+\.\d+(?![\d.]*\d)", words):
            if number in rows:
                yield f"{deck}:{line}: {number} is typed, and is a measured number", words.strip()[:70], f"{rows[number]} puts it in"


def tile_sizes(deck, text, root):
    """A number of a kernel with a tile says of which tile: `T = 28` is on the slide, and is that kernel's."""
    for slide in slides_of(text):
        said = set(re.findall(r"\bT = (\d+)", re.sub(r"^```.*?^```", "", slide.shown, flags=re.M | re.S)))
        for (part, name), tile in tiles_of(root, slide.shown).items():
            if str(tile) not in said:
                yield f"{deck}: slide {slide.number} has a number of {name} and no T = {tile}", ", ".join(slide.titles), f"write T = {tile} on the slide: its tile, in the part {part} of the record"


RULES = [front_matter, titles, minutes, last_slide, frame, alt_text, typed_code, typed_times, typed_copies, tile_sizes]
