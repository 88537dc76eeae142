"""Reports of faults by pages: on their console, uncaught, or refused by their policy.

Every context of every test is listened to, and a test fails for what its pages report. One that provokes a report on
purpose is marked with its name: `@pytest.mark.reports("no signal")`.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Error

EXPECTED = {
    "no signal": r"ERR_(INTERNET_DISCONNECTED|FAILED)|WebSocket connection to .* failed|htmx:(afterRequest|sendError)",
    "no server": r"ERR_(CONNECTION_[A-Z]+|EMPTY_RESPONSE|CONTENT_LENGTH_MISMATCH)|WebSocket connection to .* failed",
    "refused": r"the server responded with a status of 4\d\d",
    "failed": r"the server responded with a status of 5\d\d|Response Status Error Code 5\d\d",
}
"""What a page reports, by the name of what a test does on purpose."""


def write_report(message: ConsoleMessage) -> str:
    """Return an error or a warning with the address of its page; "" for any other message."""
    if message.type not in ("error", "warning"):
        return ""
    return f"{message.page.url if message.page else ''}: {message.text}"


def write_uncaught(error: Any) -> str:
    """Return what a script did not catch."""
    return f"uncaught: {error.error.message if isinstance(error.error, Error) else error.error}"


def listen(context: BrowserContext, add: Callable[[str], None]) -> None:
    """Add what any page of a context reports from now on."""

    def add_report(message: ConsoleMessage) -> None:
        if report := write_report(message):
            add(report)

    context.on("console", add_report)
    context.on("weberror", lambda error: add(write_uncaught(error)))


class Reports:
    """The reports of the pages of a test.

    A context counts in the test in which it was opened: one that is left open is heard later, when its server is gone.
    """

    def __init__(self) -> None:
        self._turn = 0
        """The number of the test that runs."""
        self._heard: list[tuple[int, str]] = []
        """Each report, with the number of the test in which its context was opened."""
        self._is_listening = False

    def begin(self) -> None:
        """Begin a test: forget what was heard before."""
        self._turn += 1
        self._heard.clear()

    def take(self) -> list[str]:
        """Return what was heard in this test, and forget it."""
        heard, self._heard = self._heard, []
        return [said for turn, said in heard if turn == self._turn]

    @contextmanager
    def listening(self) -> Iterator[None]:
        """Listen to every context that is opened meanwhile, once for all folders that ask for it."""
        if self._is_listening:
            yield
            return
        open_context: Callable[..., BrowserContext] = Browser.new_context

        def open_and_listen(browser: Browser, *given: Any, **named: Any) -> BrowserContext:
            context, turn = open_context(browser, *given, **named), self._turn
            listen(context, lambda said: self._heard.append((turn, said)))
            return context

        with pytest.MonkeyPatch.context() as patched:
            patched.setattr(Browser, "new_context", open_and_listen)
            self._is_listening = True
            yield
        self._is_listening = False


REPORTS = Reports()


def list_unexpected(reports: list[str], names: Sequence[str]) -> list[str]:
    """Return the reports of which none of these names says that they are provoked."""
    expected = [re.compile(EXPECTED[name]) for name in names]
    return [each for each in reports if not any(pattern.search(each) for pattern in expected)]
