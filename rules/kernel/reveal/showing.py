"""An event as one viewer is shown it: nothing, the event in their words, or more events.

Further events, not in the log, show what the viewer must be shown first: a combatant in the middle of a fight. One
whose ``perceived_by`` is empty only brings a combatant up to date: it is folded, and not narrated. Each event is folded
before the next is requested.
"""

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any, TypeVar

from rules.kernel import events as e
from rules.kernel.closing import may_order_again
from rules.kernel.map_plan import show_plan
from rules.kernel.options import TABLE_OPTIONS
from rules.kernel.reveal import masks
from rules.kernel.reveal.knowledge import Knowledge, Unseen
from rules.kernel.reveal.rows import Row, lookup_row
from rules.kernel.rulings import OwnRuling, read_named_value
from rules.kernel.state import Combatant, OngoingCasting, OpenQuestion, State
from rules.kernel.terms import DM
from rules.kernel.visibility import Audience

Showing = Iterator[e.Event]

EventT = TypeVar("EventT", bound=e.Event)
Made = TypeVar("Made", bound=e.Event)

SILENT: tuple[str, ...] = ()
"""The perceivers of an event that is folded, and not narrated."""

ShowEvent = Callable[[Knowledge, EventT, Row], Showing]

SPECIAL: dict[type[e.Event], Callable[[Knowledge, Any, Row], Showing]] = {}
"""The functions that show the kinds of events that need more than their row."""


def register_for(kind: type[EventT]) -> Callable[[ShowEvent[EventT]], ShowEvent[EventT]]:
    """Register the function that shows a kind of event."""

    def register(function: ShowEvent[EventT]) -> ShowEvent[EventT]:
        SPECIAL[kind] = function
        return function

    return register


def show_event(known: Knowledge, event: e.Event) -> Showing:
    """Yield the events that a viewer, not the DM, is shown for one event of the log.

    Raises Unlisted for an unknown kind.
    """
    row = lookup_row(type(event))
    special = SPECIAL.get(type(event))
    if special is not None:
        yield from special(known, event, row)
    elif _is_for_viewer(known, event, row) and _is_all_in_sight(known, event, row):
        yield from _show_with_newcomers(known, event, row)


def _is_for_viewer(known: Knowledge, event: e.Event, row: Row) -> bool:
    if row.to is Audience.ALL:
        return True
    if row.to is Audience.OWNER and not known.is_own(getattr(event, "who", "")):
        return False
    return row.to is not Audience.DM and known.can_learn_of(event)


def _list_needed(event: e.Event, row: Row) -> Iterator[tuple[str, str]]:
    """Yield, by field, the combatants without which there is nothing to see."""
    for name in row.needed:
        if who := getattr(event, name):
            yield name, who


def _is_all_in_sight(known: Knowledge, event: e.Event, row: Row) -> bool:
    """Return whether the doer is perceived, and the other needed combatants are at least known."""
    alone = known.has_perceived(event)
    for name, who in _list_needed(event, row):
        if (
            who in known.truth.combatants
            and not known.is_in_sight(who)
            and not alone
            and (name == "who" or not known.has_met(who))
        ):
            return False
    return True


def _show_with_newcomers(known: Knowledge, event: e.Event, row: Row) -> Showing:
    """Yield the event, after events that show each doer not met before."""
    for _, who in _list_needed(event, row):
        each = known.truth.combatants.get(who)
        if each is None:
            continue
        if not known.is_in_sight(who) and known.has_perceived(event):
            known.now.met_alone[who] = True
        if not known.has_met(who):
            yield from show_combatant(known, each, event)
    yield from show_masked(known, event, row)


def show_masked(known: Knowledge, event: e.Event, row: Row, **given: object) -> Showing:
    """Yield the event in the viewer's words; nothing if it is about unseen combatants.

    Fields that are ``given`` are taken as they are.
    """
    values: dict[str, Any] = {name: getattr(event, name) for name in row.plain}
    try:
        for name, sees in row.masked.items():
            if name != "moment" and name not in given:
                values[name] = masks.show_field(known, event, sees, getattr(event, name))
    except Unseen:
        return
    values.update(given)
    # Last, because it counts moments: an event that is not shown must not be counted.
    values["moment"] = masks.show_field(known, event, row.fields["moment"], event.moment)
    yield type(event)(**values)


