"""The pages of screens: what they have besides regions, and their sockets."""

from dataclasses import dataclass

from encounters.addresses import make_dm_socket_address, make_seat_socket_address
from encounters.log_reader import read_seating
from encounters.viewers import Role, Viewer


@dataclass(frozen=True, slots=True)
class PageSocket:
    """The socket of a page."""

    address: str
    seating: str = ""
    """The name of the present seating, for a page of the DM, which is told only of another one."""


def read_socket(viewer: Viewer) -> PageSocket:
    """Return the socket of a viewer's page.

    Call it before other reads, so that the page misses no change.
    """
    if viewer.role is not Role.DM:
        return PageSocket(make_seat_socket_address(viewer.encounter_id))
    return PageSocket(make_dm_socket_address(viewer.encounter_id), read_seating(viewer.encounter_id))


@dataclass(frozen=True, kw_only=True)
class LivePage:
    """The part of a screen's page besides its regions, as base.html reads it."""

    socket: PageSocket
    missed: str = ""
    """The address of what happened while the connection was down; "" where the page does not ask."""
