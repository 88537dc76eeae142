"""The rounds of ADDICT: declarations (II-IV, borrowed), initiative (VI), segments (V, VII)."""

from rules.kernel import events as e
from rules.kernel.effects import Roll, Rolled
from rules.kernel.perception import is_side_seen
from rules.kernel.procedure import Play, Table
from rules.kernel.state import Combatant, State
from rules.procedures.addict import acts
from rules.procedures.addict.numbers import get_initiative
from rules.procedures.addict.options import get_settings, ids
from rules.procedures.adnd import questions, segments, surprise
from rules.procedures.adnd.magic import give_up_undeclared
from rules.procedures.adnd.orders.shoot import Shoot
from rules.procedures.adnd.procedure import as_adnd
from rules.procedures.adnd.waiting import settle_circles


def choose_first_stage(state: State) -> str:
    """Return the first stage: surprise in the opening, declarations in a round."""
    return "surprise" if state.round == 0 else "declare"


def play_declare_stage(table: Table) -> Play:
    """Ask for declarations, which are final when sealed.

    The DM declares first, then all players at once. With the option ``borrow_demon_phases`` off, everyone declares at
    once.
    """
    yield from acts.settle_rates(table)
    everyone = questions.list_able_to_declare(table.state)
    if get_settings(table.state).borrow_demon_phases:
        by_dm = [who for who in everyone if not is_played(table.state.combatants[who])]
        yield from questions.ask_declarations(table, by_dm)
        everyone = [who for who in everyone if who not in by_dm]
    yield from questions.ask_declarations(table, everyone)
    yield e.DeclarationsClosed(clauses=ids("II-IV"))
    yield from give_up_undeclared(table)
    return "initiative"


def is_played(each: Combatant) -> bool:
    """Return whether a player declares for a combatant (henchmen too, hirelings not)."""
    return each.stat_block.played or each.side == "party"


def play_initiative_stage(table: Table) -> Play:
    """Roll a d6 for each side, the higher with the initiative, and build the deeds (VI).

    Missile users adjust it for themselves.
    """
    yield from _roll_side_dice(table)
    yield from _adjust_missile_users(table)
    yield from acts.roll_midpoint_dice(table)
    built = as_adnd(table.ruleset).build_deeds(table.state)
    built = yield from acts.time_second_cantrips(table, built)
    built = yield from settle_circles(table, built, ids("VII.OTHER"))
    yield e.AgendaChanged(deeds=built, why="declared")
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
    spectators alone rolls it for the whole side. Those of a side that has been seen who were never met do not count.
    """
    counted = [each for each in members if each.met] if is_side_seen(state, side) else members
    special = [each for each in counted if each.stat_block.attack.initiative_die != 6]
    mixed = get_settings(state).spectator_mixed
    alone = len(special) == len(counted)
    if special and (alone or mixed == "side-d8"):
        return [Roll("initiative", side, 1, special[0].stat_block.attack.initiative_die)]
    own = [
        Roll("initiative", each.id, 1, each.stat_block.attack.initiative_die)
        for each in members
        if each.stat_block.attack.initiative_die != 6 and mixed != "side-d6"
    ]
    return [Roll("initiative", side, 1, 6), *own]


def _adjust_missile_users(table: Table) -> Play:
    """Give missile users their own number (VI.A).

    It is the side's die plus the attacking adjustment. A bonus counts only in light gear.
    """
    for declared in table.state.declared.values():
        me = table.state.combatants[declared.who]
        adjustment = me.stat_block.attack.attacking
        if not adjustment or not any(isinstance(each, Shoot) for each in (declared, *declared.then)):
            continue
        base = get_initiative(table.state, me.id, False)
        light = surprise.has_light_gear(me, get_settings(table.state).light_gear_test)
        kept = adjustment if adjustment < 0 or light else 0
        clause = "VI.A.2" if adjustment < 0 else "VI.A.dex" if kept else "VI.A.1"
        clauses = ids("VI.A.dex", clause) if clause != "VI.A.dex" else ids(clause)
        yield e.InitiativeRolled(who=me.id, face=base, number=base + kept, working=f"{base} {kept:+d}", clauses=clauses)


def play_segments_stage(table: Table) -> Play:
    """Play the ten segments (V and VII)."""
    yield from segments.play_segments(table)
    return "end"


def play_end_stage(table: Table) -> Play:
    """Close the round."""
    yield from segments.end_round(table)
    return None
