"""The check of stored fights: events are read and applied, inputs are played again."""

import sys
from collections.abc import Callable
from dataclasses import dataclass
from enum import StrEnum
from typing import Any

from django.conf import settings
from django.db import IntegrityError, connection
from django.db.models import F

from encounters.errors import Unreadable
from encounters.models import Campaign, Encounter, Member, Round, SeatHold
from encounters.stored import FAULTS, check_folding, list_faults, read_opening, read_records
from rules.api import BadInput, Dice, Game, KeyedDice, Record, drop_taken_back, fold, get_taken_back_to


class FoundState(StrEnum):
    """The state in which a stored fight was found."""

    SAME = "reads and replays as it was stored"
    OTHER = "reads; other rules would play it otherwise"
    UNREADABLE = "cannot be read"


@dataclass(frozen=True)
class Verified:
    """The result for one fight."""

    found: FoundState
    reason: str = ""
    """Why it cannot be read."""
    differs_from: int | None = None
    """The position of the first input that gives other events by the present rules."""

    def __str__(self) -> str:
        if self.differs_from is not None:
            return f"reads, was played by other rules from input {self.differs_from} on"
        return f"{self.found}: {self.reason}" if self.reason else str(self.found)


def verify_fight(encounter: Encounter) -> Verified:
    """Read and fold all that is stored of an opened fight, and play its inputs again.

    Nothing is written.
    """
    try:
        _require_whole(encounter)
        opening, records = read_opening(encounter.pk), read_records(encounter.pk)
        with check_folding(encounter.pk, "the events that stand"):
            kept = drop_taken_back(records, get_taken_back_to)
            fold([opening, *(event for record in kept for event in record.events)])
    except Unreadable as problem:
        return Verified(FoundState.UNREADABLE, problem.reason)
    position = _find_first_difference(Game(opening, _make_dice(encounter.pk)), records)
    return Verified(FoundState.SAME if position is None else FoundState.OTHER, differs_from=position)


def _require_whole(encounter: Encounter) -> None:
    """Raise Unreadable where an input or an event is missing: both are counted without gaps."""
    inputs = list(encounter.inputs.order_by("position").values_list("position", flat=True))
    events = list(encounter.events.order_by("position").values_list("position", flat=True))
    if inputs != list(range(1, encounter.position + 1)):
        raise Unreadable(encounter.pk, f"{len(inputs)} of {encounter.position} inputs are stored")
    if events != list(range(len(events))):
        raise Unreadable(encounter.pk, "an event is missing")


def _find_first_difference(game: Game, records: list[Record]) -> int | None:
    """Return the position of the first input that gives other events than those stored, or None."""
    for record in records:
        try:
            same = record.has_stored(game.submit(record.input).events)
        except (BadInput, RuntimeError, *FAULTS):
            same = False
        if not same:
            return record.position
    return None


def _make_dice(encounter_id: int) -> Callable[[int, int], Dice]:
    """Return the dice of the rounds that are stored; another round has dice of no seed."""
    seeds = {
        (number, attempt): KeyedDice(open_seed, dm_seed)
        for number, attempt, open_seed, dm_seed in Round.objects.filter(encounter_id=encounter_id).values_list(
            "number", "attempt", "open_seed", "dm_seed"
        )
    }
    return lambda number, attempt: seeds.get((number, attempt)) or KeyedDice("", "")


def find_strays() -> list[str]:
    """Return in sentences which rows refer to nothing, and which campaigns nobody can reach."""
    found = []
    try:
        connection.check_constraints()
    except IntegrityError as problem:
        found.append(str(problem))
    for each in Campaign.objects.exclude(members__role=Member.Role.OWNER):
        found.append(f"Campaign {each.pk}, {each}, has no owner.")
    for each in Campaign.objects.filter(name="", encounters=None):
        found.append(f"Campaign {each.pk}, {each}, has neither a name nor a fight.")
    for campaign, seat in SeatHold.objects.exclude(encounter__campaign=F("seat__campaign")).values_list(
        "encounter__campaign", "seat"
    ):
        found.append(f"Seat {seat} plays in campaign {campaign}, and sits in another.")
    return found


def tell_unreadable(verbosity: int = 1, **given: Any) -> None:
    """Print after a migration which fights this version cannot read."""
    opened = Encounter.objects.exclude(state=Encounter.State.PREPARING).order_by("pk")
    titles = dict(opened.values_list("pk", "title"))
    faults = list_faults(titles)
    for number, reason in faults.items() if verbosity else ():
        sys.stdout.write(f"  Fight {number}, {titles[number]}, cannot be read: {reason}\n")
    if faults and verbosity:
        advice = f"see docs/operations.md, Upgrading. Check all by: {settings.MANAGE} verify"
        sys.stdout.write(f"  Nothing of it is lost: {advice}\n")
