"""Measure the requests and bytes with which a page is shown for the first time."""

from collections import Counter
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Page


@dataclass
class FirstLoad:
    """The requests of a browser with an empty cache, and the bytes on the wire, by kind.

    Headers of answers are counted.
    """

    bytes: Counter[str] = field(default_factory=Counter)
    requests: Counter[str] = field(default_factory=Counter)

    @property
    def total(self) -> int:
        """Return all bytes."""
        return self.bytes.total()

    def __str__(self) -> str:
        kinds = ", ".join(f"{kind} {size / 1000:.1f} KB in {self.requests[kind]}" for kind, size in self.bytes.items())
        return f"{self.total / 1000:.1f} KB in {self.requests.total()} requests ({kinds})"


PLAIN = "gzip, deflate"
"""The encodings that browsers accept over plain http, as at a table. They count this machine as secure, too."""

SECURE = "gzip, deflate, br"
"""Those that they accept over https."""


def measure_first_load(page: Page, address: str, encodings: str = PLAIN) -> FirstLoad:
    """Load a page in its browser as if for the first time, and return what that took.

    Frames of the socket are not counted: they are what happens later.
    """
    session = page.context.new_cdp_session(page)
    session.send("Network.enable")
    session.send("Network.setCacheDisabled", {"cacheDisabled": True})
    session.send("Network.setBypassServiceWorker", {"bypass": True})
    session.send("Network.setExtraHTTPHeaders", {"headers": {"Accept-Encoding": encodings}})
    kinds: dict[str, str] = {}
    load = FirstLoad()

    def note_kind(event: dict[str, Any]) -> None:
        kinds[event["requestId"]] = event["type"]

    def count(event: dict[str, Any]) -> None:
        kind = kinds.get(event["requestId"], "Other")
        load.bytes[kind] += int(event["encodedDataLength"])
        load.requests[kind] += 1

    session.on("Network.responseReceived", note_kind)
    session.on("Network.loadingFinished", count)
    page.goto(address)
    page.wait_for_load_state("networkidle")
    session.detach()
    return load
