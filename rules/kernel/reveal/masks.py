"""Masks: fields in a viewer's words, as ids, counts and texts that reveal nothing else.

The docstrings are the descriptions of the masks in docs/events.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel.effects import Rolled
from rules.kernel.events import Because, Event
from rules.kernel.registry import get_ruleset
from rules.kernel.reveal.knowledge import Knowledge, Unseen
from rules.kernel.stat_block import StatBlock
from rules.kernel.state import Declaration, Deed
from rules.kernel.terms import PUBLIC
from rules.kernel.visibility import Mask, Record

Masking = Callable[[Knowledge, Any, Any], Any]
"""Return the shown value, from the viewer's knowledge, the event and the field's value. Raises Unseen."""

KNOWN_NOTES = ("distance_ft",)
"""The notes of an opening that all players can see for themselves."""


def as_is(known: Knowledge, event: Event, value: object) -> object:
    """Return the value itself."""
    return value


def doer(known: Knowledge, event: Event, who: str) -> str:
    """Show a combatant that the viewer has met; without it there is nothing to see."""
    if not who:
        return who
    called = known.called(who)
    if called is None:
        raise Unseen(who)
    return called


def combatant(known: Knowledge, event: Event, who: str) -> str:
    """Show a combatant; "" where the viewer does not perceive it."""
    return known.either(who)


def combatants(known: Knowledge, event: Event, who: tuple[str, ...]) -> tuple[str, ...]:
    """Show those of the combatants that the viewer perceives."""
    return known.seen(who)


def side(known: Knowledge, event: Event, name: str) -> str:
    """Show a side; if the viewer has met nobody of it, there is nothing to see."""
    if name and name not in known.state_sides():
        raise Unseen(name)
    return name


def winner(known: Knowledge, event: Event, name: str) -> str:
    """Show a side; "" if the viewer has met nobody of it."""
    return name if name in known.state_sides() else ""


def first_striker(known: Knowledge, event: Event, who: str) -> str:
    """Show a combatant, or "together"."""
    return known.either(who) or "together"


def words(known: Knowledge, event: Event, text: str) -> str:
    """Put a text in the viewer's names."""
    return known.words(text)


def source(known: Knowledge, event: Any, text: str) -> str:
    """Name the cause, if the combatant behind it is perceived."""
    return "" if event.by and not known.perceives(event.by) else known.words(text)


def rolls(known: Knowledge, event: Event, rolled: tuple[Rolled, ...]) -> tuple[Rolled, ...]:
    """Show open rolls of those that the viewer has met, counted among the rolls shown."""
    shown: list[Rolled] = []
    counts = dict(known.now.state.counts) if known.now.state is not None else {}
    for each in rolled:
        by = known.called(each.by)
        if each.hidden or by is None:
            continue
        kind = (each.purpose, by, each.sides)
        first = counts.get(kind, 0)
        counts[kind] = first + each.count
        shown.append(Rolled(each.purpose, by, each.count, each.sides, each.faces, each.source, False, first))
    return tuple(shown)


def face(known: Knowledge, event: Event, value: Any) -> Any:
    """Show the face of an open die; nothing of a hidden die."""
    if any(each.hidden for each in event.rolls):
        return "" if isinstance(value, str) else None if value is None else 0
    return value


def clauses(known: Knowledge, event: Event, cited: tuple[str, ...]) -> tuple[str, ...]:
    """Show the citations, except clauses that reveal what another's combatant has."""
    who = getattr(event, "who", "")
    if not cited or not who or known.owns(who):
        return cited
    own = get_ruleset(known.truth.ruleset).own_clauses
    return tuple(each for each in cited if each not in own) if own else cited


def working(known: Knowledge, event: Event, text: str) -> str:
    """Show how a number came about, in the viewer's names; nothing for a hidden die."""
    return str(face(known, event, known.words(text)))


def perceived(known: Knowledge, event: Event, by: tuple[str, ...]) -> tuple[str, ...]:
    """Show that it was perceived openly, or by which of the viewer's own characters."""
    if PUBLIC in by:
        return (PUBLIC,)
    own = tuple(who for who in by if known.owns(who)) or known.now.eyes.characters
    return tuple(known.called(who) or who for who in own)


def privately(known: Knowledge, event: Event, by: tuple[str, ...]) -> tuple[str, ...]:
    """Show the viewer's own characters."""
    return perceived(known, event, tuple(who for who in by if who != PUBLIC))


def moment(known: Knowledge, event: Event, number: int | None) -> int | None:
    """Number the moment among those in which the viewer saw something."""
    return known.moment(event)


def hit_points(known: Knowledge, event: Any, left: int) -> int:
    """Show numbers, quarters or nothing, as the table shows them."""
    stat_block = known.truth.combatants[event.who].stat_block
    most = None if stat_block.sheet is None else stat_block.sheet.most_of(getattr(event, "pool", ""))
    return known.hit_points(stat_block, left, most)


def shown_stat_block(known: Knowledge, event: Event, arriving: StatBlock) -> StatBlock:
    """Show the combatant whole to its owner, from outside to others."""
    state = known.after or known.truth
    return (
        replace(arriving, id=known.call(arriving).id) if arriving.wave else known.shown(state.combatants[arriving.id])
    )


def shown_stat_blocks(known: Knowledge, event: Event, all_of_them: tuple[StatBlock, ...]) -> tuple[StatBlock, ...]:
    """Show own characters whole, others from outside; the hidden and the later are left out."""
    return tuple(
        shown_stat_block(known, event, each)
        for each in all_of_them
        if not (each.hidden or each.wave) or known.owns(each.id)
    )


