"""The round as ADDICT reads: declarations (II-IV, borrowed), initiative (VI), the segments (V and VII)."""

from typing import cast

from rules import events as e
from rules.adnd import asking, segments, surprise
from rules.adnd.blows import strike
from rules.adnd.charges import arrive, charge_began, may_strike_after_closing, missed
from rules.adnd.deeds import already_done
from rules.adnd.harm import break_off
from rules.adnd.magic import complete_spell, give_up, spell_began
from rules.adnd.moments import HIT, Need, Resolving, Telling
from rules.adnd.movement import fall_short, move
from rules.adnd.procedures import of
from rules.adnd.waiting import settle_circles
from rules.effects import Ask, Roll, Rolled
from rules.ruleset import Play, Table
from rules.rulesets.addict import bars
from rules.rulesets.addict.deeds import second_cantrip
from rules.rulesets.addict.numbers import initiative
from rules.rulesets.addict.options import ids, option
from rules.state import Combatant, Deed, State, evolve
from rules.terms import DM, SEGMENTS


def first_stage(state: State) -> str:
    """The opening begins with surprise, a round with declarations."""
    return "surprise" if state.round == 0 else "declare"


def declare_stage(table: Table) -> Play:
    """Orders: foes are sealed first, then all players at once; final when sealed."""
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
    """Whether a player declares for this figure (henchmen too, hirelings not)."""
    return each.figure.played or each.side == "party"


def _settle_rates(table: Table) -> Play:
    """VII.A.4: by option a coin says whether odd or even rounds bring the odd routine."""
    if option(table.state, "fractional_phase") != "coin":
        return
    for each in table.state.combatants.values():
        if each.figure.routines.denominator > 1 and not each.rates:
            coin: Rolled = yield Roll("effect", each.id, 1, 2)
            rates = "odd" if coin.total == 1 else "even"
            yield e.RatesSettled(who=each.id, rates=rates, rolls=(coin,), clauses=ids("VII.A.4.ex"))


def initiative_stage(table: Table) -> Play:
    """VI: a d6 for each side, the higher has the initiative; missile users adjust it for themselves."""
    yield from _side_dice(table)
    yield from _own_numbers(table)
    yield from _midpoint_dice(table)
    built = of(table.ruleset).deeds(table.state)
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
    """VI.B: a spectator's d8: its own beside its side's d6, or the whole side's, by option."""
    special = [each for each in members if each.figure.initiative_die != 6]
    mixed = option(state, "spectator_mixed")
    alone = len(special) == len(members)
    if special and (alone or mixed == "side-d8"):
        return [Roll("initiative", side, 1, special[0].figure.initiative_die)]
    if not special or mixed == "side-d6":
        return [Roll("initiative", side, 1, 6)]
    own = [Roll("initiative", each.id, 1, each.figure.initiative_die) for each in special]
    return [Roll("initiative", side, 1, 6), *own]


def _own_numbers(table: Table) -> Play:
    """VI.A: a missile user's number is his side's die and his own attacking adjustment, if his gear allows a bonus."""
    for declared in table.state.declared.values():
        me = table.state.combatants[declared.who]
        shooting = any(each.how == "shoot" for each in (declared, *declared.then))
        adjustment = me.figure.attacking
        if not shooting or not adjustment:
            continue
        base = initiative(table.state, me.id, False)
        light = surprise.light_gear(me, cast("str", option(table.state, "light_gear_test")))
        kept = adjustment if adjustment < 0 or light else 0
        clause = "VI.A.2" if adjustment < 0 else "VI.A.dex" if kept else "VI.A.1"
        clauses = ids("VI.A.dex", clause) if clause != "VI.A.dex" else ids(clause)
        yield e.InitiativeRolled(who=me.id, face=base, number=base + kept, working=f"{base} {kept:+d}", clauses=clauses)


def _midpoint_dice(table: Table) -> Play:
    """VII.A.2: by option the sides dice anew for the mid-point of a round in which someone has three routines."""
    if not option(table.state, "midpoint_reroll") or not any(
        d.routines >= 3 for d in of(table.ruleset).deeds(table.state)
    ):
        return
    rolled: list[Rolled] = yield [Roll("initiative", side, 1, 6) for side in table.state.sides]
    for each in rolled:
        yield e.InitiativeRolled(
            side=each.by, face=each.total, number=each.total, mid=True, rolls=(each,), clauses=ids("VII.A.2")
        )


