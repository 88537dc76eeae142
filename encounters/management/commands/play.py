"""`manage.py play`: the demo fight, the ways to join it, and the server."""

import errno
import os
import shutil
import socket
import sys
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from encounters.demo import make_demo
from encounters.management.commands.sign_in_link import link_for
from encounters.screens.dm.join import join_url


class Command(BaseCommand):
    """Make the demo fight, print how to join it, and become the server."""

    help = "Make the demo fight, print the ways in, and serve it on HOST and PORT until Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        if is_taken(settings.HOST, settings.PORT):
            raise CommandError(
                f"Another program listens on port {settings.PORT}, perhaps this table in another window. Stop it, or "
                f"choose another port: PORT={settings.PORT + 1} make play"
            )
        user, encounter = make_demo()
        self.stdout.write(ways_in(user, encounter))
        self.stdout.flush()
        serve()


def is_taken(host: str, port: int) -> bool:
    """Return whether another program listens there."""
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as tried:
        # A server that has just stopped leaves its port in a state that a new one may take.
        tried.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            tried.bind((host, port))
        except OSError as problem:
            return problem.errno == errno.EADDRINUSE
    return False


def ways_in(user: Any, encounter: Any) -> str:
    """Return the text to print: the DM's one-time link, the join address, and every address.

    The join address is there in words and as a QR code.
    """
    urls, join = settings.ADDRESSES.urls, join_url(encounter)
    code = f"{encounter.code[:3]}-{encounter.code[3:]}"
    lines = [
        "",
        f"Ten Segments: “{encounter.title}” is on the table.",
        "",
        "The DM signs in on this machine, once, by",
        f"  {link_for(user)}",
        "",
        f"Players and spectators join by code {code} at",
        f"  {join}",
        "",
        square(join, coloured=sys.stdout.isatty()),
        "Every address of this table:",
        *(f"  {url}/" for url in urls),
        "",
        "Ctrl-C stops it; `make play` goes on where it stopped.",
        "",
    ]
    return "\n".join(lines)


BLACK_ON_WHITE, PLAIN = "\033[38;5;16;48;5;231m", "\033[0m"


def square(text: str, *, coloured: bool) -> str:
    """Return a QR code in half blocks; the empty text where the window is too narrow.

    ``coloured`` sets its colours, so that it is dark on light in every terminal. Without it, the terminal is expected
    to have light text on a dark ground.
    """
    rows = [[bool(cell) for cell in row] for row in segno.make(text, error="l", micro=False).matrix_iter(border=2)]
    if len(rows) % 2:
        rows.append([False] * len(rows[0]))
    signs = " ▄▀█" if coloured else "█▀▄ "
    pairs = zip(rows[::2], rows[1::2], strict=True)
    lines = ["".join(signs[2 * up + down] for up, down in zip(upper, lower, strict=True)) for upper, lower in pairs]
    if shutil.get_terminal_size().columns < len(lines[0]) + 2:
        return ""
    return "".join(f"  {BLACK_ON_WHITE}{line}{PLAIN}\n" if coloured else f"  {line}\n" for line in lines)


def serve() -> None:
    """Become uvicorn, so that Ctrl-C and signals reach it directly."""
    command = [sys.executable, "-m", "uvicorn", "combat_site.asgi:application"]
    command += ["--host", settings.HOST, "--port", str(settings.PORT), "--ws-max-size", "65536"]
    command += ["--timeout-graceful-shutdown", "3", "--no-access-log", "--log-level", "warning"]
    if not settings.PUBLIC_URL:
        command.append("--no-proxy-headers")  # no proxy stands before it, and a browser may send such headers itself
    os.environ["TEN_SEGMENTS_DEMO"] = "1"
    os.execv(sys.executable, command)
