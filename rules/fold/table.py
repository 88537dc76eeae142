"""Folding the table's own events: opening, rounds, questions, rulings, take-backs, the agenda."""

from collections.abc import Callable
from typing import Any, cast

from rules import events as e
from rules.dew_state import at_first
from rules.effects import Rolled
from rules.figure import Figure
from rules.fold.morale import obeyed
from rules.fold.rulings import bleeding_in, ruled, with_hit_points
from rules.state import Combatant, Deed, OpenQuestion, OpenRoll, Place, Spent, State, Turn, evolve, with_combatant
from rules.terms import HUNDREDTHS, Setting

UNTAKEN = Turn()
UNSPENT = Spent()


def opened(event: e.Event) -> State:
    """The state at the opening. Without positions the sides stand on a line: party at 0, others at distance_ft.

    Figures of a later wave are not among the combatants until they appear.
    """
    assert isinstance(event, e.EncounterOpened)
    sides = tuple(dict.fromkeys(figure.side for figure in event.figures))
    arrived = [figure for figure in event.figures if not figure.wave]
    feet = cast("int", event.notes.get("distance_ft", 0) or 0)
    combatants = {figure.id: _combatant(figure, _line_place(figure, sides, feet)) for figure in arrived}
    return State(
        ruleset=event.ruleset,
        options=dict(event.options),
        setting=Setting(event.setting),
        combatants=combatants,
        sides=tuple(dict.fromkeys(figure.side for figure in arrived)),
        coming=tuple(figure for figure in event.figures if figure.wave),
        notes=dict(event.notes),
    )


def _line_place(figure: Figure, sides: tuple[str, ...], feet: int) -> Place:
    if figure.position is not None:
        return figure.position
    first = "party" if "party" in sides else (sides[0] if sides else "")
    return (0, 0) if figure.side == first else (feet * HUNDREDTHS, 0)


def _combatant(figure: Figure, place: Place) -> Combatant:
    dew = at_first(figure.dew) if figure.dew is not None else None
    combatant = Combatant(
        figure=figure,
        hp=figure.hit_points if dew is None else dew.en,
        place=place,
        spells=tuple(spell.id for spell in figure.spells),
        charges=dict(figure.charges),
        in_hand=figure.weapons[0].id if figure.weapons else "",
        hidden=figure.hidden,
        psionic_attack=figure.psionic.attack if figure.psionic else 0,
        psionic_defense=figure.psionic.defense if figure.psionic else 0,
        dew=dew,
    )
    return combatant if figure.left is None else with_hit_points(combatant, figure.left)


def count_faces(state: State, event: e.Event) -> State:
    """Note how many faces of each kind were drawn, so that the next of the kind draws the next face."""
    counts = dict(state.counts)
    for rolled in event.rolls:
        key = _kind(rolled)
        counts[key] = counts.get(key, 0) + rolled.count
    return evolve(state, counts=counts)


def _kind(rolled: Rolled) -> tuple[str, str, int]:
    return (rolled.purpose, rolled.by, rolled.sides)


def _encounter_opened(state: State, event: e.EncounterOpened) -> State:
    return opened(event)


def _round_began(state: State, event: e.RoundBegan) -> State:
    rested = {who: obeyed(_rested(each), state.declared.get(who)) for who, each in state.combatants.items()}
    return evolve(
        state,
        round=event.round,
        attempt=event.attempt,
        clock=None,
        moment=0,
        between_rounds=False,
        declared={},
        initiative={},
        pending=(),
        acting=(),
        done=(),
        dropped=(),
        counts={},
        happened={},
        marks={name: value for name, value in state.marks.items() if "|" not in name},
        combatants=rested,
        bleeding=bleeding_in(state.combatants),
    )


def _rested(each: Combatant) -> Combatant:
    """A figure as a round begins: nothing is left of its last turn but a missile that went to waste."""
    if not (each.charging or each.closing) and each.turn == UNTAKEN and each.spent == UNSPENT and each.present:
        return each
    turn = Turn(rested=each.turn.missile == "lost", absent=not each.present)
    return evolve(each, charging=False, closing="", turn=turn, spent=UNSPENT)


def _stage_began(state: State, event: e.StageBegan) -> State:
    return evolve(state, stage=event.stage)


def _round_ended(state: State, event: e.RoundEnded) -> State:
    combatants = {who: evolve(each, last=state.declared.get(who, each.last)) for who, each in state.combatants.items()}
    return evolve(
        state,
        between_rounds=True,
        stage="",
        pending=(),
        acting=(),
        done=(),
        open=(),
        open_rolls=(),
        combatants=combatants,
    )


def _encounter_ended(state: State, event: e.EncounterEnded) -> State:
    return evolve(state, ended=event.reason, open=(), open_rolls=(), pending=(), acting=())


