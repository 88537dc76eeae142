"""An event as one viewer is shown it: nothing, the event in their words, or more events.

Further events show what the viewer must be shown first. Each event is folded before the next is requested.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from rules.kernel import events as e
from rules.kernel.registry import get_ruleset
from rules.kernel.reveal import masks
from rules.kernel.reveal.knowledge import Knowledge, Unseen
from rules.kernel.reveal.rows import Row, instead_of, row_of
from rules.kernel.reveal.sight import SILENT, show
from rules.kernel.rulings import OwnRuling
from rules.kernel.terms import DM
from rules.kernel.visibility import NEEDS_DOER, Audience, Sees

Showing = Iterator[e.Event]


def shown(k: Knowledge, event: e.Event) -> Showing:
    """Yield the events that a viewer, not the DM, is shown for one event of the log.

    Raises Unlisted for an unknown kind.
    """
    row = row_of(type(event))
    special = SPECIAL.get(type(event))
    if special is not None:
        yield from special(k, event, row)
    elif _is_told(k, event, row) and _all_in_sight(k, event, row):
        yield from _with_newcomers(k, event, row)


def _is_told(k: Knowledge, event: e.Event, row: Row) -> bool:
    if row.to is Audience.PERCEIVERS:
        return k.hears_of(event)
    return row.to is Audience.ALL or (row.to is Audience.OWNER and k.owns(getattr(event, "who", "")))


def _needed(event: e.Event, row: Row) -> Iterator[tuple[str, str]]:
    """Yield, by field, the combatants without which there is nothing to see."""
    for name, sees in row.fields.items():
        if sees is NEEDS_DOER and getattr(event, name):
            yield name, getattr(event, name)


def _all_in_sight(k: Knowledge, event: e.Event, row: Row) -> bool:
    """Return whether the doer is perceived, and the other needed combatants are at least known."""
    alone = k.alone_perceives(event)
    for name, who in _needed(event, row):
        if who in k.truth.combatants and not k.in_sight(who) and not alone and (name == "who" or not k.knows(who)):
            return False
    return True


def _with_newcomers(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Yield the event, after events that show each doer not met before."""
    for _, who in _needed(event, row):
        each = k.truth.combatants.get(who)
        if each is None:
            continue
        if not k.in_sight(who) and k.alone_perceives(event):
            k.now.met_alone[who] = True
        if not k.knows(who):
            yield from show(k, each, event)
    yield from masked(k, event, row)


def masked(k: Knowledge, event: e.Event, row: Row, **given: object) -> Showing:
    """Yield the event in the viewer's words; nothing if it is about unseen combatants.

    Fields that are ``given`` are taken as they are.
    """
    try:
        values = {
            name: given[name] if name in given else _field(k, event, name, sees)
            for name, sees in row.fields.items()
            if name != "moment"
        }
    except Unseen:
        return
    # Last, because it counts moments: an event that is not shown must not be counted.
    values["moment"] = _field(k, event, "moment", row.fields["moment"])
    yield cast("Callable[..., e.Event]", type(event))(**values)


def _field(k: Knowledge, event: e.Event, name: str, sees: Sees) -> Any:
    if not _may_see(k, event, sees.to):
        return instead_of(sees, event)
    return masks.MASKS[sees.mask](k, event, getattr(event, name))


def _may_see(k: Knowledge, event: e.Event, to: Audience) -> bool:
    if to is Audience.ALL:
        return True
    own = k.owns(getattr(event, "who", ""))
    if to is Audience.OWNER:
        return own
    if to is Audience.OWN_NEEDED:
        return own or k.sees_needed(event)
    assert to in (Audience.NEEDED, Audience.DM)
    return to is Audience.NEEDED and k.sees_needed(event)


# Kinds that need more than their row.


