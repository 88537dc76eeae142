"""Carrying over: an ended fight is written to the sheets of its characters, and taken back.

It is one transaction: everything is written, or nothing.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from campaigns.deaths import DEATH
from campaigns.definitions import keep_definition
from campaigns.models import CarryOver, Character, CharacterChange
from campaigns.outcome import CharacterOutcome, read_outcome, write_entry
from campaigns.services.calendar import note_fight, read_clock, refuse_after, take_back_fight
from campaigns.services.characters import (
    MOST_EXPERIENCE,
    Author,
    TakenBack,
    find_character,
    find_free_key,
    find_next_number,
    save_new,
    take_back_changes,
    write_values,
)
from encounters import times
from encounters.errors import Conflict, Invalid, NotFound
from encounters.live.doorbell import ring_after_commit, ring_lobby_after_commit
from encounters.models import Campaign, Encounter, Member, SeatHold
from encounters.selectors import read_view
from encounters.services import publish_recap
from encounters.services.members import lock_as
from encounters.viewers import build_dm_viewer

COINS = ("pp", "gp", "ep", "sp", "cp")
"""The kinds of coins: platinum, gold, electrum, silver, copper."""

MOST_FIGURE = MOST_EXPERIENCE
"""The most experience, and the most coins, that one carrying over gives."""

LEAST_LEFT = -10
"""The hit points at which somebody is dead."""

NOT_ENDED = "The fight is in play. End it first."
DONE = "This fight is carried over already. Take that back first."


@dataclass(frozen=True)
class Figures:
    """The DM's figures for one character at the end of a fight."""

    left: int
    """Hit points."""
    supplies: Mapping[str, int] = field(default_factory=dict)
    """The missiles and charges left, by item, with those found again."""
    experience: int = 0
    """The experience points that it gets."""
    gold: int = 0
    """The gold pieces that it gets."""
    is_dead: bool = False
    lasting: tuple[str, ...] = ()
    """The conditions that outlast the fight, in words."""


@dataclass(frozen=True)
class LastWords:
    """The DM's words at the end of a fight, which are the recap of its last round."""

    text: str
    seen: str
    """The version of the recap that the DM saw."""


def carry_over(
    member: Member,
    encounter_id: int,
    figures: Mapping[str, Figures],
    experience: int = 0,
    words: LastWords | None = None,
) -> CarryOver:
    """Write an ended fight to the sheets of these characters, by their ids in the fight.

    Characters that the campaign does not have yet become characters of it; any who is not named is left out.
    ``experience`` is that of the whole fight. With ``words`` they are posted: both are done, or neither. Raises
    NotFound, Conflict where the fight is in play or carried over already or other words were posted since, and
    Invalid, naming the id and the figure.
    """
    with lock_as(member) as current:
        encounter = find_ended(current.campaign, encounter_id)
        if encounter.carryings.filter(taken_back=None).exists():
            raise Conflict(DONE)
        if not 0 <= experience <= MOST_FIGURE:
            raise Invalid("Experience is 0 or more.", "experience")
        view = read_view(build_dm_viewer(encounter))
        outcome = read_outcome(encounter, view)
        known = {each.key: each for each in outcome.characters}
        unknown = next((key for key in figures if key not in known), None)
        if unknown is not None:
            raise NotFound(f"Nobody called '{unknown}' was played in this fight.", unknown)
        carry = CarryOver.objects.create(encounter=encounter, by=current.user, at=times.now(), experience=experience)
        written = []
        for key, each in figures.items():
            _check_figures(known[key], each)
            written.append(_write(current, carry, known[key], each))
        note_fight(current, carry, outcome.rounds, written)
        ring_lobby_after_commit(current.campaign_id)
        ring_after_commit(encounter.pk, encounter.position)
        if words is not None:
            publish_recap(view.viewer, "", view.state.round, words.text, words.seen)
    return carry


def find_ended(campaign: Campaign, encounter_id: int) -> Encounter:
    """Return an ended fight of a campaign that is locked, locked too.

    Raises NotFound, and Conflict where it has not ended.
    """
    fights = Encounter.tables.select_for_update(of=("self",)).select_related("campaign")
    found = fights.filter(campaign=campaign, pk=encounter_id).first()
    if found is None:
        raise NotFound("There is no such fight.")
    if found.state != Encounter.State.ENDED:
        raise Conflict(NOT_ENDED)
    return found


def _check_figures(each: CharacterOutcome, figures: Figures) -> None:
    if each.combatant.stat_block.sheet is None and not LEAST_LEFT <= figures.left <= each.full:
        raise Invalid(f"{each.name} has {LEAST_LEFT} to {each.full} hit points.", f"{each.key}.left")
    if not 0 <= figures.experience <= MOST_FIGURE:
        raise Invalid("Experience is 0 or more.", f"{each.key}.experience")
    if not 0 <= figures.gold <= MOST_FIGURE:
        raise Invalid("Coins are 0 or more.", f"{each.key}.gold")
    for item, left in figures.supplies.items():
        known = {supply.item: supply.had for supply in each.supplies}
        if item not in known:
            raise Invalid(f"{each.name} counts no '{item}'.", f"{each.key}.{item}")
        if not 0 <= left <= 10_000:
            raise Invalid("What is left is 0 or more.", f"{each.key}.{item}")


