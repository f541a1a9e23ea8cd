"""The numbers on a lab's page: finds them, and checks whether each is right.

A number needs a source if it has three digits or more, a point, or is printed bold. One of these is enough:

  - solutions/LAB/numbers.toml states the counters that it comes from (`says`, `[[table]]`), which are counted now;
  - it is in an equation, 256 · 9 = 2304, and the equation is right;
  - it belongs to the task: it is in the lab's tests, header or skeleton, or under `given`;
  - it was measured on a GPU: the GPU, date and size come before it in the same section, or it repeats such a number.
"""
import ast
import math
import operator
import re
import tomllib
from dataclasses import dataclass, field

NUMBER = r"(?<![\w.])(?:\d{1,3}(?: \d{3})+(?!\d)|\d+(?:\.\d+)?)"
UNITS = "ms|µs|TB/s|GB|MB|Tflop"
GPU, DATE = re.compile(r"NVIDIA \w+"), re.compile(r"20\d\d-\d\d-\d\d")
SIZE = re.compile(r"\d+ × \d+|\d[⁰¹²³⁴-⁹]+ (?:elements|pixels)|= 1024")
POWERS = str.maketrans("⁰¹²³⁴⁵⁶⁷⁸⁹", "0123456789")


class WrongNumber(Exception):
    """A number on the page is wrong."""


@dataclass
class Block:
    """A paragraph, or a whole table."""
    text: str
    on_card: bool = False


@dataclass
class Sources:
    """numbers.toml of a lab, and what can be counted."""
    says: dict = field(default_factory=dict)        # number as printed: expression
    table: list = field(default_factory=list)
    given: list = field(default_factory=list)
    task: str = ""                                  # text of the lab's tests, header and skeleton
    counted: dict = field(default_factory=dict)     # run: {counter: value}

    @classmethod
    def read(cls, file, **more):
        known = tomllib.loads(file.read_text())
        return cls(known.get("says", {}), known.get("table", []), known.get("given", []), **more)


def value(text):
    return float(text.replace(" ", ""))


def same(printed, exact):
    """Does `exact`, rounded to the printed digits, equal what is printed?"""
    digits = len(printed.partition(".")[2])
    return abs(value(printed) - exact) <= 0.5 * 10 ** -digits * (1 + 1e-9)


def plain(text):
    """The text without code, links, dates and markup."""
    text = re.sub(r"\[[^\]]*\]\([^)]*\)|`[^`]*`|<code>.*?</code>|</?\w+>|20\d\d-\d\d-\d\d", "|", text)
    return re.sub(r"([⁰¹²³⁴-⁹]+)", lambda power: "**" + power[1].translate(POWERS), text.replace("**", "")).replace("\n", " ")


def blocks_of(page):
    """Splits a page into blocks. A GPU named in a section applies to the rest of it; one named in a fold, to the fold only."""
    blocks, fenced = [], False
    section, fold = "", None
    for text in re.split(r"\n\s*\n", page):
        if text.count("```") % 2 or fenced:
            fenced ^= bool(text.count("```") % 2)
            continue
        if text.startswith("```") or text.startswith("!["):
            continue
        if text.lstrip().startswith("## "):
            section = ""
        if "<details>" in text:
            fold = ""
        if fold is None:
            section += text
        else:
            fold += text
        context = section if fold is None else fold
        blocks.append(Block(text, all(mark.search(context) for mark in (GPU, DATE, SIZE))))
        if "</details>" in text:
            fold = "" if text.rfind("<details>") > text.rfind("</details>") else None
    return blocks


OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow}


def computed(expression, counted):
    """The value of 24 * (a.global_loads + 4); `ceil` is the only function. KeyError: no such run or counter."""
    def of(node):
        match node:
            case ast.Expression(): return of(node.body)
            case ast.Constant(): return node.value
            case ast.BinOp(): return OPERATORS[type(node.op)](of(node.left), of(node.right))
            case ast.Attribute(): return counted[node.value.id][node.attr]
            case ast.Call(func=ast.Name(id="ceil")): return math.ceil(of(node.args[0]))
        raise SyntaxError(f"not an expression: {expression}")
    return of(ast.parse(expression, mode="eval"))


def equations(text):
    """The numbers of all equations in `text`, as printed. WrongNumber: one is wrong."""
    numbers = []
    for run in re.findall(rf"(?:{NUMBER}|\*\*|[ .·+−/×()⌈⌉=≈](?!\.\s))+", text):
        sides = [side.strip(" .") for side in re.split("[=≈]", run)]
        if len(sides) < 2:
            continue
        values = []
        for side in sides:
            words = re.sub(NUMBER, lambda number: number[0].replace(" ", ""), side)
            for printed, meant in (("·", "*"), ("×", "*"), ("−", "-"), ("⌈", "ceil("), ("⌉", ")")):
                words = words.replace(printed, meant)
            try:
                values.append(computed(words, {}))
            except (SyntaxError, KeyError, AttributeError):
                values.append(None)
        for at in range(1, len(sides)):
            if values[at - 1] is None or not re.fullmatch(NUMBER, sides[at]):
                continue
            if not same(sides[at], values[at - 1]):
                raise WrongNumber(f"{sides[at - 1]} is {values[at - 1]:g}, not {sides[at]}")
            numbers += re.findall(NUMBER, sides[at - 1]) + [sides[at]]
    return numbers