def _appeared(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show a combatant that is hidden or comes later only to its player and named perceivers."""
    who = cast("e.Appeared", event).figure
    alone = k.alone_perceives(event)
    if k.owns(who.id) or (k.hears_of(event) and (alone or not (who.hidden or who.wave))):
        if who.hidden and not k.owns(who.id):
            k.now.met_alone[who.id] = True
        yield from masked(k, event, row)


def _revealed(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show the combatant as it is now; only viewers who knew of it see that it was hidden."""
    who = cast("e.Revealed", event).who
    known = k.knows(who)
    if not k.owns(who):
        yield from show(k, _after(k).combatants[who], event)
    if known:
        yield from masked(k, event, row)


def _agenda(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show it only when the viewer's own deeds have changed."""
    deeds = masks.own_deeds(k, event, cast("e.AgendaChanged", event).deeds)
    assert k.now.state is not None
    if deeds != k.now.state.pending:
        yield from masked(k, event, row, deeds=deeds)


def _moment(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show it only when a deed of the viewer's own is in it."""
    deeds = masks.own_deed_ids(k, event, cast("e.MomentBegan", event).deeds)
    if deeds:
        yield from masked(k, event, row, deeds=deeds)


def _own_only(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show it only when both deeds are the viewer's own: the masks raise Unseen for another's."""
    yield from masked(k, event, row)


def _spell_began(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show a caster's class when the spell begins: a prayer looks different from a spell."""
    for made in _plainly(k, event, row):
        who = cast("e.SpellBegan", event).who
        if type(made) is type(event) and k.learns_class(who):
            yield from show(k, k.truth.combatants[who], event)
        yield made


def _spell_completed(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show the caster again if the spell was cast unnamed, because no name shows it is over."""
    yield from _plainly(k, event, row)
    yield from _afresh(k, event, lambda old, new: old.casting is not None and new.casting is None)


def _task_done(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show a drawn weapon from now on."""
    yield from _plainly(k, event, row)
    yield from _afresh(k, event, lambda old, new: new.in_hand != old.in_hand)


def _afresh(k: Knowledge, event: e.Event, differs: Callable[[Any, Any], bool]) -> Showing:
    who = getattr(event, "who", "")
    if k.after is None or k.now.state is None or not k.perceives(who) or not k.hears_of(event):
        return
    each = k.after.combatants[who]
    if differs(k.now.state.combatants[k.names.given[who].id], each):
        yield from show(k, each, event)


def _plainly(k: Knowledge, event: e.Event, row: Row) -> Showing:
    if _is_told(k, event, row) and _all_in_sight(k, event, row):
        yield from _with_newcomers(k, event, row)


# Rulings.

UNTOLD = ("ac", "spells")
"""Things that a ruling changes without showing others the old and the new value."""


def _ruled(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Show it if its combatant is perceived, and without anything unseen that it names.

    Others' hit points are shown as the table shows them. Of their other numbers only the fact of the ruling is shown,
    not the old and the new value.
    """
    ruled = cast("e.Ruled", event)
    if not k.hears_of(event):
        return
    if ruled.who == DM:
        yield from _ruled_encounter(k, ruled, row)
        return
    before, after = k.truth.combatants[ruled.who], _after(k).combatants[ruled.who]
    if before.hidden and not k.in_sight(ruled.who) and after.hidden:
        return
    if not k.knows(ruled.who) or (before.hidden and not after.hidden and not k.owns(ruled.who)):
        yield from show(k, after, event)
    yield from _ruled_figure(k, ruled, row)


def _ruled_figure(k: Knowledge, event: e.Ruled, row: Row) -> Showing:
    if _about_the_unseen(k, event) or _about_an_unseen_thing(k, event):
        return
    if k.owns(event.who):
        yield from masked(k, event, row)
    elif event.what == "hp":
        yield from _ruled_hit_points(k, event, row)
    elif not _is_value_told(k, event):
        yield from masked(k, event, row, old=None, new=None)
    else:
        yield from masked(k, event, row)


def _is_value_told(k: Knowledge, event: e.Ruled) -> bool:
    """Return whether others than the owner see the old and the new value of a ruling."""
    own = _find_own(k, event)
    return event.what not in UNTOLD and (own is None or own.is_told)


def _find_own(k: Knowledge, event: e.Ruled) -> OwnRuling | None:
    """Return the ruling, if only the procedure in play knows it."""
    return get_ruleset(k.truth.ruleset).own_rulings.get(event.what)


def _ruled_hit_points(k: Knowledge, event: e.Ruled, row: Row) -> Showing:
    """Yield the ruling with hit points as the table shows them.

    The dead are seen to be dead, whatever number is shown.
    """
    before, after = k.truth.combatants[event.who], _after(k).combatants[event.who]
    old, new = (k.hit_points(before.figure, each.hp) for each in (before, after))
    yield from masked(k, event, row, old=old, new=new)
    if after.has("dead") and k.graded(after.figure) != "numbers":
        yield e.Slain(who=k.names.given[event.who].id, round=event.round, clock=event.clock, perceived_by=SILENT)


def _about_the_unseen(k: Knowledge, event: e.Ruled) -> bool:
    """Return whether a ruled range or cover is that of a pair with an unperceived combatant."""
    own = _find_own(k, event)
    of_two = event.what == "range" or (own is not None and own.has_other)
    other = event.new[0] if of_two and isinstance(event.new, list | tuple) else event.new
    if not (of_two or event.what == "behind") or not isinstance(other, str):
        return False
    return other in k.truth.combatants and not k.perceives(other)


def _about_an_unseen_thing(k: Knowledge, event: e.Ruled) -> bool:
    """Return whether the viewer has not seen the thing ruled on with that combatant.

    The ruling says that it is broken, dropped or prepared.
    """
    own = _find_own(k, event)
    if own is None or own.things is None:
        return False
    thing = event.new[0] if isinstance(event.new, list | tuple) else event.new
    assert k.now.state is not None, "whom a ruling is about has been shown"
    known = k.now.state.combatants[k.names.given[event.who].id]
    return thing not in own.things(known)


def _ruled_encounter(k: Knowledge, event: e.Ruled, row: Row) -> Showing:
    """Yield the ruling on options or setting, which everybody sees.

    When the table shows more or less of combatants, all are shown again.
    """
    yield from masked(k, event, row, who=DM)
    if event.what != "option" or not str(cast("tuple[object, object]", event.new)[0]).startswith("table."):
        return
    for each in _after(k).combatants.values():
        if k.perceives(each.id) and not k.owns(each.id):
            yield from show(k, each, event)


def _after(k: Knowledge) -> Any:
    assert k.after is not None
    return k.after


SPECIAL: Mapping[type[e.Event], Callable[[Knowledge, e.Event, Row], Showing]] = {
    e.Appeared: _appeared,
    e.Revealed: _revealed,
    e.AgendaChanged: _agenda,
    e.MomentBegan: _moment,
    e.PrecedenceDropped: _own_only,
    e.SpellBegan: _spell_began,
    e.SpellCompleted: _spell_completed,
    e.TaskDone: _task_done,
    e.Ruled: _ruled,
}
