"""Phases 1 to 5: reaction, surprise, distance, opening morale, and the segments of surprise."""

from rules.kernel import events as e
from rules.kernel.effects import Ask
from rules.kernel.procedure import Play, Table
from rules.kernel.state import State
from rules.kernel.terms import DM, SideId
from rules.procedures.adnd.morale import find_least_morale, roll_morale
from rules.procedures.adnd.opening import get_reaction, settle_distance, settle_reaction
from rules.procedures.adnd.segments import is_decided
from rules.procedures.adnd.surprise import roll_surprise
from rules.procedures.adnd.surprise_segments import play_surprise
from rules.procedures.demon_idol.deeds import NUMBERING
from rules.procedures.demon_idol.events import PhaseBegan
from rules.procedures.demon_idol.morale import list_groups, list_opening_groups
from rules.procedures.demon_idol.options import get_settings, ids
from rules.procedures.demon_idol.recovery import finish
from rules.procedures.demon_idol.restrictions import SURPRISE_SEGMENTS, count_surprise_segments
from rules.reference import list_reaction_bands

ROUNDING = "nearest"


def make_phase_began(name: str, *clauses: str) -> PhaseBegan:
    """Return the event that begins a phase."""
    return PhaseBegan(phase=name, clauses=ids(*clauses))


def play_reaction_stage(table: Table) -> Play:
    """Play phase 1: the reaction that is noted, or a roll for each side that is met."""
    yield make_phase_began("reaction")
    for side in table.state.sides:
        if side != "party":
            yield from settle_reaction(table, side, is_rolled_privately(table.state, side))
    return "surprise"


def is_rolled_privately(state: State, side: SideId) -> bool:
    """Return whether the DM rolls a side's reaction in private (FN.3).

    The roll is private where the alignment is unknown (characters, not monsters). By option the DM always rolls one
    way.

    Those who are hidden do not count where others are seen.
    """
    style = get_settings(state).reaction_roll
    if style != "auto":
        return style == "private"
    met = [each for each in state.combatants.values() if each.side == side]
    return any(not each.stat_block.creature.hit_dice for each in [each for each in met if not each.hidden] or met)


def play_surprise_stage(table: Table) -> Play:
    """Play phase 2: roll surprise, and yield the segments that each side loses (ADDICT.I)."""
    yield make_phase_began("surprise")
    yield from roll_surprise(table, False, ROUNDING, lambda side: _is_surprise_hidden(table.state, side))
    state = table.state
    for who, each in state.combatants.items():
        known = state.surprise.get(each.side)
        if known is not None and known.segments:
            yield e.SegmentsLost(who=who, segments=known.segments, working=f"side {known.segments}", clauses=ids("5.1"))
    return "distance"


def _is_surprise_hidden(state: State, side: SideId) -> bool:
    return side != "party" and not get_settings(state).public_surprise


def play_distance_stage(table: Table) -> Play:
    """Play phase 3: the distance that the DM has set, or its dice."""
    yield make_phase_began("distance")
    yield from settle_distance(table)
    return "morale"


def play_morale_stage(table: Table) -> Play:
    """Play phase 4: some reactions call for a check at once, and so does a hopeless fight."""
    yield make_phase_began("morale")
    if table.state.notes.get("start") == "encounter":
        yield from _check_opening_morale(table)
    if count_surprise_segments(table.state):
        yield make_phase_began("surprise_segments", "5.1")
    return SURPRISE_SEGMENTS


def _check_opening_morale(table: Table) -> Play:
    called = [each.id for each in list_reaction_bands() if each.checks_morale]
    for name in list_opening_groups(table.state):
        side = list_groups(table.state)[name][0].side
        if side != "party" and get_reaction(table.state, side) in called:
            yield from _check_group(table, name, "4.1")
            continue
        answer = yield Ask(
            "opening_morale", DM, {"choice": "no"}, facts={"side": side, "who": name}, clauses=ids("4.2")
        )
        if answer["choice"] == "yes":
            yield from _check_group(table, name, "4.2")


def _check_group(table: Table, name: str, *clauses: str) -> Play:
    members = list_groups(table.state)[name]
    yield from roll_morale(table, name, find_least_morale(members), members, ids(*clauses))


def play_surprise_segments_stage(table: Table) -> Play:
    """Play phase 5: phases 6 and 8 for the side that surprises, segment by segment.

    There is no initiative.
    """
    length = count_surprise_segments(table.state)
    if length:
        yield from play_surprise(table, length, NUMBERING)
    if table.state.ended:  # avoided outdoors: nothing was fought, and who was still to come does not matter
        return None
    if is_decided(table.state):
        return "recovery"
    yield from finish(table)
    return None
