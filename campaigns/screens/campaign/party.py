"""The party of a campaign's page."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from campaigns.definitions import (
    build_character,
    find_entry_id,
    find_sheet,
    is_guest,
    write_definition,
    write_rested,
)
from campaigns.levels import describe_training, find_next_experience
from campaigns.models import Character
from campaigns.screens.death_words import describe_death
from campaigns.screens.stop import PartyMember, list_terms, make_member
from encounters.errors import Rejected
from encounters.narration.names import PARTY
from encounters.screens.tokens import build_token
from rules.api import StatBlock, State, fold, get_ruleset, list_rulesets
from rules.api import events as e


@dataclass(frozen=True, slots=True)
class CampaignParty:
    """The party of a campaign."""

    of: str
    """The words for the fight that it is read from; "" for its sheets."""
    terms: Sequence[str]
    """The heads of the columns of facts."""
    members: Sequence[PartyMember]
    dead: Sequence[PartyMember] = ()
    """Those who died or have retired."""

    @property
    def has_points(self) -> bool:
        """Return whether hit points are known."""
        return any(each.vigour is not None for each in self.members)

    @property
    def has_spells(self) -> bool:
        """Return whether anybody has spells."""
        return any(each.spells for each in self.members)

    @property
    def has_missiles(self) -> bool:
        """Return whether anybody counts missiles."""
        return any(each.missiles for each in self.members)

    @property
    def has_experience(self) -> bool:
        """Return whether there are sheets with experience points."""
        return any(each.experience for each in self.members)


STATUS_WORDS = {"here": "", "absent": "absent", "retired": "retired"}


def build_sheets(characters: Sequence[Character], ruleset: str) -> CampaignParty:
    """Return the party as its sheets are.

    ``ruleset`` is that of the last fight, "" for none.
    """
    states = {
        own: _open(those, _find_ruleset(own, ruleset))
        for own in dict.fromkeys(map(find_sheet, characters))
        if (those := [each for each in characters if find_sheet(each) is own])
    }
    terms = list(dict.fromkeys(term for state in states.values() for term in list_terms(state)))
    members = [_make_member(each, states[find_sheet(each)], terms) for each in characters]
    pairs = list(zip(characters, members, strict=True))
    return CampaignParty(
        "",
        terms,
        [member for each, member in pairs if each.is_playing],
        [member for each, member in pairs if not each.is_playing],
    )


def write_experience(character: Character) -> str:
    """Return the experience points of a character, and those that its next level needs."""
    after = _find_next(character)
    is_short = after is not None and character.experience < after
    return f"{character.experience:,}{f' of {after:,}' if is_short else ''}"


def _find_next(character: Character) -> int | None:
    return find_next_experience(character.definition.get("class", ""), character.definition.get("level", 1))


def _find_ruleset(own: object, last: str) -> str:
    """Return a procedure that reads these attributes, that of the last fight if it does."""
    fitting = [each for each in (last, *list_rulesets()) if each and get_ruleset(each).own_sheet is own]
    return fitting[0]


def _open(characters: Iterable[Character], ruleset: str) -> State:
    """Return the state of a fight that these characters alone would open."""
    built = [found for each in characters if (found := _build(each)) is not None]
    opening = e.EncounterOpened(ruleset=ruleset, version="", stat_blocks=tuple(built), options={})
    return fold([opening])


def _build(character: Character) -> StatBlock | None:
    """Return the combatant of a character with all its spells; None where it cannot be built."""
    table = write_rested(character)
    try:
        return build_character(table if character.left is None else {**table, "left": character.left})
    except Rejected:
        return None


def _describe_training(character: Character) -> str:
    """Return the level for which a character may train; "" for none."""
    after = _find_next(character)
    if after is None or character.experience < after:
        return ""
    return describe_training(character.definition["class"], character.definition.get("level", 1))


def _make_member(character: Character, state: State, terms: Sequence[str]) -> PartyMember:
    is_dead = character.status == Character.Status.DEAD
    words = describe_death(character) if is_dead else STATUS_WORDS[character.status] or _describe_training(character)
    if character.henchman_of is not None:
        words = ", ".join(word for word in (f"henchman of {character.henchman_of.name}", words) if word)
    if is_guest(character):
        words = ", ".join(word for word in ("guest", words) if word)
    each = state.combatants.get(character.key)
    if each is None:
        unread = PartyMember(
            character.name, build_token(PARTY, character.name, character.key), "its sheet cannot be read", None
        )
        return replace(unread, number=character.number, words=words)
    left = Counter(find_entry_id(entry) for entry in write_definition(character).get("spells", ()))
    member = make_member(state, replace(each, spells=tuple(left.elements())), character.seat, terms)
    return replace(
        member, experience=write_experience(character), number=character.number, words=words, is_dead=is_dead
    )
