"""axe-core in a page that devtools.py has open: what it objects to there. The book's package.json pins its version."""
from pathlib import Path

import npm_modules

PINS = Path(__file__).resolve().parents[1] / "book"
PATIENCE = 600      # seconds: a table of 800 rows takes up to 47 on an idle machine, and several tests share it
NAMED = "({violations}) => violations.map((one) => `${one.id}: ${one.nodes.length}, first ${one.nodes[0].html.slice(0, 150)}`)"
FADING = "document.getAnimations().filter((one) => one.effect.getComputedTiming().endTime < Infinity)"


class NotHere(Exception):
    """Why a test that needs axe-core can't run: a program is missing, or there is no network."""


def script(place):
    """Its text; npm installs it in `place` if it isn't there."""
    if lacking := npm_modules.missing():
        raise NotHere(f"{' and '.join(lacking)} would fetch axe-core, and are not installed")
    try:
        modules = npm_modules.installed(PINS, place, lambda: print("npm ci installs axe-core into", place))
    except npm_modules.NotInstalled as why:
        if why.offline:
            raise NotHere(f"axe-core could not be fetched: {why.said}") from why
        raise
    return (modules / "axe-core/axe.min.js").read_text()


def violations(tab, text):
    """What axe-core, of which `text` is the script, objects to on the tab's page, a line each."""
    tab.call("Runtime.evaluate", expression=text)
    tab.ask(f"Promise.allSettled({FADING}.map((one) => one.finished)).then(() => null)")        # else a colour on its way from light to dark would be judged
    # preload: axe would load the style sheets of a page once more, which a page from a file may not.
    return tab.ask(f"axe.run(document, {{ iframes: false, preload: false, resultTypes: ['violations'] }}).then({NAMED})", PATIENCE)
