"""Makes Furo, as Debian packages it, work from a file. An extension of Sphinx.

Debian leaves the theme in parts: a style sheet that fetches normalize.css from a web server's /javascript, a script that is a module, which browsers refuse to load from
a file, and, as its compiler of Sass drops one nested query, no dark colours for a reader whose system is dark. Where a part is as the theme's authors ship it, nothing changes.
"""
import re
from pathlib import Path

NORMALIZE = re.compile(r"^@import url\((/javascript/[^)]+)\);", re.M)
IMPORT = re.compile(r'^import \w+ from "\./([\w.-]+)";\n', re.M)
DARK = re.compile(r'body\[data-theme="dark"\] \{[^}]*\}')
AUTOMATIC = 'body:not([data-theme="light"])'


def whole_style(css, shared=Path("/usr/share")):
    css = NORMALIZE.sub(lambda found: (shared / found[1].lstrip("/")).read_text(encoding="utf-8"), css)
    dark = DARK.search(css)
    if dark and AUTOMATIC not in css:
        automatic = dark[0].replace('body[data-theme="dark"]', AUTOMATIC)
        css += f"\n@media (prefers-color-scheme: dark) {{ @media not print {{ {automatic} }} }}\n"
    return css


def whole_script(js, folder):
    """The modules that a script imports, before it; each of them also works as a plain script."""
    return IMPORT.sub(lambda found: (folder / found[1]).read_text(encoding="utf-8") + "\n", js)


def bundle(app, fault):
    static = Path(app.outdir) / "_static"
    style, script = static / "styles/furo.css", static / "scripts/furo.js"
    if fault or not style.is_file():
        return
    style.write_text(whole_style(style.read_text(encoding="utf-8")), encoding="utf-8")
    script.write_text(whole_script(script.read_text(encoding="utf-8"), script.parent), encoding="utf-8")


def setup(app):
    app.connect("build-finished", bundle)
    return {"parallel_read_safe": True, "version": "1"}
