"""What the tests of `grader export` share: a class that was graded, files as an LMS writes them, and what became of them."""
import csv
import io
import json
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

GRADER, MAKE_LEDGER = sys.argv[1], sys.argv[2]
LABS = [{"lab": "07_conv2d_tiled", "title": "2-D convolution with a tile", "functions": ["conv2d_basic", "conv2d_tiled"]},
        {"lab": "08_transpose", "title": "Transposing", "functions": ["transpose"]}]
TESTS = []


def test(sentence):
    def register(function):
        TESTS.append((sentence, function))
        return function
    return register


def judged(verdict, **more):
    return {"verdict": verdict, "headline": "" if verdict == "passed" else more.pop("headline", f"it is {verdict}"), **more}


def student(folder, lab07=("passed", "passed"), lab08=("passed",), predicted=None, handed_in=None, **person):
    """A verdict per function; None instead of them: nothing was handed in."""
    labs = {}
    for lab, verdicts in zip(LABS, (lab07, lab08)):
        if verdicts:
            functions = {name: verdict if isinstance(verdict, dict) else judged(verdict) for name, verdict in zip(lab["functions"], verdicts)}
            labs[lab["lab"]] = {"file": lab["lab"][3:] + ".cu", "functions": functions, **({"predicted": predicted} if predicted else {}), **({"handed_in": handed_in} if handed_in else {})}
    return {"student": folder, "labs": labs, **({"person": person} if person else {})}


class Classroom:
    def __init__(self, students, labs=LABS, course="", overrides="", **more):
        self.home = Path(tempfile.mkdtemp(prefix="export-test-"))
        described = json.dumps({"labs": labs, "students": students, **more})
        subprocess.run([MAKE_LEDGER, str(self.home / "out")], input=described, text=True, check=True)
        (self.home / "course.toml").write_text('title = "Test"\npoints = 10\n[credit]\npassed = 1\nslow_pattern = 0.625\n' + course)
        if overrides:
            (self.home / "overrides.toml").write_text(overrides)
        at = str(self.home)
        entries = [{"lab": lab["lab"], "stem": lab["lab"][3:], "judge": at, "run_library": at, "include_dirs": [at], "lab_toml": at + "/none", "folder": at} for lab in labs]
        manifest = {"labs": entries, "cucc": at, "translate": at, "gate": at, "kit_include": [at], "kit_library": at}
        (self.home / "manifest.json").write_text(json.dumps(manifest))

    def __enter__(self):
        return self

    def __exit__(self, *_):
        shutil.rmtree(self.home)

    def export(self, form, *more, fill=None, name="grades.csv"):
        """(exit code, what was written, stderr)"""
        words = [GRADER, "export", form, "--out", self.home / "out", "--to", self.home / "to" / name, "--course", self.home / "course.toml", "--manifest", self.home / "manifest.json", *more]
        if fill is not None:
            (self.home / name).write_bytes(fill)
            words += ["--fill", self.home / name]
        target = self.home / "to" / name
        shutil.rmtree(self.home / "to", ignore_errors=True)
        ended = subprocess.run(list(map(str, words)), capture_output=True, text=True)
        if ended.returncode != 0 and target.exists():
            raise AssertionError("it failed, and wrote a file")
        return ended.returncode, target.read_bytes() if target.is_file() else b"", ended.stderr


def rows_of(content, delimiter=","):
    return list(csv.reader(io.StringIO(content.decode("utf-8-sig"), newline=""), delimiter=delimiter))


def cells_with_bytes(content, delimiter=","):
    """The bytes of each cell, and those between them, found in another way than the grader's: a quote toggles."""
    start = 3 if content.startswith(b"\xef\xbb\xbf") else 0
    rows, cell, between, quoted = [[]], bytearray(), [bytearray(content[:start])], False
    for byte in content[start:]:
        one = bytes([byte])
        quoted ^= one == b'"'
        if not quoted and one in (delimiter.encode(), b"\n", b"\r"):
            rows[-1].append(bytes(cell))
            cell.clear()
            between.append(bytearray(one))
            if one == b"\n":
                rows.append([])
        else:
            cell += one
    rows[-1].append(bytes(cell))
    return [c for row in rows for c in row], between


def only_changed(before, after, filled, delimiter=","):
    """Every byte outside of `filled` cells (row, column) is the same."""
    old, old_between = cells_with_bytes(before, delimiter)
    new, new_between = cells_with_bytes(after, delimiter)
    equal(new_between, old_between)
    changed = sum(a != b for a, b in zip(old, new))
    equal(len(new), len(old))
    filled_now = [(r, c) for r, (was, now) in enumerate(zip(rows_of(before, delimiter), rows_of(after, delimiter))) for c, (a, b) in enumerate(zip(was, now)) if a != b]
    equal(sorted(filled_now), sorted(filled))
    equal(changed, len(filled))


def equal(have, want):
    if have != want:
        raise AssertionError(f"have {have!r}\nwant {want!r}")


def within(part, whole):
    if part not in whole:
        raise AssertionError(f"{part!r} is not in\n{whole}")


def absent(part, whole):
    if part in whole:
        raise AssertionError(f"{part!r} is in\n{whole}")


def main():
    failed = 0
    for sentence, function in TESTS:
        try:
            function()
            print(f"ok: {sentence}")
        except Exception as error:                  # the other tests still run
            failed += 1
            print(f"FAILED: {sentence}\n{error!r}".replace("\\n", "\n"))
    print(f"{len(TESTS)} tests, {failed} failed")
    return 1 if failed else 0
