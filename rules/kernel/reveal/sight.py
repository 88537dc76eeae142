"""Events, not in the log, that show a viewer a combatant in the middle of a fight.

An event whose ``perceived_by`` is empty only brings a combatant up to date: it is folded, and not narrated.
Each event is folded before the next is requested.
"""

from collections.abc import Iterator
from dataclasses import replace
from typing import TypeVar

from rules.kernel import events as e
from rules.kernel.closing import may_order_again
from rules.kernel.reveal import masks
from rules.kernel.reveal.knowledge import Knowledge
from rules.kernel.state import Combatant, OngoingCasting, OpenQuestion, State
from rules.kernel.terms import DM

Made = TypeVar("Made", bound=e.Event)
SILENT: tuple[str, ...] = ()


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
