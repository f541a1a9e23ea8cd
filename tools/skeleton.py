"""What tools/new-lab and tools/new-kind share: files are written and rows added, or nothing is."""
import os
import re
import sys
from pathlib import Path


class Refused(Exception):
    """Nothing was written; says why."""

    @staticmethod
    def caught(main):
        try:
            main()
        except Refused as why:
            sys.exit(str(why))


def rooted():
    """The tree that the tool is in; HALO_ROOT names another, for tests."""
    return Path(os.environ.get("HALO_ROOT") or Path(__file__).resolve().parent.parent)


def begin(root, folder, files, rows):
    """`files`: (path, text); `rows`: (path, a pattern whose first group the row is put after, the row)."""
    files, texts = list(files), {}
    for path in [folder, *(path for path, _ in files)]:
        if (root / path).exists():
            raise Refused(f"{path} exists already\n  where: {root}\n  try:   another name, or remove it")
    for path, after, row in rows:
        text = texts.get(path) or (root / path).read_text()
        if not (found := re.search(after, text)):
            raise Refused(f"{path} has no list to add this row to\n  where: {row.strip()}\n  try:   add the row, and correct the pattern in tools")
        texts[path] = text[:found.end(1)] + row + text[found.end(1):]
    for path, text in [*files, *texts.items()]:
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
        print(f"{'row in ' if path in texts else ''}{path}")
    print("Next: tools/check, which names what is left to write")
