"""The rounds of ADDICT: declarations (II-IV, borrowed), initiative (VI), segments (V, VII)."""

from typing import cast

from rules.kernel import events as e
from rules.kernel.effects import Ask, Roll, Rolled
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, Deed, State, evolve
from rules.kernel.terms import DM, SEGMENTS
from rules.procedures.addict import restrictions
from rules.procedures.addict.deeds import second_cantrip
from rules.procedures.addict.events import CantripTimed
from rules.procedures.addict.numbers import initiative
from rules.procedures.addict.options import ids, option
from rules.procedures.adnd import asking, segments, surprise
from rules.procedures.adnd.blows import strike
from rules.procedures.adnd.charges import arrive, charge_began, may_strike_after_closing, missed
from rules.procedures.adnd.deed_types import Arrival, Completion, Move, ShortCharge, Shot, Struck
from rules.procedures.adnd.deeds import already_done
from rules.procedures.adnd.harm import break_off
from rules.procedures.adnd.magic import complete_spell, give_up, spell_began
from rules.procedures.adnd.moments import HIT, Need, Resolving, Telling
from rules.procedures.adnd.movement import fall_short, move
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.state import OddBlow
from rules.procedures.adnd.waiting import settle_circles


def first_stage(state: State) -> str:
    """Return the first stage: surprise in the opening, declarations in a round."""
    return "surprise" if state.round == 0 else "declare"


def declare_stage(table: Table) -> Play:
    """Ask for declarations, which are final when sealed.

    The DM declares first, then all players at once. With the option ``borrow_demon_phases`` off, everyone declares at
    once.
    """
    yield from _settle_rates(table)
    everyone = asking.may_be_asked(table.state)
    if option(table.state, "borrow_demon_phases"):
        by_dm = [who for who in everyone if not is_played(table.state.combatants[who])]
        yield from asking.ask_declarations(table, by_dm)
        everyone = [who for who in everyone if who not in by_dm]
    yield from asking.ask_declarations(table, everyone)
    yield e.DeclarationsClosed(clauses=ids("II-IV"))
    yield from give_up(table)
    return "initiative"


def is_played(each: Combatant) -> bool:
    """Return whether a player declares for a combatant (henchmen too, hirelings not)."""
    return each.stat_block.played or each.side == "party"


def _settle_rates(table: Table) -> Play:
    """Toss a coin, by option, for the rounds that bring the odd routine (VII.A.4): odd or even."""
    if option(table.state, "fractional_phase") != "coin":
        return
    for each in table.state.combatants.values():
        if each.stat_block.routines.denominator > 1 and not each.own(OddBlow).rounds:
            coin: Rolled = yield Roll("effect", each.id, 1, 2)
            rates = "odd" if coin.total == 1 else "even"
            yield e.RatesSettled(who=each.id, rates=rates, rolls=(coin,), clauses=ids("VII.A.4.ex"))


def initiative_stage(table: Table) -> Play:
    """Roll a d6 for each side, the higher with the initiative, and build the deeds (VI).

    Missile users adjust it for themselves.
    """
    yield from _side_dice(table)
    yield from _own_numbers(table)
    yield from _midpoint_dice(table)
    built = as_adnd(table.ruleset).build_deeds(table.state)
    built = yield from _second_cantrips(table, built)
    built = yield from settle_circles(table, built, ids("VII.OTHER"))
    yield e.AgendaChanged(deeds=built, why="declared", perceived_by=(DM,))
    return "segments"


def _side_dice(table: Table) -> Play:
    rolls: list[Roll] = []
    for side in table.state.sides:
        members = [each for each in table.state.combatants.values() if each.side == side and each.present]
        rolls += _dice_of_side(table.state, side, members)
    rolled: list[Rolled] = (yield rolls) if rolls else []
    for each in rolled:
        own = each.by in table.state.combatants
        clauses = ids("VI", "VI.high", "VI.A", *(("VI.B",) if each.sides == 8 else ()))
        yield e.InitiativeRolled(
            side="" if own else each.by,
            who=each.by if own else "",
            face=each.total,
            number=each.total,
            rolls=(each,),
            clauses=clauses,
        )


def _dice_of_side(state: State, side: str, members: list[Combatant]) -> list[Roll]:
    """Return the dice of a side, with the d8 of a spectator (VI.B).

    By the option ``spectator_mixed`` it is rolled beside the side's d6, for the whole side, or not at all. A side of
    spectators alone rolls it for the whole side.
    """
    special = [each for each in members if each.stat_block.initiative_die != 6]
    mixed = option(state, "spectator_mixed")
    alone = len(special) == len(members)
    if special and (alone or mixed == "side-d8"):
        return [Roll("initiative", side, 1, special[0].stat_block.initiative_die)]
    if not special or mixed == "side-d6":
        return [Roll("initiative", side, 1, 6)]
    own = [Roll("initiative", each.id, 1, each.stat_block.initiative_die) for each in special]
    return [Roll("initiative", side, 1, 6), *own]


