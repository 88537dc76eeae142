"""The opening as ADDICT reads it: surprise and its segments (I), and the steps borrowed (II to IV)."""

from typing import cast

from rules import events as e
from rules.adnd import opening, surprise
from rules.adnd.segments import end_fight
from rules.adnd.surprise_segments import play_surprise
from rules.ruleset import Play, Table
from rules.rulesets.addict.bars import SURPRISE_SEGMENTS, may_still_shoot, segments_of_surprise
from rules.rulesets.addict.deeds import BUILDER
from rules.rulesets.addict.options import ids, option
from rules.state import State
from rules.terms import CombatantId


def surprise_stage(table: Table) -> Play:
    """I.A to I.C: the surprise dice and what they cost each side and each figure."""
    state = table.state
    rounding = cast("str", option(state, "percent_round"))
    yield from surprise.roll_surprise(table, bool(option(state, "surprise_reduction_stacks")), rounding)
    yield from surprise.individual_losses(
        table, bool(option(state, "dex_surprise_after_net")), cast("str", option(state, "light_gear_test"))
    )
    return "meeting"


def meeting_stage(table: Table) -> Play:
    """II to IV, which the abridgement drops: distance, reaction, morale, borrowed unless the DM switches them off."""
    if option(table.state, "borrow_demon_phases"):
        yield from opening.meet(table)
    return SURPRISE_SEGMENTS


def surprise_segments_stage(table: Table) -> Play:
    """I.D to I.F: the segments of surprise, one at a time."""
    yield from play_surprise(table, segments_of_surprise(table.state), BUILDER)
    if not option(table.state, "surprise_cast_carries"):
        yield from _begin_anew(table)
    yield from end_fight(table)
    return None


def crossbows_first(state: State, who: CombatantId) -> int:
    """I.C.6: a crossbow of speed in a surprised hand is first, unless the option puts it in its place."""
    return 0 if option(state, "crossbow_surprise_first") and may_still_shoot(state, who) else 1


def ready_missiles_triple(state: State) -> bool:
    """I.D.2.ready: three times the rate with missiles ready: in every segment, or by option in the first, or never."""
    how = option(state, "ready_missiles_triple")
    return how == "every-segment" or (how == "first-segment" and state.clock == 1)


def _begin_anew(table: Table) -> Play:
    """I.D.4.begin: by option a spell begun in surprise is not carried into round 1; it stays in memory."""
    for who, each in table.state.combatants.items():
        if each.casting is not None and each.spell(each.casting.what) is not None:
            yield e.SpellSpoiled(
                who=who,
                spell=each.casting.what,
                cause="the surprise is over",
                forgotten=False,
                clauses=ids("I.D.4.begin"),
            )
