"""The page of the public programs, from the results of a survey and from findings.toml, in which people have judged what it found."""
import re
import tomllib
from collections import Counter

from attempt import OUTCOMES, PATIENCE

SHOWN = 150             # characters of a reason
NOT_BUILT = ("compiles", "refused", "library", "unclear")
VERDICTS = {
    "bug": ("Bugs in public programs", "Findings that reading the program confirmed. A race is one by CUDA's memory model; `benign` says that its result is right all the same."),
    "false": ("False positives", "Findings of which reading the program showed that the engine is wrong."),
    "not judged": ("Not judged", "Findings of programs that nobody has read so far."),
}


def cell(text):
    """A program's own words as code: one line of a Markdown table, in which nothing is markup."""
    short = " ".join(text.split()).replace("`", "'").replace("|", "\\|")
    if not short:
        return ""
    return f"`{short}`" if len(short) <= SHOWN else f"`{short[:SHOWN - 1]}…`"


def sentence(text):
    """A person's words in a table, in which `|` would end the cell."""
    return text.replace("|", "\\|")


def percent(part, whole):
    return f"{100 * part / whole:.1f} %" if whole else "-"


def counted(number, thing):
    return f"{number} {thing}" if number == 1 else f"{number} {thing}s"


def totals(results, listed):
    counts = Counter(result["outcome"] for result in results)
    yield f"{len(results)} of the {listed} listed programs were tried.\n" if len(results) < listed else f"{listed} programs.\n"
    yield "| outcome | programs | share |\n| --- | ---: | ---: |"
    for outcome, meaning in OUTCOMES.items():
        yield f"| `{outcome}`: {meaning} | {counts[outcome]} | {percent(counts[outcome], len(results))} |"
    if counts["limit"]:
        yield ("\n`limit` is neither failure nor success: such a program was built, and then it or one of its launches used up its processor time. All its threads\n"
               f"count, so a program that keeps 16 cores busy is stopped after a sixteenth of it; one that waits is stopped after {PATIENCE} times as long.\n"
               "None of their launches that had ended by then has a finding; what the others would have shown is not known.")
    if counts["compiles"]:
        yield "\n`compiles` says less than the others: such a program was neither linked nor run, and is tried fully by the next survey."


def by_repository(results):
    yield "`built` counts all that were built, however they ended.\n"
    yield "| repository | commit | programs | built | " + " | ".join(f"`{outcome}`" for outcome in OUTCOMES) + " |"
    yield "| --- | --- | ---: | ---: |" + " ---: |" * len(OUTCOMES)
    commits = {result["repository"]: result["commit"] for result in results}
    for repository, commit in commits.items():
        counts = Counter(result["outcome"] for result in results if result["repository"] == repository)
        built = counts.total() - sum(counts[outcome] for outcome in NOT_BUILT)
        numbers = " | ".join(str(counts[outcome] or "") for outcome in OUTCOMES)
        yield f"| [{repository}](https://github.com/{repository}) | `{commit[:12]}` | {counts.total()} | {built} | {numbers} |"


def frequent(results):
    """Why programs are refused, without file and line, and without the header: the reason names its library."""
    reasons = Counter(re.sub(r"^(?:[^:]+:\d+: )?(?:<[^>]+>: )?", "", result["reason"]) for result in results if result["outcome"] == "refused")
    yield "| reason | programs |\n| --- | ---: |"
    for reason, count in reasons.most_common():
        yield f"| {cell(reason)} | {count} |"


def places(judgement):
    """Of "file:1, 2": file:1 and file:2."""
    file, _, lines = judgement["place"].rpartition(":")
    return {f"{file}:{line}" for line in lines.split(", ")}


def judgements_in(text):
    """(of findings, of endings) in findings.toml: rows with repository and program; a finding has its verdict and place, an ending whose fault it is."""
    rows = [{"repository": repository, "program": program, **row} for repository, programs in tomllib.loads(text).items() for program, judged in programs.items() for row in judged]
    found = [{**row, "verdict": verdict, "place": row[verdict]} for row in rows for verdict in ("bug", "false") if verdict in row]
    return found, [row for row in rows if "fault" in row]


def about(result, judgement):
    return (judgement["repository"], judgement["program"]) == (result["repository"], result["source"])


