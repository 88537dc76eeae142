"""``[[declare]]`` entries, converted to answers of the declare form."""

from collections.abc import Collection, Mapping

from rules.kernel.stat_block import Weapon
from rules.kernel.state import Combatant
from rules.kernel.terms import HUNDREDTHS, Action

Deed = Mapping[str, object]

_PLAIN_KEYS = (
    *("weapon", "off_hand", "spell", "device", "attack_mode", "defense_mode", "shots", "mode", "avoid"),
    *("task", "draw", "segments", "throw", "throw_segment"),
)
"""Keys that go into the answer under their own names."""

_WITH_MANY_TARGETS = ("spell", "device")
"""Ways of acting that take several targets; the others take one."""

_WITHOUT_WEAPON = ("close", "charge_to", "move", "task", "turn", "spell", "device", "wear", "remove")
"""Ways of acting for which the form asks no weapon."""


TIMED = ("move", "close")
"""Ways of acting for which a declaration may choose the segment."""


def make_answer(deed: Deed, me: Combatant) -> dict[str, object]:
    """Return the answer that declares this deed for this combatant.

    ``how`` follows from the other keys. The default weapon of a blow is the one in hand, of a shot the first that
    shoots. The default weapon to set is the first that can be set. The default way to avoid is to flee.
    """
    action = Action(str(deed["action"]))
    how = find_way(deed)
    answer: dict[str, object] = {"action": action.value}
    if how:
        answer["how"] = how
    answer.update({key: deed[key] for key in _PLAIN_KEYS if key in deed})
    place = deed.get("to")
    if isinstance(place, list | tuple):
        answer["to"] = list(place)
    for flag in ("peek", "running"):
        if deed.get(flag):
            answer[flag] = "yes"
    if "target" in deed:
        answer["target"] = _convert_target(deed["target"], how)
    if action is Action.AVOID:
        answer.setdefault("avoid", "flee")
    _choose_weapon(answer, action, how, me)
    if "segment" in deed and how in TIMED:
        answer["segment"] = deed["segment"]
    if "peek" in deed and how == "task":
        answer.setdefault("task", "peek")
    prepared, further = deed.get("prepared"), deed.get("with")
    if isinstance(prepared, Mapping):
        answer.update(_convert_prepared(prepared))
    if isinstance(further, list | tuple):
        answer["with"] = [make_answer(each, me) for each in further]
    return answer


def make_order(deed: Deed, me: Combatant, own: Collection[str] = ()) -> dict[str, object]:
    """Return the answer that declares this deed. ``own`` are keys of some procedures only.

    A warning that is declared is given as soon as its combatant notices something.
    """
    warning = {"warn": deed["warn"]} if "warn" in deed and "warn" in own else {}
    return {**make_answer(deed, me), **warning}


def make_change(deed: Deed, me: Combatant) -> dict[str, object]:
    """Return the answer that changes to another deed, or to warning another combatant."""
    if "warn" in deed:
        return {"choice": "warn", "target": deed["warn"]}
    return {"choice": "change", **make_answer(deed, me)}


# The other way: the keys of an answer.


def write_deed(answer: Mapping[str, object]) -> dict[str, object]:
    """Return the keys of a file for an answer of the declare form.

    Some answers have no such keys: what is written must be read again and compared.
    """
    how, raw = answer.get("how"), {key: answer[key] for key in ("action", "target", *_PLAIN_KEYS) if key in answer}
    if "to" in answer:
        raw["to"] = _write_place(answer["to"])
    if how in ("turn", "wear", "remove"):
        raw[str(how)] = True
    if how in ("charge", "charge_to"):
        raw["charge"] = True
    raw.update({flag: True for flag in ("peek", "running") if answer.get(flag) == "yes"})
    raw.update({key: answer[key] for key in ("segment", "warn") if key in answer})
    if answer.get("prepared") == "yes":
        names = {"when": "when", "watch": "who", "part": "part"}
        raw["prepared"] = {written: answer[name] for name, written in names.items() if name in answer}
    further = answer.get("with")
    if isinstance(further, list | tuple):
        raw["with"] = [write_deed(each) for each in further if isinstance(each, Mapping)]
    return raw


def _write_place(place: object) -> object:
    """Return a place in feet, of hundredths."""
    if not isinstance(place, list | tuple) or not all(type(each) is int for each in place):
        return place
    return [each // HUNDREDTHS if each % HUNDREDTHS == 0 else each / HUNDREDTHS for each in place]


def _convert_prepared(prepared: Mapping[str, object]) -> dict[str, object]:
    names = {"when": "when", "who": "watch", "part": "part"}
    return {"prepared": "yes", **{names[key]: value for key, value in prepared.items()}}


def find_way(deed: Deed) -> str:
    """Return the way a deed is done, if its letter alone does not say it; else an empty text."""
    if deed["action"] == Action.DISCHARGE:
        return _find_way_to_discharge(deed)
    if deed["action"] == Action.MOVE:
        return _find_way_to_move(deed)
    return ""


def _find_way_to_discharge(deed: Deed) -> str:
    for flag in ("turn", "wear", "remove"):
        if deed.get(flag):
            return flag
    return next((key for key in ("spell", "device") if key in deed), "shoot")


def _find_way_to_move(deed: Deed) -> str:
    if deed.get("charge"):
        return "charge_to" if "to" in deed and "target" not in deed else "charge"
    if "task" in deed or "draw" in deed or ("peek" in deed and "to" not in deed):
        return "task"
    return "close" if "target" in deed and "to" not in deed else "move"


def _convert_target(target: object, how: str) -> object:
    if isinstance(target, tuple) and (how in _WITH_MANY_TARGETS or len(target) != 1):
        return list(target)
    return target[0] if isinstance(target, tuple) else target


def _choose_weapon(answer: dict[str, object], action: Action, how: str, me: Combatant) -> None:
    """Fill in a default weapon where the form needs one; drop it where the form has none."""
    if how in _WITHOUT_WEAPON or action in (Action.AVOID, Action.PARLEY, Action.AWAIT, Action.PSIONICS):
        answer.pop("weapon", None)
    elif "weapon" not in answer and how != "charge" and (usual := choose_usual_weapon(action, me)):
        answer["weapon"] = usual


def choose_usual_weapon(action: Action, me: Combatant) -> str:
    """Return the combatant's default weapon for this action; empty without a fit one."""
    in_hand = me.weapon(me.in_hand)
    weapons = ([in_hand] if in_hand is not None else []) + list(me.stat_block.gear.weapons)
    fit = [weapon for weapon in weapons if _is_fit(action, weapon)]
    usable = (me.may_shoot_with(each) if action is Action.DISCHARGE else not me.is_thrown_away(each) for each in fit)
    # One of which none is left only where nothing else is fit: then it is refused.
    return next((each.id for each, may in zip(fit, usable, strict=True) if may), fit[0].id if fit else "")


def _is_fit(action: Action, weapon: Weapon) -> bool:
    if action is Action.DISCHARGE:
        return weapon.missile is not None
    return weapon.settable if action is Action.SET else weapon.melee