def _second_cantrips(table: Table, built: tuple[Deed, ...]) -> Play:
    """VII.C.4: a second cantrip comes 1-4 segments after the first."""
    extra: list[Deed] = []
    for deed in built:
        declared = table.state.declared.get(deed.who)
        if deed.kind != "spell" or deed.cantrip != 1 or declared is None:
            continue
        rolled: Rolled = yield Roll("second_cantrip", deed.who, 1, 4)
        second = second_cantrip(table.state, declared, rolled.total)
        yield e.CantripTimed(
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
    """V and VII: the ten segments."""
    yield from segments.play_segments(table)
    return "end"


def end_stage(table: Table) -> Play:
    """The round is over."""
    yield from segments.end_round(table)
    return None


# What begins with a deed in the first column, and what ADDICT resolves its own way.


def begin(table: Table, deed: Deed) -> Telling:
    """Spells and charges begin; one who was too far off to strike closes instead."""
    me = table.state.combatants[deed.who]
    declared = table.state.declared.get(deed.who)
    if deed.spell and (deed.begins == 1 or me.casting is None):
        yield spell_began(me, deed, ids("VII.C"))
    elif deed.part in ("contact", "short"):
        yield charge_began(table, deed, ids("VII.B.charge", _rate_clause(table.state, me)))
    elif deed.kind == "move" and declared is not None and declared.action == "G" and not deed.step:
        yield e.MindChanged(who=me.id, what="closes instead", clause="ADDICT.VII.B", clauses=ids("VII.B"))


def _rate_clause(state: State, me: Combatant) -> str:
    if state.setting == "indoors":
        return "VII.B.1.b"
    return "VII.B.1.a.quad" if me.figure.legs >= 4 else "VII.B.1.a.biped"


def resolve_contact(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A charge arrives, if its target is where it can be reached by now."""
    first = _by_item(table.state, deed)
    cited = _once(*clauses, *ids("VII.B.charge", "VII.B.3.a", "VII.B.3.b", *(("VI.C",) if first else ())))
    yield from arrive(table, deed, cited, ids("VII.B.charge"), first)


def _by_item(state: State, contact: Deed) -> str:
    """VI.C: who strikes first at a contact by an item that does, by the dice if both do; "" where nobody has one."""
    charger, target = contact.who, contact.targets[0]
    pair = {charger: target, target: charger}
    mine = [each for each in state.pending if each.first and pair.get(each.who) in each.targets and each.routine <= 1]
    best = max((each.initiative for each in mine), default=0)
    first = list(dict.fromkeys(each.who for each in mine if each.initiative == best))
    return "" if not first else first[0] if len(first) == 1 else "together"


def resolve_short(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A charge over more ground than the round allows falls short."""
    yield from fall_short(table, deed, ids("VII.B.charge"))


def resolve_move(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A move; one that closes with an opponent takes the round, unless he may strike as well."""
    takes_round = deed.to is None and not may_strike_after_closing(table.state, deed.who)
    closing = ids("VII.B.close") if takes_round else ()
    yield from move(table, deed, _once(*clauses, *closing))


def resolve_melee(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A blow, if its target is still within reach; a caster may be offered to dodge it (C.5)."""
    lost = missed(table.state, deed, ids("VII.B"), bars.CLOSING)
    if lost is not None:
        yield lost
        return
    yield from resolve_attack(table, deed, _once(*clauses, *_routine_clauses(table.state, deed)))


def resolve_attack(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A blow or missile, after the caster it is aimed at has chosen whether to dodge."""
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
        and (target.figure.armor_class_dexterity < 0)
    )


def resolve_missile(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A shot: several shots a round are ordered like several routines."""
    several = ids("VII.A.5", "VII.A.5.ex") if deed.routines > 1 else ()
    yield from resolve_attack(table, deed, _once(*clauses, *_routine_clauses(table.state, deed), *several))


def _routine_clauses(state: State, deed: Deed) -> tuple[str, ...]:
    """What makes a blow one of several: an item that strikes first, a routine of many blows, a rate of many."""
    me = state.combatants[deed.who]
    weapon = me.weapon(deed.weapon)
    cited = ["VI.C"] if deed.first else []
    if deed.routines > 1:
        cited += ["VII.A", "VII.A.4"]
    elif weapon is not None and len(weapon.blows) > 1:
        cited.append("VII.A.4")
    if me.figure.routines.denominator > 1 or me.figure.hasted or me.has("hasted"):
        cited.append("VII.A.4.ex")
    return ids(*cited)


def _once(*clauses: str) -> tuple[str, ...]:
    return tuple(dict.fromkeys(clauses))


def resolve_spell(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Resolving:
    """A spell takes effect; after the first of two cantrips the second begins. One that waited is begun."""
    if deed.held_for and not deed.timed:
        yield from _begin_casting(table, deed, clauses)
        return
    cantrip = ids("VII.C.4") if deed.cantrip else ()
    whole = ids("VII.C.3.full") if deed.number == SEGMENTS else ()
    yield from complete_spell(table, deed, _once(*clauses, *cantrip, *whole))
    second = next((d for d in table.state.pending if d.who == deed.who and d.cantrip == 2), None)
    if second is not None:
        yield spell_began(table.state.combatants[deed.who], second, ids("VII.C"))


def _begin_casting(table: Table, deed: Deed, clauses: tuple[str, ...]) -> Telling:
    """OTHER: the wait is over and the casting begins; what is not done by the tenth segment goes on."""
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
