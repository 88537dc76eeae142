"""The spells that a character may memorise, and the choice for its next rest."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from campaigns.definitions import build_character, find_entry_id, write_rested
from campaigns.levels import read_scores
from campaigns.models import Character
from encounters.errors import Invalid, Rejected
from rules.api import Spell, StatBlock, count_spell_slots, format_listed_name, list_spells, lookup_spell

NEXT = "sheet.next_spells"
"""The path of the entries that are memorised at the next rest; without a value it is those of the last time."""

BY_BOOK = ("magic_user", "illusionist")
"""The lists whose spells stand in a book."""

MOST_TIMES = 9
"""The most times that one spell is memorised."""


@dataclass(frozen=True, slots=True)
class OfferedSpell:
    """A spell that may be memorised."""

    id: str
    name: str
    spell: Spell
    """The spell as the character casts it."""


@dataclass(frozen=True, slots=True)
class ChoiceLevel:
    """The spells of one level of one list, among which a character chooses."""

    list_name: str
    """The class whose spells they are, in words; "" for those that are in no list of the character's classes."""
    caster: str
    """The class and level that give the slots: "cleric 3"."""
    level: int
    slots: int
    spells: tuple[OfferedSpell, ...]

    def count(self, counts: Mapping[str, int]) -> int:
        """Return how many of these spells are among counts by id."""
        return sum(counts.get(each.id, 0) for each in self.spells)

    def describe_excess(self, counts: Mapping[str, int]) -> str:
        """Return how far counts exceed the slots: "1 more than cleric 3 has"; "" for not at all."""
        over = self.count(counts) - self.slots
        return f"{over} more than {self.caster or 'last time'} has" if over > 0 else ""


@dataclass(frozen=True, slots=True)
class SpellChoice:
    """The choice of a character: what it may memorise, what it has, and what it will have."""

    levels: tuple[ChoiceLevel, ...]
    last: Mapping[str, int]
    """What it memorised the last time, by id."""
    ready: Mapping[str, int]
    """What of it is not cast yet."""
    chosen: Mapping[str, int] | None
    """What it memorises at the next rest; None where nothing was chosen."""
    lacks_book: bool
    """It has spells of a book, and the sheet lists none: any of the list may be chosen."""

    @property
    def slots(self) -> int:
        """Return all slots together."""
        return sum(each.slots for each in self.levels)

    @property
    def names(self) -> dict[str, str]:
        """Return the names of the spells by id."""
        return {spell.id: spell.name for level in self.levels for spell in level.spells}

    def count_free(self, counts: Mapping[str, int]) -> int:
        """Return how many slots counts leave free."""
        return sum(max(0, each.slots - each.count(counts)) for each in self.levels)

    def list_new(self) -> tuple[str, ...]:
        """Return the ids of chosen spells not in memory yet, each as often as it is missing."""
        return tuple((Counter(self.chosen or {}) - Counter(self.ready)).elements())

    def list_excess(self, counts: Mapping[str, int]) -> list[str]:
        """Return where counts go beyond the slots: "level 1: 1 more than cleric 3 has"."""
        found = [(each.level, each.describe_excess(counts)) for each in self.levels]
        return [f"level {level}: {words}" for level, words in found if words]


def read_choice(character: Character) -> SpellChoice | None:
    """Return the choice of spells of a character; None for one that memorises none."""
    try:
        block = build_character(write_rested(character))
    except Invalid:
        return None
    if block.sheet is not None:
        return None
    last = count_entries(character.definition.get("spells"))
    levels = _list_levels(character, block)
    if not levels:
        return None
    chosen = character.sheet.get("next_spells")
    book = _list_book(character)
    return SpellChoice(
        levels=tuple(levels),
        last=last,
        ready=last - Counter(character.cast),
        chosen=count_entries(chosen) if chosen is not None else None,
        lacks_book=not book and any(each.list_name in map(_name_class, BY_BOOK) for each in levels),
    )


def count_entries(entries: Iterable[Any] | None) -> Counter[str]:
    """Return how often each spell is among entries, by id."""
    return Counter(find_entry_id(each) for each in entries or ())


def _name_class(id: str) -> str:
    return id.replace("_", "-")


def _list_book(character: Character) -> set[str]:
    return set(count_entries(character.sheet.get("known")))