# Kinds that need more than their row.


@register_for(e.Appeared)
def _show_appeared(known: Knowledge, event: e.Appeared, row: Row) -> Showing:
    """Show a combatant that is hidden or comes later only to its player and named perceivers."""
    who = event.stat_block
    alone = known.has_perceived(event)
    if known.is_own(who.id) or (known.can_learn_of(event) and (alone or not (who.start.hidden or who.start.wave))):
        if who.start.hidden and not known.is_own(who.id):
            known.now.met_alone[who.id] = True
        yield from show_masked(known, event, row)


@register_for(e.Revealed)
def _show_revealed(known: Knowledge, event: e.Revealed, row: Row) -> Showing:
    """Show the combatant as it is now; only viewers who knew of it see that it was hidden."""
    who = event.who
    is_known = known.has_met(who)
    if not known.is_own(who):
        yield from show_combatant(known, _get_after(known).combatants[who], event)
    if is_known:
        yield from show_masked(known, event, row)


@register_for(e.AgendaChanged)
def _show_agenda(known: Knowledge, event: e.AgendaChanged, row: Row) -> Showing:
    """Show it only when the viewer's own deeds have changed."""
    deeds = masks.show_own_deeds(known, event, event.deeds)
    assert known.now.state is not None
    if deeds != known.now.state.pending:
        yield from show_masked(known, event, row, deeds=deeds)


@register_for(e.MomentBegan)
def _show_moment(known: Knowledge, event: e.MomentBegan, row: Row) -> Showing:
    """Show it only when a deed of the viewer's own is in it."""
    deeds = masks.show_own_deed_ids(known, event, event.deeds)
    if deeds:
        yield from show_masked(known, event, row, deeds=deeds)


@register_for(e.PrecedenceDropped)
def _show_own_only(known: Knowledge, event: e.PrecedenceDropped, row: Row) -> Showing:
    """Show it only when both deeds are the viewer's own: the masks raise Unseen for another's."""
    yield from show_masked(known, event, row)


@register_for(e.SpellBegan)
def _show_spell_began(known: Knowledge, event: e.SpellBegan, row: Row) -> Showing:
    """Show a caster's class when the spell begins: a prayer looks different from a spell."""
    for made in _show_plainly(known, event, row):
        if type(made) is type(event) and known.reveal_class(event.who, event.spell):
            yield from show_combatant(known, known.truth.combatants[event.who], event)
        yield made


@register_for(e.SpellCompleted)
def _show_spell_completed(known: Knowledge, event: e.SpellCompleted, row: Row) -> Showing:
    """Show the caster again if the spell was cast unnamed, because no name shows it is over."""
    yield from _show_plainly(known, event, row)
    yield from _show_again(known, event, lambda old, new: old.casting is not None and new.casting is None)


@register_for(e.TaskDone)
def _show_task_done(known: Knowledge, event: e.TaskDone, row: Row) -> Showing:
    """Show a drawn weapon from now on."""
    yield from _show_plainly(known, event, row)
    yield from _show_again(known, event, lambda old, new: new.in_hand != old.in_hand)


def _show_again(known: Knowledge, event: e.Event, differs: Callable[[Combatant, Combatant], bool]) -> Showing:
    who = getattr(event, "who", "")
    if known.after is None or known.now.state is None or not known.can_perceive(who) or not known.can_learn_of(event):
        return
    each = known.after.combatants[who]
    if differs(known.now.state.combatants[known.names.given[who].id], each):
        yield from show_combatant(known, each, event)


def _show_plainly(known: Knowledge, event: e.Event, row: Row) -> Showing:
    if _is_for_viewer(known, event, row) and _is_all_in_sight(known, event, row):
        yield from _show_with_newcomers(known, event, row)


@register_for(e.MapChanged)
def _show_map_change(known: Knowledge, event: e.MapChanged, row: Row) -> Showing:
    """Show it only when the map that the viewer sees is another."""
    assert known.now.state is not None
    if show_plan(event.plan) != known.now.state.plan:
        yield from show_masked(known, event, row)


# Rulings.

SECRET_VALUES = ("ac", "spells", "charges")
"""Things that a ruling changes without showing others the old and the new value."""


