"""Code on a slide: a region of a file that builds, between `// region NAME` and `// endregion`.

Comments are left out: the slide and its speaker say why.
"""
import re
from pathlib import Path

MOST_LINES = 12     # readable from the last row
MOST_COLUMNS = 76

OPEN = re.compile(r"^\s*// region (\S+)\s*$")
CLOSE = re.compile(r"^\s*// endregion\s*$")


class Unquotable(Exception):
    """Headline, where, try."""


def numbered_regions(text, name):
    """Every region of a source, by its name, as numbers and lines. Regions don't nest."""
    found, inside = {}, None
    for number, line in enumerate(text.splitlines(), 1):
        if match := OPEN.match(line):
            if inside:
                raise Unquotable(f"{name}:{number}: region {match[1]} begins inside region {inside}", name, "end the first one before it")
            if match[1] in found:
                raise Unquotable(f"{name}:{number}: there are two regions {match[1]}", name, "rename one of them")
            inside = match[1]
            found[inside] = []
        elif CLOSE.match(line):
            if not inside:
                raise Unquotable(f"{name}:{number}: this endregion ends no region", name, "remove it")
            inside = None
        elif inside:
            found[inside].append((number, line))
    if inside:
        raise Unquotable(f"{name}: region {inside} is never ended", name, "add a line `// endregion`")
    return found


def regions(text, name):
    return {region: [line for _, line in rows] for region, rows in numbered_regions(text, name).items()}


def dedented(lines):
    while lines and not lines[0].strip():
        lines = lines[1:]
    while lines and not lines[-1].strip():
        lines = lines[:-1]
    common = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return [line[common:] for line in lines]


def without_comment(line):
    """The line without its `// …`. No string of these files holds two slashes."""
    return line.partition("//")[0].rstrip()


def quoted(root, address):
    """The lines of `solutions/07_conv2d_tiled/conv2d_tiled.cu#load`."""
    path, _, region = address.partition("#")
    if not (Path(root) / path).is_file():
        raise Unquotable(f"{path} is not there", address, "name a file below the project's root")
    found = regions((Path(root) / path).read_text(), path)
    if region not in found:
        raise Unquotable(f"{path} has no region {region or '(none was named)'}", f"it has: {', '.join(found) or 'none'}",
                         "put `// region NAME` and `// endregion` around the lines")
    bare = [(line, without_comment(line)) for line in found[region]]
    lines = dedented([code for line, code in bare if code or not line.strip()])
    if not lines:
        raise Unquotable(f"{address} is empty", path, "move the markers round some lines")
    if len(lines) > MOST_LINES:
        raise Unquotable(f"{address} has {len(lines)} lines, and a slide shows {MOST_LINES}", path, "quote the lines that the slide is about")
    for line in lines:
        if len(line) > MOST_COLUMNS:
            raise Unquotable(f"{address} has a line of {len(line)} columns, and a slide shows {MOST_COLUMNS}", line.strip(), "break the line in the source")
    return lines
