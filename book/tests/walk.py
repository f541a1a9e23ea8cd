"""A page that works a lab from start to end, and how it is played: what it does, in its order, and what comes of it.

A page is Markdown. Its fences are of two kinds, and of no third:

  cpp       an edit of the lab's file. Its first line is in the file, once; the lines from there to the next one that equals the fence's
            last line are replaced by the fence.
  console   a dialogue in the lab's folder: `$ command`, and below it all that the command prints. What the page has after a prompt, as in
            `threads: 8 * 250`, is typed.

A picture in `worked_lab/`, beside the page, is drawn from what the last `make show` wrote.
`make` alone fails as long as it does not print `passed`. Every other command has to succeed.
"""
import json
import re
import shlex
import subprocess
import time
from dataclasses import dataclass

COLUMNS = 100               # a line that is longer is folded
HOME = "/home/grace/halo"   # where the student of the page has the workbook
WIDE = 400                  # columns of the terminal: the fold is ours
SECONDS = 120               # for a command
PROMPT = re.compile(r"\w+: ")
STEP = re.compile(r"^```(?P<label>.*)\n(?P<text>(?:.*\n)*?)^```$|!\[.*?\]\(worked_lab/(?P<picture>[\w.]+)\)", re.M)
COMMAND = re.compile(r"^\$ (.*)\n((?:(?!\$ ).*\n)*)", re.M)


class Stale(Exception):
    """The page is not what happens. Headline, where, try."""

    def __str__(self):
        return "{}\n  where: {}\n  try:   {}".format(*self.args)


@dataclass
class Edit:
    line: int           # in the page
    text: str


@dataclass
class Command:
    line: int
    words: str          # `make hint`
    output: str         # as the page has it
    span: tuple         # where that is in the page


@dataclass
class Picture:
    line: int
    name: str


def steps(page):
    """Edits, commands and pictures, in the order of the page."""
    for found in STEP.finditer(page):
        start = found.start("text")
        line = page.count("\n", 0, found.start()) + 1
        if found["picture"]:
            yield Picture(line, found["picture"])
        elif found["label"] == "cpp":
            yield Edit(line + 1, found["text"])
        elif found["label"] == "console":
            if not found["text"].startswith("$ "):
                raise Stale(f"line {line}: this dialogue does not begin with a command", f"its first line is `{found['text'].splitlines()[0]}`", "begin it with `$ ` and the command")
            for command in COMMAND.finditer(found["text"]):
                yield Command(page.count("\n", 0, start + command.start()) + 1, command[1], command[2].rstrip("\n"), (start + command.start(2), start + command.end(2)))
        else:
            raise Stale(f"line {line}: a fence is labelled `{found['label']}`", "cpp is an edit, console a dialogue", "label it, or indent it by four blanks")


def edited(text, edit, name):
    """The student's file after an edit."""
    def refuse(why):
        raise Stale(f"line {edit.line}: this edit no longer applies to {name}", why, "compare it with the skeleton, and with the edits above it")

    lines, new = text.splitlines(keepends=True), edit.text.splitlines(keepends=True)
    first = [place for place, line in enumerate(lines) if line == new[0]]
    if len(first) != 1:
        refuse(f"its first line, `{new[0].strip()}`, is there {len(first)} times")
    last = next((place for place in range(first[0] + 1, len(lines)) if lines[place] == new[-1]), None)
    if last is None:
        refuse(f"its last line, `{new[-1].strip()}`, is nowhere below `{new[0].strip()}`")
    if lines[first[0]:last + 1] == new:
        refuse("it changes nothing")
    return "".join([*lines[:first[0]], *new, *lines[last + 1:]])


def folded(line):
    """The line, or several of at most COLUMNS characters: what follows is below the text of `where:` and `try:`, else four columns further in."""
    label = re.match(r"  (?:where|what|try): +", line)
    indent = len(label[0]) if label else len(re.match(r"[-+]? *", line)[0]) + 4
    parts, part = [], ""
    for word in re.findall(r" *[^ ]+", line):
        if part.strip() and len(part) + len(word) > COLUMNS:
            parts.append(part)
            part, word = " " * indent, word.lstrip()
        part += word
    return "\n".join([*parts, part])


def plain(text, root):
    """What a reader compares: colours go, the checkout is at HOME, no page counts the labs, lines are folded, and none ends with blanks."""
    text = re.sub(r"\x1b\[[0-9;]*[A-Za-z]", "", text.replace("\r\n", "\n")).replace(str(root), HOME)
    text = re.sub(r"\bof \d+ labs passed", "of … labs passed", text)
    return "\n".join(folded(line.rstrip()) for line in text.split("\n")).rstrip("\n")


def due(command, output):
    """The exit code of a command with this output."""
    return int(command.words == "make" and not re.search(r"^passed", output, re.M))


