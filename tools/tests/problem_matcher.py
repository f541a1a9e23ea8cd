"""VS Code's problem matchers: what they make of the lines of a terminal. The rules are those of its documentation, and of its own matcher:

- a pattern is one object, or several for consecutive lines; groups of later lines complete what earlier ones found, and messages are joined
- matchers for more lines are asked before those for fewer, as soon as their last line is there; a match uses its lines up
- `loop`, in the last pattern, goes on matching line by line; each of its matches is a problem of its own
- a problem needs file, message, and a line unless the first pattern is of kind `file`
"""
import json
import os
import re
from typing import NamedTuple


class Problem(NamedTuple):
    file: str               # whole path
    line: int               # 0: the whole file
    column: int             # 0: the whole line
    severity: str
    message: str
    source: str = ""


STRING = r'("(?:[^"\\\n]|\\.)*")'


def from_jsonc(text):
    """JSON with comments and final commas, as VS Code reads its own files."""
    text = re.sub(STRING + r"|//[^\n]*|/\*.*?\*/", lambda found: found[1] or "", text, flags=re.S)
    return json.loads(re.sub(STRING + r"|,(?=\s*[}\]])", lambda found: found[1] or "", text))


def faults_of(matcher):
    """What VS Code would refuse."""
    patterns = listed(matcher["pattern"])
    for key in ("file", "message"):
        if not any(key in pattern for pattern in patterns):
            yield f"no pattern has a {key}"
    if patterns[0].get("kind", "location") == "location" and not any({"line", "location"} & pattern.keys() for pattern in patterns):
        yield "no pattern has a line"
    for i, pattern in enumerate(patterns):
        if i > 0 and "kind" in pattern:
            yield "`kind` belongs in the first pattern"
        if i < len(patterns) - 1 and "loop" in pattern:
            yield "`loop` belongs in the last pattern"
        groups = re.compile(pattern["regexp"]).groups
        for key, group in pattern.items():
            if key not in {"regexp", "kind", "loop"} and group > groups:
                yield f"{key} is group {group} of {groups}"
    if matcher.get("severity", "error") not in {"error", "warning", "info"}:
        yield f"severity {matcher['severity']}"


def listed(pattern):
    return pattern if isinstance(pattern, list) else [pattern]


class Matcher:
    KEYS = ("file", "code", "severity", "location", "line", "column", "endLine", "endColumn")

    def __init__(self, matcher, variables):
        self.matcher = matcher
        self.patterns = listed(matcher["pattern"])
        self.regexps = [re.compile(pattern["regexp"]) for pattern in self.patterns]
        kind, *prefix = listed(matcher.get("fileLocation", ["relative", "${workspaceFolder}"]))
        self.kind, self.prefix = kind, re.sub(r"\$\{(\w+)\}", lambda name: variables[name[1]], prefix[0]) if prefix else ""
        self.kept = None

    def __len__(self):
        return len(self.patterns)

    def handle(self, lines):
        """(problem or None, whether it goes on)"""
        data, loops = {"kind": self.patterns[0].get("kind")}, self.patterns[-1].get("loop", False)
        for i, (pattern, regexp, line) in enumerate(zip(self.patterns, self.regexps, lines)):
            found = regexp.search(line)
            if not found:
                return None, False
            if loops and i == len(self) - 1:
                self.kept, data = data, dict(data)
            self.fill(data, pattern, found)
        return self.problem(data), loops

    def next(self, line):
        found = self.regexps[-1].search(line)
        if not found:
            return None
        data = dict(self.kept)
        self.fill(data, self.patterns[-1], found)
        return self.problem(data)

    def fill(self, data, pattern, found):
        for key in self.KEYS:
            if key not in data and key in pattern and found[pattern[key]] is not None:
                data[key] = found[pattern[key]].strip()
        if "message" in pattern and found[pattern["message"]] is not None:
            text = found[pattern["message"]].strip()
            data["message"] = f"{data['message']}\n{text}" if "message" in data else text

    def problem(self, data):
        whole_file = data["kind"] == "file"
        if not data.get("file") or not data.get("message") or not (whole_file or data.get("line")):
            return None
        severity = {"note": "info", "hint": "info", "warn": "warning"}.get(word := data.get("severity", "").lower(), word)
        if severity not in {"error", "warning", "info"}:
            severity = self.matcher.get("severity", "error")
        return Problem(self.path(data["file"]), 0 if whole_file else int(data["line"]), int(data.get("column", 0)), severity, data["message"],
                       self.matcher.get("source", ""))

    def path(self, name):
        relative = os.path.normpath(os.path.join(self.prefix, name))
        if self.kind == "absolute" or (self.kind == "autoDetect" and not os.path.exists(relative)):
            return os.path.normpath("/" + name.lstrip("/"))
        return os.path.normpath(self.prefix + "/" + name) if self.kind == "relative" else relative


def problems(matchers, output, variables):
    """What the Problems panel shows after this output."""
    matchers = [Matcher(matcher, variables) for matcher in matchers]
    longest = max(map(len, matchers))
    found, buffer, active = [], [], None
    for line in re.sub(r"\x1b\[[0-9;]*[A-Za-z]|\x1b\][^\a\x1b]*(?:\a|\x1b\\)", "", output.replace("\r\n", "\n")).split("\n"):
        line = line.rpartition("\r")[2].rstrip()            # a line that was rewritten: what it shows in the end
        if active:
            problem = active.next(line)
            if problem:
                found.append(problem)
                continue
            buffer, active = [], None
        buffer = [*buffer, line][-longest:]
        for begin in range(len(buffer)):
            lines, done = buffer[begin:], False
            for matcher in (one for one in matchers if len(one) == len(lines)):
                problem, goes_on = matcher.handle(lines)
                if problem:
                    found.append(problem)
                    active, done = matcher if goes_on else None, True
                    break
            if done:
                buffer = []
                break
    return found
