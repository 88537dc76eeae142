"""D vs D and G vs D: spells and devices, against each other and against attacks on those who use them."""

from rules.adnd.comparing import aims, greater_first, lower_first
from rules.adnd.numbers import die_of
from rules.order import Precedence
from rules.rulesets.demon_idol.comparing import SIDE, TIME, general, is_tied
from rules.rulesets.demon_idol.letters import delay_of, dice_tied
from rules.rulesets.demon_idol.options import ids, option
from rules.state import Deed, State


def magic_against_magic(state: State, a: Deed, b: Deed) -> Precedence:
    """8.DvsD: two casters who aim at each other go by casting time; on a tie all do, and those with devices."""
    tied = dice_tied(state, a.who, b.who)
    if a.kind == b.kind == "spell":
        if not (aims(a, b) and aims(b, a)) and not tied:
            return general(state, a, b)
        return _by_casting_time(a, b, tied)
    if not tied or not option(state, "device_time_compare"):
        return general(state, a, b)
    return lower_first(a.number or 0, b.number or 0, TIME, ids("TIE.DvsD.spells"))


def _by_casting_time(a: Deed, b: Deed, tied: bool) -> Precedence:
    cited = ids("8.DvsD", *(("TIE.DvsD.spells",) if tied else ()))
    if a.number != b.number:
        return lower_first(a.number or 0, b.number or 0, TIME, cited)
    return greater_first(a.initiative, b.initiative, TIME, (*cited, *ids("8.DvsD.equal")))


def blow_against_magic(state: State, blow: Deed, magic: Deed) -> Precedence:
    """8.GvsD: a blow at a caster is set against the casting time, unless the attacker's side has won."""
    tied = dice_tied(state, blow.who, magic.who)
    if not aims(blow, magic) or (magic.kind == "device" and not tied):
        return general(state, blow, magic)
    if not tied and blow.initiative > magic.initiative and option(state, "gvsd_scope") != "always":
        return Precedence("before", SIDE, ids("8.2", "8.GvsD"), f"{blow.initiative} > {magic.initiative}")
    number, sort = _yardstick(state, blow, magic)
    cited = ("FN.20",) if magic.kind == "device" else ("8.GvsD", f"8.GvsD.{sort}", "8.GvsD.result")
    if tied:
        cited = (*cited, "TIE.GvsD", "TIE.GvsD.sf" if sort == "sf" else "TIE.GvsD.nosf")
    if blow.routines > 1 and magic.kind == "spell":
        cited = (*cited, "8.MAR.spell", "8.MAR.cast")
    return _set_against(blow, number, magic, ids(*cited))


def _yardstick(state: State, attack: Deed, magic: Deed) -> tuple[int, str]:
    """The speed factor of the weapon; without one the die of the caster's side. The attacker's hesitation is added."""
    weapon = state.combatants[attack.who].weapon(attack.weapon)
    if weapon is not None and weapon.speed_factor is not None:
        return weapon.speed_factor + delay_of(attack), "sf"
    return die_of(state, magic.who) + delay_of(attack), "die"


def _set_against(attack: Deed, number: int, magic: Deed, clauses: tuple[str, ...]) -> Precedence:
    """The lower number first, equal ones together; a second routine of that number comes directly after."""
    if attack.routine > 1 and number == magic.number:
        return Precedence("after", TIME, clauses, f"{magic.number} = {number}")
    return lower_first(number, magic.number or 0, TIME, clauses)


def discharge_against_magic(state: State, attack: Deed, magic: Deed) -> Precedence:
    """TIE.DvsD: on a tie missiles and turning fall on the die of the caster's side; a thrown weapon on its speed."""
    if not is_tied(state, attack, magic) or not aims(attack, magic):
        return general(state, attack, magic)
    number, sort = die_of(state, magic.who) + delay_of(attack), "die"
    if attack.mode == "thrown" and option(state, "thrown_sf"):
        number, sort = _yardstick(state, attack, magic)
    cited = ids("TIE.DvsD", "FN.18" if sort == "die" else "FN.21")
    return _set_against(attack, number, magic, cited)


def charge_against_magic(state: State, charge: Deed, magic: Deed) -> Precedence:
    """TIE.EvsD.spell: on a tie (by option always) the arrival is set against the casting time."""
    compared = dice_tied(state, charge.who, magic.who) or option(state, "charge_vs_spell") == "always"
    if not aims(charge, magic) or not compared:
        return general(state, charge, magic)
    device = ("FN.20",) if magic.kind == "device" else ()
    return lower_first(charge.number or 0, magic.number or 0, TIME, ids("TIE.EvsD.spell", "FN.19", *device))
