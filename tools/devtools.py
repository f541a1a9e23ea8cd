"""A Chromium without a window that takes commands over a pipe, in the DevTools protocol: keys, pointer, screen, questions to the page."""
import base64
import json
import os
import select
import subprocess
import tempfile
import time
from pathlib import Path

import browser

PATIENCE = 60       # seconds
KEYS = {"ArrowRight": 39, "ArrowLeft": 37, "ArrowUp": 38, "ArrowDown": 40, "Tab": 9, "Home": 36, "End": 35, "Enter": 13, "Escape": 27}


class Page:
    """One tab. `requests` are the addresses that it asked for, `errors` what it threw or logged."""

    def __init__(self):
        self.profile = tempfile.TemporaryDirectory()
        to_browser, self.write_end = os.pipe()
        self.read_end, from_browser = os.pipe()
        words = browser.headless(f"--user-data-dir={self.profile.name}", "--hide-scrollbars", "--remote-debugging-pipe", "about:blank")
        # Chromium reads from 3 and writes to 4.
        shell = 'exec "$@" 3<&"$IN" 4>&"$OUT"'
        self.process = subprocess.Popen(["bash", "-c", shell, "bash", *words], pass_fds=(to_browser, from_browser), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL,
                                        stderr=subprocess.DEVNULL, env={**os.environ, "IN": str(to_browser), "OUT": str(from_browser)})
        os.close(to_browser)
        os.close(from_browser)
        self.buffer, self.searched, self.calls, self.session = bytearray(), 0, 0, None
        self.requests, self.errors, self.loaded = [], [], set()
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime", "Log"):
            self.call(f"{domain}.enable")
        self.call("Page.setLifecycleEventsEnabled", enabled=True)

    def close(self):
        os.close(self.write_end)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.read_end)
        self.profile.cleanup()

    def message(self, until):
        """The next one, or None when time is over."""
        while (end := self.buffer.find(b"\0", self.searched)) < 0:      # the book's PDF is one of 40 MB, in pieces of 64 kB
            self.searched = len(self.buffer)
            if not select.select([self.read_end], [], [], max(0, until - time.monotonic()))[0]:
                return None
            more = os.read(self.read_end, 1 << 20)
            if not more:
                raise RuntimeError("Chromium has ended")
            self.buffer += more
        first = self.buffer[:end]
        del self.buffer[:end + 1]
        self.searched = 0
        return json.loads(first)

    def notice(self, message):
        method, facts = message.get("method"), message.get("params", {})
        if method == "Network.requestWillBeSent":
            self.requests.append(facts["request"]["url"])
        elif method == "Runtime.exceptionThrown":
            self.errors.append(facts["exceptionDetails"].get("exception", {}).get("description", facts["exceptionDetails"]["text"]))
        elif method == "Log.entryAdded" and facts["entry"]["level"] == "error":
            self.errors.append(facts["entry"]["text"])
        elif method == "Page.lifecycleEvent" and facts["name"] == "load":
            self.loaded.add(facts["loaderId"])

    def call(self, method, patience=PATIENCE, **words):
        self.calls += 1
        number, until = self.calls, time.monotonic() + patience
        os.write(self.write_end, json.dumps({"id": number, "method": method, "params": words, **({"sessionId": self.session} if self.session else {})}).encode() + b"\0")
        while message := self.message(until):
            if message.get("id") == number:
                if "error" in message:
                    raise RuntimeError(f"{method}: {message['error']['message']}")
                return message["result"]
            self.notice(message)
        raise RuntimeError(f"{method}: Chromium doesn't answer")

    def ask(self, expression, patience=PATIENCE):
        """What a JavaScript expression gives, once the page has drawn."""
        answer = self.call("Runtime.evaluate", expression=f"new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done))).then(() => ({expression}))",
                           patience=patience, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            raise RuntimeError(answer["exceptionDetails"]["exception"]["description"])
        return answer["result"].get("value")

    def screen(self, width, height=900, dark=False):
        self.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=False)
        self.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": "dark" if dark else "light"}])

    def open(self, address):
        self.call("Page.navigate", url="about:blank")       # else an address that differs in its fragment alone would not be loaded again
        self.requests, self.errors = [], []
        loader, until = self.call("Page.navigate", url=address)["loaderId"], time.monotonic() + PATIENCE
        while loader not in self.loaded and (message := self.message(until)):
            self.notice(message)

    def press(self, key):
        typed = {"text": "\r"} if key == "Enter" else {}        # without a character nothing is pressed
        self.call("Input.dispatchKeyEvent", type="keyDown" if typed else "rawKeyDown", key=key, code=key, windowsVirtualKeyCode=KEYS[key], **typed)
        self.call("Input.dispatchKeyEvent", type="keyUp", key=key, code=key, windowsVirtualKeyCode=KEYS[key])

    def drag(self, start, end, steps=12):
        """From a place in the window to another, with the left button held."""
        pointer = lambda kind, x, y, held: self.call("Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left", buttons=held, clickCount=1)
        pointer("mouseMoved", *start, 0)
        pointer("mousePressed", *start, 1)
        for step in range(1, steps + 1):
            pointer("mouseMoved", *(a + (b - a) * step / steps for a, b in zip(start, end)), 1)
        pointer("mouseReleased", *end, 0)

    def picture(self, file, grey=False, beyond=True):
        """`beyond`: the whole page, not only what the window shows."""
        self.call("Emulation.setEmulatedVisionDeficiency", type="achromatopsia" if grey else "none")
        Path(file).write_bytes(base64.b64decode(self.call("Page.captureScreenshot", captureBeyondViewport=beyond)["data"]))
        self.call("Emulation.setEmulatedVisionDeficiency", type="none")
