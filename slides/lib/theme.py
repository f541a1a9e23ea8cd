"""The decks' colours, for light and dark, and what their figures look like: for what draws a figure outside a deck."""
import re
from pathlib import Path

FILE = Path(__file__).resolve().parent.parent / "halo.css"


def style():
    text = FILE.read_text(encoding="utf-8")
    colours = text[text.index(":root {"):text.index("\nsection {")]
    return colours + "\n" + "\n".join(re.findall(r"^svg .*$", text, re.M)) + "\n"
