"""Masks: fields in a viewer's words, as ids, counts and texts that reveal nothing else.

The docstrings are the descriptions of the masks in docs/events.md.
"""

from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Any

from rules.kernel.deeds import Declaration, Deed
from rules.kernel.effects import Rolled
from rules.kernel.events import Attacked, Event, SegmentBegan
from rules.kernel.frozen import evolve
from rules.kernel.map_plan import NO_PLAN, MapFeature, MapPlan, show_feature, show_plan
from rules.kernel.order import Because
from rules.kernel.own import Own, OwnDetails
from rules.kernel.reveal.knowledge import Knowledge, Unseen
from rules.kernel.reveal.rows import lookup_fields, replace_hidden
from rules.kernel.stat_block import StatBlock
from rules.kernel.terms import PUBLIC
from rules.kernel.visibility import Audience, EventEntry, Mask, Sees

Masking = Callable[[Knowledge, Any, Any], Any]
"""Return the shown value, from the viewer's knowledge, the event and the field's value. Raises Unseen."""

KNOWN_NOTES = ("distance_ft",)
"""The notes of an opening that all players can see for themselves."""


def show_field(known: Knowledge, event: Event, sees: Sees, value: object) -> Any:
    """Return the value of a field as its visibility has it, or its replacement."""
    if not _may_see(known, event, sees.to):
        return replace_hidden(sees, event)
    return MASKS[sees.mask](known, event, value)


def _may_see(known: Knowledge, event: Event, to: Audience) -> bool:
    if to is Audience.ALL:
        return True
    own = known.is_own(getattr(event, "who", ""))
    if to is Audience.OWNER:
        return own
    if to is Audience.OWN_NEEDED:
        return own or known.may_see_needed(event)
    assert to in (Audience.NEEDED, Audience.DM)
    return to is Audience.NEEDED and known.may_see_needed(event)


def show_as_is(known: Knowledge, event: Event, value: object) -> object:
    """Return the value itself."""
    return value


def show_doer(known: Knowledge, event: Event, who: str) -> str:
    """Show a combatant that the viewer has met; without it there is nothing to see."""
    if not who:
        return who
    called = known.find_id(who)
    if called is None:
        raise Unseen(who)
    return called


def show_combatant(known: Knowledge, event: Event, who: str) -> str:
    """Show a combatant; "" where the viewer does not perceive it."""
    return known.show_combatant(who)


def show_combatants(known: Knowledge, event: Event, who: tuple[str, ...]) -> tuple[str, ...]:
    """Show those of the combatants that the viewer perceives."""
    return known.show_combatants(who)


def show_side(known: Knowledge, event: Event, name: str) -> str:
    """Show a side; if the viewer has met nobody of it, there is nothing to see."""
    if name and name not in known.list_sides():
        raise Unseen(name)
    return name


def show_winner(known: Knowledge, event: Event, name: str) -> str:
    """Show a side; "" if the viewer perceives nobody of it who can still act."""
    standing = [each.id for each in known.truth.combatants.values() if each.side == name and each.able]
    return name if any(known.can_perceive(who) for who in standing) else ""


def show_first_striker(known: Knowledge, event: Event, who: str) -> str:
    """Show a combatant, or "together"."""
    return known.show_combatant(who) or "together"


def show_words(known: Knowledge, event: Event, text: str) -> str:
    """Put a text in the viewer's names."""
    return known.show_words(text)


def show_typed(known: Knowledge, event: Event, text: str) -> str:
    """Show what a player typed as it was typed; put a text of the DM in the viewer's names."""
    return known.show_typed(getattr(event, "who", ""), text)


def show_source(known: Knowledge, event: Any, text: str) -> str:
    """Name the cause, if the combatant behind it is perceived.

    It is named even if somebody unseen has a spell or device of the same name.
    """
    if not event.by:
        return known.show_words(text)
    return known.replace_names(text) if known.can_perceive(event.by) else ""


def show_rolls(known: Knowledge, event: Event, rolled: tuple[Rolled, ...]) -> tuple[Rolled, ...]:
    """Show open rolls of those that the viewer has met, counted among the rolls shown."""
    shown: list[Rolled] = []
    counts = dict(known.now.state.counts) if known.now.state is not None else {}
    for each in rolled:
        by = known.find_id(each.by)
        if each.hidden or by is None:
            continue
        kind = (each.purpose, by, each.sides)
        first = counts.get(kind, 0)
        counts[kind] = first + each.count
        shown.append(Rolled(each.purpose, by, each.count, each.sides, each.faces, each.source, False, first))
    return tuple(shown)