def _list_levels(character: Character, block: StatBlock) -> list[ChoiceLevel]:
    """Return the levels of each list, then those of memorised spells that are in none."""
    scores, book = read_scores(character), _list_book(character)
    own = {spell.id: spell for spell in block.powers.spells}
    found = []
    for class_ in block.creature.list_classes():
        for each in count_spell_slots(class_.id, class_.level, scores):
            for level, slots in enumerate(each.slots, 1):
                spells = [
                    _offer(lookup_spell(entry.id, each.caster_level))
                    for entry in list_spells(each.spell_list, level)
                    if each.spell_list not in BY_BOOK or not book or entry.id in book or entry.id in own
                ]
                if slots:
                    caster = f"{_name_class(class_.id)} {class_.level}"
                    found.append(ChoiceLevel(_name_class(each.spell_list), caster, level, slots, tuple(spells)))
    listed = {spell.id for level in found for spell in level.spells}
    last = count_entries(character.definition.get("spells"))
    for level in sorted({spell.level for spell in own.values() if spell.id not in listed}):
        others = [each for each in own.values() if each.id not in listed and each.level == level]
        slots = sum(last[each.id] for each in others)
        found.append(ChoiceLevel("", "", level, slots, tuple(map(_offer, others))))
    return found


def _offer(spell: Spell) -> OfferedSpell:
    return OfferedSpell(spell.id, format_listed_name(spell.name), spell)


def check_counts(character: Character, choice: SpellChoice, counts: Mapping[str, int]) -> None:
    """Raise Invalid for a spell of another class, or one that is not in the book."""
    offered = choice.names
    for id, many in counts.items():
        if id not in offered:
            raise Invalid(_refuse_spell(character, choice, id), NEXT)
        if not 0 <= many <= MOST_TIMES:
            raise Invalid(f"A spell is memorised at most {MOST_TIMES} times.", NEXT)


def _refuse_spell(character: Character, choice: SpellChoice, id: str) -> str:
    """Return why a spell is not offered."""
    entry = next((each for each in list_spells() if each.id == id), None)
    if entry is None:
        return "There is no such spell."
    name, of = format_listed_name(entry.name).capitalize(), _name_class(entry.class_)
    lists = {each.list_name: each.caster for each in choice.levels if each.list_name}
    if of not in lists:
        return f"{name} is a spell of the {of}. {character.name} has spells of {' and '.join(lists) or 'no class'}."
    if not any(each.list_name == of and each.level == entry.level for each in choice.levels):
        return f"{name} is of level {entry.level}: {lists[of]} has no such spells yet."
    return f"{name} is not in the spell book of {character.name}."


def check_slots(choice: SpellChoice, counts: Mapping[str, int]) -> None:
    """Raise Invalid where counts go beyond the slots, and beyond what the DM gave the last time."""
    for each in choice.levels:
        most = max(each.slots, each.count(choice.last))
        if (over := each.count(counts) - most) > 0:
            kind = " ".join(word for word in (each.list_name, "spell" if over == 1 else "spells") if word)
            has = f"{each.caster} has" if each.caster and most == each.slots else "the last time had"
            raise Invalid(f"Take away {over} {kind} of level {each.level}: {has} {most}.", NEXT)


def write_entries(character: Character, counts: Mapping[str, int]) -> list[Any]:
    """Return chosen spells as entries of a definition; its own spells keep their tables."""
    known = character.definition.get("spells") or ()
    own = {find_entry_id(entry): entry for entry in known if isinstance(entry, Mapping)}
    return [own.get(id, id) for id, many in counts.items() for _ in range(many)]


def find_next_entries(character: Character) -> list[Any] | None:
    """Return the entries that a rest memorises; None for those of the last time.

    A choice with which the rules cannot build the character any more counts as none.
    """
    chosen: list[Any] | None = character.sheet.get("next_spells")
    if chosen is None:
        return None
    try:
        build_character({**write_rested(character), "spells": chosen})
    except Rejected:
        return None
    return chosen


def describe_counts(counts: Mapping[str, int], names: Mapping[str, str]) -> str:
    """Return spells in words: "bless, cure light wounds twice"."""
    times = {1: "", 2: " twice"}
    return ", ".join(
        f"{names.get(id, id.replace('_', ' '))}{times.get(many, f' {many} times')}"
        for id, many in counts.items()
        if many
    )