def cells(line):
    return [re.sub(r"\*\*|`", "", cell).strip() for cell in line.strip().strip("|").split("|")]


def check_table(block, spec, counted):
    """Checks each cell; every row must be stated. Returns the numbers that are right, as printed.

    A row has one expression, with its column's in place of @ or vice versa, or one for each column. `a; b`
    are two numbers in one cell. Where an expression divides by 0, the cell has no number.
    """
    numbers = []
    lines = [cells(line) for line in block.text.splitlines() if line.startswith("|")]
    rows = {line[0]: line[1:] for line in lines[2:]}
    if set(rows) != set(spec["rows"]):
        raise WrongNumber(f"rows {sorted(rows)} of the table {spec['header']!r}, stated are {sorted(spec['rows'])}")
    for label, row in spec["rows"].items():
        columns = spec.get("columns", ["@"] * len(rows[label]))
        templates = row if isinstance(row, list) else [row] * len(columns)
        if not len(rows[label]) == len(columns) == len(templates):
            raise WrongNumber(f"{label}: {len(rows[label])} cells, {len(columns)} columns and {len(templates)} expressions")
        for column, template, cell in zip(columns, templates, rows[label]):
            expressions = (template.replace("@", column) if "@" in template else column.replace("@", template)).split(";")
            printed = re.findall(NUMBER, cell)
            try:
                exact = [computed(expression.strip(), counted) for expression in expressions]
            except ZeroDivisionError:
                exact = []
            if len(exact) != len(printed) or not all(map(same, printed, exact)):
                raise WrongNumber(f"{label}: {cell!r}, where {'; '.join(expressions)} is {', '.join(f'{e:.6g}' for e in exact) or 'none'}")
            numbers += printed
    return numbers


def needs_source(printed, bold):
    return bold or "." in printed or len(printed.replace(" ", "")) >= 3


def complaints(page, sources):
    """What is wrong with the numbers of a page; nothing if all are right."""
    wrong = []

    def tried(check, *arguments):
        try:
            return check(*arguments)
        except WrongNumber as error:
            wrong.append(str(error))
        return []

    blocks = blocks_of(page)
    texts = [plain(block.text) for block in blocks]
    everywhere = {value(number) for text in texts for number in re.findall(NUMBER, text)}
    known = {value(number) for number in re.findall(r"\d+(?:\.\d+)?", sources.task)}
    for number in sources.given:
        known.add(value(number))
        if value(number) not in everywhere:
            wrong.append(f"given, but not on the page: {number}")
    for number, expression in sources.says.items():
        known.add(value(number))
        if value(number) not in everywhere:
            wrong.append(f"stated, but not on the page: {number}")
        if not same(number, exact := computed(expression, sources.counted)):
            wrong.append(f"{number} is stated, {expression} is {exact:.6g}")
    for text, block in zip(texts, blocks):
        if block.on_card:
            known |= {value(number) for number in re.findall(NUMBER, text)}

    checked = set()
    for spec in sources.table:
        tables = [at for at, block in enumerate(blocks) if block.text.lstrip().startswith("|") and spec["header"] in block.text.splitlines()[0]]
        if len(tables) != 1:
            wrong.append(f"{len(tables)} tables have {spec['header']!r} in their first line")
        for at in tables:
            checked.add(at)
            known |= {value(number) for number in tried(check_table, blocks[at], spec, sources.counted)}

    for at, (block, text) in enumerate(zip(blocks, texts)):
        if at not in checked:
            known |= {value(number) for number in tried(equations, text)}
    for at, (block, text) in enumerate(zip(blocks, texts)):
        if at in checked or block.on_card:
            continue
        bold = {value(number) for part in re.findall(r"\*\*([^*]*)\*\*", block.text) for number in re.findall(NUMBER, part)}
        for number in re.findall(NUMBER, text):
            if needs_source(number, value(number) in bold) and value(number) not in known:
                wrong.append(f"{number} has no source: … {text[max(0, text.find(number) - 40):][:80]} …")
        measured = re.findall(rf"({NUMBER}) (?:{UNITS})\b", text)
        if not all(value(number) in known for number in measured):
            wrong.append(f"measured, but where? {text[:60]} …")
    return wrong