def _write(member: Member, carry: CarryOver, each: CharacterOutcome, figures: Figures) -> int:
    """Write the figures of a character, and return its number."""
    known = each.character
    character = find_character(member.campaign, known.number) if known is not None else _make(member, carry, each)
    values = _list_values(character, carry.encounter, each, figures)
    write_values(character, values, Author(member), CharacterChange.Source.CARRY, carry)
    return character.number


def _make(member: Member, carry: CarryOver, each: CharacterOutcome) -> Character:
    """Store a character that the fight had and the campaign did not, as it came into the fight."""
    definition = keep_definition(each.definition or write_entry(each.combatant))
    if each.combatant.stat_block.sheet is None:
        definition.setdefault("hp", each.full)
    made = Character(
        campaign=member.campaign,
        number=find_next_number(member.campaign),
        key=find_free_key(member.campaign, each.name, each.key),
        name=each.name,
        definition=definition,
        seat_id=_find_seat(carry.encounter, each.key),
        experience=each.experience,
    )
    save_new(made, Author(member), carry)
    return made


def _find_seat(encounter: Encounter, key: str) -> int | None:
    """Return the number of the seat that played a character at the end of a fight."""
    holds = SeatHold.objects.filter(encounter=encounter, combatant=key, until_position=None, seat__left=None)
    found: int | None = holds.values_list("seat", flat=True).first()
    return found


def _list_values(
    character: Character, encounter: Encounter, each: CharacterOutcome, figures: Figures
) -> dict[str, Any]:
    values: dict[str, Any] = {"experience": character.experience + figures.experience}
    if seat := _find_seat(encounter, each.key):
        values["seat"] = seat
    sheet = each.combatant.stat_block.sheet
    if sheet is not None:
        left = sheet.write_left(each.combatant.owned)
        values[f"definition.{sheet.key}"] = {**character.definition.get(sheet.key, {}), **left}
    else:
        values["left"] = figures.left if figures.left < each.full else None
    if each.cast:
        values["cast"] = [*character.cast, *each.cast]
    if each.devices is not None:
        values["definition.devices"] = list(each.devices)
    if figures.supplies:
        gone = [device.charged_item for device in each.combatant.stat_block.gear.devices if device.single_use]
        before = {item: left for item, left in character.definition.get("charges", {}).items() if item not in gone}
        values["definition.charges"] = {**before, **figures.supplies}
    if figures.gold:
        coins = character.sheet.get("coins", {})
        values["sheet.coins"] = {**coins, "gp": coins.get("gp", 0) + figures.gold}
    entries = {known.words: known.entry for known in each.conditions if known.entry is not None}
    if sheet is None:
        kept = [dict(entry) for words, entry in entries.items() if words in figures.lasting]
        values["definition.conditions"] = kept or None
    if words := [words for words in figures.lasting if words not in entries]:
        before = character.sheet.get("lasting", [])
        values["sheet.lasting"] = list(dict.fromkeys([*before, *words]))
    if figures.is_dead:
        values |= {"status": Character.Status.DEAD.value, "died_in": encounter.pk}
        if each.death is not None:
            at = read_clock(character.campaign) + each.death.round
            values[DEATH] = {"at": at, "round": each.death.round, "by": each.death.by}
    return values


# Taking back.


def take_back(member: Member, encounter_id: int) -> TakenBack:
    """Take back the carrying over of a fight.

    Each value that is still the one written becomes what it was. Characters that it made go, unless somebody has
    changed them since. Raises NotFound, and Conflict where another fight was opened or time passed since.
    """
    with lock_as(member) as current:
        encounter = find_ended(current.campaign, encounter_id)
        carry = encounter.carryings.select_for_update().filter(taken_back=None).first()
        if carry is None:
            raise NotFound("This fight is not carried over.")
        later = find_later(carry)
        if later is not None:
            raise Conflict(f"“{later.title}” was opened since. Change the sheets instead.")
        refuse_after(current.campaign, carry)
        changes = carry.changes.select_related("character").order_by("number")
        back = take_back_changes(current, changes, carry)
        carry.taken_back, carry.taken_back_by = times.now(), current.user
        carry.save(update_fields=["taken_back", "taken_back_by"])
        take_back_fight(current, carry)
        ring_lobby_after_commit(current.campaign_id)
        ring_after_commit(encounter.pk, encounter.position)
    return back


def find_later(carry: CarryOver) -> Encounter | None:
    """Return a fight that was opened since a fight was carried over; None for none."""
    fights = Encounter.tables.filter(campaign=carry.encounter.campaign_id, opened_at__gt=carry.at)
    return fights.order_by("opened_at").first()
