"""One event as one viewer is shown it: nothing, itself in his words, or with what he must be shown first.

Each event that comes out is folded before the next is asked for.
"""

from collections.abc import Callable, Iterator, Mapping
from typing import Any, cast

from rules import events as e
from rules.fold import sequence_rulings
from rules.reveal import masks
from rules.reveal.knowledge import Knowledge, Unseen
from rules.reveal.rows import ALL, DM_ONLY, DOER, NEEDED, OWN_NEEDED, OWNER, PERCEIVERS, Row, Sees
from rules.reveal.sight import SILENT, show
from rules.reveal.table import instead_of, row_of
from rules.terms import DM

Showing = Iterator[e.Event]


def shown(k: Knowledge, event: e.Event) -> Showing:
    """The events that a viewer (not the DM) is shown for one of the log. Raises Unlisted for an unknown kind."""
    row = row_of(type(event))
    special = SPECIAL.get(type(event))
    if special is not None:
        yield from special(k, event, row)
    elif _is_told(k, event, row) and _all_in_sight(k, event, row):
        yield from _with_newcomers(k, event, row)


def _is_told(k: Knowledge, event: e.Event, row: Row) -> bool:
    if row.to == PERCEIVERS:
        return k.hears_of(event)
    return row.to == ALL or (row.to == OWNER and k.owns(getattr(event, "who", "")))


def _needed(event: e.Event, row: Row) -> Iterator[tuple[str, str]]:
    """The figures without whom there is nothing to see, by field."""
    for name, sees in row.fields.items():
        if sees is DOER and getattr(event, name):
            yield name, getattr(event, name)


def _all_in_sight(k: Knowledge, event: e.Event, row: Row) -> bool:
    """Whether the doer is perceived, and whoever else must be is at least known."""
    alone = k.alone_perceives(event)
    for name, who in _needed(event, row):
        if who in k.truth.combatants and not k.in_sight(who) and not alone and (name == "who" or not k.knows(who)):
            return False
    return True


def _with_newcomers(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """The event, after whoever acts in it and was not met before has been shown."""
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
    """The event in the viewer's words, fields ``given`` as they are; nothing where it is about the unseen."""
    try:
        values = {
            name: given[name] if name in given else _field(k, event, name, sees)
            for name, sees in row.fields.items()
            if name != "moment"
        }
    except Unseen:
        return
    # Last, for it counts: what is not shown must not be counted.
    values["moment"] = _field(k, event, "moment", row.fields["moment"])
    yield cast("Callable[..., e.Event]", type(event))(**values)


def _field(k: Knowledge, event: e.Event, name: str, sees: Sees) -> Any:
    if not _may_see(k, event, sees.to):
        return instead_of(sees, event)
    return sees.mask(k, event, getattr(event, name))


def _may_see(k: Knowledge, event: e.Event, to: str) -> bool:
    if to == ALL:
        return True
    own = k.owns(getattr(event, "who", ""))
    if to == OWNER:
        return own
    if to == OWN_NEEDED:
        return own or k.sees_needed(event)
    assert to in (NEEDED, DM_ONLY)
    return to == NEEDED and k.sees_needed(event)


# Kinds that take more than their row.


def _appeared(k: Knowledge, event: e.Event, row: Row) -> Showing:
    who = cast("e.Appeared", event).figure
    alone = k.alone_perceives(event)
    if k.owns(who.id) or (k.hears_of(event) and (alone or not (who.hidden or who.wave))):
        if who.hidden and not k.owns(who.id):
            k.now.met_alone[who.id] = True
        yield from masked(k, event, row)


def _revealed(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """The figure as it is now; only those who knew of it before are told besides that it was hidden."""
    who = cast("e.Revealed", event).who
    known = k.knows(who)
    if not k.owns(who):
        yield from show(k, _after(k).combatants[who], event)
    if known:
        yield from masked(k, event, row)


def _agenda(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Only when the viewer's own deeds have changed."""
    deeds = masks.own_deeds(k, event, cast("e.AgendaChanged", event).deeds)
    assert k.now.state is not None
    if deeds != k.now.state.pending:
        yield from masked(k, event, row, deeds=deeds)


def _moment(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Only when a deed of the viewer's own is of it."""
    deeds = masks.own_deed_ids(k, event, cast("e.MomentBegan", event).deeds)
    if deeds:
        yield from masked(k, event, row, deeds=deeds)


def _own_only(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """Where both deeds are the viewer's own: the masks raise Unseen for another's."""
    yield from masked(k, event, row)


def _spell_began(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """A caster's class shows when he begins: a prayer looks different from a spell."""
    for made in _plainly(k, event, row):
        who = cast("e.SpellBegan", event).who
        if type(made) is type(event) and k.learns_class(who):
            yield from show(k, k.truth.combatants[who], event)
        yield made


def _spell_completed(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """One that was cast unnamed is over although no name says so: the caster is shown afresh."""
    yield from _plainly(k, event, row)
    yield from _afresh(k, event, lambda old, new: old.casting is not None and new.casting is None)


def _task_done(k: Knowledge, event: e.Event, row: Row) -> Showing:
    """A weapon that was drawn is seen from now on."""
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

UNTOLD = ("ac", "spells", *sequence_rulings.UNTOLD)
"""What a ruling changes of somebody without others learning from what to what."""


def _ruled(k: Knowledge, event: e.Event, row: Row) -> Showing:
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
    elif event.what in UNTOLD:
        yield from masked(k, event, row, old=None, new=None)
    else:
        yield from masked(k, event, row)


def _ruled_hit_points(k: Knowledge, event: e.Ruled, row: Row) -> Showing:
    """Hit points as the table shows them. The dead are seen to be dead, whatever number is shown."""
    before, after = k.truth.combatants[event.who], _after(k).combatants[event.who]
    old, new = (k.hit_points(before.figure, each.hp) for each in (before, after))
    yield from masked(k, event, row, old=old, new=new)
    if after.has("dead") and k.graded(after.figure) != "numbers":
        yield e.Slain(who=k.names.given[event.who].id, round=event.round, clock=event.clock, perceived_by=SILENT)


def _about_the_unseen(k: Knowledge, event: e.Ruled) -> bool:
    """Whether a range or cover is ruled in regard of somebody whom the viewer does not perceive."""
    of_two = event.what in ("range", sequence_rulings.PAIR)
    other = event.new[0] if of_two and isinstance(event.new, list | tuple) else event.new
    if not (of_two or event.what == "behind") or not isinstance(other, str):
        return False
    return other in k.truth.combatants and not k.perceives(other)


def _about_an_unseen_thing(k: Knowledge, event: e.Ruled) -> bool:
    """Whether something is ruled broken, dropped or prepared that the viewer has not seen with that combatant."""
    if event.what not in sequence_rulings.ON_THINGS:
        return False
    thing = event.new[0] if isinstance(event.new, list | tuple) else event.new
    assert k.now.state is not None, "whom a ruling is about has been shown"
    known = k.now.state.combatants[k.names.given[event.who].id]
    return thing not in sequence_rulings.things_of(known)


def _ruled_encounter(k: Knowledge, event: e.Ruled, row: Row) -> Showing:
    """Options and the setting are everybody's. When the table shows more or less of figures, all are shown afresh."""
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
