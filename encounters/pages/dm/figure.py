"""One figure in full: what it has and is, each with the way to rule it."""

from urllib.parse import urlencode

from encounters.pages.dm.desk import Desk
from encounters.pages.dm.people import conditions
from encounters.pages.wording import device_word, kind_line, names_of, spell_word, weapon_word
from rules.state import Combatant
from rules.terms import HUNDREDTHS


def facts(desk: Desk, each: Combatant) -> list[dict[str, str]]:
    """Label, words, and the address of the ruling that changes it, for each fact of a figure."""
    figure, state = each.figure, desk.state
    armor = figure.armor_class if each.armor_class is None else each.armor_class
    under = ", ".join(condition["words"] for condition in conditions(desk, each)) or "nothing"
    rows: list[tuple[str, str, str]] = [
        ("What", f"{kind_line(figure)}, side {each.side}", ""),
        ("Hit points", f"{each.hp} of {figure.hit_points}", "hp"),
        ("Armor class", str(armor), "ac"),
        ("Place", f"{each.place[0] / HUNDREDTHS:g}, {each.place[1] / HUNDREDTHS:g} ft", "moved"),
        ("Movement", f'{figure.movement}", load {figure.load.value.replace("_", " ")}', ""),
        ("Under", under, "held"),
        ("In hand", weapon_word(state, each.id, each.in_hand) if each.in_hand else "nothing", "drops"),
        ("Weapons", ", ".join(weapon_word(state, each.id, weapon.id) for weapon in figure.weapons), ""),
        ("Spells in memory", ", ".join(spell_word(state, each.id, id) for id in each.spells) or "none", "spells"),
        ("Devices", ", ".join(device_word(state, each.id, device.id) for device in figure.devices) or "none", ""),
        ("Adjustments", f"reaction {figure.reaction:+d}, attacking {figure.attacking:+d}", ""),
        ("Behind", names_of(state, (each.behind,)) if each.behind else "nobody", "behind"),
        ("Hidden", "yes" if each.hidden else "no", "hidden"),
    ]
    return [{"label": label, "words": words, "href": _rule(desk, each, what)} for label, words, what in rows]


def _rule(desk: Desk, each: Combatant, what: str) -> str:
    return desk.url(f"ruling/?{urlencode({'who': each.id, 'what': what})}") if what else ""


def old_words(desk: Desk, who: str, what: str) -> str:
    """What a ruling would change, as it is now; nothing for what is no plain fact."""
    each = desk.state.combatants.get(who)
    if each is None:
        return ""
    now = {
        "hp": str(each.hp),
        "ac": str(each.figure.armor_class if each.armor_class is None else each.armor_class),
        "moved": f"{each.place[0] / HUNDREDTHS:g}, {each.place[1] / HUNDREDTHS:g}",
        "drops": each.in_hand,
        "behind": each.behind,
        "hidden": "yes" if each.hidden else "no",
        "spells": ", ".join(each.spells),
        "types_dice": "yes" if each.types_dice else "no",
    }
    return now.get(what, "yes" if each.has(what) else "no")