def _asked(state: State, event: e.Asked) -> State:
    question = OpenQuestion(
        event.id, event.epoch, event.question, event.who, event.facts, event.clauses, awaited=event.awaited
    )
    return evolve(state, open=(*state.open, question), asked=state.asked + 1)


def _answered(state: State, event: e.Answered | e.Withdrawn) -> State:
    """An answer is in: the question stays until the ruleset goes on, but nobody is awaited for it."""
    still = tuple([each if each.id != event.id else evolve(each, sealed=True) for each in state.open])
    return evolve(state, open=still if any(not each.sealed for each in reversed(still)) else ())


def _dice_asked(state: State, event: e.DiceAsked) -> State:
    roll = OpenRoll(event.id, event.epoch, event.purpose, event.who, event.count, event.sides)
    return evolve(state, open_rolls=(*state.open_rolls, roll), asked=state.asked + 1)


def _dice_given(state: State, event: e.DiceGiven) -> State:
    return evolve(state, open_rolls=tuple(each for each in state.open_rolls if each.id != event.id))


def _appeared(state: State, event: e.Appeared) -> State:
    """A figure comes into play, or is prepared to come with a later wave."""
    coming = tuple(each for each in state.coming if each.id != event.figure.id)
    if event.figure.wave:
        return evolve(state, coming=(*coming, event.figure))
    feet = cast("int", state.notes.get("distance_ft", 0) or 0)
    sides = tuple(dict.fromkeys((*state.sides, event.figure.side)))
    combatants = dict(state.combatants)
    newcomer = _combatant(event.figure, _line_place(event.figure, sides, feet))
    if event.dew is not None:
        newcomer = evolve(newcomer, dew=event.dew, hp=event.dew.en)
    combatants[event.figure.id] = newcomer
    return evolve(state, combatants=combatants, sides=sides, coming=coming)


def _revealed(state: State, event: e.Revealed) -> State:
    return with_combatant(state, event.who, hidden=False)


def _taken_back(state: State, event: e.TakenBack) -> State:
    again = tuple(evolve(each, epoch=event.epoch) for each in state.open)
    rolls = tuple(
        OpenRoll(each.id, event.epoch, each.purpose, each.by, each.count, each.sides) for each in state.open_rolls
    )
    return evolve(state, epoch=event.epoch, open=again, open_rolls=rolls)


def _dice_renewed(state: State, event: e.DiceRenewed) -> State:
    return evolve(state, attempt=event.attempt)


def _agenda_changed(state: State, event: e.AgendaChanged) -> State:
    known = {deed.id: deed for deed in state.pending}
    deeds: tuple[Deed, ...] = tuple(known[deed.id] if known.get(deed.id) == deed else deed for deed in event.deeds)
    return evolve(state, pending=deeds)


def _moment_began(state: State, event: e.MomentBegan) -> State:
    acting = tuple([deed for deed in state.pending if deed.id in event.deeds])
    pending = tuple([deed for deed in state.pending if deed.id not in event.deeds])
    return evolve(state, moment=state.moment + 1, acting=acting, pending=pending, done=(*state.done, *acting))


def _precedence_dropped(state: State, event: e.PrecedenceDropped) -> State:
    return evolve(state, dropped=(*state.dropped, (event.first, event.then)))


def _deed_lost(state: State, event: e.DeedLost) -> State:
    found = [(state.round, deed) for deed in (*state.done, *state.pending) if deed.id == event.deed][-1:]
    pending = tuple(deed for deed in state.pending if deed.id != event.deed)
    return evolve(state, pending=pending, lost=(*state.lost, *found))


def _unchanged(state: State, event: e.Event) -> State:
    return state


def _rates_settled(state: State, event: e.RatesSettled) -> State:
    return with_combatant(state, event.who, rates=event.rates)


HANDLERS: dict[type[e.Event], Callable[[State, Any], State]] = {
    e.EncounterOpened: _encounter_opened,
    e.RoundBegan: _round_began,
    e.StageBegan: _stage_began,
    e.RoundEnded: _round_ended,
    e.EncounterEnded: _encounter_ended,
    e.Asked: _asked,
    e.Answered: _answered,
    e.Withdrawn: _answered,
    e.DiceAsked: _dice_asked,
    e.DiceGiven: _dice_given,
    e.Refused: _unchanged,
    e.DeedWaits: _unchanged,
    e.Ruled: ruled,
    e.Appeared: _appeared,
    e.Revealed: _revealed,
    e.TakenBack: _taken_back,
    e.DiceRenewed: _dice_renewed,
    e.AgendaChanged: _agenda_changed,
    e.MomentBegan: _moment_began,
    e.PrecedenceDropped: _precedence_dropped,
    e.DeedLost: _deed_lost,
    e.RatesSettled: _rates_settled,
}