def show_face(known: Knowledge, event: Event, value: Any) -> Any:
    """Show the face of an open die; nothing of a hidden die."""
    if any(each.hidden for each in event.rolls):
        return "" if isinstance(value, str) else None if value is None else 0
    return value


def show_clauses(known: Knowledge, event: Event, cited: tuple[str, ...]) -> tuple[str, ...]:
    """Show the citations, except clauses that reveal what another's combatant has."""
    is_own = known.is_own(getattr(event, "who", ""))
    is_own_target = not isinstance(event, Attacked) or known.is_own(event.target)
    if not cited or (is_own and is_own_target):
        return cited
    secrecy = known.procedure.secrecy
    secret = (*(() if is_own else secrecy.own_clauses), *(() if is_own_target else secrecy.target_clauses))
    return tuple(each for each in cited if each not in secret) if secret else cited


def show_working(known: Knowledge, event: Event, text: str) -> str:
    """Show how a number came about, in the viewer's names; nothing for a hidden die."""
    return str(show_face(known, event, known.show_words(text)))


def show_perceivers(known: Knowledge, event: Event, by: tuple[str, ...]) -> tuple[str, ...]:
    """Show that it was perceived openly, or by which of the viewer's own characters."""
    if PUBLIC in by:
        return (PUBLIC,)
    own = tuple(who for who in by if known.is_own(who)) or known.now.viewpoint.characters
    return tuple(known.find_id(who) or who for who in own)


def show_own_perceivers(known: Knowledge, event: Event, by: tuple[str, ...]) -> tuple[str, ...]:
    """Show the viewer's own characters."""
    return show_perceivers(known, event, tuple(who for who in by if who != PUBLIC))


def show_clock(known: Knowledge, event: Event, clock: int | None) -> int | None:
    """Show the column, or the last column that the viewer was shown, if that is earlier."""
    seen = known.now.state.clock if known.now.state is not None else None
    if clock is None or isinstance(event, SegmentBegan):
        return clock
    return seen if seen is None else min(clock, seen)


def show_moment(known: Knowledge, event: Event, number: int | None) -> int | None:
    """Number the moment among those in which the viewer saw something."""
    return known.number_moment(event)


def show_hit_points(known: Knowledge, event: Any, left: int) -> int:
    """Show numbers, quarters or nothing, as the table shows them."""
    stat_block = known.truth.combatants[event.who].stat_block
    most = None if stat_block.sheet is None else stat_block.sheet.find_greatest(getattr(event, "pool", ""))
    return known.show_hit_points(stat_block, left, most)


def show_stat_block(known: Knowledge, event: Event, arriving: StatBlock) -> StatBlock:
    """Show the combatant whole to its owner, from outside to others."""
    state = known.after or known.truth
    return (
        replace(arriving, id=known.call(arriving).id)
        if arriving.start.wave
        else known.show_stat_block(state.combatants[arriving.id])
    )


def show_stat_blocks(known: Knowledge, event: Event, all_of_them: tuple[StatBlock, ...]) -> tuple[StatBlock, ...]:
    """Show own characters whole, others from outside; the hidden and the later are left out."""
    return tuple(
        show_stat_block(known, event, each)
        for each in all_of_them
        if not (each.start.hidden or each.start.wave) or known.is_own(each.id)
    )


def show_newcomer(known: Knowledge, event: Any, who: str) -> str:
    """Show the id that the combatant has for the viewer from now on."""
    return known.call(event.stat_block).id


def show_notes(known: Knowledge, event: Event, value: Mapping[str, object]) -> dict[str, object]:
    """Show the distance, and no other note of the DM."""
    return {key: value[key] for key in KNOWN_NOTES if key in value}


def show_map_plan(known: Knowledge, event: Event, plan: MapPlan) -> MapPlan:
    """Show the plan without its hidden parts; a hidden door is shown as wall."""
    return show_plan(plan)


