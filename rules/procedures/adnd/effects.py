"""Effects: the DM is asked what happens, and conditions begin or end by the answer.

A condition may change numbers. It ends by itself at a moment, or after a duration that is given in words.
"""

import re
from collections.abc import Generator, Mapping
from fractions import Fraction
from typing import Any

from rules.kernel import events as e
from rules.kernel.effect_entries import AUTO, EFFECTS
from rules.kernel.effects import Answer, Ask, Roll, Rolled
from rules.kernel.forms import ChangesField, Choice, Form, Text
from rules.kernel.procedure import Play, Table
from rules.kernel.ruling_values import check_ruling, is_moment, read_old_value
from rules.kernel.rulings import COMBATANT_RULINGS, CONDITIONS, convert_measured
from rules.kernel.stat_block import NumberChange
from rules.kernel.state import CHANGED, OpenQuestion, State
from rules.kernel.terms import DM
from rules.procedures.adnd.durations import Lasting, is_duration, parse_duration
from rules.procedures.adnd.harm import give_back, spoil_by_effect, stop_psionics
from rules.procedures.adnd.moments import EFFECT, Need, Telling, resolve_alone
from rules.procedures.adnd.procedure import Affected, as_adnd, get_citations
from rules.procedures.adnd.proposals import BEGINS, ENDS, HEALS, REGENERATION, list_regenerating, propose

HARMFUL = (*CONDITIONS, "vanishes", "falls", "moved", "drops")
"""Rulings on a combatant that break off what it is casting."""

FORCING = ("fled", "surrendered", "charmed")
"""Conditions that force a behaviour on a combatant."""

MOST_CHANGED = 1000
"""The greatest amount by which an effect changes a number."""

Affecting = Generator[e.Event | Need, Any, list[Affected]]
"""A part of a resolution that returns the effects that have taken hold of combatants."""

_NAME = re.compile(r"[a-z][a-z0-9_ '-]{0,39}", re.ASCII)


def ask_effect(table: Table, facts: dict[str, object], clauses: tuple[str, ...] = ()) -> Affecting:
    """Ask the DM what happens, and change the state by the answer.

    Returns the effects that take hold. Nobody is asked where a file has what the tables propose happen by itself.
    """
    what, by = str(facts.get("what", "")), str(facts.get("by", ""))
    if table.state.notes.get(EFFECTS) == AUTO:
        yield Need(EFFECT, [])
        proposal = propose(table.state, facts)
        if proposal is not None:
            return (yield from apply_effect(table, proposal.answer, what, by))
    answers: list[Answer] = yield Need(EFFECT, [Ask("effect", DM, {}, facts=facts, clauses=clauses)])
    return (yield from apply_effect(table, answers[0], what, by))


def heal_by_regeneration(table: Table) -> Play:
    """Give back the hit points of those who regenerate, at the end of a round."""
    who = list_regenerating(table.state)
    if who:
        yield from resolve_alone(ask_effect(table, {"what": REGENERATION, "targets": list(who)}))


def apply_effect(table: Table, answer: Answer, what: str, by: str = "") -> Affecting:
    """Apply the DM's rulings: conditions begin or end, anything else is ruled.

    Words alone are narrated. Dice of a duration are rolled once for all who have the same. Returns the effects
    that take hold; the end of an effect and healing do not count.
    """
    text = str(answer.get("text", "") or "")
    changes = _list_changes(answer)
    if text and not changes:
        yield e.EffectDescribed(who=by, what=what, text=text)
    rolled = yield from _roll_durations(changes, by or DM)
    for nth, change in enumerate(changes):
        # The dice of a duration go with the first change that has it.
        is_first = all(each.get("until") != change.get("until") for each in changes[:nth])
        yield from _apply_change(table, change, text, what, rolled, is_first)
    return [_read_affected(change) for change in changes if change["what"] not in (ENDS, HEALS)]


def _read_affected(change: Mapping[str, Any]) -> Affected:
    name = change.get("value") if change["what"] == BEGINS else change["what"]
    return Affected(change["who"], str(name), read_changes(change.get("changes")))


def _roll_durations(changes: list[Mapping[str, Any]], by: str) -> Any:
    """Roll the dice of durations such as "1d4+1 rounds". Returns the rolls by the words."""
    said = dict.fromkeys(each["until"] for each in changes if isinstance(each.get("until"), str))
    named = {words: duration for words in said if (duration := parse_duration(words)) and duration.number.count}
    needs = [Roll("effect", by, each.number.count, each.number.sides, hidden=True) for each in named.values()]
    given: list[Rolled] = (yield Need(EFFECT, needs)) if needs else []
    return dict(zip(named, given, strict=True))


