"""The choice of the spells of a character as a view model."""

import json
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from django.http import QueryDict
from django.utils import timezone

from campaigns.definitions import read_value
from campaigns.models import Character, CharacterChange
from campaigns.screens.spell_words import count_spells, describe_spell
from campaigns.spell_choice import (
    MOST_TIMES,
    NEXT,
    ChoiceLevel,
    SpellChoice,
    describe_counts,
    read_choice,
)
from encounters.screens.things import Thing, find_card
from rules.api import CardKind

Counts = Mapping[str, int]
"""How often each spell is memorised, by id."""


@dataclass(frozen=True, slots=True)
class ChoiceRow:
    """A spell with its stepper."""

    id: str
    thing: Thing
    line: str
    """How long it takes, and how far it reaches."""
    count: int
    may_more: bool

    @property
    def times(self) -> range:
        """Return one for each time that it is memorised."""
        return range(self.count)


@dataclass(frozen=True, slots=True)
class LevelRows:
    """The spells of one level of one list, with the count of its slots."""

    title: str
    of: str
    """The class whose list it is, where the character has several; else ""."""
    count: int
    slots: int
    excess: str
    """How many are too many: "1 more than cleric 3 has"; else ""."""
    rows: Sequence[ChoiceRow]

    @property
    def pips(self) -> list[bool]:
        """Return one for each slot or spell: whether it is filled."""
        return [n < self.count for n in range(max(self.slots, self.count))]


@dataclass(frozen=True, slots=True)
class TheirChoice:
    """A choice that somebody else made meanwhile."""

    words: str
    """Who made it and when: "The DM changed this at 20:11"."""
    spells: str
    keep: str
    """The words of the way to keep it: "Keep the DM’s"."""


@dataclass(frozen=True, slots=True)
class ChoicePage:
    """The choice of the spells that a character memorises at its next rest."""

    name: str
    href: str
    """The address of the choice itself."""
    back: str
    seen: str
    """The choice that the person saw, as JSON."""
    levels: Sequence[LevelRows]
    button: str
    free: str
    """How many more may be chosen: "2 more are free."; "" for none."""
    last: str
    """The spells of the last time; "" where they are those on the page, or none."""
    lacks_book: bool
    is_chosen: bool = False
    """A choice stands, which may be removed."""
    problem: str = ""
    meanwhile: TheirChoice | None = None


@dataclass(frozen=True, slots=True)
class ChoiceDraft:
    """A choice that is not saved yet, with what became of saving it."""

    counts: Counts
    problem: str = ""
    meanwhile: TheirChoice | None = None
    seen: str | None = None
    """The choice that the person saw, as JSON; None for the one that stands."""


def read_draft(posted: QueryDict, choice: SpellChoice) -> ChoiceDraft:
    """Return the choice of a page, after the press of one of its steppers."""
    counts = Counter(posted.getlist("spell"))
    step, _, id = posted.get("do", "").partition(":")
    if step == "last":
        counts = Counter(choice.last)
    elif step == "more":
        counts[id] = min(counts[id] + 1, MOST_TIMES)
    elif step == "less":
        counts[id] = max(counts[id] - 1, 0)
    return ChoiceDraft(+counts, seen=posted.get("seen", ""))


def build_choice(
    character: Character, choice: SpellChoice, draft: ChoiceDraft | None, href: str, back: str, *, is_dm: bool
) -> ChoicePage:
    """Return the choice of a character; without a draft as it stands, else as the last time."""
    counts = draft.counts if draft is not None else choice.last if choice.chosen is None else choice.chosen
    many, free = sum(counts.values()), choice.count_free(counts)
    stands = json.dumps(read_value(character, NEXT))
    return ChoicePage(
        name=character.name,
        href=href,
        back=back,
        seen=stands if draft is None or draft.seen is None else draft.seen,
        levels=[_build_level(each, choice, counts, is_dm=is_dm) for each in choice.levels],
        button=f"Memorise {'this' if many == 1 else 'these'} {count_spells(choice, many)}"
        if many
        else "Memorise nothing",
        free=f"{free} more {'is' if free == 1 else 'are'} free." if free else "",
        last=describe_counts(choice.last, choice.names) if Counter(counts) != Counter(choice.last) else "",
        lacks_book=choice.lacks_book,
        is_chosen=choice.chosen is not None,
        problem=draft.problem if draft is not None else "",
        meanwhile=draft.meanwhile if draft is not None else None,
    )


def _build_level(level: ChoiceLevel, choice: SpellChoice, counts: Counts, *, is_dm: bool) -> LevelRows:
    count, lists = level.count(counts), {each.list_name for each in choice.levels}
    is_open = is_dm or count < max(level.slots, level.count(choice.last))
    rows = [
        ChoiceRow(
            id=each.id,
            thing=Thing(each.name.capitalize(), find_card(CardKind.SPELL, each.id)),
            line=describe_spell(each.spell),
            count=counts.get(each.id, 0),
            may_more=is_open and counts.get(each.id, 0) < MOST_TIMES,
        )
        for each in level.spells
    ]
    title = f"Level {level.level}" if level.list_name else f"Others of level {level.level}"
    list_name = level.list_name if len(lists) > 1 else ""
    return LevelRows(title, list_name, count, level.slots, level.describe_excess(counts), rows)


def describe_theirs(character: Character, change: CharacterChange | None, *, is_dm: bool) -> TheirChoice | None:
    """Return the choice that another person made meanwhile; a player is not told a DM's name."""
    choice = read_choice(character)
    if choice is None:
        return None
    by = "Somebody"
    if change is not None:
        by = change.author if is_dm or change.user_id is None else "The DM"
    at = f" at {timezone.localtime(change.at):%H:%M}" if change is not None else ""
    stands = choice.last if choice.chosen is None else choice.chosen
    spells = describe_counts(stands, choice.names) or "nothing"
    spells += ", as last time" if choice.chosen is None else ""
    return TheirChoice(f"{by or 'Somebody'} changed this{at}", spells, f"Keep {'the DM' if by == 'The DM' else by}’s")
