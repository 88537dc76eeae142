"""The comparison of two worlds: the same bytes are shown until the secret comes out."""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import Any

from rules.kernel import events as e
from rules.kernel.codec import encode_text
from rules.kernel.own import find_value
from rules.kernel.stat_block import StatBlock
from tests.registered import merge
from tests.rules.relations.playing import COMPARED_FIELDS
from tests.rules.two_worlds.playing import Played, Sitting
from tests.rules.two_worlds.secrecy import secrecy_of
from tests.rules.two_worlds.secrets import Pair
from tests.rules.two_worlds.worlds import LURKER, OWN, World

OUTCOMES: dict[str, tuple[str, ...]] = merge("shown", "OUTCOMES")
"""The details of events of shared kinds that are an outcome, by kind."""
OPENLY: dict[str, tuple[str, ...]] = {
    "SurpriseRolled": ("side", "who", "chance", "face", "surprised"),
    "SideSurprised": ("side", "segments"),
    "ReactionRolled": ("band",),
    "DistanceRolled": ("feet",),
    "InitiativeRolled": ("side", "who", "number"),
    "RosterRolled": ("order",),
    "SegmentBegan": (),
    "PhaseStarted": ("phase",),
    "PhaseEnded": ("phase", "why"),
    "Passed": ("who", "counts"),
    "Initiative": ("holders",),
    "Attacked": (*COMPARED_FIELDS["Attacked"], "face", "routines", *OUTCOMES.get("Attacked", ())),
    "Noticed": ("who", "notices"),
    "EncounterEnded": ("side",),
    "Revealed": ("who",),
    "Appeared": ("who",),
}
SHOWN_FIELDS = {**COMPARED_FIELDS, **OPENLY}
"""What of an event the outcome is, by its kind: that which may be otherwise where a secret has its effect."""


@dataclass
class Verdict:
    """The result of a comparison: things shown alike, where the secret came out, what is wrong."""

    pair: Pair
    same: int = 0
    out: str = ""
    problem: str = ""
    sealed: bool = True


def compared(pair: Pair, sit: Callable[[World, Played | None, tuple[str, ...]], Sitting] = Sitting) -> Verdict:
    """Play both worlds, and compare what those who may not know the secret are shown."""
    one = sit(pair.one, None, ()).play()
    knowing = tuple(name for name in OWN if name not in pair.unknowing)
    other = sit(pair.other, one, knowing).play()
    verdict = Verdict(pair)
    if pair.sealed:
        verdict.sealed = one.sealed_at is not None and one.sealed_at == other.sealed_at
        ends: tuple[int | None, int | None] = (one.until, other.until)
        if not verdict.sealed:
            return verdict
    else:
        ends, verdict.out = _parted(pair, one, other)
    for name in pair.unknowing:
        if name not in one.shown:
            continue
        shown = [_until(each, name, end) for each, end in zip((one, other), ends, strict=True)]
        verdict.same += len(shown[0])
        verdict.problem = verdict.problem or _different(name, *shown)
    return verdict


def _until(played: Played, name: str, end: int | None) -> Sequence[object]:
    """Return what a viewer was shown of so many events of the log, or of all of it."""
    shown, marks = played.shown[name], played.marks[name]
    return shown if end is None or end >= len(marks) else shown[: marks[end]]


def _different(name: str, one: Sequence[object], other: Sequence[object]) -> str:
    """Return where two viewers are not shown the same bytes; nothing where they are.

    Things that read alike in Python are the same bytes on the wire; the others are compared as they are sent.
    """
    for at, (mine, theirs) in enumerate(zip(one, other, strict=False)):
        if repr(mine) != repr(theirs) and _sent(mine) != _sent(theirs):
            both = parted(mine, theirs) if isinstance(mine, str) and isinstance(theirs, str) else (mine, theirs)
            return f"{name} is shown, after {at} things:\n   {brief(both[0])}\n   {brief(both[1])}"
    if len(one) != len(other):
        longer = max(one, other, key=len)
        return f"{name} is shown {len(one)} things, or {len(other)}: {brief(longer[min(len(one), len(other))])}"
    return ""


def parted(one: str, other: str) -> tuple[str, str]:
    """Two texts about where they first differ."""
    at = next((at for at, (mine, theirs) in enumerate(zip(one, other, strict=False)) if mine != theirs), 0)
    kept = slice(max(0, at - 200), at + 200)
    return f"{one[:40]} ... {one[kept]}", f"{other[:40]} ... {other[kept]}"


