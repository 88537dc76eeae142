"""How a field that a viewer may see is put in his words: ids, counts and texts that tell nothing else."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules.effects import Rolled
from rules.events import Because, Event
from rules.figure import Figure
from rules.reveal.knowledge import Knowledge, Unseen
from rules.state import Declaration, Deed
from rules.terms import PUBLIC

Mask = Callable[[Knowledge, Any, Any], Any]
"""From what a viewer knows, the event and the field's value to what he is shown. Raises Unseen."""

KNOWN_NOTES = ("distance_ft",)
"""The notes of an opening that everybody can see for himself."""


def as_is(k: Knowledge, event: Event, value: object) -> object:
    """The value itself."""
    return value


def doer(k: Knowledge, event: Event, who: str) -> str:
    """A figure without whom there is nothing to see."""
    if not who:
        return who
    called = k.called(who)
    if called is None:
        raise Unseen(who)
    return called


def figure(k: Knowledge, event: Event, who: str) -> str:
    """A figure that may remain unseen: then the empty text."""
    return k.either(who)


def figures(k: Knowledge, event: Event, who: tuple[str, ...]) -> tuple[str, ...]:
    """Those of the figures who are perceived."""
    return k.seen(who)


def side(k: Knowledge, event: Event, name: str) -> str:
    """A side; there is nothing to see of one of which nobody was met."""
    if name and name not in k.state_sides():
        raise Unseen(name)
    return name


def winner(k: Knowledge, event: Event, name: str) -> str:
    """A side, or the empty text where nobody of it was met."""
    return name if name in k.state_sides() else ""


def first_striker(k: Knowledge, event: Event, who: str) -> str:
    """A figure, or "together"."""
    return k.either(who) or "together"


def words(k: Knowledge, event: Event, text: str) -> str:
    """A text in the viewer's names."""
    return k.words(text)


def source(k: Knowledge, event: Any, text: str) -> str:
    """What did it, where whoever did it is perceived."""
    return "" if event.by and not k.perceives(event.by) else k.words(text)


def rolls(k: Knowledge, event: Event, rolled: tuple[Rolled, ...]) -> tuple[Rolled, ...]:
    """Open rolls of those whom the viewer has met, counted among those that he saw."""
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
    """What an open die showed; nothing of a hidden one."""
    if any(each.hidden for each in event.rolls):
        return "" if isinstance(value, str) else None if value is None else 0
    return value


def working(k: Knowledge, event: Event, text: str) -> str:
    """How a number came about, in the viewer's names; nothing where the die is hidden."""
    return str(face(k, event, k.words(text)))


def perceived(k: Knowledge, event: Event, by: tuple[str, ...]) -> tuple[str, ...]:
    """Openly, or the viewer's own characters that did."""
    if PUBLIC in by:
        return (PUBLIC,)
    own = tuple(who for who in by if k.owns(who)) or k.now.eyes.characters
    return tuple(k.called(who) or who for who in own)


def privately(k: Knowledge, event: Event, by: tuple[str, ...]) -> tuple[str, ...]:
    """The viewer's own characters."""
    return perceived(k, event, tuple(who for who in by if who != PUBLIC))


def moment(k: Knowledge, event: Event, number: int | None) -> int | None:
    """Numbered among the moments of which the viewer saw something."""
    return k.moment(event)


def hit_points(k: Knowledge, event: Any, left: int) -> int:
    """Numbers, quarters or nothing, as the table shows them."""
    figure = k.truth.combatants[event.who].figure
    most = figure.dew.bd_max if figure.dew is not None and getattr(event, "pool", "") == "BD" else figure.hit_points
    return k.hit_points(figure, left, most)


def shown_figure(k: Knowledge, event: Event, whom: Figure) -> Figure:
    """The figure whole to its owner, from outside to others."""
    state = k.after or k.truth
    return replace(whom, id=k.call(whom).id) if whom.wave else k.shown(state.combatants[whom.id])


def shown_figures(k: Knowledge, event: Event, all_of_them: tuple[Figure, ...]) -> tuple[Figure, ...]:
    """Own characters whole, others from outside; those who are hidden or come later are not there."""
    return tuple(
        shown_figure(k, event, each) for each in all_of_them if not (each.hidden or each.wave) or k.owns(each.id)
    )


