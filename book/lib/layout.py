"""Lays out the book's source: pages from all over the tree, their links rewritten, and what they link to."""
import re
import shutil
import tomllib
from pathlib import Path, PurePosixPath

from lib import decks, glossary, links, tables

LANGUAGES = {".cu": "cuda", ".cpp": "cpp", ".hpp": "cpp", ".toml": "toml", ".py": "python", ".json": "json", ".ipynb": "json", "": "text"}
FILES = PurePosixPath("files.md")       # keeps them out of the side bar
EXPLORER = PurePosixPath("slides/explorer.md")
SECOND = "MORE.md"      # beside a README.md: a child of its page


class Uncharted(Exception):
    """The contents name what is not there. The three lines of a message."""


def parts_of(root, contents):
    """[(title, [page])] as contents.toml says. `root`: a Tree, here and below."""
    parts, listed = [], set()
    for part in tomllib.loads(contents)["part"]:
        pages = []      # a page stands where it is named first
        for pattern in part["pages"]:
            found = [EXPLORER] if PurePosixPath(pattern) == EXPLORER else root.matching(pattern)
            if not found:
                raise Uncharted(f"contents.toml names a page that does not exist: {pattern}", f"part {part['title']}", "write the page, or correct the name")
            pages += [page for page in found if page not in listed]
            listed.update(found)
        parts.append((part["title"], pages))
    return parts


def second_of(root, page):
    """[the second page of a lab], or nothing."""
    second = page.with_name(SECOND)
    return [second] if page.name == "README.md" and (root / second).is_file() else []


def with_seconds(root, pages):
    return [one for page in pages for one in (page, *second_of(root, page))]


def shown(root, file):
    """The page of a file that is none: its text, or what is in a folder."""
    name = file.as_posix()
    if (root / file).is_dir():
        inside = sorted(entry.name + "/" * entry.is_dir() for entry in (root / file).iterdir())
        return f"# {name}/\n\n" + "".join(f"- `{entry}`\n" for entry in inside)
    text = (root / file).read_text(encoding="utf-8").rstrip("\n")
    fence = "`" * max(3, max((len(run) for run in re.findall(r"`+", text)), default=0) + 1)
    return f"# {name}\n\n{fence}{LANGUAGES.get(file.suffix, 'text')}\n{text}\n{fence}\n"


def toctree(title, pages, options=":maxdepth: 1"):
    entries = "\n".join(f"/{links.place(page).with_suffix('').as_posix()}" for page in pages)
    caption = f":caption: {title}\n" if title else ""
    return f"\n```{{toctree}}\n{caption}{options}\n\n{entries}\n```\n"


def chapters(root, parts):
    """For print, where Sphinx puts the chapters themselves in the place of their names."""
    def line(page):
        title = "The tile explorer" if page == EXPLORER else re.search(r"^# (.+)$", (root / page).read_text(encoding="utf-8"), re.M)[1]
        return f"- [{title}]({links.place(page)})\n"
    return "\n```{only} print\n" + "\n".join(f"**{title}**\n\n" + "".join(map(line, with_seconds(root, pages))) for title, pages in parts) + "```\n"


def write(target, text):
    target.parent.mkdir(parents=True, exist_ok=True)
    target.write_text(text, encoding="utf-8")


def with_own_footnotes(page, text):
    """In print all pages are one: footnotes of a name, `[^measured]`, get the page's."""
    own = re.sub(r"[^a-z0-9]+", "-", page.with_suffix("").as_posix().lower())
    for name in re.findall(r"^\[\^(\w+)\]: ", text, re.M):
        text = text.replace(f"[^{name}]", f"[^{name}-{own}]")
    return text


def page_of(root, page, text, built, left_out, notes):
    if page.parent.as_posix() == "slides" and page.name[:2].isdigit():
        return decks.lecture(page.stem, text, built, notes.get(page.stem))
    text = with_own_footnotes(page, links.rewritten(root, page, text, left_out))
    return glossary.labelled(text) if page.with_suffix("").as_posix() == glossary.PAGE else text


def laid_out(root, book, target, built, notes=None):
    """Writes the source of the book into the folder `target`, and returns the names of its pages. `built`: files that decks lead to; `notes`: {deck: {slide: note}}.

    Throws DeadLink, Nameless, Uncharted.
    """
    shutil.rmtree(target, ignore_errors=True)
    contents = (book / "contents.toml").read_text(encoding="utf-8")
    parts, left_out = parts_of(root, contents), links.left_out_by(tomllib.loads(contents).get("left_out", []))
    listed = [page for _, pages in parts for page in with_seconds(root, pages) if page != EXPLORER]
    pages, others = links.closure(root, [*listed, PurePosixPath("README.md")], left_out)
    pages.pop(links.INDEX, None)        # it has the contents, and is written last
    pictures = {file for file in others if file.suffix in (".svg", ".png")}
    for page, text in pages.items():
        made = page_of(root, page, text, built, left_out, notes or {})
        tables.check(page, made)
        second = second_of(root, page)
        write(target / links.place(page), made + (toctree("", second, ":hidden:") if second else ""))
    files = sorted(set(others) - pictures)
    for file in files:
        write(target / links.place(file), shown(root, file))
    for file in pictures:
        (target / file).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(root / file, target / file)
    if any(EXPLORER in listed for _, listed in parts):
        write(target / EXPLORER, decks.explorer(built))
    if files:
        write(target / FILES, "# Files that pages lead to\n" + toctree("", files))
    inside = [*(page for page in pages if page not in listed), *([FILES] if files else [])]
    text = links.rewritten(root, links.INDEX, (root / links.INDEX).read_text(encoding="utf-8"))
    write(target / "index.md", text + chapters(root, parts) + "".join(toctree(*part) for part in [*parts, ("Inside", inside)]))
    return sorted(file.relative_to(target).as_posix() for file in target.rglob("*.md"))