@register_for(e.Ruled)
def _show_ruling(known: Knowledge, event: e.Ruled, row: Row) -> Showing:
    """Show it if its combatant is perceived, and without anything unseen that it names.

    Others' hit points are shown as the table shows them. Of their other numbers only the fact of the ruling is shown,
    not the old and the new value. One that hides a combatant before the first round shows that it is not there.
    """
    if _is_hidden_before_the_fight(known, event):
        if known.has_met(event.who):
            yield e.Unmet(who=known.names.given[event.who].id, round=event.round, perceived_by=SILENT)
        return
    if not known.can_learn_of(event):
        return
    if event.who == DM:
        yield from _show_encounter_ruling(known, event, row)
        return
    before, after = known.truth.combatants[event.who], _get_after(known).combatants[event.who]
    if before.hidden and not known.is_in_sight(event.who) and after.hidden:
        return
    if not known.has_met(event.who) or (before.hidden and not after.hidden and not known.is_own(event.who)):
        yield from show_combatant(known, after, event)
    yield from _show_combatant_ruling(known, event, row)


def _is_hidden_before_the_fight(known: Knowledge, event: e.Ruled) -> bool:
    """Return whether a combatant is hidden from the viewer before anybody could perceive it."""
    if event.what != "hidden" or event.who == DM or known.truth.round >= 0 or known.is_own(event.who):
        return False
    return _get_after(known).combatants[event.who].hidden and event.who not in known.now.met_alone


def _show_combatant_ruling(known: Knowledge, event: e.Ruled, row: Row) -> Showing:
    if _is_about_unseen(known, event) or _is_about_unseen_thing(known, event):
        return
    if known.is_own(event.who):
        yield from show_masked(known, event, row)
    elif event.what == "hp":
        yield from _show_hit_point_ruling(known, event, row)
    elif not _is_value_told(known, event):
        yield from show_masked(known, event, row, old=None, new=None)
    else:
        yield from show_masked(known, event, row)


def _is_value_told(known: Knowledge, event: e.Ruled) -> bool:
    """Return whether others than the owner see the old and the new value of a ruling."""
    own = _find_own(known, event)
    return event.what not in SECRET_VALUES and (own is None or own.has_public_values)


def _find_own(known: Knowledge, event: e.Ruled) -> OwnRuling | None:
    """Return the ruling, if only the procedure in play knows it."""
    return known.procedure.rulings.own.get(event.what)


def _show_hit_point_ruling(known: Knowledge, event: e.Ruled, row: Row) -> Showing:
    """Yield the ruling with hit points as the table shows them.

    The dead are seen to be dead, whatever number is shown.
    """
    before, after = known.truth.combatants[event.who], _get_after(known).combatants[event.who]
    old, new = (known.show_hit_points(before.stat_block, each.hp) for each in (before, after))
    yield from show_masked(known, event, row, old=old, new=new)
    if after.has("dead") and known.lookup_grading(after.stat_block) != "numbers":
        yield e.Slain(who=known.names.given[event.who].id, round=event.round, clock=event.clock, perceived_by=SILENT)


def _is_about_unseen(known: Knowledge, event: e.Ruled) -> bool:
    """Return whether a ruled range or cover is that of a pair with an unperceived combatant."""
    own = _find_own(known, event)
    of_two = event.what == "range" or (own is not None and own.has_other)
    other = event.new[0] if of_two and isinstance(event.new, list | tuple) else event.new
    if not (of_two or event.what == "behind") or not isinstance(other, str):
        return False
    return other in known.truth.combatants and not known.can_perceive(other)


def _is_about_unseen_thing(known: Knowledge, event: e.Ruled) -> bool:
    """Return whether the viewer has not seen the thing ruled on with that combatant.

    The ruling says that it is broken, dropped or prepared.
    """
    own = _find_own(known, event)
    if own is None or own.things is None:
        return False
    thing = event.new[0] if isinstance(event.new, list | tuple) else event.new
    assert known.now.state is not None, "a viewer sees a ruling on a combatant that was shown"
    combatant = known.now.state.combatants[known.names.given[event.who].id]
    return thing not in own.things(combatant)


