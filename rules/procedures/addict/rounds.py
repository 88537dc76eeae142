"""The rounds of ADDICT: declarations (II-IV, borrowed), initiative (VI), segments (V, VII)."""

from rules.kernel import events as e
from rules.kernel.effects import Roll, Rolled
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, Deed, State
from rules.kernel.terms import DM
from rules.procedures.addict.deeds import build_second_cantrip
from rules.procedures.addict.events import CantripTimed
from rules.procedures.addict.numbers import get_initiative
from rules.procedures.addict.options import ids, option
from rules.procedures.adnd import asking, segments, surprise
from rules.procedures.adnd.declaration_types import Shoot
from rules.procedures.adnd.deed_types import Completion
from rules.procedures.adnd.magic import give_up_undeclared
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.state import OddBlow
from rules.procedures.adnd.waiting import settle_circles


def choose_first_stage(state: State) -> str:
    """Return the first stage: surprise in the opening, declarations in a round."""
    return "surprise" if state.round == 0 else "declare"


def play_declare_stage(table: Table) -> Play:
    """Ask for declarations, which are final when sealed.

    The DM declares first, then all players at once. With the option ``borrow_demon_phases`` off, everyone declares at
    once.
    """
    yield from _settle_rates(table)
    everyone = asking.list_able_to_declare(table.state)
    if option(table.state, "borrow_demon_phases"):
        by_dm = [who for who in everyone if not is_played(table.state.combatants[who])]
        yield from asking.ask_declarations(table, by_dm)
        everyone = [who for who in everyone if who not in by_dm]
    yield from asking.ask_declarations(table, everyone)
    yield e.DeclarationsClosed(clauses=ids("II-IV"))
    yield from give_up_undeclared(table)
    return "initiative"


def is_played(each: Combatant) -> bool:
    """Return whether a player declares for a combatant (henchmen too, hirelings not)."""
    return each.stat_block.played or each.side == "party"


def _settle_rates(table: Table) -> Play:
    """Toss a coin, by option, for the rounds that bring the odd routine (VII.A.4): odd or even."""
    if option(table.state, "fractional_phase") != "coin":
        return
    for each in table.state.combatants.values():
        if each.stat_block.attack.routines.denominator > 1 and not each.own(OddBlow).rounds:
            coin: Rolled = yield Roll("effect", each.id, 1, 2)
            rates = "odd" if coin.total == 1 else "even"
            yield e.RatesSettled(who=each.id, rates=rates, rolls=(coin,), clauses=ids("VII.A.4.ex"))


def play_initiative_stage(table: Table) -> Play:
    """Roll a d6 for each side, the higher with the initiative, and build the deeds (VI).

    Missile users adjust it for themselves.
    """
    yield from _roll_side_dice(table)
    yield from _adjust_missile_users(table)
    yield from _roll_midpoint_dice(table)
    built = as_adnd(table.ruleset).build_deeds(table.state)
    built = yield from _time_second_cantrips(table, built)
    built = yield from settle_circles(table, built, ids("VII.OTHER"))
    yield e.AgendaChanged(deeds=built, why="declared", perceived_by=(DM,))
    return "segments"


def _roll_side_dice(table: Table) -> Play:
    rolls: list[Roll] = []
    for side in table.state.sides:
        members = [each for each in table.state.combatants.values() if each.side == side and each.present]
        rolls += _list_side_dice(table.state, side, members)
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


def _list_side_dice(state: State, side: str, members: list[Combatant]) -> list[Roll]:
    """Return the dice of a side, with the d8 of a spectator (VI.B).

    By the option ``spectator_mixed`` it is rolled beside the side's d6, for the whole side, or not at all. A side of
    spectators alone rolls it for the whole side.
    """
    special = [each for each in members if each.stat_block.attack.initiative_die != 6]
    mixed = option(state, "spectator_mixed")
    alone = len(special) == len(members)
    if special and (alone or mixed == "side-d8"):
        return [Roll("initiative", side, 1, special[0].stat_block.attack.initiative_die)]
    if not special or mixed == "side-d6":
        return [Roll("initiative", side, 1, 6)]
    own = [Roll("initiative", each.id, 1, each.stat_block.attack.initiative_die) for each in special]
    return [Roll("initiative", side, 1, 6), *own]


def _adjust_missile_users(table: Table) -> Play:
    """Give missile users their own number (VI.A).

    It is the side's die plus the attacking adjustment. A bonus counts only in light gear.
    """
    for declared in table.state.declared.values():
        me = table.state.combatants[declared.who]
        shooting = any(isinstance(each, Shoot) for each in (declared, *declared.then))
        adjustment = me.stat_block.attack.attacking
        if not shooting or not adjustment:
            continue
        base = get_initiative(table.state, me.id, False)
        light = surprise.has_light_gear(me, str(option(table.state, "light_gear_test")))
        kept = adjustment if adjustment < 0 or light else 0
        clause = "VI.A.2" if adjustment < 0 else "VI.A.dex" if kept else "VI.A.1"
        clauses = ids("VI.A.dex", clause) if clause != "VI.A.dex" else ids(clause)
        yield e.InitiativeRolled(who=me.id, face=base, number=base + kept, working=f"{base} {kept:+d}", clauses=clauses)


def _roll_midpoint_dice(table: Table) -> Play:
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


def _time_second_cantrips(table: Table, built: tuple[Deed, ...]) -> Play:
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
            spell=second.spell,
            segment=second.number,
            later=rolled.total,
            rolls=(rolled,),
            perceived_by=(deed.who,),
            clauses=ids("VII.C.4", "VII.C.4.second"),
        )
        extra.append(second)
    return (*built, *extra)


def play_segments_stage(table: Table) -> Play:
    """Play the ten segments (V and VII)."""
    yield from segments.play_segments(table)
    return "end"


def play_end_stage(table: Table) -> Play:
    """Close the round."""
    yield from segments.end_round(table)
    return None
