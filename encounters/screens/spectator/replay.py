"""The foot of the table screen: the rounds to go back to, the dice, and the way to watch."""

from dataclasses import dataclass

from encounters.encounter_view import EncounterView
from encounters.narration import split_paragraphs
from encounters.narration.columns import NOT_BEGUN, describe_moment, get_clock, is_apart, name_column
from encounters.screens.replay_links import list_near_rounds, list_step_links
from encounters.screens.snapshot import Snapshot
from encounters.screens.spectator.spectator_view import SpectatorView
from encounters.viewers import Role
from rules.api import evolve

AFTER = 1000
"""A clock after every column of a round."""

LOOKED_BACK = 3
"""Rounds in which the column before now is looked for."""


@dataclass(frozen=True)
class Tick:
    """A column of a round."""

    state: str = ""
    """shown: the screen shows it; played: it was played; empty: it was not."""
    href: str = ""
    label: str = ""


@dataclass(frozen=True)
class RoundTicks:
    """A round as a row of its columns."""

    label: str
    ticks: tuple[Tick, ...]


@dataclass(frozen=True)
class PastRound:
    """A round on the page of all rounds."""

    ticks: RoundTicks
    paragraphs: tuple[str, ...]
    """What the DM told of it."""


@dataclass(frozen=True)
class Replay:
    """The foot of the table screen. Addresses that lead nowhere are empty."""

    at: str
    """How far the fight is: "Round 2, segment 3"."""
    rounds: tuple[RoundTicks, ...]
    """The round that is shown, the one before and the one after."""
    all: str
    """The address of all rounds, where these are not all."""
    earlier: str
    """The address of the column before the one that is shown."""
    keys: tuple[tuple[str, str], ...]
    """The address that each key leads to: a moment back or on, and with Shift a column."""
    live: str
    dice: str

    @property
    def back(self) -> str:
        """Return the address of the moment before, or ""."""
        return dict(self.keys).get("ArrowLeft", "")

    @property
    def on(self) -> str:
        """Return the address of the moment after, or ""."""
        return dict(self.keys).get("ArrowRight", "")


def build_replay(view: SpectatorView) -> Replay:
    """Return the foot of the screen."""
    snapshot = view.snapshot
    live = find_live_address(view)
    near = _list_near(view, snapshot)
    return Replay(
        at=_find_where(view),
        rounds=tuple(_list_ticks(view, snapshot, number) for number in near),
        all=view.make_url("watch-rounds") if len(near) < len(view.numbers) else "",
        earlier=_find_earlier(view, snapshot),
        keys=_find_keys(view, snapshot),
        live=live if snapshot is not None and not snapshot.is_live else "",
        dice=view.make_url("watch-dice") if near else "",
    )


def find_live_address(view: SpectatorView) -> str:
    """Return the address to which a replay leads back."""
    return view.make_url("what-i-saw" if view.viewer.role is Role.PLAYER else "watch")


def _find_where(view: EncounterView) -> str:
    """Return how far the fight is; within an opening it does not say whether orders are given."""
    if not view.has_begun:
        return NOT_BEGUN
    return describe_moment(view.state, view.orders.open and view.state.round > 0)


def list_all_rounds(view: SpectatorView) -> list[PastRound]:
    """Return all rounds of which the viewer saw something, the latest first, with recaps."""
    recaps = view.read_recaps(view.numbers)
    return [
        PastRound(_list_ticks(view, view.snapshot, number), split_paragraphs(recaps[number]))
        for number in reversed(view.numbers)
    ]


def _find_keys(view: SpectatorView, snapshot: Snapshot | None) -> tuple[tuple[str, str], ...]:
    if snapshot is None or snapshot.number is None:
        earlier = _find_earlier(view, snapshot)
        return (("ArrowLeft", earlier),) if earlier else ()
    return list_step_links(view, "watch-round", view.has_sentence, snapshot.number, snapshot.stop)


def _list_near(view: EncounterView, snapshot: Snapshot | None) -> list[int]:
    """Return the round that is shown, the one before and the one after."""
    if snapshot is None or not view.numbers:
        return []
    return list_near_rounds(view, snapshot.number if snapshot.number is not None else view.numbers[-1])


def _list_ticks(view: EncounterView, snapshot: Snapshot | None, number: int) -> RoundTicks:
    clocks = _list_played(view, number)
    first, last = (1, max(clocks, default=1)) if is_apart(view.state, number) else _find_span(view, number)
    ticks = (_make_tick(view, snapshot, number, clock, clock in clocks) for clock in range(first, last + 1))
    return RoundTicks(f"Round {number}" if number else "Opening", tuple(ticks))


def _find_span(view: EncounterView, number: int) -> tuple[int, int]:
    """Return the first and last column of a round.

    They are those of every round, and those that were played besides.
    """
    state = view.state if number == view.state.round else evolve(view.state, initiative={}, pending=(), clock=None)
    first, last = get_clock(state).span(state)
    clocks = _list_played(view, number)
    return min([first, *clocks]), max([last, *clocks])


def _list_played(view: EncounterView, number: int) -> list[int]:
    """Return the columns of a round of which the viewer saw anything."""
    return sorted({event.clock for event in view.round(number) if event.clock is not None})


def _make_tick(view: EncounterView, snapshot: Snapshot | None, number: int, clock: int, was_played: bool) -> Tick:
    if not was_played:
        return Tick()
    here = snapshot is not None and _is_shown(view, snapshot, number, clock)
    href = view.make_url("watch-round", {"at": clock}, number=number)
    return Tick("shown" if here else "played", href, name_column(view.state, clock, number))


def _is_shown(view: EncounterView, snapshot: Snapshot, number: int, clock: int) -> bool:
    if snapshot.is_live:
        return number == view.state.round and clock == view.state.clock and not view.state.between_rounds
    last = max(_list_played(view, number), default=None)
    return number == snapshot.number and clock == (last if snapshot.stop is None else snapshot.stop.clock)


def _find_earlier(view: EncounterView, snapshot: Snapshot | None) -> str:
    """Return the address of the column before the one that is shown."""
    if snapshot is None:
        return ""
    if snapshot.is_live:
        playing = not view.state.between_rounds and view.state.clock is not None
        shown = (view.state.round, view.state.clock if playing and view.state.clock is not None else AFTER)
    else:
        shown = (snapshot.number or 0, snapshot.stop.clock if snapshot.stop is not None else AFTER)
    for number in reversed(view.numbers[-LOOKED_BACK:] if snapshot.is_live else view.numbers):
        before = (
            [clock for clock in _list_played(view, number) if (number, clock) < shown] if number <= shown[0] else []
        )
        if before:
            return view.make_url("watch-round", {"at": before[-1]}, number=number)
    return ""
