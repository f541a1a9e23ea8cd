"""The public programs that programs.toml names, found in checkouts: which folder, how it is built, with which arguments it runs."""
import re
import subprocess
import tomllib
from dataclasses import dataclass
from pathlib import Path

MAIN = re.compile(r"\bmain\s*\(")
INTEGER = re.compile(r"[0-9]+$")
LARGEST_SIZE = 1024     # an extent of a problem; larger ones are halved until they fit
MAKE_SECONDS = 20
FOREIGN = {"python", "python3", "pip", "pip3", "docker", "git", "wget", "curl", "cmake", "sudo"}


class Fault(Exception):
    """An error message of three lines: what happened, where, and what to try."""

    def __init__(self, what, where, attempt):
        super().__init__(f"survey: {what}\n  where: {where}\n  try:   {attempt}")


@dataclass
class Program:
    """`source` is a file that defines main, or the folder of a Makefile; relative to the checkout, as every path here."""
    repository: str
    commit: str
    checkout: Path
    source: str
    binary: str             # the file that its build makes
    words: list             # additional arguments for cucc
    arguments: list         # of the program

    @property
    def name(self):
        return f"{self.repository}: {self.source}"

    @property
    def folder(self):
        return self.source if self.by_makefile else str(Path(self.source).parent)

    @property
    def by_makefile(self):
        return not self.source.endswith(".cu")


def smaller(arguments):
    """A benchmark's arguments for a run of seconds: the last integer of several, or the only one, is how often it repeats, the others are sizes."""
    integers = [place for place, word in enumerate(arguments) if INTEGER.match(word)]
    made = list(arguments)
    for place in integers:
        number = int(made[place])
        while number > LARGEST_SIZE:
            number //= 2
        made[place] = str(number)
    if integers and int(made[integers[-1]]) >= 10:
        made[integers[-1]] = "1"
    return made


def makefile_run(folder):
    """(file, arguments) of the program that `make run` starts, for make only prints its commands (-n). Without such a rule, `main`. None if it
    does more than compile and run: a Makefile that calls Python or docker may fetch something."""
    done = subprocess.run(["make", "-n", "-C", str(folder), "run", "CC=nvcc", "NVCC=nvcc", "LAUNCHER="], stdin=subprocess.DEVNULL, capture_output=True,
                          text=True, errors="replace", timeout=MAKE_SECONDS)
    commands = [line.split() for line in done.stdout.replace("\\\n", " ").splitlines() if line.strip()]
    first_words = {part.split()[0] for words in commands for part in re.split(r"&&|\|\||;", " ".join(words)) if part.strip()}
    if first_words & FOREIGN:
        return None
    for words in reversed(commands):
        if words[0].startswith("./") and not words[0].endswith((".o", ".a")):
            return words[0][2:], [word for word in words[1:] if word not in ("&&", "|", ">")]
    return "main", []


def commit_of(checkout):
    """HEAD of a git work tree, or the first line of a file COMMIT."""
    if (checkout / "COMMIT").is_file():
        return (checkout / "COMMIT").read_text().split()[0]
    done = subprocess.run(["git", "-C", str(checkout), "rev-parse", "HEAD"], capture_output=True, text=True)
    return done.stdout.strip()


def matching(checkout, patterns, without):
    left_out = {path for pattern in without for path in checkout.glob(pattern)}
    return sorted({path for pattern in patterns for path in checkout.glob(pattern)} - left_out)


def of_repository(row, checkout):
    """The programs of one table of programs.toml. Each pattern of `makefiles` is a folder, each of `mains` names files."""
    for folder in matching(checkout, row.get("makefiles", []), row.get("without", [])):
        if (folder / "Makefile").is_file() and (runs := makefile_run(folder)):
            binary, arguments = runs
            yield Program(row["name"], row["commit"], checkout, str(folder.relative_to(checkout)), binary, [], smaller(arguments))
    for file in matching(checkout, row.get("mains", []), row.get("without", [])):
        if MAIN.search(file.read_text(errors="replace")):
            words = [f"-I{checkout / folder}" for folder in row.get("include", [])] + row.get("options", [])
            source = str(file.relative_to(checkout))
            yield Program(row["name"], row["commit"], checkout, source, "survey_program", words, row.get("arguments", {}).get(source, []))


def listed(table, checkouts):
    """All programs of the file `table`, from checkouts/OWNER+NAME."""
    for row in tomllib.loads(table.read_text())["repository"]:
        checkout = checkouts / row["name"].replace("/", "+")
        if not checkout.is_dir():
            raise Fault(f"{row['name']} is missing; nothing was built", f"looked for {checkout}",
                        f"git clone https://github.com/{row['name']} {checkout} && git -C {checkout} checkout {row['commit']}")
        if (found := commit_of(checkout)) != row["commit"]:
            raise Fault(f"{row['name']} is at another commit; nothing was built", f"{checkout} is at {found or 'an unknown one'}",
                        f"git -C {checkout} checkout {row['commit']}, or name its commit in programs.toml")
        yield from of_repository(row, checkout)
