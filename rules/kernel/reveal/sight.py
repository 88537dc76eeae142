"""Events, not in the log, that show a viewer a combatant in the middle of a fight.

An event whose ``perceived_by`` is empty only brings a combatant up to date: it is folded, and not narrated.
Each event is folded before the next is requested.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from rules.kernel import events as e
from rules.kernel.reveal import masks
from rules.kernel.reveal.knowledge import Knowledge
from rules.kernel.state import Casting, Combatant, State
from rules.kernel.terms import DM

Made = TypeVar("Made", bound=e.Event)
SILENT: tuple[str, ...] = ()


def show(k: Knowledge, each: Combatant, event: e.Event) -> Iterator[e.Event]:
    """Yield Appeared for a combatant as it is now, then each change since it came.

    Appeared is narrated if the viewer had not met the combatant. ``event`` is the event about it that the viewer is
    about to be shown, or has just been shown.
    """
    met = k.knows(each.id)
    perceived = SILENT if met else masks.perceived(k, event, event.perceived_by)
    figure = k.shown(each)
    now = k.own_words_of(each) if k.owns(each.id) else None
    yield _at(event, e.Appeared(who=figure.id, figure=figure, dew=now, perceived_by=perceived))
    yield from (_at(event, made) for made in _changes(k, each, figure.id))


def _changes(k: Knowledge, each: Combatant, who: str) -> Iterator[e.Event]:
    own = k.owns(each.id)
    seen = _state(k).combatants[who]
    if seen.place != each.place:
        yield e.Moved(who=who, to=each.place, feet=0, perceived_by=SILENT)
    left = k.hit_points(each.figure, each.hp)
    if left != seen.hp:
        yield e.Damaged(who=who, by="", amount=0, left=left, perceived_by=SILENT)
    for condition in each.conditions:
        until = condition.until if own else None
        yield e.EffectBegan(who=who, effect=condition.name, until=until, perceived_by=SILENT)
    if each.casting is not None:
        yield _under_way(k, each, each.casting, who)
    if own:
        yield from _own_changes(k, each, seen)


def _under_way(k: Knowledge, each: Combatant, casting: Casting, who: str) -> e.Event:
    own = k.owns(each.id)
    done = casting.done if own else 0
    if each.spell(casting.what) is None:
        return e.TaskContinues(who=who, task=k.words(casting.what), done=done, perceived_by=SILENT)
    targets = k.seen(casting.targets) if own else ()
    return e.SpellContinues(who=who, spell=casting.what if own else "", targets=targets, done=done, perceived_by=SILENT)


def _own_changes(k: Knowledge, each: Combatant, seen: Combatant) -> Iterator[e.Event]:
    """Yield further changes that only an owner sees, as rulings that are not narrated.

    They are the weapon in hand, the spells in memory and the like.
    """
    changed: list[tuple[str, object, object]] = [
        ("spells", list(seen.spells), list(each.spells)),
        ("ac", None, each.armor_class),
        ("behind", "", k.either(each.behind)),
        ("types_dice", False, each.types_dice),
    ]
    for what, old, new in changed:
        if old != new:
            yield e.Ruled(who=seen.id, what=what, old=old, new=new, perceived_by=SILENT)
    if each.in_hand != seen.in_hand:
        yield (
            e.TaskDone(who=seen.id, task=f"draw {each.in_hand}", perceived_by=SILENT)
            if each.in_hand
            else e.Ruled(who=seen.id, what="drops", old=seen.in_hand, new="", perceived_by=SILENT)
        )
    psionic = each.figure.psionic
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


def turn(k: Knowledge, before: tuple[str, ...]) -> Iterator[e.Event]:
    """Yield the events that follow a change of the viewer's characters; none is narrated.

    ``before`` are the characters until now.
    """
    truth = k.truth
    now = e.Sealed(who=DM, round=max(truth.round, 0), clock=truth.clock, perceived_by=SILENT)
    changed = dict.fromkeys(
        who for who in (*before, *k.now.eyes.characters) if (who in before) != k.owns(who) and who in truth.combatants
    )
    for who in changed:
        if not k.owns(who):
            yield from (_at(now, made) for made in _no_longer_asked(k, who))
        if k.knows(who) or k.owns(who):
            yield from show(k, truth.combatants[who], now)
        if k.owns(who):
            yield from (_at(now, made) for made in _asked(k, who))
    for figure in truth.coming:
        if figure.id not in before and k.owns(figure.id):
            shown = masks.shown_figure(k, now, figure)
            yield _at(now, e.Appeared(who=shown.id, figure=shown, perceived_by=SILENT))
    deeds = masks.own_deeds(k, now, truth.pending)
    if deeds != _state(k).pending:
        yield _at(now, e.AgendaChanged(deeds=deeds, perceived_by=SILENT))


def _no_longer_asked(k: Knowledge, who: str) -> Iterator[e.Event]:
    called = k.called(who) or who
    state = _state(k)
    for question in state.open:
        if question.who == called and not question.sealed:
            yield e.Withdrawn(who=called, question=question.question, id=question.id, perceived_by=SILENT)
    for roll in state.open_rolls:
        if roll.by == called:
            yield e.DiceGiven(who=called, id=roll.id, perceived_by=SILENT)


def _asked(k: Knowledge, who: str) -> Iterator[e.Event]:
    truth, called = k.truth, k.called(who) or who
    if who in truth.declared:
        yield e.Declared(who=called, declaration=k.declaration(truth.declared[who]), perceived_by=SILENT)
    for question in truth.open:
        if question.who == who and not question.sealed:
            event = e.Asked(
                who=who, question=question.question, id=question.id, facts=question.facts, awaited=question.awaited
            )
            yield replace(
                event,
                who=called,
                id=masks.new_question(k, event, question.id),
                epoch=_state(k).epoch,
                facts=k.plain_mapping(question.facts),
                clauses=question.clauses,
                perceived_by=SILENT,
            )
    for roll in truth.open_rolls:
        if roll.by == who:
            asked = e.DiceAsked(who=called, id=roll.id, purpose=roll.purpose, count=roll.count, sides=roll.sides)
            yield replace(asked, id=masks.new_question(k, asked, roll.id), epoch=_state(k).epoch, perceived_by=SILENT)


def _at(event: e.Event, made: Made) -> Made:
    """Return a made event, stamped with the time of the event it goes with, outside any moment."""
    made.round, made.clock = event.round, event.clock
    return made


def _state(k: Knowledge) -> State:
    assert k.now.state is not None
    return k.now.state