def _show_encounter_ruling(known: Knowledge, event: e.Ruled, row: Row) -> Showing:
    """Yield the ruling on options or setting, which everybody sees.

    When the table shows more or less of combatants, all are shown again.
    """
    yield from show_masked(known, event, row, who=DM)
    if event.what != "option" or read_named_value(event.new)[0] not in TABLE_OPTIONS:
        return
    for each in _get_after(known).combatants.values():
        if known.can_perceive(each.id) and not known.is_own(each.id):
            yield from show_combatant(known, each, event)


def _get_after(known: Knowledge) -> State:
    assert known.after is not None
    return known.after


# Events, not in the log, that show a combatant in the middle of a fight.


def show_combatant(known: Knowledge, each: Combatant, event: e.Event) -> Iterator[e.Event]:
    """Yield Appeared for a combatant as it is now, then each change since it came.

    Appeared is narrated if the viewer had not met the combatant. ``event`` is the event about it that the viewer is
    about to be shown, or has just been shown.
    """
    met = known.has_met(each.id)
    perceived = SILENT if met else masks.show_perceivers(known, event, event.perceived_by)
    shown = known.show_stat_block(each)
    stat_block = replace(shown, start=replace(shown.start, conditions=()))
    now = known.show_own_state(each) if known.is_own(each.id) else None
    yield _stamp(event, e.Appeared(who=stat_block.id, stat_block=stat_block, own_state=now, perceived_by=perceived))
    yield from (_stamp(event, made) for made in _show_changes(known, each, stat_block.id))


def _show_changes(known: Knowledge, each: Combatant, who: str) -> Iterator[e.Event]:
    own = known.is_own(each.id)
    seen = _get_state(known).combatants[who]
    if seen.place != each.place:
        yield e.Moved(who=who, to=each.place, feet=0, perceived_by=SILENT)
    left = known.show_hit_points(each.stat_block, each.hp)
    if left != seen.hp:
        yield e.Damaged(who=who, by="", amount=0, left=left, perceived_by=SILENT)
    for condition in each.conditions:
        until, changes = (condition.until, condition.changes) if own else (None, ())
        yield e.EffectBegan(who=who, effect=condition.name, until=until, changes=changes, perceived_by=SILENT)
    if each.casting is not None:
        yield _show_under_way(known, each, each.casting, who)
    if own:
        yield from _show_own_changes(known, each, seen)


def _show_under_way(known: Knowledge, each: Combatant, casting: OngoingCasting, who: str) -> e.Event:
    own = known.is_own(each.id)
    done = casting.done if own else 0
    if each.spell(casting.what) is None:
        return e.TaskContinues(who=who, task=known.show_typed(each.id, casting.what), done=done, perceived_by=SILENT)
    targets = known.show_combatants(casting.targets) if own else ()
    return e.SpellContinues(who=who, spell=casting.what if own else "", targets=targets, done=done, perceived_by=SILENT)


def _show_own_changes(known: Knowledge, each: Combatant, seen: Combatant) -> Iterator[e.Event]:
    """Yield further changes that only an owner sees, as rulings that are not narrated.

    They are the weapon in hand, the spells in memory and the like.
    """
    changed: list[tuple[str, object, object]] = [
        ("spells", list(seen.spells), list(each.spells)),
        ("ac", None, each.armor_class),
        ("behind", "", known.show_combatant(each.behind)),
        ("types_dice", False, each.types_dice),
    ]
    for what, old, new in changed:
        if old != new:
            yield e.Ruled(who=seen.id, what=what, old=old, new=new, perceived_by=SILENT)
    if each.in_hand != seen.in_hand:
        yield (
            e.TaskDone(who=seen.id, task=f"draw {each.in_hand}", drawn=each.in_hand, perceived_by=SILENT)
            if each.in_hand
            else e.Ruled(who=seen.id, what="drops", old=seen.in_hand, new="", perceived_by=SILENT)
        )
    psionic = each.stat_block.powers.psionic
    if psionic and (each.psionic_attack, each.psionic_defense) != (psionic.attack, psionic.defense):
        yield e.PsionicExchanged(
            who=seen.id,
            target="",
            attack_mode="",
            defense_mode="",
            attack_left=each.psionic_attack,
            defense_left=each.psionic_defense,
            perceived_by=SILENT,
        )


