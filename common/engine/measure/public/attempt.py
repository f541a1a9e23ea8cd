"""Builds and runs one public program in a scratch folder, and says in one word what came of it."""
import os
import re
import resource
import shutil
import signal
import subprocess
import tempfile
from pathlib import Path

HERE = Path(__file__).resolve().parent
BUILD_SECONDS, RUN_SECONDS = 200, 20    # processor time
PATIENCE = 15                           # wall time, in multiples of it
MESSAGE = re.compile(r"^(?:.*/)?([^/:\n]+:\d+): (.+)\n  where: (.*)", re.M)     # a refusal with file and line, as the engine writes it
USAGE = re.compile(r"^cucc: (.+)\n  try: ", re.M)
ERROR = re.compile(r"^(?:.*/)?([^/:\n]+:\d+)(?::\d+)?: (?:fatal )?error: (.+)$|^(.*(?:undefined reference|cannot find|Error 1|No rule to make).*)$", re.M)
NO_HEADER = re.compile(r"fatal error: (\S+): No such file")
UNDEFINED = re.compile(r"undefined (?:symbol: |reference to [`'])([^'\n]+)")
OF_C = re.compile(r"(?!_Z)\w+$")
NOT_THERE = re.compile(r"No rule to make target|can't cd to|command not found|: not found|cannot find -l|Error 127")
BESIDE = re.compile(r"(?:\.\./)+([\w.+-]+)")     # a folder beside the Makefile's, or further up
OF_CUDA = re.compile(r"(cu|nv|halo|thrust|cooperative_groups|device_|math_|vector_|driver_|sm_|texture_|surface_)")
ASKS = re.compile(r"usage|no such (?:file|folder)|not (?:be )?(?:found|opened)|missing argument|bad file|open fails|error (?:reading|opening)|"
                  r"(?:can't|cannot|can not|could not|couldn't) (?:open|find|stat|load|read)|(?:unable|fail\w*|error|not able) (?:to )?(?:\w+ )?open|"
                  r"fail\w* to (?:load|read|import)|filesystem::exists", re.I)
UNASKED = "the program did not check for the error"     # of a call or launch that the device refused: no refusal of ours
KEPT = 40_000           # characters of an output that are looked at

# In the order of the page. `unclear` and `engine` are faults of the engine; the others are not.
OUTCOMES = {
    "ran": "built and ran, no finding",
    "finding": "built and ran, with findings",
    "exit": "built and ran, and ended with an exit code of its own",
    "signal": "built, and ended by a signal",
    "limit": "built, and was stopped at a time limit",
    "input": "built, and asked for files or arguments that the repository does not have",
    "compiles": "compiled, but not run in this survey",
    "refused": "refused with file, line and reason",
    "library": "needs headers, libraries, tools or files that are neither CUDA's nor in the checkout",
    "unclear": "not built, and the message is the C++ compiler's or linker's",
}


def limited(seconds):
    def limits():
        resource.setrlimit(resource.RLIMIT_CPU, (seconds, seconds + 5))
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    return limits


def run(command, folder, seconds, environment):
    """Exit code, negative for a signal, and the output. What outlasts its time ends with SIGXCPU, and so does what only waits."""
    with tempfile.TemporaryFile() as out:
        process = subprocess.Popen([str(word) for word in command], cwd=folder, stdin=subprocess.DEVNULL, stdout=out, stderr=subprocess.STDOUT,
                                   env=environment, preexec_fn=limited(seconds), start_new_session=True)
        try:
            code = process.wait(seconds * PATIENCE)
        except subprocess.TimeoutExpired:
            code = -signal.SIGXCPU
            process.send_signal(signal.SIGXCPU)         # it reports what its launches had done wrong by then
            try:
                process.wait(5)
            except subprocess.TimeoutExpired:
                pass
        try:
            os.killpg(process.pid, signal.SIGKILL)      # it may have left processes behind
        except ProcessLookupError:
            pass
        process.wait()
        size = out.seek(0, os.SEEK_END)
        out.seek(0)
        head = out.read(KEPT)
        out.seek(max(out.tell(), size - KEPT))
        text = (head + out.read(KEPT)).decode(errors="replace")
        return code, text.replace(f"{folder}/", "").replace(str(folder), ".")


def linked(entry, there, written):
    """A link; of a folder that may be written to, links to its files: what a Makefile makes there must not reach the checkout."""
    if written and entry.is_dir():
        shutil.copytree(entry, there, symlinks=True, copy_function=os.symlink, ignore=shutil.ignore_patterns(".git"))
    else:
        there.symlink_to(entry)


