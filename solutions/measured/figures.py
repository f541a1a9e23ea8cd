"""Figures of the record by name: `h200.ladder.transpose.transpose_along_out.ms`, and arithmetic with them.

    CARD.ladder.LADDER.RUNG.FIELD            also of a library beside the rungs; CARD.counts.LADDER.RUNG.FIELD, CARD.peers.LADDER.TOOL.FIELD
    CARD.solutions.KIND.FUNCTION.FIELD       at the first size of the kind; CARD.solutions.KIND.large.FUNCTION.FIELD at the next one
    CARD.kernels.KERNEL.FIELD                by the profiler
    CARD.steps.small.STEP.FIELD              and large
    CARD.sizes.LADDER.RUNG.n1024.FIELD       CARD.reuse.KERNEL.t256.FIELD       CARD.ceilings.NAME.value       CARD.latencies.NAME.cycles
    CARD.layer.RUNG.FIELD                    CARD.PART.made.date, CARD.solutions.made_copy_rate.date
"""
import ast
import math
import operator

from record import alias, records, slug

OPERATORS = {ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.Pow: operator.pow}


def computed(expression, names):
    """The value of 24 * (a.global_loads + 4), names being dictionaries in dictionaries; `ceil` is the only function. KeyError: no such name."""
    def of(node):
        match node:
            case ast.Expression(): return of(node.body)
            case ast.Constant(): return node.value
            case ast.BinOp(): return OPERATORS[type(node.op)](of(node.left), of(node.right))
            case ast.Name(): return names[node.id]
            case ast.Attribute(): return of(node.value)[node.attr]
            case ast.Call(func=ast.Name(id="ceil")): return math.ceil(of(node.args[0]))
        raise SyntaxError(f"not an expression: {expression}")
    return of(ast.parse(expression, mode="eval"))


def put(tree, path, row):
    """Adds a row below its path; a first one stays."""
    for name in path[:-1]:
        tree = tree.setdefault(name, {})
    tree.setdefault(path[-1], row)


def path_of(part, row, first):
    """Where the row of a part is found; nothing if no expression names it. `first`: the first size of each kind, which it notes."""
    match part:
        case "ladder" | "peers" if row["what"] in ("time", "peer"):
            return [slug(row["ladder"]), slug(row["rung"])]
        case "ladder" if row["what"] == "sustained":
            return [slug(row["ladder"]), "sustained"]
        case "counts":
            return [slug(row["ladder"]), slug(row["rung"])]
        case "solutions":
            return [row["kind"], *["large"] * (first.setdefault(row["kind"], row["size"]) != row["size"]), slug(row["function"])]
        case "kernels":
            return [slug(row["kernel"])]
        case "steps" if row["what"] in ("step", "count"):
            return ["small" if first.setdefault("steps", row["size"]) == row["size"] else "large", row["step"], *["counts"] * (row["what"] == "count")]
        case "sizes":
            return [slug(row["ladder"]), slug(row["rung"]), f"n{row['elements']}"]
        case "reuse" if row["what"] == "reuse":
            return [slug(row["kernel"]), f"t{row['tile']}"]
        case "layer" if row["what"] in ("time", "peer"):
            return [slug(row["rung"])]
        case "ceilings" | "layer" | "latencies" if "name" in row:
            return [slug(row["name"])]
    return []


def names_of(record):
    """{part: {…: row}}, with `made` in each part."""
    tree = {}
    for part, known in record.parts.items():
        first = {}
        tree[part] = {"made": known["made"], **{f"made_{row['kind']}": record.made(part, row["kind"]) for row in known["rows"] if "kind" in row}}
        for row in known["rows"]:
            if path := path_of(part, row, first):
                put(tree[part], path, row)
    return tree


def all_names(folder):
    """{card: names} of all records in a folder."""
    return {alias(record.card): names_of(record) for record in records(folder)}
