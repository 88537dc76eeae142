"""Addresses of the site by the names of their URLs (encounters/urls.py).

Nothing else builds one.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse
from django.utils.crypto import salted_hmac


def make_address(name: str, query: Mapping[str, object] | None = None, **parts: object) -> str:
    """Return the address of the URL of this name; ``parts`` are the parameters of its path."""
    return add_query(reverse(name, kwargs=parts), urlencode(query or {}, doseq=True))


def add_query(address: str, query: str) -> str:
    """Return an address with a query string after the one that it has."""
    return f"{address}{'&' if '?' in address else '?'}{query}" if query else address


def make_dm_socket_address(encounter_id: int) -> str:
    """Return the address of the DM's socket at a fight (encounters/live/consumers.py)."""
    return f"/live/{encounter_id}/dm"


def make_seat_socket_address(encounter_id: int) -> str:
    """Return the address of the socket of a player or a spectator at a fight.

    It does not tell the number of the fight, from which they could count those between.
    """
    return f"/live/{hide_number(encounter_id)}/seat"


def make_lobby_socket_address(campaign_id: int) -> str:
    """Return the address of the socket of a campaign's lobby (encounters/live/consumers.py)."""
    return f"/live/lobby/{campaign_id}"


def make_join_address(code: str) -> str:
    """Return the address by which a phone joins the table of this code."""
    return make_full_address("table", code=code)


def write_code(code: str) -> str:
    """Return a table's code as it is read out: "K6N-SCK"."""
    return f"{code[:3]}-{code[3:]}"


def make_full_address(name: str, **parts: object) -> str:
    """Return the address of the URL of this name, with the server's, for other devices."""
    return f"{settings.ADDRESSES.urls[0]}{make_address(name, None, **parts)}"


# Names of fights for players, which tell neither their numbers nor how many there are.

ROUNDS = 4
DIGITS = 16
"""Hexadecimal digits of a name."""

HALF_BITS = 32


def hide_number(number: int) -> str:
    """Return the name of a number: always the same one, and different for each number."""
    left, right = 0, number
    for n in range(ROUNDS):
        left, right = right, left ^ _mix(right, n)
    return f"{left:08x}{right:08x}"


def read_hidden_number(name: str) -> int | None:
    """Return the number of a name; None for what is no name."""
    if len(name) != DIGITS or not all(each in "0123456789abcdef" for each in name):
        return None
    left, right = int(name[:8], 16), int(name[8:], 16)
    for n in reversed(range(ROUNDS)):
        left, right = right ^ _mix(left, n), left
    return None if left else right


def _mix(half: int, n: int) -> int:
    """Return the bits with which a round changes the other half."""
    digest = salted_hmac("encounters.hidden_numbers", f"{n} {half}", algorithm="sha256").digest()
    return int.from_bytes(digest[: HALF_BITS // 8], "big")
