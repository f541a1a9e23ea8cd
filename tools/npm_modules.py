"""Programs from npm, in the versions that a package-lock.json pins, installed into a build folder."""
import re
import shutil
import subprocess

PINNED = ["package.json", "package-lock.json"]
UNREACHABLE = re.compile(r"ENOTFOUND|EAI_AGAIN|ECONNREFUSED|ECONNRESET|ETIMEDOUT|ENETUNREACH|EHOSTUNREACH|ENOTCACHED|network", re.I)


class NotInstalled(Exception):
    """`said`: npm's first line; `offline`: there is no network."""

    def __init__(self, said, offline):
        super().__init__(said)
        self.said, self.offline = said, offline


def missing():
    """Which of the programs that this needs are not installed."""
    return [name for name in ("node", "npm") if shutil.which(name) is None]


def installed(pins, place, announce):
    """node_modules in `place`, as the two files in the folder `pins` say; calls announce() if it takes a download."""
    pinned = "".join((pins / name).read_text() for name in PINNED)
    stamp = place / "installed"
    if not (stamp.is_file() and stamp.read_text() == pinned):
        announce()
        place.mkdir(parents=True, exist_ok=True)
        for name in PINNED:
            shutil.copy(pins / name, place)
        done = subprocess.run(["npm", "ci", "--no-audit", "--no-fund", "--loglevel=error", "--fetch-retries=1"], cwd=place,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        if done.returncode:
            said = (done.stdout.strip().splitlines() or ["it says nothing"])[0]
            raise NotInstalled(said, bool(UNREACHABLE.search(done.stdout)))
        stamp.write_text(pinned)
    return place / "node_modules"
