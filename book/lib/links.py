"""The pages of the book: which files it takes from the tree, and how the links between them are written there.

The book's source mirrors the tree, so that links and pictures stay as they are. Four things change: README.md of a folder is its index.md; a link to a
file that is not a page leads to a page that shows it, and one to a part of a card's record to the generated page of that part; the first page is at the top.
"""
import os
import re
from pathlib import PurePosixPath

FENCE = re.compile(r"^( *)(`{3,}|~{3,}).*?^ *\2`*[ \t]*$", re.S | re.M)
CODE = re.compile(r"(`+)(?!`).+?(?<!`)\1(?!`)", re.S)
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)")
INDEX = PurePosixPath("book/index.md")       # the book's first page
ADDRESS = re.compile(r"^(?:[a-z]+:|#|//)")
PART = re.compile(r"^(.*\bnvidia_\w+)\.json#(\w+)$")      # of a card's record


class DeadLink(Exception):
    """What a page links to does not exist. The three lines of a message."""


def spared(text):
    """Where the text is code, and links are not links."""
    fences = [found.span() for found in FENCE.finditer(text)]
    inside = lambda at: any(begin <= at < end for begin, end in fences)
    return fences + [found.span() for found in CODE.finditer(text) if not inside(found.start())]


def links_of(text):
    """(match, path, fragment, is a picture) for each link to a file."""
    hidden = spared(text)
    for found in LINK.finditer(text):
        # Code within the words of a link is the link's own.
        if ADDRESS.match(found[3]) or any(begin < found.start() and found.end() <= end for begin, end in hidden):
            continue
        path, _, fragment = PART.sub(r"\1_\2.md", found[3]).partition("#")
        yield found, path, fragment, found[1] == "!"


def aim(page, path):
    """The file that a link of a page leads to, seen from the tree's root."""
    return PurePosixPath(os.path.normpath(PurePosixPath(page).parent / path))


def left_out_by(patterns):
    """Is a file of the tree no part of the book? For closure() and rewritten()."""
    return lambda path: any(PurePosixPath(path).match(pattern) for pattern in patterns)


def closure(root, first, left_out=lambda path: False):
    """({page: text} of the first pages and all that they lead to, {other file: pages that link to it}), in the order in which they are met.

    A folder stands for its README. Throws DeadLink.
    """
    pages, others, waiting = {}, {}, [PurePosixPath(page) for page in first]
    while waiting:
        page = waiting.pop(0)
        if page in pages:
            continue
        pages[page] = (root / page).read_text(encoding="utf-8")
        for found, path, _, picture in links_of(pages[page]):
            target = aim(page, path)
            if not (root / target).exists() or target.parts[0] == "..":
                line = pages[page][:found.start()].count("\n") + 1
                raise DeadLink(f"{page}:{line}: no such file: {path}", f"[{found[2]}]({found[3]})", "correct the link, or write the page")
            if left_out(target):
                continue
            if (root / target).is_dir() and (root / target / "README.md").is_file():
                target /= "README.md"
            if target.suffix == ".md":
                waiting.append(target)
            else:
                others.setdefault(target, []).append(page)
    return pages, others


def place(path):
    """Where a page of the tree is in the book. `path` may be a file that the book shows: it becomes a page of its own."""
    path = PurePosixPath(path)
    if path == INDEX:
        return PurePosixPath("index.md")
    if path.name == "README.md":
        return path.with_name("index.md") if path.parent.parts else PurePosixPath("halo.md")
    return path if path.suffix == ".md" else path.with_name(path.name + ".md")


def rewritten(root, page, text, left_out=lambda path: False):
    """The page with the links that the book needs; of one to what is left out the words remain."""
    here, parts, at = place(page), [], 0
    for found, path, fragment, picture in links_of(text):
        if picture:
            continue
        target = aim(page, path)
        if left_out(target):
            parts += [text[at:found.start()], found[2]]
            at = found.end()
            continue
        if (root / target).is_dir():
            target = target / "README.md" if (root / target / "README.md").is_file() else target
        relative = os.path.relpath(place(target), here.parent)
        parts += [text[at:found.start()], f"[{found[2]}]({relative}{'#' + fragment if fragment else ''})"]
        at = found.end()
    return "".join(parts) + text[at:]
