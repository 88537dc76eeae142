"""The loading of the addresses and the rules, which the first pages would else wait for.

It begins at the start of a server, in a thread of its own: pages are answered meanwhile.
"""

import gc
from threading import Thread
from time import monotonic

import structlog
from django.db.migrations.loader import MigrationLoader
from django.urls import get_resolver

from encounters.screens.rulebook.procedures import list_books

log = structlog.get_logger(__name__)


class Loading(Thread):
    """The thread that loads."""

    def __init__(self) -> None:
        super().__init__(name="loading", daemon=True)
        self.has_failed = False

    def run(self) -> None:
        """Load view functions, procedures, catalogues, and the heads of the library's files."""
        began = monotonic()
        try:
            list(get_resolver().url_patterns)
            list_books()
            MigrationLoader(None)  # which /readyz compares with the database's
        except Exception:
            self.has_failed = True
            log.exception("the rules cannot be loaded")
            return
        keep_loaded()
        log.info("the rules are loaded", seconds=round(monotonic() - began, 2))


def keep_loaded() -> None:
    """Keep what was loaded out of collections of garbage, which happen while somebody waits."""
    gc.collect()
    gc.freeze()


_started: list[Loading] = []


def start_loading() -> None:
    """Start to load in the background."""
    _started.append(Loading())
    _started[-1].start()


def explain_loading() -> str:
    """Return why the rules are not loaded; the empty text where they are, or need not be."""
    if any(each.has_failed for each in _started):
        return "the rules cannot be loaded: the log says why"
    return "the rules are being loaded" if any(each.is_alive() for each in _started) else ""