def scratch_copy(checkout, folder, scratch):
    """A copy of `folder` whose relative paths lead where they led: everything beside the folders above it is linked."""
    here, there = checkout, scratch
    makefile = checkout / folder / "Makefile"
    named = set(BESIDE.findall(makefile.read_text(errors="replace"))) if makefile.is_file() else set()
    for part in Path(folder).parts:
        for entry in here.iterdir():
            if entry.name not in (part, ".git"):
                linked(entry, there / entry.name, entry.name in named)
        here, there = here / part, there / part
        there.mkdir()
    shutil.copytree(here, there, dirs_exist_ok=True, symlinks=True, ignore_dangling_symlinks=True, ignore=shutil.ignore_patterns(".git"))
    return there


def last_line(output):
    return (output.strip().splitlines() or ["no output"])[-1].strip()[:160]


def not_built(output):
    """(outcome, reason) of a build that failed."""
    if refusal := MESSAGE.search(output):
        return "refused", f"{refusal[1]}: {refusal[2]}"
    if refusal := USAGE.search(output):
        return "refused", refusal[1]
    if (header := NO_HEADER.search(output)) and not OF_CUDA.match(header[1]):
        return "library", f"{header[1]} is missing"
    if undefined := UNDEFINED.findall(output):
        missing = next((name for name in undefined if not OF_C.match(name) or OF_CUDA.match(name)), None)
        return ("unclear", f"{missing} is undefined") if missing else ("library", f"{undefined[0]} is in no library that the build names")
    if error := ERROR.search(output):
        text = f"{error[1]}: {error[2]}" if error[1] else error[3].strip()
        return ("library" if NOT_THERE.search(text) or (not error[1] and NOT_THERE.search(output)) else "unclear"), text
    return ("library" if NOT_THERE.search(output) else "unclear"), last_line(output)


def findings_of(table):
    """[kind, place, count] of each line of HALO_FINDINGS; the place without folders."""
    if not table.is_file():
        return []
    rows = [line.split("\t") for line in table.read_text(errors="replace").splitlines()]
    return [[row[0], row[1].rsplit("/", 1)[-1], row[5]] for row in rows]


def ended(code, output, findings, seconds):
    """(outcome, reason) of a program that was built, and had so much processor time."""
    kinds = [kind for kind, *_ in findings]
    if kinds and set(kinds) != {"endless"}:
        return "finding", ", ".join(f"{kind} {place}" for kind, place, _ in findings if kind != "endless")
    if kinds:
        return "limit", "a launch, at the limit of its processor time"
    if code in (-signal.SIGXCPU, -signal.SIGKILL, 128 + signal.SIGXCPU):
        return "limit", f"the program, after {seconds} s"
    if code == 0:
        return "ran", ""
    if code > 0 and (message := MESSAGE.search(output)):
        return "exit" if UNASKED in message[3] else "refused", f"{message[1]}: {message[2]}"
    asked = next((line.strip() for line in output.splitlines() if ASKS.search(line)), None)
    if asked:
        return "input", asked[:160]
    if code < 0:
        return "signal", f"{signal.Signals(-code).name}: {last_line(output)}"
    return "exit", f"exit code {code}: {last_line(output)}"


def attempt(program, cucc, runs, seconds):
    """{"outcome", "reason", "findings", "output"} of a program, which is only compiled unless it `runs`, for so much processor time at most."""
    with tempfile.TemporaryDirectory(prefix="survey.") as name:
        scratch = Path(name)
        (scratch / "bin").mkdir()
        (scratch / "bin/nvcc").symlink_to(cucc if runs else HERE / "compile_only")
        (scratch / "tree").mkdir()
        folder = scratch_copy(program.checkout, program.folder, scratch / "tree")
        environment = {**os.environ, "PATH": f"{scratch / 'bin'}:{os.environ['PATH']}", "TMPDIR": name, "SURVEY_CUCC": str(cucc),
                       "HALO_FINDINGS": str(scratch / "findings"), "LC_ALL": "C"}
        if program.by_makefile:
            build = ["make", "CC=nvcc", "NVCC=nvcc", "LAUNCHER="]
        else:
            build = ["nvcc", Path(program.source).name, "-o", program.binary, *program.words]
        code, output = run(build, folder, BUILD_SECONDS, environment)
        built = folder / program.binary
        if code or not built.is_file():
            outcome, reason = not_built(output) if code >= 0 else ("limit", f"its build, after {BUILD_SECONDS} s")
            return {"outcome": outcome, "reason": reason, "findings": [], "output": output}
        if not runs:
            return {"outcome": "compiles", "reason": "", "findings": [], "output": output}
        code, output = run([built, *program.arguments], folder, seconds, environment)
        findings = findings_of(scratch / "findings")
        outcome, reason = ended(code, output, findings, seconds)
        return {"outcome": outcome, "reason": reason, "findings": findings, "output": output}
