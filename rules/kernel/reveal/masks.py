"""Masks: fields in a viewer's words, as ids, counts and texts that reveal nothing else.

The docstrings are the descriptions of the masks in docs/events.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.kernel.effects import Rolled
from rules.kernel.events import Because, Event
from rules.kernel.figure import Figure
from rules.kernel.registry import get_ruleset
from rules.kernel.reveal.knowledge import Knowledge, Unseen
from rules.kernel.state import Declaration, Deed
from rules.kernel.terms import PUBLIC
from rules.kernel.visibility import Mask, Record

Masking = Callable[[Knowledge, Any, Any], Any]
"""Return the shown value, from the viewer's knowledge, the event and the field's value. Raises Unseen."""

KNOWN_NOTES = ("distance_ft",)
"""The notes of an opening that all players can see for themselves."""


def as_is(k: Knowledge, event: Event, value: object) -> object:
    """Return the value itself."""
    return value


def doer(k: Knowledge, event: Event, who: str) -> str:
    """Show a combatant that the viewer has met; without it there is nothing to see."""
    if not who:
        return who
    called = k.called(who)
    if called is None:
        raise Unseen(who)
    return called


def figure(k: Knowledge, event: Event, who: str) -> str:
    """Show a combatant; "" where the viewer does not perceive it."""
    return k.either(who)


def figures(k: Knowledge, event: Event, who: tuple[str, ...]) -> tuple[str, ...]:
    """Show those of the combatants that the viewer perceives."""
    return k.seen(who)


def side(k: Knowledge, event: Event, name: str) -> str:
    """Show a side; if the viewer has met nobody of it, there is nothing to see."""
    if name and name not in k.state_sides():
        raise Unseen(name)
    return name


def winner(k: Knowledge, event: Event, name: str) -> str:
    """Show a side; "" if the viewer has met nobody of it."""
    return name if name in k.state_sides() else ""


def first_striker(k: Knowledge, event: Event, who: str) -> str:
    """Show a combatant, or "together"."""
    return k.either(who) or "together"


def words(k: Knowledge, event: Event, text: str) -> str:
    """Put a text in the viewer's names."""
    return k.words(text)


def source(k: Knowledge, event: Any, text: str) -> str:
    """Name the cause, if the combatant behind it is perceived."""
    return "" if event.by and not k.perceives(event.by) else k.words(text)


def rolls(k: Knowledge, event: Event, rolled: tuple[Rolled, ...]) -> tuple[Rolled, ...]:
    """Show open rolls of those that the viewer has met, counted among the rolls shown."""
    shown: list[Rolled] = []
    counts = dict(k.now.state.counts) if k.now.state is not None else {}
    for each in rolled:
        by = k.called(each.by)
        if each.hidden or by is None:
            continue
        kind = (each.purpose, by, each.sides)
        first = counts.get(kind, 0)
        counts[kind] = first + each.count
        shown.append(Rolled(each.purpose, by, each.count, each.sides, each.faces, each.source, False, first))
    return tuple(shown)


def face(k: Knowledge, event: Event, value: Any) -> Any:
    """Show the face of an open die; nothing of a hidden die."""
    if any(each.hidden for each in event.rolls):
        return "" if isinstance(value, str) else None if value is None else 0
    return value


def clauses(k: Knowledge, event: Event, cited: tuple[str, ...]) -> tuple[str, ...]:
    """Show the citations, except clauses that reveal what another's combatant has."""
    who = getattr(event, "who", "")
    if not cited or not who or k.owns(who):
        return cited
    own = get_ruleset(k.truth.ruleset).own_clauses
    return tuple(each for each in cited if each not in own) if own else cited


def working(k: Knowledge, event: Event, text: str) -> str:
    """Show how a number came about, in the viewer's names; nothing for a hidden die."""
    return str(face(k, event, k.words(text)))


def perceived(k: Knowledge, event: Event, by: tuple[str, ...]) -> tuple[str, ...]:
    """Show that it was perceived openly, or by which of the viewer's own characters."""
    if PUBLIC in by:
        return (PUBLIC,)
    own = tuple(who for who in by if k.owns(who)) or k.now.eyes.characters
    return tuple(k.called(who) or who for who in own)


def privately(k: Knowledge, event: Event, by: tuple[str, ...]) -> tuple[str, ...]:
    """Show the viewer's own characters."""
    return perceived(k, event, tuple(who for who in by if who != PUBLIC))


def moment(k: Knowledge, event: Event, number: int | None) -> int | None:
    """Number the moment among those in which the viewer saw something."""
    return k.moment(event)


def hit_points(k: Knowledge, event: Any, left: int) -> int:
    """Show numbers, quarters or nothing, as the table shows them."""
    figure = k.truth.combatants[event.who].figure
    most = None if figure.sheet is None else figure.sheet.most_of(getattr(event, "pool", ""))
    return k.hit_points(figure, left, most)


