"""Chromium, under whichever name it is installed, and how the slides and the tests of pages call it."""
import os
import shutil


def path():
    for name in ("chromium", "chromium-browser", "google-chrome"):
        if found := shutil.which(name):
            return found
    return None


def environment():
    """For Marp. Chromium's own sandbox doesn't work for root."""
    return {**os.environ, "CHROME_PATH": path() or "", "CHROME_NO_SANDBOX": "1" if os.geteuid() == 0 else ""}


def headless(*words):
    """The command line that loads a page with the network unreachable."""
    return [path(), "--headless", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
            "--proxy-server=127.0.0.1:9", *(["--no-sandbox"] if os.geteuid() == 0 else []), *words]
