"""labs/GLOSSARY.md: a heading for each term, `### tile, core`. Its names are parted by commas; the index shows the first."""
import re

PAGE = "labs/GLOSSARY"
HEADING = re.compile(r"^### (.+)$", re.M)


def label(heading):
    return "term-" + re.sub(r"[^a-z0-9]+", "-", heading.split(",")[0].lower()).strip("-")


def names_of(glossary):
    """{name in small letters: (its label, the name that the index shows)}"""
    names = {}
    for heading in HEADING.findall(glossary):
        alike = [name.strip() for name in heading.replace("`", "").split(",")]
        names |= {name.lower(): (label(heading), alike[0]) for name in alike}
    return names


def labelled(glossary):
    """The glossary's Markdown with labels and entries of the index."""
    return HEADING.sub(lambda found: f"```{{index}} single: {found[1].replace('`', '').split(',')[0]}\n```\n\n({label(found[1])})=\n\n{found[0]}", glossary)


def mentions(names):
    """Finds a name, also in the plural, as a word of its own."""
    words = "|".join(sorted(map(re.escape, names), key=len, reverse=True))
    return re.compile(rf"(?<![\w-])({words})(?:s|es)?(?![\w-])", re.I)