def _apply_change(
    table: Table, change: Mapping[str, Any], text: str, what: str, rolled: Mapping[str, Rolled], is_first: bool
) -> Telling:
    """Apply one ruling. Its duration is told in words only with words of the DM's own."""
    who, kind, value = change["who"], change["what"], change.get("value")
    if kind == ENDS:
        yield e.EffectEnded(who=who, effect=str(value))
        return
    if kind == HEALS:
        yield from give_back(table, who, int(str(value)), what or text)
        return
    is_named = kind == BEGINS
    old = None if is_named else read_old_value(table.state, who, kind, value)
    harmful = _is_harmful(kind, old, value)
    lasting = _read_lasting(table, change.get("until"), rolled)
    if is_named or (kind in CONDITIONS and value not in (False, "no")):
        forced = get_citations(table).forced if kind in FORCING else ()
        numbers = read_changes(change.get("changes"))
        described = ", ".join(each for each in (text, lasting.words) if each) if text else what
        dice = rolled.get(str(change.get("until"))) if is_first else None
        yield e.EffectBegan(
            who=who,
            effect=str(value) if is_named else kind,
            until=lasting.until,
            text=described,
            changes=numbers,
            rolls=(dice,) if dice is not None else (),
            clauses=(*lasting.clauses, *forced),
        )
    elif kind in CONDITIONS:
        yield e.EffectEnded(who=who, effect=kind)
    else:
        new = convert_measured(kind, value)
        yield e.Ruled(who=who, what=kind, old=old, new=new, until=lasting.until, note=text or what)
    if harmful:
        if kind == "hp" or as_adnd(table.ruleset).harm.can_effect_spoil(
            table.state, (Affected(who, kind),), resisted=True
        ):
            yield from spoil_by_effect(table, who)
        yield from stop_psionics(table, who, "affected")


def _list_changes(answer: Answer) -> list[Mapping[str, Any]]:
    changes = answer.get("changes", ())
    return list(changes) if isinstance(changes, list | tuple) else []


def _is_harmful(kind: str, old: object, value: object) -> bool:
    """Return whether a ruling on a combatant may cost it a spell.

    It may if it is a condition, a loss of hit points, being moved or being disarmed.
    """
    if kind == "hp":
        return isinstance(old, int) and isinstance(value, int) and value < old
    return kind in HARMFUL and value not in (False, "no")


def _read_lasting(table: Table, given: object, rolled: Mapping[str, Rolled]) -> Lasting:
    """Return how long an effect lasts: until a moment, or a duration in words."""
    if isinstance(given, str):
        duration = parse_duration(given)
        assert duration is not None, "the form takes no other words"
        if (dice := rolled.get(given)) is not None:
            duration = duration.settle(max(1, dice.total + duration.number.plus))
        return as_adnd(table.ruleset).compute_lasting(table.state, duration)
    if not isinstance(given, list | tuple) or not given:
        return Lasting()
    round, segment = given
    return Lasting((round, segment))


# Changes of numbers.


def read_changes(given: object) -> tuple[NumberChange, ...]:
    """Return changes of numbers from a list of {what, by}. Raises ValueError for anything else."""
    if given is None:
        return ()
    if not isinstance(given, list | tuple):
        raise ValueError("changes are a list of {what, by}")
    return tuple(_read_number_change(each) for each in given)


def _read_number_change(given: object) -> NumberChange:
    if not isinstance(given, Mapping) or set(given) != {"what", "by"} or given["what"] not in CHANGED:
        raise ValueError(f"a change is {{what, by}}, and changes one of {', '.join(CHANGED)}")
    what, by = str(given["what"]), given["by"]
    if isinstance(by, bool) or not isinstance(by, int | float | str) or len(str(by)) > 20:
        raise ValueError(f"'{by}' is not a number")
    try:
        number = Fraction(str(by))
    except (ValueError, ZeroDivisionError):
        raise ValueError(f"'{by}' is not a number") from None
    if abs(number) > MOST_CHANGED or (number.denominator != 1 and what not in ("movement", "routines")):
        raise ValueError(f"'{by}' is not a number by which '{what}' can change")
    return NumberChange(what, number.numerator if number.denominator == 1 else number)


# The form.


def build_effect_form(state: State, question: OpenQuestion) -> Form:
    """Return the form for the DM's words and rulings on an effect, with durations in words."""
    who = [Choice(each.id, each.name) for each in state.combatants.values()]
    what = [Choice(name, name.replace("_", " ")) for name in dict.fromkeys(COMBATANT_RULINGS)]

    def check(change: Mapping[str, object]) -> None:
        until = None if is_duration(change.get("until")) else change.get("until")
        if change["what"] in (BEGINS, ENDS):
            _check_named(change, until)
        elif change["what"] == HEALS:
            _check_points(change.get("value"))
        else:
            check_ruling(state, str(change["who"]), str(change["what"]), change.get("value"), until)
        read_changes(change.get("changes"))

    return Form(
        (
            Text("text", "What happens"),
            ChangesField(
                "changes", "What it changes", who, what, check=check, knows=_is_begun_or_ended, list_more=_list_named
            ),
        )
    )


def _list_named() -> tuple[Choice, ...]:
    return (Choice(BEGINS, "effect"), Choice(ENDS, "effect ends"), Choice(HEALS, "regains hit points"))


def _is_begun_or_ended(change: Mapping[str, object]) -> bool:
    """Return whether a change is an effect of any name, or a condition that may change numbers."""
    return change.get("what") in (BEGINS, ENDS, HEALS, *CONDITIONS)


def _check_points(value: object) -> None:
    """Raise ValueError for a value that is no number of hit points."""
    if isinstance(value, bool) or not isinstance(value, int) or not 1 <= value <= MOST_CHANGED:
        raise ValueError(f"'{value}' is no number of hit points: it is from 1 to {MOST_CHANGED}")


def _check_named(change: Mapping[str, object], until: object) -> None:
    """Raise ValueError for an effect without a name, or with an end that is no time."""
    name = change.get("value")
    if not isinstance(name, str) or _NAME.fullmatch(name) is None:
        raise ValueError(f"'{name}' is not a name of an effect: use small letters, at most 40")
    if until is not None and not is_moment(until):
        raise ValueError(f"'{until}' is not a round and segment")