def _own_numbers(table: Table) -> Play:
    """Give missile users their own number (VI.A).

    It is the side's die plus the attacking adjustment. A bonus counts only in light gear.
    """
    for declared in table.state.declared.values():
        me = table.state.combatants[declared.who]
        shooting = any(each.how == "shoot" for each in (declared, *declared.then))
        adjustment = me.stat_block.attacking
        if not shooting or not adjustment:
            continue
        base = initiative(table.state, me.id, False)
        light = surprise.light_gear(me, cast("str", option(table.state, "light_gear_test")))
        kept = adjustment if adjustment < 0 or light else 0
        clause = "VI.A.2" if adjustment < 0 else "VI.A.dex" if kept else "VI.A.1"
        clauses = ids("VI.A.dex", clause) if clause != "VI.A.dex" else ids(clause)
        yield e.InitiativeRolled(who=me.id, face=base, number=base + kept, working=f"{base} {kept:+d}", clauses=clauses)


def _midpoint_dice(table: Table) -> Play:
    """Roll a second die for each side, for the mid-point of the round (VII.A.2, by option).

    It is rolled where someone has three routines.
    """
    if not option(table.state, "midpoint_reroll") or not any(
        d.routines >= 3 for d in as_adnd(table.ruleset).build_deeds(table.state)
    ):
        return
    rolled: list[Rolled] = yield [Roll("initiative", side, 1, 6) for side in table.state.sides]
    for each in rolled:
        yield e.InitiativeRolled(
            side=each.by, face=each.total, number=each.total, mid=True, rolls=(each,), clauses=ids("VII.A.2")
        )


def _second_cantrips(table: Table, built: tuple[Deed, ...]) -> Play:
    """Roll 1d4 for the segments between two cantrips (VII.C.4). Returns all deeds."""
    extra: list[Completion] = []
    for deed in built:
        declared = table.state.declared.get(deed.who)
        if not isinstance(deed, Completion) or deed.cantrip != 1 or declared is None:
            continue
        rolled: Rolled = yield Roll("second_cantrip", deed.who, 1, 4)
        second = second_cantrip(table.state, declared, rolled.total)
        yield CantripTimed(
            who=deed.who,
            spell=second.spell,
            segment=second.number,
            later=rolled.total,
            rolls=(rolled,),
            perceived_by=(deed.who,),
            clauses=ids("VII.C.4", "VII.C.4.second"),
        )
        extra.append(second)
    return (*built, *extra)


def segments_stage(table: Table) -> Play:
    """Play the ten segments (V and VII)."""
    yield from segments.play_segments(table)
    return "end"


def end_stage(table: Table) -> Play:
    """Close the round."""
    yield from segments.end_round(table)
    return None


# Deeds that begin in the first column, and resolutions that only ADDICT has.


def begin(table: Table, deed: Deed) -> Telling:
    """Narrate the beginning of a spell or charge, or that a blow out of reach becomes closing."""
    me = table.state.combatants[deed.who]
    declared = table.state.declared.get(deed.who)
    if isinstance(deed, Completion) and (deed.begins == 1 or me.casting is None):
        yield spell_began(me, deed, ids("VII.C"))
    elif isinstance(deed, (Arrival, ShortCharge)):
        yield charge_began(table, deed, ids("VII.B.charge", _rate_clause(table.state, me)))
    elif isinstance(deed, Move) and declared is not None and declared.action == "G" and not deed.step:
        yield e.MindChanged(who=me.id, what="closes instead", clause="ADDICT.VII.B", clauses=ids("VII.B"))


def _rate_clause(state: State, me: Combatant) -> str:
    if state.setting == "indoors":
        return "VII.B.1.b"
    return "VII.B.1.a.quad" if me.stat_block.legs >= 4 else "VII.B.1.a.biped"


def resolve_contact(table: Table, deed: Arrival, clauses: tuple[str, ...]) -> Resolving:
    """Resolve the contact of a charge, if its target can be reached by now."""
    first = _by_item(table.state, deed)
    cited = _once(*clauses, *ids("VII.B.charge", "VII.B.3.a", "VII.B.3.b", *(("VI.C",) if first else ())))
    yield from arrive(table, deed, cited, ids("VII.B.charge"), first)


