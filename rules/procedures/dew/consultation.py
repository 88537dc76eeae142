"""Consultations of the DM: blocking questions, answered with words and changes.

Clauses: DEW.R5a, R6a.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import Any

from rules.kernel import events as e
from rules.kernel.effects import Answer, Ask, Rolled
from rules.kernel.forms import ChangesField, Field, Form, Number, OneOf, Option, PlaceField, Refusal, Text
from rules.kernel.procedure import Play, Table
from rules.kernel.ruling_values import check_ruling, read_old_value
from rules.kernel.state import OpenQuestion, State
from rules.kernel.terms import DM, CombatantId
from rules.procedures.dew import events as dew
from rules.procedures.dew.answers import build_yes_field, read_changes, read_names
from rules.procedures.dew.beats import Beat
from rules.procedures.dew.ranges import has_place
from rules.procedures.dew.refusals import refuse
from rules.procedures.dew.rulings import DEW_RULINGS
from rules.procedures.dew.terms import get_settings, ids, list_conscious, list_seen

BY_THE_DM = "R6a"
"""The clause by which the DM decides a question that waits for the answer."""

FATES = ("dying", "dead", "stable", "other")

DEFAULTS: Mapping[str, Answer] = {
    "over_100": {"command": "proceed"},
    "fate": {"command": "fate", "result": "dying"},
    "grab": {"command": "confirm"},
    "maneuver": {"command": "cap"},
    "movement": {"command": "simple"},
    "moves": {"command": "done"},
}
"""Answers, by reason, if the DM closes the question unanswered. For every other reason nothing happens."""

NOTHING: Answer = {"command": "nothing"}


def consult(
    table: Table,
    reason: str,
    clauses: Sequence[str],
    *,
    who: CombatantId = "",
    target: CombatantId = "",
    rolls: Sequence[Rolled] = (),
    facts: Mapping[str, object] | None = None,
) -> Play:
    """Ask the DM. Returns the DM's answer.

    The event that announces the question carries the dice that the DM decides by.
    """
    if who:
        yield dew.ConsultOpened(reason=reason, who=who, target=target, rolls=tuple(rolls), clauses=ids(*clauses))
    faces = {f"{each.purpose} {each.by}": list(each.faces) for each in rolls}
    about = {"reason": reason, "what": reason.replace("_", " "), "by": who, "target": target, "faces": faces}
    default = DEFAULTS.get(reason, NOTHING)
    answer = yield Ask("consult", DM, default, facts={**about, **(facts or {})}, clauses=ids(*clauses, BY_THE_DM))
    return answer


def make_dm_changes(table: Table, beat: Beat, reason: str, answer: Answer, *clauses: str, by: CombatantId = "") -> Play:
    """Make the DM's changes happen, with the others of the beat, and note the DM's words.

    Words about an act of a hidden combatant (``by``) are shown to that combatant alone.
    """
    text, changes = str(answer.get("text", "") or ""), read_changes(answer)
    cited = ids("R5a", BY_THE_DM, *clauses)
    hidden = by in table.state.combatants and table.state.combatants[by].hidden
    yield e.Ruled(
        who=DM, what=reason, new=answer["command"], note=text, clauses=cited, seen_by=(by,) if hidden else None
    )
    for change in changes:
        yield from beat.happen(partial(_make_dm_change, table, change, text, cited))


def _make_dm_change(table: Table, change: Mapping[str, Any], text: str, clauses: tuple[str, ...]) -> Play:
    who, what, value = change["who"], change["what"], change.get("value")
    old = read_old_value(table.state, who, what, value)
    yield e.Ruled(who=who, what=what, old=old, new=value, note=text, clauses=clauses)


def list_ruled_on(answer: Answer, what: Sequence[str]) -> tuple[CombatantId, ...]:
    """Return the combatants for which the DM's answer changes any of these things."""
    return tuple(dict.fromkeys(str(change["who"]) for change in read_changes(answer) if change["what"] in what))


# Forms of the DM's answers.


def build_consult_form(state: State, question: OpenQuestion) -> Form:
    """Return the DM's choices, by the reason for which the DM is asked."""
    reason = str(question.facts.get("reason", ""))
    choices = _CHOICES.get(reason, _list_usual_choices)(state, question)
    return Form((OneOf("command", "What is it to be?", choices),))


