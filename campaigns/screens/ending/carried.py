"""A fight that is carried over, as view models: what was written, and by which DM."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from django.http import QueryDict

from campaigns.definitions import CONDITIONS, find_entry_id
from campaigns.models import CarryOver, Character, CharacterChange
from campaigns.outcome import CharacterOutcome, read_outcome
from campaigns.screens.character.kinds import BroughtConditions
from campaigns.screens.ending.ending import EndHead, WordsBox, build_head, read_words
from campaigns.screens.ending.typed import Typed
from campaigns.services import find_later
from encounters.addresses import make_address
from encounters.errors import Rejected
from encounters.models import Member
from encounters.narration.supplies import count_of
from encounters.screens.dm.dm_view import DmView
from encounters.screens.tokens import Token, build_token


@dataclass(frozen=True, slots=True)
class CarriedRow:
    """A character whose sheet was written."""

    name: str
    token: Token
    words: str
    """What was written, in words."""
    href: str
    """The address of its sheet."""


@dataclass(frozen=True, slots=True)
class CarriedPage:
    """The page of a fight that is carried over."""

    user: str
    id: int
    """The number of the campaign."""
    name: str
    """The campaign."""
    title: str
    """The fight."""
    head: EndHead
    by: str
    """The DM who carried it over; "" for the reader."""
    at: datetime
    rows: Sequence[CarriedRow]
    experience: int
    """The experience of the whole fight."""
    later: str
    """The title of the fight that was opened since, which ends the taking back; "" for none."""
    words: WordsBox | None
    error: str


def build_carried(
    member: Member, view: DmView, carry: CarryOver, data: QueryDict | None = None, problem: Rejected | None = None
) -> CarriedPage:
    """Return the page of a fight that is carried over.

    ``data`` is what was posted, and ``problem`` what a service refused of it. Words that were typed are kept.
    """
    later = find_later(carry)
    outcome = read_outcome(view.encounter, view)
    typed = Typed(data, {problem.field or "page": problem.message} if problem is not None else None)
    words, _ = read_words(typed, view)
    return CarriedPage(
        user=member.user.get_username(),
        id=member.campaign_id,
        name=member.campaign.name,
        title=view.encounter.title,
        head=build_head(view, outcome),
        by="" if carry.by_id == member.user_id else carry.by.get_username() if carry.by else "Somebody",
        at=carry.at,
        rows=_list_rows(carry, {each.key: each for each in outcome.characters}),
        experience=carry.experience,
        later=later.title if later is not None else "",
        words=words,
        error=typed.find_other_error(),
    )


def _list_rows(carry: CarryOver, outcomes: Mapping[str, CharacterOutcome]) -> list[CarriedRow]:
    written: dict[Character, dict[str, tuple[Any, Any]]] = {}
    made = set()
    wanted = carry.changes.exclude(source=CharacterChange.Source.BACK)
    for change in wanted.select_related("character").order_by("character__number", "number"):
        written.setdefault(change.character, {}).update(change.paths)
        if change.source == CharacterChange.Source.MADE:
            made.add(change.character)
    return [
        CarriedRow(
            each.name,
            build_token("party", each.name),
            "; ".join(_describe_written(paths, outcomes.get(each.key), is_new=each in made)) or "nothing but the seat",
            make_address("character", campaign_id=each.campaign_id, number=each.number),
        )
        for each, paths in written.items()
    ]


def _describe_written(
    paths: Mapping[str, tuple[Any, Any]], outcome: CharacterOutcome | None, *, is_new: bool
) -> Iterator[str]:
    """Yield what was written to a sheet, in words."""
    if is_new:
        yield "new in the campaign"
    if paths.get("status", ("", ""))[1] == Character.Status.DEAD:
        yield "died"
    if "left" in paths:
        left = paths["left"][1]
        yield (
            "all hit points"
            if left is None
            else f"{count_of(left, 'hit point')} left"
            if left > 0
            else f"{left} hit points"
        )
    if "experience" in paths:
        before, after = paths["experience"]
        yield f"{after - before:,} experience, {after:,} in all"
    if "sheet.coins" in paths:
        before, after = (each or {} for each in paths["sheet.coins"])
        yield f"{after.get('gp', 0) - before.get('gp', 0):,} gp"
    if outcome is not None and outcome.spent:
        yield f"{', '.join(outcome.spent)} spent"
    if "definition.charges" in paths:
        before, after = (each or {} for each in paths["definition.charges"])
        for each in outcome.supplies if outcome is not None else ():
            if before.get(each.item) != after.get(each.item):
                left = after.get(each.item)
                words = (
                    f"{count_of(left, 'charge')} of the {each.name}"
                    if not each.is_missile
                    else count_of(left, each.name)
                )
                yield f"{words} left"
    if CONDITIONS in paths:
        before, after = (each or [] for each in paths[CONDITIONS])
        lines = BroughtConditions()
        if kept := [lines.write_line(each) for each in after]:
            yield f"still {', '.join(kept)}"
        ended = [find_entry_id(each) for each in before if find_entry_id(each) not in map(find_entry_id, after)]
        yield from (f"no longer {each.replace('_', ' ')}" for each in ended)
    if "sheet.lasting" in paths:
        before, after = (each or [] for each in paths["sheet.lasting"])
        yield ", ".join(each for each in after if each not in before)