def _by_item(state: State, contact: Deed) -> str:
    """Return who strikes first at a contact by an item that does (VI.C).

    If both have such an item the dice decide, or both strike "together". Returns "" where nobody has one.
    """
    charger, target = contact.who, contact.targets[0]
    pair = {charger: target, target: charger}
    mine = [each for each in state.pending if each.first and pair.get(each.who) in each.targets and each.routine <= 1]
    best = max((each.initiative for each in mine), default=0)
    first = list(dict.fromkeys(each.who for each in mine if each.initiative == best))
    return "" if not first else first[0] if len(first) == 1 else "together"


def resolve_short(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a charge over more ground than the round allows: it falls short."""
    yield from fall_short(table, deed, ids("VII.B.charge"))


def resolve_move(table: Table, deed: Move, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a move; closing takes the round, unless the mover may strike as well."""
    takes_round = deed.to is None and not may_strike_after_closing(table.state, deed.who)
    closing = ids("VII.B.close") if takes_round else ()
    yield from move(table, deed, _once(*clauses, *closing))


def resolve_melee(table: Table, deed: Struck, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a blow, if its target is still within reach.

    A caster may be offered to dodge it (C.5).
    """
    lost = missed(table.state, deed, ids("VII.B"), restrictions.CLOSING)
    if lost is not None:
        yield lost
        return
    yield from resolve_attack(table, deed, _once(*clauses, *_routine_clauses(table.state, deed)))


def resolve_attack(table: Table, deed: Struck, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a blow or missile, once a caster who is its target has chosen whether to dodge."""
    target = table.state.combatants[deed.targets[0]]
    dodging = False
    if option(table.state, "offer_dodge") and _could_dodge(target):
        answers = yield Need(
            HIT - 1, [Ask("dodge", target.id, {"choice": "no"}, facts={"by": deed.who}, clauses=ids("VII.C.5"))]
        )
        dodging = answers[0]["choice"] == "yes"
        if dodging:
            yield from break_off(table, target.id, "dodged", ids("VII.C.5"))
    yield from strike(table, deed, clauses, dodging)


def _could_dodge(target: Combatant) -> bool:
    casting = target.casting
    return (
        target.able
        and casting is not None
        and target.spell(casting.what) is not None
        and (target.stat_block.armor_class_dexterity < 0)
    )


def resolve_missile(table: Table, deed: Shot, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a shot; several shots a round are ordered like several routines."""
    several = ids("VII.A.5", "VII.A.5.ex") if deed.routines > 1 else ()
    yield from resolve_attack(table, deed, _once(*clauses, *_routine_clauses(table.state, deed), *several))


def _routine_clauses(state: State, deed: Struck) -> tuple[str, ...]:
    """Return the clauses that make a blow one of several.

    They are on an item that strikes first, a routine of many blows, and a rate of many routines.
    """
    me = state.combatants[deed.who]
    weapon = me.weapon(deed.weapon)
    cited = ["VI.C"] if deed.first else []
    if deed.routines > 1:
        cited += ["VII.A", "VII.A.4"]
    elif weapon is not None and len(weapon.blows) > 1:
        cited.append("VII.A.4")
    if me.stat_block.routines.denominator > 1 or me.stat_block.hasted or me.has("hasted"):
        cited.append("VII.A.4.ex")
    return ids(*cited)


def _once(*clauses: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))


def resolve_spell(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Resolving:
    """Resolve a spell, or begin one that waited for another's deed.

    After the first of two cantrips the second begins.
    """
    if deed.held_for and not deed.timed:
        yield from _begin_casting(table, deed, clauses)
        return
    cantrip = ids("VII.C.4") if deed.cantrip else ()
    whole = ids("VII.C.3.full") if deed.number == SEGMENTS else ()
    yield from complete_spell(table, deed, _once(*clauses, *cantrip, *whole))
    spells = [each for each in table.state.pending if each.who == deed.who and isinstance(each, Completion)]
    second = next((each for each in spells if each.cantrip == 2), None)
    if second is not None:
        yield spell_began(table.state.combatants[deed.who], second, ids("VII.C"))


def _begin_casting(table: Table, deed: Completion, clauses: tuple[str, ...]) -> Telling:
    """Begin a spell whose doer has waited until now (OTHER).

    A spell that is not done by the tenth segment goes on in the next round.
    """
    state = table.state
    me, now = state.combatants[deed.who], state.clock or 1
    spell = me.spell(deed.spell)
    assert spell is not None
    ends = now + max(1, spell.casting - already_done(me, spell.id))
    late = ends > SEGMENTS
    begun = evolve(
        deed, id=f"{deed.id}:begun", held_for="", number=None if late else ends, timed=not late, standing=late,
        begins=now + 1 if late else 0,
    )  # fmt: skip
    yield spell_began(me, begun, _once(*clauses, *ids("VII.C", "VII.OTHER")))
    yield e.AgendaChanged(deeds=(*table.state.pending, begun), why="begun", perceived_by=(me.id,))
