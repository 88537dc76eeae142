"""Characters: made, changed value by value, and copied to the fights in preparation.

A value has a path: that of a column such as ``left``, or of a key within ``definition`` or ``sheet``, such as
``definition.level`` or ``sheet.abilities.str``. Each change is kept with what was there before.
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from copy import copy
from dataclasses import dataclass
from typing import Any

from django.db import IntegrityError, transaction
from django.db.models import Max

from campaigns.definitions import (
    CONDITIONS,
    REFERENCES,
    build_character,
    keep_definition,
    list_sheet_paths,
    read_value,
    renew_definition,
    write_definition,
)
from campaigns.full_numbers import list_full_written, raise_full
from campaigns.models import CarryOver, Character, CharacterChange, TimeEntry
from encounters import times
from encounters.constraints import find_violated
from encounters.errors import Conflict, Invalid, NotFound
from encounters.live.doorbell import ring_lobby_after_commit, ring_seat_after_commit
from encounters.models import Campaign, Combatant, Encounter, Member, Seat
from encounters.pictures import renew_copies
from encounters.services.members import lock_as
from encounters.services.preparing import LONGEST_ID, LONGEST_NAME
from encounters.typed import check_typed
from rules.api import make_id

COLUMNS = ("name", "status", "seat", "experience", "left", "cast", "henchman_of", "died_in")
"""The columns of a character that are values of their own."""

TABLES = ("definition", "sheet")
"""The columns whose keys are values."""

MOST = 100
"""The most characters of a campaign."""

MOST_EXPERIENCE = 100_000_000

Values = Mapping[str, Any]


@dataclass(frozen=True)
class Author:
    """The person who changes a character: a DM by membership, or a player by seat."""

    member: Member | None = None
    seat: Seat | None = None
    asked_by: Seat | None = None
    """The player who asked the DM for it."""


class ChangedMeanwhile(Conflict):
    """A value that somebody has changed since the person saw it."""

    def __init__(self, path: str, change: CharacterChange | None) -> None:
        self.change = change
        """The change that did it; None where it is not known any more."""
        self.by = change.author if change is not None else ""
        """The name of who changed it; "" where that is not known."""
        words = f"{self.by} has changed this meanwhile." if self.by else "This has changed meanwhile."
        super().__init__(f"{words} Look at it again.", path)


def _set_value(character: Character, path: str, value: Any) -> None:
    head, *keys = path.split(".")
    if head in REFERENCES:
        setattr(character, f"{head}_id", value)
    elif keys:
        setattr(character, head, _put(getattr(character, head), keys, value))
    else:
        setattr(character, head, value)


def _put(table: Values, keys: Sequence[str], value: Any) -> dict[str, Any]:
    """Return a table with a value at these keys; None takes it away, with tables left empty."""
    key, *inner = keys
    if inner:
        within = table.get(key)
        value = _put(within if isinstance(within, Mapping) else {}, inner, value) or None
    kept = {each: before for each, before in table.items() if each != key}
    return kept if value is None else {**kept, key: value}


@dataclass(frozen=True)
class TakenBack:
    """The effect of a taking back."""

    written: int
    """The characters that are as they were before."""
    kept: tuple[str, ...]
    """The names of those of which something has changed since; those values stay."""


# Making and changing.


def make_character(
    member: Member,
    name: str,
    definition: Mapping[str, object],
    sheet: Mapping[str, object] | None = None,
    **columns: Any,
) -> Character:
    """Make a character of a campaign. ``columns`` are values of COLUMNS.

    Raises Invalid, naming the key at fault, and Conflict for a name that another one has who still plays.
    """
    with lock_as(member) as current:
        made = Character(
            campaign=current.campaign,
            number=find_next_number(current.campaign),
            definition=keep_definition(definition),
            sheet=dict(sheet or {}),
        )
        made.key = find_free_key(current.campaign, name, str(definition.get("id", "")))
        for path, value in {"name": name, **columns}.items():
            _set_value(made, path, value)
        save_new(made, Author(current))
    return made


def find_next_number(campaign: Campaign) -> int:
    """Return the number of the next character of a campaign."""
    highest: int | None = campaign.characters.aggregate(Max("number"))["number__max"]
    return (highest or 0) + 1


def find_free_key(campaign: Campaign, name: str, wanted: str = "") -> str:
    """Return the wanted id, or one made of the name, if no character has it; else another."""
    taken = set(campaign.characters.values_list("key", flat=True))
    base = (wanted or make_id(name) or "character")[: LONGEST_ID - 4]
    return next(each for each in (base, *(f"{base}-{n}" for n in range(2, MOST + 2))) if each not in taken)


def take_back_changes(member: Member, changes: Iterable[CharacterChange], of: CarryOver | TimeEntry) -> TakenBack:
    """Take back the changes of a carrying over or a rest, in a campaign that is locked.

    Each value that is still the one written becomes what it was. A character that was made then goes, unless somebody
    has changed it since.
    """
    by_number: dict[int, list[CharacterChange]] = {}
    for change in changes:
        by_number.setdefault(change.character.number, []).insert(0, change)
    kept = []
    for number, own in sorted(by_number.items()):
        character = find_character(member.campaign, number)
        is_changed = _is_changed_since(character, own[0].number)
        if not is_changed and any(change.source == CharacterChange.Source.MADE for change in own):
            delete_character(character)
            continue
        pairs = [(path, old, new) for change in own for path, (old, new) in change.paths.items()]
        back = {path: old for path, old, new in pairs if read_value(character, path) == new}
        if is_changed:
            kept.append(character.name)
        write_values(character, back, Author(member), CharacterChange.Source.BACK, of)
    return TakenBack(len(by_number) - len(kept), tuple(kept))


def _is_changed_since(character: Character, number: int) -> bool:
    """Return whether a character was changed after a change, not counting what was taken back."""
    later = character.changes.filter(number__gt=number).exclude(source=CharacterChange.Source.BACK)
    return later.exclude(rest__taken_back__isnull=False).exclude(carry__taken_back__isnull=False).exists()


def delete_character(character: Character) -> None:
    """Delete a character of a campaign that is locked, with its picture in all fights."""
    renew_copies(character.campaign_id, character.key, None)
    character.delete()


def save_new(character: Character, author: Author, carry: CarryOver | None = None) -> CharacterChange:
    """Store a new character of a campaign that is locked, with its first change.

    Raises Invalid and Conflict.
    """
    if character.campaign.characters.count() >= MOST:
        raise Conflict(f"A campaign has at most {MOST} characters.", "name")
    _check(character)
    if full := raise_full({}, character.definition.get("charges") or {}):
        character.sheet = {**character.sheet, "full": full}
    _save(character)
    return note_change(character, author, CharacterChange.Source.MADE, [], carry)


def change_character(member: Member, number: int, values: Values, seen: Values | None = None) -> Character:
    """Change values of a character, by their paths; a value of None takes one away.

    ``seen`` are the values that the person saw: one that somebody else has changed since is refused. Raises NotFound,
    Invalid, naming the path, and Conflict.
    """
    with lock_as(member) as current:
        character = find_character(current.campaign, number)
        refuse_in_fight(character, values)
        refuse_unseen(character, seen or {})
        played = character.seat_id
        write_values(character, values, Author(current), CharacterChange.Source.EDIT)
        if played or character.seat_id:
            ring_for_players(character, values)
    return character


def take_back_edit(member: Member, number: int, change_number: int) -> Character:
    """Take back a change that was made on the sheet of a character, by its number.

    Raises NotFound, Conflict where one of its values has changed since or a fight in play keeps it, and Invalid.
    """
    with lock_as(member) as current:
        character = find_character(current.campaign, number)
        change = character.changes.filter(number=change_number, source=CharacterChange.Source.EDIT).first()
        if change is None or not may_take_back(change):
            raise NotFound("There is no such change.")
        for path, (_, new) in change.paths.items():
            if read_value(character, path) != new:
                raise Conflict("This has changed since. Change it here instead.", path)
        values = {path: old for path, (old, _) in change.paths.items()}
        refuse_in_fight(character, values)
        played = character.seat_id
        write_values(character, values, Author(current), CharacterChange.Source.BACK)
        if played or character.seat_id:
            ring_for_players(character, values)
    return character


def may_take_back(change: CharacterChange) -> bool:
    """Return whether a change was made on the sheet, of values that the sheet keeps."""
    is_kept = all(path.partition(".")[0] in (*COLUMNS, *TABLES) for path in change.paths)
    return change.source == CharacterChange.Source.EDIT and is_kept


DM_ONLY = ("sheet.dm_notes", "sheet.lasting", "henchman_of")
"""The values that no player is shown: phones are not told of their changes."""


SHOWN_TO_ALL = ("name", "status", "seat")
"""The values that all players are shown, in the lobby."""


def ring_for_players(character: Character, values: Values) -> None:
    """Tell those in the lobby after the commit of changes that they are shown, and nobody else."""
    if any(path in SHOWN_TO_ALL for path in values):
        ring_lobby_after_commit(character.campaign_id)
    elif not all(any(is_within(path, each) for each in DM_ONLY) for path in values):
        ring_seat_after_commit(character.campaign_id, character.seat_id)


def find_character(campaign: Campaign, number: int) -> Character:
    """Return a character of a locked campaign, locked too, by its number. Raises NotFound."""
    locked = Character.objects.select_for_update(of=("self",)).select_related("seat", "campaign")
    found = locked.filter(campaign=campaign, number=number).first()
    if found is None:
        raise NotFound("There is no such character.")
    return found


IN_FIGHT = ("left", "cast", "definition.charges", "definition.devices", CONDITIONS, "status")
"""The values that a running fight keeps itself, with the attributes that one procedure alone has."""


def is_kept_by_fight(path: str) -> bool:
    """Return whether a running fight keeps the value at a path itself."""
    return any(is_within(path, each) for each in (*IN_FIGHT, *list_sheet_paths()))


def find_fight(character: Character) -> Encounter | None:
    """Return the fight in play that a character is in; None for none."""
    playing = Encounter.tables.filter(campaign=character.campaign_id, state=Encounter.State.PLAYING)
    return playing.filter(combatants__definition__id=character.key).first()


def refuse_in_fight(character: Character, values: Values) -> None:
    """Raise Conflict where a value is changed that the fight in play keeps."""
    path = next((each for each in values if is_kept_by_fight(each)), "")
    fight = find_fight(character) if path else None
    if fight is not None:
        raise Conflict(f"“{fight.title}” is in play. Change this in the fight.", path)


def refuse_unseen(character: Character, seen: Values) -> None:
    """Raise ChangedMeanwhile where a value is another than the person saw."""
    for path, before in seen.items():
        if read_value(character, path) != before:
            raise ChangedMeanwhile(path, find_change(character, path))


def find_change(character: Character, path: str) -> CharacterChange | None:
    """Return the last change of a value, or of one within or around it."""
    changes = character.changes.select_related("user", "seat").order_by("-number")
    return next((each for each in changes if any(is_within(one, path) for one in each.paths)), None)


def is_within(path: str, other: str) -> bool:
    """Return whether two paths lead to the same value, or one into the other's."""
    return path == other or path.startswith(f"{other}.") or other.startswith(f"{path}.")