def judged(results, judgements):
    """(verdict, result, kinds, place, why) of each judgement that the survey's findings need, and of each finding that has none."""
    for result in results:
        left = [(kind, place) for kind, place, _ in result["findings"] if kind != "endless"]
        for judgement in judgements:
            if about(result, judgement) and (met := [finding for finding in left if finding[1] in places(judgement)]):
                left = [finding for finding in left if finding not in met]
                yield judgement["verdict"], result, dict.fromkeys(kind for kind, _ in met), judgement["place"], judgement["why"]
        for kind, place in dict.fromkeys(left):
            yield "not judged", result, [kind], place, ""


def not_met(results, judgements):
    """The judgements of findings that this survey did not make."""
    return [row for row in judgements
            if not any(about(result, row) and place in places(row) for result in results for _, place, _ in result["findings"])]


def findings(results, judgements):
    rows = list(judged(results, judgements))
    programs = {verdict: len({row[1]["name"] for row in rows if row[0] == verdict}) for verdict in VERDICTS}
    yield (f"\n## Findings\n\n{counted(sum(result['outcome'] == 'finding' for result in results), 'program')} with findings: "
           f"{programs['bug']} with bugs, {programs['false']} with false positives, {programs['not judged']} with findings that are not judged.")
    for verdict, (title, meaning) in VERDICTS.items():
        yield f"\n### {title}\n\n{meaning}\n"
        of_verdict = [row for row in rows if row[0] == verdict]
        if of_verdict:
            yield "| program | finding | place | what is wrong |\n| --- | --- | --- | --- |"
        for _, result, kinds, place, why in of_verdict:
            yield f"| {result['repository']}: {cell(result['source'])} | {', '.join(kinds)} | `{place}` | {sentence(why)} |"
        if not of_verdict:
            yield "None."
    if missing := not_met(results, judgements):
        yield "\n### Judged before, not reported in this survey\n"
        yield "| program | place | verdict | what is wrong |\n| --- | --- | --- | --- |"
        for row in missing:
            yield f"| {row['repository']}: {cell(row['program'])} | `{row['place']}` | {row['verdict']} | {sentence(row['why'])} |"


def endings(results, judgements):
    """The programs that ended by a signal or an exit code, and whose fault that is."""
    ended = [result for result in results if result["outcome"] in ("exit", "signal")]
    if not ended:
        yield "None."
        return
    yield "| program | ended | fault of | why |\n| --- | --- | --- | --- |"
    for result in ended:
        of, why = next(((row["fault"], row["why"]) for row in judgements if about(result, row)), ("not judged", ""))
        yield f"| {result['repository']}: {cell(result['source'])} | {cell(result['reason'])} | {of} | {sentence(why)} |"


def each(results):
    """Programs that ended in the same way, for the same reason, share a row; the place that a refusal begins with is the program's own."""
    alike = {}
    for result in results:
        place, why = re.fullmatch(r"(?:([^:\s]+:\d+): )?(.*)", result["reason"] if result["outcome"] == "refused" else "", re.S).groups()
        program = cell(result["source"]) + (f" ({place})" if place else "")
        alike.setdefault((result["outcome"], cell(why or result["reason"])), []).append(program)
    yield "| programs | outcome | why |\n| --- | --- | --- |"
    for (outcome, why), programs in alike.items():
        yield f"| {', '.join(programs)} | `{outcome}` | {why} |"


def page(results, listed, judgements, made_with):
    """`results` in the order of the list, `listed` programs in all, `judgements` as judgements_in() has them."""
    out = ["# Public programs on the CPU engine\n",
           f"Programs of public repositories, each built with `cucc` as its Makefile or its README says and run with small arguments; made by\n"
           f"`common/engine/measure/public/survey` with the engine of commit `{made_with}`. How to repeat it is in\n"
           "[INSIDE](../INSIDE.md#features-and-public-programs).\n",
           *totals(results, listed),
           "\n## By repository\n", *by_repository(results),
           "\n## Why programs are refused\n", *frequent(results),
           *findings(results, judgements[0]),
           "\n## Programs that end by a signal or an exit code\n", *endings(results, judgements[1])]
    for repository in dict.fromkeys(result["repository"] for result in results):
        out += [f"\n## {repository}\n", *each([result for result in results if result["repository"] == repository])]
    return "\n".join(out) + "\n"
