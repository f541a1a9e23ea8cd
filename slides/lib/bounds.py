"""What counts allow at best, beside what was measured: the page of bounds of solutions/measured."""
import re
from pathlib import Path

from lib.measured import Unmeasured


def bounds_of(root, card):
    """{function: (bound, its resource, measured)} of the page of bounds, first table, in ms."""
    page = Path(root) / f"solutions/measured/{card}_bounds.md"
    if not page.is_file():
        raise Unmeasured(f"{page.name} is not there", str(page), "solutions/timed/bounds writes it")
    cell = r" ([^|]*) \|"
    found = re.findall(rf"^\| `(\w+)` \|{cell}{cell}{cell}{cell}{cell}", page.read_text().split("## The ladder")[0], re.M)
    return {name: (float(bound), by, float(ms)) for name, _, bound, by, ms, _ in found if re.fullmatch(r"[\d.]+", ms)}
