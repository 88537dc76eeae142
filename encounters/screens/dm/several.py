"""Several combatants at once: the bar for the selected ones, and the rulings that it posts.

All changes of one press are one ruling: nothing is half done, and one press takes it back.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass

from encounters.errors import Invalid
from encounters.narration.calls import name_call
from encounters.narration.names import find_short_unit, list_group, name_ruling, to_units
from encounters.screens.answering.typed import read_place
from encounters.screens.combatants import read_standing
from encounters.screens.dm.calls import BOUNDS, list_saves, read_call
from encounters.screens.dm.dm_view import DmView
from encounters.screens.dm.ruling_values import find_ruling, read_number_change
from rules.api import (
    CONDITIONS,
    HUNDREDTHS,
    BadAnswer,
    Call,
    Change,
    State,
    arrange_sides,
    compute_distance,
    gather,
    get_ruleset,
    is_number_ruling,
    list_standing,
)

STEPS = ("-1", "-3", "-5", "-10", "+4", "+8")
"""The changes of a number that one press makes."""

LASTING = (("", "until removed"), ("1", "1 round"), ("3", "3 rounds"), ("10", "1 turn"))
"""How long a condition lasts: the number of rounds, and its words."""

LIFT = "lift"
"""The choice beside the durations that ends a condition."""


@dataclass(frozen=True, slots=True)
class SelectedNumber:
    """A number of the selected combatants that can be changed."""

    what: str
    """The ruling that changes it."""
    title: str


@dataclass(frozen=True, slots=True)
class SelectionBar:
    """The bar for the selected combatants; without an address there is none."""

    action: str = ""
    """The address to which it is posted."""
    numbers: tuple[SelectedNumber, ...] = ()
    steps: tuple[str, ...] = STEPS
    conditions: tuple[tuple[str, str], ...] = ()
    """The ruling that sets each condition, and its name."""
    lasting: tuple[tuple[str, str], ...] = ()
    """The durations of a condition; none where the procedure's conditions have no end."""
    lift: str = LIFT
    saves: tuple[tuple[str, str], ...] = ()
    """The categories of saving throws that can be called for, each with its words; none where there are none."""
    bounds: tuple[tuple[str, str], ...] = BOUNDS
    may_remove: bool = False
    unit: str = ""
    """The unit of a place, in short; "" where combatants have no places."""


def build_selection(view: DmView) -> SelectionBar:
    """Return the bar for the selected combatants; an empty one when the fight is over."""
    state, rules = view.state, view.ruleset
    if state.ended or not state.combatants:
        return SelectionBar()
    return SelectionBar(
        action=view.make_url("rule-several"),
        numbers=tuple(_list_numbers(state)),
        conditions=tuple((each, name_ruling(rules, each)) for each in list_switches(state)),
        lasting=LASTING if any(each in CONDITIONS for each in list_switches(state)) else (),
        saves=tuple(list_saves(state)),
        may_remove="vanishes" in rules.rulings.of_combatants,
        unit=find_short_unit(state) if "moved" in rules.rulings.of_combatants else "",
    )


def _list_numbers(state: State) -> list[SelectedNumber]:
    """Return the numbers that every combatant has under the ruleset in play."""
    pools = read_standing(state, next(iter(state.combatants))).pools
    named = ((find_ruling(state, pool.name), pool.title) for pool in pools)
    return [SelectedNumber(what, title) for what, title in named if what and is_number_ruling(state, what)]


def list_switches(state: State) -> list[str]:
    """Return the rulings that set a condition or another state that is on or off."""
    rules = get_ruleset(state.ruleset)
    own = [what for what, ruling in rules.rulings.own.items() if not ruling.form.parts and not ruling.has_other]
    return [*(each for each in CONDITIONS if each in rules.rulings.of_combatants), *own]


@dataclass(frozen=True, slots=True)
class Several:
    """A ruling on several combatants, or a call for their dice, as it was posted."""

    changes: Sequence[Change]
    words: str
    """What is done, in a few words for the DM."""
    call: Call | None = None


def read_several(view: DmView, chosen: Sequence[str], given: Mapping[str, str]) -> Several:
    """Return the changes that one press in the bar makes of the chosen combatants.

    Raises Invalid where nobody is selected, or a value is wrong.
    """
    state = view.state
    who = [each for each in dict.fromkeys(chosen) if each in state.combatants]
    if not who:
        raise Invalid("Select combatants first: use the check marks in the roster.", "who")
    if "save" in given or "roll" in given:
        call = read_call(state, who, {**given, "why": given.get("note", "")})
        return Several((), f"Called: {name_call(state, call)}.", call)
    try:
        changes, words = _read_changes(state, who, given)
    except BadAnswer as problem:
        raise Invalid(str(problem), problem.field) from problem
    if not changes:
        raise Invalid(f"Nothing changes: {list_group(state, who)} {words} already.", "who")
    return Several(changes, f"{list_group(state, [each.who for each in changes])}: {words}.")