def difference(command, printed):
    """The first line that differs."""
    ours, theirs = command.output.split("\n"), printed.split("\n")
    at = next(at for at in range(len(ours) + 1) if ours[at:at + 1] != theirs[at:at + 1])
    said = [f"`{lines[at]}`" if at < len(lines) else "no such line" for lines in (ours, theirs)]
    return Stale(f"line {command.line + 1 + at}: `{command.words}` prints something else", f"on the page: {said[0]}; printed: {said[1]}",
                 "worked_lab_test SOURCE BUILD --update, and read the page around it again")


class Player:
    """Plays a page in a copied checkout. `frames`: what each picture shows, as in solutions/pictures.toml."""

    def __init__(self, checkout, lab, frames):
        self.checkout, self.lab, self.frames = checkout, lab, frames
        self.file = checkout.file(lab)
        self.show = checkout.root / "build/common/show/show"
        self.scene = checkout.root / f"build/show/{lab}.json"

    def edit(self, edit):
        self.file.write_text(edited(self.file.read_text(), edit, self.file.name))

    def run(self, command):
        """Exit code and output of a command, in a terminal."""
        tool, *words = shlex.split(command.words)
        if tool != "make":
            raise Stale(f"line {command.line}: `{command.words}` cannot be played", "only `make` can", "say it in words")
        terminal = self.checkout.terminal(*words, lab=self.lab, columns=WIDE, rows=50)
        answers, answered, before, end = command.output.split("\n"), "", None, time.monotonic() + SECONDS
        while time.monotonic() < end and terminal.read(0.2):
            idle, before = terminal.text == before, terminal.text
            asked = before.rpartition("\n")[2]
            if idle and before != answered and PROMPT.fullmatch(asked):
                answer = next((line for line in answers if line.startswith(asked)), None)
                if answer is not None:
                    answers = answers[answers.index(answer) + 1:]
                terminal.type("\x04" if answer is None else answer.removeprefix(asked) + "\n")
                answered = before
        return terminal.ends(terminal.pid), plain(terminal.text, self.checkout.root)

    def draw(self, picture):
        """The SVG of a picture."""
        frames = self.frames.get(picture.name)
        if frames is None or not self.scene.is_file():
            raise Stale(f"line {picture.line}: {picture.name} cannot be drawn", "no frames say what it shows" if frames is None else "no `make show` before it",
                        "PICTURES in worked_lab_test")
        lines = self.file.read_text().splitlines()
        told, out = self.scene.with_name("frames.json"), self.scene.with_name(picture.name)
        at = {code: next((number for number, line in enumerate(lines, 1) if code in line), 0) for frame in frames if (code := frame.get("line"))}
        told.write_text(json.dumps([{**frame, "scene": str(self.scene), **({"line": at[frame["line"]]} if "line" in frame else {})} for frame in frames]))
        done = subprocess.run([self.show, "--picture", told, out], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            raise Stale(f"line {picture.line}: {picture.name} cannot be drawn", done.stdout.strip(), "PICTURES in worked_lab_test")
        return out.read_text()


def played(page, player):
    """Plays all of a page: (step, exit code, what came of it) for each command and picture."""
    for step in steps(page):
        if isinstance(step, Edit):
            player.edit(step)
        elif isinstance(step, Command):
            yield step, *player.run(step)
        else:
            yield step, 0, player.draw(step)


def compared(page, player, pictures):
    """Every difference between a page and what happens; a command that fails or an edit that does not apply ends it. `pictures`: their folder."""
    differences = []
    try:
        for step, code, came in played(page, player):
            if isinstance(step, Picture):
                file = pictures / step.name
                if not file.is_file() or file.read_text() != came:
                    differences.append(Stale(f"line {step.line}: {step.name} is not what `make show` draws", str(file), "worked_lab_test SOURCE BUILD --update, and look at it"))
                continue
            if code != due(step, step.output):
                raise Stale(f"line {step.line}: `{step.words}` " + (f"failed with exit code {code}" if code else "passed, and the page has it fail"),
                            f"it printed `{came.rpartition(chr(10))[2]}` at the end", "make it work, or tell on the page what goes wrong")
            if came != step.output:
                differences.append(difference(step, came))
    except Stale as stale:
        differences.append(stale)
    return differences


def updated(page, player):
    """The page with what its commands print now, and its pictures by name. Throws Stale if a command fails, or an edit does not apply."""
    pieces, pictures, end = [], {}, 0
    for step, code, came in played(page, player):
        if isinstance(step, Picture):
            pictures[step.name] = came
            continue
        if code != due(step, came):
            raise Stale(f"line {step.line}: `{step.words}` ended with exit code {code}", f"it printed\n{came}", "make it work")
        pieces += [page[end:step.span[0]], came + "\n" if came else ""]
        end = step.span[1]
        if page[end:end + 3] != "```":
            pieces.append("\n")         # between two commands of a dialogue
    return "".join([*pieces, page[end:]]), pictures
