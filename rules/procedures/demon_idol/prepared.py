"""8.PREP: prepared acts, and what sets them off; they go off before the rest of that deed."""

from collections.abc import Iterator, Sequence

from rules.kernel import events as e
from rules.kernel.deeds import Deed, DeedGroup, add_own
from rules.kernel.effects import Ask
from rules.kernel.forms import Choice, Field, Form, OneOf, build_yes_or_no
from rules.kernel.frozen import evolve
from rules.kernel.order import Moment
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import DM, TRIGGERS
from rules.procedures.adnd.acts import find_shared_resolver, resolve_deed
from rules.procedures.adnd.charges import make_charge_began
from rules.procedures.adnd.deed_types import (
    Arrival,
    ArrivalAtPlace,
    Attack,
    Blow,
    Charge,
    ChargeBlow,
    Move,
    SetWeaponBlow,
    ShortCharge,
    Shot,
    WeaponSetting,
)
from rules.procedures.adnd.magic import make_spell_began
from rules.procedures.adnd.moments import HIT, Need, Resolving
from rules.procedures.adnd.orders.avoid import Flight
from rules.procedures.adnd.orders.listed import ORDERS
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.wait import Await
from rules.procedures.adnd.overrun import cut_overrun
from rules.procedures.demon_idol.acts import cite_charge
from rules.procedures.demon_idol.declaration_types import CarriedOver, Preparation
from rules.procedures.demon_idol.deed_types import Fired, Ready, TakesTime
from rules.procedures.demon_idol.events import Triggered
from rules.procedures.demon_idol.letters import FIRST_OF_ALL
from rules.procedures.demon_idol.options import get_settings, ids, refuse
from rules.procedures.demon_idol.restrictions import SURPRISE_SEGMENTS
from rules.procedures.demon_idol.state import Triggers

WHEN: dict[str, tuple[type[Deed], ...]] = {
    "acts": (Attack, *(order.deed for order in ORDERS if order.deed.group is not DeedGroup.PASSIVE)),
    "moves": (Move, Flight, Charge),
    "appears": (Move, Flight, Charge),
    "charges": (Charge,),
    "shoots": (Shot,),
    "casts": (Completion,),
    "strikes": (Blow, Charge, WeaponSetting),
}
"""The classes of deeds that may set off a prepared act, by the event that it waits for."""

AFTERWARDS = "appears"
"""The event that sets an act off once it has happened; all others do as they are about to."""


def build_prepared_fields(state: State, me: Combatant, letter: str) -> Sequence[Field]:
    """Return the field for preparing an act until something happens, if allowed (6.prepare)."""
    if letter in ("P", "C") or state.stage == SURPRISE_SEGMENTS:
        return ()
    others = [each for each in state.combatants.values() if each.id != me.id and each.present]
    dm = not me.stat_block.played and me.side != "party"
    seen = [each for each in others if dm or not each.hidden or each.side == me.side]
    finish = refuse("8.PREP.finish", "cannot hold a spell that is finished")
    parts = [Choice("start", "Its beginning"), Choice("finish", "Its end", "", finish)]
    fields = [
        OneOf("when", "When somebody", [Choice(name, TRIGGERS[name]) for name in WHEN]),
        OneOf("watch", "Only if it is", [Choice(each.id, each.name) for each in seen], optional=True),
    ]
    if letter == "D":
        fields.append(OneOf("part", "What is held back", parts, optional=True))
    choices = (Choice("no", "At once"), Choice("yes", "When something happens", then=lambda: fields))
    return (OneOf("prepared", "Prepare it", choices, True),)


