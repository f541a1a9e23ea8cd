"""What the tests of `grader import` share: making downloads, importing them, and looking at what was written."""
import io
import json
import os
import shutil
import subprocess
import sys
import tarfile
import tempfile
import zipfile
from pathlib import Path

GRADER, ROOT = sys.argv[1], Path(sys.argv[2])
LAB, FILE = "07_conv2d_tiled", "conv2d_tiled.cu"
SKELETON = (ROOT / "labs" / LAB / FILE).read_bytes()
CODE = b"// mine\n"
TESTS = []
OCTOBER = (2026, 10, 1, 12, 0, 0)


def test(sentence):
    def register(function):
        TESTS.append((sentence, function))
        return function
    return register


def zip_of(files, method=zipfile.ZIP_DEFLATED):
    """files: {name: content}, or (name, content[, date]) in order."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w", method) as archive:
        for name, content, *date in (files.items() if isinstance(files, dict) else files):
            info = name if isinstance(name, zipfile.ZipInfo) else zipfile.ZipInfo(name, date[0] if date else OCTOBER)
            info.compress_type = method
            archive.writestr(info, content)
    return out.getvalue()


def tar_of(files, mode="w:gz"):
    """files: {name: content}, or TarInfo with content in order."""
    out = io.BytesIO()
    with tarfile.open(fileobj=out, mode=mode) as archive:
        for name, content in (files.items() if isinstance(files, dict) else files):
            info = name if isinstance(name, tarfile.TarInfo) else tarfile.TarInfo(name)
            if info.isreg():
                info.size = len(content)
            info.mtime = info.mtime or 1_790_000_000
            archive.addfile(info, io.BytesIO(content) if info.isreg() else None)
    return out.getvalue()


class Place:
    """A folder for one test."""

    def __init__(self, folder):
        self.folder = Path(folder)

    def write(self, name, content):
        path = self.folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content if isinstance(content, bytes) else content.encode())
        return path

    def run(self, *words, **more):
        done = subprocess.run([GRADER, *map(str, words)], cwd=self.folder, capture_output=True, text=True, env={**os.environ, "LC_ALL": "C"}, **more)
        self.out, self.err = done.stdout, done.stderr
        return done.returncode

    def take(self, download, *more, to="class"):
        """Imports what is given as bytes (or a path); expects that to work."""
        if isinstance(download, bytes):
            download = self.write("submissions.zip" if download.startswith(b"PK") else "submissions.tar.gz", download)
        code = self.run("import", download, "--to", to, *more)
        equal(code, 0, self.err)
        self.report = json.loads((self.folder / to / ".received/import.json").read_text())

    def laid_out(self, to="class"):
        """{path below the folder: content}, .received left out."""
        base = self.folder / to
        return {str(p.relative_to(base)): p.read_bytes() for p in sorted(base.rglob("*")) if p.is_file() and ".received" not in p.parts}

    def everything(self, to="class"):
        base = self.folder / to
        return {str(p.relative_to(base)): p.read_bytes() if p.is_file() else None for p in sorted(base.rglob("*"))}

    def folders(self, to="class"):
        return sorted(p.name for p in (self.folder / to).iterdir() if p.name != ".received")

    def reasons(self):
        return {row["path"]: (row["state"], row["reason"]) for row in self.report["files"]}


class Failed(Exception):
    pass


def equal(got, want, story=""):
    if got != want:
        raise Failed(f"got  {got!r}\n    want {want!r}\n    {story}")


def within(part, text):
    if part not in text:
        raise Failed(f"lacks {part!r}:\n{text}")


CANVAS = {"lovelaceada_12345_678901_conv2d_tiled.cu": "// old\n", "lovelaceada_12345_678950_conv2d_tiled-1.cu": CODE,
          "babbagecharles_LATE_12346_678902_CONV2D_TILED (2).CU": b"// late\n", "hoppergrace_12347_text.html": "<p>sorry</p>",
          "turingalan_12348_678903_lab07.zip": zip_of({"lab07/conv2d_tiled.cu": b"// zipped\n", "__MACOSX/lab07/._conv2d_tiled.cu": b"x", "lab07/.DS_Store": b"x"})}


def main():
    wanted, failed = sys.argv[3:], 0
    for sentence, function in TESTS:
        if wanted and not any(word in sentence for word in wanted):
            continue
        folder = tempfile.mkdtemp(prefix="grader-import-")
        try:
            function(Place(folder))
        except (Failed, OSError, subprocess.CalledProcessError, IndexError) as error:
            failed += 1
            print(f"FAILED: {sentence}\n    {error}")
        finally:
            shutil.rmtree(folder)
    print(f"{len(TESTS)} tests, {failed} failed")
    return 1 if failed else 0
