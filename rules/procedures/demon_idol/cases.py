"""8.OOS: declarations that may be resolved out of sequence, noted for the DM beforehand."""

from rules.kernel.state import Deed, State
from rules.procedures.adnd.comparing import is_aimed_at, is_attack, is_blow, is_contact, is_magic, is_spell
from rules.procedures.demon_idol.deciding import is_adjusted, is_discharge
from rules.procedures.demon_idol.letters import are_dice_tied


def list_cases(state: State) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """Return a line for each case, and the clauses that they fall under."""
    found: dict[str, str] = {}
    for deed in state.pending:
        for line, clause in _list_cases_of(state, deed):
            found.setdefault(line, clause)
    return tuple(found), tuple(dict.fromkeys(found.values()))


def _list_cases_of(state: State, deed: Deed) -> list[tuple[str, str]]:
    found: list[tuple[str, str]] = []
    if is_contact(deed):
        found.append((f"{deed.who} charges", "8.E.retaliate"))
        found += [
            (f"{each.who} shoots at a charge", "8.EvsD") for each in state.pending if _is_before_charge(each, deed)
        ]
    if is_magic(deed):
        found += [(f"{each.who} strikes at {deed.who}", "8.GvsD") for each in _list_attackers(state, deed)]
        found += [(f"{deed.who} and {each.who} cast at each other", "8.DvsD") for each in _list_duels(state, deed)]
    if is_attack(deed) and deed.routines > 1 and deed.routine == 1:
        found.append((f"{deed.who} has {deed.routines} routines", "8.MAR.notwin"))
    if is_adjusted(state, deed):
        clause = (
            "8.REACT.plus" if deed.initiative > state.initiative.get(_get_side(state, deed), 0) else "8.REACT.minus"
        )
        found.append((f"{deed.who} goes by {deed.initiative}", clause))
    if deed.when and deed.routine == 1:
        found.append((f"{deed.who} prepares", "6.prepare"))
    return found


def _get_side(state: State, deed: Deed) -> str:
    return state.combatants[deed.who].side


def _is_before_charge(deed: Deed, charge: Deed) -> bool:
    return is_discharge(deed) and (is_aimed_at(deed, charge) or is_aimed_at(charge, deed))


def _list_attackers(state: State, magic: Deed) -> list[Deed]:
    blows = [each for each in state.pending if is_blow(each) and is_aimed_at(each, magic) and each.routine == 1]
    return [each for each in blows if is_spell(magic) or are_dice_tied(state, each.who, magic.who)]


def _list_duels(state: State, spell: Deed) -> list[Deed]:
    both = [each for each in state.pending if is_spell(each) and is_spell(spell) and is_aimed_at(each, spell)]
    return [each for each in both if is_aimed_at(spell, each) and each.id > spell.id]
