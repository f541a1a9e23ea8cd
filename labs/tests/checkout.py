"""A copied checkout for tests: what `make` does in it is real, but the engine and the harness are those already built.

The stand-in for ninja runs the build's own commands for one lab, with the copy's .cu file in place of the checkout's.
"""
import codecs
import fcntl
import hashlib
import json
import os
import pty
import re
import select
import shlex
import shutil
import signal
import struct
import subprocess
import sys
import tempfile
import termios
import time
from pathlib import Path

SOURCE, BUILD = (Path(argument).resolve() for argument in sys.argv[1:3])
LABS = sorted(path.parent.name for path in (SOURCE / "labs").glob("[0-9][0-9]_*/lab.toml"))


def stem(lab):
    return lab[3:]


def commands_of(lab, kind):
    """The build's own commands to translate, compile and link one of a lab's programs, taken from a copy of build.ninja: another run may use the original."""
    with tempfile.TemporaryDirectory() as copy:
        shutil.copy(BUILD / "build.ninja", copy)
        output = subprocess.run(["ninja", "-C", copy, "-t", "commands", f"labs/{kind}_{stem(lab)}"], capture_output=True, text=True, check=True)
    name = stem(lab)
    ends = (rf"/{lab}/{name}\.cu -o labs/{name}\.cpp(?= |$)", rf" -c labs/{name}\.cpp$", rf" -o labs/{kind}_{name} .*")
    return [next(line for line in output.stdout.splitlines() if re.search(end, line)) for end in ends]


