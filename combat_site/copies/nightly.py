"""The copy of each day, which the serving processes see to: one of them makes it."""

from datetime import UTC, datetime
from threading import Event, Thread

import structlog
from django.conf import settings

from combat_site.copies.kept import is_due
from combat_site.copies.migrating import run_command

log = structlog.get_logger(__name__)

FIRST_SECONDS = 60.0
"""The seconds after the start in which no copy is made: people come to the table."""

EVERY_SECONDS = 900.0
"""The seconds from one look to the next."""


def start_copying() -> None:
    """Look from now on, in a thread of its own, whether the copy of the day is due."""
    if settings.COPIES:
        Thread(target=keep_copying, args=(Event(),), name="copies", daemon=True).start()


def keep_copying(stopped: Event) -> None:
    """Make the copy of each day until this is stopped."""
    wait = FIRST_SECONDS
    while not stopped.wait(wait):
        wait = EVERY_SECONDS
        try:
            if is_due(datetime.now(UTC)):
                make_in_process()
        except OSError as problem:
            log.error("no copy was made", problem=str(problem))


def make_in_process() -> None:
    """Make the copy of the day in a process of its own: nobody at the table waits for it."""
    done = run_command("backup", "--night")
    if done.returncode:
        log.error("no copy was made", problem=done.stderr.strip())
