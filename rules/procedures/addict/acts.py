"""Step VII: dice on its order that are rolled ahead, then attacks, charges and spells."""

from rules.kernel import events as e
from rules.kernel.deeds import Deed
from rules.kernel.effects import Ask, Roll, Rolled
from rules.kernel.frozen import evolve
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, State
from rules.kernel.terms import DM, SEGMENTS
from rules.procedures.addict import restrictions
from rules.procedures.addict.deeds import build_second_cantrip
from rules.procedures.addict.events import CantripTimed
from rules.procedures.addict.numbers import is_full_round_magic
from rules.procedures.addict.options import get_settings, ids
from rules.procedures.adnd.blows import strike
from rules.procedures.adnd.charges import (
    fall_short,
    make_charge_began,
    make_missed_blow,
    may_strike_after_closing,
    resolve_arrival,
    run_to_place,
)
from rules.procedures.adnd.deed_types import Arrival, ArrivalAtPlace, Move, ShortCharge, Shot, Struck
from rules.procedures.adnd.deeds import has_several_targets
from rules.procedures.adnd.harm import break_off, is_still_casting
from rules.procedures.adnd.magic import complete_spell, make_spell_began
from rules.procedures.adnd.moments import HIT, Need, Resolving, Telling
from rules.procedures.adnd.movement import move
from rules.procedures.adnd.numbers import compute_rate_factor
from rules.procedures.adnd.orders.base import count_segments_done
from rules.procedures.adnd.orders.spell import Completion
from rules.procedures.adnd.orders.strike import Strike
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.state import OddBlow

# VII.A: attacks of several routines.


def roll_midpoint_dice(table: Table) -> Play:
    """Roll a second die for each side, for the mid-point of the round (VII.A.2, by option).

    It is rolled where someone has three routines; the DM alone rolls it where only hidden combatants have.
    """
    if not get_settings(table.state).midpoint_reroll:
        return
    state = table.state
    many = [deed.who for deed in as_adnd(table.ruleset).build_deeds(state) if deed.routines >= 3]
    if not many:
        return
    hidden = all(state.combatants[who].hidden for who in many)
    rolled: list[Rolled] = yield [Roll("initiative", side, 1, 6, hidden) for side in state.sides]
    for each in rolled:
        yield e.InitiativeRolled(
            side=each.by, face=each.total, number=each.total, mid=True, rolls=(each,), clauses=ids("VII.A.2"),
            seen_by=(DM,) if hidden else None,
        )  # fmt: skip


def settle_rates(table: Table) -> Play:
    """Toss a coin, by option, for the rounds that bring the odd routine (VII.A.4): odd or even."""
    if get_settings(table.state).fractional_phase != "coin":
        return
    for each in table.state.combatants.values():
        if each.stat_block.attack.routines.denominator > 1 and not each.own(OddBlow).rounds:
            coin: Rolled = yield Roll("effect", each.id, 1, 2)
            rates = "odd" if coin.total == 1 else "even"
            yield e.RatesSettled(who=each.id, rates=rates, rolls=(coin,), clauses=ids("VII.A.4.ex"))


