"""The page of the public programs, from the results of a survey and from findings.toml, in which people have judged the findings."""
import re
from collections import Counter

from attempt import OUTCOMES

SHOWN = 150             # characters of a reason


def cell(text):
    """A program's own words as code: one line of a Markdown table, in which nothing is markup."""
    short = " ".join(text.split()).replace("`", "'").replace("|", "\\|")
    if not short:
        return ""
    return f"`{short}`" if len(short) <= SHOWN else f"`{short[:SHOWN - 1]}…`"


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def totals(results, listed):
    counts = Counter(result["outcome"] for result in results)
    yield f"{len(results)} of the {listed} listed programs were tried.\n" if len(results) < listed else f"{listed} programs.\n"
    yield "| outcome | programs | share |\n| --- | ---: | ---: |"
    for outcome, meaning in OUTCOMES.items():
        yield f"| `{outcome}`: {meaning} | {counts[outcome]} | {percent(counts[outcome], len(results))} |"


def by_repository(results):
    yield "| repository | commit | programs | " + " | ".join(f"`{outcome}`" for outcome in OUTCOMES) + " |"
    yield "| --- | --- | ---: |" + " ---: |" * len(OUTCOMES)
    commits = {result["repository"]: result["commit"] for result in results}
    for repository, commit in commits.items():
        counts = Counter(result["outcome"] for result in results if result["repository"] == repository)
        numbers = " | ".join(str(counts[outcome] or "") for outcome in OUTCOMES)
        yield f"| [{repository}](https://github.com/{repository}) | `{commit[:12]}` | {counts.total()} | {numbers} |"


def frequent(results):
    """Why programs are refused, without file and line."""
    reasons = Counter(re.sub(r"^\S+:\d+: ", "", result["reason"]) for result in results if result["outcome"] == "refused")
    yield "| reason | programs |\n| --- | ---: |"
    for reason, count in reasons.most_common():
        yield f"| {cell(reason)} | {count} |"


def judged(judgements, verdict):
    rows = [row for row in judgements if row["verdict"] == verdict]
    if not rows:
        yield "None."
        return
    yield "| program | place | what is wrong |\n| --- | --- | --- |"
    for row in rows:
        yield f"| {row['repository']}: {cell(row['program'])} | `{row['place']}` | {row['why']} |"


def each(results):
    yield "| program | outcome | why |\n| --- | --- | --- |"
    for result in results:
        yield f"| {cell(result['source'])} | `{result['outcome']}` | {cell(result['reason'])} |"


def page(results, listed, judgements, made_with):
    """`results` in the order of the list, `listed` programs in all, `judgements` the rows of findings.toml."""
    out = ["# Public programs on the CPU engine\n",
           f"Programs of public repositories, each built with `cucc` as its Makefile or its README says and run with small arguments; made by\n"
           f"`common/engine/measure/public/survey` with the engine of commit `{made_with}`. How to repeat it is in\n"
           "[the engine's page](../README.md#public-programs).\n",
           *totals(results, listed),
           "\n`compiles` says less than the others: such a program was neither linked nor run, and is tried fully by the next survey.\n" if any(result["outcome"] == "compiles" for result in results) else "", "\n## By repository\n", *by_repository(results),
           "\n## Why programs are refused\n", *frequent(results),
           "\n## Bugs in public programs\n", "Findings that reading the program confirmed.\n", *judged(judgements, "bug"),
           "\n## False positives\n", *judged(judgements, "false")]
    for repository in dict.fromkeys(result["repository"] for result in results):
        out += [f"\n## {repository}\n", *each([result for result in results if result["repository"] == repository])]
    return "\n".join(out) + "\n"
