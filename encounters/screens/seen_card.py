"""The card of a foe for players and spectators: what was seen of it in this fight.

It is made of the viewer's own events and state. A fact that the viewer was not shown is in neither.
"""

from collections.abc import Iterable, Iterator, Sequence

from encounters.encounter_view import EncounterView
from encounters.narration.fight import UNNAMED
from encounters.narration.names import name_device, name_of, name_spell, name_weapon
from encounters.screens.graded_health import describe_health
from encounters.screens.rulebook.card import ShownCard
from rules.api import Card, CardFact, CardKind, Combatant, State, format_listed_name
from rules.api import events as e

UNKNOWN = "You know nothing of it but its look."
SIZES = {"S": "Small", "M": "Man-sized", "L": "Large"}
SIGN = "eye"
MOST_HITS = 4
"""The hits that are told one by one; of more, the least, the greatest and their number are."""
MOST_ATTACKERS = 3
"""The attackers whose rolls are told."""
BEFORE_VOWEL = (8, 11, 18)
"""The faces of dice whose words begin with a vowel."""


def find_seen_card(view: EncounterView, who: str) -> str:
    """Return the address of the card of a foe; "" for a combatant without one."""
    return view.make_url("seen-card", who=who) if _find_foe(view, who) else ""


def link_seen_cards(view: EncounterView) -> dict[str, str]:
    """Return the addresses of the cards of all foes that this viewer has seen, by combatant."""
    found = {who: find_seen_card(view, who) for who in view.state.combatants}
    return {who: address for who, address in found.items() if address}


def build_seen_card(view: EncounterView, who: str) -> ShownCard | None:
    """Return the card of a foe; None for who was not seen, or is no foe of the party."""
    foe = _find_foe(view, who)
    if foe is None:
        return None
    kin = _list_kin(view.state, foe)
    facts = tuple(CardFact(label, value) for label, value in _list_facts(view, kin) if value)
    look = _describe_look(view.state, foe)
    card = Card(
        kind=CardKind.MONSTER,
        id=who,
        name=foe.name,
        sort="What you saw in this fight",
        words=f"{look}." if facts else UNKNOWN,
        facts=(
            *facts,
            *(() if facts else [CardFact("Look", look)]),
            CardFact("Seems", _describe_health(view.state, foe)),
        ),
        notes=(f"Seen of all {len(kin)} that look alike.",) if facts and len(kin) > 1 else (),
    )
    return ShownCard(card, SIGN, 0, "")


def _find_foe(view: EncounterView, who: str) -> Combatant | None:
    """Return a combatant that this viewer has met, unless it is theirs or of the party."""
    each = view.state.combatants.get(who) if view.has_begun else None
    return each if each is not None and who not in view.own and each.side != view.state.party else None


def _list_kin(state: State, foe: Combatant) -> tuple[str, ...]:
    """Return a foe and those that this viewer cannot tell from it but by their numbers."""
    mob = foe.stat_block.mob
    alike = (
        who for who, each in state.combatants.items() if mob and each.stat_block.mob == mob and each.side == foe.side
    )
    return tuple(dict.fromkeys((foe.id, *alike)))


def _describe_look(state: State, foe: Combatant) -> str:
    size = SIZES.get(foe.stat_block.creature.size, "")
    held = name_weapon(state, foe.id, foe.in_hand) if foe.in_hand else ""
    undead = "undead" if foe.stat_block.creature.undead else ""
    return ", ".join(each for each in (size, undead, f"{held} in hand" if held and held != UNNAMED else "") if each)


def _describe_health(state: State, foe: Combatant) -> str:
    if foe.has("dead"):
        return "dead"
    health = describe_health(state, foe)
    return health.words or f"{health.left} of {health.most} parts left"


def _list_facts(view: EncounterView, kin: Sequence[str]) -> Iterator[tuple[str, str]]:
    events, state = view.standing, view.state
    attacks = [event for event in events if isinstance(event, e.Attacked)]
    yield ("Hits seen", _describe_hits(events, kin))
    yield ("Hit by", _describe_rolls(view, [each for each in attacks if each.target in kin]))
    yield ("Strikes with", _list_once(_name_blow(state, each) for each in attacks if each.who in kin))
    yield ("Uses", _list_once(_list_magic(state, events, kin)))
    yield ("Moves", _describe_pace(events, kin))


def _describe_hits(events: Iterable[e.Event], kin: Sequence[str]) -> str:
    hits = [each.amount for each in events if isinstance(each, e.Damaged) and each.by in kin and not each.pool]
    if len(hits) > MOST_HITS:
        return f"{min(hits)} to {max(hits)}, {len(hits)} times"
    return _join_words(str(each) for each in hits)


def _describe_rolls(view: EncounterView, attacks: Sequence[e.Attacked]) -> str:
    """Return by what dice it was hit and missed, as far as this viewer was shown them.

    The dice of each attacker are told apart: they need not the same number.
    """
    rolled = [each for each in attacks if each.face]
    doers = sorted(dict.fromkeys(each.who for each in rolled), key=lambda who: who not in view.own)[:MOST_ATTACKERS]
    told = {who: _describe_bounds([each for each in rolled if each.who == who]) for who in doers}
    if len(told) == 1:
        return next(iter(told.values()))
    return "; ".join(f"{name_of(view.state, who)}: {words}" for who, words in told.items())


def _describe_bounds(rolled: Sequence[e.Attacked]) -> str:
    hit = min((each.face for each in rolled if each.hit), default=0)
    missed = max((each.face for each in rolled if not each.hit), default=0)
    words = [*([_write_face(hit)] if hit else []), *([f"not {_write_face(missed)}"] if missed else [])]
    return ", ".join(words)


def _write_face(face: int) -> str:
    return f"{'an' if face in BEFORE_VOWEL else 'a'} {face}"


def _name_blow(state: State, blow: e.Attacked) -> str:
    name = format_listed_name(blow.blow) if blow.blow else name_weapon(state, blow.who, blow.weapon)
    return "" if name == UNNAMED else name


def _list_magic(state: State, events: Iterable[e.Event], kin: Sequence[str]) -> Iterator[str]:
    for event in events:
        if isinstance(event, e.SpellCompleted) and event.who in kin:
            yield name_spell(state, event.who, event.spell)
        elif isinstance(event, e.DeviceUsed) and event.who in kin:
            yield name_device(state, event.who, event.device)


def _list_once(names: Iterable[str]) -> str:
    return _join_words(dict.fromkeys(each for each in names if each))


def _join_words(words: Iterable[str]) -> str:
    *first, last = [*words] or [""]
    return f"{', '.join(first)} and {last}" if first else last


def _describe_pace(events: Iterable[e.Event], kin: Sequence[str]) -> str:
    """Return the farthest that one of them was seen to go in a round, but for magic."""
    feet: dict[tuple[str, int], int] = {}
    for event in events:
        if isinstance(event, e.Moved) and event.who in kin and not event.relocated:
            feet[event.who, event.round] = feet.get((event.who, event.round), 0) + event.feet
    most = max(feet.values(), default=0)
    return f"{most} ft in a round" if most else ""