def brief(thing: object) -> str:
    """Return a thing that was shown, without its usual values."""
    if isinstance(thing, str) or not is_dataclass(thing):
        return str(thing)
    given = {
        each.name: getattr(thing, each.name) for each in fields(thing) if getattr(thing, each.name) != each.default
    }
    return f"{type(thing).__name__}({', '.join(f'{name}={brief(value)}' for name, value in given.items() if value)})"


def _sent(thing: object) -> str:
    return thing if isinstance(thing, str) else encode_text(thing)


# Where the secret comes out.


def _parted(pair: Pair, one: Played, other: Played) -> tuple[tuple[int | None, int | None], str]:
    """Return how many events of both logs are compared, and the first outcome that differs.

    What comes between the last outcome that was and the first that was not is part of how that came about. An event may
    have several outcomes: where one of them differs, the event is not compared.
    """
    first, second = list(_outcomes(pair, one)), list(_outcomes(pair, other))
    ends = (1, 1)
    for (at, mine), (there, theirs) in zip(first, second, strict=False):
        if mine != theirs:
            ends = (0, 0) if isinstance(one.log[at], e.EncounterOpened) else (min(ends[0], at), min(ends[1], there))
            return ends, f"{mine[0]} / {theirs[0]}"
        ends = at + 1, there + 1
    if len(first) != len(second):
        return ends, f"{max(first, second, key=len)[min(len(first), len(second))][1][0]} / nothing"
    return (None, None), ""


def _outcomes(pair: Pair, played: Played) -> Iterator[tuple[int, tuple[object, ...]]]:
    """Yield the outcomes with their places in the log, without those of the hidden one."""
    names = played.world.names
    about, secrecy = names.of(pair.about), secrecy_of(played.world)
    hidden = LURKER if pair.about == LURKER else ""
    for at, event in enumerate(played.log):
        who = getattr(event, "who", "")
        if who == LURKER and (hidden or not _comes_out(event)):
            if _comes_out(event):
                yield at, (f"{event.kind} of the hidden", played.world is pair.one)
            continue
        if hidden and secrecy.is_beat_of(event, hidden):
            yield at, ("beat of the hidden", played.world is pair.one)
            continue
        if isinstance(event, e.MomentBegan):
            deeds = tuple(id for id in event.deeds if id.partition(":")[0] != LURKER)
            if deeds:
                yield at, ("MomentBegan", event.clock, *names.back(deeds))
        if isinstance(event, e.EncounterOpened) and pair.what in ("hit points", "EN"):
            yield at, ("EncounterOpened", *(_first_look(each) for each in event.stat_blocks if each.id == about))
        if pair.what in ("hit points", "EN") and who == about and hasattr(event, "left"):
            yield at, ("looks", _quarters(played.world.stat_blocks[about], event))
        if pair.secret in ("numbers", "secret ruling") and secrecy.is_decided(event):
            yield at, ("what decided", *event.clauses)
        if event.kind in SHOWN_FIELDS and not (pair.what and who == about and event.kind in COUNTS):
            values = tuple(_seen(find_value(event, name), hidden) for name in SHOWN_FIELDS[event.kind])
            yield at, (event.kind, event.round, event.clock, *names.back(values))


COUNTS = ("Bled", "EnChanged", "PsionicExchanged")
"""Outcomes that are shown in numbers which may be the secret."""


def _comes_out(event: e.Event) -> bool:
    """Return whether others perceive the hidden one, or something that it does."""
    return "public" in event.perceived_by and not isinstance(event, e.Ruled)


def _seen(value: Any, hidden: str) -> Any:
    if not hidden:
        return value
    if isinstance(value, tuple | list):
        return tuple(each for each in value if each != hidden)
    return "" if value == hidden else value


def _quarters(stat_block: StatBlock, event: Any) -> int:
    """Return how hurt a combatant looks after this event, in quarters."""
    most = stat_block.sheet.find_greatest(getattr(event, "pool", "")) if stat_block.sheet is not None else None
    return _quarters_of(event.left, stat_block.defence.hit_points if most is None else most)


def _first_look(stat_block: StatBlock) -> int:
    """Return how hurt a combatant looks as the fight opens, in quarters."""
    return _quarters_of(
        stat_block.defence.hit_points if stat_block.sheet is None else stat_block.sheet.points,
        stat_block.defence.hit_points,
    )


def _quarters_of(left: int, most: int) -> int:
    return min(4, -(-4 * left // most)) if left > 0 else 0