def show_opening_plan(known: Knowledge, event: Event, plan: MapPlan | None) -> MapPlan | None:
    """Show the plan likewise; none where all of it is hidden."""
    shown = show_plan(plan or NO_PLAN)
    return None if shown == NO_PLAN else shown


def show_map_feature(known: Knowledge, event: Event, feature: MapFeature | None) -> MapFeature | None:
    """Show the feature without its id; a hidden door is shown as wall."""
    return feature and show_feature(feature)


def show_plain(known: Knowledge, event: Event, value: object) -> object:
    """Put a plain value in the viewer's ids; what a player typed stays as it was typed."""
    return known.show_plain(value, getattr(event, "who", ""))


def show_declaration(known: Knowledge, event: Event, value: Declaration) -> Declaration:
    """Put the declaration in the viewer's ids."""
    return evolve(
        value,
        who=known.find_id(value.who) or "",
        targets=known.show_combatants(value.targets),
        then=tuple(show_declaration(known, event, each) for each in value.then),
        owned={kind: evolve(own, **_show_fields(known, event, value.who, own)) for kind, own in value.owned.items()},
        **_show_fields(known, event, value.who, value),
    )


def _show_fields(known: Knowledge, event: Event, who: str, thing: Declaration | Own) -> dict[str, Any]:
    """Return the fields of one class alone, each through its mask.

    Texts were typed for ``who``, who has declared: an event may tell of deeds of several, and have no doer.
    """
    shown = lookup_fields(type(thing))
    return {name: _show_part(known, event, who, sees.mask, getattr(thing, name)) for name, sees in shown.items()}


def _show_part(known: Knowledge, event: Event, who: str, mask: Mask, value: Any) -> object:
    match mask:
        case Mask.TYPED:
            return known.show_typed(who, value)
        case Mask.PLAIN:
            return known.show_plain(value, who)
        case _:
            return MASKS[mask](known, event, value)


def show_details(known: Knowledge, event: Event, details: OwnDetails | None) -> OwnDetails | None:
    """Show each of its fields to those who may see it, as listed below."""
    if details is None:
        return None
    rows = lookup_fields(type(details))
    return evolve(
        details, **{name: show_field(known, event, sees, getattr(details, name)) for name, sees in rows.items()}
    )


def show_own_deeds(known: Knowledge, event: Event, deeds: tuple[Deed, ...]) -> tuple[Deed, ...]:
    """Show the deeds of own characters."""
    own = (deed for deed in deeds if known.is_own(deed.who))
    show = partial(show_declaration, known, event)
    return tuple(known.show_deed(deed.show_order(show)) for deed in own if not _is_due_to_unseen(known, deed))


def _is_due_to_unseen(known: Knowledge, deed: Deed) -> bool:
    """Return whether a deed was not ordered, but is due to what somebody unperceived will do."""
    declared = known.truth.declared.get(deed.who)
    steps = (declared, *declared.then) if declared is not None else ()
    named = {target for step in steps for target in step.targets}
    return bool(deed.targets) and not any(each in named or known.can_perceive(each) for each in deed.targets)


def show_own_deed(known: Knowledge, event: Event, id: str) -> str:
    """Show a deed of an own character, by the viewer's id for it."""
    if not id:
        return id
    deed = known.map_deeds().get(id)
    if deed is None or not known.is_own(deed.who):
        raise Unseen(id)
    return known.give_deed_id(id)


def show_own_deed_ids(known: Knowledge, event: Event, ids: tuple[str, ...]) -> tuple[str, ...]:
    """Show the deeds of own characters, by the viewer's ids."""
    deeds = known.map_deeds()
    return tuple(known.give_deed_id(id) for id in ids if id in deeds and known.is_own(deeds[id].who))


def show_own_reasons(known: Knowledge, event: Event, because: tuple[Because, ...]) -> tuple[Because, ...]:
    """Show the reasons between two deeds of own characters."""
    own = {id for id, deed in known.map_deeds().items() if known.is_own(deed.who)}
    return tuple(
        Because(
            known.give_deed_id(each.deed),
            each.relation,
            known.give_deed_id(each.other),
            each.clauses,
            known.show_words(each.numbers),
        )
        for each in because
        if each.deed in own and each.other in own
    )


Entry = EventEntry | tuple[Any, ...]
"""A record about one combatant, or a row of plain numbers and places that begins with its id."""
Entries = tuple[Entry, ...]


