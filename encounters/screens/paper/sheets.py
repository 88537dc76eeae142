"""The sheets to print: the roster, cards of monsters, an empty round, slips for orders."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from encounters.addresses import make_address
from encounters.narration.columns import get_clock
from encounters.screens.combatants import read_standing
from encounters.screens.dm.combatant_facts import list_facts
from encounters.screens.dm.roster import FightFacts
from encounters.screens.rulebook.card import ShownCard, build_card
from encounters.screens.tokens import Token, make_token
from rules.api import ACTION_NAMES, CardKind, Combatant, has_card

MOST_BOXES = 60
"""The most boxes of hit points that are printed; more points have a line to write on."""
MOST_COLUMNS = 16
NOTHING = ("no", "none", "nobody", "nothing")
"""The words of facts that are left out."""
SLIPS = 8
"""The slips for orders on a page."""


@dataclass(frozen=True)
class RosterEntry:
    """A combatant with its facts, and boxes to cross off."""

    name: str
    token: Token
    vigour: str
    """The name of the pool that harm reduces."""
    boxes: range
    """A box for each point; none where there are too many."""
    left: int
    facts: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Slip:
    """A slip for an order: a name, and the letters to circle."""

    name: str
    """Whose it is; "" for a line to write on."""
    letters: tuple[tuple[str, str], ...]


@dataclass(frozen=True)
class Sheets:
    """Everything that is printed of a fight."""

    title: str
    columns: tuple[str, ...]
    roster: tuple[RosterEntry, ...]
    cards: tuple[ShownCard, ...]
    """The cards of its monsters, of each kind one."""
    slips: tuple[Slip, ...]
    back: str
    """The address of the fight."""
    tables: str
    """The address of the tables that the procedure reads; "" where it has none."""


def build_sheets(view: FightFacts) -> Sheets:
    """Return the sheets of a fight."""
    state = view.state
    here = [each for each in state.combatants.values() if each.present]
    first, last = get_clock(state).span(state)
    columns = tuple(str(number) for number in range(first, min(last, first + MOST_COLUMNS - 1) + 1))
    return Sheets(
        view.encounter.title,
        columns,
        tuple(_build_entry(view, each) for each in here),
        tuple(_list_cards(here)),
        tuple(_list_slips(view, here)),
        view.make_url("run"),
        make_address("rules-tables", id=view.ruleset.catalogues[0]) if view.ruleset.list_reference_tables() else "",
    )


def _build_entry(view: FightFacts, each: Combatant) -> RosterEntry:
    pool = read_standing(view.state, each.id).vigour
    boxes = range(pool.left if 0 < pool.left <= MOST_BOXES else 0)
    # Who has no place yet is given one by the opening.
    untold = ("Place",) if not view.encounter.opened and each.stat_block.start.position is None else ()
    known = [fact for fact in list_facts(view, each) if fact.words not in NOTHING and fact.label not in untold]
    facts = tuple((fact.label, fact.words) for fact in known)
    return RosterEntry(each.name, make_token(each), pool.name, boxes, pool.left, facts)


def _list_cards(here: Sequence[Combatant]) -> Iterator[ShownCard]:
    """Yield the card of each kind of monster; what the DM has made up has none."""
    for kind in dict.fromkeys(each.stat_block.creature.kind for each in here):
        if has_card(CardKind.MONSTER, kind) and (card := build_card(CardKind.MONSTER, kind)) is not None:
            yield card


def _list_slips(view: FightFacts, here: Sequence[Combatant]) -> list[Slip]:
    """Return a slip for each character of a player, and empty ones up to a full page."""
    letters = tuple((letter.value, ACTION_NAMES[letter]) for letter in view.ruleset.letters)
    named = [Slip(each.name, letters) for each in here if each.stat_block.played]
    return [*named, *[Slip("", letters)] * (-len(named) % SLIPS or SLIPS)]
