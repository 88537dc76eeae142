"""What everybody did, and what came of it: the events of a fight by deeds that can be set beside another's.

A deed is known by the round, who did it, what it was, and which of its kind in the round it was. Blows are counted
whatever brings them (a charge, a faster weapon); attacks of opportunity, which not every procedure has, for themselves.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Any

from rules import events as e
from rules.compare.dice import is_own
from rules.fold import apply
from rules.state import Deed, State
from rules.terms import ClauseId, CombatantId


@dataclass(frozen=True, order=True)
class Key:
    """Which deed: ``what`` is its kind, ``thing`` the spell, device or whom it is about, ``nth`` counts from 1."""

    round: int
    who: CombatantId
    what: str
    thing: str = ""
    nth: int = 1


@dataclass(frozen=True)
class Outcome:
    """What came of a deed.

    ``result`` is one word; ``harm`` is who lost how many hit points by it, ``resisted`` who made his saving throw or
    did not. ``by`` is whose doing it was, where it was another's; ``face`` and ``needed`` the die and what it had to
    show. ``clock`` is the column in which it came, ``moment`` which moment of the round. ``own_die``: a die of it was
    drawn for this procedure alone. ``deed`` is the id of the deed among those that were pending.
    """

    result: str
    clauses: tuple[ClauseId, ...] = ()
    targets: tuple[CombatantId, ...] = ()
    clock: int | None = None
    moment: int | None = None
    by: CombatantId = ""
    cause: str = ""
    harm: tuple[tuple[CombatantId, int], ...] = ()
    resisted: tuple[tuple[CombatantId, bool], ...] = ()
    face: int = 0
    needed: int = 0
    own_die: bool = False
    deed: str = ""

    def comes_to(self) -> object:
        """What is compared: not when it came, nor by which die."""
        return self.result, self.targets, self.by, self.harm, self.resisted


ABSENT = Outcome("absent")
"""What comes of a deed that is not done."""


DEEDS: Mapping[str, tuple[str, ...]] = {
    "blow": ("melee", "charge", "set"),
    "shot": ("missile",),
    "spell": ("spell",),
    "device": ("device",),
    "charge": ("charge",),
    "close": ("move",),
    "move": ("move",),
    "flight": ("flee",),
    "turning": ("turning",),
}
"""The kinds of pending deeds that a deed of this kind may be."""

HURTING = ("blow", "shot", "opportunity", "spell", "device", "turning", "exchange")
"""Deeds that somebody can be hurt by."""


@dataclass
class Deeds:
    """The deeds of a fight in the order they came, as they are gathered from its events.

    ``before`` holds, for each moment of a round, the state in which it was chosen: what was pending then. ``because``
    is what decided between two deeds of a round. ``own_order`` are the rounds whose order hangs on dice drawn for this
    procedure alone.
    """

    state: State
    found: dict[Key, Outcome] = field(default_factory=dict)
    before: dict[tuple[int, int], State] = field(default_factory=dict)
    because: dict[tuple[int, str, str], e.Because] = field(default_factory=dict)
    own_order: list[int] = field(default_factory=list)
    known: dict[str, Deed] = field(default_factory=dict)
    _moment: tuple[str, ...] = ()
    _open: dict[tuple[CombatantId, str], Key] = field(default_factory=dict)
    _last: Key | None = None

    def begin_with(self, event: e.Event) -> None:
        """What an event says of the moment and of what is pending, before what it says of a deed."""
        if isinstance(event, e.MomentBegan):
            self._begin_moment(event)
        elif isinstance(event, e.AgendaChanged):
            self.known.update({deed.id: deed for deed in event.deeds})
        elif isinstance(event, e.RoundBegan):
            self.known, self._open, self._last = {}, {}, None
        elif isinstance(event, e.InitiativeRolled) and any(is_own(rolled) for rolled in event.rolls):
            self.own_order.append(event.round)

    def fold(self, event: e.Event) -> None:
        """The event has been read."""
        self.state = apply(event, self.state)

    def _begin_moment(self, event: e.MomentBegan) -> None:
        self._moment = event.deeds
        self.before[event.round, event.moment or 0] = self.state
        for each in event.because:
            self.because.setdefault((event.round, each.deed, each.other), each)

    # What readers use.

    def add(self, event: e.Event, what: str, result: str, thing: str = "", *, who: str = "", **more: Any) -> Key:
        """A further deed of its kind."""
        who = who or str(getattr(event, "who", ""))
        nth = 1 + sum(
            (key.round, key.who, key.what, key.thing) == (event.round, who, what, thing) for key in self.found
        )
        key = Key(event.round, who, what, thing, nth)
        self.found[key] = self.outcome(event, who, what, result, **more)
        self._last = key
        return key

    def put(self, key: Key, event: e.Event, result: str, **more: Any) -> None:
        """What came of a deed that is there already; its harm and the like stay."""
        before = self.found[key]
        now = self.outcome(event, key.who, key.what, result, **more)
        self.found[key] = replace(
            now, harm=before.harm, resisted=before.resisted, own_die=before.own_die or now.own_die, deed=now.deed
        )
        self._last = key

    def outcome(self, event: e.Event, who: str, what: str, result: str, **more: Any) -> Outcome:
        deed = more.pop("deed", "") or self._deed(who, what)
        return Outcome(
            result, tuple(dict.fromkeys(event.clauses)), clock=event.clock, moment=event.moment, deed=deed,
            own_die=any(is_own(rolled) for rolled in event.rolls), **more,
        )  # fmt: skip

    def _deed(self, who: CombatantId, what: str) -> str:
        mine = [id for id in self._moment if id in self.known and self.known[id].who == who]
        kinds = DEEDS.get(what, ())
        fitting = [id for id in mine if self.known[id].kind in kinds]
        return next(iter(fitting or mine), "")

    def opened(self, who: CombatantId, thing: str) -> Key | None:
        """The deed of this figure with this thing that is not finished."""
        return self._open.get((who, thing))

    def begin(self, who: CombatantId, thing: str, key: Key) -> None:
        """A deed that will be finished later."""
        self._open[who, thing] = key

    def finish(self, event: e.Event, what: str, result: str, thing: str, **more: Any) -> None:
        """The end of a deed, begun before or not."""
        who = str(getattr(event, "who", ""))
        key = self._open.pop((who, thing), None)
        if key is None:
            self.add(event, what, result, thing, **more)
        else:
            self.put(key, event, result, **more)

    def hurt(self, event: e.Damaged) -> None:
        """Damage belongs to what its doer did last in this moment."""
        mine = [key for key in self.found if key.round == event.round and key.who == event.by]
        now = [
            key for key in mine if self.found[key].clock == event.clock and _may_hurt(key, self.found[key], event.who)
        ]
        if not now:
            return
        whole = [key for key in now if not any(who == event.who for who, _ in self.found[key].harm)]
        key = (whole or now)[0 if whole else -1]
        outcome = self.found[key]
        own = outcome.own_die or any(is_own(rolled) for rolled in event.rolls)
        self.found[key] = replace(outcome, harm=(*outcome.harm, (event.who, event.amount)), own_die=own)

    def saved(self, event: e.SavedOrNot) -> None:
        """A saving throw belongs to the spell or device it is made against."""
        key = next((key for key in reversed(self.found) if key.thing == event.against), self._last)
        if key is not None:
            outcome = self.found[key]
            own = outcome.own_die or any(is_own(rolled) for rolled in event.rolls)
            self.found[key] = replace(outcome, resisted=(*outcome.resisted, (event.who, event.saved)), own_die=own)

    def struck_last(self, who: CombatantId) -> CombatantId:
        """Whose deed last harmed this figure in the column being played."""
        for key, outcome in reversed(self.found.items()):
            if outcome.clock == self.state.clock and any(hurt == who for hurt, _ in outcome.harm):
                return key.who
        hits = (key.who for key, each in reversed(self.found.items()) if each.result == "hits" and who in each.targets)
        return next(hits, "")


def _may_hurt(key: Key, outcome: Outcome, who: CombatantId) -> bool:
    lands = key.what in HURTING and outcome.result not in ("misses", "spoiled", "lost", "begun")
    return lands and (not outcome.targets or who in outcome.targets)