def _get_subject(entry: Entry) -> str:
    return entry.who if isinstance(entry, EventEntry) else str(entry[0])


def _show_record(known: Knowledge, entry: Entry) -> Entry:
    called = known.find_id(_get_subject(entry)) or ""
    return entry.show(called, known) if isinstance(entry, EventEntry) else (called, *entry[1:])


def show_own_records(known: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about the viewer's own characters."""
    return tuple(_show_record(known, each) for each in entries if known.is_own(_get_subject(each)))


def show_seen_records(known: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about combatants that the viewer perceives."""
    return tuple(_show_record(known, each) for each in entries if known.can_perceive(_get_subject(each)))


def show_choices(known: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about perceived combatants; without any there is nothing to see."""
    return _require_any(entries, show_seen_records(known, event, entries))


def _require_any(entries: Entries, seen: Entries) -> Entries:
    """Return the records seen. Raises Unseen where there are records and none is seen."""
    if entries and not seen:
        raise Unseen(_get_subject(entries[0]))
    return seen


def show_choices_without_words(known: Knowledge, event: Event, entries: Entries) -> Entries:
    """Show the records about perceived combatants; without any there is nothing to see.
    Words written for the DM are shown only of the viewer's own.
    """
    records = tuple(each if known.is_own(_get_subject(each)) else _hide_words(each) for each in entries)
    return _require_any(entries, show_seen_records(known, event, records))


def _hide_words(entry: Entry) -> Entry:
    return entry.without_words() if isinstance(entry, EventEntry) else entry


def show_new_question(known: Knowledge, event: Event, id: str) -> str:
    """Number it among the questions that this viewer was asked."""
    assert known.now.state is not None
    given = str(known.now.state.asked + 1)
    known.now.questions[given] = id
    return given


def show_question(known: Knowledge, event: Event, id: str) -> str:
    """Show the number that the viewer was given with the question."""
    for given, real in reversed(known.now.questions.items()):
        if real == id:
            return given
    raise Unseen(id)


def show_epoch(known: Knowledge, event: Event, number: int) -> int:
    """Count the take-backs that the viewer was shown."""
    assert known.now.state is not None
    return known.now.state.epoch


MASKS: Mapping[Mask, Masking] = {
    Mask.AS_IS: show_as_is,
    Mask.DOER: show_doer,
    Mask.COMBATANT: show_combatant,
    Mask.COMBATANTS: show_combatants,
    Mask.SIDE: show_side,
    Mask.WINNER: show_winner,
    Mask.FIRST_STRIKER: show_first_striker,
    Mask.WORDS: show_words,
    Mask.TYPED: show_typed,
    Mask.SOURCE: show_source,
    Mask.ROLLS: show_rolls,
    Mask.FACE: show_face,
    Mask.CLAUSES: show_clauses,
    Mask.WORKING: show_working,
    Mask.PERCEIVED: show_perceivers,
    Mask.PRIVATELY: show_own_perceivers,
    Mask.CLOCK: show_clock,
    Mask.MOMENT: show_moment,
    Mask.HIT_POINTS: show_hit_points,
    Mask.SHOWN_STAT_BLOCK: show_stat_block,
    Mask.SHOWN_STAT_BLOCKS: show_stat_blocks,
    Mask.NEWCOMER: show_newcomer,
    Mask.NOTES: show_notes,
    Mask.MAP_PLAN: show_map_plan,
    Mask.OPENING_PLAN: show_opening_plan,
    Mask.MAP_FEATURE: show_map_feature,
    Mask.PLAIN: show_plain,
    Mask.DECLARATION: show_declaration,
    Mask.DETAILS: show_details,
    Mask.OWN_DEEDS: show_own_deeds,
    Mask.OWN_DEED: show_own_deed,
    Mask.OWN_DEED_IDS: show_own_deed_ids,
    Mask.OWN_REASONS: show_own_reasons,
    Mask.OF_OWN: show_own_records,
    Mask.OF_THE_SEEN: show_seen_records,
    Mask.CHOICES: show_choices,
    Mask.CHOICES_WITHOUT_WORDS: show_choices_without_words,
    Mask.NEW_QUESTION: show_new_question,
    Mask.QUESTION: show_question,
    Mask.EPOCH: show_epoch,
}
