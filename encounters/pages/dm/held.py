"""The DM's own reading of each fight, kept in this process and taken further as its log grows.

A step of the fight is answered with what it changed. Reading the log from its beginning each time would make the
answer slower with every round; here each event is read once in each process.
"""

from threading import Lock

from encounters.errors import Late
from encounters.held import Held
from encounters.log import Entry, read_log
from encounters.pages.dm.desk import Desk
from encounters.viewers import Viewer
from encounters.watching import Watch

MOST = 100_000
"""Events of all the readings that a process holds."""

_held: Held[int, tuple[Entry, Watch]] = Held(MOST)
_lock = Lock()


def desk_of(viewer: Viewer) -> Desk:
    """The DM's desk as the log has it now. Raises Late before the encounter is opened."""
    log = read_log(viewer.encounter_id)
    if not log:
        raise Late("This encounter has not begun.")
    with _lock:
        first, watch = _held.get(viewer.encounter_id) or (None, None)
        # Entries are decoded once: another object means that this process has forgotten the log, and reads it anew.
        if watch is None or first is not log[0]:
            watch = Watch(viewer)
        watch.catch_up(log, None)
        assert watch.viewing is not None
        desk = Desk(viewer, watch.viewing.state, watch.at, watch.epoch)
        _held.put(viewer.encounter_id, (log[0], watch), watch.at)
    return desk