def build_trigger_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form: does this set off what was prepared.

    None if the combatant that would set it off cannot act.
    """
    by = state.combatants.get(str(question.facts.get("who", "")))
    return build_yes_or_no("Does this set off what was prepared?") if by is not None and by.able else None


def consider(table: Table, moment: Moment | None) -> Play:
    """Ask the DM about each prepared act that the next moment may set off (8.PREP.trigger).

    It stops when an act goes off.
    """
    before = table.state
    coming = moment.deeds if moment is not None and moment.clock <= (before.clock or 0) else ()
    for act, by in [*_pair_acts(before, coming)]:
        if (act.id, by.id) in table.state.own(Triggers).considered:
            continue
        answer = yield Ask(
            "trigger",
            DM,
            {"choice": "no"},
            facts={"who": act.who, "by": by.who, "when": act.when},
            clauses=ids("8.PREP.trigger"),
        )
        fires = answer["choice"] == "yes"
        yield _make_triggered(act, by, fires)
        if fires:
            yield e.AgendaChanged(deeds=set_off(table.state, act.who, by.who), why="prepared")
            yield from _begin_prepared(table, act.who)
        if table.state.pending is not before.pending or table.state.combatants is not before.combatants:
            return


def _pair_acts(state: State, coming: Sequence[Deed]) -> Iterator[tuple[Deed, Deed]]:
    """Yield every act that is ready with every deed that may set it off."""
    done = {deed.id for deed in state.done}
    for act in state.pending:
        ready = act.standing and act.when and f"{act.who}:ready" in done and act.routine == 1
        if not ready or not state.combatants[act.who].able:
            continue
        if act.when == AFTERWARDS:
            yield from (
                (act, by) for by in state.done if is_waiting_for(state, act, by) and not isinstance(by, ChargeBlow)
            )
        else:
            yield from ((act, by) for by in coming if is_waiting_for(state, act, by))


def is_waiting_for(state: State, act: Deed, by: Deed) -> bool:
    """Return whether a prepared act waits for deeds of this kind by this combatant.

    An act that waits for nobody in particular waits for any other side.
    """
    if by.who == act.who or not isinstance(by, WHEN.get(act.when, ())):
        return False
    if act.when == "strikes" and isinstance(by, ArrivalAtPlace):
        return False
    if act.held_for:
        return by.who == act.held_for
    return state.combatants[by.who].side != state.combatants[act.who].side


def _make_triggered(act: Deed, by: Deed, fires: bool) -> Triggered:
    return Triggered(
        who=act.who,
        by=by.who,
        fires=fires,
        prepared=act.id,
        deed=by.id,
        clauses=ids("8.PREP.trigger"),
    )


def is_taking_time(act: Deed) -> bool:
    """Return whether a prepared act is not done at once when it is set off."""
    return act.status is not None or isinstance(act, (Arrival, ChargeBlow, ShortCharge, SetWeaponBlow))


def set_off(state: State, who: str, by: str) -> tuple[Deed, ...]:
    """Return the pending deeds, with this combatant's prepared ones set off.

    They are set off at once, or when their time from now has passed.
    """
    clock = state.clock or 1

    def set_off_deed(deed: Deed) -> Deed:
        if deed.who != who or not deed.standing or not deed.when:
            return deed
        if isinstance(deed, SetWeaponBlow):  # the weapon is set now, and strikes when the charge arrives
            return evolve(deed, when="", held_for="", standing=False, timed=True)
        timed = deed.status is TakesTime or isinstance(deed, (Arrival, ChargeBlow, ShortCharge))
        if timed:
            number = clock + (deed.number or 1)
            status = None if deed.status is TakesTime else deed.status
            return evolve(deed, when="", held_for="", timed=True, number=number, status=status, begins=clock + 1)
        place = (FIRST_OF_ALL, 0, 0, deed.routine)
        return evolve(deed, when="", held_for=by, standing=False, number=clock, status=Fired, place=place)

    return tuple(cut_overrun(set_off_deed(deed) for deed in state.pending))


def _begin_prepared(table: Table, who: str) -> Play:
    """Begin a spell or charge that was prepared and is set off (8.PREP.start)."""
    for deed in table.state.pending:
        if deed.who != who or not deed.standing or deed.when:
            continue
        if isinstance(deed, Completion):
            yield make_spell_began(table.state.combatants[who], deed, ids("8.PREP.start", "8.PREP.trigger"))
        elif isinstance(deed, (Arrival, ShortCharge)):
            yield make_charge_began(table, deed, (*cite_charge(deed), *ids("8.PREP.trigger")))


def resolve_ready(table: Table, deed: Ready, clauses: tuple[str, ...]) -> Resolving:
    """Make an act ready from now on (8.PREP.ready).

    The event that it waits for may be in the same moment.
    """
    act = next((each for each in table.state.pending if each.who == deed.who and each.when), None)
    if act is None:
        return
    cited = ids("6.prepare", "8.PREP.ready")
    yield e.Prepared(who=deed.who, when=act.when, watch=act.held_for, clauses=tuple(dict.fromkeys((*clauses, *cited))))
    by = next((each for each in table.state.acting if is_waiting_for(table.state, act, each)), None)
    if by is None or act.when == AFTERWARDS or is_taking_time(act):
        return
    facts = {"who": act.who, "by": by.who, "when": act.when}
    answers = yield Need(HIT - 1, [Ask("trigger", DM, {"choice": "no"}, facts=facts, clauses=ids("8.PREP.trigger"))])
    fires = answers[0]["choice"] == "yes"
    yield _make_triggered(act, by, fires)
    if not fires or act not in table.state.pending:
        return
    pending = set_off(table.state, act.who, by.who)
    yield e.AgendaChanged(deeds=tuple(each for each in pending if each.id != act.id), why="prepared")
    done = evolve(act, standing=False, when="", number=table.state.clock)
    if not isinstance(done, (Blow, Shot)) or table.state.combatants[done.targets[0]].present:
        yield from resolve_deed(table, done, (*clauses, *ids("8.PREP.trigger", "8.SIM")), find_shared_resolver(act))


def lapse_prepared(table: Table) -> Play:
    """Yield the lapse of what nothing set off in the round (8.PREP.lost).

    By option it is carried over instead.
    """
    kept = get_settings(table.state).prepared_carries_over
    for deed in table.state.pending:
        if deed.standing and deed.when and deed.routine == 1 and not isinstance(deed, ChargeBlow):
            cause = "is still prepared" if kept else "nothing set it off"
            yield e.DeedLost(who=deed.who, deed=deed.id, cause=cause, clauses=ids("8.PREP.lost"), segment=deed.number)


def _was_not_fired(state: State, who: str) -> bool:
    return state.own(Triggers).fired.get(who) != state.round - 1


def carry_over(table: Table) -> Play:
    """Yield the preparations that are carried over from the last round, by option (8.PREP.lost).

    A combatant that prepared something then, and now only awaits, is still prepared.
    """
    if not get_settings(table.state).prepared_carries_over:
        return
    for who, each in table.state.combatants.items():
        declared, last = table.state.declared.get(who), each.last
        idle = declared is None or (isinstance(declared, Await) and not declared.targets and not declared.then)
        if each.able and idle and last is not None and last.has(Preparation) and _was_not_fired(table.state, who):
            last = add_own(last, CarriedOver())
            yield e.Declared(who=who, declaration=last, clauses=ids("8.PREP.lost"))
