"""What tools/run-tests keeps of tests that passed: a test runs again only if something that it depends on has changed.

A stamp is a hash of all inputs of one Meson test: the machine's tools and settings, how the build is configured, the test's command, the bytes of
the programs and files that it names or depends on (of a thin archive: its members), and the files of the tree that it reads. Which these are,
tools/test-inputs.toml says; a test that it does not name may read the whole tree. So a test that no row names runs again after any change.

Kept is what passed, whole, with the same stamp before and after the run. What failed, or did not run in part, is not kept.
"""
import hashlib
import json
import os
import shutil
import subprocess
import tomllib
from fnmatch import fnmatchcase
from pathlib import Path

TOOLS = ["g++", "c++", "ld", "as", "ar", "gdb", "meson", "ninja", "python3", "bash", "bwrap", "chromium", "chromium-browser", "google-chrome", "node", "npm",
         "sphinx-build", "hunspell", "pdftotext", "clang-format", "gnuplot", "sim_c++", "slurmctld", "munged", "nvcc", "nvidia-smi", "xmllint"]
VARIABLES = ("HALO_", "CUDA", "CXX", "CC", "CPP", "LD", "LC_", "LANG", "PATH", "TMPDIR", "PYTHON", "ASAN_", "UBSAN_")
PACKAGES = Path("/var/lib/dpkg/status")
THIN = b"!<thin>\n"


def named(test):
    """As `meson test` is told: `halo:grader / attacks` is `attacks`."""
    return test.split(" / ", 1)[-1]


def tree_files(root):
    """All files of the tree, without what git ignores; none where git doesn't know the tree."""
    listed = subprocess.run(["git", "-C", root, "ls-files", "-z", "--cached", "--others", "--exclude-standard"], capture_output=True)
    if listed.returncode:
        return []
    return sorted(name for name in set(listed.stdout.decode(errors="surrogateescape").split("\0")) if name and (root / name).is_file())


def machine():
    """What is installed, and what in the environment changes how tools work."""
    tools = [f"{tool} {where} {Path(where).resolve()} {os.stat(where).st_mtime_ns}" for tool in TOOLS if (where := shutil.which(tool))]
    settings = [f"{name}={value}" for name, value in sorted(os.environ.items()) if name.startswith(VARIABLES)]
    packages = hashlib.sha256(PACKAGES.read_bytes()).hexdigest() if PACKAGES.exists() else ""
    return [*tools, *settings, packages, *os.uname()[2:], f"user {os.getuid()}", f"cores {len(os.sched_getaffinity(0))}"]


def sha256(lines):
    return hashlib.sha256("\n".join(lines).encode(errors="surrogateescape")).hexdigest()


class Stamps:
    """The stamps of the tests of one build folder, as tree and build are now."""

    def __init__(self, root, build):
        self.root, self.build = root, build
        info = build / "meson-info"
        self.tests = {test["name"]: test for test in json.loads((info / "intro-tests.json").read_text())}
        self.outputs = {target["id"]: target["filename"] for target in json.loads((info / "intro-targets.json").read_text())}
        self.reads = tomllib.loads((root / "tools/test-inputs.toml").read_text())
        self.files = tree_files(root)
        self.hashes = {}
        always = [name for name in self.files if Path(name).name in ("meson.build", "meson_options.txt") or name in ("tools/run-tests", "tools/kept_results.py")]
        options = (info / "intro-buildoptions.json").read_bytes()
        self.common = sha256([*machine(), *(self.of_file(os.path.join(root, name)) for name in always), hashlib.sha256(options).hexdigest()])

    def of_file(self, path):
        """A file's hash; of a thin archive, which only names its members, that of these."""
        if path not in self.hashes:
            if not os.path.isfile(path):
                self.hashes[path] = "none"
            elif (content := Path(path).read_bytes()).startswith(THIN):
                members = subprocess.run(["ar", "t", path], capture_output=True, text=True, cwd=self.build).stdout.splitlines()
                self.hashes[path] = " ".join(self.of_file(os.path.join(self.build, member)) for member in members)
            else:
                self.hashes[path] = hashlib.sha256(content).hexdigest()
        return self.hashes[path]

    def of_tree(self, places):
        """The hash of all files in these places of the tree, a pair: which, and which folders not; of the whole tree, if none are given."""
        if places not in self.hashes:
            named, left_out = places or ((), ())
            within, without = (tuple(place + "/" for place in some) for some in (named, left_out))
            files = [file for file in self.files if not places or file in named or file.startswith(within) and not file.startswith(without)]
            self.hashes[places] = sha256(f"{file} {self.of_file(os.path.join(self.root, file))}" for file in files)
        return self.hashes[places]

    def rows(self, name):
        return [row for row in self.reads["test"] if any(fnmatchcase(name, pattern) for pattern in row["names"])]

    def read_by(self, name):
        """Which places of the tree a test reads, and which folders in them it does not; None: it may read any."""
        rows = self.rows(name)
        return tuple(tuple(sorted({place for row in rows for place in row.get(key, [])})) for key in ("reads", "without")) if rows else None

    def programs(self, name):
        """The programs and files that a test names or depends on."""
        test = self.tests[name]
        named = {*test["cmd"], *(output for target in test["depends"] for output in self.outputs.get(target, []))}
        left_out = {os.path.join(self.build, program) for row in self.rows(name) for program in row.get("by_its_sources", [])}
        return sorted(path for path in named - left_out if os.path.isabs(path))

    def of(self, name):
        """None: nothing can be said of this test."""
        test = self.tests.get(name)
        if not test or not self.files:
            return None
        return sha256([self.common, json.dumps([test[key] for key in ("cmd", "env", "workdir", "protocol")], sort_keys=True),
                       *(f"{path} {self.of_file(path)}" for path in self.programs(name)), self.of_tree(self.read_by(name))])


class Kept:
    """The stamps of what passed, in a file of the build folder."""

    def __init__(self, file):
        self.file = file
        try:
            self.passed = json.loads(file.read_text())
        except (OSError, ValueError):
            self.passed = {}

    def has(self, name, stamp):
        return stamp is not None and self.passed.get(name) == stamp

    def update(self, ended, before, after):
        """`ended`: name → passed whole? Stamps by name, before and after the run."""
        for name, whole in ended.items():
            self.passed.pop(name, None)
            if whole and before.get(name) is not None and before[name] == after.get(name):
                self.passed[name] = before[name]
        fresh = self.file.with_suffix(".new")
        fresh.write_text(json.dumps(self.passed, indent=1, sort_keys=True))
        fresh.replace(self.file)
