"""The changes of a character in words: what the fights did, and who changed what."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from typing import Any

from campaigns.deaths import DEATH
from campaigns.definitions import find_entry_id, read_value
from campaigns.full_numbers import CHARGES, FULL
from campaigns.levels import ABILITIES
from campaigns.models import Character, CharacterChange
from campaigns.rolled_abilities import read_rolled
from campaigns.screens.character.kinds import Lines, Subject, TableNames, write_thing
from campaigns.screens.character.values import CLASS_LEVELS, SINGLE_CLASS, SUPPLY, VALUES, EditableValue
from campaigns.services.characters import may_take_back
from campaigns.services.pictures import PICTURE
from campaigns.spell_choice import NEXT
from encounters.addresses import make_address
from encounters.narration.supplies import name_charged_item
from encounters.screens.sheets.typed_names import name_entry

NOT_TOLD = (
    *("died_in", DEATH),
    *("definition.reaction", "definition.attacking", "definition.strength", "definition.ac_dexterity"),
)
"""Values that are written along with another, which tells of them."""


@dataclass(frozen=True, slots=True)
class PastChange:
    """A change of a character, as its sheet tells of it."""

    at: datetime
    by: str
    """The name of who made it; "" where that is not known any more."""
    of: str
    """The title of the fight that was carried over or taken back; "" for a change on the sheet."""
    words: str
    is_fight: bool
    """A fight did it."""
    asked_by: str = ""
    """The name of the player who asked for it."""
    back: str = ""
    """The address that takes it back; "" where it cannot be taken back, or something has changed since."""


def describe_past(change: CharacterChange, subject: Subject, items: Mapping[str, str]) -> PastChange:
    """Return a change in words. ``items`` are the names of what the character counts."""
    of = change.carry.encounter.title if change.carry is not None else ""
    values = _join_classes(change)
    told = [words for path, old, new in values for words in describe_values(path, old, new, subject, items)]
    match change.source:
        case CharacterChange.Source.MADE:
            words = "became a character of the campaign" if of else "made the character"
            rolled = read_rolled(str(subject.character.sheet.get("rolled", "")))
            words += f"; abilities rolled with {rolled.words}" if rolled is not None else ""
        case CharacterChange.Source.BACK:
            what = "what the fight did" if of else "a rest" if change.rest_id is not None else "a change"
            words = "; ".join((f"took back {what}", *told))
        case _:
            words = "; ".join(told) or "nothing that the sheet shows"
    return PastChange(
        change.at,
        change.author,
        of,
        words,
        change.source == CharacterChange.Source.CARRY,
        change.asked_by.name if change.asked_by is not None else "",
        _find_back(change, subject.character),
    )


def _find_back(change: CharacterChange, character: Character) -> str:
    if not may_take_back(change):
        return ""
    if any(read_value(character, path) != new for path, (_, new) in change.paths.items()):
        return ""
    return make_address(
        "take-back-change", campaign_id=character.campaign_id, number=character.number, change=change.number
    )


def _join_classes(change: CharacterChange) -> Sequence[Any]:
    """Return the values of a change, with the classes before and after as two lists."""
    if CLASS_LEVELS not in change.paths:
        return change.values
    keys = (*SINGLE_CLASS, CLASS_LEVELS)
    before, after = ([change.paths.get(key, (None, None))[n] for key in keys] for n in (0, 1))
    others = [each for each in change.values if each[0] not in keys]
    return [[CLASS_LEVELS, _list_classes(*before), _list_classes(*after)], *others]


def _list_classes(class_: str | None, level: int | None, several: list[Any] | None) -> list[Any]:
    single = [{"class": class_} | ({} if level is None else {"level": level})] if class_ else []
    return several or single


def describe_values(path: str, old: Any, new: Any, subject: Subject, items: Mapping[str, str]) -> Iterator[str]:
    """Yield what became of a value, in words: "hit points 9 to 3", "sleep spent"."""
    if path in NOT_TOLD or path.startswith(FULL):
        return
    if isinstance(old, Mapping) or isinstance(new, Mapping):
        before, after = old or {}, new or {}
        for key in dict.fromkeys((*before, *after)):
            if before.get(key) != after.get(key):
                yield from describe_values(f"{path}.{key}", before.get(key), after.get(key), subject, items)
    elif path == PICTURE:
        yield "picture added" if old is None else "picture removed" if new is None else "another picture"
    elif path == "cast":
        yield from _describe_cast(old or [], new or [])
    elif path == CLASS_LEVELS:
        value = VALUES[path]
        before, after = (
            ", ".join(value.kind.describe([each], subject).strip() for each in those) for those in (old, new)
        )
        yield f"{value.label} {before or 'none'} to {after or 'none'}"
    elif isinstance(old, list) or isinstance(new, list):
        yield _describe_list(path, old or [], new or [])
    else:
        yield _describe_one(_find_value(path, items), old, new, subject)


def _describe_cast(old: list[str], new: list[str]) -> Iterator[str]:
    for changed, words in ((Counter(new) - Counter(old), "spent"), (Counter(old) - Counter(new), "restored")):
        for id, times in changed.items():
            yield f"{name_entry('spells', id)} {f'x{times} ' if times > 1 else ''}{words}"


def _describe_list(path: str, old: list[Any], new: list[Any]) -> str:
    value = VALUES.get("definition.spells" if path == NEXT else path)
    before, after = (Counter(_name_one(value, each) for each in those) for those in (old, new))
    gained = [f"+ {_count(name, times)}" for name, times in (after - before).items()]
    lost = [f"- {_count(name, times)}" for name, times in (before - after).items()]
    label = value.label if value is not None and path != NEXT else _name_path(path)
    return f"{label}: {', '.join((*gained, *lost)) or 'another order'}"


def _name_one(value: EditableValue | None, each: Any) -> str:
    if value is not None and isinstance(value.kind, TableNames):
        return name_entry(value.kind.table, find_entry_id(each))
    return value.kind.write_line(each) if value is not None and isinstance(value.kind, Lines) else write_thing(each)


def _count(name: str, times: int) -> str:
    return name if times == 1 else f"{name} x{times}"


def _find_value(path: str, items: Mapping[str, str]) -> EditableValue | str:
    item = path.removeprefix(f"{CHARGES}.")
    if item != path:
        return replace(SUPPLY, path=path, label=items.get(item) or name_charged_item(item))
    return VALUES.get(path, _name_path(path))


def _name_path(path: str) -> str:
    """Return the words for a value that the sheet does not change by itself."""
    key = path.rpartition(".")[2]
    return ABILITIES.get(key, key.replace("_", " "))


def _describe_one(value: EditableValue | str, old: Any, new: Any, subject: Subject) -> str:
    if isinstance(value, str):
        return f"{value} changed"
    before, after = value.kind.describe(old, subject), value.kind.describe(new, subject)
    if not before and not after:
        return f"{value.label} changed"
    return f"{value.label} {before or 'none'} to {after or 'none'}"