def newcomer(known: Knowledge, event: Any, who: str) -> str:
    """Show the id that the combatant has for the viewer from now on."""
    return known.call(event.stat_block).id


def notes(known: Knowledge, event: Event, value: Mapping[str, object]) -> dict[str, object]:
    """Show the distance, and no other note of the DM."""
    return {key: value[key] for key in KNOWN_NOTES if key in value}


def plain(known: Knowledge, event: Event, value: object) -> object:
    """Put a plain value in the viewer's ids."""
    return known.plain(value)


def declaration(known: Knowledge, event: Event, value: Declaration) -> Declaration:
    """Put the declaration in the viewer's ids."""
    return known.declaration(value)


def own_deeds(known: Knowledge, event: Event, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """Show the deeds of own characters."""
    return tuple(known.deed(deed) for deed in deeds if known.owns(deed.who))


def own_deed(known: Knowledge, event: Event, id: str) -> str:
    """Show a deed of an own character, by the viewer's id for it."""
    if not id:
        return id
    deed = known.deeds().get(id)
    if deed is None or not known.owns(deed.who):
        raise Unseen(id)
    return known.deed_id(id)


def own_deed_ids(known: Knowledge, event: Event, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Show the deeds of own characters, by the viewer's ids."""
    deeds = known.deeds()
    return tuple(known.deed_id(id) for id in ids if id in deeds and known.owns(deeds[id].who))


def own_reasons(known: Knowledge, event: Event, because: tuple[Because, ...]) -> tuple[Because, ...]:
    """Show the reasons between two deeds of own characters."""
    own = {id for id, deed in known.deeds().items() if known.owns(deed.who)}
    return tuple(
        Because(
            known.deed_id(each.deed), each.relation, known.deed_id(each.other), each.clauses, known.words(each.numbers)
        )
        for each in because
        if each.deed in own and each.other in own
    )


Entry = Record | tuple[Any, ...]
"""A record about one combatant, or a row of plain numbers and places that begins with its id."""
Entries = tuple[Entry, ...]


def _of_whom(entry: Entry) -> str:
    return entry.who if isinstance(entry, Record) else str(entry[0])


def _called(known: Knowledge, entry: Entry) -> Entry:
    called = known.called(_of_whom(entry)) or ""
    return entry.show(called, known) if isinstance(entry, Record) else (called, *entry[1:])


def of_own(known: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about the viewer's own characters."""
    return tuple(_called(known, each) for each in entries if known.owns(_of_whom(each)))


def of_the_seen(known: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about combatants that the viewer perceives."""
    return tuple(_called(known, each) for each in entries if known.perceives(_of_whom(each)))


def choices(known: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about perceived combatants; without any there is nothing to see."""
    return _if_any(entries, of_the_seen(known, event, entries))


def _if_any(entries: Entries, shown: Entries) -> Entries:
    if entries and not shown:
        raise Unseen(_of_whom(entries[0]))
    return shown


def choices_without_words(known: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about perceived combatants; without any there is nothing to see.
    Words written for the DM are shown only of the viewer's own.
    """
    told = tuple(each if known.owns(_of_whom(each)) else _without_words(each) for each in entries)
    return _if_any(entries, of_the_seen(known, event, told))


def _without_words(entry: Entry) -> Entry:
    return entry.without_words() if isinstance(entry, Record) else entry


def new_question(known: Knowledge, event: Event, id: str) -> str:
    """Number it among the questions that this viewer was asked."""
    assert known.now.state is not None
    given = str(known.now.state.asked + 1)
    known.now.questions[given] = id
    return given


def question(known: Knowledge, event: Event, id: str) -> str:
    """Show the number that the viewer was given with the question."""
    for given, real in reversed(known.now.questions.items()):
        if real == id:
            return given
    raise Unseen(id)


def epoch(known: Knowledge, event: Event, number: int) -> int:
    """Count the take-backs that the viewer was shown."""
    assert known.now.state is not None
    return known.now.state.epoch


MASKS: Mapping[Mask, Masking] = {
    Mask.AS_IS: as_is,
    Mask.DOER: doer,
    Mask.COMBATANT: combatant,
    Mask.COMBATANTS: combatants,
    Mask.SIDE: side,
    Mask.WINNER: winner,
    Mask.FIRST_STRIKER: first_striker,
    Mask.WORDS: words,
    Mask.SOURCE: source,
    Mask.ROLLS: rolls,
    Mask.FACE: face,
    Mask.CLAUSES: clauses,
    Mask.WORKING: working,
    Mask.PERCEIVED: perceived,
    Mask.PRIVATELY: privately,
    Mask.MOMENT: moment,
    Mask.HIT_POINTS: hit_points,
    Mask.SHOWN_STAT_BLOCK: shown_stat_block,
    Mask.SHOWN_STAT_BLOCKS: shown_stat_blocks,
    Mask.NEWCOMER: newcomer,
    Mask.NOTES: notes,
    Mask.PLAIN: plain,
    Mask.DECLARATION: declaration,
    Mask.OWN_DEEDS: own_deeds,
    Mask.OWN_DEED: own_deed,
    Mask.OWN_DEED_IDS: own_deed_ids,
    Mask.OWN_REASONS: own_reasons,
    Mask.OF_OWN: of_own,
    Mask.OF_THE_SEEN: of_the_seen,
    Mask.CHOICES: choices,
    Mask.CHOICES_WITHOUT_WORDS: choices_without_words,
    Mask.NEW_QUESTION: new_question,
    Mask.QUESTION: question,
    Mask.EPOCH: epoch,
}
