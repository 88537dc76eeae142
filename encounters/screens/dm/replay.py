"""A round played before, as the DM sees it: its strip, its log, and links to other rounds."""

from collections.abc import Sequence
from dataclasses import dataclass, replace

from encounters.narration.columns import get_column_unit, name_round
from encounters.screens.actions import NavLink
from encounters.screens.dm.dm_view import DmView
from encounters.screens.dm.log import LogPanel, list_groups
from encounters.screens.replay_links import link_rounds, list_step_links
from encounters.screens.snapshot import Snapshot, take_snapshot
from encounters.screens.stops import ReplayStop, list_stops
from encounters.screens.strip import DESK
from encounters.screens.strip.desk_rows import DeskStrip, build_desk_strip
from encounters.screens.strip.lanes import collect_marks


@dataclass(frozen=True, slots=True)
class RoundReplay:
    """The page of a round played before."""

    title: str
    number: int
    """The number of the round; 0 is the opening."""
    desk: DeskStrip
    log: LogPanel
    recap: str
    """The round's recap; "" without any."""
    rounds: Sequence[NavLink]
    """All rounds; the one shown is on."""
    clocks: Sequence[NavLink]
    """The columns to show the round up to."""
    unit: str
    """The word for a column: "segment"."""
    steps: tuple[tuple[str, str], ...]
    """The address that each key leads to."""
    back: str
    """The address of the fight."""
    dice: str
    """The address of the round's dice."""
    compare: str
    """The address of the comparison with other procedures."""


def build_replay(view: DmView, number: int, stop: ReplayStop | None = None) -> RoundReplay:
    """Return the round up to a stop, or to its end, with its recap."""
    snapshot = take_snapshot(view, view.has_sentence, number, stop)
    stops = [each for each in list_stops(view.round(number), view.has_sentence) if not each.moment]
    return RoundReplay(
        title=name_round(number),
        number=number,
        desk=replace(
            build_desk_strip(collect_marks(snapshot.state, snapshot.events, size=DESK), orders=False),
            href=view.make_url("who"),
        ),
        log=LogPanel(tuple(list_groups(view, number, _find_last(view, snapshot)))),
        recap=view.read_recap(number),
        rounds=link_rounds(view, "round", number),
        clocks=[NavLink(str(each), f"?at={each}", stop is not None and each.clock == stop.clock) for each in stops],
        unit=get_column_unit(snapshot.state, number),
        steps=list_step_links(view, "round", view.has_sentence, number, stop),
        back=view.make_url("run"),
        dice=view.make_url("dice", number=number),
        compare=view.make_url("compare", number=number),
    )


def _find_last(view: DmView, snapshot: Snapshot) -> int | None:
    """Return the position in the log of the last event shown; None: of the whole round."""
    if snapshot.number is None or snapshot.stop is None:
        return None
    entries = view.find_entries(view.viewer_log.list_cursors(*view.find_stretch(snapshot.number)))
    mine = [entry.position for entry in entries if entry.event.round == snapshot.number]
    return mine[len(snapshot.events) - 1]