def write_values(
    character: Character,
    values: Values,
    author: Author,
    source: str,
    of: CarryOver | TimeEntry | None = None,
) -> CharacterChange | None:
    """Write values of a character whose campaign is locked, and keep what they were.

    ``of`` is the carrying over or the rest that writes. Fights in preparation read the character again. Returns None
    where nothing differs. Raises Invalid and Conflict.
    """
    if source == CharacterChange.Source.EDIT:
        values = {**values, **list_full_written(character, values)}
    changed = [
        [path, before, value] for path, value in values.items() if (before := read_value(character, path)) != value
    ]
    if not changed:
        return None
    for path, _, value in changed:
        if path.partition(".")[0] not in (*COLUMNS, *TABLES):
            raise Invalid(f"A character has no '{path}'.", path)
        _set_value(character, path, value)
    _check(character)
    _save(character)
    if "seat" in values or "status" in values:
        _delete_asks(character)
    _renew_prepared(character, gives_seat="seat" in values)
    return note_change(character, author, source, changed, of)


def _delete_asks(character: Character) -> None:
    """Delete the asks of those who do not play the character any more."""
    asks = character.asks.all()
    (asks.exclude(seat=character.seat) if character.is_playing else asks).delete()


def note_change(
    character: Character, author: Author, source: str, values: list[Any], of: CarryOver | TimeEntry | None = None
) -> CharacterChange:
    """Store a change of a character: the path of each value, what it was and what it is."""
    number = (character.changes.aggregate(Max("number"))["number__max"] or 0) + 1
    return CharacterChange.objects.create(
        character=character,
        number=number,
        at=times.now(),
        user=author.member.user if author.member is not None else None,
        seat=author.seat,
        asked_by=author.asked_by,
        source=source,
        carry=of if isinstance(of, CarryOver) else None,
        rest=of if isinstance(of, TimeEntry) else None,
        values=values,
    )


