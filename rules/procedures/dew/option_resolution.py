"""Options carried out: the DM's consent if needed, the price, then the effects (1.2)."""

from collections.abc import Callable, Mapping
from typing import Any

from rules.kernel import events as e
from rules.kernel.effects import Answer
from rules.kernel.forms import Refusal
from rules.kernel.procedure import Play, Table
from rules.kernel.terms import CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.alertness import make_alert_changed
from rules.procedures.dew.answers import is_yes, read_names
from rules.procedures.dew.attack import resolve_attack
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.blows import Paid, choose_usual_blow, spend
from rules.procedures.dew.borrowing import cite_option
from rules.procedures.dew.consultation import consult
from rules.procedures.dew.grabs import grab
from rules.procedures.dew.great_blows import lose_to_blow, prepare_great_blow
from rules.procedures.dew.maneuvers import consult_range, resolve_maneuver, should_ask_dm
from rules.procedures.dew.refusals import REFUSED
from rules.procedures.dew.terms import ACTIVE, SYLLABLES, get_dew, ids
from rules.procedures.dew.weapons import get_weapon

PASSING = ("pass", "nothing", "abandon")
"""Choices that are Pass, or no option at all."""


def begin_option(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    """Emit what comes before an option (drops, speech), declare the option, pay its price.

    Returns the blows that were paid.
    """
    command = str(answer["command"])
    if items := read_names(answer, "drop"):
        yield from _drop(table, who, items, command)
    speech = str(answer.get("speech", "") or "")[:SYLLABLES]
    if speech:
        yield dew.Spoke(who=who, text=speech, clauses=ids("1.2c"))
    params = {key: value for key, value in answer.items() if key not in ("command", "drop", "speech")}
    cited = ["1.2a", "1f", *(["1.2.3Mi"] if command == "maneuver" else [])]
    cited += cite_option(table.state, command) if beat.borrowed else []
    yield dew.OptionChosen(who=who, option=command, params=params, clauses=ids(*cited))
    return (yield from _pay(table, who, answer, beat))


def _drop(table: Table, who: CombatantId, items: tuple[str, ...], command: str) -> Play:
    passing = command == "pass"
    yield e.Dropped(
        who=who, items=items, why="pass" if passing else "option", clauses=ids("1.2.1a" if passing else "1.2b")
    )
    for each in get_dew(table.state, who).ledger.preparations:
        if each.weapon in items:
            yield dew.PreparationLost(
                who=who, weapon=each.weapon, mode=each.mode, count=each.count, why="dropped", clauses=ids("1.2.1f")
            )


def _pay(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    command = str(answer["command"])
    paid: list[Paid] = []
    for blow, clauses in _list_blows(table, who, command, answer, beat):
        paid.append((yield from spend(table, who, blow, command, clauses, borrowed=beat.borrowed)))
    if paid and command not in ("prepare", "attack"):
        yield from lose_to_blow(table, who)
    return paid


def _list_blows(
    table: Table, who: CombatantId, command: str, answer: Answer, beat: Beat
) -> list[tuple[str, tuple[str, ...]]]:
    """Return the blows that an option takes, each with the clauses to cite."""
    state = table.state
    free = str(answer.get("blow") or choose_usual_blow(state, who, beat.borrowed))
    match command:
        case "draw":
            heavy = get_weapon(state, who, str(answer["weapon"])).weight == "heavy"
            return [(ACTIVE, ("1.2.2a", "1.2.2b"))] if heavy else [(free, ("1.2.2a", "1.2d"))]
        case "grab":
            return [(ACTIVE, ("1.2.3Ga",))]
        case "prepare":
            return [(ACTIVE, ("1.2.4a",))]
        case "maneuver":
            return [(free, ("1.2.3Ma", "1.2d"))]
        case "attack":
            first = (ACTIVE, ("1.2.5a",))
            if get_weapon(state, who, str(answer["weapon"])).weight != "heavy":
                return [first]
            second = str(answer.get("second_blow") or choose_usual_blow(state, who, beat.borrowed))
            return [first, (second, ("1.2.5b", "1.2.5c"))]
    return []


def consult_before(table: Table, who: CombatantId, answer: Answer) -> Play:
    """Ask the DM what must be known before anything is spent.

    Returns the DM's answer, empty where nothing is asked, or the refusal if the DM forbids the option.
    """
    command = answer["command"]
    if command == "grab":
        dm_answer = yield from consult(table, "grab", ("1.2.3Gb",), who=who, facts={"object": answer["object"]})
        if dm_answer["command"] == "deny":
            return Refusal(
                ids("1.2.3Gb")[0], f"The DM ruled this out: {dm_answer.get('text') or 'it is out of reach'}."
            )
        return dm_answer
    if command == "maneuver" and should_ask_dm(table.state, who, answer):
        return (yield from consult_range(table, who, answer))
    return {}


def make_refused(who: CombatantId, refusal: Refusal) -> e.Refused:
    """Return the event that shows a combatant, and nobody else, that an option is refused.

    Nothing is spent, and the combatant is asked again.
    """
    return e.Refused(
        who=who,
        clause=refusal.clause,
        reason=refusal.reason,
        question="option",
        clauses=tuple(dict.fromkeys((refusal.clause, *refusal.also, *ids(REFUSED)))),
        perceived_by=(who,),
    )


def resolve_option(
    table: Table, who: CombatantId, answer: Answer, beat: Beat, dm_answer: Answer, paid: list[Paid]
) -> Play:
    """Carry out an option. Returns False if the DM cancels it."""
    act = _ACTS.get(str(answer["command"]))
    if act is None:
        return True
    went_on = yield from act(table, who, answer, beat, dm_answer, paid)
    return went_on is not False


def _carry_out_pass(
    table: Table, who: CombatantId, answer: Answer, beat: Beat, dm_answer: Answer, paid: list[Paid]
) -> Play:
    yield from beat.happen(lambda: _pass(table, who, answer, beat))


def _pass(table: Table, who: CombatantId, answer: Answer, beat: Beat) -> Play:
    did = [name for name in ("fall", "become_alert") if is_yes(answer, name)] + (["drop"] if answer.get("drop") else [])
    if is_yes(answer, "fall"):
        yield dew.FellDown(who=who, why="choice", clauses=ids("1.2.1b"))
    if is_yes(answer, "become_alert"):
        yield make_alert_changed(who, True, "pass", "1.2.1c")
    cited = ["1.2.1e", *(["1.2.1d"] if len(did) > 1 else [])]
    cited += ["1.2.1f"] if get_dew(table.state, who).ledger.preparations else []
    yield dew.Passed(who=who, counts=beat.passes_count, clauses=ids(*cited))


def _carry_out_draw(
    table: Table, who: CombatantId, answer: Answer, beat: Beat, dm_answer: Answer, paid: list[Paid]
) -> Play:
    yield from beat.happen(lambda: _draw(who, answer))


def _draw(who: CombatantId, answer: Answer) -> Play:
    yield dew.WeaponDrawn(
        who=who, weapon=str(answer["weapon"]), mode=str(answer["mode"]), clauses=ids("1.2.2a", "1.2.2c")
    )


def _carry_out_grab(
    table: Table, who: CombatantId, answer: Answer, beat: Beat, dm_answer: Answer, paid: list[Paid]
) -> Play:
    yield from grab(table, who, answer, beat)


def _carry_out_prepare(
    table: Table, who: CombatantId, answer: Answer, beat: Beat, dm_answer: Answer, paid: list[Paid]
) -> Play:
    yield from prepare_great_blow(table, who, str(answer["weapon"]), str(answer["mode"]), beat)


def _carry_out_maneuver(
    table: Table, who: CombatantId, answer: Answer, beat: Beat, dm_answer: Answer, paid: list[Paid]
) -> Play:
    yield from resolve_maneuver(table, who, answer, beat, dm_answer)


def _carry_out_attack(
    table: Table, who: CombatantId, answer: Answer, beat: Beat, dm_answer: Answer, paid: list[Paid]
) -> Play:
    return (yield from resolve_attack(table, who, answer, beat, paid))


_ACTS: Mapping[str, Callable[[Table, CombatantId, Answer, Beat, Answer, list[Paid]], Any]] = {
    "pass": _carry_out_pass,
    "draw": _carry_out_draw,
    "grab": _carry_out_grab,
    "prepare": _carry_out_prepare,
    "maneuver": _carry_out_maneuver,
    "attack": _carry_out_attack,
}
