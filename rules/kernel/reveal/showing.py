"""An event as one viewer is shown it: nothing, the event in their words, or more events.

Further events show what the viewer must be shown first. Each event is folded before the next is requested.
"""

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from rules.kernel import events as e
from rules.kernel.map_plan import show_plan
from rules.kernel.options import TABLE_OPTIONS
from rules.kernel.registry import get_ruleset
from rules.kernel.reveal import masks
from rules.kernel.reveal.knowledge import Knowledge, Unseen
from rules.kernel.reveal.rows import Row, lookup_row
from rules.kernel.reveal.sight import SILENT, show_combatant
from rules.kernel.rulings import OwnRuling, read_named_value
from rules.kernel.state import Combatant, State
from rules.kernel.terms import DM
from rules.kernel.visibility import Audience

Showing = Iterator[e.Event]

EventT = TypeVar("EventT", bound=e.Event)
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
    return get_ruleset(known.truth.ruleset).rulings.own.get(event.what)


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
