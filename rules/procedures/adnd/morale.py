"""Morale: a d100 against the morale of a combatant, group or side, and its results.

The DM may call for a check at any stop; by itself a procedure checks only where its text says so.
"""

from collections.abc import Iterable, Sequence

from rules.kernel import events as e
from rules.kernel.effects import Roll, Rolled
from rules.kernel.forms import BadAnswer
from rules.kernel.perception import keep_counted
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, State
from rules.kernel.terms import DM, CombatantId
from rules.procedures.adnd.citations import Clauses
from rules.procedures.adnd.harm import break_off
from rules.procedures.adnd.orders.avoid import Avoid
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.use_psionics import Psionics
from rules.procedures.adnd.procedure import MoraleRules, as_adnd, get_citations
from rules.procedures.adnd.state import WAYS, MoraleDuty
from rules.reference import UnknownId, list_morale_occasions, lookup_morale_failure, lookup_morale_modifier

STANDARD = 50
"""The morale of a group without members."""


class CalledMorale(MoraleRules):
    """Checks against a combatant's own morale, in percent."""

    def check(self, table: Table, who: CombatantId, occasion: str, modifier: int) -> Play:
        return call_morale(table, who, occasion, modifier)


def call_morale(table: Table, who: str, occasion: str = "", modifier: int = 0) -> Play:
    """Check the morale of a combatant, group or side because the DM calls for it.

    Raises BadAnswer, before anything is yielded, where nobody of that name can act, or for an unknown occasion.
    """
    members = list_able_members(table.state, who)
    if not members:
        raise BadAnswer("who", f"nobody of '{who}' is left to check morale")
    needed = find_least_morale(members) - modifier - _get_occasion_modifier(occasion)
    refusal = as_adnd(table.ruleset).morale.forbid_check(table.state, [each.id for each in members])
    if refusal is not None:
        yield e.Refused(
            who=who, clause=refusal.clause, reason=refusal.reason, question="morale_due",
            clauses=(refusal.clause,), seen_by=(DM,),
        )  # fmt: skip
        return
    announced = get_citations(table).morale_announced
    if announced:
        losses = compute_losses(list_group(table.state, who))
        yield e.MoraleCalled(who=who, needed=needed, due=True, why=occasion, losses=losses, clauses=announced)
    yield from roll_morale(table, who, needed, members, get_citations(table).morale_called, occasion, modifier)


def _get_occasion_modifier(occasion: str) -> int:
    """Return what an occasion adds to the roll. Raises BadAnswer for an unknown one."""
    if not occasion:
        return 0
    known = {each.id: each for each in list_morale_occasions()}
    if occasion not in known:
        raise BadAnswer("occasion", str(UnknownId("occasion", occasion, tuple(known))))
    return lookup_morale_modifier(occasion)


def list_group(state: State, name: str) -> list[Combatant]:
    """Return a combatant by name, else the members of a group, else those of a side.

    Those out of the fight are included.
    """
    if name in state.combatants:
        return [state.combatants[name]]
    everyone = list(state.combatants.values())
    return [each for each in everyone if each.stat_block.mob == name] or [
        each for each in everyone if each.side == name
    ]


def list_able_members(state: State, name: str) -> list[Combatant]:
    """Return those of a name who can act.

    Of a group or side these are only those who are no player's character, if there are any.
    """
    able = [each for each in list_group(state, name) if each.able]
    return able if name in state.combatants else [each for each in able if not each.stat_block.played] or able


def compute_losses(members: Sequence[Combatant]) -> int:
    """Return the share of a group that is out of the fight, in hundredths.

    Those who have never been met do not count.
    """
    counted = keep_counted(members)
    return 100 * sum(1 for each in counted if not each.able) // max(1, len(counted))


def find_least_morale(members: Iterable[Combatant]) -> int:
    """Return the morale of a group: the lowest in it, of those who have been met."""
    return min((each.stat_block.creature.morale for each in keep_counted(members)), default=STANDARD)


def roll_morale(
    table: Table,
    who: str,
    needed: int,
    members: Sequence[Combatant],
    clauses: Clauses,
    occasion: str = "",
    modifier: int = 0,
) -> Play:
    """Roll a d100 against a number.

    The margin of failure decides how those who can act avoid the fight.
    """
    rolled: Rolled = yield Roll("morale", who, 1, 100, hidden=True)
    result = lookup_morale_failure(rolled.total - needed) or "holds"
    affected = tuple(each.id for each in members if each.able) if result in WAYS else ()
    yield e.MoraleChecked(
        who=who,
        needed=needed,
        face=rolled.total,
        result=result,
        occasion=occasion,
        modifier=modifier,
        affected=affected,
        rolls=(rolled,),
        clauses=clauses,
    )
    for each in affected:
        yield from give_way(table, each)


# Results of a failed check.


def give_way(table: Table, who: CombatantId) -> Play:
    """Replace what a combatant was to do this round by avoiding.

    Once it has done all, it avoids in the next round.
    """
    state = table.state
    by_turns = not table.ruleset.orders
    if as_adnd(table.ruleset).morale.has_had_turn(state, who) or state.between_rounds:
        return
    pending = [deed for deed in state.pending if deed.who == who and not isinstance(deed, Psionics)]
    if pending and not by_turns:
        yield from _replace_by_avoiding(table, who)
    elif _is_turn_to_come(table, who) if by_turns else _is_still_declared(state, who):
        yield make_avoiding_declared(table, who)


def _is_turn_to_come(table: Table, who: CombatantId) -> bool:
    return table.state.round > 0 or who in table.ruleset.clock.turns(table.state)


def _is_still_declared(state: State, who: CombatantId) -> bool:
    """Return whether a combatant's declaration is given, or asked for, and not acted on yet."""
    acted = any(deed.who == who for deed in state.done) and state.round > 0
    asked = any(each.who == who and each.question == "declare" for each in state.open)
    return (asked or who in state.declared) and not acted


def _replace_by_avoiding(table: Table, who: CombatantId) -> Play:
    """Give up a combatant's pending deeds for those of avoiding. Its psionic combat goes on."""
    cited = get_citations(table).morale_failed
    for deed in table.state.pending:
        if deed.who != who or isinstance(deed, Psionics):
            continue
        if isinstance(deed, Completion) and table.state.combatants[who].casting is not None:
            yield from break_off(table, who, "morale", cited)
        else:
            yield e.DeedLost(who=who, deed=deed.id, cause="morale", clauses=cited, segment=deed.number)
    yield make_avoiding_declared(table, who)
    known = [deed.id for deed in (*table.state.pending, *table.state.done)]
    built = [
        deed for deed in as_adnd(table.ruleset).build_deeds(table.state) if deed.who == who and deed.id not in known
    ]
    yield e.AgendaChanged(deeds=(*table.state.pending, *built), why="morale")


def declare_for_failed(table: Table, who: Sequence[CombatantId]) -> Play:
    """Declare avoiding for those who have failed a check. Returns the others."""
    failed = [each for each in who if table.state.combatants[each].own(MoraleDuty).avoid]
    for each in failed:
        yield make_avoiding_declared(table, each)
    return [each for each in who if each not in failed]


def make_avoiding_declared(table: Table, who: CombatantId) -> e.Declared:
    """Return the declaration of a combatant who has to avoid the fight."""
    order = Avoid(who, avoid=table.state.combatants[who].own(MoraleDuty).avoid)
    return e.Declared(who=who, declaration=order, clauses=get_citations(table).morale_failed)
