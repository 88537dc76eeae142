"""`manage.py sign_in_link`: makes another one-time link when a DM's first was used or lost."""

import socket
from typing import Any
from urllib.parse import urlsplit

from django.conf import settings
from django.contrib.auth import get_user_model
from django.core.management.base import BaseCommand, CommandError, CommandParser

from encounters.demo import DM_NAME
from encounters.sign_in import make_token

SERVED = "address"
"""The file in the folder of what is kept that holds where `play` serves the table."""

MOST_NAMES = 10
"""The most names of DMs that are listed."""

SOON = 1.0
"""Seconds in which a program on this machine answers."""


class Command(BaseCommand):
    """Print a link that signs a DM in, once."""

    help = "Print a one-time link that signs a DM in on this machine; it is good for a day."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("username", nargs="?", default=DM_NAME)

    def handle(self, *args: Any, **options: Any) -> None:
        user = get_user_model().objects.filter(username=options["username"]).first()
        if user is None:
            raise CommandError(explain_nobody(options["username"]))
        self.stdout.write(make_link(user, find_served_address()))


def explain_nobody(name: str) -> str:
    """Return what to do where nobody has this name."""
    names = get_user_model().objects.order_by("pk").values_list("username", flat=True)[:MOST_NAMES]
    if not names:
        return (
            f"Nobody can sign in here yet. `{settings.PLAY}` makes a fight to try and its DM; "
            f"`{settings.MANAGE} add_dm NAME` makes a DM of your own."
        )
    return f"Nobody is called {name}. Name one of these: {', '.join(names)}."


def make_link(user: Any, address: str) -> str:
    """Return the link that signs a DM in at this address, once."""
    return f"{address}/sign-in/{make_token(user)}/"


def build_own_address() -> str:
    """Return this machine's own address by the settings.

    The window that shows it is on this machine, whatever its network is.
    """
    host = "127.0.0.1" if settings.HOST in ("", "0.0.0.0", "::") else settings.HOST
    return settings.PUBLIC_URL.rstrip("/") or f"http://{f'[{host}]' if ':' in host else host}:{settings.PORT}"


def note_served_address() -> None:
    """Write down where this table is served, for commands in other windows."""
    settings.VAR.mkdir(parents=True, exist_ok=True)
    (settings.VAR / SERVED).write_text(build_own_address())


def find_served_address() -> str:
    """Return where `play` serves this table now; else this machine's address by the settings."""
    file = settings.VAR / SERVED
    address = file.read_text() if file.is_file() else ""
    return address if address and is_answering(address) else build_own_address()


def is_answering(address: str) -> bool:
    """Return whether a program listens at the host and port of an address."""
    url = urlsplit(address)
    try:
        socket.create_connection((url.hostname, url.port or 80), timeout=SOON).close()
    except OSError:
        return False
    return True
