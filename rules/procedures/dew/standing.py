"""The numbers that a player and the DM read of a combatant: EN, blows left, the Dew sheet."""

from rules.kernel.standing import Pool, Standing
from rules.kernel.state import State
from rules.kernel.terms import HUNDREDTHS, CombatantId
from rules.procedures.dew.blows import compute_en_limit
from rules.procedures.dew.ranges import FAR, get_range
from rules.procedures.dew.sheet import DewWeapon
from rules.procedures.dew.state import SHIELD, ArmorClass
from rules.procedures.dew.terms import get_attributes, get_dew, get_equipment, get_name, is_object, list_present
from rules.procedures.dew.weapons import list_items_in_hands


def describe_standing(state: State, who: CombatantId) -> Standing:
    """Return a combatant's EN and the blows of the round, with BD and the rest on the sheet."""
    each, mine = get_dew(state, who), get_attributes(state, who)
    blows = (
        Pool("active", each.ledger.active, mine.active_blows, "diamond", "active blows"),
        Pool("reactive", each.ledger.reactive, mine.reactive_blows, "circle", "reactive blows"),
    )
    body = Pool("BD", each.body.bd, mine.bd_max, title="body")
    facts = tuple((what, words) for what, words in _list_facts(state, who) if words)
    if is_object(state, who):
        return Standing(body, sheet=tuple(_list_sheet_lines(state, who)), facts=facts)
    vigour = Pool("EN", each.body.en, mine.en_max, title="endurance")
    return Standing(vigour, blows, tuple(_list_sheet_lines(state, who)), body, facts, _list_conditions(state, who))


def _list_facts(state: State, who: CombatantId) -> tuple[tuple[str, str], ...]:
    """Return what matters from beat to beat; a fact without words is left out by the caller."""
    each = get_dew(state, who)
    prepared = (f"{_get_thing_name(state, who, one.weapon)} × {one.count}" for one in each.ledger.preparations)
    ranges = (f"{apart} to {name}" for name, apart in _list_ranges(state, who))
    return (
        ("In hand", _describe_hands(state, who)),
        ("Prepared", ", ".join(prepared)),
        ("Range", ", ".join(ranges)),
        ("Borrowed blows", str(each.ledger.borrowed or "")),
        ("Broken", ", ".join(_get_thing_name(state, who, item) for item in each.gear.broken)),
    )


def _describe_hands(state: State, who: CombatantId) -> str:
    return ", ".join(_get_thing_name(state, who, item) for item in list_items_in_hands(state, who)) or "nothing"


def _list_conditions(state: State, who: CombatantId) -> tuple[str, ...]:
    each = get_dew(state, who)
    if not each.body.conscious:
        return () if state.combatants[who].has("helpless") else ("unconscious",)
    words = {"not alert": not each.body.alert, "on the ground": each.body.fallen, "passed": each.ledger.passed}
    return tuple(word for word, on in words.items() if on)


def _list_sheet_lines(state: State, who: CombatantId) -> list[tuple[str, str]]:
    each, mine = get_dew(state, who), get_attributes(state, who)
    limit, weapons = compute_en_limit(state, who), get_equipment(state, who).weapons
    facts = [
        ("EN", f"{each.body.en} of {mine.en_max}"),
        ("BD", f"{each.body.bd} of {mine.bd_max}"),
        ("EN in this phase", f"{each.ledger.en_phase} of {limit}"),
        ("Blows", f"{mine.active_blows} active, {mine.reactive_blows} reactive"),
        ("Armor class", _format_armor_class(each.gear.ac)),
        ("Move", f"{mine.move / HUNDREDTHS:g} in"),
        ("Recovery", f"{mine.recovery_rate} EN"),
        ("Strength, dexterity", f"{mine.st}, {mine.dx}"),
        ("Experience level", str(mine.el)),
        ("In hand", _describe_hands(state, who)),
    ]
    how = [word for word, on in (("alert", each.body.alert), ("on the ground", each.body.fallen)) if on] or [
        "not alert"
    ]
    facts.append(("Now", ", ".join(how)))
    facts += [
        (f"Prepared: {_get_thing_name(state, who, one.weapon)}", str(one.count)) for one in each.ledger.preparations
    ]
    facts += [(weapon.name, _describe_weapon(weapon)) for weapon in weapons if weapon.id not in each.gear.broken]
    facts += [(weapon.name, "broken") for weapon in weapons if weapon.id in each.gear.broken]
    return [*facts, *((f"Range to {name}", str(apart)) for name, apart in _list_ranges(state, who))]


def _format_armor_class(ac: ArmorClass) -> str:
    return f"{ac[0]}, modifiers {ac[1]:+d} and {ac[2]:+d}"


def _get_thing_name(state: State, who: CombatantId, item: str) -> str:
    weapon = get_equipment(state, who).weapon(item)
    return "shield" if item == SHIELD else weapon.name.lower() if weapon is not None else item


def _describe_weapon(weapon: DewWeapon) -> str:
    modes = [
        f"{mode.mode} {mode.use}: number {mode.hit_number}, {mode.damage}, reach {mode.reach}, parry {mode.parry}"
        for mode in weapon.modes
    ]
    return "; ".join([*modes, f"{weapon.weight}, breakage {weapon.breakage}"])


def _list_ranges(state: State, who: CombatantId) -> list[tuple[str, int]]:
    """Return the names of the others whose range is known, and the ranges."""
    known = [(each, get_range(state, who, each)) for each in list_present(state) if each != who]
    return [(get_name(state, each), apart) for each, apart in known if apart != FAR]
