"""From a ``[[declare]]`` to the answer that the declare form takes."""

from collections.abc import Collection, Mapping
from typing import cast

from rules.state import Combatant
from rules.terms import Action

Deed = Mapping[str, object]

_ASKED = ("weapon", "spell", "device", "attack_mode", "defense_mode", "shots", "mode", "avoid", "task", "segments",
          "throw", "throw_segment")  # fmt: skip
"""Keys that go into the answer under their own names."""

_MANY = ("spell", "device")
"""Ways of acting that take several targets; the others take one."""

_UNARMED = ("close", "move", "task", "turn", "spell", "device", "wear", "remove")
"""Ways of acting in which a weapon is only carried: the form does not ask for it."""


TIMED = ("move", "close")
"""Ways of acting of which an order may say in which segment they are done."""


def answer_of(deed: Deed, me: Combatant) -> dict[str, object]:
    """The answer that means this deed, done by this figure.

    ``how`` follows from the other keys. Left out, the weapon of a blow is the one in hand, of a shot the first that
    shoots, of a set weapon the first that can be set. Who avoids, and it is not said how, flees.
    """
    action = Action(cast("str", deed["action"]))
    how = way_of(deed)
    answer: dict[str, object] = {"action": action.value}
    if how:
        answer["how"] = how
    answer.update({key: deed[key] for key in _ASKED if key in deed})
    if "to" in deed:
        answer["to"] = list(cast("tuple[int, int]", deed["to"]))
    for flag in ("peek", "running"):
        if deed.get(flag):
            answer[flag] = "yes"
    if "target" in deed:
        answer["target"] = _target(deed["target"], how)
    if action is Action.AVOID:
        answer.setdefault("avoid", "flee")
    _arm(answer, action, how, me)
    if "segment" in deed and how in TIMED:
        answer["segment"] = deed["segment"]
    if "peek" in deed and how == "task":
        answer.setdefault("task", "peek")
    if "prepared" in deed:
        answer.update(_prepared(cast("Mapping[str, object]", deed["prepared"])))
    if "with" in deed:
        answer["with"] = [answer_of(each, me) for each in cast("tuple[Deed, ...]", deed["with"])]
    return answer


def ordered(deed: Deed, me: Combatant, own: Collection[str] = ()) -> dict[str, object]:
    """Return the answer that means this deed as an order; ``own`` are the keys of an order that not all rulesets take.

    What is declared to warn somebody warns as soon as its figure notices something.
    """
    warning = {"warn": deed["warn"]} if "warn" in deed and "warn" in own else {}
    return {**answer_of(deed, me), **warning}


def changed(deed: Deed, me: Combatant) -> dict[str, object]:
    """The answer that means a change of mind: to another deed, or to warning somebody."""
    if "warn" in deed:
        return {"choice": "warn", "target": deed["warn"]}
    return {"choice": "change", **answer_of(deed, me)}


def _prepared(prepared: Mapping[str, object]) -> dict[str, object]:
    names = {"when": "when", "who": "watch", "part": "part"}
    return {"prepared": "yes", **{names[key]: value for key, value in prepared.items()}}


def way_of(deed: Deed) -> str:
    """How the deed is done, where its letter alone does not say."""
    if deed["action"] == Action.DISCHARGE:
        return _discharge(deed)
    if deed["action"] == Action.MOVE:
        return _move(deed)
    return ""


def _discharge(deed: Deed) -> str:
    for flag in ("turn", "wear", "remove"):
        if deed.get(flag):
            return flag
    return next((key for key in ("spell", "device") if key in deed), "shoot")


def _move(deed: Deed) -> str:
    if deed.get("charge"):
        return "charge"
    if "task" in deed or ("peek" in deed and "to" not in deed):
        return "task"
    return "close" if "target" in deed and "to" not in deed else "move"


def _target(target: object, how: str) -> object:
    if isinstance(target, tuple) and (how in _MANY or len(target) != 1):
        return list(target)
    return target[0] if isinstance(target, tuple) else target


def _arm(answer: dict[str, object], action: Action, how: str, me: Combatant) -> None:
    """Fill in the weapon where one is asked for and none is named; leave out one that is not asked for."""
    if how in _UNARMED or action in (Action.AVOID, Action.PARLEY, Action.AWAIT, Action.PSIONICS):
        answer.pop("weapon", None)
    elif "weapon" not in answer and how != "charge" and (usual := usual_weapon(action, me)):
        answer["weapon"] = usual


def usual_weapon(action: Action, me: Combatant) -> str:
    """The weapon a figure takes when nobody names one; empty where it has none for this."""
    in_hand = me.weapon(me.in_hand)
    weapons = ([in_hand] if in_hand is not None else []) + list(me.figure.weapons)
    for weapon in weapons:
        fit = weapon.melee
        if action is Action.DISCHARGE:
            fit = weapon.missile is not None
        elif action is Action.SET:
            fit = weapon.settable
        if fit:
            return weapon.id
    return ""
