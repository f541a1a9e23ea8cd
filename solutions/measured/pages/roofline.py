"""What the card can do at most, measured, and how near the convolutions come to it."""
from pages import made, not_run, table
from plots import picture, roofline_points, roofs
from record import Record

NAME = "_roofline"


def ceilings(record):
    if not record.rows("ceilings"):
        return "Ceilings: " + not_run("ceilings") + "\nUntil then the roof is what the ladder's copies reach, without one for multiply-adds.\n"
    return f"{made(record, 'ceilings')}. Measured by `make measure ONLY=ceilings`.\n\n" + table(
        ["at most:", "value", "unit:"], [[row["name"], f"{row['value']:.4g}", row["unit"]] for row in record.rows("ceilings", what="ceiling")])


def page(record):
    text = f"# Roofline of {record.card}\n\nWritten by `solutions/measured/render`.\n\n" + ceilings(record)
    points = roofline_points(record)
    if not points:
        return text + "\nRungs: " + not_run("\"ladder counts\"")
    rate, peak = roofs(record)
    text += ("\n" + picture(record, "roofline")
             + "A point is a rung of [the ladder](" + f"{Record.file(record.card).stem}_ladder.md): multiply-adds as two flop, bytes to and from the card's memory by Nsight Compute, times of whole calls. *Of the roof*: "
               "of what the copy's rate allows at so many flop a byte" + (", or the multiply-adds" if peak else "") + ".\n\n")
    return text + table(["ladder:", "rung:", "flop a byte", "Tflop/s", "of the roof"], [
        [ladder, f"`{rung}`", f"{x:.2f}", f"{y / 1e12:.2f}", f"{y / min(rate * x, peak or float('inf')):.0%}"] for ladder, rungs in points.items() for rung, x, y in rungs])
