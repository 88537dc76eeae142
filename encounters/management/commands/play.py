"""`manage.py play`: the fight on the table, the ways to join it, and the server."""

import errno
import os
import shutil
import socket
import subprocess
import sys
from typing import Any

import segno
from django.conf import settings
from django.core.management.base import BaseCommand, CommandError

from encounters.addresses import make_join_address, write_code
from encounters.demo import make_demo
from encounters.management.commands.sign_in_link import build_own_address, make_link, note_served_address
from encounters.models import Encounter
from encounters.phone_address import note_phone_address
from encounters.selectors import find_current_table


class Command(BaseCommand):
    """Print how to join the fight on the table, at first the demo, and become the server."""

    help = "Print the ways into the fight on the table, at first the demo, and serve it on HOST and PORT until Ctrl-C."

    def handle(self, *args: Any, **options: Any) -> None:
        if is_taken(settings.HOST, settings.PORT):
            raise CommandError(
                f"Another program listens on port {settings.PORT}, perhaps this table in another window. Stop it, or "
                f"choose another port: PORT={settings.PORT + 1} {settings.PLAY}"
            )
        current = find_current_table() or make_demo()[1]
        moved = note_phone_address()
        self.stdout.write(write_ways_in(current.campaign.find_owner(), current))
        if moved:
            self.stdout.write(f"{moved}\n\n")
        self.stdout.flush()
        note_served_address()
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


TITLES = {
    Encounter.State.PREPARING: "“{}” is in preparation.",
    Encounter.State.PLAYING: "“{}” is on the table.",
    Encounter.State.ENDED: "“{}” is over, and no other fight is prepared.",
}
"""What is said of the fight that was played last, by its state."""


def write_ways_in(user: Any, encounter: Encounter) -> str:
    """Return the text to print: the DM's one-time link, the join address, and every address.

    The join address is there in words and as a QR code. Nobody joins a fight that is over.
    """
    lines = [
        "",
        f"Ten Segments: {TITLES[Encounter.State(encounter.state)].format(encounter.title)}",
        "",
        f"The DM, {user.get_username()}, signs in on this machine, once, by",
        f"  {make_link(user, build_own_address())}",
        "",
        *([] if encounter.state == Encounter.State.ENDED else _list_ways_to_join(encounter)),
        "Every address of this table:",
        *(f"  {url}/" for url in settings.ADDRESSES.urls),
        "",
        f"Ctrl-C stops it; `{settings.PLAY}` goes on where it stopped. "
        f"Another sign-in link: `{settings.MANAGE} sign_in_link`.",
        "",
    ]
    return "\n".join(lines)


def _list_ways_to_join(encounter: Encounter) -> list[str]:
    code, join = write_code(encounter.code), make_join_address(encounter.code)
    words = f"Players and spectators join by code {code} at"
    return [words, f"  {join}", "", draw_square(join, coloured=sys.stdout.isatty())]


BLACK_ON_WHITE, PLAIN = "\033[38;5;16;48;5;231m", "\033[0m"


def draw_square(text: str, *, coloured: bool) -> str:
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
    """Become uvicorn, so that Ctrl-C and signals reach it directly.

    Windows has no such step: there the server is a process of its own, and this one waits for it.
    """
    command = [sys.executable, "-m", "uvicorn", "combat_site.asgi:application", "--app-dir", str(settings.BASE_DIR)]
    command += ["--host", settings.HOST, "--port", str(settings.PORT), "--ws-max-size", "65536"]
    command += ["--timeout-graceful-shutdown", "3", "--no-access-log", "--log-level", "warning"]
    if not settings.PUBLIC_URL:
        command.append("--no-proxy-headers")  # no proxy stands before it, and a browser may send such headers itself
    os.environ["TEN_SEGMENTS_DEMO"] = "1"
    if os.name == "nt":
        raise SystemExit(subprocess.call(command))
    os.execv(sys.executable, command)