def resolve_missile(table: Table, deed: Shot, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a shot; several shots a round are ordered like several routines."""
    several = ids("VII.A.5") if deed.routines > 1 else ()
    yield from resolve_attack(table, deed, _drop_repeats(*clauses, *_cite_routines(table.state, deed), *several))


def _cite_routines(state: State, deed: Struck) -> tuple[str, ...]:
    """Return the clauses that make a blow one of several.

    They are on an item that strikes first, a routine of many blows, and a rate of many routines.
    """
    me = state.combatants[deed.who]
    weapon = me.weapon(deed.weapon)
    cited = ["VI.C"] if deed.first else []
    if has_several_targets(state, deed):
        cited.append("VII.A.targets")
    if deed.routines > 1:
        cited += ["VII.A", "VII.A.4"]
    elif weapon is not None and len(weapon.blows) > 1:
        cited.append("VII.A.4")
    if me.stat_block.attack.routines.denominator > 1 or compute_rate_factor(me) != 1:
        cited.append("VII.A.4.ex")
    return ids(*cited)


def _drop_repeats(*clauses: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))


# VII.B: moves, blows that need the target in reach, and charges.


def resolve_melee(table: Table, deed: Struck, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a blow, if its target is still within reach.

    A caster may be offered to dodge it (C.5).
    """
    lost = make_missed_blow(table.state, deed, ids("VII.B"), restrictions.CLOSING)
    if lost is not None:
        yield lost
        return
    cited = () if table.quiet else _drop_repeats(*clauses, *_cite_routines(table.state, deed))
    yield from resolve_attack(table, deed, cited)


def resolve_move(table: Table, deed: Move, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a move; closing takes the round, unless the mover may strike as well."""
    takes_round = deed.to is None and not may_strike_after_closing(table.state, deed.who)
    closing = ids("VII.B.close") if takes_round else ()
    yield from move(table, deed, _drop_repeats(*clauses, *closing))


def resolve_contact(table: Table, deed: Arrival, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the contact of a charge, if its target can be reached by now."""
    first = _find_first_by_item(table.state, deed)
    cited = _drop_repeats(*clauses, *ids("VII.B.charge", "VII.B.3.a", "VII.B.3.b", *(("VI.C",) if first else ())))
    yield from resolve_arrival(table, deed, cited, ids("VII.B.charge"), first)


def _find_first_by_item(state: State, contact: Deed) -> str:
    """Return who strikes first at a contact by an item that does (VI.C).

    If both have such an item the dice decide, or both strike "together". Returns "" where nobody has one.
    """
    charger, target = contact.who, contact.targets[0]
    pair = {charger: target, target: charger}
    mine = [each for each in state.pending if each.first and pair.get(each.who) in each.targets and each.routine <= 1]
    best = max((each.initiative for each in mine), default=0)
    first = list(dict.fromkeys(each.who for each in mine if each.initiative == best))
    return "" if not first else first[0] if len(first) == 1 else "together"


def resolve_arrival_at_place(table: Table, deed: ArrivalAtPlace, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the end of a charge to a place."""
    yield from run_to_place(table, deed, _drop_repeats(*clauses, *ids("VII.B.place")))


def resolve_short(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a charge over more ground than the round allows: it falls short."""
    yield from fall_short(table, deed, ids("VII.B.charge"))


# VII.C: what happens to casters, and spells.


def resolve_attack(table: Table, deed: Struck, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a blow or missile, once a caster who is its target has chosen whether to dodge."""
    target = table.state.combatants[deed.targets[0]]
    dodging = False
    if get_settings(table.state).offer_dodge and _can_dodge(table.state, target):
        answers = yield Need(
            HIT - 1, [Ask("dodge", target.id, {"choice": "no"}, facts={"by": deed.who}, clauses=ids("VII.C.5"))]
        )
        dodging = answers[0]["choice"] == "yes"
        if dodging:
            yield from break_off(table, target.id, "dodged", ids("VII.C.5"))
    yield from strike(table, deed, clauses, dodging)


def _can_dodge(state: State, target: Combatant) -> bool:
    """Return whether a caster may lose the spell for its dexterity.

    It cannot in the moment of completion.
    """
    agile = target.stat_block.defence.armor_class_dexterity < 0
    return agile and target.able and is_still_casting(state, target.id)


def begin_deed(table: Table, deed: Deed) -> Telling:
    """Narrate the beginning of a spell or charge, or that a blow out of reach becomes closing."""
    me = table.state.combatants[deed.who]
    declared = table.state.declared.get(deed.who)
    if isinstance(deed, Completion) and (deed.begins == 1 or me.casting is None):
        yield make_spell_began(me, deed, ids("VII.C"))
    elif isinstance(deed, (Arrival, ShortCharge)):
        by = "VII.B.place" if isinstance(deed, ArrivalAtPlace) else "VII.B.charge"
        yield make_charge_began(table, deed, ids(by, _cite_pace(table.state, me)))
    elif isinstance(deed, Move) and isinstance(declared, Strike) and not deed.step:
        yield e.MindChanged(who=me.id, what="closes instead", clause="ADDICT.VII.B", clauses=ids("VII.B"))


def _cite_pace(state: State, me: Combatant) -> str:
    if state.setting == "indoors":
        return "VII.B.1.b"
    return "VII.B.1.a.quad" if me.stat_block.creature.legs >= 4 else "VII.B.1.a.biped"


def resolve_spell(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a spell, or begin one that waited for another's deed.

    After the first of two cantrips the second begins.
    """
    if deed.held_for and not deed.timed:
        yield from _begin_casting(table, deed, clauses)
        return
    cantrip = ids("VII.C.4") if deed.cantrip else ()
    whole = ids("VII.C.3.full") if deed.number == SEGMENTS and is_full_round_magic(table.state, deed) else ()
    yield from complete_spell(table, deed, _drop_repeats(*clauses, *cantrip, *whole))
    spells = [each for each in table.state.pending if each.who == deed.who and isinstance(each, Completion)]
    second = next((each for each in spells if each.cantrip == 2), None)
    if second is not None:
        yield make_spell_began(table.state.combatants[deed.who], second, ids("VII.C"))


def _begin_casting(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Telling:
    """Begin a spell whose doer has waited until now (OTHER).

    A spell that is not done by the tenth segment goes on in the next round.
    """
    state = table.state
    me, now = state.combatants[deed.who], state.clock or 1
    spell = me.spell(deed.order.spell)
    assert spell is not None
    ends = now + max(1, spell.casting - count_segments_done(me, spell.id))
    late = ends > SEGMENTS
    begun = evolve(
        deed, id=f"{deed.id}:begun", held_for="", number=None if late else ends, timed=not late, standing=late,
        begins=now + 1 if late else 0,
    )  # fmt: skip
    yield make_spell_began(me, begun, _drop_repeats(*clauses, *ids("VII.C", "VII.OTHER")))
    yield e.AgendaChanged(deeds=(*table.state.pending, begun), why="begun")


def time_second_cantrips(table: Table, built: tuple[Deed, ...]) -> Play:
    """Roll 1d4 for the segments between two cantrips (VII.C.4). Returns all deeds."""
    extra: list[Completion] = []
    for deed in built:
        declared = table.state.declared.get(deed.who)
        if not isinstance(deed, Completion) or deed.cantrip != 1 or declared is None:
            continue
        rolled: Rolled = yield Roll("second_cantrip", deed.who, 1, 4)
        second = build_second_cantrip(table.state, declared, rolled.total)
        yield CantripTimed(
            who=deed.who,
            spell=second.order.spell,
            segment=second.number,
            later=rolled.total,
            rolls=(rolled,),
            clauses=ids("VII.C.4", "VII.C.4.second"),
        )
        extra.append(second)
    return (*built, *extra)