def built(lab, source, out, scratch, kind="test"):
    """What ninja would do for labs/KIND_STEM, with `source` as the lab's file. Returns its exit code and output."""
    name, source, program = stem(lab), Path(source), Path(out) / f"{kind}_{stem(lab)}"
    known = scratch / hashlib.sha256(f"{kind} {lab}".encode() + source.read_bytes()).hexdigest()
    if not known.exists():
        work = Path(tempfile.mkdtemp(dir=scratch))
        for line in json.loads((scratch / "commands.json").read_text())[kind][lab]:
            line = re.sub(rf"\S*labs/{lab}/{name}\.cu(?= )", lambda _: shlex.quote(str(source)), line)
            line = re.sub(rf"labs/lib{name}\.a\.p/\S*\.cpp\.o(?= |$)", f"{work}/kernel.o", line)
            line = re.sub(rf"labs/lib{name}\.a\.p/\S*\.d(?= |$)", f"{work}/kernel.d", line)
            line = re.sub(rf"labs/lib{name}\.a(?= |$)", f"{work}/kernel.o", line)
            line = re.sub(rf"(?<=[ ])labs/{name}\.cpp(?=\.d | |$)", f"{work}/kernel.cpp", line)
            line = re.sub(rf"-o labs/{kind}_{name}(?= |$)", f"-o {work}/program", line)
            done = subprocess.run(line, shell=True, cwd=BUILD, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
            output = re.sub(r"\x1b\[[0-9;]*[mK]", "", done.stdout)       # as ninja does without a terminal
            if done.returncode:
                return 1, f"FAILED: labs/{kind}_{name} \n{line}\n{output}ninja: build stopped: subcommand failed.\n"
            if output:
                print(output, end="")
        (work / "program").rename(known)
    fresh = program.with_suffix(".new")        # the old one may still be running
    shutil.copy(known, fresh)
    fresh.rename(program)
    return 0, ""


STAND_IN = """#!{python}
import os
import sys
sys.dont_write_bytecode = True
sys.argv[1:], words = [{source!r}, {build!r}], sys.argv[1:]
sys.path.insert(0, {here!r})
from pathlib import Path
import checkout
target, folder = words[-1], Path(words[words.index('-C') + 1]).resolve()
with open({calls!r}, 'a') as calls:
    print(target, file=calls)
if not target.startswith('labs/'):
    sys.exit(0)         # linked by configure(), or by the test
kind, name = target.removeprefix('labs/').split('_', 1)
lab = next(lab for lab in checkout.LABS if checkout.stem(lab) == name)
source = folder.parent / 'labs' / lab / (checkout.stem(lab) + '.cu')
for step in range(1, 1 + int(os.environ.get('HALO_TEST_STEPS', 0))):
    print(f"[{{step}}/{{os.environ['HALO_TEST_STEPS']}}] Compiling", flush=True)
code, output = checkout.built(lab, source, folder / 'labs', Path({scratch!r}), kind)
print(output, end='')
sys.exit(code)
"""


class Checkout:
    """labs/, solutions/ and the Makefile in a folder with a space in its name."""

    def __init__(self, scratch):
        self.place = Path(tempfile.mkdtemp(dir=scratch))
        self.root = self.place / "my course"
        ignore = shutil.ignore_patterns("__pycache__", "*.new.*")
        for folder in ("labs", "solutions"):
            shutil.copytree(SOURCE / folder, self.root / folder, ignore=ignore)
        for file in ("Makefile", "LICENSE", ".gitignore", "meson.build", "meson_options.txt"):
            shutil.copy(SOURCE / file, self.root)
        (self.root / "common/show").mkdir(parents=True)
        (self.root / "common/show/page").symlink_to(SOURCE / "common/show/page")
        self.calls = self.place / "calls"
        if not (scratch / "commands.json").exists():
            (scratch / "commands.json").write_text(json.dumps({kind: {lab: commands_of(lab, kind) for lab in LABS} for kind in ("test", "asked")}))
        (self.place / "bin").mkdir()
        ninja = self.place / "bin" / "ninja"
        ninja.write_text(STAND_IN.format(python=sys.executable, source=str(SOURCE), build=str(BUILD), here=str(Path(__file__).parent),
                                         calls=str(self.calls), scratch=str(scratch)))
        ninja.chmod(0o755)
        self.configure()

    def configure(self):
        """Makes a build folder like the one that the first `make` and the first question leave."""
        student = self.root / "build/common/student"
        student.mkdir(parents=True)
        for program in ("halo", "halo-test"):
            (student / program).symlink_to(BUILD / "common/student" / program)
        (self.root / "build/common/show").mkdir()
        (self.root / "build/common/show/show").symlink_to(BUILD / "common/show/show")
        (self.root / "build/labs").mkdir()
        (self.root / "build/common/harness").mkdir()
        (self.root / "build/common/harness/libharness_asked.a").touch()
        (self.root / "build/build.ninja").touch()

    def file(self, lab):
        return self.root / "labs" / lab / f"{stem(lab)}.cu"

    def solution(self, lab):
        return (self.root / "solutions" / lab / f"{stem(lab)}.cu").read_text()

    def solve(self, lab):
        self.file(lab).write_text(self.solution(lab))

    def environment(self, **variables):
        kept = {name: value for name, value in os.environ.items()
                if name not in {"NO_COLOR", "COLUMNS", "BUILD", "FORCE", "DIR", "ORDER", "RESET", "HALO_PLACES", "MAKEFLAGS", "MAKELEVEL", "MFLAGS"}}
        return {**kept, "PATH": f"{self.place / 'bin'}:{os.environ['PATH']}", "TERM": "xterm", "LC_ALL": "C.UTF-8", **variables}

    def make(self, *words, lab="", user=None, **variables):
        """`make WORDS` in labs/ or a lab, without a terminal, as another user if root names one. (exit code, everything it printed)"""
        done = subprocess.run(["make", *words], cwd=self.root / "labs" / lab, env=self.environment(**variables), text=True, user=user,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, timeout=300)
        return done.returncode, done.stdout

    def terminal(self, *words, lab="", columns=80, rows=24, **variables):
        return Terminal(["make", *words], self.root / "labs" / lab, self.environment(**variables), columns, rows)


class Screen:
    """What a terminal of this size shows after a text: enough of one for `halo watch`."""

    def __init__(self, columns, rows):
        self.columns, self.rows = columns, rows
        self.clear()

    def clear(self):
        self.lines, self.x, self.y = [""] * self.rows, 0, 0

    def feed(self, text):
        for part in re.findall(r"\x1b\[[0-9;]*[A-Za-z]|[^\x1b]|\x1b", text):
            if part == "\x1b[H":
                self.x = self.y = 0
            elif part == "\x1b[2J":
                self.lines = [""] * self.rows
            elif part == "\x1b[K":
                self.lines[self.y] = self.lines[self.y][:self.x]
            elif part == "\r":
                self.x = 0
            elif part == "\n":
                self.line_feed()
            elif not part.startswith("\x1b"):
                if self.x >= self.columns:
                    self.x = 0
                    self.line_feed()
                line = self.lines[self.y].ljust(self.x)
                self.lines[self.y] = line[:self.x] + part + line[self.x + 1:]
                self.x += 1

    def line_feed(self):
        if self.y == self.rows - 1:
            self.lines = self.lines[1:] + [""]
        else:
            self.y += 1

    def text(self):
        return "\n".join(line.rstrip() for line in self.lines).rstrip()


class Terminal:
    """A program in its own terminal, and what it shows."""

    def __init__(self, words, folder, environment, columns, rows):
        self.pid, self.master = pty.fork()
        if self.pid == 0:
            fcntl.ioctl(0, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))
            os.chdir(folder)
            os.execvpe(words[0], words, environment)
        self.text = ""
        self.decoder = codecs.getincrementaldecoder("utf-8")("replace")      # a read may end within a character
        self.screen = Screen(columns, rows)

    def read(self, seconds):
        """Reads what arrives within this time. False when nothing can arrive any more."""
        ready, _, _ = select.select([self.master], [], [], seconds)
        if ready:
            try:
                data = os.read(self.master, 65536)
            except OSError:
                return False
            text = self.decoder.decode(data)
            self.screen.feed(text)
            self.text += text.replace("\r\n", "\n")
            return bool(data)
        return True

    def until(self, condition, seconds=120):
        end = time.monotonic() + seconds
        while not condition(self.text):
            if time.monotonic() > end or not self.read(0.2):
                raise AssertionError(f"did not appear: {self.text!r}")
        return self.text

    def screens(self):
        """The contents of the screen each time it was redrawn."""
        return [part.split("building and testing ...")[0] for part in self.text.split("\033[H\033[2J")[1:]]

    def resize(self, columns, rows):
        self.screen = Screen(columns, rows)
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", rows, columns, 0, 0))

    def is_cooked(self):
        """Does the terminal give whole lines, and echo them?"""
        flags = termios.tcgetattr(self.master)[3]
        return bool(flags & termios.ICANON) and bool(flags & termios.ECHO)

    def shows(self, *parts, seconds=60):
        """Waits until all of this is on the screen, lines joined; returns the screen."""
        self.until(lambda _: all(part in " ".join(self.screen.text().split()) for part in parts), seconds)
        return self.screen.text()

    def type(self, text):
        os.write(self.master, text.encode())

    def ends(self, pid, seconds=60):
        """Its exit code, -N if signal N ended it; an error if it keeps running."""
        end = time.monotonic() + seconds
        while time.monotonic() < end:
            self.read(0.05)
            ended, status = os.waitpid(pid, os.WNOHANG)
            if ended:
                while self.read(0.05) and select.select([self.master], [], [], 0.05)[0]:
                    pass
                return os.waitstatus_to_exitcode(status)
        os.killpg(pid, signal.SIGKILL)
        raise AssertionError(f"keeps running: {self.text!r}")
