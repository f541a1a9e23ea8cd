"""The outputs of a tile's edge, T, of each kernel with a tile that decks give numbers of: read where the kernel is set up."""
import re
from pathlib import Path

from lib.measured import Named

KERNEL = r"conv[12]d_(?:tiled|design\d|strided_load|split_load)\w*"
FIGURE = re.compile(r"^```figure (measured|bounds|rungs) (.+)$", re.M)


def tile_of(root, part, name):
    """T; None where nothing is known of such a kernel. A block of design 2 has 2R threads more than outputs."""
    root = Path(root)
    if part == "solutions":
        for header in sorted(root.glob("labs/*/*.hpp")):
            text = header.read_text()
            if re.search(rf"\b{name}\(", text) and (tile := re.search(r"\bkTile *= (\d+);", text)):
                return int(tile[1])
        return None
    file = root / f"solutions/ladder/{name.partition('_')[0]}.cu"
    row = re.search(rf'\{{"{name}", .*\bconv[12]d_design(\d)<(\d+)', file.read_text()) if file.is_file() else None
    return row and int(row[2]) - (0 if row[1] != "2" else 8 if name.startswith("conv1d") else 4)


def tiles_of(root, text):
    """{(part, name): T} of the kernels with a tile whose numbers a slide shows."""
    named = [(named.part, named.row) for named in map(Named.of, re.findall(r"\{\{(\w+ [^{}]+)\}\}", text)) if re.fullmatch(KERNEL, named.row)]
    for figure, words in FIGURE.findall(text):
        named += [("ladder" if figure == "rungs" else "solutions", name) for name in re.findall(rf"\b{KERNEL}", words)]
    return {(part, name): tile_of(root, "solutions" if part == "solutions" else "ladder", name) for part, name in named}
