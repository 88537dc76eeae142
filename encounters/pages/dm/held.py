"""The DM's own reading of each fight, kept in this process and taken further as its log grows.

A step of the fight is answered with what it changed. Reading the log from its beginning each time would make the
answer slower with every round; here each event is read once in each process.
"""

from collections import OrderedDict
from threading import Lock

from encounters.errors import Late
from encounters.log import Entry, read_log
from encounters.pages.dm.desk import Desk
from encounters.viewers import Viewer
from encounters.watching import Watch

HELD = 64
"""Readings a process holds at most."""

_held: OrderedDict[int, tuple[Entry, Watch]] = OrderedDict()
_lock = Lock()


def desk_of(viewer: Viewer) -> Desk:
    """The DM's desk as the log has it now. Raises Late before the encounter is opened."""
    log = read_log(viewer.encounter_id)
    if not log:
        raise Late("This encounter has not begun.")
    with _lock:
        first, watch = _held.get(viewer.encounter_id, (None, None))
        # Entries are decoded once: another object means that this process has forgotten the log, and reads it anew.
        if watch is None or first is not log[0]:
            watch = Watch(viewer)
            _held[viewer.encounter_id] = (log[0], watch)
        watch.catch_up(log, None)
        assert watch.viewing is not None
        desk = Desk(viewer, watch.viewing.state, watch.at, watch.epoch)
        _held.move_to_end(viewer.encounter_id)
        while len(_held) > HELD:
            _held.popitem(last=False)
    return desk