def newcomer(k: Knowledge, event: Any, who: str) -> str:
    """The id that the figure has for the viewer from now on."""
    return k.call(event.figure).id


def notes(k: Knowledge, event: Event, value: Mapping[str, object]) -> dict[str, object]:
    """The distance, and nothing else that the DM noted."""
    return {key: value[key] for key in KNOWN_NOTES if key in value}


def plain(k: Knowledge, event: Event, value: object) -> object:
    """A plain value in the viewer's ids."""
    return k.plain(value)


def declaration(k: Knowledge, event: Event, value: Declaration) -> Declaration:
    """The declaration in the viewer's ids."""
    return k.declaration(value)


def own_deeds(k: Knowledge, event: Event, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """The deeds of own characters."""
    return tuple(k.deed(deed) for deed in deeds if k.owns(deed.who))


def own_deed(k: Knowledge, event: Event, id: str) -> str:
    """A deed of an own character, by the viewer's id for it."""
    if not id:
        return id
    known = k.deeds().get(id)
    if known is None or not k.owns(known.who):
        raise Unseen(id)
    return k.deed_id(id)


def own_deed_ids(k: Knowledge, event: Event, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Those of own characters, by the viewer's ids."""
    deeds = k.deeds()
    return tuple(k.deed_id(id) for id in ids if id in deeds and k.owns(deeds[id].who))


def own_reasons(k: Knowledge, event: Event, because: tuple[Because, ...]) -> tuple[Because, ...]:
    """Reasons between two deeds of own characters."""
    own = {id for id, deed in k.deeds().items() if k.owns(deed.who)}
    return tuple(
        Because(k.deed_id(each.deed), each.relation, k.deed_id(each.other), each.clauses, k.words(each.numbers))
        for each in because
        if each.deed in own and each.other in own
    )


Entries = tuple[Any, ...]
"""Records about one figure each: with a field ``who``, or a row that begins with it."""


def _of_whom(entry: Any) -> str:
    return str(entry[0] if isinstance(entry, tuple) else entry.who)


def _called(k: Knowledge, entry: Any) -> Any:
    called = k.called(_of_whom(entry)) or ""
    if isinstance(entry, tuple):
        return (called, *entry[1:])
    others = {name: k.either(getattr(entry, name)) for name in ("chase",) if getattr(entry, name, "")}
    params = {"params": k.plain(entry.params)} if hasattr(entry, "params") else {}
    return replace(entry, who=called, **others, **params)


def of_own(k: Knowledge, event: Event, entries: Entries) -> Entries:
    """The records about the viewer's own characters."""
    return tuple(_called(k, each) for each in entries if k.owns(_of_whom(each)))


def of_the_seen(k: Knowledge, event: Event, entries: Entries) -> Entries:
    """The records about figures that the viewer perceives."""
    return tuple(_called(k, each) for each in entries if k.perceives(_of_whom(each)))


def of_the_seen_without_words(k: Knowledge, event: Event, entries: Entries) -> Entries:
    """The records about figures that the viewer perceives; what one told the DM in words only in the viewer's own."""
    return tuple(
        each
        if k.owns(_of_whom(entry))
        else replace(each, params={key: value for key, value in each.params.items() if key != "text"})
        for entry in entries
        if k.perceives(_of_whom(entry))
        for each in (_called(k, entry),)
    )


def new_question(k: Knowledge, event: Event, id: str) -> str:
    """Numbered among the questions that this viewer was asked."""
    assert k.now.state is not None
    given = str(k.now.state.asked + 1)
    k.now.questions[given] = id
    return given


def question(k: Knowledge, event: Event, id: str) -> str:
    """The number that the viewer was given with the question."""
    for given, real in reversed(k.now.questions.items()):
        if real == id:
            return given
    raise Unseen(id)


def epoch(k: Knowledge, event: Event, number: int) -> int:
    """How many take-backs the viewer was shown."""
    assert k.now.state is not None
    return k.now.state.epoch