def _save(character: Character) -> None:
    try:
        with transaction.atomic():
            character.save()
    except IntegrityError as problem:
        if find_violated(problem, Character) != "character_name_once_while_it_plays":
            raise
        raise Conflict(f"Somebody of this campaign is called {character.name} already.", "name") from problem


# Checks.


def check_values(character: Character, values: Values) -> None:
    """Raise Invalid, naming the path, where values are not possible for a character."""
    changed = copy(character)
    for path, value in values.items():
        _set_value(changed, path, value)
    _check(changed)


def _check(character: Character) -> None:
    """Raise Invalid, naming the path, for values that are not possible."""
    character.name = " ".join(str(character.name).split())
    if not 0 < len(character.name) <= LONGEST_NAME:
        raise Invalid(f"Give the character a name of 1 to {LONGEST_NAME} letters.", "name")
    check_typed(character.name, "name")
    check_typed([character.definition, character.sheet, character.cast])
    for path, is_good in CHECKS.items():
        if not is_good(getattr(character, path)):
            raise Invalid(f"'{getattr(character, path)}' is not possible here.", path)
    if character.seat is not None and character.seat.campaign_id != character.campaign_id:
        raise Invalid("This seat is not of the campaign.", "seat")
    full = build_character(write_definition(character)).defence.hit_points
    if character.left is not None and character.left >= full:
        character.left = None


def _is_experience(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and 0 <= value <= MOST_EXPERIENCE


CHECKS: Mapping[str, Callable[[Any], bool]] = {
    "status": lambda value: value in Character.Status.values,
    "experience": _is_experience,
}
"""The columns that are checked by themselves; what a fight reads is checked by building the combatant."""


def _renew_prepared(character: Character, *, gives_seat: bool) -> None:
    """Copy a character to the fights in preparation that it is in, and maybe its player."""
    fights = Encounter.tables.select_for_update().filter(
        campaign=character.campaign_id, state=Encounter.State.PREPARING
    )
    for row in Combatant.objects.filter(encounter__in=list(fights), definition__id=character.key):
        row.definition = renew_definition(row.definition, character)
        row.save(update_fields=["definition"])
        if gives_seat:
            row.encounter.holds.filter(combatant=character.key).delete()
            if character.seat is not None:
                row.encounter.holds.create(seat=character.seat, combatant=character.key, from_position=0)
