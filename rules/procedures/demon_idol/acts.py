"""The beginning of deeds, spells and their loss, and turning."""

from rules.kernel import events as e
from rules.kernel.battlefield import is_sight_barred
from rules.kernel.deeds import Deed
from rules.kernel.effects import Ask
from rules.kernel.forms import Form, build_yes_or_no
from rules.kernel.procedure import Table
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM, SEGMENTS, CombatantId
from rules.procedures.adnd.acts import turn_undead
from rules.procedures.adnd.charges import make_charge_began
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.deed_types import Arrival, ArrivalAtPlace, Move, ShortCharge
from rules.procedures.adnd.harm import is_still_casting
from rules.procedures.adnd.magic import complete_spell, make_spell_began
from rules.procedures.adnd.moments import HIT, Need, Resolving, Telling
from rules.procedures.adnd.orders.base import count_segments_done
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.demon_idol.declaration_types import Preparation
from rules.procedures.demon_idol.letters import are_dice_tied
from rules.procedures.demon_idol.options import get_settings, ids


def begin_deed(table: Table, deed: Deed) -> Telling:
    """Yield the beginning of a spell or charge, or that a combatant too far off closes instead.

    A prepared act has begun already.
    """
    me = table.state.combatants[deed.who]
    declared = table.state.declared.get(deed.who)
    if declared is not None and declared.has(Preparation):
        return
    if isinstance(deed, Completion):
        carried = 0 < count_segments_done(me, deed.order.spell) < SEGMENTS
        yield make_spell_began(me, deed, ids("LIST.D", *(("5.D.spell",) if carried else ())))
    elif isinstance(deed, (Arrival, ShortCharge)):
        yield make_charge_began(table, deed, cite_charge(deed))
    elif isinstance(deed, Move) and isinstance(declared, Strike) and not deed.step:
        yield e.MindChanged(who=me.id, what="closes instead", clause="DEMON.LIST.E", clauses=ids("LIST.E"))


def cite_charge(deed: Deed) -> Clauses:
    """Return the clauses by which a charge runs."""
    return ids("FN.9", *(("FN.9.place",) if isinstance(deed, ArrivalAtPlace) else ()))


def resolve_spell(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a spell, whatever else happens in the same segment."""
    together = ids("NOTE.same-segment") if len(table.state.acting) > 1 else ()
    prepared = ids("8.PREP.start") if deed.standing else ()
    yield from complete_spell(table, deed, (*clauses, *together, *prepared))


def resolve_turning(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a turning; only what can see the holy symbol is turned (FN.15).

    The DM is asked about it, unless a wall of the map stands between.
    """
    is_seen = not is_sight_barred(table.state, deed.who, deed.targets[0])
    if is_seen:
        facts = {"by": deed.who, "who": deed.targets[0]}
        answers = yield Need(HIT - 1, [Ask("symbol", DM, {"choice": "yes"}, facts=facts, clauses=ids("FN.15"))])
        is_seen = answers[0]["choice"] == "yes"
    if is_seen:
        yield from turn_undead(table, deed, (*clauses, *ids("FN.15")))
        return
    yield e.UndeadTurned(
        who=deed.who,
        target=deed.targets[0],
        needed="",
        face=0,
        result="none",
        clauses=(*clauses, *ids("FN.15")),
        segment=deed.number,
    )


def build_symbol_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form: can the holy symbol be seen."""
    return build_yes_or_no("Can it see the holy symbol?")


def cite_spoiling(state: State, blow: Deed, nth: int, spell: Deed | None, target: CombatantId) -> Clauses | None:
    """Return the clauses by which a hit loses a spell (FN.20), else None.

    By option, on a tie only a hit of a first routine loses it.
    """
    tied = are_dice_tied(state, blow.who, target)
    if blow.routine > 1 and tied and not get_settings(state).tie_mar_all_disrupt:
        return None
    cited = ["NOTE.interrupt", "FN.20"]
    if spell is not None and not is_still_casting(state, target):
        cited.append("8.PREP.damage" if spell.when else "FN.11")
    if blow.routine > 1 and tied:
        cited.append("TIE.MAR")
    return ids(*cited)


def has_declared_spell(state: State, who: CombatantId) -> bool:
    """Return whether a hit loses a combatant's spell, begun or not (FN.11).

    It does from the declaration on, until the spell is completed in the moment in play.
    """
    if any(deed.who == who and isinstance(deed, Completion) for deed in state.acting):
        return False
    return any(deed.who == who and isinstance(deed, Completion) for deed in state.pending)
