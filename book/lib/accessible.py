"""Gives Furo's pages what a keyboard and a screen reader need and the theme leaves out. An extension of Sphinx; book.js does the rest when a page is open."""
import re
from pathlib import Path

# What the theme writes: what the page has instead.
REPAIRS = {
    # Headings of the side bar have a level, and the two side bars names.
    'role="heading"><span class="caption-text"': 'role="heading" aria-level="2"><span class="caption-text"',
    '<aside class="sidebar-drawer">': '<aside class="sidebar-drawer" aria-label="Chapters">',
    '<aside class="toc-drawer">': '<aside class="toc-drawer" aria-label="On this page">',
    '<aside class="toc-drawer no-toc">': '<aside class="toc-drawer no-toc" aria-label="On this page">',
    # A tap beside an open side bar closes it; the button that opened it does so, too.
    '<label class="overlay sidebar-overlay"': '<label aria-hidden="true" class="overlay sidebar-overlay"',
    '<label class="overlay toc-overlay"': '<label aria-hidden="true" class="overlay toc-overlay"',
    # The keyboard need not walk through all chapters to reach the text.
    '<div class="page">': '<a class="skip" href="#text">Skip to the text</a>\n<div class="page">',
    '<article role="main">': '<article role="main" id="text" tabindex="-1">',
    '<div class="related-pages">': '<div class="related-pages" role="navigation" aria-label="Next and previous chapter">',
    # A page's footnotes belong to its text, not beside it as a landmark of their own.
    '<aside class="footnote-list brackets">': '<aside class="footnote-list brackets" role="none">',
    '<div id="search-results"></div>': '<h1>Search</h1>\n<div id="search-results" aria-live="polite"></div>',
}


# Labels of hidden check boxes open the side bars: no keyboard reaches them.
LABEL = re.compile(r'<label class="((?:toc|nav)-overlay-icon[^"]*)" for="(\w+)">(.*?)</label>', re.S)


def repaired(html):
    html = LABEL.sub(r'<button type="button" class="\1" data-opens="\2" aria-expanded="false">\3</button>', html)
    for theirs, ours in REPAIRS.items():
        html = html.replace(theirs, ours)
    return html


def repair(app, fault):
    if fault or app.builder.name != "html" or app.config.html_theme != "furo":
        return
    for file in Path(app.outdir).rglob("*.html"):
        if "decks" not in file.relative_to(app.outdir).parts:       # these are pages of their own
            file.write_text(repaired(file.read_text(encoding="utf-8")), encoding="utf-8")


def setup(app):
    app.connect("build-finished", repair)
    return {"parallel_read_safe": True, "version": "1"}
