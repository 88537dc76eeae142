"""The opening of ADDICT: surprise and its segments (I), and borrowed steps (II to IV)."""

from rules.kernel import events as e
from rules.kernel.procedure import Play, Table
from rules.procedures.addict.deeds import NUMBERING
from rules.procedures.addict.options import get_settings, ids
from rules.procedures.addict.surprise import SURPRISE_SEGMENTS, count_surprise_segments
from rules.procedures.adnd import opening, surprise
from rules.procedures.adnd.segments import end_fight
from rules.procedures.adnd.surprise_segments import play_surprise


def play_surprise_stage(table: Table) -> Play:
    """Roll for surprise, and settle what each side and combatant loses (I.A to I.C)."""
    state = table.state
    settings = get_settings(state)
    yield from surprise.roll_surprise(table, settings.surprise_reduction_stacks, settings.percent_round)
    yield from surprise.settle_individual_losses(
        table, get_settings(state).dex_surprise_after_net, get_settings(state).light_gear_test
    )
    return "meeting"


def play_meeting_stage(table: Table) -> Play:
    """Settle distance, reaction and morale (II to IV).

    The abridgement drops these steps. They are borrowed unless the DM switches them off.
    """
    if get_settings(table.state).borrow_demon_phases:
        yield from opening.settle_meeting(table)
    return SURPRISE_SEGMENTS


def play_surprise_segments_stage(table: Table) -> Play:
    """Play the segments of surprise, one at a time (I.D to I.F)."""
    yield from play_surprise(table, count_surprise_segments(table.state), NUMBERING)
    if not get_settings(table.state).surprise_cast_carries:
        yield from _break_off_spells(table)
    yield from end_fight(table)
    return None


def _break_off_spells(table: Table) -> Play:
    """Break off the spells begun in surprise (I.D.4.begin).

    This is done where, by option, they are not carried into round 1. They stay in memory.
    """
    for who, each in table.state.combatants.items():
        if each.casting is not None and each.spell(each.casting.what) is not None:
            yield e.SpellSpoiled(
                who=who,
                spell=each.casting.what,
                cause="the surprise is over",
                forgotten=False,
                clauses=ids("I.D.4.begin"),
            )
