"""What is measured beside the rungs, a part of the record each: sizes, ceilings, latencies and reuse by programs of this folder, peers by Python."""
import sys
from pathlib import Path

from on_card import ROOT, NotRun, printed

HERE = Path(__file__).resolve().parent

# Not those that have a program's main, or call libraries.
SHARED = [source for source in sorted(HERE.glob("*.cu")) if source.stem not in ("time_ladder", "libraries", "cudnn")] + [ROOT / "common/timing/interval.cpp"]
PEERS = HERE / "peers.py"


def there(path):
    if not path.exists():
        raise NotRun(f"{path.relative_to(ROOT)} is not there", ROOT, "take a checkout that has it")
    return path


def of_folder(card, build, name, *arguments):
    """What the program of a folder prints. A folder each, so that no program is linked with another's main."""
    sources = [source for source in sorted(there(HERE / name).iterdir()) if source.suffix in (".cu", ".cpp") and source.stem != "count_loads"]
    return printed([card.built(build / name / name, [*sources, *SHARED], f"-I{HERE}"), *arguments])


def sizes(card, build, _):
    return of_folder(card, build, "sizes")


def ceilings(card, build, _):
    return of_folder(card, build, "ceilings")


def latencies(card, build, _):
    return of_folder(card, build, "latencies")


def reuse(card, build, _):
    return of_folder(card, build, "reuse", HERE / "reuse/loads.tsv")


def peers(_card, build, _):
    return printed([sys.executable, there(PEERS), build / "peers"])
