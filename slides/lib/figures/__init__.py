"""The figures, drawn from the tile arithmetic. A deck names one in a fence: `tile_1d T=4 M=5 block=1`.

A figure is a public function of one of these modules; it returns the picture and its alt text.
"""
import importlib
import inspect
import pkgutil


class Undrawable(Exception):
    """Headline, where, try."""


def public(module):
    return {name: one for name, one in inspect.getmembers(module, inspect.isfunction)
            if one.__module__ == module.__name__ and not name.startswith("_")}


FIGURES = {name: one for module in pkgutil.iter_modules(__path__) for name, one in public(importlib.import_module(f"{__name__}.{module.name}")).items()}


def drawn(call):
    """`tile_1d T=4 M=5 block=1`, as SVG; with `build=yes` its parts are shown click by click."""
    name, *words = call.split()
    if name not in FIGURES:
        raise Undrawable(f"no figure is called {name}", call, f"one of {', '.join(sorted(FIGURES))}")
    values = {}
    for word in words:
        key, _, value = word.partition("=")
        values[key] = int(value) if value.lstrip("-").isdigit() else value == "yes" if value in ("yes", "no") else value
    build = values.pop("build", False)
    try:
        picture, alt = FIGURES[name](**values)
    except (TypeError, KeyError) as error:
        raise Undrawable(f"the figure {name} cannot be drawn so: {error}", call, "look at its parameters in slides/lib/figures") from None
    if build and not picture.steps:
        raise Undrawable(f"the figure {name} has no steps to build", call, "leave build=yes out, or call step() where each part begins in slides/lib/figures")
    return picture.svg(alt, build)