def _list_ruling_fields(state: State) -> tuple[Field, ...]:
    who = [Option(each.id, each.name) for each in state.combatants.values()]
    what = [Option(name, name.replace("_", " ")) for name in DEW_RULINGS]

    def check(change: Mapping[str, object]) -> None:
        check_ruling(state, str(change["who"]), str(change["what"]), change.get("value"), change.get("until"))

    return (Text("text", "What happens"), ChangesField("changes", "What it changes", who, what, check=check))


def _build_rule_option(state: State) -> Option:
    return Option("rule", "Something happens", then=lambda: _list_ruling_fields(state))


def _list_usual_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    return (Option("nothing", "Nothing"), _build_rule_option(state))


def _list_adjudicate_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    dice = (Number("count", "How many dice?", 1, 20), Number("sides", "Of how many faces?", 2, 1000))
    return (*_list_usual_choices(state, question), Option("roll", "Dice first", then=lambda: dice))


def _list_over_100_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    return (
        Option("proceed", "Go on", then=lambda: (Number("limit", "Limit of the check", 0, 1000, optional=True),)),
        _build_rule_option(state),
        Option(
            "cancel",
            "The attack does not take place",
            then=lambda: (build_yes_field("refund", "Give back the blows?"),),
        ),
    )


def _list_fate_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    results = OneOf("result", "What becomes of them?", [Option(each, each.capitalize()) for each in FATES])
    return (Option("fate", "Fate", then=lambda: (results, Text("text", "In words"))),)


def _list_grab_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    denied = Option("deny", "Out of reach", then=lambda: (Text("text", "Why"),))
    return (Option("confirm", "Within reach"), denied)


def _list_maneuver_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    return (
        Option("cap", "As far as maneuvers go"),
        Option(
            "allow",
            "To a range of",
            then=lambda: (Number("result_range", "Range", 1, 999), *_list_ruling_fields(state)),
        ),
        Option("forbid", "Impossible", then=lambda: (Text("text", "Why"),)),
    )


def _list_reduced_parry_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    return (
        Option("nothing", "At full strength"),
        Option("reduce", "At less", then=lambda: (Number("by", "Less by", 0, 20),)),
    )


def _list_contested_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    grabbers = [each for each in read_names(question.facts, "targets") if each in state.combatants]
    who = OneOf("who", "Who", [Option(each, state.combatants[each].name) for each in grabbers])
    return (Option("confirm", "One of them", then=lambda: (who,)), Option("nothing", "Nobody"))


def _list_movement_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    lost = [who for who in list_seen(state, list_conscious(state)) if not has_place(state, who)]
    refusal: Refusal | None = refuse("NO_POSITIONS", "3p") if lost else None
    return (
        Option("simple", "Simple movement"),
        Option("trace", "By traces", refusal=refusal),
        Option("skip", "Nobody moves"),
    )


def _list_moves_choices(state: State, question: OpenQuestion) -> Sequence[Option]:
    movers = [each for each in read_names(question.facts, "movers") if each in state.combatants]
    who = OneOf("who", "Who", [Option(each, state.combatants[each].name) for each in movers])
    stop = (
        who,
        PlaceField("position", "Where", optional=True),
        build_yes_field("alert", "Alert?"),
        Text("text", "Why"),
    )
    return (Option("done", "As declared"), *([Option("stop", "Somebody stops", then=lambda: stop)] if movers else []))


_CHOICES: Mapping[str, Callable[[State, OpenQuestion], Sequence[Option]]] = {
    "adjudicate": _list_adjudicate_choices,
    "over_100": _list_over_100_choices,
    "fate": _list_fate_choices,
    "grab": _list_grab_choices,
    "contested": _list_contested_choices,
    "maneuver": _list_maneuver_choices,
    "reduced_parry": _list_reduced_parry_choices,
    "movement": _list_movement_choices,
    "moves": _list_moves_choices,
}


def should_ask_for_mode(state: State) -> bool:
    """Return whether the DM is asked how movement is played."""
    return get_settings(state).movement_mode == "ask"