def show_other_characters(known: Knowledge, before: tuple[str, ...]) -> Iterator[e.Event]:
    """Yield the events that follow a change of the viewer's characters; none is narrated.

    ``before`` are the characters until now.
    """
    truth = known.truth
    now = e.Sealed(who=DM, round=max(truth.round, 0), clock=_get_state(known).clock, perceived_by=SILENT)
    changed = dict.fromkeys(
        who
        for who in (*before, *known.now.viewpoint.characters)
        if (who in before) != known.is_own(who) and who in truth.combatants
    )
    for who in changed:
        if not known.is_own(who):
            yield from (_stamp(now, made) for made in _withdraw_questions(known, who))
        if known.has_met(who) or known.is_own(who):
            yield from show_combatant(known, truth.combatants[who], now)
        if known.is_own(who):
            yield from (_stamp(now, made) for made in _show_questions(known, who))
    yield from (_stamp(now, made) for made in _show_sealed_orders(known))
    for stat_block in truth.coming:
        if stat_block.id not in before and known.is_own(stat_block.id):
            shown = masks.show_stat_block(known, now, stat_block)
            yield _stamp(now, e.Appeared(who=shown.id, stat_block=shown, perceived_by=SILENT))
    deeds = masks.show_own_deeds(known, now, truth.pending)
    if deeds != _get_state(known).pending:
        yield _stamp(now, e.AgendaChanged(deeds=deeds, perceived_by=SILENT))


def _withdraw_questions(known: Knowledge, who: str) -> Iterator[e.Event]:
    called = known.find_id(who) or who
    state = _get_state(known)
    for question in state.open:
        if question.who == called and not question.sealed:
            yield e.Withdrawn(who=called, question=question.question, id=question.id, perceived_by=SILENT)
    for roll in state.open_rolls:
        if roll.by == called:
            yield e.DiceGiven(who=called, id=roll.id, perceived_by=SILENT)


def _show_questions(known: Knowledge, who: str) -> Iterator[e.Event]:
    truth, called = known.truth, known.find_id(who) or who
    if who in truth.declared:
        declared = e.Declared(who=who, declaration=truth.declared[who])
        shown = masks.show_declaration(known, declared, declared.declaration)
        yield e.Declared(who=called, declaration=shown, perceived_by=SILENT)
    for question in truth.open:
        if question.who == who and not question.sealed:
            yield _show_question(known, question)
    for roll in truth.open_rolls:
        if roll.by == who:
            asked = e.DiceAsked(who=called, id=roll.id, purpose=roll.purpose, count=roll.count, sides=roll.sides)
            yield replace(
                asked,
                why=known.show_words(roll.why),
                id=masks.show_new_question(known, asked, roll.id),
                epoch=_get_state(known).epoch,
                perceived_by=SILENT,
            )


def _show_question(known: Knowledge, question: OpenQuestion) -> e.Event:
    event = e.Asked(
        who=question.who, question=question.question, id=question.id, facts=question.facts, awaited=question.awaited
    )
    return replace(
        event,
        who=known.find_id(question.who) or question.who,
        id=masks.show_new_question(known, event, question.id),
        epoch=_get_state(known).epoch,
        facts=known.show_mapping(question.facts, question.who),
        clauses=question.clauses,
        perceived_by=SILENT,
    )


def _show_sealed_orders(known: Knowledge) -> Iterator[e.Event]:
    """Yield the sealed orders, not shown yet, that may be given again: asked, then answered.

    Where all that the viewer was asked is sealed, the next question drops it: then all are shown again.
    """
    truth, shown = known.truth, _get_state(known).open
    kept = {known.now.questions.get(each.id) for each in shown}
    sealed = [each for each in truth.open if known.is_own(each.who) and may_order_again(truth, each)]
    missing = [each for each in sealed if each.id not in kept]
    if missing and all(each.sealed for each in shown):
        missing = sealed
    for each in missing:
        yield _show_question(known, each)
    for each in missing:
        answered = e.Answered(who=each.who, question=each.question, id=each.id)
        called = known.find_id(each.who) or each.who
        yield replace(answered, who=called, id=masks.show_question(known, answered, each.id), perceived_by=SILENT)


def _stamp(event: e.Event, made: Made) -> Made:
    """Return a made event, stamped with the time of the event it goes with, outside any moment."""
    made.round, made.clock = event.round, event.clock
    return made


def _get_state(known: Knowledge) -> State:
    assert known.now.state is not None
    return known.now.state
