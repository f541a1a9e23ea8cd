"""A page of the book for each lecture and for the explorer. What they lead to is built by slides/build, and copied into the folder `decks` of the site."""
import html
import re

FRONT = re.compile(r"\A---\n.*?^---$", re.S | re.M)
ASIDE = re.compile(r"<style.*?</style>|<!--.*?-->|^```.*?^```$", re.S | re.M)
NOTE = re.compile(r'<div class="bespoke-marp-note" data-index="(\d+)"[^>]*>(.*?)</div>', re.S)
NOT_BUILT = "Not built here: `make slides` needs Node and Chromium."
EXPLORER = """# The tile explorer

Drag the block over the input, the edge of the tile, the edge of the halo: in one dimension and in two, with each of the three designs. The page says what a
block and the whole launch count: threads, idle threads, loads, requests, shared memory, occupancy, and the reuse ratio, exact and in closed form.

"""


def titles_of(deck):
    """The title of each slide."""
    found = re.findall(r"^# (.+)$", ASIDE.sub("", FRONT.sub("", deck, count=1)), re.M)
    return [title.strip() for title in found]


def notes_of(built):
    """{number of a slide: its note, as paragraphs} of a built deck's HTML."""
    return {int(index) + 1: "<br>".join(note.split("\n")) for index, note in NOTE.findall(built)}


def links(files):
    """Raw HTML, because Sphinx knows nothing of these files; not in print, where nothing lies beside the page."""
    return "```{only} not print\n" + " · ".join(f'<a href="../decks/{file}">{words}</a>' for file, words in files) + "\n```\n"


def slide(name, number, title, note, built):
    """A slide's picture, which leads to it, and what is said with it. Raw HTML: a note is text, with no names of the glossary to dot."""
    picture = f"{name}/{number}.png"
    shown = html.escape(html.unescape(title.replace("`", "")))
    opened = f'<a href="../decks/{name}.html#{number}"><img src="../decks/{picture}" alt="Slide {number}: {shown}" width="640" height="360" loading="lazy"></a>' if picture in built else ""
    return f"### {number} · {title}\n\n" + (f"```{{only}} not print\n{opened}\n```\n\n" if opened else "") + (f'<div class="note">{note}</div>\n' if note else "")


def lecture(name, deck, built, notes=None):
    """The page of slides/NAME.md. `built`: names of the files in `decks`; `notes`: of its slides."""
    title, *slides = titles_of(deck)
    files = [(file, words) for file, words in ((f"{name}.html", "Open the slides"), (f"{name}.pdf", "PDF to print")) if file in built]
    return "\n".join([f"# Lecture {title}", "", links(files) if files else NOT_BUILT + "\n",
                      "→ is the next slide, `p` the speaker's view with notes, `o` shows all slides at once.", "", "## Its slides", "", *(slide(name, number, words, (notes or {}).get(number, ""), built) for number, words in enumerate(slides, 2)), ""])


def explorer(built):
    if "explorer.html" not in built:
        return EXPLORER + NOT_BUILT + "\n"
    frame = '```{only} not print\n<iframe src="../decks/explorer.html" title="The tile explorer" class="explorer"></iframe>\n```\n'
    return EXPLORER + links([("explorer.html", "Open it in a window of its own")]) + "\n" + frame
