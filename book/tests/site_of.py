"""What the tests ask of a built site: its pages, and links that lead nowhere."""
from html.parser import HTMLParser
from urllib.parse import unquote, urlsplit

FOREIGN = ("http:", "https:", "mailto:", "data:", "javascript:")
# An element that loads what it names; a link to another site is none.
LOADS = {("script", "src"), ("img", "src"), ("iframe", "src"), ("source", "src"), ("object", "data"), ("use", "href"), ("image", "href")}


class Page(HTMLParser):
    """`links`: (line, address) of all that it leads to; `loaded`: the addresses of what it shows; `names`: where a fragment may lead."""

    def __init__(self, text):
        super().__init__()
        self.links, self.loaded, self.names = [], [], set()
        self.feed(text)

    def handle_starttag(self, tag, attributes):
        facts = dict(attributes)
        self.names |= {facts[name] for name in ("id", "name") if facts.get(name)}
        for name in ("href", "src", "data"):
            address = facts.get(name)
            if address is None or (tag, name) in {("button", "data"), ("div", "data")}:
                continue
            self.links.append((self.getpos()[0], address))
            if (tag, name) in LOADS or (tag == "link" and facts.get("rel") in ("stylesheet", "shortcut icon", "icon")):
                self.loaded.append((self.getpos()[0], address))

    handle_startendtag = handle_starttag


def pages_of(site):
    """{path below the site: what is on it}, but for the decks and the explorer, which are tested where they are made."""
    return {file.relative_to(site): Page(file.read_text(encoding="utf-8")) for file in sorted(site.rglob("*.html")) if file.relative_to(site).parts[0] != "decks"}


def dead(site, pages):
    """A sentence for each link whose file or place does not exist."""
    for path, page in pages.items():
        for line, address in page.links:
            if address.startswith(FOREIGN) or address in ("", "#"):
                continue
            parts = urlsplit(address)       # what follows a question mark only tells one version of a file from another
            file, fragment = parts.path, parts.fragment
            target = (site / path.parent / unquote(file)).resolve() if file else (site / path).resolve()
            if not target.is_file():
                yield f"{path}:{line}: {address}: no such file"
            elif fragment and target.suffix == ".html" and target.is_relative_to(site):
                known = pages.get(target.relative_to(site))
                if known is not None and unquote(fragment) not in known.names:
                    yield f"{path}:{line}: {address}: no such place on the page"


def foreign(pages):
    """What a page would load from elsewhere."""
    return (f"{path}:{line}: {address}" for path, page in pages.items() for line, address in page.loaded
            if address.startswith(("http:", "https:", "//", "/")))
