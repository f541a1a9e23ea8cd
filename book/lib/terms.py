"""The glossary: on each page the first mention of a term leads to it, and the index lists the pages that speak of it.

An extension of Sphinx; glossary.py beside it knows what is a term.
"""
from pathlib import Path

from docutils import nodes
from sphinx import addnodes
from sphinx.transforms import SphinxTransform

from glossary import PAGE, mentions, names_of

# What these hold is not a mention: a heading has its own link, and code is code.
ELSEWHERE = (nodes.title, nodes.literal, nodes.literal_block, nodes.reference, nodes.raw, nodes.image, addnodes.pending_xref, addnodes.toctree)


def hidden(node):
    while node is not None and not isinstance(node, ELSEWHERE):
        node = node.parent
    return node is not None


class Mentions(SphinxTransform):
    default_priority = 700      # before Sphinx collects labels and the index

    def apply(self):
        names = self.app.halo_names
        if not names or not self.env.docname.startswith(("labs/", "book/")) or self.env.docname == PAGE:
            return
        pattern, seen, entries = mentions(names), set(), []
        for text in [text for text in self.document.findall(nodes.Text) if not hidden(text)]:
            words, pieces, at = text.astext(), [], 0
            for found in pattern.finditer(words):
                where, shown = names[found[1].lower()]
                if where in seen:
                    continue
                seen.add(where)
                mark = f"mentions-{where}"
                link = addnodes.pending_xref("", nodes.inline("", found[0], classes=["term"]), refdomain="std", reftype="ref", reftarget=where, refexplicit=True,
                                             refdoc=self.env.docname, refwarn=True)
                pieces += [nodes.Text(words[at:found.start()]), nodes.target("", "", ids=[mark]), link]
                entries.append(("single", shown, mark, "", None))
                at = found.end()
            if pieces:
                text.parent.replace(text, [*pieces, nodes.Text(words[at:])])
        if entries:
            self.document.insert(0, addnodes.index(entries=entries))


def setup(app):
    glossary = Path(app.srcdir) / f"{PAGE}.md"
    app.halo_names = names_of(glossary.read_text(encoding="utf-8")) if glossary.is_file() else {}
    app.add_transform(Mentions)
    return {"parallel_read_safe": True, "version": "1"}
