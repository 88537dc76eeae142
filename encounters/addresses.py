"""Addresses of the site by the names of their URLs (encounters/urls.py).

Nothing else builds one.
"""

from collections.abc import Mapping
from urllib.parse import urlencode

from django.conf import settings
from django.urls import reverse

from encounters.hidden_numbers import hide_number


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
