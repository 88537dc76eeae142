"""The dice of a round: the commitment to its seed, the seed once shown, each roll's check."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from encounters.encounter_view import EncounterView
from encounters.narration.names import name_of
from encounters.screens.actions import Link, NavLink
from encounters.selectors import list_seeds_shown
from rules.api import FaceKey, Rolled, commit_to_seed, draw_face
from rules.api import events as e

SOURCES = {"seed": "server", "typed": "typed", "ruled": "ruled by the DM", "scripted": "scripted"}


@dataclass(frozen=True, slots=True)
class Face:
    """A face that a die showed."""

    face: int
    sides: int
    typed: bool
    """A person typed it; in a comparison: it is a die of its own."""


@dataclass(frozen=True, slots=True)
class DiceRow:
    """A roll."""

    number: int
    purpose: str
    who: str
    faces: tuple[Face, ...]
    source: str
    """The source of the faces, in words."""
    check: str
    """The result of comparing the roll with its seed: matches, changed, other words, or nothing."""


@dataclass(frozen=True, slots=True)
class DiceTable:
    """The open or the hidden rolls of one attempt at a round."""

    title: str
    note: str
    promise: str
    """The commitment to the seed."""
    seed: str
    """The seed, once it is shown."""
    verdict: str
    """The result of checking the seed against the promise, once it is shown."""
    rows: tuple[DiceRow, ...]


@dataclass(frozen=True, kw_only=True)
class DicePage:
    """The dice of a round, as the template components/dice_page.html reads it."""

    title: str
    rounds: Sequence[NavLink]
    tables: Sequence[DiceTable]
    back: Link
    publish: str = ""
    """The address that publishes the seed of its hidden rolls; "" where it cannot be published now."""
    ruled: Sequence[tuple[str, str]] = ()
    """The dice whose face may be ruled, in words, each with the address of the ruling."""


def build_dice_tables(view: EncounterView, number: int) -> list[DiceTable]:
    """Return the tables of a round's rolls, for each attempt at it.

    Hidden rolls have a table of their own, for the DM, and for everybody once their seed is published.
    """
    tables = []
    shown: dict[FaceKey, int] = {}
    for seeds in list_seeds_shown(view.viewer):
        if seeds["number"] != number:
            continue
        events = list(_list_attempt(view.all_events, number, int(str(seeds["attempt"]))))
        rolls = list(_list_rolls(events))
        tables.append(_build_table(view, seeds, rolls, dict(shown), hidden=False))
        if view.viewer.is_dm or seeds["dm_seed"]:
            tables.append(_build_table(view, seeds, rolls, dict(shown), hidden=True))
        for rolled in rolls:
            for key, each in zip(_list_keys(view, rolled), rolled.faces, strict=True):
                shown.setdefault(key, each)
    return tables


def _list_attempt(events: Iterable[e.Event], number: int, attempt: int) -> Iterator[e.Event]:
    """Yield the events of one attempt at a round.

    Those taken back are among them: a die once shown stays shown.
    """
    now = 1
    for event in events:
        if isinstance(event, e.RoundBegan | e.DiceRenewed) and event.round == number:
            now = event.attempt
        if event.round == number and now == attempt:
            yield event


def _list_rolls(events: Iterable[e.Event]) -> Iterator[Rolled]:
    """Yield each roll once.

    Several events may carry the same roll, for example damage to several targets, or a replay after a take-back.
    """
    seen: set[tuple[object, ...]] = set()
    for event in events:
        for rolled in event.rolls:
            key = (rolled.purpose, rolled.by, rolled.sides, rolled.first, rolled.faces)
            if key not in seen:
                seen.add(key)
                yield rolled


def _list_keys(view: EncounterView, rolled: Rolled) -> list[FaceKey]:
    """Return the key of each face of a roll, with the log's id of the combatant."""
    by = view.viewer_log.find_real(rolled.by) or rolled.by
    return [(rolled.purpose, by, rolled.sides, rolled.first + at) for at in range(rolled.count)]


def _build_table(
    view: EncounterView, seeds: Any, rolls: Iterable[Rolled], earlier: Mapping[FaceKey, int], *, hidden: bool
) -> DiceTable:
    promise = seeds["dm_promise" if hidden else "open_promise"]
    seed = seeds["dm_seed" if hidden else "open_seed"]
    of = "the opening" if seeds["number"] == 0 else f"round {seeds['number']}"
    again = f", attempt {seeds['attempt']}" if seeds["attempt"] != 1 else ""
    chosen = [rolled for rolled in rolls if rolled.hidden == hidden]
    rows = [_build_row(view, n, rolled, seed, earlier) for n, rolled in enumerate(chosen, 1)]
    return DiceTable(
        title=f"{'The hidden dice' if hidden else 'The dice'} of {of}{again}",
        note="the promise was given when the round began; the seed is shown when it has ended",
        promise=promise,
        seed=seed,
        verdict=_compare_seed(promise, seed),
        rows=tuple(rows),
    )


def _compare_seed(promise: str, seed: str) -> str:
    if not seed:
        return ""
    return "the seed keeps the promise" if commit_to_seed(seed) == promise else "the seed is not the one promised"


def _build_row(view: EncounterView, number: int, rolled: Rolled, seed: str, earlier: Mapping[FaceKey, int]) -> DiceRow:
    sources = rolled.source.split("+")
    typed = "typed" in sources
    return DiceRow(
        number=number,
        purpose=rolled.purpose.replace("_", " "),
        who=name_of(view.state, rolled.by),
        faces=tuple(Face(each, rolled.sides, typed) for each in rolled.faces),
        source=", ".join(SOURCES.get(source, source) for source in sources),
        check=_check(view, rolled, seed, earlier, typed=typed),
    )


def _check(view: EncounterView, rolled: Rolled, seed: str, earlier: Mapping[FaceKey, int], *, typed: bool) -> str:
    """Return the result of comparing a roll with its seed, in words.

    A face that an earlier attempt at the round showed keeps its value.
    """
    if "ruled" in rolled.source:
        return "changed"
    if typed or not seed:
        return "typed" if typed else ""
    keys = _list_keys(view, rolled)
    if any(key in earlier for key in keys):
        return "as first shown" if all(earlier.get(k, f) == f for k, f in zip(keys, rolled.faces, strict=True)) else "?"
    return "matches" if tuple(draw_face(seed, key) for key in keys) == rolled.faces else "does not match"