def shown_figure(k: Knowledge, event: Event, whom: Figure) -> Figure:
    """Show the combatant whole to its owner, from outside to others."""
    state = k.after or k.truth
    return replace(whom, id=k.call(whom).id) if whom.wave else k.shown(state.combatants[whom.id])


def shown_figures(k: Knowledge, event: Event, all_of_them: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Show own characters whole, others from outside; the hidden and the later are left out."""
    return tuple(
        shown_figure(k, event, each) for each in all_of_them if not (each.hidden or each.wave) or k.owns(each.id)
    )


def newcomer(k: Knowledge, event: Any, who: str) -> str:
    """Show the id that the combatant has for the viewer from now on."""
    return k.call(event.figure).id


def notes(k: Knowledge, event: Event, value: Mapping[str, object]) -> dict[str, object]:
    """Show the distance, and no other note of the DM."""
    return {key: value[key] for key in KNOWN_NOTES if key in value}


def plain(k: Knowledge, event: Event, value: object) -> object:
    """Put a plain value in the viewer's ids."""
    return k.plain(value)


def declaration(k: Knowledge, event: Event, value: Declaration) -> Declaration:
    """Put the declaration in the viewer's ids."""
    return k.declaration(value)


def own_deeds(k: Knowledge, event: Event, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """Show the deeds of own characters."""
    return tuple(k.deed(deed) for deed in deeds if k.owns(deed.who))


def own_deed(k: Knowledge, event: Event, id: str) -> str:
    """Show a deed of an own character, by the viewer's id for it."""
    if not id:
        return id
    known = k.deeds().get(id)
    if known is None or not k.owns(known.who):
        raise Unseen(id)
    return k.deed_id(id)


def own_deed_ids(k: Knowledge, event: Event, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Show the deeds of own characters, by the viewer's ids."""
    deeds = k.deeds()
    return tuple(k.deed_id(id) for id in ids if id in deeds and k.owns(deeds[id].who))


def own_reasons(k: Knowledge, event: Event, because: tuple[Because, ...]) -> tuple[Because, ...]:
    """Show the reasons between two deeds of own characters."""
    own = {id for id, deed in k.deeds().items() if k.owns(deed.who)}
    return tuple(
        Because(k.deed_id(each.deed), each.relation, k.deed_id(each.other), each.clauses, k.words(each.numbers))
        for each in because
        if each.deed in own and each.other in own
    )


Entry = Record | tuple[Any, ...]
"""A record about one combatant, or a row of plain numbers and places that begins with its id."""
Entries = tuple[Entry, ...]


def _of_whom(entry: Entry) -> str:
    return entry.who if isinstance(entry, Record) else str(entry[0])


def _called(k: Knowledge, entry: Entry) -> Entry:
    called = k.called(_of_whom(entry)) or ""
    return entry.show(called, k) if isinstance(entry, Record) else (called, *entry[1:])


def of_own(k: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about the viewer's own characters."""
    return tuple(_called(k, each) for each in entries if k.owns(_of_whom(each)))


def of_the_seen(k: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about combatants that the viewer perceives."""
    return tuple(_called(k, each) for each in entries if k.perceives(_of_whom(each)))


def choices(k: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about perceived combatants; without any there is nothing to see."""
    return _if_any(entries, of_the_seen(k, event, entries))


def _if_any(entries: Entries, shown: Entries) -> Entries:
    if entries and not shown:
        raise Unseen(_of_whom(entries[0]))
    return shown


def choices_without_words(k: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about perceived combatants; without any there is nothing to see.
    Words written for the DM are shown only of the viewer's own.
    """
    told = tuple(each if k.owns(_of_whom(each)) else _without_words(each) for each in entries)
    return _if_any(entries, of_the_seen(k, event, told))


def _without_words(entry: Entry) -> Entry:
    return entry.without_words() if isinstance(entry, Record) else entry


def new_question(k: Knowledge, event: Event, id: str) -> str:
    """Number it among the questions that this viewer was asked."""
    assert k.now.state is not None
    given = str(k.now.state.asked + 1)
    k.now.questions[given] = id
    return given


def question(k: Knowledge, event: Event, id: str) -> str:
    """Show the number that the viewer was given with the question."""
    for given, real in reversed(k.now.questions.items()):
        if real == id:
            return given
    raise Unseen(id)


def epoch(k: Knowledge, event: Event, number: int) -> int:
    """Count the take-backs that the viewer was shown."""
    assert k.now.state is not None
    return k.now.state.epoch


MASKS: Mapping[Mask, Masking] = {
    Mask.AS_IS: as_is,
    Mask.DOER: doer,
    Mask.FIGURE: figure,
    Mask.FIGURES: figures,
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
    Mask.SHOWN_FIGURE: shown_figure,
    Mask.SHOWN_FIGURES: shown_figures,
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
