"""8.A: morale checks of groups with losses on their side's turn; failing leads to avoiding."""

from collections.abc import Iterator

from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.effects import Ask
from rules.kernel.forms import Form, build_yes_or_no
from rules.kernel.order import Moment
from rules.kernel.perception import is_side_seen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, OpenQuestion, State
from rules.kernel.terms import DM
from rules.procedures.adnd.morale import compute_losses, find_least_morale, roll_morale
from rules.procedures.demon_idol.deed_types import Fired, Ready, Retaliation, SlottedIn
from rules.procedures.demon_idol.options import ids
from rules.procedures.demon_idol.state import Losses
from rules.reference import lookup_morale_modifier

OCCASIONS = ((50, "loss_50"), (25, "loss_25"))
"""Losses in hundredths of a group, and the occasion of the morale tables for each."""

OUT_OF_TURN = (SlottedIn, Retaliation, Fired)


def is_led_by_players(each: Combatant) -> bool:
    """Return whether a combatant's morale is its player's decision."""
    creature = each.stat_block.creature
    is_henchman = bool(creature.kind) and not creature.has_class("level_0")
    return each.stat_block.played or (each.side == "party" and is_henchman)


def list_groups(state: State) -> dict[str, list[Combatant]]:
    """Return the groups that have a morale, by name.

    They are mobs, and of each side all others that no player leads.
    """
    found: dict[str, list[Combatant]] = {}
    for each in state.combatants.values():
        if not is_led_by_players(each):
            found.setdefault(each.stat_block.mob or each.side, []).append(each)
    return found


def build_morale_form(state: State, question: OpenQuestion) -> Form | None:
    """Return the form: does a group check its morale now. None where no member can act."""
    members = list_groups(state).get(str(question.facts.get("who", "")), ())
    return build_yes_or_no("Does this group check its morale?") if any(each.able for each in members) else None


def check(table: Table, moment: Moment | None) -> Play:
    """Check the groups of a side that are due, as the side's turn comes (8.A.morale)."""
    state = table.state
    if moment is None or moment.clock > (state.clock or 0):
        return
    for side in dict.fromkeys(state.combatants[deed.who].side for deed in moment.deeds if _is_counted(state, deed)):
        if not _is_turn_beginning(table.state, side):
            continue
        for name, members in list_groups(table.state).items():
            if members[0].side == side:
                yield from _check_group(table, name)


def _is_turn_beginning(state: State, side: str) -> bool:
    own = [deed for deed in state.done if state.combatants[deed.who].side == side and _is_counted(state, deed)]
    return all(deed.status in OUT_OF_TURN or isinstance(deed, Ready) for deed in own)


def _is_counted(state: State, deed: Deed) -> bool:
    """Return whether a deed belongs to its side's turn.

    That of a hidden combatant does not, once its side has been seen.
    """
    doer = state.combatants[deed.who]
    return not doer.hidden or not is_side_seen(state, doer.side)


def _check_group(table: Table, name: str) -> Play:
    members = list_groups(table.state)[name]
    losses = compute_losses(members)
    able = [each for each in members if each.able]
    if not able or losses <= table.state.own(Losses).asked.get(name, 0):
        return
    occasion = next((id for least, id in OCCASIONS if losses >= least), None)
    if occasion is None:
        return
    needed = find_least_morale(able) - lookup_morale_modifier(occasion)
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
    )
    if due:
        yield from roll_morale(table, name, needed, list_groups(table.state)[name], ids("8.A.morale"), occasion)


def list_opening_groups(state: State) -> Iterator[str]:
    """Yield the groups that may check at once when the sides meet.

    They are other sides, and groups of hirelings.
    """
    for name, members in list_groups(state).items():
        if any(each.present for each in members):
            yield name