def _read_changes(state: State, who: Sequence[str], given: Mapping[str, str]) -> tuple[list[Change], str]:
    if "number" in given:
        return _change_numbers(state, who, given)
    if "condition" in given:
        return _set_condition(state, who, given["condition"], given.get("lasting", ""))
    if "hidden" in given:
        hides = given["hidden"] == "yes"
        others = [each for each in who if state.combatants[each].hidden != hides]
        return [Change(each, "hidden", hides) for each in others], "hidden" if hides else "revealed"
    if "remove" in given:
        present = [each for each in who if state.combatants[each].present]
        return [Change(each, "vanishes", True) for each in present], "removed from the fight"
    if "move" in given:
        return _move(state, who, given)
    if "arrange" in given:
        return _arrange(state, who, given)
    raise Invalid("Choose what happens to the selected combatants.", "what")


def _change_numbers(state: State, who: Sequence[str], given: Mapping[str, str]) -> tuple[list[Change], str]:
    titles = {each.what: each.title for each in _list_numbers(state)}
    what, typed = given.get("what", ""), (given["number"] or given.get("change", "")).strip()
    if what not in titles:
        raise Invalid("That is not a number of a combatant.", "what")
    if not typed:
        raise Invalid("Type a change: -5, +8 or 12.", "change")
    changes = [read_number_change(each, what, typed) for each in who]
    return changes, f"{titles[what]} {typed}"


def _set_condition(state: State, who: Sequence[str], what: str, lasting: str) -> tuple[list[Change], str]:
    if what not in list_switches(state):
        raise Invalid("Choose one of the conditions.", "condition")
    name = name_ruling(get_ruleset(state.ruleset), what)
    if lasting == LIFT:
        under = [each for each in who if what not in CONDITIONS or state.combatants[each].has(what)]
        return [Change(each, what, "no") for each in under], f"no longer {name}"
    words = dict(LASTING).get(lasting)
    if words is None:
        raise Invalid("Choose how long the condition lasts.", "lasting")
    until = compute_end(state, int(lasting)) if lasting and what in CONDITIONS else None
    return [Change(each, what, "yes", until) for each in who], f"{name}, {words}" if until else name


def compute_end(state: State, rounds: int) -> tuple[int, int]:
    """Return the round and column that end what is ruled now, after so many rounds.

    Between rounds it is counted from the beginning of the next round.
    """
    begun = max(state.round + 1 if state.between_rounds else state.round, 1)
    return begun + rounds, state.clock or 0


def _arrange(state: State, who: Sequence[str], given: Mapping[str, str]) -> tuple[list[Change], str]:
    """Place all in lines that face the other sides, or around a spot."""
    space, chosen = get_ruleset(state.ruleset).plane.space, [state.combatants[each].stat_block for each in who]
    standing = [each for each in list_standing(state) if each[0].id not in who]
    if given["arrange"] == "around":
        x, y = read_place("place", given.get("x", "").strip(), given.get("y", "").strip())
        places = gather(chosen, (x, y), standing, space)
        words = f"gathered around {to_units(x)}, {to_units(y)} {find_short_unit(state)}"
    else:
        places = arrange_sides(chosen, standing, compute_distance(state.notes, space), space)
        words = "placed in lines"
    return [Change(each, "moved", [x / HUNDREDTHS, y / HUNDREDTHS]) for each, (x, y) in places.items()], words


def _move(state: State, who: Sequence[str], given: Mapping[str, str]) -> tuple[list[Change], str]:
    """Move the first, or the one named ``lead``, to a place; the others keep their formation."""
    lead = given.get("lead", "") if given.get("lead", "") in who else who[0]
    x, y = read_place("place", given.get("x", "").strip(), given.get("y", "").strip())
    from_x, from_y = state.combatants[lead].place
    places = {each: state.combatants[each].place for each in who}
    changes = [
        Change(each, "moved", [(x + at[0] - from_x) / HUNDREDTHS, (y + at[1] - from_y) / HUNDREDTHS])
        for each, at in places.items()
    ]
    return changes, f"moved to {to_units(x)}, {to_units(y)} {find_short_unit(state)}"
