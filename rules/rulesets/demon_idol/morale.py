"""8.A: on a side's turn, groups that have lost too many check their morale, and those that fail turn to avoiding."""

from collections.abc import Iterator, Sequence

from rules import events as e
from rules.effects import Ask, Roll, Rolled
from rules.forms import Form, yes_or_no
from rules.order import Moment
from rules.reference import lookup_morale_failure, lookup_morale_modifier
from rules.ruleset import Play, Table
from rules.rulesets.demon_idol.deeds import initiative
from rules.rulesets.demon_idol.letters import place_of
from rules.rulesets.demon_idol.options import ids
from rules.state import Combatant, Deed, OpenQuestion, State
from rules.terms import DM

OCCASIONS = ((50, "loss_50"), (25, "loss_25"))
"""Hundredths of a group that are out of the fight, and the occasion of the tables that this is."""

AVOIDANCE = {
    "fall_back_fighting": "fall_back",
    "disengage_retreat": "disengage",
    "flee_in_panic": "flee",
    "surrender": "surrender",
}
"""The way of avoiding that each result of a failed check calls for."""

OUT_OF_TURN = ("slot-in", "answer", "fired")


def is_led_by_players(each: Combatant) -> bool:
    """Whether a figure's nerve is its player's business."""
    return each.figure.played or (each.side == "party" and each.figure.kind not in ("", "level_0"))


def groups(state: State) -> dict[str, list[Combatant]]:
    """The groups that have a morale: mobs, and of each side all others that no player leads."""
    found: dict[str, list[Combatant]] = {}
    for each in state.combatants.values():
        if not is_led_by_players(each):
            found.setdefault(each.figure.mob or each.side, []).append(each)
    return found


def morale_form(state: State, question: OpenQuestion) -> Form | None:
    """Whether a group checks its morale now."""
    return yes_or_no("Does this group check its morale?")


def check(table: Table, moment: Moment | None) -> Play:
    """8.A.morale: as a side's turn comes, its groups that are due check. True where somebody's deeds were replaced."""
    clock = table.state.clock or 0
    if moment is None or moment.clock > clock:
        return False
    replaced = False
    for side in dict.fromkeys(table.state.combatants[deed.who].side for deed in moment.deeds):
        if not _turn_begins(table.state, side):
            continue
        for name, members in groups(table.state).items():
            if members[0].side == side and (yield from _one_group(table, name, members)):
                replaced = True
    return replaced


def _turn_begins(state: State, side: str) -> bool:
    own = [deed for deed in state.done if state.combatants[deed.who].side == side]
    return all(deed.part in OUT_OF_TURN or deed.kind == "ready" for deed in own)


def _one_group(table: Table, name: str, members: Sequence[Combatant]) -> Play:
    losses = 100 * sum(1 for each in members if not each.able) // len(members)
    able = [each for each in members if each.able]
    if not able or losses <= table.state.marks.get(f"morale:{name}", 0):
        return False
    occasion = next((id for least, id in OCCASIONS if losses >= least), None)
    if occasion is None:
        return False
    modifier = lookup_morale_modifier(occasion)
    needed = min(each.figure.morale for each in able) - modifier
    facts = {"who": name, "needed": needed, "losses": losses}
    answer = yield Ask("morale_due", DM, {"choice": "no"}, facts=facts, clauses=ids("8.A.morale"))
    due = answer["choice"] == "yes"
    yield e.MoraleCalled(
        who=name,
        needed=needed,
        due=due,
        why=occasion,
        losses=losses,
        clauses=ids("8.A.morale"),
        perceived_by=(DM,),
    )
    return (yield from _roll(table, name, needed, [each.id for each in able])) if due else False


def _roll(table: Table, name: str, needed: int, able: Sequence[str]) -> Play:
    rolled: Rolled = yield Roll("morale", name, 1, 100, hidden=True)
    result = lookup_morale_failure(rolled.total - needed) or "holds"
    yield e.MoraleChecked(
        who=name,
        needed=needed,
        face=rolled.total,
        result=result,
        rolls=(rolled,),
        clauses=ids("8.A.morale"),
        perceived_by=(DM,),
    )
    if result == "holds":
        return False
    for who in able:
        for deed in table.state.pending:
            if deed.who == who and deed.kind != "psionic":
                yield e.DeedLost(who=who, deed=deed.id, cause="morale", clauses=ids("8.A.replace"), segment=deed.number)
    fleeing = tuple(_avoids(table.state, who, AVOIDANCE[result]) for who in able)
    yield e.AgendaChanged(deeds=(*table.state.pending, *fleeing), why="morale", perceived_by=(DM,))
    return True


def _avoids(state: State, who: str, manner: str) -> Deed:
    plain = Deed(f"{who}:avoids", who, "flee", mode=manner, initiative=initiative(state, who, False), part="morale")
    return Deed(**{**plain.__dict__, "place": place_of(state, plain), "number": state.clock})


def opening_groups(state: State) -> Iterator[str]:
    """Whoever may check at once when the sides meet: other sides, and groups of hirelings."""
    for name, members in groups(state).items():
        if any(each.present for each in members):
            yield name
